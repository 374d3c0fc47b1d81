#pragma once

#include "analysis/core/exploration.hpp"
#include "analysis/proofs/proof.hpp"
#include "analysis/smt/encoding/encoder.hpp"

#include <span>
#include <vector>

namespace vouch::proofs {

/// What a finished exploration with the predicate analysis claims: of the program, and of the blocks that it uses.
struct BlockProof {
  Proof program;
  std::vector<BlockClaim> blocks;
};

/// `known`: the claims behind the results that the exploration has taken for granted; those are part of the proof.
BlockProof proof_of(const core::Exploration& exploration, std::span<const BlockClaim> known, smt::Encoder& encoder);

} // namespace vouch::proofs
