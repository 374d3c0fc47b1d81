#include "analysis/refinement/values/value_refiner.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace vouch::refinement {
namespace {

/// Whether a state knows what an interpolant says, and has counted the objects that have to have names.
bool is_within(domains::ValueState known, const domains::ValueState& wanted, const std::set<cfa::EdgeId>& named) {
  for (cfa::EdgeId allocation : named) {
    const std::uint64_t* made = known.allocations.find(allocation.index());
    const std::uint64_t* expected = wanted.allocations.find(allocation.index());
    if ((made != nullptr ? *made : 0) != (expected != nullptr ? *expected : 0)) {
      return false;
    }
  }
  known.allocations = wanted.allocations; // of others it does not matter
  return domains::is_covered(known, wanted);
}

/// The first node behind which more is known than in its state, which is to be explored again.
std::optional<core::ArgNodeId> pivot_of(const core::ReachedSet& reached, const core::ArgPath& path,
                                        const ValueInterpolants& interpolants) {
  for (std::size_t i = 0; i < interpolants.states.size(); ++i) {
    const domains::ValueState& known = domains::values_of(reached.node(path.nodes[i + 1]).state);
    if (std::ranges::none_of(interpolants.states[i], [&](const domains::ValueState& wanted) {
          return is_within(known, wanted, interpolants.named);
        })) {
      return path.nodes[i + 1];
    }
  }
  return std::nullopt;
}

/// What a threshold has given up somewhere on the path: that is the business of others.
domains::GivenUp given_up_on(const core::ReachedSet& reached, const core::ArgPath& path) {
  domains::GivenUp result;
  for (core::ArgNodeId id : path.nodes) {
    const domains::GivenUp here = domains::tracked_in(reached.node(id).precision).given_up();
    result.places.insert(here.places.begin(), here.places.end());
    result.names.insert(here.names.begin(), here.names.end());
  }
  return result;
}

/// With more cells than that, all of an object matter: one round of a loop after the other would ask for the next one.
constexpr std::size_t few_cells = 3;

/// Most explorations reach a target, or their end, with fewer.
constexpr std::size_t few_nodes = 1000;

/// With more, values are looked for whatever they cost: it cannot be much more than it is without them.
constexpr std::size_t many_nodes = 20000;

/// Where more than that matters, and exploring takes long all the same, nearly every branch is decided by some value.
constexpr std::size_t few_places = 40;

std::set<domains::ObjectOwner> objects_with_many_cells(const domains::ValuePrecision& tracked) {
  std::map<domains::ObjectOwner, std::size_t> cells;
  std::set<domains::ObjectOwner> result;
  for (const domains::TrackedPlace& place : tracked.places()) {
    const auto* memory = std::get_if<domains::MemoryPlace>(&place);
    if (memory != nullptr && memory->offset && ++cells[memory->owner] > few_cells) {
      result.insert(memory->owner);
    }
  }
  return result;
}

} // namespace

domains::ValuePrecision ValueRefiner::increment(const core::ArgPath& path, const ValueInterpolants& interpolants,
                                                const domains::ValuePrecision& tracked) const {
  domains::ValuePrecision result = domains::ValuePrecision().with_names(interpolants.named);
  domains::TrackedPlaces everywhere;
  for (std::size_t i = 0; i < interpolants.places.size(); ++i) {
    if (scope_ == ValueScope::Location) {
      result = result.with_local(cfa_.edge(path.edges[i]).target, interpolants.places[i]);
    } else {
      everywhere.insert(interpolants.places[i].begin(), interpolants.places[i].end());
    }
  }
  result = result.with_global(everywhere);
  return result.with_whole(objects_with_many_cells(tracked.joined(result)));
}

std::optional<core::Spurious> ValueRefiner::exclude(const core::Exploration& exploration, core::ExploredNode node,
                                                    WantedReasons wanted, RunContext& context) const {
  if (exploration.size() != 1) {
    return std::nullopt;
  }
  const core::ReachedSet& reached = exploration.reached(node.set);
  const core::ArgPath path = reached.arg().path_to(node.node);
  const domains::ValuePrecision tracked = domains::tracked_in(reached.node(node.node).precision);
  std::optional<core::ArgNodeId> first; // on the path, ids grow
  domains::ValuePrecision more;
  for (const ValueInterpolants& interpolants :
       interpolate_values(analysis_, cfa_, costs_, path.edges, given_up_on(reached, path), wanted, context)) {
    if (const std::optional<core::ArgNodeId> pivot = pivot_of(reached, path, interpolants)) {
      first = first ? std::min(*first, *pivot) : *pivot;
      more = more.joined(increment(path, interpolants, tracked));
    }
  }
  return first ? std::optional(core::Spurious{{{node.set, {*first}, {}}}, core::Precision::of(more)}) : std::nullopt;
}

core::Refinement ValueRefiner::refine(const core::Exploration& exploration, core::ExploredNode target,
                                      RunContext& context) {
  if (std::optional<core::Spurious> excluded = exclude(exploration, target, WantedReasons::Needed, context)) {
    return *std::move(excluded);
  }
  return others_->refine(exploration, target, context);
}

std::optional<std::size_t> ValueRefiner::patience() const { return few_nodes; }

std::optional<core::Spurious> ValueRefiner::look_at(const core::Exploration& exploration, core::ExploredNode node,
                                                    RunContext& context) {
  const bool is_large = exploration.reached(node.set).arg().size() > many_nodes;
  std::optional<core::Spurious> excluded =
      exclude(exploration, node, is_large ? WantedReasons::Needed : WantedReasons::Affordable, context);
  const domains::ValuePrecision tracked = domains::tracked_in(exploration.reached(node.set).node(node.node).precision);
  if (!excluded || scope_ == ValueScope::Location || tracked.places().size() <= few_places) {
    return excluded;
  }
  const std::vector<cfa::VariableId> affordable = costs_.variables_up_to(TrackingCosts::of_moved);
  const auto all = domains::ValuePrecision().with_global({affordable.begin(), affordable.end()});
  if (tracked.joined(all) == tracked) {
    return excluded;
  }
  return core::Spurious{{{node.set, {exploration.reached(node.set).arg().root()}, {}}}, core::Precision::of(all)};
}

std::optional<core::Spurious> ValueRefiner::resume(const core::Exploration& exploration, const core::Paused& paused,
                                                   RunContext& context) {
  return others_->resume(exploration, paused, context);
}

} // namespace vouch::refinement
