#include "tests/unit/proofs/proved_program.hpp"

#include <gtest/gtest.h>

namespace vouch::proofs {
namespace {

const char* const sum = "int sum(int n, int m) { if (n <= 0) return m + n; return sum(n - 1, m + 1); }"
                        "int main(void) { int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();"
                        "  if (a < -1000 || a > 1000 || b < -1000 || b > 1000) return 0;"
                        "  if (sum(a, b) != a + b) reach_error(); }";

TEST(BlockProofTest, AcceptsWhatWasProved) {
  ProvedProgram program(sum, BlockHeuristic::RecursiveFunctions);
  ASSERT_TRUE(program.is_proved());
  EXPECT_TRUE(std::holds_alternative<ProofAccepted>(program.check()));
}

TEST(BlockProofTest, ExitsRelateResultsToParametersAlone) {
  ProvedProgram program(sum, BlockHeuristic::RecursiveFunctions);
  const std::vector<smt::Term>& exits = program.proof().blocks.at(0).points.at(program.exit_of("sum"));
  ASSERT_FALSE(exits.empty());
  for (const smt::Term& exit : exits) {
    for (const smt::Term& constant : program.terms().constants(exit)) {
      const std::string name = program.terms().name(constant);
      EXPECT_TRUE(name == "sum::n<entry>" || name == "sum::m<entry>" || name == "sum::<result of sum>") << name;
    }
  }
}

TEST(BlockProofTest, RejectsExitsThatTheFunctionDoesNotKeepTo) {
  ProvedProgram program(sum, BlockHeuristic::RecursiveFunctions);
  program.proof().blocks.at(0).points[program.exit_of("sum")] = {program.terms().boolean(false)};
  EXPECT_TRUE(std::holds_alternative<ProofRejected>(program.check()));
}

TEST(BlockProofTest, RejectsExitsThatAreTooWeakForTheCaller) {
  ProvedProgram program(sum, BlockHeuristic::RecursiveFunctions);
  program.proof().blocks.at(0).points[program.exit_of("sum")] = {program.terms().boolean(true)};
  EXPECT_TRUE(std::holds_alternative<ProofRejected>(program.check()));
}

TEST(BlockProofTest, RejectsEntriesThatCallsDoNotKeepTo) {
  ProvedProgram program(sum, BlockHeuristic::RecursiveFunctions);
  program.proof().blocks.at(0).entry = program.terms().boolean(false);
  EXPECT_TRUE(std::holds_alternative<ProofRejected>(program.check()));
}

TEST(BlockProofTest, RejectsProofsWithoutTheFunction) {
  ProvedProgram program(sum, BlockHeuristic::RecursiveFunctions);
  program.proof().blocks.clear();
  EXPECT_TRUE(std::holds_alternative<ProofRejected>(program.check()));
}

TEST(BlockProofTest, TargetsInsideOfTheFunctionNeedAnEntryFormula) {
  ProvedProgram program(
      "void check(int x, int limit) { if (x > limit) reach_error(); if (x < limit) check(x + 1, limit); }"
      "int main(void) { int n = __VERIFIER_nondet_int(); if (n >= 0 && n <= 100) check(0, n); }",
      BlockHeuristic::RecursiveFunctions);
  ASSERT_TRUE(program.is_proved());
  EXPECT_TRUE(std::holds_alternative<ProofAccepted>(program.check()));
  EXPECT_FALSE(program.proof().blocks.at(0).entry.is_true());
}

TEST(BlockProofTest, GlobalsAreParametersAndResults) {
  ProvedProgram program("int g; void inc(int n) { if (n <= 0) return; g = g + 1; inc(n - 1); }"
                        "int main(void) { int n = __VERIFIER_nondet_int(); if (n < 0 || n > 1000) return 0;"
                        "  g = 0; inc(n); if (g != n) reach_error(); }",
                        BlockHeuristic::RecursiveFunctions);
  ASSERT_TRUE(program.is_proved());
  EXPECT_TRUE(std::holds_alternative<ProofAccepted>(program.check()));
}

} // namespace
} // namespace vouch::proofs
