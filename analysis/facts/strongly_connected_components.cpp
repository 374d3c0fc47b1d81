#include "analysis/facts/strongly_connected_components.hpp"

#include <algorithm>

namespace vouch::facts {
namespace {

/// Tarjan's algorithm: "Depth-first search and linear graph algorithms", SIAM J. Comput. 1972, with an explicit stack.
/// A component is complete only after all that it leads to.
/// Worked example: main -> f, f -> g, g -> f: the components are {f, g} and {main}, in this order.
class StronglyConnectedComponents {
public:
  explicit StronglyConnectedComponents(const std::vector<std::vector<std::size_t>>& successors)
      : successors_(successors), index_(successors.size(), unvisited), low_(successors.size(), 0),
        on_stack_(successors.size(), false) {}

  std::vector<std::vector<std::size_t>> compute() {
    for (std::size_t node = 0; node < successors_.size(); ++node) {
      if (index_[node] == unvisited) {
        visit(node);
      }
    }
    return std::move(components_);
  }

private:
  static constexpr std::size_t unvisited = static_cast<std::size_t>(-1);
  struct Frame {
    std::size_t node;
    std::size_t next; ///< which of its successors
  };

  void enter(std::size_t node) {
    index_[node] = low_[node] = counter_++;
    stack_.push_back(node);
    on_stack_[node] = true;
    frames_.push_back({node, 0});
  }

  void visit(std::size_t root) {
    enter(root);
    while (!frames_.empty()) {
      Frame& frame = frames_.back();
      const std::size_t node = frame.node;
      if (frame.next != successors_[node].size()) {
        const std::size_t successor = successors_[node][frame.next++];
        if (index_[successor] == unvisited) {
          enter(successor);
        } else if (on_stack_[successor]) {
          low_[node] = std::min(low_[node], index_[successor]);
        }
        continue;
      }
      frames_.pop_back();
      if (!frames_.empty()) {
        const std::size_t parent = frames_.back().node;
        low_[parent] = std::min(low_[parent], low_[node]);
      }
      if (low_[node] == index_[node]) {
        pop_component(node);
      }
    }
  }

  void pop_component(std::size_t root) {
    std::vector<std::size_t>& component = components_.emplace_back();
    std::size_t member = root;
    do {
      member = stack_.back();
      stack_.pop_back();
      on_stack_[member] = false;
      component.push_back(member);
    } while (member != root);
  }

  const std::vector<std::vector<std::size_t>>& successors_;
  std::vector<std::size_t> index_;
  std::vector<std::size_t> low_;
  std::vector<bool> on_stack_;
  std::vector<std::size_t> stack_;
  std::vector<Frame> frames_;
  std::vector<std::vector<std::size_t>> components_;
  std::size_t counter_ = 0;
};

} // namespace

std::vector<std::vector<std::size_t>>
strongly_connected_components(const std::vector<std::vector<std::size_t>>& successors) {
  return StronglyConnectedComponents(successors).compute();
}

} // namespace vouch::facts
