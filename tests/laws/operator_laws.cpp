#include "analysis/domains/control/call_stack.hpp"
#include "analysis/domains/control/location.hpp"
#include "analysis/domains/numbers/interval_analysis.hpp"
#include "analysis/domains/values/value_analysis.hpp"
#include "tests/laws/random_program.hpp"
#include "tests/support/concrete_run.hpp"
#include "tests/support/constant_propagation.hpp"
#include "tests/support/exploration.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

/// The contracts of `ConfigurableProgramAnalysis`, for location, call stack, constants, explicit values, intervals and
/// their products under each choice of operators. The states are those that a random program reaches, the concrete states members of their meaning.
namespace vouch::test {
namespace {

using core::AbstractState;
using core::Analysis;
using core::Precision;

/// One analysis, and how its states are found in the product's.
struct Subject {
  Analysis analysis;
  std::function<AbstractState(const AbstractState&)> part;
  std::function<Precision(const Precision&)> precision_part;
};

/// Everything, nothing, or some variables, each everywhere or at one location.
domains::ValuePrecision random_precision(const RandomProgram& program, Choices& choices) {
  if (choices.below(3) == 0) {
    return domains::ValuePrecision::everything();
  }
  domains::ValuePrecision result;
  for (cfa::VariableId variable : program.variables) {
    switch (choices.below(3)) {
    case 0:
      break;
    case 1:
      result = result.with_global({variable});
      break;
    default:
      result = result.with_local(program.locations[choices.below(3)][choices.below(4)], {variable});
      break;
    }
  }
  return result;
}

/// A random program, its reached product states, and the analyses.
class Laboratory {
public:
  Laboratory(const std::vector<EdgeGene>& genes, Choices& choices)
      : program_(genes), regions_(program_.cfa), live_(program_.cfa) {
    const ConstantMerge merge = choices.below(2) == 0 ? ConstantMerge::Separate : ConstantMerge::Join;
    std::set<cfa::VariableId> tracked(program_.variables.begin(), program_.variables.end());
    if (choices.below(2) == 1) {
      tracked.erase(program_.variables[choices.below(program_.variables.size())]);
    }
    const std::vector<Analysis> parts = {
        core::erase(domains::LocationAnalysis(program_.cfa)), core::erase(domains::CallStackAnalysis(program_.cfa)),
        core::erase(ConstantPropagation(merge, {tracked})), core::erase(random_values_analysis(choices)),
        core::erase(domains::IntervalAnalysis(program_.cfa))};
    for (std::size_t i = 0; i < parts.size(); ++i) {
      subjects_.push_back({parts[i],
                           [i](const AbstractState& state) { return state.as<core::CompositeState>().components[i]; },
                           [i](const Precision& p) { return p.as<core::CompositePrecision>().components[i]; }});
    }
    for (const core::ProductOperators& operators :
         {core::ProductOperators{core::MergeOperator::PerLocation}, core::ProductOperators{core::MergeOperator::All},
          core::ProductOperators{.stop = core::StopOperator::Union},
          core::ProductOperators{.adjust = core::AdjustOperator::Together}, core::ProductOperators{}}) {
      subjects_.push_back({core::compose(parts, operators), [](const AbstractState& state) { return state; },
                           [](const Precision& precision) { return precision; }});
    }
    collect();
  }

