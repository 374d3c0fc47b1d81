#include "analysis/smt/terms/query_guard.hpp"

#include <algorithm>
#include <condition_variable>

namespace vouch::smt {

namespace {

constexpr std::chrono::milliseconds watch_interval{10};

} // namespace

QueryGuard::~QueryGuard() = default; // the watcher is the last member: it is joined before anything it uses goes

QueryGuard::Flight::Flight(QueryGuard& guard, const RunContext& run)
    : guard_(guard), on_stop_(run.stop, Interrupt{guard}) {
  std::lock_guard lock(guard_.mutex_);
  if (guard_.fired_) {
    throw Interrupted{*guard_.fired_};
  }
  if (run.stop.stop_requested()) { // its callback may have come too early; from here on it waits for the lock
    throw Interrupted{Interruption::Cancelled};
  }
  if (run.deadline && std::chrono::steady_clock::now() >= *run.deadline) {
    throw Interrupted{Interruption::Timeout};
  }
  if (guard_.memory_exceeded_) {
    run.check();
  }
  guard_.deadline_ = run.deadline;
  guard_.memory_limit_bytes_ = run.memory_limit_bytes;
  if ((run.deadline || run.memory_limit_bytes != 0) && !guard_.watcher_.joinable()) {
    guard_.watcher_ = std::jthread([&watched = guard_](const std::stop_token& stop) { watched.watch(stop); });
  }
  guard_.in_flight_ = true;
}

QueryGuard::Flight::~Flight() {
  std::lock_guard lock(guard_.mutex_);
  guard_.in_flight_ = false;
}

std::optional<Interruption> QueryGuard::interruption() const {
  std::lock_guard lock(mutex_);
  return fired_;
}

void QueryGuard::check() const {
  if (auto cause = interruption()) {
    throw Interrupted{*cause};
  }
}

void QueryGuard::interrupt(Interruption cause) {
  std::lock_guard lock(mutex_);
  interrupt_locked(cause);
}

void QueryGuard::interrupt_locked(Interruption cause) {
  if (!in_flight_ || fired_) {
    return;
  }
  fired_ = cause;
  context_.interrupt();
}

bool QueryGuard::has_memory_limit() const {
  std::lock_guard lock(mutex_);
  return memory_limit_bytes_ != 0;
}

void QueryGuard::watch(const std::stop_token& stop) {
  std::mutex sleeping;
  std::condition_variable_any wake;
  std::unique_lock asleep(sleeping);
  while (!stop.stop_requested()) {
    wake.wait_for(asleep, stop, watch_interval, [] { return false; });
    std::uint64_t used = 0;
    if (has_memory_limit()) {
      used = std::max(resident_memory_bytes(), Z3_get_estimated_alloc_size());
    }
    std::lock_guard lock(mutex_);
    memory_exceeded_ = memory_limit_bytes_ != 0 && used > memory_limit_bytes_;
    if (deadline_ && std::chrono::steady_clock::now() >= *deadline_) {
      interrupt_locked(Interruption::Timeout);
    } else if (memory_exceeded_) {
      interrupt_locked(Interruption::Memory);
    }
  }
}

} // namespace vouch::smt

#ifdef __has_feature
#if __has_feature(address_sanitizer)
/// A query that was ended early sometimes leaves memory behind inside Z3, once in a process.
extern "C" const char* __lsan_default_suppressions() {
  return "leak:libz3.so\n";
} // NOLINT(bugprone-reserved-identifier)
#endif
#endif
