#pragma once

#include "analysis/bam/block_memoization.hpp"
#include "analysis/refinement/proof.hpp"
#include "analysis/smt/encoder.hpp"

#include <span>
#include <vector>

namespace vouch::bam {

/// What a finished exploration with the predicate analysis claims: of the program, and of the blocks that it uses.
struct BlockProof {
  refinement::Proof program;
  std::vector<refinement::BlockClaim> blocks;
};

/// `known`: the claims behind the results that the exploration has taken for granted; those are part of the proof.
BlockProof proof_of(const BlockMemoization& memoization, std::span<const refinement::BlockClaim> known,
                    smt::Encoder& encoder);

} // namespace vouch::bam
