#include "analysis/findings/unreachable_code.hpp"

#include "analysis/proofs/proof_check.hpp"

namespace vouch::findings {
namespace {

/// Of the locations to which all runs are followed, those that are not `reached`.
std::set<cfa::LocationId> others(const std::set<cfa::LocationId>& reached, const ProvedProgram& program) {
  const facts::FollowedRuns followed(program.cfa, program.targets, program.start);
  std::set<cfa::LocationId> result;
  for (cfa::LocationId id : followed.locations()) {
    const cfa::Location& location = program.cfa.location(id);
    if (!location.target && is_in_main_file(program.cfa.function(location.function)) && followed.are_followed_to(id) &&
        !reached.contains(id)) {
      result.insert(id);
    }
  }
  return result;
}

} // namespace

std::set<cfa::LocationId> unreachable_locations(const proofs::BlockProof& proof, const ProvedProgram& program,
                                                smt::Encoder& encoder, RunContext& context) {
  auto is_of_interest = [&](cfa::LocationId id) {
    return !program.cfa.location(id).target && is_in_main_file(program.cfa.function(program.cfa.location(id).function));
  };
  try {
    const auto reached = proofs::possibly_reached(proof.program, proof.blocks, {}, is_of_interest,
                                                  {program.cfa, program.targets, {}, encoder, context});
    return reached ? others(*reached, program) : std::set<cfa::LocationId>();
  } catch (const Interrupted&) {
    return {};
  }
}

std::set<cfa::LocationId> unreachable_locations(const core::Exploration& exploration, const ProvedProgram& program) {
  std::set<cfa::LocationId> locations;
  for (core::ReachedSetId set : exploration.used_by_program()) {
    const core::ReachedSet& reached = exploration.reached(set);
    for (core::ArgNodeId id : reached.arg().ids()) {
      locations.insert(reached.analysis().location(reached.node(id).state));
    }
  }
  return others(locations, program);
}

} // namespace vouch::findings
