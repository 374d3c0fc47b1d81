#pragma once

#include "analysis/core/cegar.hpp"
#include "analysis/domains/predicates/predicate_precision.hpp"
#include "analysis/refinement/path_slice.hpp"
#include "analysis/report/predicate_settings.hpp"
#include "analysis/smt/interpolation/interpolation.hpp"

#include <chrono>
#include <variant>
#include <vector>

/// Why a sequence of blocks of adjustable-block encoding is infeasible, as predicates for the ends of the blocks, by
/// interpolation: of the whole path with its loops where that works, else of a slice of it (path_slice.hpp).
namespace vouch::refinement {

/// How long one interpolation may take; the shares of the time limit end most of them before.
inline constexpr std::chrono::milliseconds interpolation_limit{60000};

/// What a formula that holds at a block end gives for predicates there.
domains::PredicateSet predicates_in(const smt::Term& formula, smt::TermManager& terms,
                                    PredicateAbstraction abstraction);

/// Explains why sequences of blocks are infeasible.
class SequenceExplainer {
public:
  struct Services {
    const cfa::Cfa& cfa;
    smt::TermManager& terms;
    TheoryView abstraction;               ///< the theory that predicates are written in
    smt::Interpolator& loop_interpolator; ///< for whole paths: folds them into a program with its loops
    smt::Interpolator& interpolator;      ///< for slices
  };
  SequenceExplainer(Services services, PredicateAbstraction abstraction);

  /// Predicates for each block end but the last that refute `chain`; or why there are none. Throws `Interrupted`.
  std::variant<std::vector<domains::PredicateSet>, core::Inconclusive>
  explain(const std::vector<ChainSegment>& chain, const Refutation& refutation, RunContext& context);

private:
  smt::InterpolationResult interpolants(const std::vector<ChainSegment>& chain, const Refutation& refutation,
                                        RunContext& context);

  Services services_;
  PredicateAbstraction abstraction_;
  std::chrono::milliseconds patience_with_loops_; ///< halved by every failure, restored by every success
};

} // namespace vouch::refinement
