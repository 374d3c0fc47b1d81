#include "analysis/smt/interpolation/tree_shape.hpp"

#include <algorithm>

namespace vouch::smt {

std::optional<TreeShape> tree_shape(const std::vector<TreeNode>& nodes) {
  TreeShape shape;
  shape.parent.assign(nodes.size(), nodes.size());
  std::vector<std::size_t> heights;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    std::size_t next = i; // the children's subtrees lie before i without gaps
    std::size_t height = 0;
    for (auto child = nodes[i].children.rbegin(); child != nodes[i].children.rend(); ++child) {
      if (*child + 1 != next) {
        return std::nullopt;
      }
      shape.parent[*child] = i;
      next = shape.leftmost[*child];
      height = std::max(height, heights[*child]);
    }
    shape.leftmost.push_back(next);
    heights.push_back(height + 1);
  }
  if (nodes.empty() || shape.leftmost.back() != 0) {
    return std::nullopt;
  }
  shape.height = heights.back();
  return shape;
}

std::string bracket_text(const std::vector<TreeNode>& nodes) {
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    std::string text;
    for (std::size_t child : nodes[i].children) {
      text += text.empty() ? texts[child] : "(" + texts[child] + ")";
      text += " ";
      texts[child].clear();
    }
    texts.push_back(text + "F" + std::to_string(i + 1));
  }
  return texts.empty() ? std::string() : texts.back();
}

Occurrences::Occurrences(TermManager& terms, const std::vector<Term>& formulas) {
  for (std::size_t node = 0; node < formulas.size(); ++node) {
    for (const Term& constant : terms.constants(formulas[node])) {
      auto [found, is_new] = nodes_.try_emplace(constant);
      if (is_new) {
        constants_.push_back(constant);
      }
      found->second.push_back(node);
    }
  }
}

bool Occurrences::within(const Term& constant, std::size_t first, std::size_t last) const {
  auto found = nodes_.find(constant);
  if (found == nodes_.end()) {
    return false;
  }
  auto next = std::lower_bound(found->second.begin(), found->second.end(), first);
  return next != found->second.end() && *next <= last;
}

bool Occurrences::is_shared(const TreeShape& shape, const Term& constant, std::size_t node) const {
  auto found = nodes_.find(constant);
  if (found == nodes_.end() || !within(constant, shape.leftmost[node], node)) {
    return false;
  }
  return found->second.front() < shape.leftmost[node] || found->second.back() > node;
}

} // namespace vouch::smt
