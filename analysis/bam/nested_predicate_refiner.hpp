#pragma once

#include "analysis/bam/block_cegar.hpp"
#include "analysis/bam/path_tree.hpp"
#include "analysis/refinement/predicate_refiner.hpp"

#include <set>
#include <unordered_set>

/// Refinement of predicate precisions by paths through remembered blocks, after Friedberger 2015, 4.3.
///
/// error path -> its outermost chain, with summaries for calls that have returned
///   -> infeasible: sequence interpolants, as without blocks (refinement/predicate_refiner.hpp)
///   -> feasible: summaries unfolded along a model (nested_path.hpp)
///        -> infeasible: tree interpolants; those at the end of a call become predicates of the called block's exit
///        -> all unfolded: feasible on bits? -> Feasible
///
/// A predicate is new at the first place of a block analysis on the path whose abstraction was computed without it;
/// from there on, that analysis goes on anew, and so does everyone on the path who has used its exits.
namespace vouch::bam {

class NestedPredicateRefiner : public NestedRefiner {
public:
  struct Services {
    refinement::PredicateRefiner::Services predicates;
    const std::unordered_set<cfa::FunctionId>& recursive; ///< the functions that can call themselves
    domains::PathFormulas& formulas;
    smt::TreeInterpolator& tree_interpolator;
  };
  NestedPredicateRefiner(Services services, PrecisionScope scope, PredicateAbstraction abstraction);

  NestedRefinement refine(const BlockMemoization& memoization, const BlockTarget& target, RunContext& context) override;

private:
  /// Where new predicates are, while they are collected.
  struct Changes {
    domains::PredicatePrecision increment;
    std::vector<Cut> cuts;
    std::size_t signature = 0; ///< of everything that changes
  };

  NestedRefinement refute_outermost(const OutermostChain& chain, const std::vector<smt::Term>& slice,
                                    RunContext& context);
  NestedRefinement refute_unfolded(const BlockMemoization& memoization, const RefutedPath& path, RunContext& context);
  NestedRefinement decide(const UnfoldedPath& path, cfa::LocationId target, RunContext& context);
  void add_predicates(Changes& changes, cfa::LocationId location, const domains::PredicateSet& predicates) const;
  /// Whether something changes in the activation, so that its exits are not what they were.
  bool add_cuts(Changes& changes, const BlockMemoization& memoization, const Activation& activation,
                const std::map<const Segment*, domains::PredicateSet>& predicates) const;
  NestedRefinement finish(Changes changes);

  Services services_;
  PrecisionScope scope_;
  PredicateAbstraction abstraction_;
  refinement::PredicateRefiner sequence_refiner_;
  std::set<std::size_t> tried_; ///< signatures of refinements
};

} // namespace vouch::bam
