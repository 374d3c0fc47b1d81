#include "analysis/bam/nested_path_checker.hpp"

#include "analysis/support/overloaded.hpp"

namespace vouch::bam {

NestedRefinement NestedPathChecker::refine(const BlockMemoization& memoization, const BlockTarget& target,
                                           RunContext& context) {
  const std::optional<std::vector<cfa::EdgeId>> edges = flat_path(memoization, target);
  if (!edges) {
    return core::Inconclusive{"the way through the blocks has changed"};
  }
  const domains::PathFormulaId path = refinement::path_along(*edges, cfa_, recursive_, formulas_);
  const core::ReachedSet& reached = memoization[target.analysis].reached;
  const cfa::LocationId location = reached.analysis().location(reached.node(target.node).state);
  using Result = NestedRefinement;
  return std::visit(
      Overloaded{
          [](refinement::FeasiblePath feasible) -> Result { return core::Feasible{std::move(feasible.path)}; },
          [](const refinement::InfeasiblePath&) -> Result { return core::Inconclusive{"the path is not feasible"}; },
          [](const refinement::UndecidedPath& undecided) -> Result { return core::Inconclusive{undecided.reason}; }},
      refinement::decide_path(path, location, terms_, bits_, cfa_, context));
}

} // namespace vouch::bam
