#pragma once

#include "analysis/support/processor_clock.hpp"
#include "analysis/support/statistics.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

namespace vouch {

/// Why a run had to end before it had an answer.
enum class Interruption { Cancelled, Timeout, Memory, States };
/// As reports give the reason of what stays open.
std::string reason_of(Interruption cause);

/// Thrown by `RunContext::check` and by long solver calls; caught once, where a verification starts.
struct Interrupted {
  Interruption cause;
};

/// One thing that a run tells the outside while it goes on.
struct Progress {
  std::string_view phase;     ///< for instance "parsing", "exploring", "refining"
  std::string detail;         ///< for instance the function's name
  Statistics statistics = {}; ///< so far
};

/// What every long computation is handed: when to stop, whom to tell, what to count. Never ambient, always a
/// parameter. Used by one thread, except for the stop source behind `stop`.
struct RunContext {
  std::stop_token stop;
  std::optional<std::chrono::steady_clock::time_point> deadline;
  /// Of the thread that runs, for parts of a run whose results must not depend on what else the machine does.
  std::optional<ProcessorClock::time_point> processor_deadline;
  /// No thread comes to its processor deadline before, so nobody has to ask the system, which takes its time.
  std::chrono::steady_clock::time_point first_processor_check{};
  std::uint64_t memory_limit_bytes = 0;   ///< 0: none
  std::uint64_t most_abstract_states = 0; ///< by the statistics; 0: any number
  std::function<void(const Progress&)> on_progress;
  std::function<void(std::string_view)> log;
  Statistics statistics;
  mutable std::chrono::steady_clock::time_point next_memory_check{}; ///< for `interruption` alone

  /// Why the run has to end now, if it has to. Cheap enough for every abstract state.
  [[nodiscard]] std::optional<Interruption> interruption() const;

  /// Throws `Interrupted` if the run has to end now.
  void check() const;

  /// Time left until the first of the deadlines, at most `ceiling` and at least zero.
  [[nodiscard]] std::chrono::milliseconds remaining(std::chrono::milliseconds ceiling) const;

  /// Ends the run, at the latest, once it has made so many more abstract states, or the process is by so much larger; 0: leaves
  /// that limit as it is.
  void limit_growth(std::uint64_t abstract_states, std::uint64_t memory_bytes);

  void report(std::string_view phase, std::string detail = {}) const;
};

/// Resident memory of this process in bytes; 0 where the system does not tell.
std::uint64_t resident_memory_bytes();

/// The largest value that `resident_memory_bytes` has had; 0 where the system does not tell.
std::uint64_t peak_memory_bytes();

} // namespace vouch
