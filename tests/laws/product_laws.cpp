#include "analysis/domains/control/call_stack.hpp"
#include "analysis/domains/control/location.hpp"
#include "tests/laws/random_program.hpp"
#include "tests/support/bounded_constants.hpp"
#include "tests/support/concrete_run.hpp"
#include "tests/support/exploration.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

/// Components that are adjusted together: what one gives up, another may take, and nothing is lost.
namespace vouch::test {
namespace {

using core::AbstractState;
using core::Precision;
using Genes = std::vector<EdgeGene>;
using Numbers = std::vector<unsigned>;

core::Analysis product_of(const RandomProgram& program, std::size_t most_values) {
  const std::set<cfa::VariableId> all(program.variables.begin(), program.variables.end());
  return core::compose(
      {core::erase(domains::LocationAnalysis(program.cfa)), core::erase(domains::CallStackAnalysis(program.cfa)),
       core::erase(BoundedConstants(all, most_values, BoundedConstants::AtLimit::GiveUp)), core::erase(Comparisons())},
      {.adjust = core::AdjustOperator::Together});
}

/// The states that are reached as long as values are few enough.
std::vector<AbstractState> states_of(const RandomProgram& program) {
  core::ReachedSet reached(product_of(program, 3), program.cfa, program.start, core::TraversalOrder::BreadthFirst);
  explore_behind_targets(reached);
  std::vector<AbstractState> states;
  for (core::ArgNodeId id : reached.arg().ids()) {
    states.push_back(reached.node(id).state);
  }
  return states;
}

RC_GTEST_PROP(ProductLaws, AdjustingTogetherLosesNoConcreteState, (const Genes& genes, const Numbers& numbers)) {
  Choices choices(numbers);
  const RandomProgram program(genes);
  const std::vector<AbstractState> states = states_of(program);
  const AbstractState& state = states[choices.below(states.size())];
  const ConcreteState member = concretisation(state, random_values(program, choices));
  const core::Analysis analysis = product_of(program, 1);
  std::vector<AbstractState> others;
  for (const AbstractState& other : states) {
    if (analysis.partition(other) == analysis.partition(state)) {
      others.push_back(other);
    }
  }
  const core::ReachedView<AbstractState> view(others.size(),
                                              [&](std::size_t index) -> const AbstractState& { return others[index]; });
  const auto adjustment = analysis.adjust(state, analysis.initial_precision(), view);
  const auto* adjusted = std::get_if<core::Continue<AbstractState, Precision>>(&adjustment);
  RC_ASSERT(adjusted != nullptr);
  RC_ASSERT(contains(program.cfa, adjusted->state, member));
  // Nothing has been lost at all: what values do not say any more, comparisons do.
  const auto& before = core::component<BoundedState>(state).values.known;
  auto after = core::component<BoundedState>(adjusted->state).values.known;
  RC_CLASSIFY(after.size() < before.size(), "given up");
  const auto& taken = core::component<ComparisonState>(adjusted->state).equal.known;
  after.insert(taken.begin(), taken.end());
  RC_ASSERT(after == before);
}

RC_GTEST_PROP(ProductLaws, WhatWasGivenUpNeverComesBack,
              (const std::vector<std::pair<unsigned, bool>>& left,
               const std::vector<std::pair<unsigned, bool>>& right)) {
  using Tracked = ShrinkingPrecision<unsigned>;
  auto made_of = [](const std::vector<std::pair<unsigned, bool>>& changes) {
    std::set<unsigned> tracked;
    for (const auto& [item, is_given_up] : changes) {
      tracked.insert(item % 4);
    }
    Tracked precision(tracked);
    for (const auto& [item, is_given_up] : changes) {
      precision = is_given_up ? precision.without(item % 4) : precision;
    }
    return precision;
  };
  const Tracked a = made_of(left);
  const Tracked b = made_of(right);
  const Tracked joined = a.joined_with(b);
  RC_ASSERT(joined == b.joined_with(a));
  RC_ASSERT(joined.joined_with(a) == joined);
  for (unsigned item = 0; item < 4; ++item) {
    const bool is_given_up = a.given_up().contains(item) || b.given_up().contains(item);
    RC_ASSERT(joined.has(item) == (!is_given_up && (a.has(item) || b.has(item))));
  }
}

} // namespace
} // namespace vouch::test
