#include "analysis/support/processor_clock.hpp"
#include "analysis/support/run_context.hpp"

#include <gtest/gtest.h>
#include <thread>
#include <vector>

namespace vouch {
namespace {

using std::chrono::milliseconds;

void work_for(milliseconds time) {
  for (const auto end = ProcessorClock::now() + time; ProcessorClock::now() < end;) {
  }
}

TEST(ProcessorClock, StandsStillWhileTheThreadSleeps) {
  const auto start = ProcessorClock::now();
  std::this_thread::sleep_for(milliseconds(50));
  EXPECT_LT(ProcessorClock::now() - start, milliseconds(25));
}

TEST(TimeUntil, IsZeroOnlyWhenItIsOver) {
  constexpr std::chrono::microseconds almost_two(1900);
  EXPECT_EQ(time_until(ProcessorClock::now() + almost_two), milliseconds(2));
  EXPECT_EQ(time_until(ProcessorClock::now() + milliseconds(2) - almost_two), milliseconds(1));
  EXPECT_EQ(time_until(ProcessorClock::now() - milliseconds(2)), milliseconds(0));
}

TEST(AttemptFor, WhoHadToWaitGetsAsMuchMore) {
  std::vector<milliseconds> limits;
  attempt_for(milliseconds(20), [&](milliseconds limit) {
    limits.push_back(limit);
    std::this_thread::sleep_for(limit);
    return true;
  });
  ASSERT_EQ(limits.size(), 2);
  EXPECT_EQ(limits[0], milliseconds(20));
  EXPECT_GE(limits[1], milliseconds(100));
  EXPECT_LE(limits[1], milliseconds(160)) << "not for ever";
}

TEST(AttemptFor, AnAnswerAndARefusalBeforeTheTimeIsOverAreFinal) {
  int asked = 0;
  attempt_for(milliseconds(20), [&](milliseconds limit) {
    std::this_thread::sleep_for(limit);
    return ++asked == 0;
  });
  EXPECT_EQ(asked, 1);
  attempt_for(milliseconds(10'000), [&](milliseconds) { return ++asked != 0; });
  EXPECT_EQ(asked, 2);
}

TEST(RunContext, AProcessorDeadlineDoesNotComeWhileTheThreadSleeps) {
  RunContext context;
  context.processor_deadline = ProcessorClock::now() + milliseconds(20);
  std::this_thread::sleep_for(milliseconds(40));
  EXPECT_FALSE(context.interruption());
  work_for(milliseconds(25));
  EXPECT_EQ(context.interruption(), Interruption::Timeout);
}

TEST(RunContext, RemainingIsWhatIsLeftUntilTheFirstDeadline) {
  RunContext context;
  context.deadline = std::chrono::steady_clock::now() + milliseconds(10'000);
  context.processor_deadline = ProcessorClock::now() + milliseconds(2'000);
  EXPECT_LE(context.remaining(milliseconds(60'000)), milliseconds(2'000));
  EXPECT_GT(context.remaining(milliseconds(60'000)), milliseconds(1'000));
  EXPECT_EQ(context.remaining(milliseconds(100)), milliseconds(100));
  context.deadline = std::chrono::steady_clock::now() - milliseconds(1);
  EXPECT_EQ(context.remaining(milliseconds(100)), milliseconds(0));
}

} // namespace
} // namespace vouch
