#include "analysis/domains/values/canonical_heap.hpp"

#include <gtest/gtest.h>
#include <map>
#include <rapidcheck/gtest.h>
#include <vector>

namespace vouch::domains {
namespace {

constexpr cfa::PointerType pointer{64};
constexpr std::size_t registers = 3;
constexpr std::size_t allocations = 2;
constexpr std::uint32_t objects_each = 4;
constexpr std::uint64_t no_object = allocations * objects_each;

/// Where registers, and the two cells of each object, lead: to an object by its number, or nowhere.
struct Heap {
  std::vector<std::uint64_t> registers;
  std::vector<std::uint64_t> cells;
};

Heap heap_of(const std::vector<std::uint8_t>& choices) {
  Heap heap;
  std::size_t next = 0;
  const auto choose = [&] { return next < choices.size() ? choices[next++] % (no_object + 1) : no_object; };
  for (std::size_t i = 0; i < registers; ++i) {
    heap.registers.push_back(choose());
  }
  for (std::size_t i = 0; i < 2 * no_object; ++i) {
    heap.cells.push_back(choose());
  }
  return heap;
}

/// Object i of an allocation is named `names[i]`.
ObjectId named(std::uint64_t object, const std::vector<std::uint32_t>& names) {
  return ObjectId::of(cfa::EdgeId(object / objects_each), names[object % objects_each]);
}

ValueState state_of(const Heap& heap, const std::vector<std::uint32_t>& names) {
  const auto leading_to = [&](std::uint64_t object) {
    return object == no_object ? ExplicitValue(cfa::Integer{0}) : ExplicitValue(ObjectAddress{named(object, names), 0});
  };
  ValueState state;
  for (std::size_t i = 0; i < registers; ++i) {
    state.registers = state.registers.with(i, leading_to(heap.registers[i]));
  }
  for (std::uint64_t object = 0; object < no_object; ++object) {
    ObjectContents contents;
    contents.size = 8 * (object + 1);
    contents.lifetime = object % 3 == 1 ? Lifetime::Ended : Lifetime::Alive;
    contents.background = object % 2 == 0 ? std::optional(static_cast<std::uint8_t>(object)) : std::nullopt;
    for (const std::uint64_t cell : {0U, 1U}) {
      contents.cells =
          contents.cells.with(8 * cell, Cell{facts::RegionId(0), pointer, leading_to(heap.cells[2 * object + cell])});
    }
    state.memory = state.memory.with(named(object, names).number(), contents);
  }
  for (std::size_t allocation = 0; allocation < allocations; ++allocation) {
    state.allocations = state.allocations.with(allocation, 20);
  }
  return state;
}

const std::vector<std::uint32_t> as_made = {0, 1, 2, 3};

TEST(CanonicalHeap, ForgetsWhatNothingLeadsTo) {
  // A register leads to the last object of the second allocation, that to the first one of the first, both in a circle.
  Heap heap = heap_of({});
  heap.registers[0] = 7;
  heap.cells[2 * 7] = 0;
  heap.cells[1] = 7;
  const ValueState state = with_canonical_heap(state_of(heap, as_made));
  EXPECT_EQ(state.memory.size(), 2U);
  EXPECT_EQ(state.registers.find(0)[0], ExplicitValue(ObjectAddress{ObjectId::of(cfa::EdgeId(1), 0), 0}));
  ASSERT_NE(state.allocations.find(0), nullptr);
  EXPECT_EQ(*state.allocations.find(0), 1U);
  EXPECT_EQ(*state.allocations.find(1), 1U);
}

TEST(CanonicalHeap, KeepsVariablesAndWhatTheyLeadTo) {
  ValueState state;
  ObjectContents variable;
  variable.cells = variable.cells.with(
      0, Cell{facts::RegionId(0), pointer, ExplicitValue(ObjectAddress{ObjectId::of(cfa::EdgeId(1), 5), 4})});
  const ObjectId held = ObjectId::of(cfa::VariableId(9));
  state.memory = state.memory.with(held.number(), variable);
  state.allocations = state.allocations.with(1, 6);
  const ValueState canonical = with_canonical_heap(state);
  const ObjectContents* left = canonical.memory.find(held.number());
  ASSERT_NE(left, nullptr);
  EXPECT_EQ(left->cells.find(0)->value, ExplicitValue(ObjectAddress{ObjectId::of(cfa::EdgeId(1), 0), 4}));
}

RC_GTEST_PROP(CanonicalHeap, IsTheSameForTheSameHeap, (const std::vector<std::uint8_t>& choices)) {
  const Heap heap = heap_of(choices);
  const std::vector<std::uint32_t> names = *rc::gen::map(rc::gen::arbitrary<unsigned>(), [](unsigned seed) {
    std::vector<std::uint32_t> result = {11, 5, 17, 2};
    std::rotate(result.begin(), result.begin() + seed % 4, result.end());
    return result;
  });
  const ValueState state = with_canonical_heap(state_of(heap, as_made));
  RC_ASSERT(with_canonical_heap(state_of(heap, names)) == state);
  RC_ASSERT(with_canonical_heap(state) == state);
  RC_ASSERT(hash_value(with_canonical_heap(state_of(heap, names))) == hash_value(state));
}

/// What is reached from the registers step by step is the same, but for names.
RC_GTEST_PROP(CanonicalHeap, LosesNothingThatARegisterLeadsTo, (const std::vector<std::uint8_t>& choices)) {
  const Heap heap = heap_of(choices);
  const ValueState before = state_of(heap, as_made);
  const ValueState after = with_canonical_heap(before);
  std::map<std::uint64_t, std::uint64_t> names; // before, after
  std::vector<std::pair<ExplicitValue, ExplicitValue>> pairs;
  for (std::size_t i = 0; i < registers; ++i) {
    pairs.emplace_back(*before.registers.find(i), *after.registers.find(i));
  }
  while (!pairs.empty()) {
    const auto [old_value, new_value] = pairs.back();
    pairs.pop_back();
    const auto* old_address = std::get_if<ObjectAddress>(&old_value);
    if (old_address == nullptr) {
      RC_ASSERT(new_value == old_value);
      continue;
    }
    const auto& new_address = std::get<ObjectAddress>(new_value);
    RC_ASSERT(new_address.offset == old_address->offset);
    const auto [known, is_new] = names.emplace(old_address->object.number(), new_address.object.number());
    RC_ASSERT(known->second == new_address.object.number());
    if (is_new) {
      const ObjectContents* old_contents = before.memory.find(old_address->object.number());
      const ObjectContents* new_contents = after.memory.find(new_address.object.number());
      RC_ASSERT(new_contents != nullptr);
      RC_ASSERT(new_contents->size == old_contents->size);
      RC_ASSERT(new_contents->lifetime == old_contents->lifetime);
      RC_ASSERT(new_contents->background == old_contents->background);
      for (const std::uint64_t offset : {0U, 8U}) {
        pairs.emplace_back(*old_contents->cells.find(offset)->value, *new_contents->cells.find(offset)->value);
      }
    }
  }
  std::map<std::uint64_t, std::uint64_t> back;
  for (const auto& [old_name, new_name] : names) {
    RC_ASSERT(back.emplace(new_name, old_name).second);
  }
  RC_ASSERT(after.memory.size() == names.size());
}

} // namespace
} // namespace vouch::domains
