#pragma once

#include "analysis/bam/block_memoization.hpp"
#include "analysis/refinement/proof_check.hpp"

#include <optional>
#include <vector>

namespace vouch::bam {

/// What a finished exploration with the predicate analysis claims.
struct BlockProof {
  refinement::Proof program;
  std::vector<refinement::FunctionProof> functions;
};

/// Nothing if loops were analysed on their own: the check of proofs does not know these.
std::optional<BlockProof> proof_of(const BlockMemoization& memoization, smt::Encoder& encoder);

} // namespace vouch::bam
