#include "analysis/refinement/path_checker.hpp"

#include "analysis/refinement/feasibility.hpp"
#include "analysis/support/overloaded.hpp"

namespace vouch::refinement {

core::Refinement PathChecker::refine(const core::ReachedSet& reached, core::ArgNodeId target, RunContext& context) {
  domains::PathFormulaId path = domains::PathFormulas::start();
  for (cfa::EdgeId edge : reached.arg().path_to(target).edges) {
    path = formulas_.extend(path, edge);
  }
  const cfa::LocationId location = reached.analysis().location(reached.node(target).state);
  auto start = std::make_shared<const domains::Abstraction>(
      domains::Abstraction{terms_.boolean(true), {}, domains::PathFormulas::start(), nullptr, {}});
  auto end = std::make_shared<const domains::Abstraction>(
      domains::Abstraction{terms_.boolean(true), location, path, std::move(start), {}});
  return std::visit(
      Overloaded{
          [](FeasiblePath feasible) -> core::Refinement { return core::Feasible{std::move(feasible.path)}; },
          [](const InfeasiblePath&) -> core::Refinement { return core::Inconclusive{"the path is not feasible"}; },
          [](const UndecidedPath& undecided) -> core::Refinement { return core::Inconclusive{undecided.reason}; }},
      decide({{path, std::move(end), target, 0}}, terms_, bits_, cfa_, context));
}

} // namespace vouch::refinement
