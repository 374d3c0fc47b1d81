#pragma once

#include "analysis/smt/interpolation/interpolation.hpp"

namespace vouch::smt {

/// The last resort: atoms of the path's unsatisfiable core, carried back over the assignments, as predicates.
class CorePredicates : public Interpolator {
public:
  CorePredicates(TermManager& terms, RunContext& context) : terms_(terms), context_(context) {}

  /// `Predicates` unless the path is feasible.
  InterpolationResult interpolate(const InterpolationProblem& problem, std::chrono::milliseconds limit) override;

private:
  TermManager& terms_;
  RunContext& context_;
};

} // namespace vouch::smt
