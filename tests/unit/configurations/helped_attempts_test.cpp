#include "analysis/configurations/helped_attempts.hpp"
#include "analysis/verifier.hpp"
#include "tests/support/temporary_folder.hpp"

#include <algorithm>
#include <deque>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <set>
#include <sstream>

/// Whoever verifies the functions of a file, the report is the same.
namespace vouch {
namespace {

using testing::HasSubstr;

/// Answers in this process, when somebody waits. Some end instead.
class InlineHelpers final : public Helpers {
public:
  using ToAnswer = std::function<std::string(const std::string&)>;
  struct Log {
    std::size_t questions = 0;
    std::size_t started = 0;
  };

  /// `ending` have ended as soon as they are asked.
  InlineHelpers(std::size_t count, std::set<std::size_t> ending, ToAnswer answer, Log& log)
      : count_(count), ending_(std::move(ending)), answer_(std::move(answer)), log_(log) {
    log_.started += count;
  }

  [[nodiscard]] std::size_t count() const override { return count_; }
  void ask(std::size_t helper, const std::string& question) override {
    ++log_.questions;
    asked_.emplace_front(helper, question); // the last one is the first one to answer
  }
  std::optional<Answer> wait(std::chrono::milliseconds /*limit*/) override {
    if (asked_.empty()) {
      return std::nullopt;
    }
    const auto [helper, question] = asked_.front();
    asked_.pop_front();
    if (ending_.contains(helper)) {
      return Answer{helper, std::nullopt, "it has ended"};
    }
    return Answer{helper, answer_(question), {}};
  }

private:
  std::size_t count_;
  std::set<std::size_t> ending_;
  ToAnswer answer_;
  Log& log_;
  std::deque<std::pair<std::size_t, std::string>> asked_;
};

class HelpedVerification : public testing::Test {
protected:
  HelpedVerification() {
    input_.path = "/snippet/a.c";
    input_.unsaved[input_.path] = code;
    options_.properties = {checked_by_default.begin(), checked_by_default.end()};
    options_.entry_milliseconds = 20'000;
  }

  FileReport report(std::size_t helpers, std::set<std::size_t> ending = {}) {
    VerificationContext context;
    if (helpers > 0) {
      context.start_helpers = [this, helpers, ending](const InlineHelpers::ToAnswer& answer) {
        return std::make_unique<InlineHelpers>(helpers, ending, answer, log_);
      };
    }
    return verify(input_, options_, context);
  }

  /// Proved, violated, proved under a precondition, open, with an invariant, called by the file alone.
  static constexpr const char* code = R"(
extern int read_number(void);
static int half(int n) { return 8 / (n | 1); }
int proved(int n) { return half(n) + 1; }
int violated(void) { int table[3] = {1, 2, 3}; int at = 0; for (int i = 0; i < 3; i++) at += table[i]; return table[at]; }
int first(const int *place) { return place[0]; }
int open(int a) { __asm__("nop" : "+r"(a)); return 10 / a + half(a); }
int count(void) { int i = 0; while (i < 9) i++; __builtin_assume(i >= 0); return 100 / i; }
int *found(int *place, int key) { if (*place == key) return place; return 0; }
int uses(int key) { int x = 3; return *found(&x, key); }
)";

