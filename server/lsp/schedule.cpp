#include "server/lsp/schedule.hpp"

#include <algorithm>
#include <tuple>

namespace vouch::server {

namespace {

bool is_less_urgent(const ScheduledRun& a, const ScheduledRun& b) {
  return std::tie(a.urgency, a.run) < std::tie(b.urgency, b.run);
}

} // namespace

ScheduleStep next_step(std::span<const ScheduledRun> waiting, std::span<const ScheduledRun> running,
                       std::size_t workers) {
  if (waiting.empty()) {
    return NothingToDo{};
  }
  const ScheduledRun& next = *std::ranges::max_element(waiting, is_less_urgent);
  const bool leaves_one = next.urgency.sight == Sight::Hidden && workers > 1;
  if (running.size() < (leaves_one ? workers - 1 : workers)) {
    return Begin{next.run};
  }
  const ScheduledRun& last = *std::ranges::min_element(running, is_less_urgent);
  return last.urgency < next.urgency ? ScheduleStep(Interrupt{last.run}) : ScheduleStep(NothingToDo{});
}

} // namespace vouch::server
