#pragma once

#include "analysis/smt/interpolation/spacer.hpp"
#include "analysis/smt/interpolation/tree_interpolation.hpp"

namespace vouch::smt {

/// Interpolants of the tree as it is (of at least two nodes), all at once: one predicate per node, one clause per node.
/// The clauses are not linear and have no loops.
class HornTreeInterpolator : public TreeInterpolator {
public:
  HornTreeInterpolator(TermManager& terms, RunContext& context, SpacerLemmas lemmas)
      : terms_(terms), context_(context), lemmas_(lemmas) {}

  TreeInterpolationResult interpolate(const TreeInterpolationProblem& problem,
                                      std::chrono::milliseconds limit) override;

private:
  TermManager& terms_;
  RunContext& context_;
  SpacerLemmas lemmas_;
};

/// Invariants and summaries of the recursive program that the tree (of at least two nodes) is folded into: one
/// predicate per location. They do not depend on how deep the calls of the path are, but exist only if no other depth
/// leads to the error.
class FoldedTreeInterpolator : public TreeInterpolator {
public:
  /// Whether affine equalities are found first, without Spacer. Often they are all that is needed.
  enum class Hints { None, Found };
  FoldedTreeInterpolator(TermManager& terms, RunContext& context, SpacerLemmas lemmas, Hints hints)
      : terms_(terms), context_(context), lemmas_(lemmas), hints_(hints) {}

  TreeInterpolationResult interpolate(const TreeInterpolationProblem& problem,
                                      std::chrono::milliseconds limit) override;

private:
  TermManager& terms_;
  RunContext& context_;
  SpacerLemmas lemmas_;
  Hints hints_;
};

} // namespace vouch::smt
