#include "analysis/core/composite.hpp"
#include "tests/support/constant_propagation.hpp"
#include "tests/support/program_sketch.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace vouch::core {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;
using namespace vouch::test;

struct Digit {
  int value = 0;
  friend bool operator==(Digit, Digit) = default;
  friend std::size_t hash_value(Digit digit) { return static_cast<std::size_t>(digit.value); }
};

/// Digits are ordered as numbers; equal parity merges to the larger one, different parity stays apart.
class Digits {
public:
  using State = Digit;
  using Precision = NoPrecision;

  explicit Digits(std::vector<int> successors = {0}, int bound = 9)
      : successors_(std::move(successors)), bound_(bound) {}

  State initial_state(cfa::LocationId) const { return {0}; }
  Precision initial_precision() const { return {}; }
  std::vector<State> post(const State&, const Precision&, const EdgeContext&) const {
    std::vector<State> result;
    for (int value : successors_) {
      result.push_back({value});
    }
    return result;
  }
  State merge(const State& added, const State& reached, const Precision&) const {
    return added.value % 2 == reached.value % 2 && added.value > reached.value ? added : reached;
  }
  bool stop(const State& state, std::span<const State* const> reached, const Precision&) const {
    return std::any_of(reached.begin(), reached.end(), [&](const State* candidate) {
      return state.value <= candidate->value && state.value % 2 == candidate->value % 2;
    });
  }
  Adjustment<State, Precision> adjust(const State& state, const Precision&, const ReachedView<State>&) const {
    if (state.value > bound_) {
      return Bottom{};
    }
    return Continue<State, Precision>{state};
  }

private:
  std::vector<int> successors_;
  int bound_; ///< larger digits are empty
};

/// As Digits, with optional members; strengthening adds ten times the first component.
class LoudDigits : public Digits {
public:
  using Digits::Digits;

  std::vector<State> strengthen(const State& own, const ProductView& product, const EdgeContext&) const {
    return {{own.value + 10 * product.get<Digit>().value}};
  }
  std::optional<TargetReason> target(const State& state) const {
    return state.value == 7 ? std::optional(TargetReason{TargetKind::Property, {}, "seven"}) : std::nullopt;
  }
  std::size_t call_depth(const State& state) const { return static_cast<std::size_t>(state.value); }
};

/// Reports the reached states that it is shown.
class WatchingDigits : public Digits {
public:
  WatchingDigits(int bound, std::vector<int>* seen) : Digits({0}, bound), seen_(seen) {}

  Adjustment<State, Precision> adjust(const State& state, const Precision& precision,
                                      const ReachedView<State>& reached) const {
    for (std::size_t i = 0; i < reached.size(); ++i) {
      seen_->push_back(reached[i].value);
    }
    return Digits::adjust(state, precision, reached);
  }

private:
  std::vector<int>* seen_;
};

AbstractState product(std::vector<int> digits) {
  CompositeState state;
  for (int digit : digits) {
    state.components.push_back(AbstractState::of(Digit{digit}));
  }
  return AbstractState::of(std::move(state));
}

std::vector<int> digits_of(const AbstractState& state) {
  std::vector<int> result;
  for (const AbstractState& component : state.as<CompositeState>().components) {
    result.push_back(component.as<Digit>().value);
  }
  return result;
}

const cfa::Edge any_edge{};
const EdgeContext any{cfa::EdgeId(0), any_edge};

TEST(Composite, SuccessorsAreTheCartesianProduct) {
  Analysis analysis = compose({erase(Digits({1, 2})), erase(Digits({3, 4}))});
  std::vector<std::vector<int>> successors;
  for (const AbstractState& state : analysis.post(product({0, 0}), analysis.initial_precision(), any)) {
    successors.push_back(digits_of(state));
  }
  EXPECT_THAT(successors, ElementsAre(ElementsAre(1, 3), ElementsAre(1, 4), ElementsAre(2, 3), ElementsAre(2, 4)));
}

