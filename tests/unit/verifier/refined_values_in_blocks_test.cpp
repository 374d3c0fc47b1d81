#include "tests/unit/verifier/body_of_main.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <ostream>
#include <string>

/// Values that refine where functions and loops are analysed on their own.
namespace vouch {
namespace {

FileReport report_of(const std::string& code, BlockHeuristic blocks, const std::string& analysis = "value-refined",
                     std::chrono::seconds limit = std::chrono::seconds(20)) {
  Options options = assertions_by(analysis);
  options.blocks = blocks;
  options.exported_precision = ExportedPrecision::Found;
  return report_of_program(code, options, limit);
}

struct Program {
  std::string name;
  std::string code;
  Verdict verdict = Verdict::Safe;
  friend std::ostream& operator<<(std::ostream& out, const Program& program) { return out << program.name; }
};

/// With all values, the counters make these programs endless, or each call one of its own.
const Program programs[] = {
    {"AFlagOfARecursiveWalk", "static int flag; static void walk(int n, int ticks) { if (flag > 0) assert(0);\n"
                              "  if (n > 0) walk(n - 1, ticks + 1); }\n"
                              "int main(void) { walk(nd(), 0); return 0; }"},
    {"WhatACallReturns", "static int f(int x) { if (x == 1) return 2; return 0; }\n"
                         "int main(void) { int a = 1; int b = f(a); assert(b == 2); return 0; }"},
    {"WhatACallLeaves", "static int g; static void set(int x) { g = x; }\n"
                        "int main(void) { set(3); int i; for (i = 0; i < nd(); i++) { } assert(g == 3); return 0; }"},
    {"ACallBehindOneThatAllowedMore", "static int f(int x) { if (x == 3) return 7; return 8; }\n"
                                      "int main(void) { f(nd()); int a = 3; int r = f(a); assert(r == 7); return 0; }"},
    {"CallsInCalls", "static int h(int x) { return x + 1; } static int g(int x) { return h(x) + 1; }\n"
                     "static int f(int x) { int y = g(x); return y + h(y); }\n"
                     "int main(void) { int a = f(1); assert(a == 7); int b = f(1); assert(b == 7); return 0; }"},
    {"AWayOutOfACallThatDoesNotExist", "static int f(void) { int y = 1; if (y != 1) return 5; return 0; }\n"
                                       "int main(void) { int b = f(); if (b == 5) assert(0); return 0; }"},
    {"AValueOfTheCallerBesideOneOfACall",
     "static int f(void) { int y = 1; if (y == 1) return 2; return 0; }\n"
     "int main(void) { int keep = 1; assert(keep == 1); int b = f(); assert(keep + b == 3); return 0; }"},
    {"AnObjectFromACall",
     "static int *make(int x) { int *p = malloc(4); if (p) *p = x; return p; }\n"
     "int main(void) { int *p = make(1); int *q = make(2); if (p && q) assert(*p == 1); return 0; }"},
    {"TwoObjectsFromOneCall",
     "static int *make(void) { return malloc(4); }\n"
     "int main(void) { int *p = make(); int *q = make(); if (p && q) assert(p == q); return 0; }",
     Verdict::Violated},
    {"AnotherActivationsVariable",
     "static int f(int n) { int own = n; if (n == 1) f(2); return own; }\n"
     "int main(void) { int r = f(1); assert(r == 1); assert(r != 1); return 0; }",
     Verdict::Violated},
    {"ACallBehindOneThatAllowedMoreWithTheSamePrecision",
     "static int f(int x) { if (x == 3) return 7; return 8; }\n"
     "int main(void) { int a = 3; f(nd()); int r = f(a); assert(r == 7); return 0; }"},
    {"WhatARecursiveCallReturns", "static int f(int n) { if (n < 1) return 0; return f(n - 1) + 1; }\n"
                                  "int main(void) { int r = f(3); assert(r == 3); return 0; }"},
    {"WhatTwoRecursiveCallsReturn", "static int f(int n) { if (n < 2) return n; return f(n - 1) + f(n - 2); }\n"
                                    "int main(void) { int r = f(5); assert(r == 5); return 0; }"},
    {"WhatThousandsOfCallsReturn", "static int f(int n) { if (n < 2) return n; return f(n - 1) + f(n - 2); }\n"
                                   "int main(void) { int r = f(15); assert(r == 610); return 0; }"},
    {"WhatADeepCallReturns",
     "static int f(int n) { int own = n; if (n == 0) return 0; int r = f(n - 1); return r + own - n + 1; }\n"
     "int main(void) { int r = f(400); assert(r == 400); return 0; }"},
    {"AViolationBehindTwoRecursiveCalls",
     "static int f(int n) { if (n < 2) return n; return f(n - 1) + f(n - 2); }\n"
     "int main(void) { int r = f(5); assert(r != 5); return 0; }",
     Verdict::Violated},
    {"WhatACallerKeepsWhileItCallsItself", "static int f(int n) { int own = n; if (n > 0) f(n - 1); return own; }\n"
                                           "int main(void) { int r = f(2); assert(r == 2); return 0; }"},
    {"AValueBehindLoopsThatEndAtLoops",
     "int main(void) { int x = 1; while (nd()) { } while (nd()) { } assert(x == 1); return 0; }"},
    {"AResultThatRestsOnItself",
     "static int f(int x) { if (x == 0) return 0; int r = f(x - 1) + 1; if (r > 2) return 2; return r; }\n"
     "int main(void) { int r = f(nd()); assert(r != 3); return 0; }"},
    {"ResultsThatRestOnOneAnother",
     "static int g(int x);\n"
     "static int f(int x) { if (x == 0) return 0; int r = g(x - 1) + 1; if (r > 3) return 3; return r; }\n"
     "static int g(int x) { if (x == 0) return 0; int r = f(x - 1) + 1; if (r > 3) return 3; return r; }\n"
     "int main(void) { int r = f(nd()); assert(r != 5); return 0; }"},
    {"AViolationByResultsThatRestOnOneAnother",
     "static int g(int x);\n"
     "static int f(int x) { if (x == 0) return 0; int r = g(x - 1) + 1; if (r > 3) return 3; return r; }\n"
     "static int g(int x) { if (x == 0) return 0; int r = f(x - 1) + 1; if (r > 3) return 3; return r; }\n"
     "int main(void) { int r = f(nd()); assert(r != 3); return 0; }",
     Verdict::Violated},
    {"AViolationInACall",
     "static int g; static void set(int x) { g = x; assert(g != 5); }\n"
     "int main(void) { set(3); set(5); return 0; }",
     Verdict::Violated},
};

class RefinedValuesInBlocks : public testing::TestWithParam<std::tuple<Program, BlockHeuristic>> {};

TEST_P(RefinedValuesInBlocks, SayTheSameAsWithout) {
  const auto& [program, blocks] = GetParam();
  EXPECT_EQ(report_of(program.code, blocks).verdict, program.verdict);
  EXPECT_EQ(report_of(program.code, blocks, "value-refined-and-predicate").verdict, program.verdict);
}

INSTANTIATE_TEST_SUITE_P(All, RefinedValuesInBlocks,
                         testing::Combine(testing::ValuesIn(programs),
                                          testing::Values(BlockHeuristic::RecursiveFunctions, BlockHeuristic::Functions,
                                                          BlockHeuristic::FunctionsAndLoops)));

TEST(RefinedValuesThroughCalls, ComeToAViolationBehindThousandsOfCalls) {
  const FileReport report = report_of("static int f(int n) { if (n < 2) return n; return f(n - 1) + f(n - 2); }\n"
                                      "int main(void) { int r = f(13); assert(r != 233); return 0; }",
                                      BlockHeuristic::RecursiveFunctions);
  EXPECT_EQ(report.verdict, Verdict::Violated) << report.reason;
  EXPECT_LE(report.statistics.refinements, 3U);
}

TEST(RefinedValuesThroughCalls, AreThoseThatMatter) {
  const FileReport report = report_of(programs[0].code, BlockHeuristic::RecursiveFunctions);
  EXPECT_EQ(report.verdict, Verdict::Safe);
  EXPECT_LE(report.statistics.refinements, 2U);
  EXPECT_LE(report.statistics.abstract_states, 60U);
  EXPECT_THAT(report.precision.values, testing::ElementsAre("main.c:flag"));
  EXPECT_NE(report_of(programs[0].code, BlockHeuristic::RecursiveFunctions, "value", std::chrono::seconds(1)).verdict,
            Verdict::Safe);
}

/// What only the caller knows is no part of the state in which a block begins.
TEST(RefinedValuesThroughCalls, AreFollowedWhereCallersKeepThem) {
  Options options = assertions_by("value-refined");
  options.blocks = BlockHeuristic::Functions;
  options.value_scope = ValueScope::Location;
  const std::string code = "static void g(int p) { assert(p == 1); }\n"
                           "int main(void) { int own = 1; g(own); assert(own == 1); return 0; }";
  EXPECT_EQ(report_of_program(code, options, std::chrono::seconds(20)).verdict, Verdict::Safe);
}

/// As without blocks: s has two to the power of 40 values before the second assertion is reached, if the flags are not looked for on
/// the way.
TEST(RefinedValuesThroughCalls, AreLookedForWhereExploringTakesLong) {
  std::string code = "static int walk(int n) { return n > 0 ? walk(n - 1) : 0; }\nint main(void) { walk(2);\n";
  for (int i = 0; i < 40; ++i) {
    code += "int f" + std::to_string(i) + " = 1;\n";
  }
  code += "int s = 0; if (s != 0) assert(0);\n";
  for (int i = 0; i < 40; ++i) {
    code += "if (f" + std::to_string(i) + ") s = s * 2; else s = s * 3 + " + std::to_string(i + 1) + ";\n";
  }
  const FileReport report = report_of(code + "if (s != 0) assert(0); return 0; }", BlockHeuristic::RecursiveFunctions);
  EXPECT_EQ(report.verdict, Verdict::Safe);
  EXPECT_LE(report.statistics.abstract_states, 30000U);
}

/// With all values, what was entered with more has the results for what is entered with less, but for those values.
TEST(RefinedValuesThroughCalls, AreNotHiddenByACallThatAllowedMore) {
  const std::string code = "static int f(int x) { if (x == 3) return 7; return 8; }\n"
                           "int main(void) { int a = 3; f(nd()); int r = f(a); assert(r == 7); return 0; }";
  EXPECT_EQ(report_of(code, BlockHeuristic::Functions, "value").verdict, Verdict::Safe);
}

/// A call is analysed once for all values that do not matter to it.
TEST(RefinedValuesThroughCalls, LeaveCallsAlike) {
  std::string code = "static int mode; static int work(int n) { if (mode != 1) assert(0); return n; }\n"
                     "int main(void) { mode = 1; int s = 0;\n";
  for (int i = 0; i < 40; ++i) {
    code += "s += work(" + std::to_string(i) + ");\n";
  }
  code += "return s; }";
  const FileReport refined = report_of(code, BlockHeuristic::Functions);
  const FileReport all = report_of(code, BlockHeuristic::Functions, "value");
  EXPECT_EQ(refined.verdict, Verdict::Safe);
  EXPECT_EQ(all.verdict, Verdict::Safe);
  EXPECT_THAT(refined.precision.values, testing::ElementsAre("main.c:mode"));
  EXPECT_LE(2 * refined.statistics.block_misses, all.statistics.block_misses);
}

} // namespace
} // namespace vouch
