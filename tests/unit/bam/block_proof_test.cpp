#include "analysis/analysis_runs.hpp"
#include "analysis/bam/block_cegar.hpp"
#include "analysis/bam/block_proof.hpp"
#include "analysis/domains/predicate_analysis.hpp"
#include "tests/unit/frontend/snippet.hpp"

#include <gtest/gtest.h>

namespace vouch::bam {
namespace {

using refinement::ProofAccepted;
using refinement::ProofRejected;

/// A program with recursion that predicates prove, and its proof.
class ProvedProgram {
public:
  explicit ProvedProgram(const std::string& code)
      : cfa_(frontend::cfa_of("extern int __VERIFIER_nondet_int(void); extern void reach_error(void);" + code)),
        targets_(cfa_), facts_(cfa_, BlockHeuristic::RecursiveFunctions),
        run_(cfa_, targets_, facts_, Options(), smt::Theory::Integers, FollowedValues::None, context_),
        memoization_(run_.analysis(), {cfa_, facts_.blocks, facts_.effects}, cfa_.entry_points().front().start,
                     PrecisionInKey::No) {
    is_proved_ = std::holds_alternative<core::Proved>(run_cegar(memoization_, run_.nested_refiner(), context_, {}));
    proof_ = proof_of(memoization_, run_.encoder());
  }

  [[nodiscard]] bool is_proved() const { return is_proved_; }
  BlockProof& proof() { return *proof_; }
  smt::TermManager& terms() { return run_.encoder().terms(); }
  [[nodiscard]] refinement::ProgramPoint exit_of(const std::string& function) const {
    return {cfa_.function(frontend::function_named(cfa_, function)).exit, {}};
  }
  [[nodiscard]] const BlockMemoization& memoization() const { return memoization_; }
  smt::Encoder& encoder() { return run_.encoder(); }
  [[nodiscard]] const cfa::Cfa& cfa() const { return cfa_; }

  refinement::ProofVerdict check() {
    return refinement::check_proof(proof_->program, proof_->functions, cfa_, targets_,
                                   cfa_.entry_points().front().start, {}, run_.encoder(), context_);
  }

private:
  cfa::Cfa cfa_;
  cfa::TargetReachability targets_;
  ProgramFacts facts_;
  RunContext context_;
  PredicateRun run_;
  BlockMemoization memoization_;
  bool is_proved_ = false;
  std::optional<BlockProof> proof_;
};

const char* const sum = "int sum(int n, int m) { if (n <= 0) return m + n; return sum(n - 1, m + 1); }"
                        "int main(void) { int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();"
                        "  if (a < -1000 || a > 1000 || b < -1000 || b > 1000) return 0;"
                        "  if (sum(a, b) != a + b) reach_error(); }";

TEST(BlockProofTest, AcceptsWhatWasProved) {
  ProvedProgram program(sum);
  ASSERT_TRUE(program.is_proved());
  EXPECT_TRUE(std::holds_alternative<ProofAccepted>(program.check()));
}

TEST(BlockProofTest, ExitsRelateResultsToParametersAlone) {
  ProvedProgram program(sum);
  const std::vector<smt::Term>& exits = program.proof().functions.at(0).points.at(program.exit_of("sum"));
  ASSERT_FALSE(exits.empty());
  for (const smt::Term& exit : exits) {
    for (const smt::Term& constant : program.terms().constants(exit)) {
      const std::string name = program.terms().name(constant);
      EXPECT_TRUE(name == "sum::n<entry>" || name == "sum::m<entry>" || name == "sum::<result of sum>") << name;
    }
  }
}

TEST(BlockProofTest, RejectsExitsThatTheFunctionDoesNotKeepTo) {
  ProvedProgram program(sum);
  program.proof().functions.at(0).points[program.exit_of("sum")] = {program.terms().boolean(false)};
  EXPECT_TRUE(std::holds_alternative<ProofRejected>(program.check()));
}

TEST(BlockProofTest, RejectsExitsThatAreTooWeakForTheCaller) {
  ProvedProgram program(sum);
  program.proof().functions.at(0).points[program.exit_of("sum")] = {program.terms().boolean(true)};
  EXPECT_TRUE(std::holds_alternative<ProofRejected>(program.check()));
}

TEST(BlockProofTest, RejectsEntriesThatCallsDoNotKeepTo) {
  ProvedProgram program(sum);
  program.proof().functions.at(0).entry = program.terms().boolean(false);
  EXPECT_TRUE(std::holds_alternative<ProofRejected>(program.check()));
}

TEST(BlockProofTest, RejectsProofsWithoutTheFunction) {
  ProvedProgram program(sum);
  program.proof().functions.clear();
  EXPECT_TRUE(std::holds_alternative<ProofRejected>(program.check()));
}

TEST(BlockProofTest, TargetsInsideOfTheFunctionNeedAnEntryFormula) {
  ProvedProgram program(
      "void check(int x, int limit) { if (x > limit) reach_error(); if (x < limit) check(x + 1, limit); }"
      "int main(void) { int n = __VERIFIER_nondet_int(); if (n >= 0 && n <= 100) check(0, n); }");
  ASSERT_TRUE(program.is_proved());
  EXPECT_TRUE(std::holds_alternative<ProofAccepted>(program.check()));
  EXPECT_FALSE(program.proof().functions.at(0).entry.is_true());
}

TEST(BlockProofTest, GlobalsAreParametersAndResults) {
  ProvedProgram program("int g; void inc(int n) { if (n <= 0) return; g = g + 1; inc(n - 1); }"
                        "int main(void) { int n = __VERIFIER_nondet_int(); if (n < 0 || n > 1000) return 0;"
                        "  g = 0; inc(n); if (g != n) reach_error(); }");
  ASSERT_TRUE(program.is_proved());
  EXPECT_TRUE(std::holds_alternative<ProofAccepted>(program.check()));
}

} // namespace
} // namespace vouch::bam
