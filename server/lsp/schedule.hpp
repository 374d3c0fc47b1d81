#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
#include <variant>

/// Which verification has a worker, and which waits for one: as pure functions.
namespace vouch::server {

/// Names one run of a verification; never used twice in a session.
using RunId = std::uint64_t;

/// Whether the user sees the document; `Visible` where the client does not say.
enum class Sight { Hidden, Visible, Active };

/// How much somebody waits for a run. What comes later counts only between those that are equal before.
struct Urgency {
  Sight sight = Sight::Visible;
  std::uint64_t last_touched = 0; ///< number of the last thing that the user did with the document
  friend auto operator<=>(const Urgency&, const Urgency&) = default;
};

struct ScheduledRun {
  RunId run = 0;
  Urgency urgency;
  friend auto operator<=>(const ScheduledRun& a, const ScheduledRun& b) = default;
};

struct NothingToDo {};
struct Begin {
  RunId run = 0;
};
/// Makes room: the run waits again, and what it has found is not lost.
struct Interrupt {
  RunId run = 0;
};
using ScheduleStep = std::variant<NothingToDo, Begin, Interrupt>;

/// What to do next when `workers` can run at a time, the more urgent first and then the one asked for last. What nobody
/// sees leaves one of several workers free, so that what is saved or opened has one at once.
ScheduleStep next_step(std::span<const ScheduledRun> waiting, std::span<const ScheduledRun> running,
                       std::size_t workers);

} // namespace vouch::server
