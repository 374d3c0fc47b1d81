#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <ctime>

namespace vouch {

/// The time that the processor has spent on the calling thread. What an analysis may spend is measured by it: how far a
/// search gets must not depend on what else the machine does. Deadlines that users set are times by the wall.
///
/// Points of different threads say nothing of each other.
struct ProcessorClock {
  using duration = std::chrono::nanoseconds;
  using rep = duration::rep;
  using period = duration::period;
  using time_point = std::chrono::time_point<ProcessorClock>;
  static constexpr bool is_steady = true;

  static time_point now() noexcept {
    timespec spent{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &spent);
    return time_point(std::chrono::seconds(spent.tv_sec) + std::chrono::nanoseconds(spent.tv_nsec));
  }
};

/// Until `end` of this thread; 0 if that is over. Rounded up: whoever is told that no time is left gives up, and has to
/// find that it is over indeed.
inline std::chrono::milliseconds time_until(ProcessorClock::time_point end) {
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - ProcessorClock::now());
  return std::max(left, std::chrono::milliseconds(0));
}

/// For what can only be limited by the wall: calls `attempt(limit)`, which says whether it is still undecided. If that is
/// because the time was over and the machine had other work meanwhile, it gets once more what that took away.
template <typename Attempt>
void attempt_for(std::chrono::milliseconds limit, Attempt attempt) {
  constexpr int most_more = 8;
  const auto start = std::chrono::steady_clock::now();
  const auto processor_start = ProcessorClock::now();
  if (!attempt(limit) || std::chrono::steady_clock::now() - start < limit) {
    return;
  }
  const auto spent = std::chrono::ceil<std::chrono::milliseconds>(ProcessorClock::now() - processor_start);
  if (spent < limit * 3 / 4) {
    attempt(std::min(limit * limit.count() / std::max(spent.count(), std::int64_t{1}), limit * most_more));
  }
}

} // namespace vouch
