#include "analysis/domains/predicates/condition_predicates.hpp"

#include <algorithm>
#include <optional>

namespace vouch::domains {
namespace {

/// The registers that the condition reads; nothing if it reads something else.
std::optional<std::set<cfa::VariableId>> registers_of(cfa::ExpressionRef condition) {
  std::set<cfa::VariableId> result;
  bool reads_memory = false;
  cfa::for_each_subexpression(condition, [&](cfa::ExpressionRef part) {
    if (const auto* read = std::get_if<cfa::VariableRead>(&part->node)) {
      result.insert(read->variable);
    }
    reads_memory = reads_memory || std::holds_alternative<cfa::Load>(part->node) ||
                   std::holds_alternative<cfa::MemoryCheck>(part->node);
  });
  return reads_memory ? std::nullopt : std::optional(std::move(result));
}

/// The condition as a predicate. Nothing: it cannot be said about the program's state alone.
std::optional<smt::Term> predicate_of(cfa::EdgeId condition, smt::Encoder& encoder) {
  const smt::EncodedStep step = encoder.encode(condition, {});
  const smt::Term predicate = encoder.without_indices(step.formula);
  const bool is_about_state = std::ranges::all_of(encoder.terms().constants(predicate), [&](const smt::Term& constant) {
    const std::optional<smt::IndexedSymbol> symbol = encoder.find(constant);
    return symbol ? encoder.is_state(symbol->symbol) : encoder.is_rigid(constant);
  });
  return step.is_exact && is_about_state ? std::optional(predicate) : std::nullopt;
}

} // namespace

ConditionPredicates::ConditionPredicates(const cfa::Cfa& cfa, smt::Encoder& encoder) : encoder_(encoder) {
  for (std::size_t index = 0; index < cfa.edge_count(); ++index) {
    const auto* assumption = std::get_if<cfa::Assume>(&cfa.edge(cfa::EdgeId(index)).operation);
    if (assumption == nullptr || assumption->polarity == cfa::Polarity::Fails) {
      continue; // the abstraction looks at negations as well
    }
    for (cfa::VariableId variable : registers_of(assumption->condition).value_or(std::set<cfa::VariableId>())) {
      conditions_[variable].emplace_back(index);
    }
  }
}

PredicateSet ConditionPredicates::about(const std::set<cfa::VariableId>& variables) {
  PredicateSet result;
  for (cfa::VariableId variable : variables) {
    const auto known = conditions_.find(variable);
    if (known == conditions_.end()) {
      continue;
    }
    for (cfa::EdgeId condition : known->second) {
      if (const std::optional<smt::Term> predicate = predicate_of(condition, encoder_)) {
        result.insert(*predicate);
      }
    }
  }
  return result;
}

} // namespace vouch::domains
