#include "analysis/domains/values/value_restriction.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <vector>

namespace vouch::domains {
namespace {

constexpr cfa::IntegerType int_type{32, cfa::Signedness::Signed};
const cfa::VariableId array(7);
const cfa::EdgeId allocation(3);

/// x = 1, y = 2; an array of zeros but for 5 at the start; an object of 8 bytes with 6 at its end.
ValueState example() {
  ValueState state;
  state.registers = state.registers.with(1, ExplicitValue(cfa::Integer{1})).with(2, ExplicitValue(cfa::Integer{2}));
  ObjectContents zeros;
  zeros.background = 0;
  zeros.cells = zeros.cells.with(0, Cell{facts::RegionId(0), int_type, ExplicitValue(cfa::Integer{5})});
  ObjectContents made;
  made.size = 8;
  made.cells = made.cells.with(4, Cell{facts::RegionId(1), int_type, ExplicitValue(cfa::Integer{6})});
  state.memory =
      state.memory.with(ObjectId::of(array).number(), zeros).with(ObjectId::of(allocation, 0).number(), made);
  state.allocations = state.allocations.with(allocation.index(), 1);
  return state;
}

ValueState only(const TrackedPlaces& kept) {
  return restricted(example(), [&](const TrackedPlace& place) { return kept.contains(place); });
}

TEST(ValueRestriction, ListsRegistersCellsAndObjects) {
  EXPECT_EQ(places_in(example()),
            (TrackedPlaces{cfa::VariableId(1), cfa::VariableId(2), MemoryPlace{array, std::nullopt},
                           MemoryPlace{array, 0}, MemoryPlace{allocation, std::nullopt}, MemoryPlace{allocation, 4}}));
}

TEST(ValueRestriction, LeavesWhatIsKept) {
  EXPECT_EQ(only(places_in(example())), example());
  EXPECT_EQ(places_in(only({cfa::VariableId(2), MemoryPlace{allocation, 4}})),
            (TrackedPlaces{cfa::VariableId(2), MemoryPlace{allocation, 4}}));
}

/// Where a value is forgotten, the zeros around it are not: the place is not zero.
TEST(ValueRestriction, DoesNotFillWithTheBackgroundWhatIsForgotten) {
  const ValueState state = only({MemoryPlace{array, std::nullopt}});
  const ObjectContents* zeros = state.memory.find(ObjectId::of(array).number());
  ASSERT_NE(zeros, nullptr);
  EXPECT_EQ(zeros->background, std::uint8_t{0});
  const Cell* cell = zeros->cells.find(0);
  ASSERT_NE(cell, nullptr);
  EXPECT_FALSE(cell->value);
}

/// An object of which only one value is known may have ended.
TEST(ValueRestriction, ForgetsWhetherAnObjectLives) {
  const ValueState state = only({MemoryPlace{allocation, 4}});
  const ObjectContents* made = state.memory.find(ObjectId::of(allocation, 0).number());
  ASSERT_NE(made, nullptr);
  EXPECT_EQ(made->lifetime, Lifetime::Unknown);
  EXPECT_FALSE(made->size);
}

RC_GTEST_PROP(ValueRestriction, OnlyWeakens, (const std::vector<bool>& choice)) {
  const TrackedPlaces all = places_in(example());
  TrackedPlaces kept;
  std::size_t index = 0;
  for (const TrackedPlace& place : all) {
    if (index < choice.size() && choice[index]) {
      kept.insert(place);
    }
    ++index;
  }
  const ValueState once = only(kept);
  RC_ASSERT(is_covered(example(), once));
  RC_ASSERT(restricted(once, [&](const TrackedPlace& place) { return kept.contains(place); }) == once);
}

} // namespace
} // namespace vouch::domains
