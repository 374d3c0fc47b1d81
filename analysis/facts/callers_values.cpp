#include "analysis/facts/callers_values.hpp"

#include "analysis/cfa/storage_duration.hpp"
#include "analysis/facts/locations_behind.hpp"
#include "analysis/facts/parts_of_start.hpp"
#include "analysis/support/overloaded.hpp"

#include <algorithm>

namespace vouch::facts {
namespace {

cfa::ExpressionRef value_for(cfa::VariableId variable, const std::vector<cfa::Binding>& bindings) {
  const auto binding = std::ranges::find(bindings, variable, &cfa::Binding::variable);
  return binding == bindings.end() ? nullptr : binding->value;
}

bool leaves_undetermined(const cfa::Operation& operation) {
  const auto* input = std::get_if<cfa::Input>(&operation);
  return input != nullptr && input->kind == cfa::InputKind::Uninitialised;
}

/// The branches by which runs come to `target`; nothing: in other ways, too.
std::optional<std::vector<cfa::EdgeId>> branches_to(const cfa::Cfa& cfa, cfa::LocationId target) {
  std::vector<cfa::EdgeId> result;
  std::vector<cfa::LocationId> work = {target};
  std::unordered_set<cfa::LocationId> seen = {target};
  while (!work.empty()) {
    const cfa::LocationId location = work.back();
    work.pop_back();
    if (cfa.incoming(location).empty()) {
      return std::nullopt;
    }
    for (cfa::EdgeId id : cfa.incoming(location)) {
      const cfa::Edge& edge = cfa.edge(id);
      if (std::holds_alternative<cfa::Assume>(edge.operation)) {
        result.push_back(id);
      } else if (!std::holds_alternative<cfa::Skip>(edge.operation)) {
        return std::nullopt;
      } else if (seen.insert(edge.source).second) {
        work.push_back(edge.source);
      }
    }
  }
  return result;
}

} // namespace

CallersValues::CallersValues(const cfa::Cfa& cfa, const MemoryRegions& regions, cfa::LocationId start)
    : cfa_(cfa), regions_(regions), calls_(cfa), writers_(cfa.variable_count()), written_(cfa.variable_count()) {
  for (std::size_t index = 0; index < cfa.function_count(); ++index) {
    is_part_of_start_.push_back(is_part_of_start(cfa, start, cfa::FunctionId(index)));
  }
  for (std::size_t index = 0; index < cfa.edge_count(); ++index) {
    const cfa::EdgeId edge(index);
    for (cfa::VariableId variable : cfa::variables_written(cfa.edge(edge).operation)) {
      writers_[variable.index()].push_back(edge);
    }
  }
}

bool CallersValues::is_about_callers_values(cfa::LocationId target) {
  const std::optional<std::vector<cfa::EdgeId>> branches = branches_to(cfa_, target);
  return branches && std::ranges::all_of(*branches, [this](cfa::EdgeId branch) {
           const auto& assume = std::get<cfa::Assume>(cfa_.edge(branch).operation);
           return origin_of(assume.condition, cfa_.edge(branch).source) == Origin::Callers;
         });
}

bool CallersValues::is_in_start(cfa::EdgeId edge) const {
  return is_part_of_start_[cfa_.location(cfa_.edge(edge).source).function.index()];
}

CallersValues::Origin CallersValues::origin_of(cfa::ExpressionRef expression, cfa::LocationId location) {
  Origin result = Origin::Constants;
  cfa::for_each_subexpression(expression, [&](cfa::ExpressionRef part) {
    if (const auto* read = std::get_if<cfa::VariableRead>(&part->node)) {
      result = std::max(result, origin_of(read->variable, location));
    } else if (const auto* load = std::get_if<cfa::Load>(&part->node)) {
      // What its address reads is visited as well. An object that the program names is no caller's.
      const bool is_passed = !regions_.points_nowhere(load->address) &&
                             is_as_passed(regions_.region_of(load->address, part->type), location);
      result = std::max(result, is_passed ? Origin::Callers : Origin::Program);
    }
  });
  return result;
}

CallersValues::Origin CallersValues::origin_of(cfa::VariableId variable, cfa::LocationId location) {
  if (!written_[variable.index()]) {
    written_[variable.index()] = Origin::Program; // while it is worked out: what depends on itself is computed
    written_[variable.index()] = origin_of_writers(variable);
  }
  return may_be_undetermined(variable, location) ? Origin::Program : *written_[variable.index()];
}

CallersValues::Origin CallersValues::origin_of_writers(cfa::VariableId variable) {
  if (!cfa::has_automatic_storage(cfa_.variable(variable))) {
    return Origin::Program;
  }
  Origin result = Origin::Constants;
  std::size_t assignments = 0;
  bool is_called = false;
  for (cfa::EdgeId edge : writers_[variable.index()]) {
    const cfa::Operation& operation = cfa_.edge(edge).operation;
    if (leaves_undetermined(operation)) {
      continue;
    }
    const bool is_call = std::holds_alternative<cfa::Call>(operation);
    assignments += is_call && is_called ? 0 : 1; // all calls are one
    is_called = is_called || is_call;
    result = std::max(result, origin_of_written(variable, edge));
  }
  return assignments == 1 ? result : Origin::Program;
}

CallersValues::Origin CallersValues::origin_of_written(cfa::VariableId variable, cfa::EdgeId edge) {
  if (is_in_start(edge)) {
    return Origin::Callers;
  }
  const cfa::Operation& operation = cfa_.edge(edge).operation;
  cfa::ExpressionRef value = nullptr;
  if (const auto* assign = std::get_if<cfa::Assign>(&operation)) {
    value = assign->value;
  } else if (const auto* call = std::get_if<cfa::Call>(&operation)) {
    value = value_for(variable, call->parameters);
  } else if (const auto* back = std::get_if<cfa::Return>(&operation)) {
    value = value_for(variable, back->results);
  }
  return value != nullptr ? origin_of(value, cfa_.edge(edge).source) : Origin::Program;
}

/// Whether a run may come from where it is declared to `location`, in the same activation, and write nothing to it.
bool CallersValues::may_be_undetermined(cfa::VariableId variable, cfa::LocationId location) const {
  std::vector<cfa::LocationId> work;
  std::unordered_set<cfa::LocationId> seen;
  const auto reach = [&](cfa::LocationId next) {
    if (seen.insert(next).second) {
      work.push_back(next);
    }
  };
  for (cfa::EdgeId edge : writers_[variable.index()]) {
    if (leaves_undetermined(cfa_.edge(edge).operation)) {
      reach(cfa_.edge(edge).target);
    }
  }
  while (!work.empty() && !seen.contains(location)) {
    const cfa::LocationId current = work.back();
    work.pop_back();
    for (cfa::EdgeId id : cfa_.outgoing(current)) {
      const cfa::Operation& operation = cfa_.edge(id).operation;
      if (std::holds_alternative<cfa::Return>(operation)) {
        continue;
      }
      const cfa::EdgeId last = std::holds_alternative<cfa::Call>(operation) ? cfa_.return_of(id) : id;
      const std::vector<cfa::VariableId> written = cfa::variables_written(cfa_.edge(last).operation);
      if (std::ranges::find(written, variable) == written.end()) {
        reach(cfa_.edge(last).target);
      }
    }
  }
  return seen.contains(location);
}

bool CallersValues::is_as_passed(RegionId region, cfa::LocationId location) {
  const ObjectGroup& group = regions_.group_of(region);
  const bool has_variable_of_file = std::ranges::any_of(
      group.variables, [this](cfa::VariableId variable) { return cfa::has_static_storage(cfa_.variable(variable)); });
  if (has_variable_of_file) {
    return false;
  }
  const auto [known, is_new] = behind_writes_.try_emplace(region);
  if (is_new) {
    std::vector<cfa::EdgeId> writes;
    for (std::size_t index = 0; index < cfa_.edge_count(); ++index) {
      const cfa::EdgeId edge(index);
      if (!is_in_start(edge) && may_write(edge, region)) {
        writes.push_back(edge);
      }
    }
    known->second = locations_behind(cfa_, calls_, writes);
  }
  return !known->second[location.index()];
}

/// Or begin the life of an object in it.
bool CallersValues::may_write(cfa::EdgeId edge, RegionId region) const {
  const ObjectGroup& group = regions_.group_of(region);
  const auto is_in_group = [&](cfa::ExpressionRef address) {
    return !regions_.points_nowhere(address) && &regions_.group_of(address) == &group;
  };
  return std::visit(Overloaded{
                        [](const cfa::Skip&) { return false; }, [](const cfa::Assume&) { return false; },
                        [](const cfa::Assign&) { return false; }, [](const cfa::Input&) { return false; },
                        [](const cfa::Call&) { return false; }, [](const cfa::Return&) { return false; },
                        [](const cfa::Unsupported&) { return true; },
                        [&](const cfa::Store& store) {
                          return !regions_.points_nowhere(store.address) &&
                                 regions_.region_of(store.address, store.value->type) == region;
                        },
                        [&](const cfa::CopyMemory& copy) { return is_in_group(copy.destination); },
                        [&](const cfa::SetMemory& set) { return is_in_group(set.destination); },
                        [&](const cfa::HavocMemory& havoc) {
                          return havoc.address != nullptr ? is_in_group(havoc.address) : !group.is_kept_by(havoc);
                        },
                        [&](const cfa::Declare& declare) { return &regions_.group_of(declare.variable) == &group; },
                        [&](const cfa::Allocate&) { return &regions_.group_of_allocation(edge) == &group; },
                        [](const cfa::Free&) { return false; }, // what is used behind it is another fault
                    },
                    cfa_.edge(edge).operation);
}

} // namespace vouch::facts
