#include "analysis/domains/values/value_threshold.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <vector>

namespace vouch::domains {
namespace {

const cfa::VariableId counted(1);
const cfa::LocationId somewhere(4);

ValueState with_value(int value) {
  ValueState state;
  state.registers = state.registers.with(counted.index(), ExplicitValue(cfa::Integer{value}));
  return state;
}

/// Whether the variable is given up at `value` where states with `reached` are.
bool is_given_up(std::size_t most, int value, const std::vector<ValueState>& reached) {
  const core::ReachedView<ValueState> view(reached.size(),
                                           [&](std::size_t i) -> const ValueState& { return reached[i]; });
  return beyond({most}, with_value(value), view).places.contains(counted);
}

TEST(ValueThreshold, AllowsSoManyValues) {
  EXPECT_FALSE(is_given_up(1, 5, {}));
  EXPECT_TRUE(is_given_up(1, 6, {with_value(5)}));
  EXPECT_FALSE(is_given_up(2, 6, {with_value(5)}));
  EXPECT_TRUE(is_given_up(0, 5, {}));
}

TEST(ValueThreshold, CountsDifferentValuesOnly) {
  EXPECT_FALSE(is_given_up(1, 5, {with_value(5), with_value(5), ValueState()}));
  EXPECT_FALSE(is_given_up(2, 6, {with_value(5), with_value(5), with_value(6)}));
  EXPECT_TRUE(is_given_up(2, 7, {with_value(5), with_value(5), with_value(6)}));
}

TEST(ValueThreshold, CountsWhatIsInMemoryAndWhatIsMade) {
  const cfa::EdgeId allocation(3);
  const auto state = [&](int value, std::uint64_t made) {
    ValueState result;
    ObjectContents contents;
    contents.cells = contents.cells.with(
        4, Cell{facts::RegionId(0), cfa::IntegerType{32, cfa::Signedness::Signed}, ExplicitValue(cfa::Integer{value})});
    result.memory = result.memory.with(ObjectId::of(allocation, 0).number(), contents);
    result.allocations = result.allocations.with(allocation.index(), made);
    return result;
  };
  const ValueState first = state(1, 1);
  const core::ReachedView<ValueState> view(1, [&](std::size_t /*i*/) -> const ValueState& { return first; });
  const GivenUp cells = beyond({1}, state(2, 1), view);
  EXPECT_EQ(cells.places, (TrackedPlaces{MemoryPlace{allocation, 4}}));
  EXPECT_TRUE(cells.names.empty());
  EXPECT_EQ(beyond({1}, state(1, 2), view).names, std::set<cfa::EdgeId>{allocation});
}

TEST(ValueThreshold, MayBeAnotherOneForAVariable) {
  const ValueThreshold threshold{5, ValueCounting::Location, {{counted, 0}}};
  EXPECT_TRUE(beyond(threshold, with_value(1), core::ReachedView<ValueState>()).places.contains(counted));
  const ValueThreshold generous{0, ValueCounting::Location, {{counted, 1}}};
  EXPECT_TRUE(beyond(generous, with_value(1), core::ReachedView<ValueState>()).empty());
}

/// Every state that was added counts, wherever it is.
TEST(ValueThreshold, CountsWhatWasSeenBefore) {
  SeenValues seen;
  const auto is_too_many = [&](int value) { return !beyond({2}, with_value(value), seen).empty(); };
  EXPECT_FALSE(is_too_many(1));
  EXPECT_FALSE(is_too_many(2));
  EXPECT_FALSE(is_too_many(1));
  EXPECT_TRUE(is_too_many(3));
}

/// Two paths with a value each have one each; together they have two.
TEST(ValueThreshold, IsForOnePathOrForAll) {
  SeenValues one;
  SeenValues other;
  EXPECT_TRUE(beyond({1}, with_value(1), one).empty());
  EXPECT_TRUE(beyond({1}, with_value(2), other).empty());
  const ValuePrecision precision = ValuePrecision().having_seen(one);
  EXPECT_EQ(*precision.joined(ValuePrecision().having_seen(other)).seen(), one);
}

TEST(ValuePrecision, OfAWholeObjectHasAllOfItsCells) {
  const ValuePrecision precision = ValuePrecision().with_whole({counted});
  EXPECT_TRUE(precision.tracks(MemoryPlace{counted, 40}, somewhere));
  EXPECT_TRUE(precision.tracks(MemoryPlace{counted, std::nullopt}, somewhere));
  EXPECT_FALSE(precision.tracks(counted, somewhere));
  EXPECT_FALSE(precision.tracks(MemoryPlace{cfa::VariableId(2), 40}, somewhere));
  EXPECT_FALSE(precision.giving_up({{MemoryPlace{counted, 40}}, {}}).tracks(MemoryPlace{counted, 40}, somewhere));
  EXPECT_FALSE(precision.empty());
  EXPECT_EQ(precision.joined(ValuePrecision()), precision);
  EXPECT_EQ(ValuePrecision().joined(precision), precision);
  EXPECT_EQ(tracked_variables(precision), std::set<cfa::VariableId>{counted});
}

/// Some precision, as pruning and refinement make it.
ValuePrecision made_by(const std::vector<std::pair<unsigned, bool>>& changes) {
  ValuePrecision result;
  for (const auto& [number, is_given_up] : changes) {
    const TrackedPlaces place = {cfa::VariableId(number % 4)};
    const std::set<cfa::EdgeId> name = {cfa::EdgeId(number % 4)};
    result = is_given_up
                 ? result.giving_up({place, name})
                 : (number % 8 < 4 ? result.with_local(somewhere, place) : result.with_global(place)).with_names(name);
  }
  return result;
}

RC_GTEST_PROP(ValuePrecision, NeverGetsBackWhatWasGivenUp,
              (const std::vector<std::pair<unsigned, bool>>& left,
               const std::vector<std::pair<unsigned, bool>>& right)) {
  const ValuePrecision a = made_by(left);
  const ValuePrecision b = made_by(right);
  const ValuePrecision joined = a.joined(b);
  RC_ASSERT(joined == b.joined(a));
  RC_ASSERT(joined.joined(a) == joined);
  const ValuePrecision all = joined.joined(ValuePrecision::everything());
  for (unsigned number = 0; number < 4; ++number) {
    const cfa::VariableId variable(number);
    const cfa::EdgeId allocation(number);
    const auto gave_up = [&](const ValuePrecision& precision) {
      return precision.given_up().places.contains(variable);
    };
    const bool is_given_up = gave_up(a) || gave_up(b);
    RC_ASSERT(joined.tracks(variable, somewhere) ==
              (!is_given_up && (a.tracks(variable, somewhere) || b.tracks(variable, somewhere))));
    RC_ASSERT(joined.names(allocation) == (!is_given_up && (a.names(allocation) || b.names(allocation))));
    RC_ASSERT(all.tracks(variable, somewhere) != is_given_up);
    RC_ASSERT(all.names(allocation) != is_given_up);
  }
}

} // namespace
} // namespace vouch::domains
