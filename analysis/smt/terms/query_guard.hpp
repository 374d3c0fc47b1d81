#pragma once

#include "analysis/support/run_context.hpp"

#include <z3++.h>

#include <chrono>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>

/// Only for the files of this folder: it shows Z3.
namespace vouch::smt {

/// Lets other threads end the queries of one Z3 context, and only the queries: Z3's cancel flag is sticky, so that an
/// interrupt that arrives between two queries makes the next one lose assertions and answer a wrong `sat`. The flag is
/// therefore raised under a lock and only while a query is in flight; a context that was interrupted once is spent,
/// and every further query on it throws.
///
/// A watcher thread, started when a run first has a deadline or a memory limit, looks at both every few milliseconds.
class QueryGuard {
public:
  explicit QueryGuard(z3::context& context) : context_(context) {}
  QueryGuard(const QueryGuard&) = delete;
  QueryGuard& operator=(const QueryGuard&) = delete;
  ~QueryGuard();

  /// The scope of one query. Construction throws `Interrupted` if the run has to end or the context is spent.
  class Flight {
  public:
    Flight(QueryGuard& guard, const RunContext& run);
    Flight(const Flight&) = delete;
    Flight& operator=(const Flight&) = delete;
    ~Flight();

  private:
    struct Interrupt {
      QueryGuard& guard;
      void operator()() const { guard.interrupt(Interruption::Cancelled); }
    };
    QueryGuard& guard_;
    std::stop_callback<Interrupt> on_stop_;
  };

  /// Why the context is spent, if it is. To be asked after a flight, before its answer is believed.
  [[nodiscard]] std::optional<Interruption> interruption() const;
  /// Throws `Interrupted` if the context is spent.
  void check() const;

private:
  void interrupt(Interruption cause);
  void interrupt_locked(Interruption cause); ///< requires the lock
  [[nodiscard]] bool has_memory_limit() const;
  void watch(const std::stop_token& stop);

  z3::context& context_;
  mutable std::mutex mutex_;
  bool in_flight_ = false;
  std::optional<Interruption> fired_;
  std::optional<std::chrono::steady_clock::time_point> deadline_;
  std::uint64_t memory_limit_bytes_ = 0;
  bool memory_exceeded_ = false; ///< when the watcher last looked: asking the system takes as long as a small query
  std::jthread watcher_;
};

} // namespace vouch::smt
