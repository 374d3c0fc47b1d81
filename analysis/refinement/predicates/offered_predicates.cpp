#include "analysis/refinement/predicates/offered_predicates.hpp"

#include "analysis/cfa/comparison.hpp"
#include "analysis/cfa/control_flow.hpp"
#include "analysis/facts/call_graph.hpp"
#include "analysis/refinement/predicates/counter_predicates.hpp"
#include "analysis/refinement/predicates/kept_strings.hpp"
#include "analysis/refinement/predicates/length_predicates.hpp"
#include "analysis/refinement/predicates/string_predicates.hpp"

#include <map>
#include <set>
#include <vector>

namespace vouch::refinement {
namespace {

constexpr std::size_t most_inner_loops = 3;
constexpr std::size_t most_calls = 3; ///< of a function with loops

/// The heads of the loops that run while the one of `head` does, in its function and in what it calls.
std::set<cfa::LocationId> inner_heads(const cfa::Cfa& cfa, const facts::CallGraph& calls, cfa::LocationId head) {
  const std::set<cfa::LocationId> loop = cfa::locations_of_loop(cfa, head);
  std::set<cfa::FunctionId> entered;
  for (const cfa::LocationId location : loop) {
    for (const cfa::EdgeId edge : cfa.outgoing(location)) {
      if (const auto* call = std::get_if<cfa::Call>(&cfa.edge(edge).operation)) {
        const std::vector<cfa::FunctionId> reached = calls.reachable_from(call->callee);
        entered.insert(reached.begin(), reached.end());
      }
    }
  }
  std::set<cfa::LocationId> result;
  for (std::size_t index = 0; index < cfa.location_count(); ++index) {
    const cfa::LocationId other(index);
    if (cfa.location(other).is_loop_head && other != head &&
        (loop.contains(other) || entered.contains(cfa.location(other).function))) {
      result.insert(other);
    }
  }
  return result;
}

/// By function: the edges that call it.
std::map<cfa::FunctionId, std::vector<const cfa::Call*>> calls_of(const cfa::Cfa& cfa) {
  std::map<cfa::FunctionId, std::vector<const cfa::Call*>> result;
  for (std::size_t index = 0; index < cfa.edge_count(); ++index) {
    if (const auto* call = std::get_if<cfa::Call>(&cfa.edge(cfa::EdgeId(index)).operation)) {
      result[call->callee].push_back(call);
    }
  }
  return result;
}

/// That pointers are still what they were passed as, into the same objects.
domains::PredicateSet passed_pointers(const cfa::Call& call, smt::Encoder& encoder) {
  domains::PredicateSet result;
  const auto value_of = [&](cfa::VariableId variable) { return encoder.symbol(encoder.symbol_of(variable)); };
  const auto base_of = [&](cfa::VariableId pointer) {
    return encoder.symbol(encoder.base_symbol_of(pointer).value_or(encoder.symbol_of(pointer)));
  };
  for (const cfa::Binding& parameter : call.parameters) {
    const std::optional<cfa::VariableId> passed = cfa::register_read(parameter.value);
    if (passed && cfa::is_pointer(parameter.value->type)) {
      result.insert(encoder.terms().equal(value_of(parameter.variable), value_of(*passed)));
      if (encoder.base_symbol_of(parameter.variable) || encoder.base_symbol_of(*passed)) {
        result.insert(encoder.terms().equal(base_of(parameter.variable), base_of(*passed)));
      }
    }
  }
  return result;
}

/// What loops keep for others that read the same strings.
domains::PredicatePrecision of_strings(const cfa::Cfa& cfa, const facts::MemoryRegions& regions,
                                       smt::Encoder& encoder) {
  const std::optional<smt::SymbolId> sizes = encoder.object_sizes();
  if (!sizes || encoder.theory() != smt::Theory::Integers) {
    return {};
  }
  const StringUses uses(cfa, regions);
  return kept_string_predicates(uses, regions, encoder, *sizes)
      .joined(length_predicates(uses, regions, encoder, *sizes));
}

} // namespace

domains::PredicatePrecision offered_predicates(const cfa::Cfa& cfa, const facts::MemoryRegions& regions,
                                               smt::Encoder& encoder) {
  const domains::PredicatePrecision offered =
      string_predicates(cfa, regions, encoder).joined(counter_predicates(cfa, encoder));
  if (offered.by_location().empty()) {
    return offered;
  }
  const facts::CallGraph graph(cfa);
  const std::map<cfa::FunctionId, std::vector<const cfa::Call*>> calls = calls_of(cfa);
  domains::PredicatePrecision result = offered.joined(of_strings(cfa, regions, encoder));
  for (const auto& [head, predicates] : offered.by_location()) {
    const std::set<cfa::LocationId> inner = inner_heads(cfa, graph, head);
    for (const cfa::LocationId other : inner.size() <= most_inner_loops ? inner : std::set<cfa::LocationId>()) {
      result = result.with_local(other, predicates);
    }
    const auto own = calls.find(cfa.location(head).function);
    if (own != calls.end() && own->second.size() <= most_calls) {
      for (const cfa::Call* call : own->second) {
        result = result.with_local(head, passed_pointers(*call, encoder));
      }
    }
  }
  return result;
}

} // namespace vouch::refinement
