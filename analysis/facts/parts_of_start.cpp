#include "analysis/facts/parts_of_start.hpp"

#include "analysis/cfa/control_flow.hpp"

#include <optional>

namespace vouch::facts {
namespace {

/// Nothing if there are several calls, or none.
std::optional<cfa::FunctionId> only_caller_of(cfa::FunctionId function, const cfa::Cfa& cfa) {
  std::optional<cfa::FunctionId> caller;
  for (std::size_t index = 0; index < cfa.edge_count(); ++index) {
    const cfa::Edge& edge = cfa.edge(cfa::EdgeId(index));
    const auto* call = std::get_if<cfa::Call>(&edge.operation);
    if (call != nullptr && call->callee == function) {
      if (caller) {
        return std::nullopt;
      }
      caller = cfa.location(edge.source).function;
    }
  }
  return caller;
}

} // namespace

bool is_part_of_start(const cfa::Cfa& cfa, cfa::LocationId start, cfa::FunctionId function) {
  const cfa::FunctionId first = cfa.location(start).function;
  for (std::size_t depth = 0; depth < cfa.function_count() && function != first; ++depth) {
    const bool is_made_by_front_end = cfa.function(function).is_synthetic;
    const std::optional<cfa::FunctionId> caller = is_made_by_front_end ? only_caller_of(function, cfa) : std::nullopt;
    if (!caller) {
      return false;
    }
    function = *caller;
  }
  return function == first;
}

std::vector<bool> parts_of_starts(const cfa::Cfa& cfa) {
  std::vector<cfa::FunctionId> starts = cfa::starting_functions(cfa);
  std::vector<unsigned> callers(cfa.function_count(), 0);
  std::vector<std::vector<cfa::FunctionId>> callees(cfa.function_count());
  for (std::size_t index = 0; index < cfa.edge_count(); ++index) {
    const cfa::Edge& edge = cfa.edge(cfa::EdgeId(index));
    if (const auto* call = std::get_if<cfa::Call>(&edge.operation)) {
      ++callers[call->callee.index()];
      callees[cfa.location(edge.source).function.index()].push_back(call->callee);
    }
  }
  std::vector<bool> result(cfa.function_count(), false);
  for (std::size_t next = 0; next < starts.size(); ++next) {
    result[starts[next].index()] = true;
    for (const cfa::FunctionId callee : callees[starts[next].index()]) {
      if (cfa.function(callee).is_synthetic && callers[callee.index()] == 1) {
        starts.push_back(callee);
      }
    }
  }
  return result;
}

} // namespace vouch::facts
