#include "analysis/refinement/values/value_refiner.hpp"

#include "analysis/refinement/values/knowledge_gaps.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace vouch::refinement {
namespace {

/// What a threshold has given up somewhere on the path: that is the business of others.
domains::GivenUp given_up_on(const core::Exploration& exploration, const core::ExploredPath& path) {
  domains::GivenUp result;
  for (const core::ExploredPath::Node& node : path.nodes) {
    const domains::GivenUp here = domains::tracked_in(exploration.node(node.id).precision).given_up();
    result.places.insert(here.places.begin(), here.places.end());
    result.names.insert(here.names.begin(), here.names.end());
  }
  return result;
}

/// Whether some of what is taken back will be explored with more than is tracked there now. Where recursion goes on with what
/// an analysis under way has at its exits, it may not.
bool is_finer(const core::Exploration& exploration, const core::Spurious& excluded) {
  const core::Analysis& analysis = exploration.analysis();
  return std::ranges::any_of(excluded.cuts, [&](const core::Cut& cut) {
    const core::ReachedSet& reached = exploration.reached(cut.set);
    return std::ranges::any_of(cut.pivots, [&](core::ArgNodeId pivot) {
      return std::ranges::any_of(reached.node(pivot).parents, [&](const core::ArgParent& parent) {
        const core::Precision& tracked = reached.node(parent.node).precision;
        return !(analysis.join_precision(tracked, excluded.increment) == tracked);
      });
    });
  });
}

/// Of which interpolants say something. What they know as a cell may be known as what the object is filled with, and the other
/// way round: then only all of the object is enough.
std::set<domains::ObjectOwner> objects_in(std::span<const ValueInterpolants> reasons) {
  std::set<domains::ObjectOwner> result;
  for (const ValueInterpolants& interpolants : reasons) {
    for (const domains::TrackedPlaces& places : interpolants.places) {
      for (const domains::TrackedPlace& place : places) {
        if (const auto* memory = std::get_if<domains::MemoryPlace>(&place)) {
          result.insert(memory->owner);
        }
      }
    }
  }
  return result;
}

/// Blocks that use one another twice make long paths.
constexpr std::size_t most_edges_through_blocks = 400'000;

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

domains::ValuePrecision ValueRefiner::increment(std::span<const cfa::EdgeId> path,
                                                std::span<const ValueInterpolants> reasons,
                                                const domains::ValuePrecision& tracked) const {
  domains::ValuePrecision result;
  domains::TrackedPlaces everywhere;
  for (const ValueInterpolants& interpolants : reasons) {
    result = result.with_names(interpolants.named);
    for (std::size_t i = 0; i < interpolants.places.size(); ++i) {
      if (scope_ == ValueScope::Location) {
        result = result.with_local(cfa_.edge(path[i]).target, interpolants.places[i]);
      } else {
        everywhere.insert(interpolants.places[i].begin(), interpolants.places[i].end());
      }
    }
  }
  result = result.with_global(everywhere);
  return result.with_whole(objects_with_many_cells(tracked.joined(result)));
}

std::optional<core::Spurious> ValueRefiner::exclude(const core::Exploration& exploration, core::ExploredNode node,
                                                    WantedReasons wanted, RunContext& context) const {
  const bool has_blocks = exploration.size() > 1;
  const core::PathThroughBlocks through =
      core::path_to(exploration, node, has_blocks ? most_edges_through_blocks : core::any_number);
  if (const auto* gone = std::get_if<core::GoneExit>(&through)) {
    return core::Spurious{{{gone->user, {}, {gone->used}}}, core::Precision::of(domains::ValuePrecision())};
  }
  const auto* path = std::get_if<core::ExploredPath>(&through);
  if (path == nullptr) {
    return std::nullopt;
  }
  const std::vector<ValueInterpolants> reasons = interpolate_values(
      analysis_, cfa_, costs_, path->edges, given_up_on(exploration, *path), {wanted, elimination_}, context);
  std::vector<core::Cut> cuts = cuts_where_less_is_known(exploration, *path, analysis_, reasons);
  if (cuts.empty()) {
    return std::nullopt;
  }
  const domains::ValuePrecision tracked = domains::tracked_in(exploration.node(node).precision);
  const domains::ValuePrecision more = increment(path->edges, reasons, tracked);
  core::Spurious result{std::move(cuts), core::Precision::of(more)};
  if (!is_finer(exploration, result)) {
    result.increment = core::Precision::of(more.with_whole(objects_in(reasons)));
  }
  return !has_blocks || is_finer(exploration, result) ? std::optional(std::move(result)) : std::nullopt;
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
  const domains::ValuePrecision tracked = domains::tracked_in(exploration.node(node).precision);
  if (!excluded || scope_ == ValueScope::Location || tracked.places().size() <= few_places) {
    return excluded;
  }
  const std::vector<cfa::VariableId> affordable = costs_.variables_up_to(TrackingCosts::of_moved);
  const auto all = domains::ValuePrecision().with_global({affordable.begin(), affordable.end()});
  if (tracked.joined(all) == tracked) {
    return excluded;
  }
  const core::ArgNodeId start = exploration.reached(core::program_set).arg().root();
  return core::Spurious{{{core::program_set, {start}, {}}}, core::Precision::of(all)};
}

std::optional<core::Spurious> ValueRefiner::resume(const core::Exploration& exploration, const core::Paused& paused,
                                                   RunContext& context) {
  return others_->resume(exploration, paused, context);
}

} // namespace vouch::refinement
