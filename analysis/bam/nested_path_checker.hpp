#pragma once

#include "analysis/bam/block_cegar.hpp"
#include "analysis/refinement/path_checker.hpp"

namespace vouch::bam {

/// As `refinement::PathChecker`, for paths through remembered blocks: decides whether the path to a target is feasible.
class NestedPathChecker : public NestedRefiner {
public:
  /// All must outlive the checker. `recursive`: the functions that can call themselves.
  NestedPathChecker(const cfa::Cfa& cfa, const std::unordered_set<cfa::FunctionId>& recursive, smt::TermManager& terms,
                    domains::PathFormulas& formulas, refinement::TheoryView bits)
      : cfa_(cfa), recursive_(recursive), terms_(terms), formulas_(formulas), bits_(bits) {}

  NestedRefinement refine(const BlockMemoization& memoization, const BlockTarget& target, RunContext& context) override;

private:
  const cfa::Cfa& cfa_;
  const std::unordered_set<cfa::FunctionId>& recursive_;
  smt::TermManager& terms_;
  domains::PathFormulas& formulas_;
  refinement::TheoryView bits_;
};

} // namespace vouch::bam
