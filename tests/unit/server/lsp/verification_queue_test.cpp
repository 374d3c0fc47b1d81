#include "server/lsp/verification_queue.hpp"
#include "tests/support/toy_verification.hpp"

#include <gtest/gtest.h>

namespace vouch::server {
namespace {

using vouch::test::ToyVerification;

class QueueTest : public testing::Test {
protected:
  explicit QueueTest(const std::vector<std::reference_wrapper<VerificationService>>& services)
      : queue(io, services,
              {[this](RunId run) { started.push_back(run); }, [this](RunId, const std::string&) { ++progress_events; },
               [this](RunId, VerifiedDocument partial) { partial_results.push_back(std::move(partial)); },
               [this](RunId run) { interrupted.push_back(run); },
               [this](RunId run, VerifiedDocument result) {
                 finished.push_back(run);
                 results.push_back(std::move(result));
               }}) {}

  void submit(RunId run, const std::string& text, std::chrono::milliseconds budget = std::chrono::seconds(60)) {
    submit(run, text, Urgency{}, budget);
  }

  void submit(RunId run, const std::string& text, const Urgency& urgency,
              std::chrono::milliseconds budget = std::chrono::seconds(60)) {
    VerificationJob job;
    job.run = run;
    job.request.input.path = "/a.c";
    job.request.input.unsaved["/a.c"] = text;
    job.budget = budget;
    job.target.path = "/a.c";
    queue.submit(std::move(job), urgency);
  }

  /// Runs the event loop until `done`, or for too long.
  template <class Condition>
  bool run_until(Condition done) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (!done() && std::chrono::steady_clock::now() < end) {
      io.run_for(std::chrono::milliseconds(5));
      io.restart();
    }
    return done();
  }

  bool has_started(RunId run) const { return std::find(started.begin(), started.end(), run) != started.end(); }

  static constexpr Urgency hidden{Sight::Hidden, 1};
  static constexpr Urgency active{Sight::Active, 1};

