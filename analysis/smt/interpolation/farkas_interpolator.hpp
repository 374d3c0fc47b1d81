#pragma once

#include "analysis/smt/interpolation/interpolation.hpp"

namespace vouch::smt {

/// Interpolants of linear integer steps: inequalities whose coefficients come from one linear program, with constants
/// chosen so that the same inequality serves at many cuts. What is not a conjunction of linear constraints and
/// disequalities is left out of a step; if the rest has a rational solution, the engine declines.
class FarkasInterpolator : public Interpolator {
public:
  FarkasInterpolator(TermManager& terms, RunContext& context) : terms_(terms), context_(context) {}

  InterpolationResult interpolate(const InterpolationProblem& problem, std::chrono::milliseconds limit) override;

private:
  TermManager& terms_;
  RunContext& context_;
};

} // namespace vouch::smt
