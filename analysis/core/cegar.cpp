#include "analysis/core/cegar.hpp"

#include "analysis/core/refinement_progress.hpp"

namespace vouch::core {

CegarResult run_cegar(ReachedSet& reached, Refiner& refiner, RunContext& context, const TargetKeys& ignored) {
  RefinementProgress progress;
  while (true) {
    context.report("exploring");
    const ExplorationResult exploration = explore(reached, context, ignored);
    const auto* found = std::get_if<TargetFound>(&exploration);
    if (found == nullptr) {
      return Proved{};
    }
    const TargetReason target = *open_target(reached, found->node, ignored);
    context.report("refining", target.text);
    Refinement refinement = refiner.refine(reached, found->node, context);
    if (auto* feasible = std::get_if<Feasible>(&refinement)) {
      return Violated{found->node, target, std::move(feasible->path)};
    }
    if (auto* inconclusive = std::get_if<Inconclusive>(&refinement)) {
      return Undecided{found->node, target, std::move(inconclusive->reason)};
    }
    const auto& [pivot, increment] = std::get<Spurious>(refinement);
    if (!progress.would_change(reached, found->node, pivot, increment)) {
      return Undecided{found->node, target, "refinement stuck"};
    }
    ++context.statistics.refinements;
    reached.prune(pivot, increment);
  }
}

} // namespace vouch::core
