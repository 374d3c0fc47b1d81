#include "analysis/refinement/path_checker.hpp"

#include "analysis/support/overloaded.hpp"

namespace vouch::refinement {

domains::PathFormulaId path_along(const std::vector<cfa::EdgeId>& edges, const cfa::Cfa& cfa,
                                  const std::unordered_set<cfa::FunctionId>& recursive,
                                  domains::PathFormulas& formulas) {
  domains::PathFormulaId path = domains::PathFormulas::start();
  std::vector<domains::PathFormulaId> calls;
  for (cfa::EdgeId id : edges) {
    const cfa::Operation& operation = cfa.edge(id).operation;
    if (std::holds_alternative<cfa::Call>(operation)) {
      calls.push_back(path);
    } else if (const auto* back = std::get_if<cfa::Return>(&operation)) {
      const cfa::FunctionId callee = std::get<cfa::Call>(cfa.edge(back->call).operation).callee;
      if (recursive.contains(callee)) {
        path = formulas.restore(path, calls.back(), callee);
      }
      calls.pop_back();
    }
    path = formulas.extend(path, id);
  }
  return path;
}

Feasibility decide_path(domains::PathFormulaId path, cfa::LocationId target, smt::TermManager& terms, TheoryView bits,
                        const cfa::Cfa& cfa, RunContext& context) {
  auto start = std::make_shared<const domains::Abstraction>(
      domains::Abstraction{terms.boolean(true), {}, domains::PathFormulas::start(), nullptr, {}});
  auto end = std::make_shared<const domains::Abstraction>(
      domains::Abstraction{terms.boolean(true), target, path, std::move(start), {}});
  return decide({{path, std::move(end), {}, 0}}, terms, bits, cfa, context);
}

core::Refinement PathChecker::refine(const core::Exploration& exploration, core::ExploredNode target,
                                     RunContext& context) {
  const core::PathThroughBlocks through = core::path_to(exploration, target, most_edges_of_formula);
  const auto* explored = std::get_if<core::ExploredPath>(&through);
  if (explored == nullptr) {
    return core::Inconclusive{std::holds_alternative<core::TooLong>(through)
                                  ? "the way through the blocks is too long"
                                  : "the way through the blocks has changed"};
  }
  const domains::PathFormulaId path = path_along(explored->edges, cfa_, recursive_, formulas_);
  const cfa::LocationId location = exploration.analysis().location(exploration.node(target).state);
  return std::visit(
      Overloaded{
          [](FeasiblePath feasible) -> core::Refinement { return core::Feasible{std::move(feasible.path)}; },
          [](const InfeasiblePath&) -> core::Refinement { return core::Inconclusive{"the path is not feasible"}; },
          [](const UndecidedPath& undecided) -> core::Refinement { return core::Inconclusive{undecided.reason}; }},
      decide_path(path, location, terms_, bits_, cfa_, context));
}

} // namespace vouch::refinement
