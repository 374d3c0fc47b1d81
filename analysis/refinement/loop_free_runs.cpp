#include "analysis/refinement/loop_free_runs.hpp"

#include "analysis/cfa/storage_duration.hpp"
#include "analysis/domains/predicates/predicate_analysis.hpp"
#include "analysis/support/overloaded.hpp"

#include <algorithm>

namespace vouch::refinement {
namespace {

/// Circles of more rounds are rare, and each pair of rounds is a part of the formula.
constexpr std::size_t longest_circle = 8;

/// Of larger formulas the question would not be answered soon, and Z3 takes long to take terms apart again.
constexpr std::size_t most_terms = 20'000;

bool is_call(const domains::UnwoundFrame& frame) { return frame.round == 0; }

/// The loop around that of `frame`, perhaps in a caller; null: none.
const domains::UnwoundFrame* loop_around(const domains::UnwoundFrame& frame) {
  const domains::UnwoundFrame* result = frame.below.get();
  while (result != nullptr && is_call(*result)) {
    result = result->below.get();
  }
  return result;
}

} // namespace

smt::Term LoopFreeRuns::condition_at(core::ArgNodeId head, RunContext& context) {
  return simulation_.condition(path_to(head), most_terms, context) ? condition_of(head)
                                                                   : encoder_.terms().boolean(true);
}

domains::PathFormulaId LoopFreeRuns::path_to(core::ArgNodeId node) const {
  return domains::path_since_abstraction(reached_.node(node).state);
}

LoopFreeRuns::Passed LoopFreeRuns::passed_before(core::ArgNodeId head) const {
  const domains::UnwoundFrame& loop = *domains::unwound_state(reached_.node(head).state).top;
  const domains::UnwoundFrame* around = loop_around(loop);
  Passed result;
  const std::size_t wanted = std::min(loop.round - 1, longest_circle);
  const bool is_first = loop.round == 1;
  for (core::ArgNodeId id = head; !reached_.node(id).parents.empty();) {
    if (is_first ? around == nullptr || result.around : result.rounds.size() == wanted) {
      break;
    }
    id = reached_.node(id).parents.front().node;
    const domains::UnwoundState& state = domains::unwound_state(reached_.node(id).state);
    if (state.top == nullptr || state.location != state.top->place) {
      continue;
    }
    if (state.top->place == loop.place && state.top->below == loop.below) {
      result.rounds.push_back(id);
    } else if (state.top.get() == around) {
      result.around = id;
    }
  }
  return result;
}

smt::Term LoopFreeRuns::condition_of(core::ArgNodeId head) {
  const domains::PathFormulaId path = path_to(head);
  if (const auto known = known_.find(path); known != known_.end()) {
    return known->second;
  }
  const auto is_certain = [&](core::ArgNodeId node) { return simulation_.is_on_all_paths(path_to(node), path); };
  const Passed passed = passed_before(head);
  std::vector<smt::Term> all;
  const std::optional<core::ArgNodeId> last = passed.rounds.empty() ? passed.around : passed.rounds.front();
  if (last && is_certain(*last)) {
    all.push_back(condition_of(*last));
  }
  const cfa::LocationId location = reached_.analysis().location(reached_.node(head).state);
  for (core::ArgNodeId earlier : passed.rounds) {
    if (is_certain(earlier)) {
      all.push_back(begin_differently(path_to(earlier), path, location));
    }
  }
  return known_.emplace(path, encoder_.terms().logical_and(all)).first->second;
}

smt::Term LoopFreeRuns::begin_differently(domains::PathFormulaId earlier, domains::PathFormulaId later,
                                          cfa::LocationId head) {
  smt::TermManager& terms = encoder_.terms();
  std::vector<smt::Term> some;
  for (smt::SymbolId symbol : simulation_.differing(earlier, later)) {
    if (matters_at(head, symbol)) {
      const smt::Term value = encoder_.symbol(symbol);
      some.push_back(
          terms.logical_not(terms.equal(simulation_.at_end(earlier, value), simulation_.at_end(later, value))));
    }
  }
  return terms.logical_or(some);
}

bool LoopFreeRuns::matters_at(cfa::LocationId head, smt::SymbolId symbol) const {
  // Registers of callers stay as they are, and those of callees that have returned are not read again.
  const auto register_matters = [&](cfa::VariableId id) {
    const cfa::Variable& variable = cfa_.variable(id);
    return !cfa::has_automatic_storage(variable) ||
           (variable.function == cfa_.location(head).function && live_.is_live_at(head, id));
  };
  return std::visit(Overloaded{[&](cfa::VariableId variable) { return register_matters(variable); },
                               [&](const smt::RegisterBase& base) { return register_matters(base.pointer); },
                               [](const auto&) { return true; }},
                    encoder_.meaning(symbol));
}

} // namespace vouch::refinement