TEST(Composite, OneComponentWithoutSuccessorsIsEnough) {
  Analysis analysis = compose({erase(Digits({1, 2})), erase(Digits(std::vector<int>()))});
  EXPECT_THAT(analysis.post(product({0, 0}), analysis.initial_precision(), any), IsEmpty());
}

TEST(Composite, StrengtheningSeesTheProductAsPostLeftIt) {
  // Both look at the first component. Were the second one shown the strengthened first one, it would become 3 + 220.
  Analysis analysis = compose({erase(LoudDigits({2})), erase(LoudDigits({3}))});
  std::vector<AbstractState> successors = analysis.post(product({0, 0}), analysis.initial_precision(), any);
  ASSERT_THAT(successors, SizeIs(1));
  EXPECT_THAT(digits_of(successors[0]), ElementsAre(22, 23));
}

TEST(Composite, MergesIfAllComponentsAgree) {
  Analysis analysis = compose({erase(Digits()), erase(Digits())});
  Precision precision = analysis.initial_precision();
  auto merged = [&](std::vector<int> added, std::vector<int> reached) {
    return digits_of(analysis.merge(product(std::move(added)), product(std::move(reached)), precision));
  };
  EXPECT_THAT(merged({4, 5}, {2, 3}), ElementsAre(4, 5));
  EXPECT_THAT(merged({4, 3}, {2, 3}), ElementsAre(4, 3)); // an equal component agrees
  EXPECT_THAT(merged({4, 1}, {2, 3}), ElementsAre(4, 3)); // a covered one does, too
  EXPECT_THAT(merged({4, 2}, {2, 3}), ElementsAre(2, 3)); // one that stays apart keeps the whole apart
  EXPECT_THAT(merged({2, 2}, {4, 3}), ElementsAre(4, 3));
}

/// As Digits; the join of two digits is the larger one, whatever their parity.
class JoinedDigits : public Digits {
public:
  using Digits::Digits;

  std::optional<State> join(const State& added, const State& reached) const {
    return added.value > reached.value ? added : reached;
  }
  /// Several cover what lies between them.
  bool stop(const State& state, std::span<const State* const> reached, const Precision&) const {
    const auto [low, high] = std::minmax_element(reached.begin(), reached.end(),
                                                 [](const State* a, const State* b) { return a->value < b->value; });
    return low != reached.end() && (*low)->value <= state.value && state.value <= (*high)->value;
  }
};

std::vector<int> merged_by(MergeOperator merge, const std::vector<Analysis>& components, std::vector<int> added,
                           std::vector<int> reached) {
  Analysis analysis = compose(components, {.merge = merge});
  return digits_of(
      analysis.merge(product(std::move(added)), product(std::move(reached)), analysis.initial_precision()));
}

TEST(Composite, MergingPerLocationJoinsWhatCanBeJoinedAndKeepsTheRest) {
  const std::vector<Analysis> components = {erase(JoinedDigits()), erase(Digits())};
  EXPECT_THAT(merged_by(MergeOperator::PerLocation, components, {5, 2}, {4, 3}), ElementsAre(5, 3));
  EXPECT_THAT(merged_by(MergeOperator::PerLocation, components, {5, 5}, {4, 3}), ElementsAre(5, 5)); // merges itself
  EXPECT_THAT(merged_by(MergeOperator::PerLocation, components, {3, 2}, {4, 3}), ElementsAre(4, 3));
  EXPECT_EQ(compose(components, {.merge = MergeOperator::PerLocation}).merge_bound(), MergeBound::Reached);
}

