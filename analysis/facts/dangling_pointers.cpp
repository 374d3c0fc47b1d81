#include "analysis/facts/dangling_pointers.hpp"

#include "analysis/cfa/control_flow.hpp"
#include "analysis/cfa/storage_duration.hpp"
#include "analysis/facts/call_graph.hpp"
#include "analysis/facts/live_variables.hpp"
#include "analysis/facts/locations_behind.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

namespace vouch::facts {
namespace {

/// The automatic variables of which a new life begins behind `start`, in its function.
std::unordered_map<cfa::VariableId, std::vector<cfa::EdgeId>> lives_behind(const cfa::Cfa& cfa, cfa::LocationId start) {
  std::unordered_map<cfa::VariableId, std::vector<cfa::EdgeId>> result;
  std::unordered_set<cfa::LocationId> seen = {start};
  std::vector<cfa::LocationId> work = {start};
  while (!work.empty()) {
    const cfa::LocationId location = work.back();
    work.pop_back();
    for (cfa::EdgeId id : cfa.outgoing(location)) {
      if (const auto* declaration = std::get_if<cfa::Declare>(&cfa.edge(id).operation)) {
        result[declaration->variable].push_back(id);
      }
    }
    for (cfa::LocationId successor : cfa::successors_in_function(cfa, location)) {
      if (seen.insert(successor).second) {
        work.push_back(successor);
      }
    }
  }
  return result;
}

/// Where a life of an automatic variable ends before its function returns: with each `Declare` that may follow another one
/// of the same variable.
std::unordered_map<cfa::VariableId, std::vector<cfa::EdgeId>> ends_of_lives(const cfa::Cfa& cfa) {
  std::unordered_map<cfa::VariableId, std::unordered_set<cfa::EdgeId>> ends;
  for (std::size_t index = 0; index < cfa.edge_count(); ++index) {
    const cfa::Edge& edge = cfa.edge(cfa::EdgeId(index));
    const auto* declaration = std::get_if<cfa::Declare>(&edge.operation);
    if (declaration != nullptr && cfa.variable(declaration->variable).function.is_valid()) {
      const auto behind = lives_behind(cfa, edge.target);
      if (auto own = behind.find(declaration->variable); own != behind.end()) {
        ends[declaration->variable].insert(own->second.begin(), own->second.end());
      }
    }
  }
  std::unordered_map<cfa::VariableId, std::vector<cfa::EdgeId>> result;
  for (const auto& [variable, edges] : ends) {
    result[variable].assign(edges.begin(), edges.end());
  }
  return result;
}

} // namespace

DanglingPointers::DanglingPointers(const cfa::Cfa& cfa, const PointsTo& points_to) : cfa_(&cfa), calls_(cfa) {
  std::unordered_map<ObjectClassId, std::vector<cfa::VariableId>> holders; // registers that point there
  for (std::size_t index = 0; index < cfa.variable_count(); ++index) {
    if (ObjectClassId target = points_to.class_held_by(cfa::VariableId(index)); target.is_valid()) {
      holders[target].emplace_back(index);
    }
  }
  std::unordered_set<ObjectClassId> stored = points_to.classes_held_in_memory();
  const std::unordered_set<cfa::FunctionId> recursive = calls_->recursive_functions();
  const std::unordered_map<cfa::VariableId, std::vector<cfa::EdgeId>> ends = ends_of_lives(cfa);
  std::optional<LiveVariables> live; // once it is needed
  std::unordered_map<cfa::FunctionId, std::vector<cfa::FunctionId>> reachable;
  for (std::size_t index = 0; index < cfa.variable_count(); ++index) {
    cfa::VariableId id(index);
    const cfa::Variable& variable = cfa.variable(id);
    bool is_automatic_object = variable.storage == cfa::Storage::Memory && cfa::has_automatic_storage(variable);
    if (!is_automatic_object) {
      continue;
    }
    auto [callees, is_new] = reachable.try_emplace(variable.function);
    if (is_new) {
      callees->second = calls_->reachable_from(variable.function);
    }
    const std::vector<cfa::FunctionId>& inner = callees->second;
    auto ends_before = [&](cfa::VariableId holder) {
      if (cfa::has_static_storage(cfa.variable(holder))) {
        return false;
      }
      const cfa::FunctionId function = cfa.variable(holder).function;
      if (function == variable.function) {
        const auto own_ends = ends.find(id);
        if (own_ends == ends.end()) {
          return true;
        }
        if (!live) {
          live.emplace(cfa);
        }
        return std::ranges::none_of(own_ends->second,
                                    [&](cfa::EdgeId end) { return live->is_live_at(cfa.edge(end).target, holder); });
      }
      return std::find(inner.begin(), inner.end(), function) != inner.end();
    };
    ObjectClassId object = points_to.class_of(id);
    const std::vector<cfa::VariableId>& held_by = holders[object];
    bool is_kept = stored.contains(object) || recursive.contains(variable.function) ||
                   !std::all_of(held_by.begin(), held_by.end(), ends_before);
    if (is_kept) {
      variables_.insert(id);
    }
  }
  note_ends(recursive, ends);
}

/// A recursive function has several lives of its variables at a time, of which the innermost end first: these may have ended
/// anywhere.
void DanglingPointers::note_ends(const std::unordered_set<cfa::FunctionId>& recursive, const Ends& ends) {
  std::map<std::vector<cfa::EdgeId>, std::size_t> known; // most of a function end with it
  for (cfa::VariableId id : variables_) {
    const cfa::FunctionId function = cfa_->variable(id).function;
    if (recursive.contains(function)) {
      continue;
    }
    std::vector<cfa::EdgeId> edges;
    std::ranges::copy_if(
        cfa_->outgoing(cfa_->function(function).exit), std::back_inserter(edges),
        [&](cfa::EdgeId edge) { return std::holds_alternative<cfa::Return>(cfa_->edge(edge).operation); });
    if (const auto own = ends.find(id); own != ends.end()) {
      edges.insert(edges.end(), own->second.begin(), own->second.end());
    }
    std::ranges::sort(edges);
    const auto [position, is_new] = known.try_emplace(edges, last_edges_.size());
    if (is_new) {
      last_edges_.push_back({std::move(edges), std::nullopt});
    }
    lives_until_.emplace(id, position->second);
  }
}

bool DanglingPointers::may_have_ended(cfa::VariableId variable, cfa::LocationId location) const {
  const auto last = lives_until_.find(variable);
  if (last == lives_until_.end() || !location.is_valid()) {
    return true;
  }
  const LastEdges& edges = last_edges_[last->second];
  if (!edges.behind) {
    edges.behind = locations_behind(*cfa_, *calls_, edges.edges);
  }
  return (*edges.behind)[location.index()];
}

} // namespace vouch::facts
