#pragma once

#include "analysis/smt/interpolation/tree_shape.hpp"
#include "analysis/smt/terms/relevant_background.hpp"

namespace vouch::smt {

/// A tree without what does not take part in its contradiction.
struct SlicedTree {
  TreeShape shape;
  std::vector<Term> formulas; ///< per node; together satisfiable only if the tree's are
  RigidPart rigid;
  Occurrences occurrences; ///< of constants in `formulas`
};

/// Leaves out definitions of constants that nothing else mentions. The formulas only become weaker, so interpolants of
/// the slice are interpolants of the tree. Nodes of one location whose formulas differ only in the names of constants
/// are sliced in the same way. Requires a tree in post-order.
SlicedTree slice_tree(TermManager& terms, const TreeInterpolationProblem& problem);

} // namespace vouch::smt
