#pragma once

#include "analysis/bam/block_memoization.hpp"
#include "analysis/refinement/proof.hpp"
#include "analysis/smt/encoder.hpp"

#include <vector>

namespace vouch::bam {

/// What a finished exploration with the predicate analysis claims: of the program, and of the blocks that it uses.
struct BlockProof {
  refinement::Proof program;
  std::vector<refinement::BlockClaim> blocks;
};

BlockProof proof_of(const BlockMemoization& memoization, smt::Encoder& encoder);

} // namespace vouch::bam
