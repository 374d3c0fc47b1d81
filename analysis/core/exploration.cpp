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

/// Which of the exits of `use` gave rise to `successor`; the oldest one if there are several, so that unrolling comes to an end.
/// Nothing if what came out of the block was changed before it became a node.
std::optional<std::size_t> exit_behind(const BlockUse& use, const ArgNode& successor) {
  for (std::size_t index = 0; index < use.successors.size(); ++index) {
    const AbstractState& state = use.successors[index].first;
    if (state == successor.state ||
        std::find(successor.merged.begin(), successor.merged.end(), state) != successor.merged.end()) {
      return index;
    }
  }
  return std::nullopt;
}

/// That exit, or one that has been found since in the same state. None that the path is on the way to: then this state is an exit
/// only because it was one.
std::optional<ArgNodeId> present_exit(const Exploration& exploration, const BlockUse& use, std::size_t index,
                                      const std::vector<Walk>& open) {
  const ReachedSet& used = exploration.reached(use.used);
  const auto can_be_taken = [&](ArgNodeId exit) {
    return used.arg().contains(exit) && std::none_of(open.begin(), open.end(), [&](const Walk& walk) {
             return walk.set == use.used && walk.path.nodes.back() == exit;
           });
  };
  if (const ArgNodeId exit = use.successors[index].second; can_be_taken(exit)) {
    return exit;
  }
  for (ArgNodeId exit : exploration.exits_of(use.used)) {
    if (can_be_taken(exit) && used.node(exit).state == use.seen[index]) {
      return exit;
    }
  }
  return std::nullopt;
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
    const std::optional<std::size_t> index =
        use != nullptr ? exit_behind(*use, exploration.node({walk.set, walk.path.nodes[step + 1]})) : std::nullopt;
    if (!index) {
      return NotKnown{};
    }
    const std::optional<ArgNodeId> exit = present_exit(exploration, *use, *index, open);
    if (!exit) {
      return GoneExit{walk.set, use->used};
    }
    open.push_back(walk_to(exploration, {use->used, *exit}, walk.depth + 1));
  }
  return result;
}

} // namespace vouch::core
