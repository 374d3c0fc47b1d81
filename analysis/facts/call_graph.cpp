#include "analysis/facts/call_graph.hpp"

#include "analysis/facts/blocks.hpp"

#include <algorithm>

namespace vouch::facts {
namespace {

/// Tarjan's algorithm: "Depth-first search and linear graph algorithms", SIAM J. Comput. 1972, with an explicit stack.
/// A component is complete only after all that it calls, so callees come before their callers.
/// Worked example: main -> f, f -> g, g -> f: the components are {f, g} and {main}, in this order.
class StronglyConnectedComponents {
public:
  explicit StronglyConnectedComponents(const std::vector<std::set<cfa::FunctionId>>& successors)
      : successors_(successors), index_(successors.size(), unvisited), low_(successors.size(), 0),
        on_stack_(successors.size(), false) {}

  std::vector<std::vector<cfa::FunctionId>> compute() {
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
    std::set<cfa::FunctionId>::const_iterator next;
  };

  void enter(std::size_t node) {
    index_[node] = low_[node] = counter_++;
    stack_.push_back(node);
    on_stack_[node] = true;
    frames_.push_back({node, successors_[node].begin()});
  }

  void visit(std::size_t root) {
    enter(root);
    while (!frames_.empty()) {
      Frame& frame = frames_.back();
      std::size_t node = frame.node;
      if (frame.next != successors_[node].end()) {
        std::size_t successor = (*frame.next++).index();
        if (index_[successor] == unvisited) {
          enter(successor);
        } else if (on_stack_[successor]) {
          low_[node] = std::min(low_[node], index_[successor]);
        }
        continue;
      }
      frames_.pop_back();
      if (!frames_.empty()) {
        std::size_t parent = frames_.back().node;
        low_[parent] = std::min(low_[parent], low_[node]);
      }
      if (low_[node] == index_[node]) {
        pop_component(node);
      }
    }
  }

  void pop_component(std::size_t root) {
    std::vector<cfa::FunctionId>& component = components_.emplace_back();
    std::size_t member = root;
    do {
      member = stack_.back();
      stack_.pop_back();
      on_stack_[member] = false;
      component.emplace_back(member);
    } while (member != root);
  }

  const std::vector<std::set<cfa::FunctionId>>& successors_;
  std::vector<std::size_t> index_;
  std::vector<std::size_t> low_;
  std::vector<bool> on_stack_;
  std::vector<std::size_t> stack_;
  std::vector<Frame> frames_;
  std::vector<std::vector<cfa::FunctionId>> components_;
  std::size_t counter_ = 0;
};

} // namespace

CallGraph::CallGraph(const cfa::Cfa& cfa) : callees_(cfa.function_count()) {
  for (std::size_t i = 0; i < cfa.edge_count(); ++i) {
    const cfa::Edge& edge = cfa.edge(cfa::EdgeId(i));
    if (const auto* call = std::get_if<cfa::Call>(&edge.operation)) {
      callees_[cfa.location(edge.source).function.index()].insert(call->callee);
    }
  }
}

CallGraph::CallGraph(const cfa::CfaBuilder& builder) : callees_(builder.function_count()) {
  for (const cfa::Edge& edge : builder.edges()) {
    if (const auto* call = std::get_if<cfa::Call>(&edge.operation)) {
      callees_[builder.location(edge.source).function.index()].insert(call->callee);
    }
  }
}

std::vector<cfa::FunctionId> CallGraph::reachable_from(cfa::FunctionId root) const {
  std::vector<bool> is_reached(callees_.size(), false);
  std::vector<cfa::FunctionId> result = {root};
  is_reached[root.index()] = true;
  for (std::size_t next = 0; next < result.size(); ++next) {
    for (cfa::FunctionId callee : callees(result[next])) {
      if (!is_reached[callee.index()]) {
        is_reached[callee.index()] = true;
        result.push_back(callee);
      }
    }
  }
  return result;
}

std::vector<bool> CallGraph::that_may_enter(std::vector<bool> functions) const {
  for (const std::vector<cfa::FunctionId>& component : components()) { // callees stand before their callers
    const bool may_enter = std::ranges::any_of(component, [&](cfa::FunctionId function) {
      return functions[function.index()] || std::ranges::any_of(callees(function), [&](cfa::FunctionId callee) {
               return bool(functions[callee.index()]);
             });
    });
    for (const cfa::FunctionId function : component) {
      functions[function.index()] = may_enter;
    }
  }
  return functions;
}

std::vector<std::vector<cfa::FunctionId>> CallGraph::components() const {
  return StronglyConnectedComponents(callees_).compute();
}

std::unordered_set<cfa::FunctionId> CallGraph::recursive_functions() const {
  std::unordered_set<cfa::FunctionId> result;
  for (const std::vector<cfa::FunctionId>& component : components()) {
    bool calls_itself = component.size() > 1 || callees(component.front()).contains(component.front());
    if (calls_itself) {
      result.insert(component.begin(), component.end());
    }
  }
  return result;
}

std::unordered_set<cfa::FunctionId> functions_called(const cfa::Cfa& cfa, const Block& block) {
  const CallGraph calls(cfa);
  std::unordered_set<cfa::FunctionId> result;
  for (cfa::LocationId location : block.locations) {
    for (cfa::EdgeId id : cfa.outgoing(location)) {
      if (const auto* call = std::get_if<cfa::Call>(&cfa.edge(id).operation);
          call != nullptr && !result.contains(call->callee)) {
        const std::vector<cfa::FunctionId> reached = calls.reachable_from(call->callee);
        result.insert(reached.begin(), reached.end());
      }
    }
  }
  return result;
}

std::vector<bool> functions_that_run(const cfa::Cfa& cfa) {
  std::vector<bool> result(cfa.function_count(), false);
  for (std::size_t index = 0; index < cfa.edge_count(); ++index) {
    const cfa::Edge& edge = cfa.edge(cfa::EdgeId(index));
    const cfa::FunctionId function = cfa.location(edge.source).function;
    if (const auto* call = std::get_if<cfa::Call>(&edge.operation)) {
      result[call->callee.index()] = true;
    }
    if (function.is_valid() && !std::holds_alternative<cfa::Skip>(edge.operation)) {
      result[function.index()] = true;
    }
  }
  return result;
}

} // namespace vouch::facts
