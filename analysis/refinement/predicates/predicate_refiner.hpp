#pragma once

#include "analysis/core/cegar.hpp"
#include "analysis/domains/predicates/predicate_precision.hpp"
#include "analysis/refinement/feasibility.hpp"
#include "analysis/refinement/path_slice.hpp"
#include "analysis/refinement/predicates/path_tree.hpp"
#include "analysis/refinement/predicates/sequence_explanation.hpp"

#include <map>
#include <unordered_set>

/// Counterexample-guided refinement of predicate precisions by interpolation: Henzinger, Jhala, Majumdar, McMillan,
/// "Abstractions from proofs", POPL 2004, on the blocks of adjustable-block encoding; for paths through blocks that were
/// analysed on their own after Friedberger 2015, 4.3.
///
/// error path -> its outermost chain of blocks, with summaries for calls that have returned
///   -> infeasible: slice -> sequence interpolants (sequence_explanation.hpp) -> predicates at the ends of the blocks
///   -> feasible, and without summaries: feasible on bits? -> Feasible
///   -> feasible: summaries unfolded along a model (unfolded_path.hpp)
///        -> infeasible: tree interpolants; those at the end of a call become predicates of the called block's exit
///        -> all unfolded: feasible on bits? -> Feasible
///
/// A predicate is new at the first place of a reached set on the path whose abstraction was computed without it; from
/// there on, that set is explored anew, and so is whatever on the path has used its exits.
///
/// Worked example: `x = 0; while (*) x++; assert(x >= 0);` The path that skips the loop has the blocks [x = 0], [!(x >=
/// 0)]. Their interpolant x >= 0 becomes a predicate at the loop head; the loop head is the pivot.
namespace vouch::refinement {

class PredicateRefiner : public core::Refiner {
public:
  struct Services {
    SequenceExplainer::Services sequences;
    TheoryView bits;                                      ///< the theory that decides error paths
    const std::unordered_set<cfa::FunctionId>& recursive; ///< the functions that can call themselves
    domains::PathFormulas& formulas;
    smt::TreeInterpolator& tree_interpolator;
  };
  PredicateRefiner(Services services, PrecisionScope scope, PredicateAbstraction abstraction);

  core::Refinement refine(const core::Exploration& exploration, core::ExploredNode target,
                          RunContext& context) override;

private:
  using PredicatesBySegment = std::map<const Segment*, domains::PredicateSet>;

  core::Refinement refute_outermost(const OutermostChain& chain, const Refutation& refutation, RunContext& context);
  core::Refinement refute_unfolded(const core::Exploration& exploration, const RefutedPath& path, RunContext& context);
  Feasibility decide_without_summaries(const std::vector<ChainSegment>& chain, const PathInTheory* likely,
                                       RunContext& context);
  Feasibility decide_on_bits(const std::vector<cfa::EdgeId>& edges, cfa::LocationId target, RunContext& context);
  [[nodiscard]] PathServices path_services() const;
  /// Adds predicates at a location to what is to be tracked, as far as the scope says.
  void add_predicates(domains::PredicatePrecision& increment, cfa::LocationId location,
                      const domains::PredicateSet& predicates) const;
  /// Whether something changes in the activation, so that its exits are not what they were.
  bool add_cuts(std::vector<core::Cut>& cuts, const core::Exploration& exploration, const Activation& activation,
                const PredicatesBySegment& predicates) const;

  Services services_;
  PrecisionScope scope_;
  PredicateAbstraction abstraction_;
  SequenceExplainer explainer_;
};

} // namespace vouch::refinement
