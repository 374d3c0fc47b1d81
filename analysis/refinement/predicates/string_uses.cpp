#include "analysis/refinement/predicates/string_uses.hpp"

#include "analysis/cfa/comparison.hpp"
#include "analysis/cfa/control_flow.hpp"

#include <algorithm>
#include <vector>

namespace vouch::refinement {

StringUses::StringUses(const cfa::Cfa& cfa, const facts::MemoryRegions& regions) : cfa_(cfa), calls_(cfa) {
  for (std::size_t index = 0; index < cfa.location_count(); ++index) {
    const cfa::LocationId head(index);
    if (cfa.location(head).is_loop_head) {
      BytesOfLoop bytes = bytes_of_loop(cfa, regions, head);
      if (!bytes.read.empty() || !bytes.written.empty()) {
        loops_.emplace(head, std::move(bytes));
      }
    }
  }
  const auto note_copy = [&](cfa::VariableId target, cfa::ExpressionRef value, cfa::FunctionId function) {
    if (const std::optional<cfa::VariableId> copied = cfa::register_read(value)) {
      copies_[target].insert(*copied);
    } else if (const auto* address = std::get_if<cfa::AddressOf>(&cfa::without_conversions(value)->node)) {
      copies_[target].insert(address->variable);
      addressed_by_[address->variable].insert(function);
    }
  };
  const std::vector<cfa::FunctionId> starts = cfa::starting_functions(cfa);
  for (std::size_t index = 0; index < cfa.edge_count(); ++index) {
    const cfa::Edge& edge = cfa.edge(cfa::EdgeId(index));
    const cfa::FunctionId function = cfa.location(edge.source).function;
    if (std::ranges::find(starts, function) != starts.end()) {
      continue; // what callers may pass twice is no more one string than another
    }
    const cfa::Operation& operation = edge.operation;
    if (const auto* assign = std::get_if<cfa::Assign>(&operation)) {
      note_copy(assign->target, assign->value, function);
      if (cfa::is_pointer(assign->value->type) && cfa::base_of(assign->value) != assign->value) {
        moved_.insert(assign->target);
      }
    } else if (const auto* call = std::get_if<cfa::Call>(&operation)) {
      for (const cfa::Binding& parameter : call->parameters) {
        note_copy(parameter.variable, parameter.value, function);
      }
    }
  }
}

Registers StringUses::origins_of(cfa::VariableId variable) const {
  Registers result = {variable};
  std::vector<cfa::VariableId> open = {variable};
  while (!open.empty()) {
    const auto copied = copies_.find(open.back());
    open.pop_back();
    for (const cfa::VariableId origin : copied == copies_.end() ? Registers() : copied->second) {
      if (result.insert(origin).second) {
        open.push_back(origin);
      }
    }
  }
  return result;
}

std::set<cfa::FunctionId> StringUses::functions_with(cfa::VariableId variable) const {
  const auto addressed = addressed_by_.find(variable);
  if (addressed != addressed_by_.end()) {
    return addressed->second;
  }
  const cfa::FunctionId function = cfa_.variable(variable).function;
  return function.is_valid() ? std::set{function} : std::set<cfa::FunctionId>();
}

Registers StringUses::origins_in(cfa::FunctionId function, cfa::VariableId variable) const {
  Registers result = origins_of(variable);
  std::erase_if(result, [&](cfa::VariableId origin) { return !functions_with(origin).contains(function); });
  return result;
}

std::set<cfa::LocationId> StringUses::heads_while(cfa::FunctionId function) const {
  const std::vector<cfa::FunctionId> reached = calls_.reachable_from(function);
  const std::set<cfa::FunctionId> entered(reached.begin(), reached.end());
  std::set<cfa::LocationId> result;
  for (std::size_t index = 0; index < cfa_.location_count(); ++index) {
    const cfa::LocationId head(index);
    if (cfa_.location(head).is_loop_head && entered.contains(cfa_.location(head).function)) {
      result.insert(head);
    }
  }
  return result;
}

} // namespace vouch::refinement
