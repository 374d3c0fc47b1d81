#include "analysis/facts/repeated_edges.hpp"

#include "analysis/facts/call_graph.hpp"

#include <ranges>
#include <unordered_set>

namespace vouch::facts {

bool is_reached_again(const cfa::Cfa& cfa, cfa::EdgeId edge) {
  std::vector<cfa::LocationId> open = {cfa.edge(edge).target};
  if (std::holds_alternative<cfa::Call>(cfa.edge(edge).operation)) {
    open = {cfa.edge(cfa.return_of(edge)).target};
  }
  std::unordered_set<cfa::LocationId> seen(open.begin(), open.end());
  while (!open.empty()) {
    const cfa::LocationId location = open.back();
    open.pop_back();
    if (location == cfa.edge(edge).source) {
      return true;
    }
    for (cfa::EdgeId id : cfa.outgoing(location)) {
      const cfa::Operation& operation = cfa.edge(id).operation;
      if (std::holds_alternative<cfa::Return>(operation)) {
        continue;
      }
      const cfa::LocationId next =
          std::holds_alternative<cfa::Call>(operation) ? cfa.edge(cfa.return_of(id)).target : cfa.edge(id).target;
      if (seen.insert(next).second) {
        open.push_back(next);
      }
    }
  }
  return false;
}

RepeatedEdges::RepeatedEdges(const cfa::Cfa& cfa)
    : cfa_(cfa), may_be_entered_again_(cfa.function_count(), false), has_loops_(cfa.function_count(), false) {
  for (std::size_t index = 0; index < cfa.location_count(); ++index) {
    const cfa::Location& location = cfa.location(cfa::LocationId(index));
    has_loops_[location.function.index()] = has_loops_[location.function.index()] || location.is_loop_head;
  }
  std::vector<std::vector<cfa::EdgeId>> calls(cfa.function_count()); // by callee
  for (std::size_t index = 0; index < cfa.edge_count(); ++index) {
    const cfa::EdgeId edge(index);
    if (const auto* call = std::get_if<cfa::Call>(&cfa.edge(edge).operation)) {
      calls[call->callee.index()].push_back(edge);
    }
  }
  const CallGraph graph(cfa);
  const std::unordered_set<cfa::FunctionId> recursive = graph.recursive_functions();
  for (const std::vector<cfa::FunctionId>& component : std::views::reverse(graph.components())) { // callers first
    for (cfa::FunctionId function : component) {
      const std::vector<cfa::EdgeId>& places = calls[function.index()];
      may_be_entered_again_[function.index()] =
          recursive.contains(function) || places.size() > 1 || (places.size() == 1 && may_be_repeated(places.front()));
    }
  }
}

bool RepeatedEdges::may_be_repeated(cfa::EdgeId edge) const {
  const cfa::FunctionId function = cfa_.location(cfa_.edge(edge).source).function;
  return may_be_entered_again_[function.index()] || (has_loops_[function.index()] && is_reached_again(cfa_, edge));
}

} // namespace vouch::facts
