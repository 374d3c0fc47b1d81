#pragma once

#include "analysis/smt/interpolation/tree_interpolation.hpp"

namespace vouch::smt {

/// Interpolants of a tree of at least two nodes by one binary interpolation per node.
class CraigTreeInterpolator : public TreeInterpolator {
public:
  enum class Order {
    PostOrder,   ///< from the leaves upwards; finished subtrees are replaced by their interpolants
    CallStack,   ///< as the path runs; calls that have not returned yet wait on a stack
    Independent, ///< each node on its own: the answers need not fit together
  };
  CraigTreeInterpolator(TermManager& terms, RunContext& context, Order order)
      : terms_(terms), context_(context), order_(order) {}

  TreeInterpolationResult interpolate(const TreeInterpolationProblem& problem,
                                      std::chrono::milliseconds limit) override;

private:
  TermManager& terms_;
  RunContext& context_;
  Order order_;
};

} // namespace vouch::smt
