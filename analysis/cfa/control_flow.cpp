#include "analysis/cfa/control_flow.hpp"

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

FunctionId function_of(const Cfa& cfa, const Edge& edge) {
  const bool is_return = std::holds_alternative<Return>(edge.operation);
  return cfa.location(is_return ? edge.target : edge.source).function;
}

} // namespace vouch::cfa
