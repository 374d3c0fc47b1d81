#pragma once

#include "analysis/bam/block_memoization.hpp"
#include "analysis/proofs/proof_check.hpp"

#include <span>
#include <vector>

namespace vouch::reuse {

/// What `claims` say, as results that an exploration with predicates (and nothing else that has values) can use. The
/// claims have to hold.
std::vector<bam::KnownResult> known_results(std::span<const proofs::BlockClaim> claims, const core::Analysis& analysis,
                                            const cfa::Cfa& cfa, const facts::BlockPartition& blocks,
                                            smt::Encoder& encoder);

} // namespace vouch::reuse
