#include "analysis/refinement/values/tracking_costs.hpp"

#include "analysis/cfa/control_flow.hpp"
#include "analysis/cfa/loop_counters.hpp"

#include <algorithm>

namespace vouch::refinement {

TrackingCosts::TrackingCosts(const cfa::Cfa& cfa) {
  const auto raise = [&](cfa::VariableId variable, std::size_t cost) {
    std::size_t& known = of_written_[variable];
    known = std::max(known, cost);
  };
  const auto raise_counted = [&](cfa::EdgeId edge, std::size_t cost) {
    const auto* assign = std::get_if<cfa::Assign>(&cfa.edge(edge).operation);
    if (assign != nullptr && cfa::step_of(*assign)) {
      raise(assign->target, cost);
    }
  };
  for (std::size_t index = 0; index < cfa.edge_count(); ++index) {
    const cfa::EdgeId edge(index);
    for (cfa::VariableId written : cfa::variables_written(cfa.edge(edge).operation)) {
      raise(written, of_others);
    }
    raise_counted(edge, of_moved);
  }
  for (std::size_t index = 0; index < cfa.location_count(); ++index) {
    const cfa::LocationId head(index);
    if (!cfa.location(head).is_loop_head) {
      continue;
    }
    for (cfa::LocationId inside : cfa::locations_of_loop(cfa, head)) {
      for (cfa::EdgeId edge : cfa.outgoing(inside)) {
        raise_counted(edge, of_loop_counter);
      }
    }
  }
}

std::size_t TrackingCosts::of(cfa::VariableId variable) const {
  const auto found = of_written_.find(variable);
  return found == of_written_.end() ? of_others : found->second;
}

std::vector<cfa::VariableId> TrackingCosts::variables_up_to(std::size_t most) const {
  std::vector<cfa::VariableId> result;
  for (const auto& [variable, cost] : of_written_) {
    if (cost <= most) {
      result.push_back(variable);
    }
  }
  return result;
}

} // namespace vouch::refinement
