#include "analysis/cfa/target_reachability.hpp"

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

} // namespace vouch::cfa
