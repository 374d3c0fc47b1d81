#include "analysis/verifier.hpp"

#include <algorithm>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdexcept>

/// What is said of functions that only their file calls.
namespace vouch {
namespace {

using testing::Contains;
using testing::IsEmpty;
using testing::Not;

constexpr const char* on_its_own = "undecided calls in this file pass what callers may pass";

FileReport report_on(const std::string& code, const std::string& entry = {}) {
  SourceInput input;
  input.path = "/snippet/a.c";
  input.unsaved[input.path] = code;
  Options options;
  options.properties = {checked_by_default.begin(), checked_by_default.end()};
  options.entry_milliseconds = 10'000;
  options.entry = entry;
  VerificationContext context;
  return verify(input, options, context);
}

FunctionReport function_named(const std::string& name, const FileReport& report) {
  const auto found = std::ranges::find(report.functions, name, &FunctionReport::name);
  return found != report.functions.end() ? *found : throw std::invalid_argument(name);
}

/// A caller that stays open, whatever it calls.
constexpr const char* open_caller = "int f(int a, int b) { __asm__(\"nop\" : \"+r\"(a)); return 10 / a + half(b); }\n";

TEST(InternalFunctions, AreProvedOnTheirOwnWhereTheirCallersAreOpen) {
  const FileReport report = report_on(std::string("static int half(int n) { return 8 / (n | 1); }\n") + open_caller);
  EXPECT_EQ(function_named("f", report).verdict, Verdict::Unknown);
  const FunctionReport half = function_named("half", report);
  EXPECT_EQ(half.verdict, Verdict::Safe) << half.reason;
  EXPECT_EQ(half.checks.open, 0);
  EXPECT_GT(half.checks.total, 0);
  EXPECT_THAT(half.preconditions, Contains(on_its_own));
  EXPECT_EQ(report.verdict, Verdict::Unknown) << "the file is not decided by that";
}

TEST(InternalFunctions, AreThoseOfIncludedFilesToo) {
  SourceInput input;
  input.path = "/snippet/a.c";
  input.unsaved["/snippet/half.h"] = "static inline int half(int n) { return 8 / (n | 1); }\n";
  input.unsaved[input.path] = std::string("#include \"half.h\"\n") + open_caller;
  Options options;
  options.properties = {checked_by_default.begin(), checked_by_default.end()};
  options.entry_milliseconds = 10'000;
  VerificationContext context;
  const FunctionReport half = function_named("half", verify(input, options, context));
  EXPECT_EQ(half.verdict, Verdict::Safe) << half.reason;
}

TEST(InternalFunctions, NeedNoProofOfTheirOwnWhereTheirCallersGiveOne) {
  const FileReport report =
      report_on("static int half(int n) { return 8 / n; }\nint f(int b) { return half(b | 1); }\n");
  const FunctionReport half = function_named("half", report);
  EXPECT_EQ(half.verdict, Verdict::Safe) << half.reason;
  EXPECT_THAT(half.preconditions, IsEmpty());
  EXPECT_EQ(report.verdict, Verdict::Safe) << report.reason;
}

TEST(InternalFunctions, SayWhatTheirProofAsksOfTheirCallers) {
  const FileReport report = report_on(std::string("static int half(int n) { return 8 / n; }\n") + open_caller);
  const FunctionReport half = function_named("half", report);
  EXPECT_EQ(half.verdict, Verdict::Safe) << half.reason;
  EXPECT_THAT(half.preconditions, Contains("n is not 0"));
  EXPECT_THAT(report.hints, Not(Contains(testing::Field(&Violation::function, "half"))))
      << "nobody but this file could keep to it";
}

TEST(InternalFunctions, AreNotViolatedByWhatNothingCalls) {
  const FileReport report =
      report_on("static int pick(int i) { static int t[4]; if (i < 0 || i > 4) return 0; return t[i]; }\n"
                "int f(int a) { __asm__(\"nop\" : \"+r\"(a)); return 10 / a + pick(3); }\n");
  EXPECT_THAT(report.violations, IsEmpty()) << "nobody calls pick(4)";
  EXPECT_EQ(function_named("pick", report).verdict, Verdict::Unknown);
}

TEST(InternalFunctions, AreViolatedByTheirCallers) {
  const FileReport report = report_on("static int half(int n) { return 8 / n; }\nint f(void) { return half(0); }\n");
  EXPECT_EQ(function_named("half", report).verdict, Verdict::Violated);
  EXPECT_EQ(report.verdict, Verdict::Violated);
}

TEST(InternalFunctions, HaveNoProofOfTheirOwnInAProgram) {
  const std::string code = std::string("static int half(int n) { return 8 / (n | 1); }\n") + open_caller;
  const FileReport program = report_on(code + "int main(void) { return f(1, 2); }\n");
  EXPECT_EQ(function_named("half", program).verdict, Verdict::Unknown) << "its runs are those of main";
  const FileReport requested = report_on(code, "f");
  EXPECT_EQ(function_named("half", requested).verdict, Verdict::Unknown) << "only f was asked for";
}

} // namespace
} // namespace vouch
