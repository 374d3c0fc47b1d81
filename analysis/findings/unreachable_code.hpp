#pragma once

#include "analysis/findings/loop_facts.hpp"

#include <set>
#include <vector>

/// From proofs to the locations, in functions of the main file, that no run comes to.
namespace vouch::findings {

/// By formulas and queries, until `context` ends; none if it does. Does not throw `Interrupted`.
std::set<cfa::LocationId> unreachable_locations(const proofs::BlockProof& proof, const ProvedProgram& program,
                                                smt::Encoder& encoder, RunContext& context);

/// The locations of which explorations that came to their end have no state.
std::set<cfa::LocationId> unreachable_locations(const core::Exploration& exploration, const ProvedProgram& program);

} // namespace vouch::findings
