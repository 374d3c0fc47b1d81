#pragma once

#include "analysis/smt/interpolation/tree_interpolation.hpp"

#include <optional>
#include <unordered_map>

namespace vouch::smt {

/// Where the nodes of a tree in post-order lie: the subtree of node i is the nodes from `leftmost[i]` to i.
struct TreeShape {
  std::vector<std::size_t> leftmost;
  std::vector<std::size_t> parent; ///< of the root: the number of nodes
  std::size_t height = 0;          ///< nodes on the longest way from a leaf to the root
};

/// Nothing if the nodes are not one tree in post-order, children from left to right.
std::optional<TreeShape> tree_shape(const std::vector<TreeNode>& nodes);

/// Where the constants of some formulas, one per node, occur.
class Occurrences {
public:
  Occurrences(TermManager& terms, const std::vector<Term>& formulas);

  /// Whether one of the nodes from `first` to `last` mentions `constant`.
  [[nodiscard]] bool within(const Term& constant, std::size_t first, std::size_t last) const;
  /// Whether `constant` occurs both in the subtree of `node` and outside of it.
  [[nodiscard]] bool is_shared(const TreeShape& shape, const Term& constant, std::size_t node) const;
  /// All constants, in order of first occurrence.
  [[nodiscard]] const std::vector<Term>& constants() const { return constants_; }

private:
  std::vector<Term> constants_;
  std::unordered_map<Term, std::vector<std::size_t>> nodes_; ///< ascending
};

} // namespace vouch::smt
