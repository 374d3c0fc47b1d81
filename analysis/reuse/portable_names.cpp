#include "analysis/reuse/portable_names.hpp"

#include "analysis/cfa/storage_duration.hpp"
#include "analysis/facts/call_graph.hpp"

#include <charconv>

namespace vouch::reuse {
namespace {

/// Numbers things of one kind, from 1.
class Counter {
public:
  std::string next(const std::string& kind) { return std::to_string(++counts_[kind]); }

private:
  std::unordered_map<std::string, std::size_t> counts_;
};

} // namespace

PortableNames::PortableNames(const cfa::Cfa& cfa, const StableNames& names)
    : cfa_(cfa), names_(names), by_function_(cfa.function_count()), numbers_(cfa.location_count()) {
  const std::vector<bool> runs = facts::functions_that_run(cfa);
  for (std::size_t index = 0; index < cfa.function_count(); ++index) {
    const cfa::FunctionId id(index);
    if (runs[index]) {
      locations_.add(cfa.function(id).entry, "entry of " + names.of(id));
      locations_.add(cfa.function(id).exit, "exit of " + names.of(id));
    }
  }
  Counter counter;
  for (std::size_t index = 0; index < cfa.location_count(); ++index) {
    const cfa::LocationId id(index);
    std::vector<cfa::LocationId>& siblings = by_function_[cfa.location(id).function.index()];
    numbers_[index] = siblings.size();
    siblings.push_back(id);
    if (cfa.location(id).is_loop_head) {
      const std::string& function = names.of(cfa.location(id).function);
      locations_.add(id, "loop " + counter.next("loop of " + function) + " of " + function);
    }
  }
  for (std::size_t index = 0; index < cfa.edge_count(); ++index) {
    const cfa::Edge& edge = cfa.edge(cfa::EdgeId(index));
    if (const auto* call = std::get_if<cfa::Call>(&edge.operation)) {
      const std::string place = names.of(call->callee) + " in " + names.of(cfa.location(edge.source).function);
      calls_.add(cfa::EdgeId(index), "call " + counter.next("call of " + place) + " of " + place);
    }
  }
  for (std::size_t index = 0; index < cfa.variable_count(); ++index) {
    const cfa::VariableId id(index);
    if (is_local(id) && runs[cfa.variable(id).function.index()]) {
      const std::string name = names.of(cfa.variable(id).function) + "::" + cfa.variable(id).name;
      const std::string number = counter.next("variable " + name);
      locals_.add(id, number == "1" ? name : name + " " + number);
    }
  }
}

bool PortableNames::is_local(cfa::VariableId variable) const {
  return !cfa::has_static_storage(cfa_.variable(variable)) && cfa_.variable(variable).function.is_valid();
}

std::string PortableNames::of(cfa::LocationId location) const {
  auto found = locations_.names.find(location);
  return found != locations_.names.end()
             ? found->second
             : "location " + std::to_string(numbers_[location.index()]) + " of " + of(cfa_.location(location).function);
}

std::optional<cfa::LocationId> PortableNames::location(const std::string& name) const {
  if (const std::optional<cfa::LocationId> known = locations_.find(name)) {
    return known;
  }
  const std::string_view kind = "location ";
  const std::size_t behind_number = name.find(" of ");
  if (!name.starts_with(kind) || behind_number == std::string::npos) {
    return std::nullopt;
  }
  std::size_t number = 0;
  const char* end = name.data() + behind_number;
  const auto [last, error] = std::from_chars(name.data() + kind.size(), end, number);
  const std::optional<cfa::FunctionId> owner = function(name.substr(behind_number + 4));
  if (error != std::errc() || last != end || !owner) {
    return std::nullopt;
  }
  const std::vector<cfa::LocationId>& locations = by_function_[owner->index()];
  return number < locations.size() ? std::optional(locations[number]) : std::nullopt;
}

} // namespace vouch::reuse