  [[nodiscard]] const RandomProgram& program() const { return program_; }
  [[nodiscard]] const std::vector<Subject>& subjects() const { return subjects_; }
  [[nodiscard]] const Analysis& product() const { return subjects_.back().analysis; }
  [[nodiscard]] bool contains(const AbstractState& abstract, const ConcreteState& concrete) const {
    return test::contains(program_.cfa, abstract, concrete);
  }
  [[nodiscard]] const std::vector<AbstractState>& states() const { return states_; }
  const AbstractState& random_state(Choices& choices) const { return states_[choices.below(states_.size())]; }
  /// Two states with the same partition, different ones if there are any.
  std::pair<AbstractState, AbstractState> random_pair(Choices& choices) const {
    std::vector<std::pair<AbstractState, AbstractState>> pairs;
    for (const AbstractState& left : states_) {
      for (const AbstractState& right : states_) {
        if (!(left == right) && product().partition(left) == product().partition(right)) {
          pairs.emplace_back(left, right);
        }
      }
    }
    return pairs.empty() ? std::pair(states_.front(), states_.front()) : pairs[choices.below(pairs.size())];
  }
  [[nodiscard]] std::vector<AbstractState> others_in_partition_of(const AbstractState& state) const {
    std::vector<AbstractState> others;
    for (const AbstractState& other : states_) {
      if (!(other == state) && product().partition(other) == product().partition(state)) {
        others.push_back(other);
      }
    }
    return others;
  }
  ConcreteState random_member(const AbstractState& state, Choices& choices) const {
    return concretisation(state, random_values(program_, choices));
  }

private:
  /// Of what a precision has; it may join, or give up what has many values.
  domains::ValueAnalysis random_values_analysis(Choices& choices) const {
    const auto values =
        domains::ValueAnalysis(program_.cfa, regions_, live_).starting_with(random_precision(program_, choices));
    switch (choices.below(3)) {
    case 0:
      return values;
    case 1:
      return values.merging();
    default:
      return values.up_to({choices.below(3), std::vector{ValueCounting::Location, ValueCounting::Path,
                                                         ValueCounting::Run}[choices.below(3)]});
    }
  }

  /// The states that exploration without merging reaches, under two precisions so that some are comparable.
  void collect() {
    for (const std::set<cfa::VariableId>& tracked :
         {std::set<cfa::VariableId>(program_.variables.begin(), program_.variables.end()),
          std::set<cfa::VariableId>{program_.variables[0]}}) {
      Analysis analysis = core::compose({core::erase(domains::LocationAnalysis(program_.cfa)),
                                         core::erase(domains::CallStackAnalysis(program_.cfa)),
                                         core::erase(ConstantPropagation(ConstantMerge::Separate, {tracked})),
                                         core::erase(domains::ValueAnalysis(program_.cfa, regions_, live_)),
                                         core::erase(domains::IntervalAnalysis(program_.cfa))});
      core::ReachedSet reached(analysis, program_.cfa, program_.start, core::TraversalOrder::BreadthFirst);
      explore_behind_targets(reached);
      for (core::ArgNodeId id : reached.arg().ids()) {
        states_.push_back(reached.node(id).state);
      }
    }
  }

