#pragma once

#include "analysis/refinement/predicates/unfolded_path.hpp"
#include "analysis/smt/interpolation/tree_interpolation.hpp"

#include <vector>

/// A refuted path as a problem for tree interpolation (Friedberger 2015, 4.3.3): each activation is a chain of nodes,
/// one for each segment, whose last one is a child of the node with the call.
///
/// In the example of unfolded_path.hpp the tree is (F1) F3. An interpolant of F1 is out#1 = in#1 + 1, which is the
/// predicate result = x<entry> + 1 at the exit of f.
namespace vouch::refinement {

/// A refuted path as a tree, and what each of its nodes is.
struct PathTree {
  struct Node {
    const Activation* activation = nullptr;
    const Segment* segment = nullptr;
    const CallOnPath* left_by = nullptr; ///< set: the end of the activation that this call entered
    smt::Substitution meanings; ///< constants and the symbols, without indices, that they are where the node ends
  };
  smt::TreeInterpolationProblem problem;
  std::vector<Node> nodes;
};
PathTree tree_of(const Activation& outermost, const PathServices& services);

} // namespace vouch::refinement
