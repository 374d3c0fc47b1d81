#include "analysis/facts/call_graph.hpp"

#include "analysis/facts/blocks.hpp"
#include "analysis/facts/strongly_connected_components.hpp"

#include <algorithm>
#include <iterator>

namespace vouch::facts {
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
  std::vector<std::vector<std::size_t>> successors(callees_.size());
  for (std::size_t caller = 0; caller < callees_.size(); ++caller) {
    std::ranges::transform(callees_[caller], std::back_inserter(successors[caller]), &cfa::FunctionId::index);
  }
  std::vector<std::vector<cfa::FunctionId>> result;
  for (const std::vector<std::size_t>& component : strongly_connected_components(successors)) {
    result.emplace_back(component.begin(), component.end());
  }
  return result;
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
