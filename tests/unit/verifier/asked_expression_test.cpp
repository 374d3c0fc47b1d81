#include "analysis/asked_expression.hpp"
#include "analysis/verifier.hpp"

#include <algorithm>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace vouch {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

Options default_checks() {
  Options options;
  options.properties = {checked_by_default.begin(), checked_by_default.end()};
  return options;
}

/// The answer where `|` stands in `code`.
ExpressionAnswer answer_at(std::string code, const std::string& expression, const Options& options = default_checks()) {
  const std::size_t mark = code.find('|');
  code.erase(mark, 1);
  const std::string before = code.substr(0, mark);
  SourceInput input;
  input.path = "/snippet/main.c";
  input.unsaved[input.path] = code;
  const SourcePosition place{static_cast<unsigned>(std::ranges::count(before, '\n')) + 1,
                             static_cast<unsigned>(before.size() - (before.rfind('\n') + 1)) + 1};
  VerificationContext context;
  return prove_expression(input, options, {place, expression}, context);
}

const std::string nondeterministic = "extern int __VERIFIER_nondet_int(void);\n";
const std::string clamp = "int clamp(int x) {\n  if (x < 0)\n    x = 0;\n  |if (x > 9)\n    x = 9;\n  return x;\n}\n";

TEST(AskedExpression, HoldsInAllRunsOrNotInOne) {
  EXPECT_EQ(answer_at(clamp, "x >= 0").verdict, Verdict::Safe);
  const ExpressionAnswer refuted = answer_at(clamp, "x <= 9");
  EXPECT_EQ(refuted.verdict, Verdict::Violated);
  EXPECT_EQ(refuted.function, "clamp");
  ASSERT_TRUE(refuted.violation);
  EXPECT_TRUE(refuted.violation->confirmed);
  EXPECT_EQ(refuted.violation->message, "\"x <= 9\" can be false here");
}

TEST(AskedExpression, TheRunIsToldInThePlacesOfTheFile) {
  const std::string code = "int f(int a, int b) {\n  int c = 0; |c = a & 15; c += b & 1;\n  return c;\n}\n";
  const ExpressionAnswer answer = answer_at(code, "a != 3");
  ASSERT_TRUE(answer.violation);
  EXPECT_EQ(answer.violation->place.line, 2U);
  EXPECT_EQ(answer.violation->place.column, 14U);
  for (const TraceStep& step : answer.violation->trace) {
    EXPECT_THAT(step.text, testing::Not(HasSubstr("reach_error")));
    EXPECT_LE(step.place.line, 2U);
  }
  const auto values = answer.violation->trace[answer.violation->trace.size() - 2].values;
  EXPECT_THAT(values, ElementsAre(std::pair<std::string, std::string>("a", "3")));
}

TEST(AskedExpression, WhatStandsBehindThePlaceHasNotHappened) {
  const std::string code = "int f(int a) { int b = 1; |b = 2; return b; }";
  EXPECT_EQ(answer_at(code, "b == 1").verdict, Verdict::Safe);
  EXPECT_EQ(answer_at("int f(int a) { int b = 1; b = 2;| return b; }", "b == 2").verdict, Verdict::Safe);
  EXPECT_EQ(answer_at("int f(int a) { int b = 1; if (a) { b = 2; |} return b; }", "b == 2").verdict, Verdict::Safe);
}

TEST(AskedExpression, ABodyWithoutBracesIsAPlaceToo) {
  EXPECT_EQ(answer_at("int f(int a, int b) { if (b != 0) return a / |b; return 0; }", "b != 0").verdict, Verdict::Safe);
  EXPECT_EQ(answer_at("int f(int a, int b) { if (b != 0) return a; else return |b; }", "b == 0").verdict,
            Verdict::Safe);
  EXPECT_EQ(
      answer_at("int f(unsigned n) { int s = 0; while (n > 0) if (n-- & 1) s |^= 1; return s; }", "n >= 0").verdict,
      Verdict::Safe);
}

TEST(AskedExpression, SoIsACaseOfASwitch) {
  const std::string code = "int f(int a) { switch (a) { case 1: |return 1; case 2: return 2; default: return 0; } }";
  EXPECT_EQ(answer_at(code, "a == 1").verdict, Verdict::Safe);
}

TEST(AskedExpression, InALoopItIsAskedInEachRound) {
  const std::string code = "int f(unsigned n) { unsigned i = 0; while (i < n) { |i++; } return i == n; }";
  EXPECT_EQ(answer_at(code, "i < n").verdict, Verdict::Safe);
  EXPECT_EQ(answer_at(code, "i != 3").verdict, Verdict::Violated);
}

