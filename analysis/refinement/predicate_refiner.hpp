#pragma once

#include "analysis/core/cegar.hpp"
#include "analysis/domains/predicates/predicate_precision.hpp"
#include "analysis/refinement/feasibility.hpp"
#include "analysis/report/predicate_settings.hpp"

/// Counterexample-guided refinement of predicate precisions by interpolation, after Henzinger, Jhala, Majumdar,
/// McMillan: "Abstractions from proofs", POPL 2004, on the blocks of adjustable-block encoding.
///
/// error path -> (satisfiable as mathematical integers?) -> (feasible on bits?) -> Feasible
///                      | no: slice of the path that is enough to refute it (path_slice.hpp)
///                      |     -> interpolants (of the whole path with its loops, else of the slice), one per block end
///                      -> predicates there; pivot: the first new predicate
///
/// Worked example: `x = 0; while (*) x++; assert(x >= 0);` The path that skips the loop has the blocks [x = 0], [!(x >=
/// 0)]. Their interpolant x >= 0 becomes a predicate at the loop head; the loop head is the pivot.
namespace vouch::refinement {

/// `increment`, and `predicates` at `location` as far as `scope` says.
domains::PredicatePrecision extended(const domains::PredicatePrecision& increment, cfa::LocationId location,
                                     cfa::FunctionId function, const domains::PredicateSet& predicates,
                                     PrecisionScope scope);

/// What a formula that holds at a block end gives for predicates there.
domains::PredicateSet predicates_in(const smt::Term& formula, smt::TermManager& terms,
                                    PredicateAbstraction abstraction);

/// Whether the abstraction was computed without one of `predicates`.
bool is_coarser(const domains::Abstraction& abstraction, const domains::PredicateSet& predicates);

class PredicateRefiner : public core::Refiner {
public:
  struct Services {
    const cfa::Cfa& cfa;
    smt::TermManager& terms;
    TheoryView abstraction;               ///< the theory that predicates are written in
    TheoryView bits;                      ///< the theory that decides error paths
    smt::Interpolator& loop_interpolator; ///< for whole paths: folds them into a program with its loops
    smt::Interpolator& interpolator;      ///< for slices
  };
  PredicateRefiner(Services services, PrecisionScope scope, PredicateAbstraction abstraction);

  core::Refinement refine(const core::ReachedSet& reached, core::ArgNodeId target, RunContext& context) override;

  /// Predicates for each block end but the last that refute `chain`, of which `slice` is an unsatisfiable part; or why
  /// there are none.
  std::variant<std::vector<domains::PredicateSet>, core::Inconclusive>
  explain(const std::vector<ChainBlock>& chain, const std::vector<smt::Term>& slice, RunContext& context);

private:
  smt::InterpolationResult interpolants(const std::vector<ChainBlock>& chain, const std::vector<smt::Term>& slice,
                                        RunContext& context);
  core::Refinement refine_spurious(const std::vector<ChainBlock>& chain, const std::vector<smt::Term>& slice,
                                   RunContext& context);

  Services services_;
  PrecisionScope scope_;
  PredicateAbstraction abstraction_;
  std::chrono::milliseconds patience_with_loops_; ///< halved by every failure, restored by every success
};

} // namespace vouch::refinement
