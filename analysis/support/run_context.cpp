#include "analysis/support/run_context.hpp"

#include <algorithm>
#include <fstream>
#include <sys/resource.h>
#include <unistd.h>

namespace vouch {

std::string reason_of(Interruption cause) {
  switch (cause) {
  case Interruption::Cancelled:
    return "cancelled";
  case Interruption::Timeout:
    return "timeout";
  case Interruption::States:
    return "number of states";
  case Interruption::Memory:
    break;
  }
  return "memory";
}

std::optional<Interruption> RunContext::interruption() const {
  if (stop.stop_requested()) {
    return Interruption::Cancelled;
  }
  if (most_abstract_states != 0 && statistics.abstract_states >= most_abstract_states) {
    return Interruption::States;
  }
  const auto now = std::chrono::steady_clock::now();
  const bool is_processor_time_over =
      processor_deadline && now >= first_processor_check && ProcessorClock::now() >= *processor_deadline;
  if ((deadline && now >= *deadline) || is_processor_time_over) {
    return Interruption::Timeout;
  }
  // Asking the system takes as long as making a small abstract state.
  if (memory_limit_bytes != 0 && now >= next_memory_check) {
    if (resident_memory_bytes() > memory_limit_bytes) {
      return Interruption::Memory;
    }
    next_memory_check = now + std::chrono::milliseconds(5);
  }
  return std::nullopt;
}

void RunContext::check() const {
  if (auto cause = interruption()) {
    throw Interrupted{*cause};
  }
}

std::chrono::milliseconds RunContext::remaining(std::chrono::milliseconds ceiling) const {
  // Rounded up: whose limit is all that is left must not be told earlier than the deadline that time is over.
  using std::chrono::ceil;
  using std::chrono::milliseconds;
  milliseconds left = ceiling;
  if (deadline) {
    left = std::min(left, ceil<milliseconds>(*deadline - std::chrono::steady_clock::now()));
  }
  if (processor_deadline) {
    left = std::min(left, ceil<milliseconds>(*processor_deadline - ProcessorClock::now()));
  }
  return std::max(left, milliseconds(0));
}

void RunContext::limit_growth(std::uint64_t abstract_states, std::uint64_t memory_bytes) {
  const auto sooner = [](std::uint64_t limit, std::uint64_t other) {
    return limit == 0 ? other : std::min(limit, other);
  };
  if (abstract_states != 0) {
    most_abstract_states = sooner(most_abstract_states, statistics.abstract_states + abstract_states);
  }
  if (memory_bytes != 0) {
    memory_limit_bytes = sooner(memory_limit_bytes, resident_memory_bytes() + memory_bytes);
  }
}

void RunContext::report(std::string_view phase, std::string detail) const {
  if (on_progress) {
    on_progress(Progress{phase, std::move(detail), statistics});
  }
}

std::uint64_t resident_memory_bytes() {
  std::ifstream statm("/proc/self/statm");
  std::uint64_t total_pages = 0;
  std::uint64_t resident_pages = 0;
  statm >> total_pages >> resident_pages;
  return resident_pages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

std::uint64_t peak_memory_bytes() {
  rusage usage{};
  if (getrusage(RUSAGE_SELF, &usage) != 0) {
    return 0;
  }
  return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

} // namespace vouch