/// An assertion there would be a promise of the callers.
TEST(AskedExpression, AtTheBeginningOfAFunctionNobodyPromisesAnything) {
  EXPECT_EQ(answer_at("int f(int a) { |return a > 0; }", "a > 0").verdict, Verdict::Violated);
  EXPECT_EQ(answer_at("static int f(int a) { |return a; } int g(void) { return f(3); }", "a == 3").verdict,
            Verdict::Safe);
}

TEST(AskedExpression, WhatCallersPromiseInTheCodeCounts) {
  EXPECT_EQ(answer_at("extern void assert(int); int f(int a) { assert(a > 0); |return a; }", "a >= 1").verdict,
            Verdict::Safe);
}

TEST(AskedExpression, ARunThatFailsBeforeDoesNotComeThere) {
  const ExpressionAnswer answer = answer_at("int f(int a, int b) { int c = a / b; |return c; }", "b != 0");
  EXPECT_EQ(answer.verdict, Verdict::Safe) << answer.reason;
}

TEST(AskedExpression, OtherChecksOfTheFileAreNotAsked) {
  const std::string code = "extern void assert(int); int f(int a) { |int b = a; assert(a != 7); return b; }";
  EXPECT_EQ(answer_at(code, "a == a").verdict, Verdict::Safe);
}

TEST(AskedExpression, WhereNoRunComesThatIsSaid) {
  const ExpressionAnswer answer = answer_at("int f(int a) { if (a > 3 && a < 2) { |return 1; } return 0; }", "a == 17");
  EXPECT_EQ(answer.verdict, Verdict::Safe);
  EXPECT_FALSE(answer.is_reached);
  EXPECT_TRUE(answer_at(clamp, "x >= 0").is_reached);
}

TEST(AskedExpression, AFunctionThatNobodyCallsIsNotDecided) {
  const ExpressionAnswer answer =
      answer_at("static int f(int a) { |return a; } int main(void) { return 0; }", "a == 1");
  EXPECT_EQ(answer.verdict, Verdict::Unknown);
  EXPECT_NE(answer.reason, "");
}

TEST(AskedExpression, PointersAndMembers) {
  const std::string code =
      "struct ring { unsigned head, count; int items[8]; };\n"
      "int pop(struct ring *r) {\n  if (r->count == 0) return -1;\n  |r->count--;\n  return 0;\n}\n";
  EXPECT_EQ(answer_at(code, "r != 0 && r->count > 0").verdict, Verdict::Safe);
  const ExpressionAnswer refuted = answer_at(code, "r->count <= 8");
  EXPECT_EQ(refuted.verdict, Verdict::Violated);
  const auto& trace = refuted.violation->trace;
  EXPECT_TRUE(std::ranges::any_of(trace[trace.size() - 2].values, [](const auto& value) {
    return value.first == "r->count";
  })) << "the members that it reads";
}

TEST(AskedExpression, SaysWhatItRestsOn) {
  const ExpressionAnswer answer = answer_at("int f(int *p) { int a = *p; |return a; }", "p != 0");
  EXPECT_EQ(answer.verdict, Verdict::Safe) << answer.reason;
  EXPECT_FALSE(answer.assumptions.empty());
}

std::string reason(const std::string& expression) { return answer_at(clamp, expression).reason; }

TEST(AskedExpression, RefusesWhatIsNoCondition) {
  EXPECT_THAT(reason("y > 0"), HasSubstr("undeclared identifier 'y'"));
  EXPECT_THAT(reason("x = 3"), HasSubstr("may change something"));
  EXPECT_THAT(reason("clamp(x) == 1"), HasSubstr("calls a function"));
  EXPECT_THAT(reason("  "), HasSubstr("not one expression"));
  EXPECT_THAT(reason("x >\n0"), HasSubstr("not one expression"));
  EXPECT_NE(reason("x); (void)(x"), "");
  EXPECT_NE(reason("x) > 0 // "), "");
  EXPECT_NE(reason("x > 0); } int g(int x) { (void)(x"), "");
  EXPECT_NE(answer_at("|int f(int a) { return a; }", "1").reason, "");
}

TEST(AskedExpression, AssertionsThatAreOffDoNotMatter) {
  EXPECT_EQ(answer_at("#define NDEBUG\n" + clamp, "x >= 0").verdict, Verdict::Safe);
}

TEST(AskedExpression, ProgramsHaveQuestionsToo) {
  EXPECT_EQ(
      answer_at(nondeterministic + "int main(void) { int a = __VERIFIER_nondet_int(); if (a > 5) { |a--; } return a; }",
                "a != 6")
          .verdict,
      Verdict::Violated);
}

} // namespace
} // namespace vouch