  RandomProgram program_;
  facts::MemoryRegions regions_;
  facts::LiveVariables live_;
  std::vector<Subject> subjects_;
  std::vector<AbstractState> states_;
};

using Genes = std::vector<EdgeGene>;
using Numbers = std::vector<unsigned>;

RC_GTEST_PROP(OperatorLaws, TheInitialStateContainsEveryStart, (const Genes& genes, const Numbers& numbers)) {
  Choices choices(numbers);
  Laboratory lab(genes, choices);
  const cfa::LocationId location = lab.program().locations[choices.below(3)][choices.below(4)];
  const ConcreteState start = concrete_start(lab.program().cfa, location, random_values(lab.program(), choices));
  for (const Subject& subject : lab.subjects()) {
    RC_ASSERT(lab.contains(subject.analysis.initial_state(location), start));
  }
}

RC_GTEST_PROP(OperatorLaws, PostContainsEveryConcreteSuccessor, (const Genes& genes, const Numbers& numbers)) {
  Choices choices(numbers);
  Laboratory lab(genes, choices);
  const AbstractState& state = lab.random_state(choices);
  const ConcreteState member = lab.random_member(state, choices);
  const auto input = static_cast<cfa::Integer>(choices.below(RandomProgram::value_count));
  for (cfa::EdgeId edge : lab.program().cfa.outgoing(member.location)) {
    std::optional<ConcreteState> next = step(lab.program().cfa, member, edge, input);
    if (!next) {
      continue;
    }
    for (const Subject& subject : lab.subjects()) {
      const std::vector<AbstractState> successors = subject.analysis.post(
          subject.part(state), subject.analysis.initial_precision(), {edge, lab.program().cfa.edge(edge)});
      RC_ASSERT(std::any_of(successors.begin(), successors.end(),
                            [&](const AbstractState& successor) { return lab.contains(successor, *next); }));
    }
  }
}

RC_GTEST_PROP(OperatorLaws, WhatIsSaidHoldsInEveryConcreteState, (const Genes& genes, const Numbers& numbers)) {
  Choices choices(numbers);
  Laboratory lab(genes, choices);
  const AbstractState& state = lab.random_state(choices);
  const ConcreteState member = lab.random_member(state, choices);
  for (const Subject& subject : lab.subjects()) {
    for (cfa::ExpressionRef condition : subject.analysis.says(subject.part(state))) {
      RC_ASSERT(evaluate(condition, ConstantState{member.values}).value() != 0);
    }
  }
}

RC_GTEST_PROP(OperatorLaws, MergeLeavesApartOrContainsBoth, (const Genes& genes, const Numbers& numbers)) {
  Choices choices(numbers);
  Laboratory lab(genes, choices);
  const auto [added, reached] = lab.random_pair(choices);
  const ConcreteState of_added = lab.random_member(added, choices);
  const ConcreteState of_reached = lab.random_member(reached, choices);
  for (const Subject& subject : lab.subjects()) {
    const AbstractState merged =
        subject.analysis.merge(subject.part(added), subject.part(reached), subject.analysis.initial_precision());
    RC_ASSERT(lab.contains(merged, of_reached));
    RC_ASSERT(!subject.analysis.keeps_apart() || merged == subject.part(reached));
    const AbstractState own = subject.part(added);
    const AbstractState* itself = &own; // who keeps states apart is asked only whether one covers another
    RC_ASSERT(!subject.analysis.keeps_apart() ||
              subject.analysis.stop(subject.part(added), {&itself, 1}, subject.analysis.initial_precision()));
    RC_ASSERT(subject.analysis.partition(merged) == subject.analysis.partition(subject.part(reached)));
    RC_ASSERT(subject.analysis.merge_key(merged) == subject.analysis.merge_key(subject.part(reached)));
    if (!(merged == subject.part(reached))) {
      RC_ASSERT(subject.analysis.merge_key(subject.part(added)) == subject.analysis.merge_key(merged));
      const bool bounds_both = subject.analysis.merge_bound() == core::MergeBound::Both;
      RC_ASSERT(!bounds_both || lab.contains(merged, of_added));
      RC_TAG(bounds_both ? "merged" : "merged in part");
    }
  }
}

RC_GTEST_PROP(OperatorLaws, AJoinContainsBothAndCoversThem, (const Genes& genes, const Numbers& numbers)) {
  Choices choices(numbers);
  Laboratory lab(genes, choices);
  const auto [added, reached] = lab.random_pair(choices);
  const ConcreteState of_added = lab.random_member(added, choices);
  const ConcreteState of_reached = lab.random_member(reached, choices);
  for (const Subject& subject : lab.subjects()) {
    const std::optional<AbstractState> joined = subject.analysis.join(subject.part(added), subject.part(reached));
    if (!joined) {
      continue;
    }
    RC_ASSERT(lab.contains(*joined, of_added));
    RC_ASSERT(lab.contains(*joined, of_reached));
    RC_ASSERT(subject.analysis.partition(*joined) == subject.analysis.partition(subject.part(reached)));
    const AbstractState* bound = &*joined;
    RC_ASSERT(subject.analysis.stop(subject.part(added), {&bound, 1}, subject.analysis.initial_precision()));
    RC_ASSERT(subject.analysis.stop(subject.part(reached), {&bound, 1}, subject.analysis.initial_precision()));
  }
}

RC_GTEST_PROP(OperatorLaws, WhatSeveralCoverIsInOneOfThem, (const Genes& genes, const Numbers& numbers)) {
  Choices choices(numbers);
  Laboratory lab(genes, choices);
  const AbstractState& state = lab.random_state(choices);
  const ConcreteState member = lab.random_member(state, choices);
  const std::vector<AbstractState> others = lab.others_in_partition_of(state);
  for (const Subject& subject : lab.subjects()) {
    std::vector<AbstractState> parts;
    for (const AbstractState& other : others) {
      parts.push_back(subject.part(other));
    }
    std::vector<const AbstractState*> reached;
    bool is_covered_by_one = false;
    for (const AbstractState& part : parts) {
      reached.push_back(&part);
      is_covered_by_one |=
          subject.analysis.stop(subject.part(state), {&reached.back(), 1}, subject.analysis.initial_precision());
    }
    if (!reached.empty() && subject.analysis.stop(subject.part(state), reached, subject.analysis.initial_precision())) {
      RC_ASSERT(std::any_of(parts.begin(), parts.end(),
                            [&](const AbstractState& part) { return lab.contains(part, member); }));
      RC_TAG(is_covered_by_one ? "covered by one" : "covered by several");
    }
  }
}

RC_GTEST_PROP(OperatorLaws, StopMeansCovered, (const Genes& genes, const Numbers& numbers)) {
  Choices choices(numbers);
  Laboratory lab(genes, choices);
  auto [state, candidate] = lab.random_pair(choices);
  if (choices.below(4) == 1) {
    candidate = lab.random_state(choices);
  }
  const ConcreteState member = lab.random_member(state, choices);
  for (const Subject& subject : lab.subjects()) {
    const AbstractState part = subject.part(candidate);
    const AbstractState* reached = &part;
    if (subject.analysis.stop(subject.part(state), {&reached, 1}, subject.analysis.initial_precision())) {
      RC_ASSERT(lab.contains(part, member));
      RC_ASSERT(subject.analysis.projection(subject.part(state), part) == subject.analysis.projection(part, part));
      RC_TAG("covered");
    }
    const AbstractState own = subject.part(state);
    reached = &own;
    RC_ASSERT(subject.analysis.stop(own, {&reached, 1}, subject.analysis.initial_precision()));
  }
}

RC_GTEST_PROP(OperatorLaws, AdjustmentOnlyWeakens, (const Genes& genes, const Numbers& numbers)) {
  Choices choices(numbers);
  Laboratory lab(genes, choices);
  std::size_t changed = 0;
  for (const AbstractState& state : lab.states()) {
    const ConcreteState member = lab.random_member(state, choices);
    const std::vector<AbstractState> others = lab.others_in_partition_of(state);
    for (const Subject& subject : lab.subjects()) {
      std::vector<AbstractState> parts;
      std::ranges::transform(others, std::back_inserter(parts), subject.part);
      const core::ReachedView<AbstractState> reached(
          parts.size(), [&](std::size_t index) -> const AbstractState& { return parts[index]; });
      const auto adjustment =
          subject.analysis.adjust(subject.part(state), subject.analysis.initial_precision(), reached);
      const auto* adjusted = std::get_if<core::Continue<AbstractState, Precision>>(&adjustment);
      RC_ASSERT(adjusted != nullptr);
      RC_ASSERT(lab.contains(adjusted->state, member));
      changed += adjusted->state == subject.part(state) ? 0 : 1;
    }
  }
  RC_CLASSIFY(changed != 0, "some are weaker");
}

RC_GTEST_PROP(OperatorLaws, AJoinedPrecisionKeepsAtLeastAsMuchAsEither, (const Genes& genes, const Numbers& numbers)) {
  Choices choices(numbers);
  Laboratory lab(genes, choices);
  const AbstractState& state = lab.random_state(choices);
  const Analysis& analysis = lab.product();
  const Precision increment =
      Precision::of(ConstantPrecision{{lab.program().variables[choices.below(RandomProgram::variable_count)]}});
  const Precision coarse = analysis.initial_precision();
  const Precision fine = analysis.join_precision(coarse, increment);
  RC_ASSERT(analysis.join_precision(fine, coarse) == fine);
  RC_ASSERT(analysis.join_precision(fine, increment) == fine);
  auto adjusted = [&](const Precision& precision) {
    return std::get<core::Continue<AbstractState, Precision>>(analysis.adjust(state, precision, {})).state;
  };
  const AbstractState below = adjusted(fine);
  const AbstractState above = adjusted(coarse);
  const AbstractState* reached = &above;
  RC_ASSERT(analysis.stop(below, {&reached, 1}, fine));
}

RC_GTEST_PROP(OperatorLaws, EqualStatesHaveEqualHashesPartitionsAndMeanings,
              (const Genes& genes, const Numbers& numbers)) {
  Choices choices(numbers);
  Laboratory lab(genes, choices);
  const auto [left, right] = lab.random_pair(choices);
  for (const Subject& subject : lab.subjects()) {
    if (subject.part(left) == subject.part(right)) {
      RC_ASSERT(hash_value(subject.part(left)) == hash_value(subject.part(right)));
      RC_ASSERT(subject.analysis.partition(subject.part(left)) == subject.analysis.partition(subject.part(right)));
      RC_ASSERT(subject.analysis.merge_key(subject.part(left)) == subject.analysis.merge_key(subject.part(right)));
      RC_ASSERT(lab.contains(subject.part(right), lab.random_member(left, choices)));
    }
  }
}

} // namespace
} // namespace vouch::test