  ToyVerification toy;
  ToyVerification other_toy;
  boost::asio::io_context io;
  std::vector<RunId> started;
  std::vector<RunId> interrupted;
  std::vector<RunId> finished;
  std::vector<VerifiedDocument> results;
  std::vector<VerifiedDocument> partial_results;
  int progress_events = 0;
  VerificationQueue queue;
};

class VerificationQueueTest : public QueueTest {
protected:
  VerificationQueueTest() : QueueTest({toy}) {}
};

/// Two verifications at a time.
class TwoWorkersTest : public QueueTest {
protected:
  TwoWorkersTest() : QueueTest({toy, other_toy}) {}
};

TEST_F(VerificationQueueTest, GivesTheResult) {
  submit(1, "assert(0)");
  ASSERT_TRUE(run_until([&] { return finished.size() == 1; }));
  EXPECT_EQ(results[0].diagnostics.size(), 1U);
  EXPECT_EQ(results[0].verdict, Verdict::Violated);
  EXPECT_EQ(started, std::vector<RunId>{1});
}

TEST_F(VerificationQueueTest, TheLastSubmittedRunsFirst) {
  submit(1, "slow");
  ASSERT_TRUE(run_until([&] { return has_started(1); }));
  submit(2, "");
  submit(3, "");
  queue.cancel(1);
  ASSERT_TRUE(run_until([&] { return finished.size() == 2; }));
  EXPECT_EQ(finished, (std::vector<RunId>{3, 2}));
}

TEST_F(VerificationQueueTest, ACancelledRunGivesNoMoreEvents) {
  submit(1, "slow");
  ASSERT_TRUE(run_until([&] { return has_started(1); }));
  submit(2, "never");
  queue.cancel(2);
  queue.cancel(1);
  queue.cancel(77);
  const int before = progress_events;
  submit(3, "");
  ASSERT_TRUE(run_until([&] { return !finished.empty(); }));
  EXPECT_EQ(finished, std::vector<RunId>{3});
  EXPECT_FALSE(has_started(2));
  EXPECT_EQ(progress_events, before);
  EXPECT_EQ(toy.stopped_early, 1);
}

TEST_F(VerificationQueueTest, AResultThatCrossesItsCancellationIsDropped) {
  submit(1, "assert(0)");
  while (toy.started == 0) {
    std::this_thread::yield();
  }
  std::this_thread::sleep_for(std::chrono::milliseconds(50)); // its events wait in the event loop
  queue.cancel(1);
  submit(2, "");
  ASSERT_TRUE(run_until([&] { return !finished.empty(); }));
  EXPECT_EQ(finished, std::vector<RunId>{2});
}

TEST_F(VerificationQueueTest, TheBudgetCountsFromTheStart) {
  submit(1, "slow", std::chrono::milliseconds(30));
  ASSERT_TRUE(run_until([&] { return !finished.empty(); }));
  EXPECT_EQ(results[0].reason, "timeout");
  EXPECT_EQ(toy.stopped_early, 0);
}

TEST_F(VerificationQueueTest, TellsWhatIsDecidedBeforeTheRunIsOver) {
  submit(1, "half assert(0)", std::chrono::milliseconds(100));
  ASSERT_TRUE(run_until([&] { return !finished.empty(); }));
  ASSERT_EQ(partial_results.size(), 1U);
  ASSERT_EQ(partial_results[0].functions.size(), 2U);
  EXPECT_EQ(partial_results[0].functions[0].verdict, Verdict::Violated);
  EXPECT_EQ(partial_results[0].functions[1].reason, not_finished_reason);
}

TEST_F(VerificationQueueTest, ProgressIsThrottled) {
  submit(1, "slow", std::chrono::milliseconds(250));
  ASSERT_TRUE(run_until([&] { return !finished.empty(); }));
  EXPECT_GE(progress_events, 1);
  EXPECT_LE(progress_events, 3);
}

TEST_F(VerificationQueueTest, AServiceThatThrowsCostsOneAnswer) {
  submit(1, "throws");
  ASSERT_TRUE(run_until([&] { return !finished.empty(); }));
  EXPECT_EQ(results[0].verdict, Verdict::Unknown);
  EXPECT_EQ(results[0].reason, "internal error: the toy is broken");
  EXPECT_EQ(results[0].diagnostics.size(), 1U);
  submit(2, "");
  ASSERT_TRUE(run_until([&] { return finished.size() == 2; }));
  EXPECT_EQ(results[1].verdict, Verdict::Safe);
}

TEST_F(VerificationQueueTest, ShutDownWaitsAsLongAsItIsTold) {
  submit(1, "stubborn");
  while (toy.started == 0) {
    std::this_thread::yield();
  }
  EXPECT_EQ(queue.shut_down(std::chrono::milliseconds(1)), WorkerThread::Wait::TimedOut);
  EXPECT_EQ(queue.shut_down(std::chrono::seconds(20)), WorkerThread::Wait::Ended);
}

TEST_F(VerificationQueueTest, WhatIsMoreUrgentInterruptsAndTheOtherBeginsAgain) {
  submit(1, "slow", {Sight::Visible, 1}, std::chrono::milliseconds(400));
  ASSERT_TRUE(run_until([&] { return has_started(1); }));
  submit(2, "assert(0)", {Sight::Visible, 2});
  ASSERT_TRUE(run_until([&] { return !finished.empty(); }));
  EXPECT_EQ(finished, std::vector<RunId>{2});
  EXPECT_EQ(interrupted, std::vector<RunId>{1});
  ASSERT_TRUE(run_until([&] { return finished.size() == 2; }));
  EXPECT_EQ(started, (std::vector<RunId>{1, 2, 1}));
  EXPECT_EQ(results[1].reason, "timeout") << "it had its whole time";
}

TEST_F(VerificationQueueTest, WhatIsAsUrgentDoesNotInterrupt) {
  submit(1, "slow", std::chrono::milliseconds(100));
  submit(2, "");
  ASSERT_TRUE(run_until([&] { return finished.size() == 2; }));
  EXPECT_EQ(finished, (std::vector<RunId>{1, 2}));
  EXPECT_TRUE(interrupted.empty());
}

TEST_F(VerificationQueueTest, UrgencyMayChangeWhileARunWaits) {
  submit(1, "slow", hidden);
  ASSERT_TRUE(run_until([&] { return has_started(1); }));
  submit(2, "", hidden);
  submit(3, "", hidden);
  queue.change_urgency(2, active);
  ASSERT_TRUE(run_until([&] { return !finished.empty(); }));
  EXPECT_EQ(finished.front(), 2U);
  EXPECT_EQ(interrupted, std::vector<RunId>{1});
}

TEST_F(VerificationQueueTest, AnInterruptedRunCanBeCancelled) {
  submit(1, "slow", hidden);
  ASSERT_TRUE(run_until([&] { return has_started(1); }));
  submit(2, "slow", active);
  ASSERT_TRUE(run_until([&] { return has_started(2); }));
  queue.cancel(1);
  queue.cancel(2);
  submit(3, "");
  ASSERT_TRUE(run_until([&] { return !finished.empty(); }));
  EXPECT_EQ(finished, std::vector<RunId>{3});
  EXPECT_EQ(started, (std::vector<RunId>{1, 2, 3}));
}

TEST_F(TwoWorkersTest, NobodyWaitsForASlowFile) {
  submit(1, "slow", {Sight::Visible, 2});
  ASSERT_TRUE(run_until([&] { return has_started(1); }));
  submit(2, "", {Sight::Visible, 1});
  ASSERT_TRUE(run_until([&] { return !finished.empty(); }));
  EXPECT_EQ(finished, std::vector<RunId>{2});
  EXPECT_TRUE(interrupted.empty());
}

TEST_F(TwoWorkersTest, WhatNobodySeesLeavesAWorkerFree) {
  submit(1, "slow", hidden);
  submit(2, "slow", hidden);
  ASSERT_TRUE(run_until([&] { return has_started(1) || has_started(2); }));
  io.run_for(std::chrono::milliseconds(50));
  io.restart();
  EXPECT_EQ(started.size(), 1U);
  submit(3, "", active);
  ASSERT_TRUE(run_until([&] { return !finished.empty(); }));
  EXPECT_EQ(finished, std::vector<RunId>{3});
  EXPECT_TRUE(interrupted.empty());
}

TEST_F(TwoWorkersTest, TheLeastUrgentIsInterrupted) {
  submit(1, "slow", {Sight::Visible, 3});
  submit(2, "slow", {Sight::Visible, 2});
  ASSERT_TRUE(run_until([&] { return has_started(1) && has_started(2); }));
  submit(3, "", {Sight::Visible, 4});
  ASSERT_TRUE(run_until([&] { return !finished.empty(); }));
  EXPECT_EQ(finished, std::vector<RunId>{3});
  EXPECT_EQ(interrupted, std::vector<RunId>{2});
}

} // namespace
} // namespace vouch::server
