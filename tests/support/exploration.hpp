#pragma once

#include "analysis/core/composite.hpp"
#include "analysis/core/reachability.hpp"
#include "tests/support/constant_propagation.hpp"

#include <algorithm>
#include <utility>
#include <vector>

/// What tests of the engine ask about a reached set of `constants`.
namespace vouch::test {

inline core::Analysis constants(const cfa::Cfa& cfa, ConstantMerge merge, std::set<cfa::VariableId> tracked) {
  return core::compose({core::erase(Place(cfa)), core::erase(ConstantPropagation(merge, {std::move(tracked)}))});
}

inline cfa::LocationId place_of(const core::ReachedSet& reached, core::ArgNodeId id) {
  return core::component<PlaceState>(reached.node(id).state).location;
}

inline std::vector<core::ArgNodeId> nodes_at(const core::ReachedSet& reached, cfa::LocationId location) {
  std::vector<core::ArgNodeId> result = reached.arg().ids();
  std::erase_if(result, [&](core::ArgNodeId id) { return place_of(reached, id) != location; });
  return result;
}

/// The values known at a node.
inline const std::map<cfa::VariableId, cfa::Integer>& known_at(const core::ReachedSet& reached, core::ArgNodeId id) {
  return core::component<ConstantState>(reached.node(id).state).known;
}

inline const std::set<cfa::VariableId>& tracked_at(const core::ReachedSet& reached, core::ArgNodeId id) {
  return core::component<ConstantPrecision>(reached.node(id).precision).tracked;
}

inline bool is_exhausted(const core::ExplorationResult& result) {
  return std::holds_alternative<core::Exhausted>(result);
}

/// Explores on behind every target until nothing waits any more. Returns the targets.
inline core::TargetKeys explore_behind_targets(core::ReachedSet& reached) {
  RunContext context;
  core::TargetKeys ignored;
  core::ExplorationResult result = core::explore(reached, context, ignored);
  while (const auto* found = std::get_if<core::TargetFound>(&result)) {
    ignored.insert(core::key_of(*core::open_target(reached, found->node, ignored)));
    result = core::explore(reached, context, ignored);
  }
  return ignored;
}

/// What is wrong with the structure of `reached`, or nothing: links that lead only one way or nowhere, covered nodes
/// that wait or have children, coverers that are covered, nodes missing from or wrongly in a partition.
std::vector<std::string> structural_defects(const core::ReachedSet& reached);

/// Nodes that are neither waiting nor covered and miss a successor: no child along the edge covers it and no node that
/// covers such a child does.
std::vector<core::ArgNodeId> incomplete_nodes(const core::ReachedSet& reached);

} // namespace vouch::test
