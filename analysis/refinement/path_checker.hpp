#pragma once

#include "analysis/core/cegar.hpp"
#include "analysis/refinement/block_chain.hpp"

/// A refiner for analyses that have nothing to refine: decides whether the path that leads to a target is feasible.
namespace vouch::refinement {

class PathChecker : public core::Refiner {
public:
  /// All must outlive the checker; `formulas` is where it builds the formulas of paths, `bits` encodes them.
  PathChecker(const cfa::Cfa& cfa, smt::TermManager& terms, domains::PathFormulas& formulas, TheoryView bits)
      : cfa_(cfa), terms_(terms), formulas_(formulas), bits_(bits) {}

  /// Feasible or inconclusive, never spurious: one infeasible path says nothing about others to the same target.
  core::Refinement refine(const core::ReachedSet& reached, core::ArgNodeId target, RunContext& context) override;

private:
  const cfa::Cfa& cfa_;
  smt::TermManager& terms_;
  domains::PathFormulas& formulas_;
  TheoryView bits_;
};

} // namespace vouch::refinement
