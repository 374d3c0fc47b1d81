#include "analysis/transformation/program_parts.hpp"

#include "analysis/cfa/control_flow.hpp"
#include "analysis/support/overloaded.hpp"
#include "analysis/support/sorted.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace vouch::transformation {
namespace {

/// One type of C can be described in several ways, since what a `void *` in it leads to is read from what an entry point
/// does (docs/decisions/0222). What code elsewhere leaves, and earlier calls have left, is described as what callers of this
/// entry point pass, which says most.
class TypesOfCallers {
public:
  TypesOfCallers(const cfa::Cfa& cfa, const std::vector<cfa::EdgeId>& edges) : cfa_(cfa) {
    std::vector<cfa::GivenTypeId> open;
    std::unordered_set<cfa::GivenTypeId> seen;
    for (const cfa::EdgeId edge : edges) {
      open.push_back(passed_by_callers(cfa.edge(edge).operation));
    }
    while (!open.empty()) {
      const cfa::GivenTypeId type = open.back();
      open.pop_back();
      if (!type.is_valid() || !seen.insert(type).second) {
        continue;
      }
      const auto [best, is_first] = by_name_.try_emplace(cfa.given_type(type).name, type);
      if (known_pointers(type) > known_pointers(best->second)) {
        best->second = type;
      }
      for (const cfa::GivenType::Pointer& pointer : cfa.given_type(type).pointers) {
        open.push_back(pointer.leads_to);
      }
    }
  }

  [[nodiscard]] cfa::GivenTypeId in_place_of(cfa::GivenTypeId type) const {
    if (!type.is_valid()) {
      return type;
    }
    const auto known = by_name_.find(cfa_.given_type(type).name);
    return known != by_name_.end() ? known->second : type;
  }

  /// Nothing: it speaks of no type of which there is another description.
  [[nodiscard]] std::optional<cfa::Operation> as_callers_have(const cfa::Operation& operation) const {
    if (const auto* havoc = std::get_if<cfa::HavocMemory>(&operation);
        havoc != nullptr && (havoc->contents.is_valid() || !havoc->pointer_types.empty())) {
      cfa::HavocMemory result = *havoc;
      result.contents = in_place_of(result.contents);
      for (cfa::GivenTypeId& type : result.pointer_types) {
        type = in_place_of(type);
      }
      return result;
    }
    const auto* input = std::get_if<cfa::Input>(&operation);
    if (input == nullptr ||
        (!input->given.is_valid() && !input->result_type.is_valid() && input->argument_types.empty())) {
      return std::nullopt;
    }
    cfa::Input result = *input;
    result.given = in_place_of(result.given);
    result.result_type = in_place_of(result.result_type);
    for (cfa::GivenTypeId& type : result.argument_types) {
      type = in_place_of(type);
    }
    return result;
  }

private:
  [[nodiscard]] std::ptrdiff_t known_pointers(cfa::GivenTypeId type) const {
    return std::ranges::count_if(cfa_.given_type(type).pointers,
                                 [](const cfa::GivenType::Pointer& pointer) { return pointer.leads_to.is_valid(); });
  }

  static cfa::GivenTypeId passed_by_callers(const cfa::Operation& operation) {
    const auto* input = std::get_if<cfa::Input>(&operation);
    const auto* havoc = std::get_if<cfa::HavocMemory>(&operation);
    const bool is_parameter = input != nullptr && input->kind == cfa::InputKind::Parameter;
    return havoc != nullptr ? havoc->contents : is_parameter ? input->given : cfa::GivenTypeId();
  }

  const cfa::Cfa& cfa_;
  std::unordered_map<std::string, cfa::GivenTypeId> by_name_;
};

template <class Id>
Id named_by(const std::vector<Id>& names, Id id) {
  return id.index() < names.size() ? names[id.index()] : Id();
}

template <class Id>
Id name_of(const std::vector<Id>& names, Id id) {
  const auto found = std::ranges::lower_bound(names, id);
  return found != names.end() && *found == id ? Id(static_cast<std::size_t>(found - names.begin())) : Id();
}

/// What the descriptions of types say of pointers, as callers of the part have it.
void describe_types(cfa::CfaBuilder& builder, const cfa::Cfa& cfa, const TypesOfCallers& types) {
  for (std::size_t index = 0; index < cfa.given_type_count(); ++index) {
    const cfa::GivenTypeId id(index);
    for (std::size_t i = 0; i < cfa.given_type(id).pointers.size(); ++i) {
      const cfa::GivenTypeId leads_to = cfa.given_type(id).pointers[i].leads_to;
      if (types.in_place_of(leads_to) != leads_to) {
        builder.given_type(id).pointers[i].leads_to = types.in_place_of(leads_to);
      }
    }
  }
  for (std::size_t index = 0; index < cfa.variable_count(); ++index) {
    const cfa::VariableId id(index);
    const cfa::GivenTypeId contents = cfa.variable(id).contents;
    if (types.in_place_of(contents) != contents) {
      builder.variable(id).contents = types.in_place_of(contents);
    }
  }
}

} // namespace