  InlineHelpers::Log log_;
  SourceInput input_;
  Options options_;
};

std::string text_of(const Place& place) { return std::to_string(place.line) + ":" + std::to_string(place.column); }

/// All of the report that does not depend on the time.
std::string text_of(const FileReport& report) {
  std::ostringstream text;
  text << static_cast<int>(report.verdict) << " " << report.reason << "\n";
  for (const FunctionReport& function : report.functions) {
    text << function.name << " " << static_cast<int>(function.verdict) << " " << function.reason << " "
         << function.checks.total << " " << function.checks.open << " " << function.checks.left_to_callers << " "
         << function.from_cache << " " << testing::PrintToString(function.preconditions)
         << testing::PrintToString(function.summary.guarantees) << testing::PrintToString(function.summary.requirements)
         << "\n";
  }
  for (const std::vector<Violation>* list : {&report.violations, &report.hints}) {
    text << "--\n";
    for (const Violation& violation : *list) {
      text << violation.message << " " << text_of(violation.place) << " " << violation.function << " "
           << static_cast<int>(violation.kind) << " " << violation.trace.size() << " " << violation.run.entry << " "
           << testing::PrintToString(violation.run.inputs.size()) << " " << violation.fingerprint << "\n";
    }
  }
  for (const Invariant& invariant : report.invariants) {
    text << invariant.function << " " << text_of(invariant.place) << " " << invariant.text << "\n";
  }
  for (const Place& place : report.unreachable) {
    text << "unreachable " << text_of(place) << "\n";
  }
  for (const Message& message : report.messages) {
    text << message.text << "\n";
  }
  text << testing::PrintToString(report.assumptions);
  return text.str();
}

TEST_F(HelpedVerification, SaysTheSameWithAnyNumberOfHelpers) {
  const FileReport alone = report(0);
  EXPECT_THAT(text_of(alone), HasSubstr("open"));
  EXPECT_FALSE(alone.violations.empty());
  EXPECT_FALSE(alone.hints.empty());
  for (const std::size_t helpers : {1, 2, 3, 20}) {
    log_ = {};
    EXPECT_EQ(text_of(report(helpers)), text_of(alone)) << helpers;
    EXPECT_EQ(log_.started, helpers);
    EXPECT_GT(log_.questions, 5);
  }
}

TEST_F(HelpedVerification, SaysTheSameWithACache) {
  const test::TemporaryFolder alone_folder;
  const test::TemporaryFolder folder;
  options_.cache_folder = alone_folder.path();
  const FileReport alone = report(0);
  const FileReport again = report(0);
  options_.cache_folder = folder.path();
  EXPECT_EQ(text_of(report(2)), text_of(alone));
  EXPECT_EQ(text_of(report(2)), text_of(again)) << "what helpers found is in the cache";
  EXPECT_EQ(text_of(report(0)), text_of(again));
}

TEST_F(HelpedVerification, SaysTheSameWithExplanations) {
  const test::TemporaryFolder alone_folder;
  const test::TemporaryFolder folder;
  options_.explanations = Explanations::On;
  options_.cache_folder = alone_folder.path();
  const FileReport alone = report(0);
  EXPECT_THAT(text_of(alone), HasSubstr("verified anew"));
  options_.cache_folder = folder.path();
  EXPECT_EQ(text_of(report(2)), text_of(alone));
}

TEST_F(HelpedVerification, CountsWhatHelpersDo) {
  const Statistics alone = report(0).statistics;
  const Statistics helped = report(2).statistics;
  // Not the same number: which means come to their end in the time that they have is not the same twice on a busy machine.
  EXPECT_GT(helped.abstract_states, alone.abstract_states / 3);
  EXPECT_GT(alone.abstract_states, 30);
}

TEST_F(HelpedVerification, LeavesOpenOnlyWhatAHelperEndedWith) {
  const FileReport alone = report(0);
  const FileReport helped = report(3, {1});
  std::size_t open = 0;
  for (std::size_t i = 0; i < helped.functions.size(); ++i) {
    const FunctionReport& function = helped.functions[i];
    open += function.reason == "it has ended" ? 1 : 0;
    EXPECT_TRUE(function.verdict == alone.functions[i].verdict || function.verdict == Verdict::Unknown)
        << function.name;
  }
  EXPECT_GE(open, 1);
  EXPECT_LE(open, 2) << "the one that it was asked about, and perhaps what that one calls";
}

TEST_F(HelpedVerification, GoesOnWithoutHelpers) {
  const FileReport helped = report(1, {0});
  const auto decided = std::ranges::count_if(
      helped.functions, [](const FunctionReport& function) { return function.verdict != Verdict::Unknown; });
  EXPECT_GE(decided, 4);
}

TEST_F(HelpedVerification, HasNoHelpersForOneFunction) {
  options_.entry = "count";
  report(2);
  EXPECT_EQ(log_.started, 0);
}

TEST_F(HelpedVerification, EndsWhenItsTimeIsOver) {
  options_.entry_milliseconds = 0;
  VerificationContext context;
  context.deadline = std::chrono::steady_clock::now();
  context.start_helpers = [this](const InlineHelpers::ToAnswer& answer) {
    return std::make_unique<InlineHelpers>(2, std::set<std::size_t>{}, answer, log_);
  };
  EXPECT_EQ(verify(input_, options_, context).verdict, Verdict::Unknown);
  EXPECT_EQ(log_.questions, 0);
}

} // namespace
} // namespace vouch