TEST(Composite, MergingAllNeedsEachComponent) {
  const std::vector<Analysis> components = {erase(JoinedDigits()), erase(Digits())};
  EXPECT_THAT(merged_by(MergeOperator::All, components, {5, 2}, {4, 3}), ElementsAre(4, 3));   // 2 and 3 stay apart
  EXPECT_THAT(merged_by(MergeOperator::All, components, {5, 1}, {4, 3}), ElementsAre(5, 3));   // 3 covers 1
  EXPECT_THAT(merged_by(MergeOperator::Agree, components, {5, 1}, {4, 3}), ElementsAre(4, 3)); // 5 and 4 do not merge
  EXPECT_EQ(compose(components, {.merge = MergeOperator::All}).merge_bound(), MergeBound::Both);
}

TEST(Composite, SeveralCoverTogetherIfTheyDifferInOneComponent) {
  const std::vector<Analysis> components = {erase(JoinedDigits()), erase(Digits())};
  auto covers = [&](StopOperator stop, std::vector<std::vector<int>> reached) {
    Analysis analysis = compose(components, {.stop = stop});
    std::vector<AbstractState> states;
    for (std::vector<int>& digits : reached) {
      states.push_back(product(std::move(digits)));
    }
    std::vector<const AbstractState*> pointers;
    for (const AbstractState& state : states) {
      pointers.push_back(&state);
    }
    return analysis.stop(product({4, 1}), pointers, analysis.initial_precision());
  };
  EXPECT_FALSE(covers(StopOperator::One, {{3, 1}, {5, 1}}));
  EXPECT_TRUE(covers(StopOperator::Union, {{3, 1}, {5, 1}}));
  EXPECT_TRUE(covers(StopOperator::Union, {{3, 3}, {5, 1}, {5, 2}}));
  EXPECT_FALSE(covers(StopOperator::Union, {{3, 0}, {5, 1}})); // where the first digit is 3, the second one is not 1
  EXPECT_FALSE(covers(StopOperator::Union, {{3, 0}, {5, 0}}));
}

TEST(Composite, AStateIsCoveredByOneProductInEveryComponent) {
  Analysis analysis = compose({erase(Digits()), erase(Digits())});
  const AbstractState wide = product({4, 0});
  const AbstractState high = product({0, 4});
  const std::vector<const AbstractState*> reached = {&wide, &high};
  Precision precision = analysis.initial_precision();
  EXPECT_TRUE(analysis.stop(product({2, 0}), reached, precision));
  EXPECT_TRUE(analysis.stop(product({0, 2}), reached, precision));
  EXPECT_FALSE(analysis.stop(product({2, 2}), reached, precision));
}

TEST(Composite, AdjustmentSeesTheComponentOfEveryReachedState) {
  std::vector<int> seen;
  Analysis analysis = compose({erase(Digits()), erase(WatchingDigits(5, &seen))});
  const std::vector<AbstractState> states = {product({1, 2}), product({3, 4})};
  ReachedView<AbstractState> reached(2, [&](std::size_t index) -> const AbstractState& { return states[index]; });

  auto kept = analysis.adjust(product({1, 5}), analysis.initial_precision(), reached);
  EXPECT_THAT(seen, ElementsAre(2, 4));
  EXPECT_TRUE((std::holds_alternative<Continue<AbstractState, Precision>>(kept)));
  auto dropped = analysis.adjust(product({1, 6}), analysis.initial_precision(), reached);
  EXPECT_TRUE(std::holds_alternative<Bottom>(dropped));
}

/// Reports the largest digit that any component had before, or has now; pauses at five.
class CuriousDigits : public Digits {
public:
  using Digits::Digits;

  Adjustment<State, Precision> adjust(const State& state, const Precision&, const ReachedView<State>&) const {
    return Continue<State, Precision>{{state.value / 2}};
  }
  Adjustment<State, Precision> adjust_together(const State& state, const Precision&,
                                               const ProductChange& change) const {
    const State next{10 * state.value + change.before.get<Digit>().value + 100 * change.after.get<Digit>().value};
    if (change.before.get<Digit>().value == 5) {
      return Pause<State, Precision>{next, std::nullopt, "five"};
    }
    return Continue<State, Precision>{next};
  }
};

