#pragma once

#include "analysis/core/cegar.hpp"
#include "analysis/proofs/block_proof.hpp"
#include "analysis/proofs/proof_check.hpp"
#include "tests/unit/bam/program_in_blocks.hpp"

#include <optional>
#include <string>

namespace vouch::proofs {

/// A program that predicates prove in blocks, and its proof.
class ProvedProgram : public bam::ProgramInBlocks {
public:
  ProvedProgram(const std::string& code, BlockHeuristic heuristic) : ProgramInBlocks(code, heuristic) {
    is_proved_ = std::holds_alternative<core::Proved>(core::run_cegar(memoization_, run_.refiner(), context_, {}));
    proof_ = proof_of(memoization_, {}, run_.encoder());
  }

  [[nodiscard]] bool is_proved() const { return is_proved_; }
  BlockProof& proof() { return proof_; }
  smt::TermManager& terms() { return run_.encoder().terms(); }
  [[nodiscard]] ProgramPoint exit_of(const std::string& function) const {
    return {cfa_.function(frontend::function_named(cfa_, function)).exit, {}};
  }
  smt::Encoder& encoder() { return run_.encoder(); }

  ProofVerdict check() {
    return check_proof(proof_.program, proof_.blocks, cfa_.entry_points().front().start,
                       {cfa_, targets_, {}, run_.encoder(), context_});
  }

private:
  bool is_proved_ = false;
  BlockProof proof_;
};

} // namespace vouch::proofs
