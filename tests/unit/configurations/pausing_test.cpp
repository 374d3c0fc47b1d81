#include "analysis/verifier.hpp"

#include <gtest/gtest.h>

/// Thresholds that users set: attempts pause, and go on, twice as far, once all have paused.
namespace vouch {
namespace {

const std::string counting =
    "extern void assert(int); extern int nd(void);\n"
    "int main(void) { int n = nd(), i = 0, odd = 0;\n"
    "while (i < 3000) { if (n > i) i++; else i += 2; odd = i % 2; } assert(i <= 3001 && odd < 2); return 0; }";

FileReport verified(const std::string& analysis, const Pausing& pausing, const std::string& text = counting) {
  SourceInput input;
  input.path = "/snippet/main.c";
  input.unsaved[input.path] = text;
  Options options;
  options.analysis = analysis;
  options.executions = Executions::Off;
  options.pausing = pausing;
  VerificationContext context;
  context.deadline = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  return verify(input, options, context);
}

TEST(Pausing, AttemptsGoOnUntilOneComesToItsEnd) {
  const FileReport at_once = verified("value", {});
  ASSERT_EQ(at_once.verdict, Verdict::Safe) << at_once.reason;
  const FileReport in_parts = verified("value", {.states = 100});
  EXPECT_EQ(in_parts.verdict, Verdict::Safe) << in_parts.reason;
  EXPECT_GE(in_parts.statistics.abstract_states, at_once.statistics.abstract_states);
  EXPECT_LE(in_parts.statistics.abstract_states, at_once.statistics.abstract_states + 100);
}

TEST(Pausing, OfTimeAndMemoryChangesNoVerdict) {
  EXPECT_EQ(verified("value", {.milliseconds = 1}).verdict, Verdict::Safe);
  EXPECT_EQ(verified("value", {.mebibytes = 1}).verdict, Verdict::Safe);
}

/// Refined values begin again, with twice as many states, until these are enough.
TEST(Pausing, RefinedValuesComeToAnEndTwiceAsFar) {
  const FileReport report = verified(
      "value-refined", {.states = 50},
      "extern void assert(int); extern int nd(void);\n"
      "int main(void) { int i = 0, f = 1; while (i < 300) { if (nd()) i++; if (f != 1) assert(0); } assert(i == "
      "300); return 0; }");
  EXPECT_EQ(report.verdict, Verdict::Safe) << report.reason;
  EXPECT_GT(report.statistics.abstract_states, 600U);
}

/// What values have paused at is left to others.
TEST(Pausing, LetsOthersHaveTheirTurn) {
  const FileReport report = verified("default", {.states = 60});
  EXPECT_EQ(report.verdict, Verdict::Safe) << report.reason;
}

/// What is left is only whether there are more violations, and that is nothing to use up all of the time for.
TEST(Pausing, EndsOnceTheVerdictIsKnown) {
  const auto start = std::chrono::steady_clock::now();
  const FileReport report =
      verified("value", {.milliseconds = 50},
               "extern void assert(int); extern unsigned nd(void);\n"
               "int main(void) { unsigned x = nd(), y = nd(), i = 0; assert(x != 7);\n"
               "while (i < 4000000000u) { if (y > i) i++; else i += 2; } assert(i % 7 != x); return 0; }");
  EXPECT_EQ(report.verdict, Verdict::Violated) << report.reason;
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(30));
}

TEST(Pausing, AtTheLargestThresholdIsNoPause) {
  const FileReport report =
      verified("value", {.states = largest_pausing_threshold, .mebibytes = largest_pausing_threshold});
  EXPECT_EQ(report.verdict, Verdict::Safe) << report.reason;
}

} // namespace
} // namespace vouch
