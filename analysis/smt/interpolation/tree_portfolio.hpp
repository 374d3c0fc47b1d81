#pragma once

#include "analysis/smt/interpolation/tree_interpolation.hpp"

namespace vouch::smt {

/// Engines in order of preference, taken round robin with limits that grow from round to round. The first answer that
/// keeps all obligations is passed on, with the number of those that others did not keep; `Feasible` only if the tree's
/// formulas have a model. Used in production: Spacer has answered wrongly, and a wrong interpolant costs the progress
/// of refinement.
class TreePortfolio : public TreeInterpolator {
public:
  struct Engine {
    std::unique_ptr<TreeInterpolator> interpolator;
    std::chrono::milliseconds first_limit;
    bool folds = false; ///< nodes at one location into one; comes last where none are
  };

  TreePortfolio(TermManager& terms, RunContext& context, std::vector<Engine> engines)
      : terms_(terms), context_(context), engines_(std::move(engines)) {}

  TreeInterpolationResult interpolate(const TreeInterpolationProblem& problem,
                                      std::chrono::milliseconds limit) override;

private:
  TreeInterpolationResult checked(const TreeInterpolationProblem& problem, TreeInterpolationResult answer,
                                  std::size_t& failed);

  TermManager& terms_;
  RunContext& context_;
  std::vector<Engine> engines_;
};

} // namespace vouch::smt
