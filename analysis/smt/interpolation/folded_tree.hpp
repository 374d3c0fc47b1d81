#pragma once

#include "analysis/smt/interpolation/horn_clauses.hpp"
#include "analysis/smt/interpolation/tree_slice.hpp"

namespace vouch::smt {

/// A tree as Horn clauses: the solution, said of the atom of a node, is the node's interpolant.
struct TreeClauses {
  HornSystem system;
  std::vector<HornAtom> atoms; ///< per node but the root
};

/// One predicate per node, about the constants that the subtree shares with the rest.
TreeClauses unrolled_clauses(TermManager& terms, const TreeInterpolationProblem& problem, const SlicedTree& tree);

/// One predicate per location, about those symbols of its nodes' interfaces that matter; where only one node is, about
/// the same as above. Clauses that differ only in the names of their constants are one.
TreeClauses folded_clauses(TermManager& terms, const TreeInterpolationProblem& problem, const SlicedTree& tree);

} // namespace vouch::smt
