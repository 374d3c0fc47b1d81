#include "analysis/cfa/control_flow.hpp"

#include <cassert>

namespace vouch::cfa {

LocationId successor_in_function(const Cfa& cfa, EdgeId id) {
  const Edge& edge = cfa.edge(id);
  if (std::holds_alternative<Return>(edge.operation)) {
    return {};
  }
  return std::holds_alternative<Call>(edge.operation) ? cfa.edge(cfa.return_of(id)).target : edge.target;
}

std::vector<LocationId> successors_in_function(const Cfa& cfa, LocationId location) {
  std::vector<LocationId> result;
  for (EdgeId id : cfa.outgoing(location)) {
    if (const LocationId successor = successor_in_function(cfa, id); successor.is_valid()) {
      result.push_back(successor);
    }
  }
  return result;
}

std::vector<LocationId> predecessors_in_function(const Cfa& cfa, LocationId location) {
  std::vector<LocationId> result;
  for (EdgeId id : cfa.incoming(location)) {
    const Edge& edge = cfa.edge(id);
    if (std::holds_alternative<Return>(edge.operation)) {
      const EdgeId call(id.index() - 1);
      assert(cfa.return_of(call) == id);
      result.push_back(cfa.edge(call).source);
    } else if (!std::holds_alternative<Call>(edge.operation)) {
      result.push_back(edge.source);
    }
  }
  return result;
}

FunctionId function_of(const Cfa& cfa, const Edge& edge) {
  const bool is_return = std::holds_alternative<Return>(edge.operation);
  return cfa.location(is_return ? edge.target : edge.source).function;
}

std::vector<FunctionId> starting_functions(const Cfa& cfa) {
  std::vector<FunctionId> result;
  for (const std::span<const EntryPoint> points :
       {cfa.entry_points(), cfa.internal_entry_points(), cfa.linked_entry_points()}) {
    for (const EntryPoint& point : points) {
      result.push_back(cfa.location(point.start).function);
    }
  }
  return result;
}

} // namespace vouch::cfa
