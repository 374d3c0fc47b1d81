#pragma once

#include "analysis/core/cegar.hpp"
#include "analysis/refinement/feasibility.hpp"
#include "analysis/refinement/segment_chain.hpp"

#include <unordered_set>
#include <vector>

/// A refiner for analyses that have nothing to refine: decides whether the path that leads to a target is feasible.
namespace vouch::refinement {

/// Longer paths are not decided: solvers give up long before.
constexpr std::size_t most_edges_of_formula = 200'000;

/// The path along `edges`, from the start of a program. `recursive` are the functions that can call themselves: behind a
/// return to another activation, their registers have the values again that they had before the call.
domains::PathFormulaId path_along(const std::vector<cfa::EdgeId>& edges, const cfa::Cfa& cfa,
                                  const std::unordered_set<cfa::FunctionId>& recursive,
                                  domains::PathFormulas& formulas);

/// Whether an execution takes this one path to `target`. Throws `Interrupted`.
Feasibility decide_path(domains::PathFormulaId path, cfa::LocationId target, smt::TermManager& terms, TheoryView bits,
                        const cfa::Cfa& cfa, RunContext& context);

class PathChecker : public core::Refiner {
public:
  /// All must outlive the checker; `formulas` is where it builds the formulas of paths, `bits` encodes them. `recursive`:
  /// the functions that can call themselves.
  PathChecker(const cfa::Cfa& cfa, const std::unordered_set<cfa::FunctionId>& recursive, smt::TermManager& terms,
              domains::PathFormulas& formulas, TheoryView bits)
      : cfa_(cfa), recursive_(recursive), terms_(terms), formulas_(formulas), bits_(bits) {}

  /// Feasible or inconclusive, never spurious: one infeasible path says nothing about others to the same target.
  core::Refinement refine(const core::Exploration& exploration, core::ExploredNode target,
                          RunContext& context) override;

private:
  const cfa::Cfa& cfa_;
  const std::unordered_set<cfa::FunctionId>& recursive_;
  smt::TermManager& terms_;
  domains::PathFormulas& formulas_;
  TheoryView bits_;
};

} // namespace vouch::refinement
