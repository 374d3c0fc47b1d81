#include "analysis/facts/target_reachability.hpp"

#include <unordered_map>

namespace vouch::facts {

TargetReachability::TargetReachability(const cfa::Cfa& cfa) : cfa_(cfa), is_ahead_(cfa.location_count(), false) {
  bool has_targets = false; // anywhere
  std::vector<cfa::LocationId> work;
  auto mark = [&](cfa::LocationId location) {
    if (!is_ahead_[location.index()]) {
      is_ahead_[location.index()] = true;
      work.push_back(location);
    }
  };
  for (std::size_t index = 0; index < cfa.location_count(); ++index) {
    if (cfa.location(cfa::LocationId(index)).target) {
      has_targets = true;
      mark(cfa::LocationId(index));
    }
  }
  for (std::size_t index = 0; index < cfa.edge_count(); ++index) {
    const cfa::Edge& edge = cfa.edge(cfa::EdgeId(index));
    if (const auto* unsupported = std::get_if<cfa::Unsupported>(&edge.operation)) {
      has_targets = has_targets || unsupported->hides == cfa::Unsupported::Hides::Targets;
      mark(edge.source);
    }
  }
  if (!has_targets) {
    is_ahead_.assign(is_ahead_.size(), false);
    return;
  }
  while (!work.empty()) {
    const cfa::LocationId location = work.back();
    work.pop_back();
    for (cfa::EdgeId id : cfa.incoming(location)) {
      const cfa::Edge& edge = cfa.edge(id);
      if (cfa::is_never_passed(edge.operation)) {
        continue;
      }
      // What is ahead behind a call is ahead of the call, but not of every return of the callee.
      const auto* back = std::get_if<cfa::Return>(&edge.operation);
      mark(back != nullptr ? cfa.edge(back->call).source : edge.source);
    }
  }
}

FollowedRuns::FollowedRuns(const cfa::Cfa& cfa, const TargetReachability& targets, cfa::LocationId start)
    : cfa_(cfa), targets_(targets) {
  std::unordered_map<cfa::FunctionId, std::vector<cfa::EdgeId>> calls;
  std::unordered_set<cfa::LocationId> seen = {start};
  locations_.push_back(start);
  auto enter = [&](cfa::LocationId location) {
    if (seen.insert(location).second) {
      locations_.push_back(location);
    }
  };
  for (std::size_t next = 0; next < locations_.size(); ++next) {
    const cfa::FunctionId function = cfa.location(locations_[next]).function;
    for (cfa::EdgeId id : cfa.outgoing(locations_[next])) {
      const cfa::Edge& edge = cfa.edge(id);
      if (std::holds_alternative<cfa::Call>(edge.operation)) {
        calls[function].push_back(id);
        enter(cfa.edge(cfa.return_of(id)).target);
      }
      if (!std::holds_alternative<cfa::Return>(edge.operation) && !cfa::is_never_passed(edge.operation)) {
        enter(edge.target);
      }
    }
  }
  std::vector<cfa::FunctionId> work = {cfa.location(start).function};
  may_have_nothing_behind_.insert(work.front());
  while (!work.empty()) {
    const cfa::FunctionId function = work.back();
    work.pop_back();
    for (cfa::EdgeId call : calls[function]) {
      const cfa::FunctionId callee = std::get<cfa::Call>(cfa.edge(call).operation).callee;
      if (!targets.is_target_behind(call) && may_have_nothing_behind_.insert(callee).second) {
        work.push_back(callee);
      }
    }
  }
}

} // namespace vouch::facts
