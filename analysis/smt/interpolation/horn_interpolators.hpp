#pragma once

#include "analysis/smt/interpolation/interpolation.hpp"
#include "analysis/smt/interpolation/path_program.hpp"
#include "analysis/smt/interpolation/spacer.hpp"

namespace vouch::smt {

/// Inductive invariants of the folded path: one formula per location. They do not depend on how often the path goes
/// round its loops, but exist only if no number of rounds leads to the error.
class PathProgramInterpolator : public Interpolator {
public:
  /// Hints are invariants that are found without Spacer: affine equalities, and what holds among the atoms of the
  /// program and bounds by its numbers. Often they are all that is needed.
  enum class Hints { None, Found };
  PathProgramInterpolator(TermManager& terms, RunContext& context, SpacerLemmas lemmas, Hints hints)
      : terms_(terms), context_(context), lemmas_(lemmas), hints_(hints) {}

  InterpolationResult interpolate(const InterpolationProblem& problem, std::chrono::milliseconds limit) override;

private:
  /// Per node.
  std::vector<Term> find_hints(const Path& path, const PathProgram& program, const HornSystem& system,
                               std::chrono::milliseconds limit);

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
