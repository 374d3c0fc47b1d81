#include "analysis/facts/outside_values.hpp"

#include "analysis/cfa/comparison.hpp"
#include "analysis/cfa/storage_duration.hpp"
#include "analysis/facts/locations_behind.hpp"
#include "analysis/facts/parts_of_start.hpp"
#include "analysis/support/overloaded.hpp"

#include <algorithm>
#include <set>

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

/// From registers of its own, and from memory, and into registers of its own.
bool only_computes(const cfa::Cfa& cfa, const cfa::Operation& operation) {
  const std::vector<cfa::VariableId> mentioned = cfa::variables_mentioned(operation);
  const bool is_pure = std::holds_alternative<cfa::Assign>(operation) ||
                       std::holds_alternative<cfa::Assume>(operation) || std::holds_alternative<cfa::Skip>(operation) ||
                       std::holds_alternative<cfa::Return>(operation) || leaves_undetermined(operation);
  return is_pure && std::ranges::none_of(mentioned, [&](cfa::VariableId variable) {
           return cfa::has_static_storage(cfa.variable(variable));
         });
}

/// Whether the function itself sees to it how large the value is, as `i & 7` and `(unsigned char)i` do.
bool brings_into_range(cfa::ExpressionRef expression) {
  if (const auto* convert = std::get_if<cfa::Convert>(&expression->node)) {
    const cfa::IntegerType* to = cfa::as_integer(expression->type);
    const cfa::IntegerType* from = cfa::as_integer(convert->operand->type);
    return to != nullptr && from != nullptr && to->width < from->width && to->width <= 16;
  }
  const auto* binary = std::get_if<cfa::Binary>(&expression->node);
  if (binary == nullptr || !std::holds_alternative<cfa::Constant>(binary->right->node)) {
    return false;
  }
  return binary->op == cfa::BinaryOperator::BitAnd || binary->op == cfa::BinaryOperator::Remainder ||
         binary->op == cfa::BinaryOperator::Divide || binary->op == cfa::BinaryOperator::ShiftRight;
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

OutsideValues::OutsideValues(const cfa::Cfa& cfa, const MemoryRegions& regions, cfa::LocationId start)
    : cfa_(cfa), regions_(regions), calls_(cfa), assignments_(cfa.variable_count()) {
  for (std::size_t index = 0; index < cfa.function_count(); ++index) {
    is_part_of_start_.push_back(is_part_of_start(cfa, start, cfa::FunctionId(index)));
    is_computing_model_.push_back(cfa.function(cfa::FunctionId(index)).is_synthetic && !is_part_of_start_.back());
  }
  for (std::size_t index = 0; index < cfa.edge_count(); ++index) {
    const cfa::EdgeId edge(index);
    for (cfa::VariableId variable : cfa::variables_written(cfa.edge(edge).operation)) {
      if (!is_in_start(edge)) {
        assignments_[variable.index()].push_back(edge);
      } else if (std::holds_alternative<cfa::Input>(cfa.edge(edge).operation)) {
        left_by_earlier_calls_.insert(variable);
      }
    }
    const std::size_t function = cfa.location(cfa.edge(edge).source).function.index();
    is_computing_model_[function] = is_computing_model_[function] && only_computes(cfa, cfa.edge(edge).operation);
  }
}

bool OutsideValues::is_about_outside(cfa::LocationId target) {
  const std::optional<std::vector<cfa::EdgeId>> branches = branches_to(cfa_, target);
  const bool asks_for_function = branches && std::ranges::all_of(*branches, [this](cfa::EdgeId branch) {
                                   return asks_for_called_pointer(cfa_, cfa_.edge(branch));
                                 });
  begin_question(asks_for_function ? Writers::WithoutCodeElsewhere : Writers::All);
  return branches && std::ranges::all_of(*branches, [this](cfa::EdgeId branch) {
           const auto& assume = std::get<cfa::Assume>(cfa_.edge(branch).operation);
           return origin_of(assume.condition, cfa_.edge(branch).source) == Origin::Outside;
         });
}

void OutsideValues::begin_question(Writers writers) {
  if (writers != writers_) {
    writers_ = writers;
    written_.clear();
    models_.clear();
    behind_writes_.clear();
  }
}

bool OutsideValues::is_in_start(cfa::EdgeId edge) const {
  return is_part_of_start_[cfa_.location(cfa_.edge(edge).source).function.index()];
}

OutsideValues::Origin OutsideValues::origin_of(cfa::ExpressionRef expression, cfa::LocationId location) {
  Origin result = Origin::Constants;
  cfa::for_each_subexpression(expression, [&](cfa::ExpressionRef part) {
    if (const auto* read = std::get_if<cfa::VariableRead>(&part->node)) {
      result = std::max(result, origin_of(read->variable, location));
    } else if (std::holds_alternative<cfa::Load>(part->node)) { // what its address reads is visited as well
      result = std::max(result, origin_of_load(part, location));
    } else if (brings_into_range(part)) {
      result = Origin::Program;
    }
  });
  return result;
}

OutsideValues::Origin OutsideValues::origin_of(cfa::VariableId variable, cfa::LocationId location) {
  if (cfa::has_static_storage(cfa_.variable(variable))) {
    return origin_in_static_storage(variable, location);
  }
  const cfa::FunctionId function = cfa_.variable(variable).function;
  if (is_computing_model_[function.index()] && location != cfa_.function(function).entry) {
    return origin_in_model(function);
  }
  const std::optional<std::vector<cfa::EdgeId>> edges = edges_that_gave(variable, location);
  std::set<Origin> origins;
  for (cfa::EdgeId edge : edges.value_or(std::vector<cfa::EdgeId>())) {
    origins.insert(origin_of_written(variable, edge));
  }
  // Where some of them are numbers in the code, as a null pointer to begin with, these are not for callers to choose.
  return origins.size() == 1 ? *origins.begin() : Origin::Program;
}

OutsideValues::Origin OutsideValues::origin_in_static_storage(cfa::VariableId variable, cfa::LocationId location) {
  const auto [known, is_new] = behind_assignments_.try_emplace(variable);
  if (is_new) {
    known->second = locations_behind(cfa_, calls_, assignments_[variable.index()]);
  }
  const bool is_as_found = left_by_earlier_calls_.contains(variable) && !known->second[location.index()];
  return is_as_found ? Origin::Outside : Origin::Program;
}

/// Of all that it computes.
OutsideValues::Origin OutsideValues::origin_in_model(cfa::FunctionId model) {
  const auto [known, is_new] = models_.try_emplace(model, Origin::Program);
  if (!is_new) {
    return known->second;
  }
  Origin result = Origin::Constants;
  for (cfa::VariableId parameter : cfa_.function(model).parameters) {
    result = std::max(result, origin_of(parameter, cfa_.function(model).entry));
  }
  for (std::size_t index = 0; index < cfa_.edge_count() && result != Origin::Program; ++index) {
    const cfa::Edge& edge = cfa_.edge(cfa::EdgeId(index));
    if (cfa_.location(edge.source).function != model) {
      continue;
    }
    for (cfa::ExpressionRef expression : cfa::expressions_of(edge.operation)) {
      cfa::for_each_subexpression(expression, [&](cfa::ExpressionRef part) {
        if (std::holds_alternative<cfa::Load>(part->node)) {
          result = std::max(result, origin_of_load(part, edge.source));
        }
      });
    }
  }
  return models_[model] = result;
}

OutsideValues::Origin OutsideValues::origin_of_written(cfa::VariableId variable, cfa::EdgeId edge) {
  // What depends on itself is computed, round by round.
  const auto [known, is_new] = written_.try_emplace({variable, edge}, Origin::Program);
  if (!is_new) {
    return known->second;
  }
  if (is_in_start(edge)) {
    return known->second = Origin::Outside;
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
  const Origin result = value != nullptr ? origin_of(value, cfa_.edge(edge).source) : Origin::Program;
  return written_[{variable, edge}] = result;
}

/// The edges that may have given the variable the value that it has at `location`, in the same activation; nothing: perhaps
/// none has.
std::optional<std::vector<cfa::EdgeId>> OutsideValues::edges_that_gave(cfa::VariableId variable,
                                                                       cfa::LocationId location) const {
  std::vector<cfa::EdgeId> result;
  std::vector<cfa::LocationId> work = {location};
  std::unordered_set<cfa::LocationId> seen = {location};
  while (!work.empty()) {
    const cfa::LocationId current = work.back();
    work.pop_back();
    if (cfa_.incoming(current).empty()) {
      return std::nullopt;
    }
    for (cfa::EdgeId id : cfa_.incoming(current)) {
      const cfa::Operation& operation = cfa_.edge(id).operation;
      const std::vector<cfa::VariableId> written = cfa::variables_written(operation);
      const auto* back = std::get_if<cfa::Return>(&operation);
      const cfa::LocationId before = cfa_.edge(back != nullptr ? back->call : id).source;
      if (std::ranges::find(written, variable) != written.end()) {
        result.push_back(id);
      } else if (std::holds_alternative<cfa::Call>(operation)) {
        return std::nullopt; // before that it did not exist
      } else if (seen.insert(before).second) {
        work.push_back(before);
      }
    }
  }
  return result;
}

OutsideValues::Origin OutsideValues::origin_of_load(cfa::ExpressionRef load, cfa::LocationId location) {
  const cfa::ExpressionRef address = std::get<cfa::Load>(load->node).address;
  if (regions_.points_nowhere(address)) {
    return Origin::Program;
  }
  const RegionId region = regions_.region_of(address, load->type);
  if (regions_.group_of(region).is_constant) {
    return Origin::Constants;
  }
  const bool is_of_file = std::ranges::any_of(regions_.group_of(region).variables, [this](cfa::VariableId variable) {
    return cfa::has_static_storage(cfa_.variable(variable));
  });
  if (is_of_file) {
    return Origin::Program; // as the file has initialised it, perhaps
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
  return known->second[location.index()] ? Origin::Program : Origin::Outside;
}

/// Or begin the life of an object in it.
bool OutsideValues::may_write(cfa::EdgeId edge, RegionId region) const {
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
                        [&](const cfa::WriteBytes& write) { return is_in_group(write.destination); },
                        [&](const cfa::ReceiveMemory& received) { return is_in_group(received.destination); },
                        [&](const cfa::HavocMemory& havoc) {
                          if (writers_ == Writers::WithoutCodeElsewhere && cfa::is_by_code_elsewhere(havoc)) {
                            return false;
                          }
                          return havoc.address != nullptr ? is_in_group(havoc.address) : !group.is_kept_by(havoc);
                        },
                        [&](const cfa::Declare& declare) { return &regions_.group_of(declare.variable) == &group; },
                        [&](const cfa::Allocate&) { return &regions_.group_of_allocation(edge) == &group; },
                        [](const cfa::Free&) { return false; }, // what is used behind it is another fault
                    },
                    cfa_.edge(edge).operation);
}

bool asks_for_called_pointer(const cfa::Cfa& cfa, const cfa::Edge& edge) {
  const std::optional<cfa::Target>& target = cfa.location(edge.target).target;
  const auto* assume = std::get_if<cfa::Assume>(&edge.operation);
  return target && target->property == cfa::PropertyKind::NullDereference && assume != nullptr &&
         cfa::compared_with_null(assume->condition) != nullptr;
}

} // namespace vouch::facts