cfa::LocationId ProgramPart::in_whole(cfa::LocationId of_part) const { return named_by(locations_, of_part); }
cfa::EdgeId ProgramPart::in_whole(cfa::EdgeId of_part) const { return named_by(edges_, of_part); }
cfa::LocationId ProgramPart::in_part(cfa::LocationId of_whole) const { return name_of(locations_, of_whole); }
cfa::EdgeId ProgramPart::in_part(cfa::EdgeId of_whole) const { return name_of(edges_, of_whole); }

ProgramParts::ProgramParts(const cfa::Cfa& cfa)
    : cfa_(cfa), before_targets_(cfa), locations_(cfa.function_count()), edges_(cfa.function_count()) {
  for (std::size_t index = 0; index < cfa.location_count(); ++index) {
    locations_[cfa.location(cfa::LocationId(index)).function.index()].emplace_back(index);
  }
  for (std::size_t index = 0; index < cfa.edge_count(); ++index) {
    edges_[cfa::function_of(cfa, cfa.edge(cfa::EdgeId(index))).index()].emplace_back(index);
  }
  for (std::size_t index = 0; index < cfa.function_count(); ++index) {
    ends_.push_back(cfa.function(cfa::FunctionId(index)).entry);
    ends_.push_back(cfa.function(cfa::FunctionId(index)).exit);
  }
}

ProgramPart ProgramParts::entered_from(cfa::LocationId start, const std::vector<Assumption>& assumptions,
                                       const std::function<bool(cfa::LocationId)>& is_impossible) const {
  std::vector<ExcludedInput> excluded;
  std::unordered_set<cfa::LocationId> passing;
  for (const Assumption& assumption : assumptions) {
    std::visit(Overloaded{[&](const ExcludedInput& input) { excluded.push_back(input); },
                          [&](const PassingCheck& check) { passing.insert(check.target); }},
               assumption);
  }
  const auto is_never_reached = [&](cfa::LocationId target) {
    return passing.contains(target) || is_impossible(target);
  };
  std::vector<cfa::LocationId> locations = ends_;
  std::vector<cfa::EdgeId> edges;
  for (const cfa::FunctionId function : before_targets_.entered_from(start, is_never_reached)) {
    const std::vector<cfa::LocationId>& its_locations = locations_[function.index()];
    const std::vector<cfa::EdgeId>& its_edges = edges_[function.index()];
    locations.insert(locations.end(), its_locations.begin(), its_locations.end());
    edges.insert(edges.end(), its_edges.begin(), its_edges.end());
  }
  sort_and_keep_one_of_each(locations);
  std::ranges::sort(edges);
  std::unordered_set<cfa::LocationId> never; // of the part
  for (std::size_t index = 0; index < locations.size(); ++index) {
    if (cfa_.location(locations[index]).target && is_never_reached(locations[index])) {
      never.emplace(index);
    }
  }
  cfa::CfaBuilder builder(cfa_, locations, edges);
  cfa::ExpressionPool& build = builder.expressions();
  const TypesOfCallers types(cfa_, edges);
  describe_types(builder, cfa_, types);
  builder.replace_operations([&](const cfa::Edge& edge) {
    return never.contains(edge.target) ? std::optional<cfa::Operation>(cfa::never(build))
                                       : types.as_callers_have(edge.operation);
  });
  for (const ExcludedInput& input : excluded) {
    const cfa::Edge& edge = cfa_.edge(input.edge);
    const cfa::VariableId variable = std::get<cfa::Input>(edge.operation).target;
    const cfa::Type& type = cfa_.variable(variable).type;
    const cfa::BinaryOperator allowed =
        input.which == ExcludedInput::Which::Equal ? cfa::BinaryOperator::NotEqual : cfa::BinaryOperator::GreaterEqual;
    builder.insert_at(name_of(locations, edge.target),
                      cfa::Assume{build.binary(allowed, build.read(variable, type), build.constant(input.value, type)),
                                  cfa::Polarity::Holds});
  }
  return {builder.build(), std::move(locations), std::move(edges)};
}

} // namespace vouch::transformation
