#include "analysis/cfa/dangling_pointers.hpp"

#include "analysis/cfa/call_graph.hpp"
#include "analysis/cfa/control_flow.hpp"
#include "analysis/cfa/storage_duration.hpp"

#include <algorithm>
#include <unordered_map>

namespace vouch::cfa {
namespace {

/// Whether control can come back to the edge without leaving its function for good.
bool is_in_a_loop(const Cfa& cfa, const Edge& start) {
  std::unordered_set<LocationId> seen;
  std::vector<LocationId> work = {start.target};
  while (!work.empty()) {
    LocationId location = work.back();
    work.pop_back();
    if (location == start.source) {
      return true;
    }
    if (!seen.insert(location).second) {
      continue;
    }
    for (LocationId successor : successors_in_function(cfa, location)) {
      work.push_back(successor);
    }
  }
  return false;
}

std::unordered_set<VariableId> declared_in_loops(const Cfa& cfa) {
  std::unordered_set<VariableId> result;
  for (std::size_t index = 0; index < cfa.edge_count(); ++index) {
    const Edge& edge = cfa.edge(EdgeId(index));
    const auto* declaration = std::get_if<Declare>(&edge.operation);
    if (declaration != nullptr && cfa.variable(declaration->variable).function.is_valid() && is_in_a_loop(cfa, edge)) {
      result.insert(declaration->variable);
    }
  }
  return result;
}

} // namespace

std::unordered_set<VariableId> dangling_variables(const Cfa& cfa, const PointsTo& points_to) {
  std::unordered_map<ObjectClassId, std::vector<FunctionId>> holders; // of registers that point there; invalid: static
  for (std::size_t index = 0; index < cfa.variable_count(); ++index) {
    const Variable& variable = cfa.variable(VariableId(index));
    if (ObjectClassId target = points_to.class_held_by(VariableId(index)); target.is_valid()) {
      bool is_static = has_static_storage(variable);
      holders[target].push_back(is_static ? FunctionId() : variable.function);
    }
  }
  std::unordered_set<ObjectClassId> stored = points_to.classes_held_in_memory();
  CallGraph calls(cfa);
  std::unordered_set<FunctionId> recursive = calls.recursive_functions();
  std::unordered_set<VariableId> in_loops = declared_in_loops(cfa);
  std::unordered_map<FunctionId, std::vector<FunctionId>> reachable;
  std::unordered_set<VariableId> result;
  for (std::size_t index = 0; index < cfa.variable_count(); ++index) {
    VariableId id(index);
    const Variable& variable = cfa.variable(id);
    bool is_automatic_object = variable.storage == Storage::Memory && has_automatic_storage(variable);
    if (!is_automatic_object) {
      continue;
    }
    auto [callees, is_new] = reachable.try_emplace(variable.function);
    if (is_new) {
      callees->second = calls.reachable_from(variable.function);
    }
    const std::vector<FunctionId>& inner = callees->second;
    auto ends_before = [&](FunctionId holder) {
      if (holder == variable.function) {
        return !in_loops.contains(id);
      }
      return std::find(inner.begin(), inner.end(), holder) != inner.end();
    };
    ObjectClassId object = points_to.class_of(id);
    const std::vector<FunctionId>& held_by = holders[object];
    bool is_kept = stored.contains(object) || recursive.contains(variable.function) ||
                   !std::all_of(held_by.begin(), held_by.end(), ends_before);
    if (is_kept) {
      result.insert(id);
    }
  }
  return result;
}

} // namespace vouch::cfa