TEST(Composite, ComponentsAreAdjustedTogetherAfterEachHasBeenAlone) {
  const std::vector<Analysis> components = {erase(CuriousDigits()), erase(CuriousDigits())};
  auto adjusted = [&](AdjustOperator adjust, std::vector<int> digits) {
    Analysis analysis = compose(components, {.adjust = adjust});
    return analysis.adjust(product(std::move(digits)), analysis.initial_precision(), {});
  };
  const auto alone = adjusted(AdjustOperator::EachAlone, {4, 6});
  EXPECT_THAT(digits_of(std::get<0>(alone).state), ElementsAre(2, 3));
  // Both look at the first one, which was 4 and is 2: what it makes of itself together does not matter.
  const auto together = adjusted(AdjustOperator::Together, {4, 6});
  EXPECT_THAT(digits_of(std::get<0>(together).state), ElementsAre(224, 234));
  const auto paused = adjusted(AdjustOperator::Together, {5, 6});
  ASSERT_TRUE((std::holds_alternative<Pause<AbstractState, Precision>>(paused)));
  EXPECT_EQ((std::get<Pause<AbstractState, Precision>>(paused).reason), "five");
}

TEST(Composite, CollectsTargetsAndTheDeepestCall) {
  Analysis analysis = compose({erase(LoudDigits()), erase(Digits()), erase(LoudDigits())});
  EXPECT_THAT(analysis.targets(product({7, 7, 7})), SizeIs(2));
  EXPECT_THAT(analysis.targets(product({1, 7, 1})), IsEmpty());
  EXPECT_EQ(analysis.call_depth(product({1, 8, 3})), 3U);
  EXPECT_FALSE(analysis.location(product({1, 8, 3})).is_valid());
}

TEST(Composite, JoinsAPrecisionOfOneComponent) {
  ProgramSketch sketch;
  cfa::VariableId x = sketch.variable("x");
  cfa::VariableId y = sketch.variable("y");
  cfa::Cfa cfa = sketch.build();
  Analysis analysis = compose({erase(Place(cfa)), erase(ConstantPropagation(ConstantMerge::Join, {{x}}))});
  Precision precision = analysis.initial_precision();

  Precision joined = analysis.join_precision(precision, Precision::of(ConstantPrecision{{y}}));
  EXPECT_THAT(component<ConstantPrecision>(joined).tracked, ElementsAre(x, y));
  EXPECT_EQ(analysis.join_precision(precision, joined), joined);
  EXPECT_EQ(analysis.join_precision(precision, Precision::of(ConstantPrecision{{x}})).identity(), precision.identity());
}

TEST(Composite, FindsComponentsInNestedProducts) {
  ProgramSketch sketch;
  cfa::VariableId x = sketch.variable("x");
  cfa::LocationId entry = sketch.entry();
  cfa::Cfa cfa = sketch.build();
  Analysis inner = compose({erase(Place(cfa)), erase(Digits())});
  Analysis analysis = compose({erase(ConstantPropagation(ConstantMerge::Join, {{x}})), inner});
  AbstractState state = analysis.initial_state(entry);
  EXPECT_EQ(component<PlaceState>(state).location, entry);
  EXPECT_EQ(analysis.location(state), entry);
  EXPECT_NE(find_component<Digit>(state), nullptr);
  EXPECT_EQ(find_component<ConstantPrecision>(state), nullptr);
}

TEST(Composite, StatesOfDifferentPartsOfOneComponentAreInDifferentPartitions) {
  ProgramSketch sketch;
  cfa::LocationId entry = sketch.entry();
  cfa::LocationId exit = sketch.exit();
  cfa::Cfa cfa = sketch.build();
  Analysis analysis = compose({erase(Place(cfa)), erase(ConstantPropagation(ConstantMerge::Join, {}))});
  EXPECT_NE(analysis.partition(analysis.initial_state(entry)), analysis.partition(analysis.initial_state(exit)));
}

} // namespace
} // namespace vouch::core
