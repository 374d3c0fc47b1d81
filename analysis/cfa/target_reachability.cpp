#include "analysis/cfa/target_reachability.hpp"

#include <unordered_map>

namespace vouch::cfa {

TargetReachability::TargetReachability(const Cfa& cfa) : cfa_(cfa), is_ahead_(cfa.location_count(), false) {
  bool has_targets = false; // anywhere
  std::vector<LocationId> work;
  auto mark = [&](LocationId location) {
    if (!is_ahead_[location.index()]) {
      is_ahead_[location.index()] = true;
      work.push_back(location);
    }
  };
  for (std::size_t index = 0; index < cfa.location_count(); ++index) {
    if (cfa.location(LocationId(index)).target) {
      has_targets = true;
      mark(LocationId(index));
    }
  }
  for (std::size_t index = 0; index < cfa.edge_count(); ++index) {
    const Edge& edge = cfa.edge(EdgeId(index));
    if (const auto* unsupported = std::get_if<Unsupported>(&edge.operation)) {
      has_targets = has_targets || unsupported->hides == Unsupported::Hides::Targets;
      mark(edge.source);
    }
  }
  if (!has_targets) {
    is_ahead_.assign(is_ahead_.size(), false);
    return;
  }
  while (!work.empty()) {
    const LocationId location = work.back();
    work.pop_back();
    for (EdgeId id : cfa.incoming(location)) {
      const Edge& edge = cfa.edge(id);
      // What is ahead behind a call is ahead of the call, but not of every return of the callee.
      const auto* back = std::get_if<Return>(&edge.operation);
      mark(back != nullptr ? cfa.edge(back->call).source : edge.source);
    }
  }
}

FollowedRuns::FollowedRuns(const Cfa& cfa, const TargetReachability& targets, LocationId start)
    : cfa_(cfa), targets_(targets) {
  std::unordered_map<FunctionId, std::vector<EdgeId>> calls;
  std::unordered_set<LocationId> seen = {start};
  locations_.push_back(start);
  auto enter = [&](LocationId location) {
    if (seen.insert(location).second) {
      locations_.push_back(location);
    }
  };
  for (std::size_t next = 0; next < locations_.size(); ++next) {
    const FunctionId function = cfa.location(locations_[next]).function;
    for (EdgeId id : cfa.outgoing(locations_[next])) {
      const Edge& edge = cfa.edge(id);
      if (std::holds_alternative<Call>(edge.operation)) {
        calls[function].push_back(id);
        enter(cfa.edge(cfa.return_of(id)).target);
      }
      if (!std::holds_alternative<Return>(edge.operation)) {
        enter(edge.target);
      }
    }
  }
  std::vector<FunctionId> work = {cfa.location(start).function};
  may_have_nothing_behind_.insert(work.front());
  while (!work.empty()) {
    const FunctionId function = work.back();
    work.pop_back();
    for (EdgeId call : calls[function]) {
      const FunctionId callee = std::get<Call>(cfa.edge(call).operation).callee;
      if (!targets.is_target_behind(call) && may_have_nothing_behind_.insert(callee).second) {
        work.push_back(callee);
      }
    }
  }
}

} // namespace vouch::cfa
