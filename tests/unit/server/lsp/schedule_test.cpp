#include "server/lsp/attention.hpp"
#include "server/lsp/schedule.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <optional>
#include <rapidcheck/gtest.h>
#include <vector>

namespace vouch::server {
namespace {

using Runs = std::vector<ScheduledRun>;

std::optional<RunId> begun(const ScheduleStep& step) {
  const auto* begin = std::get_if<Begin>(&step);
  return begin == nullptr ? std::nullopt : std::optional(begin->run);
}

std::optional<RunId> stopped(const ScheduleStep& step) {
  const auto* interrupt = std::get_if<Interrupt>(&step);
  return interrupt == nullptr ? std::nullopt : std::optional(interrupt->run);
}

constexpr Urgency hidden{Sight::Hidden, 9};
constexpr Urgency visible{Sight::Visible, 1};
constexpr Urgency active{Sight::Active, 1};

TEST(ScheduleTest, WhatIsSeenComesBeforeWhatWasTouchedLast) {
  EXPECT_EQ(begun(next_step(Runs{{1, visible}, {2, hidden}, {3, visible}, {4, active}}, Runs{}, 1)), 4U);
  EXPECT_EQ(begun(next_step(Runs{{1, visible}, {2, hidden}}, Runs{}, 1)), 1U);
}

TEST(ScheduleTest, OfTheSameTheLastAskedForIsFirst) {
  EXPECT_EQ(begun(next_step(Runs{{1, visible}, {3, visible}, {2, visible}}, Runs{}, 1)), 3U);
}

TEST(ScheduleTest, AWorkerIsKeptForWhatIsSeen) {
  EXPECT_EQ(begun(next_step(Runs{{1, hidden}}, Runs{{2, hidden}}, 2)), std::nullopt);
  EXPECT_EQ(begun(next_step(Runs{{1, hidden}}, Runs{}, 2)), 1U);
  EXPECT_EQ(begun(next_step(Runs{{1, visible}}, Runs{{2, hidden}}, 2)), 1U);
  EXPECT_EQ(begun(next_step(Runs{{1, hidden}}, Runs{}, 1)), 1U) << "one worker does all";
}

TEST(ScheduleTest, WhatNobodySeesMakesRoomForItsLike) {
  EXPECT_EQ(stopped(next_step(Runs{{1, {Sight::Hidden, 10}}}, Runs{{2, hidden}}, 2)), 2U);
  EXPECT_EQ(stopped(next_step(Runs{{1, {Sight::Hidden, 10}}}, Runs{{2, visible}}, 2)), std::nullopt);
}

TEST(ScheduleTest, OnlyLessUrgentRunsMakeRoom) {
  EXPECT_EQ(stopped(next_step(Runs{{3, active}}, Runs{{1, visible}, {2, hidden}}, 2)), 2U);
  EXPECT_EQ(stopped(next_step(Runs{{3, visible}}, Runs{{1, visible}, {2, active}}, 2)), std::nullopt);
}

/// Whatever happens: no step is without a reason, and the steps come to an end.
RC_GTEST_PROP(ScheduleTest, InTheEndNothingWaitsThatIsMoreUrgentThanWhatRuns, ()) {
  const auto workers = *rc::gen::inRange<std::size_t>(1, 4);
  const auto count = *rc::gen::inRange<RunId>(0, 8);
  Runs waiting;
  Runs running;
  for (RunId run = 1; run <= count; ++run) {
    const auto sight = *rc::gen::element(Sight::Hidden, Sight::Visible, Sight::Active);
    waiting.push_back({run, {sight, *rc::gen::inRange<std::uint64_t>(0, 3)}});
  }
  const auto move = [](Runs& from, Runs& to, RunId run) {
    const auto found = std::ranges::find(from, run, &ScheduledRun::run);
    RC_ASSERT(found != from.end());
    to.push_back(*found);
    from.erase(found);
  };
  for (int steps = 0; steps < 100; ++steps) {
    const ScheduleStep step = next_step(waiting, running, workers);
    if (const auto run = begun(step)) {
      move(waiting, running, *run);
    } else if (const auto other = stopped(step)) {
      move(running, waiting, *other);
    } else {
      break;
    }
  }
  RC_ASSERT(std::holds_alternative<NothingToDo>(next_step(waiting, running, workers)));
  RC_ASSERT(running.size() <= workers);
  for (const ScheduledRun& waits : waiting) {
    for (const ScheduledRun& runs : running) {
      RC_ASSERT(!(runs.urgency < waits.urgency));
    }
  }
}

Focus focus_of(const char* text) { return protocol::Json::parse(text).get<Focus>(); }

TEST(AttentionTest, WithoutAWordFromTheClientTheLastTouchedIsFirst) {
  Attention attention;
  attention.touch("a");
  attention.touch("b");
  EXPECT_LT(attention.urgency_of("a"), attention.urgency_of("b"));
  EXPECT_LT(attention.urgency_of("c"), attention.urgency_of("a"));
  attention.touch("a");
  EXPECT_LT(attention.urgency_of("b"), attention.urgency_of("a"));
}

TEST(AttentionTest, WhatIsSeenCountsMore) {
  Attention attention;
  attention.touch("a");
  attention.touch("b");
  attention.touch("c");
  attention.look_at(focus_of(R"({"active": "a", "visible": [{"uri": "a"}, {"uri": "b", "range":
      {"start": {"line": 4, "character": 0}, "end": {"line": 9, "character": 1}}}]})"));
  EXPECT_LT(attention.urgency_of("c"), attention.urgency_of("b"));
  EXPECT_LT(attention.urgency_of("b"), attention.urgency_of("a"));
  EXPECT_EQ(attention.range_in_view("a"), std::nullopt);
  EXPECT_EQ(attention.range_in_view("b"), (protocol::Range{{4, 0}, {9, 1}}));
  attention.look_at(focus_of("{}"));
  EXPECT_EQ(attention.urgency_of("a").sight, Sight::Hidden);
}

} // namespace
} // namespace vouch::server
