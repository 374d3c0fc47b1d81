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
  if (running.size() < workers) {
    const bool is_last_worker = workers > 1 && running.size() + 1 == workers;
    return next.urgency.sight == Sight::Hidden && is_last_worker ? ScheduleStep(NothingToDo{})
                                                                 : ScheduleStep(Begin{next.run});
  }
  const ScheduledRun& last = *std::ranges::min_element(running, is_less_urgent);
  return last.urgency < next.urgency ? ScheduleStep(Interrupt{last.run}) : ScheduleStep(NothingToDo{});
}

} // namespace vouch::server
