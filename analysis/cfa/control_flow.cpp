#include "analysis/cfa/control_flow.hpp"

#include <algorithm>

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

namespace {

/// Where control is before the edge, without having left the function that the edge leads to. Invalid for a call.
LocationId predecessor_in_function(const Cfa& cfa, EdgeId id) {
  const Edge& edge = cfa.edge(id);
  if (const auto* back = std::get_if<Return>(&edge.operation)) {
    return cfa.edge(back->call).source;
  }
  return std::holds_alternative<Call>(edge.operation) ? LocationId() : edge.source;
}

} // namespace

std::vector<LocationId> predecessors_in_function(const Cfa& cfa, LocationId location) {
  std::vector<LocationId> result;
  for (EdgeId id : cfa.incoming(location)) {
    if (const LocationId predecessor = predecessor_in_function(cfa, id); predecessor.is_valid()) {
      result.push_back(predecessor);
    }
  }
  return result;
}

std::vector<EdgeId> closing_edges(const Cfa& cfa, LocationId head) {
  std::vector<EdgeId> result;
  for (EdgeId id : cfa.incoming(head)) {
    const LocationId predecessor = predecessor_in_function(cfa, id);
    if (predecessor.is_valid() &&
        cfa.location(predecessor).reverse_post_order >= cfa.location(head).reverse_post_order) {
      result.push_back(id);
    }
  }
  return result;
}

std::set<LocationId> locations_of_loop(const Cfa& cfa, LocationId head) {
  std::set<LocationId> inside = {head};
  std::vector<LocationId> work;
  const auto reach = [&](LocationId location) {
    if (inside.insert(location).second) {
      work.push_back(location);
    }
  };
  for (EdgeId edge : closing_edges(cfa, head)) {
    reach(predecessor_in_function(cfa, edge));
  }
  while (!work.empty()) {
    const LocationId location = work.back();
    work.pop_back();
    std::ranges::for_each(predecessors_in_function(cfa, location), reach);
  }
  return inside;
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
