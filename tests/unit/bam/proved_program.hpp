#pragma once

#include "analysis/analysis_runs.hpp"
#include "analysis/bam/block_cegar.hpp"
#include "analysis/bam/block_proof.hpp"
#include "analysis/refinement/proof_check.hpp"
#include "tests/unit/frontend/snippet.hpp"

#include <optional>
#include <string>

namespace vouch::bam {

/// A program that predicates prove in blocks, and its proof.
class ProvedProgram {
public:
  ProvedProgram(const std::string& code, BlockHeuristic heuristic)
      : cfa_(frontend::cfa_of("extern int __VERIFIER_nondet_int(void); extern void reach_error(void);" + code)),
        targets_(cfa_), facts_(cfa_, heuristic),
        run_(cfa_, targets_, facts_, Options(), smt::Theory::Integers, FollowedValues::None, context_),
        memoization_(run_.analysis(), {cfa_, facts_.blocks, facts_.effects},
                     {cfa_.entry_points().front().start, run_.analysis().initial_precision()}, PrecisionInKey::No) {
    is_proved_ = std::holds_alternative<core::Proved>(run_cegar(memoization_, run_.nested_refiner(), context_, {}));
    proof_ = proof_of(memoization_, {}, run_.encoder());
  }

  [[nodiscard]] bool is_proved() const { return is_proved_; }
  BlockProof& proof() { return proof_; }
  smt::TermManager& terms() { return run_.encoder().terms(); }
  [[nodiscard]] refinement::ProgramPoint exit_of(const std::string& function) const {
    return {cfa_.function(frontend::function_named(cfa_, function)).exit, {}};
  }
  [[nodiscard]] const BlockMemoization& memoization() const { return memoization_; }
  smt::Encoder& encoder() { return run_.encoder(); }
  [[nodiscard]] const cfa::Cfa& cfa() const { return cfa_; }

  refinement::ProofVerdict check() {
    return refinement::check_proof(proof_.program, proof_.blocks, cfa_.entry_points().front().start,
                                   {cfa_, targets_, {}, run_.encoder(), context_});
  }

private:
  cfa::Cfa cfa_;
  cfa::TargetReachability targets_;
  ProgramFacts facts_;
  RunContext context_;
  PredicateRun run_;
  BlockMemoization memoization_;
  bool is_proved_ = false;
  BlockProof proof_;
};

} // namespace vouch::bam
