#pragma once

#include "analysis/report/predicate_settings.hpp"
#include "analysis/smt/interpolation/interpolation.hpp"

#include <chrono>
#include <cstddef>
#include <memory>
#include <string>
#include <variant>
#include <vector>

/// Tree interpolants: why a path through calls that have returned cannot be taken, said so that the formula behind a
/// call is about what goes in and out of the called function, not about its caller (Heizmann, Hoenicke, Podelski:
/// Nested Interpolants, POPL 2010; Blanc, Gupta, Kovacs, Kragl: Tree Interpolation in Vampire, LPAR 2013).
namespace vouch::smt {

/// A node of a tree, which is the list of its nodes in post-order, the root last. All formulas share one name space: a
/// constant that occurs in two of them is the same value.
struct TreeNode {
  Term formula;
  /// Indices of nodes, all smaller. Where a call has returned, the first child is the last node of the caller before
  /// the call, and the second one the last node of the called function.
  std::vector<std::size_t> children;
  /// Key of the program location that the node's interpolant is for. Equal keys: the same place, perhaps in different
  /// activations of a function, and with the same symbols in `interface`.
  std::size_t location = 0;
  /// State symbols and the constants that hold their values where the node ends: what the interpolant may be about if
  /// it is to serve at other nodes of the location too. Only `TreeInterpolation::Folded` looks at this.
  Substitution interface;
};

struct TreeInterpolationProblem {
  std::vector<TreeNode> nodes;
  std::vector<Term> rigid; ///< constants with one value all along, for instance the addresses of objects
  Term background;         ///< what is known about the rigid constants; null: nothing
};

/// `at[i]`, for node i, follows from the background, the node's formula and `at` of its children; it is false at the
/// root. It is over rigid constants and those that occur both in the subtree below i (with i) and outside of it.
struct TreeInterpolants {
  std::vector<Term> at;
  std::string engine;
  /// Obligations that answers of the engines did not meet, which were thrown away before this one was found.
  std::size_t failed_obligations = 0;
};

using TreeInterpolationResult = std::variant<TreeInterpolants, Feasible, Declined, Undecided>;

class TreeInterpolator {
public:
  TreeInterpolator() = default;
  TreeInterpolator(const TreeInterpolator&) = delete;
  TreeInterpolator& operator=(const TreeInterpolator&) = delete;
  virtual ~TreeInterpolator() = default;

  /// Requires at least one node, and post-order. Throws `Interrupted`.
  virtual TreeInterpolationResult interpolate(const TreeInterpolationProblem& problem,
                                              std::chrono::milliseconds limit) = 0;
};

/// The strategy, and behind it others for what it cannot answer. Every answer is validated.
std::unique_ptr<TreeInterpolator> make_tree_interpolator(TermManager& terms, RunContext& context,
                                                         TreeInterpolation strategy);

/// The tree with its nodes called F1, F2, ... in post-order and every child but the first in brackets, as in SMT-LIB
/// proposals for interpolation: `F1 (F2 (F3) F4) F5` has its root in F5, whose children are F1 and F4.
std::string bracket_text(const std::vector<TreeNode>& nodes);

} // namespace vouch::smt
