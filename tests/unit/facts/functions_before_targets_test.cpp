#include "analysis/facts/functions_before_targets.hpp"
#include "tests/unit/frontend/snippet.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace vouch::facts {
namespace {

using testing::UnorderedElementsAre;

/// The functions with a source that runs from `main` enter; those named in `proved` have no target that a run comes to.
std::vector<std::string> entered_before_targets(const std::string& code, const std::vector<std::string>& proved = {}) {
  const cfa::Cfa cfa = frontend::cfa_of("#include <assert.h>\nint __VERIFIER_nondet_int(void);\n" + code);
  const auto is_impossible = [&](cfa::LocationId target) {
    return std::ranges::find(proved, cfa.function(cfa.location(target).function).name) != proved.end();
  };
  std::vector<std::string> result;
  for (const cfa::FunctionId function :
       FunctionsBeforeTargets(cfa).entered_from(cfa.entry_points().front().start, is_impossible)) {
    if (!cfa.function(function).is_synthetic) {
      result.push_back(cfa.function(function).name);
    }
  }
  return result;
}

TEST(FunctionsBeforeTargets, BehindTheLastOneNothingIsEntered) {
  EXPECT_THAT(entered_before_targets("static int f(int n) { return n; }\n"
                                     "static int g(int n) { return n; }\n"
                                     "int main(void) { int n = f(1); assert(n == 1); return g(n); }"),
              UnorderedElementsAre("main", "f"));
}

TEST(FunctionsBeforeTargets, TargetsOfCalleesCount) {
  const std::string code = "static int g(int n) { return n; }\n"
                           "static int f(int n) { n = g(n); assert(n < 9); return n; }\n"
                           "static int h(int n) { return n; }\n"
                           "int main(void) { h(1); f(1); return h(1); }";
  EXPECT_THAT(entered_before_targets(code), UnorderedElementsAre("main", "f", "g", "h"));
  EXPECT_THAT(entered_before_targets(code, {"f"}), testing::IsEmpty()); // not even main
}

TEST(FunctionsBeforeTargets, WhatIsReturnedMattersWhereATargetComesBehindTheCall) {
  EXPECT_THAT(entered_before_targets(
                  "static int f(int n) { return n + 1; }\n"
                  "static int g(int n) { assert(n); return f(n); }\n" // nothing of its own is behind the call
                  "int main(void) { int n = g(1); assert(n == 2); return n; }",
                  {"g"}),
              UnorderedElementsAre("main", "g", "f"));
}

TEST(FunctionsBeforeTargets, RoundsOfALoopComeBeforeTheNextOnes) {
  EXPECT_THAT(entered_before_targets("static int f(int n) { return n; }\n"
                                     "int main(void) { int n = 1; for (;;) { assert(n < 9); n = f(n); } }"),
              UnorderedElementsAre("main", "f"));
}

TEST(FunctionsBeforeTargets, ARecursiveCallComesBackBeforeTheTargetOfItsCaller) {
  EXPECT_THAT(entered_before_targets(
                  "static int g(int n) { return n; }\n"
                  "static int f(int n) { if (n <= 0) return g(n); int m = f(n - 1); assert(m < 1); return m; }\n"
                  "int main(void) { return f(__VERIFIER_nondet_int()); }"),
              UnorderedElementsAre("main", "f", "g"));
}

/// What could be behind such an operation is not known, and so nobody knows that it is not reached.
TEST(FunctionsBeforeTargets, OperationsThatAreNotUnderstoodCount) {
  EXPECT_THAT(entered_before_targets(
                  "static int f(int n) { return n; }\n"
                  "int main(void) { assert(1 + f(1)); f(2); __asm__ volatile(\"hlt\" ::: \"memory\"); return 0; }",
                  {"main"}),
              UnorderedElementsAre("main", "f"));
}

} // namespace
} // namespace vouch::facts
