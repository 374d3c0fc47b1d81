#pragma once

#include "analysis/bam/block_memoization.hpp"
#include "analysis/refinement/proof_check.hpp"

#include <span>
#include <vector>

namespace vouch::bam {

/// What `claims` say, as results that an exploration with predicates (and nothing else that has values) can use. The
/// claims have to hold.
std::vector<KnownResult> known_results(std::span<const refinement::BlockClaim> claims, const core::Analysis& analysis,
                                       const cfa::Cfa& cfa, const cfa::BlockPartition& blocks, smt::Encoder& encoder);

} // namespace vouch::bam
