#include "analysis/facts/functions_of_numbers.hpp"

#include "analysis/cfa/control_flow.hpp"
#include "analysis/cfa/storage_duration.hpp"
#include "analysis/facts/call_graph.hpp"
#include "analysis/support/overloaded.hpp"

#include <algorithm>
#include <unordered_set>
#include <utility>

namespace vouch::facts {
namespace {

bool is_number(const cfa::Type& type) { return cfa::as_integer(type) != nullptr || cfa::is_float(type); }

bool is_about_numbers(cfa::ExpressionRef root) {
  bool result = true;
  cfa::for_each_subexpression(root, [&](cfa::ExpressionRef part) {
    const bool is_of_memory = std::holds_alternative<cfa::Load>(part->node) ||
                              std::holds_alternative<cfa::AddressOf>(part->node) ||
                              std::holds_alternative<cfa::FunctionAddress>(part->node) ||
                              std::holds_alternative<cfa::MemoryCheck>(part->node);
    result = result && !is_of_memory && is_number(part->type);
  });
  return result;
}

bool is_number(const cfa::Cfa& cfa, cfa::VariableId id) {
  const cfa::Variable& variable = cfa.variable(id);
  return variable.storage == cfa::Storage::Register && cfa::has_automatic_storage(variable) && is_number(variable.type);
}

bool is_allowed(const cfa::Operation& operation) {
  return std::visit(Overloaded{
                        [](const cfa::Skip&) { return true; },
                        [](const cfa::Assume&) { return true; },
                        [](const cfa::Assign&) { return true; },
                        [](const cfa::Call&) { return true; },
                        [](const cfa::Return&) { return true; },
                        [](const cfa::Input& input) { return !input.given.is_valid(); },
                        [](const auto&) { return false; },
                    },
                    operation);
}

/// Calls and returns bind variables of one function to values of another.
const std::vector<cfa::Binding>* bindings_of(const cfa::Operation& operation) {
  const auto* call = std::get_if<cfa::Call>(&operation);
  const auto* back = std::get_if<cfa::Return>(&operation);
  return call != nullptr ? &call->parameters : back != nullptr ? &back->results : nullptr;
}

} // namespace

std::vector<bool> functions_of_numbers(const cfa::Cfa& cfa) {
  std::vector<bool> others(cfa.function_count());
  for (std::size_t index = 0; index < cfa.function_count(); ++index) {
    others[index] = cfa.outgoing(cfa.function(cfa::FunctionId(index)).entry).empty();
  }
  const auto exclude = [&](cfa::LocationId location) {
    if (const cfa::FunctionId function = cfa.location(location).function; function.is_valid()) {
      others[function.index()] = true;
    }
  };
  const auto is_number_here = [&](cfa::VariableId variable) { return is_number(cfa, variable); };
  for (std::size_t index = 0; index < cfa.edge_count(); ++index) {
    const cfa::Edge& edge = cfa.edge(cfa::EdgeId(index));
    const std::vector<cfa::Binding>* bindings = bindings_of(edge.operation);
    if (!is_allowed(edge.operation) || !std::ranges::all_of(cfa::expressions_of(edge.operation), is_about_numbers)) {
      exclude(edge.source);
    }
    if (bindings != nullptr && !std::ranges::all_of(*bindings, is_number_here, &cfa::Binding::variable)) {
      exclude(edge.target);
    }
    if (bindings == nullptr && !std::ranges::all_of(cfa::variables_mentioned(edge.operation), is_number_here)) {
      exclude(edge.source);
    }
  }
  std::vector<bool> result = CallGraph(cfa).that_may_enter(std::move(others));
  result.flip();
  return result;
}

bool gives_all_arguments(const cfa::Cfa& cfa, const cfa::EntryPoint& entry) {
  std::vector<cfa::LocationId> locations = {entry.start};
  std::unordered_set<cfa::LocationId> seen = {entry.start};
  for (std::size_t next = 0; next < locations.size(); ++next) {
    for (const cfa::EdgeId edge : cfa.outgoing(locations[next])) {
      if (std::holds_alternative<cfa::Assume>(cfa.edge(edge).operation)) {
        return false;
      }
      const cfa::LocationId successor = cfa::successor_in_function(cfa, edge);
      if (successor.is_valid() && seen.insert(successor).second) {
        locations.push_back(successor);
      }
    }
  }
  return entry.kind == cfa::EntryKind::AnyCall && entry.assumptions.empty();
}

} // namespace vouch::facts
