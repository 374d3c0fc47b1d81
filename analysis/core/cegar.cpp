#include "analysis/core/cegar.hpp"

#include "analysis/core/refinement_progress.hpp"

namespace vouch::core {

CegarResult run_cegar(Exploration& exploration, Refiner& refiner, RunContext& context, const TargetKeys& ignored) {
  RefinementProgress progress;
  const std::size_t patience = refiner.patience().value_or(any_number);
  std::size_t most = patience;
  while (true) {
    context.report("exploring");
    const Explored explored = exploration.explore(context, ignored, most);
    if (const auto* half_way = std::get_if<HalfWay>(&explored)) {
      const std::optional<Spurious> change = refiner.look_at(exploration, half_way->node, context);
      if (!change || !progress.would_change(exploration, half_way->node, *change)) {
        most = most > any_number / 2 ? any_number : 2 * most; // so that looking takes no more than a part of exploring
        continue;
      }
      context.report("refining");
      ++context.statistics.refinements;
      exploration.take_back(*change);
      most = patience;
      continue;
    }
    if (const auto* paused = std::get_if<Paused>(&explored)) {
      context.report("refining", paused->reason);
      const std::optional<Spurious> change = refiner.resume(exploration, *paused, context);
      if (!change || !progress.would_change(exploration, paused->node, *change)) {
        return *paused;
      }
      ++context.statistics.refinements;
      exploration.take_back(*change);
      continue;
    }
    const auto* found = std::get_if<ExploredNode>(&explored);
    if (found == nullptr) {
      return Proved{};
    }
    const TargetReason target = *open_target(exploration.reached(found->set), found->node, ignored);
    context.report("refining", target.text);
    Refinement refinement = refiner.refine(exploration, *found, context);
    if (auto* feasible = std::get_if<Feasible>(&refinement)) {
      return Violated{*found, target, std::move(feasible->path)};
    }
    if (auto* inconclusive = std::get_if<Inconclusive>(&refinement)) {
      context.check(); // whatever the reason says: with more time it could be another one
      return Undecided{*found, target, std::move(inconclusive->reason)};
    }
    const auto& spurious = std::get<Spurious>(refinement);
    if (!progress.would_change(exploration, *found, spurious)) {
      return Undecided{*found, target, "refinement stuck"};
    }
    ++context.statistics.refinements;
    exploration.take_back(spurious);
  }
}

} // namespace vouch::core
