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

/// The loop and the round that begins at the state; null: none does.
const domains::UnwoundFrame* round_begun_at(const core::AbstractState& state) {
  const domains::UnwoundState& unwound = domains::unwound_state(state);
  const domains::UnwoundFrame* top = unwound.top.get();
  return top != nullptr && top->place == unwound.location ? top : nullptr;
}

} // namespace

smt::Term LoopFreeRuns::condition_at(core::ArgNodeId head, RunContext& context) {
  return simulation_.condition(path_to(head), most_terms, context) ? condition_of(head)
                                                                   : encoder_.terms().boolean(true);
}

domains::PathFormulaId LoopFreeRuns::path_to(core::ArgNodeId node) const {
  return domains::path_since_abstraction(reached_.node(node).state);
}

std::vector<core::ArgNodeId> LoopFreeRuns::rounds_before(core::ArgNodeId head) const {
  const domains::UnwoundFrame& loop = *round_begun_at(reached_.node(head).state);
  const std::size_t wanted = std::min(loop.round - 1, longest_circle);
  std::vector<core::ArgNodeId> result;
  for (core::ArgNodeId id = head; result.size() < wanted && !reached_.node(id).parents.empty();) {
    id = reached_.node(id).parents.front().node;
    const domains::UnwoundFrame* begun = round_begun_at(reached_.node(id).state);
    if (begun != nullptr && begun->place == loop.place && begun->below == loop.below) {
      result.push_back(id);
    }
  }
  return result;
}

std::optional<core::ArgNodeId> LoopFreeRuns::round_around(core::ArgNodeId head) const {
  const domains::UnwoundFrame* around = domains::loop_around(*round_begun_at(reached_.node(head).state));
  if (around == nullptr) {
    return std::nullopt;
  }
  core::ArgNodeId id = head;
  while (!reached_.node(id).parents.empty()) {
    id = reached_.node(id).parents.front().node;
    if (round_begun_at(reached_.node(id).state) == around) {
      return id;
    }
  }
  return std::nullopt;
}

smt::Term LoopFreeRuns::condition_of(core::ArgNodeId head) {
  const domains::PathFormulaId path = path_to(head);
  if (const auto known = known_.find(path); known != known_.end()) {
    return known->second;
  }
  const auto is_certain = [&](core::ArgNodeId node) { return formulas_.is_on_all_paths(path_to(node), path); };
  const std::vector<core::ArgNodeId> rounds = rounds_before(head);
  const std::optional<core::ArgNodeId> last = rounds.empty() ? round_around(head) : rounds.front();
  std::vector<smt::Term> all;
  if (last && is_certain(*last)) {
    all.push_back(condition_of(*last));
  }
  const cfa::LocationId location = reached_.analysis().location(reached_.node(head).state);
  for (core::ArgNodeId earlier : rounds) {
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
  const cfa::Cfa& cfa = reached_.cfa();
  const auto register_matters = [&](cfa::VariableId id) {
    const cfa::Variable& variable = cfa.variable(id);
    return !cfa::has_automatic_storage(variable) ||
           (variable.function == cfa.location(head).function && live_.is_live_at(head, id));
  };
  return std::visit(Overloaded{[&](cfa::VariableId variable) { return register_matters(variable); },
                               [&](const smt::RegisterBase& base) { return register_matters(base.pointer); },
                               [](const auto&) { return true; }},
                    encoder_.meaning(symbol));
}

} // namespace vouch::refinement
