#include "analysis/bam/block_cegar.hpp"

#include <algorithm>
#include <unordered_set>

namespace vouch::bam {
namespace {

/// One position on a path that still has to be walked: the rest of the way to `node`.
struct Walk {
  BlockAnalysisId analysis;
  core::ArgPath path;
  std::size_t next = 0;
};

Walk walk_to(const BlockMemoization& memoization, BlockAnalysisId analysis, core::ArgNodeId node) {
  return {analysis, memoization[analysis].reached.arg().path_to(node), 0};
}

/// The exit that gave rise to `successor`; the oldest one if there are several, so that unrolling comes to an end.
std::optional<core::ArgNodeId> exit_behind(const BlockUse& use, const core::ArgNode& successor) {
  for (const auto& [state, exit] : use.successors) {
    if (state == successor.state ||
        std::find(successor.merged.begin(), successor.merged.end(), state) != successor.merged.end()) {
      return exit;
    }
  }
  return std::nullopt;
}

/// The known results that the way to a target may lead through.
std::vector<BlockAnalysisId> known_on_the_way(const BlockMemoization& memoization, const BlockTarget& target) {
  std::vector<BlockAnalysisId> found;
  std::unordered_set<BlockAnalysisId> entered;
  auto add = [&](const BlockAnalysis& analysis, core::ArgNodeId node) {
    auto use = analysis.uses.find(node);
    if (use != analysis.uses.end() && entered.insert(use->second.used).second) {
      found.push_back(use->second.used);
    }
  };
  auto add_path = [&](BlockAnalysisId analysis, core::ArgNodeId node) {
    for (core::ArgNodeId step : memoization[analysis].reached.arg().path_to(node).nodes) {
      if (step != node) {
        add(memoization[analysis], step);
      }
    }
  };
  add_path(target.analysis, target.node);
  for (const BlockUser& user : memoization.way_to(target.analysis).value_or(std::vector<BlockUser>())) {
    add_path(user.analysis, user.node);
  }
  for (std::size_t i = 0; i < found.size(); ++i) {
    for (const auto& [node, use] : memoization[found[i]].uses) {
      add(memoization[found[i]], node);
    }
  }
  std::erase_if(found, [&](BlockAnalysisId id) { return !memoization[id].known; });
  return found;
}

} // namespace

std::optional<std::vector<cfa::EdgeId>> flat_path(const BlockMemoization& memoization, const BlockTarget& target) {
  const std::optional<std::vector<BlockUser>> way = memoization.way_to(target.analysis);
  if (!way) {
    return std::nullopt;
  }
  std::vector<Walk> open = {walk_to(memoization, target.analysis, target.node)};
  for (auto user = way->rbegin(); user != way->rend(); ++user) {
    open.push_back(walk_to(memoization, user->analysis, user->node));
  }
  std::vector<cfa::EdgeId> edges;
  while (!open.empty()) {
    Walk& walk = open.back();
    if (walk.next == walk.path.edges.size()) {
      open.pop_back();
      continue;
    }
    const std::size_t step = walk.next++;
    const cfa::EdgeId edge = walk.path.edges[step];
    if (edge.is_valid()) {
      edges.push_back(edge);
      continue;
    }
    const BlockAnalysis& analysis = memoization[walk.analysis];
    auto use = analysis.uses.find(walk.path.nodes[step]);
    if (use == analysis.uses.end()) {
      return std::nullopt;
    }
    const std::optional<core::ArgNodeId> exit =
        exit_behind(use->second, analysis.reached.node(walk.path.nodes[step + 1]));
    if (!exit || !memoization[use->second.used].reached.arg().contains(*exit)) {
      return std::nullopt;
    }
    open.push_back(walk_to(memoization, use->second.used, *exit));
  }
  return edges;
}

core::CegarResult run_cegar(BlockMemoization& memoization, NestedRefiner& refiner, RunContext& context,
                            const core::TargetKeys& ignored) {
  while (true) {
    context.report("exploring");
    const auto exploration = memoization.explore(context, ignored);
    const auto* found = std::get_if<BlockTarget>(&exploration);
    if (found == nullptr) {
      return core::Proved{};
    }
    if (const std::vector<BlockAnalysisId> known = known_on_the_way(memoization, *found); !known.empty()) {
      for (BlockAnalysisId id : known) {
        memoization.replace_known(id);
      }
      continue;
    }
    const core::TargetReason target = *core::open_target(memoization[found->analysis].reached, found->node, ignored);
    context.report("refining", target.text);
    NestedRefinement refinement = refiner.refine(memoization, *found, context);
    if (auto* feasible = std::get_if<core::Feasible>(&refinement)) {
      return core::Violated{found->node, target, std::move(feasible->path)};
    }
    if (auto* inconclusive = std::get_if<core::Inconclusive>(&refinement)) {
      return core::Undecided{found->node, target, std::move(inconclusive->reason)};
    }
    ++context.statistics.refinements;
    const auto& spurious = std::get<NestedSpurious>(refinement);
    for (const Cut& cut : spurious.cuts) {
      for (core::ArgNodeId pivot : cut.pivots) {
        memoization.prune(cut.analysis, pivot, spurious.increment);
      }
      for (BlockAnalysisId used : cut.used_before) {
        memoization.forget_exits(cut.analysis, used, spurious.increment);
      }
    }
  }
}

} // namespace vouch::bam
