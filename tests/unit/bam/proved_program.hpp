#pragma once

#include "analysis/bam/block_cegar.hpp"
#include "analysis/bam/block_proof.hpp"
#include "analysis/refinement/proof_check.hpp"
#include "tests/unit/bam/program_in_blocks.hpp"

#include <optional>
#include <string>

namespace vouch::bam {

/// A program that predicates prove in blocks, and its proof.
class ProvedProgram : public ProgramInBlocks {
public:
  ProvedProgram(const std::string& code, BlockHeuristic heuristic) : ProgramInBlocks(code, heuristic) {
    is_proved_ = std::holds_alternative<core::Proved>(run_cegar(memoization_, run_.nested_refiner(), context_, {}));
    proof_ = proof_of(memoization_, {}, run_.encoder());
  }

  [[nodiscard]] bool is_proved() const { return is_proved_; }
  BlockProof& proof() { return proof_; }
  smt::TermManager& terms() { return run_.encoder().terms(); }
  [[nodiscard]] refinement::ProgramPoint exit_of(const std::string& function) const {
    return {cfa_.function(frontend::function_named(cfa_, function)).exit, {}};
  }
  smt::Encoder& encoder() { return run_.encoder(); }

  refinement::ProofVerdict check() {
    return refinement::check_proof(proof_.program, proof_.blocks, cfa_.entry_points().front().start,
                                   {cfa_, targets_, {}, run_.encoder(), context_});
  }

private:
  bool is_proved_ = false;
  BlockProof proof_;
};

} // namespace vouch::bam
