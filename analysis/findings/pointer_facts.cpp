#include "analysis/findings/pointer_facts.hpp"

#include "analysis/findings/proved_facts.hpp"
#include "analysis/trace/render_trace.hpp"

#include <algorithm>
#include <set>

namespace vouch::findings {
namespace {

std::string in_backticks(const std::string& name) { return "`" + name + "`"; }

/// What users call the objects of a group, each once.
std::vector<std::string> words_for(const facts::ObjectGroup& objects, const cfa::Cfa& cfa) {
  std::vector<std::string> words;
  const auto add = [&](std::string word) {
    if (std::ranges::find(words, word) == words.end()) {
      words.push_back(std::move(word));
    }
  };
  for (cfa::VariableId id : objects.variables) {
    const cfa::Variable& variable = cfa.variable(id);
    add(variable.literal                 ? "a string literal"
        : variable.name.starts_with('<') ? "an object without a name"
                                         : in_backticks(variable.name));
  }
  for (cfa::EdgeId id : objects.allocations) {
    const cfa::Edge& edge = cfa.edge(id);
    const cfa::Function& function = cfa.function(cfa.location(edge.source).function);
    if (function.name.starts_with('<')) {
      add("memory that callers made");
      continue;
    }
    add(is_in_main_file(function) && edge.range.is_valid() ? "memory from line " + std::to_string(edge.range.begin.line)
                                                           : "memory from " + in_backticks(function.name));
  }
  for (cfa::GivenTypeId id : objects.given) {
    add("a " + in_backticks(cfa.given_type(id).name) + " that callers made");
  }
  if (!objects.given.empty()) {
    std::erase(words, "memory that callers made");
  }
  return words;
}

bool is_named_pointer(const cfa::Variable& variable, cfa::FunctionId function) {
  return variable.function == function && variable.storage == cfa::Storage::Register &&
         (variable.kind == cfa::VariableKind::Parameter || variable.kind == cfa::VariableKind::Local) &&
         cfa::is_pointer(variable.type) && variable.scope.range.is_valid();
}

} // namespace

std::vector<PointerFact> pointer_facts(const cfa::Cfa& cfa, cfa::FunctionId function,
                                       const facts::MemoryRegions& regions) {
  std::vector<PointerFact> result;
  for (std::size_t index = 0; index < cfa.variable_count(); ++index) {
    const cfa::VariableId id(index);
    const cfa::Variable& variable = cfa.variable(id);
    const facts::AbstractPointer held =
        is_named_pointer(variable, function) ? regions.points_to().pointer_held_by(id) : facts::AbstractPointer();
    if (!held.target.is_valid()) {
      continue;
    }
    const facts::ObjectGroup& objects = regions.group_of(held.target);
    result.push_back({variable.name, trace::place_of(variable.scope.range), words_for(objects, cfa),
                      objects.has_unknown_objects || held.offsets.unknown});
  }
  std::ranges::stable_sort(result, {},
                           [](const PointerFact& fact) { return std::pair(fact.scope.line, fact.scope.column); });
  return result;
}

} // namespace vouch::findings
