#include "analysis/core/exploration.hpp"

#include <algorithm>

namespace vouch::core {
namespace {

/// One position on a path that still has to be walked: the rest of the way to a node.
struct Walk {
  ReachedSetId set;
  ArgPath path;
  std::size_t depth = 0;
  std::size_t next = 0;
};

Walk walk_to(const Exploration& exploration, ExploredNode node, std::size_t depth) {
  return {node.set, exploration.reached(node.set).arg().path_to(node.node), depth};
}

/// The exit that gave rise to `successor`; the oldest one if there are several, so that unrolling comes to an end. Nothing if what
/// came out of the block was changed before it became a node.
std::optional<ArgNodeId> exit_behind(const BlockUse& use, const ArgNode& successor) {
  for (const auto& [state, exit] : use.successors) {
    if (state == successor.state ||
        std::find(successor.merged.begin(), successor.merged.end(), state) != successor.merged.end()) {
      return exit;
    }
  }
  return std::nullopt;
}

/// Whether the path is on the way to the node: then what comes behind it is there only because it was there before.
bool is_on_the_way_to(const std::vector<Walk>& open, ExploredNode node) {
  return std::any_of(open.begin(), open.end(),
                     [&](const Walk& walk) { return walk.set == node.set && walk.path.nodes.back() == node.node; });
}

} // namespace

std::size_t node_count(const Exploration& exploration) {
  std::size_t result = 0;
  for (std::size_t index = 0; index < exploration.size(); ++index) {
    result += exploration.reached(ReachedSetId(index)).arg().size();
  }
  return result;
}

Explored WholeProgramExploration::explore(RunContext& context, const TargetKeys& ignored, std::size_t most) {
  const ExplorationResult result = core::explore(reached_, context, ignored, most);
  if (const auto* found = std::get_if<TargetFound>(&result)) {
    return ExploredNode{program_set, found->node};
  }
  if (const auto* paused = std::get_if<PausedAt>(&result)) {
    return Paused{{program_set, paused->node}, reached_.paused().at(paused->node)};
  }
  if (const auto* unfinished = std::get_if<Unfinished>(&result)) {
    return HalfWay{{program_set, unfinished->last}};
  }
  return Exhausted{};
}

void WholeProgramExploration::take_back(const Spurious& spurious) {
  for (const Cut& cut : spurious.cuts) {
    for (ArgNodeId pivot : cut.pivots) {
      if (reached_.arg().contains(pivot)) {
        reached_.prune(pivot, spurious.increment);
      }
    }
  }
}

PathThroughBlocks path_to(const Exploration& exploration, ExploredNode target, std::size_t most) {
  const std::optional<std::vector<ExploredNode>> way = exploration.way_to(target.set);
  if (!way) {
    return NotKnown{};
  }
  std::vector<Walk> open = {walk_to(exploration, target, way->size())};
  for (std::size_t depth = way->size(); depth-- > 0;) {
    open.push_back(walk_to(exploration, (*way)[depth], depth));
  }
  ExploredPath result;
  while (!open.empty()) {
    if (result.edges.size() > most) {
      return TooLong{};
    }
    Walk& walk = open.back();
    result.nodes.push_back({{walk.set, walk.path.nodes[walk.next]}, result.edges.size(), walk.depth});
    if (walk.next == walk.path.edges.size()) {
      open.pop_back();
      continue;
    }
    const std::size_t step = walk.next++;
    const cfa::EdgeId edge = walk.path.edges[step];
    if (edge.is_valid()) {
      result.edges.push_back(edge);
      continue;
    }
    const BlockUse* use = exploration.use_at({walk.set, walk.path.nodes[step]});
    const std::optional<ArgNodeId> exit =
        use != nullptr ? exit_behind(*use, exploration.node({walk.set, walk.path.nodes[step + 1]})) : std::nullopt;
    if (!exit) {
      return NotKnown{};
    }
    if (!exploration.reached(use->used).arg().contains(*exit) || is_on_the_way_to(open, {use->used, *exit})) {
      return GoneExit{walk.set, use->used};
    }
    open.push_back(walk_to(exploration, {use->used, *exit}, walk.depth + 1));
  }
  return result;
}

} // namespace vouch::core
