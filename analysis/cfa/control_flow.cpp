#include "analysis/cfa/control_flow.hpp"

#include <cassert>

namespace vouch::cfa {

std::vector<LocationId> successors_in_function(const Cfa& cfa, LocationId location) {
  std::vector<LocationId> result;
  for (EdgeId id : cfa.outgoing(location)) {
    const Edge& edge = cfa.edge(id);
    if (std::holds_alternative<Call>(edge.operation)) {
      result.push_back(cfa.edge(cfa.return_of(id)).target);
    } else if (!std::holds_alternative<Return>(edge.operation)) {
      result.push_back(edge.target);
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

} // namespace vouch::cfa
