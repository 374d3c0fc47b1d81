#include "analysis/facts/locations_behind.hpp"

#include <utility>

namespace vouch::facts {
namespace {

/// By function: whether one of `edges` may be taken between its entry and its exit.
std::vector<bool> contain(const cfa::Cfa& cfa, const CallGraph& calls, const std::vector<cfa::EdgeId>& edges) {
  std::vector<bool> result(cfa.function_count(), false);
  for (cfa::EdgeId edge : edges) {
    result[cfa.location(cfa.edge(edge).source).function.index()] = true;
  }
  return calls.that_may_enter(std::move(result));
}

} // namespace

std::vector<bool> locations_behind(const cfa::Cfa& cfa, const CallGraph& calls, const std::vector<cfa::EdgeId>& edges) {
  const std::vector<bool> contained = contain(cfa, calls, edges);
  std::vector<bool> result(cfa.location_count(), false);
  std::vector<cfa::LocationId> work;
  const auto reach = [&](cfa::LocationId location) {
    if (!result[location.index()]) {
      result[location.index()] = true;
      work.push_back(location);
    }
  };
  for (cfa::EdgeId edge : edges) {
    reach(cfa.edge(edge).target);
  }
  while (!work.empty()) {
    const cfa::LocationId location = work.back();
    work.pop_back();
    for (cfa::EdgeId id : cfa.outgoing(location)) {
      const cfa::Edge& edge = cfa.edge(id);
      const bool returns = std::holds_alternative<cfa::Return>(edge.operation);
      if (!returns || contained[cfa.location(location).function.index()]) {
        reach(edge.target);
      }
      if (std::holds_alternative<cfa::Call>(edge.operation)) {
        reach(cfa.edge(cfa.return_of(id)).target); // it was taken before the call
      }
    }
  }
  return result;
}

} // namespace vouch::facts
