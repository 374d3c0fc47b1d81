#pragma once

#include "analysis/smt/interpolation.hpp"
#include "analysis/smt/path_program.hpp"
#include "analysis/smt/spacer.hpp"

namespace vouch::smt {

/// Inductive invariants of the folded path: one formula per location. They do not depend on how often the path goes
/// round its loops, but exist only if no number of rounds leads to the error.
class PathProgramInterpolator : public Interpolator {
public:
  enum class Hints { None, AffineEqualities };
  PathProgramInterpolator(TermManager& terms, RunContext& context, SpacerLemmas lemmas, Hints hints)
      : terms_(terms), context_(context), lemmas_(lemmas), hints_(hints) {}

  InterpolationResult interpolate(const InterpolationProblem& problem, std::chrono::milliseconds limit) override;

private:
  TermManager& terms_;
  RunContext& context_;
  SpacerLemmas lemmas_;
  Hints hints_;
};

/// Interpolants of the path as it is: one predicate per cut.
class ChainInterpolator : public Interpolator {
public:
  ChainInterpolator(TermManager& terms, RunContext& context, SpacerLemmas lemmas)
      : terms_(terms), context_(context), lemmas_(lemmas) {}

  InterpolationResult interpolate(const InterpolationProblem& problem, std::chrono::milliseconds limit) override;

private:
  TermManager& terms_;
  RunContext& context_;
  SpacerLemmas lemmas_;
};

} // namespace vouch::smt
