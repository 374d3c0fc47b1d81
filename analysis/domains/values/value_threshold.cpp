#include "analysis/domains/values/value_threshold.hpp"

#include "analysis/domains/values/value_restriction.hpp"

#include <algorithm>
#include <vector>

namespace vouch::domains {
namespace {

/// Whether there are more than `most` different ones among `value` and the `other_value(i)`, i < `count`; null is none.
template <class Value, class OtherValue>
bool are_more(std::size_t most, const Value& value, std::size_t count, const OtherValue& other_value) {
  std::vector<const Value*> seen = {&value};
  for (std::size_t i = 0; i < count && seen.size() <= most; ++i) {
    const Value* other = other_value(i);
    if (other != nullptr && std::ranges::none_of(seen, [&](const Value* known) { return *known == *other; })) {
      seen.push_back(other);
    }
  }
  return seen.size() > most;
}

const ExplicitValue* value_in(const ValueState& state, std::uint64_t object, std::uint64_t offset) {
  const ObjectContents* contents = state.memory.find(object);
  const Cell* cell = contents != nullptr ? contents->cells.find(offset) : nullptr;
  return cell != nullptr && cell->value ? &*cell->value : nullptr;
}

} // namespace

GivenUp beyond(const ValueThreshold& threshold, const ValueState& state, const core::ReachedView<ValueState>& reached) {
  GivenUp result;
  if (reached.size() < threshold.most) {
    return result; // they cannot have so many
  }
  const auto is_beyond = [&](const auto& value, const auto& value_of) {
    return are_more(threshold.most, value, reached.size(), [&](std::size_t i) { return value_of(reached[i]); });
  };
  state.registers.for_each([&](std::uint64_t key, const ExplicitValue& value) {
    if (is_beyond(value, [&](const ValueState& other) { return other.registers.find(key); })) {
      result.places.insert(cfa::VariableId(key));
    }
  });
  state.saved.for_each([&](std::uint64_t key, const ExplicitValue& value) {
    if (is_beyond(value, [&](const ValueState& other) { return other.saved.find(key); })) {
      result.places.insert(cfa::VariableId(key));
    }
  });
  state.memory.for_each([&](std::uint64_t object, const ObjectContents& contents) {
    contents.cells.for_each([&](std::uint64_t offset, const Cell& cell) {
      if (cell.value &&
          is_beyond(*cell.value, [&](const ValueState& other) { return value_in(other, object, offset); })) {
        result.places.insert(MemoryPlace{owner_of(ObjectId::of_number(object)), offset});
      }
    });
  });
  state.allocations.for_each([&](std::uint64_t edge, std::uint64_t made) {
    if (is_beyond(made, [&](const ValueState& other) { return other.allocations.find(edge); })) {
      result.names.insert(cfa::EdgeId(edge));
    }
  });
  return result;
}

} // namespace vouch::domains
