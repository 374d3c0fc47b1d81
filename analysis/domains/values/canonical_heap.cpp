#include "analysis/domains/values/canonical_heap.hpp"

#include <algorithm>
#include <deque>
#include <map>

namespace vouch::domains {
namespace {

/// It takes as long as there are objects, and a list that grows would have new names in each round.
constexpr std::uint64_t most_objects = 64;

std::uint64_t objects_made(const ValueState& state) {
  std::uint64_t result = 0;
  state.allocations.for_each([&](std::uint64_t /*allocation*/, std::uint64_t made) { result += made; });
  return result;
}

/// New names, given in the order in which objects are found.
class Renaming {
public:
  explicit Renaming(const ValueState& state) : state_(state) {
    find_in(state.registers);
    find_in(state.saved);
    state.memory.for_each([&](std::uint64_t object, const ObjectContents& contents) {
      if (ObjectId::of_number(object).is_variable()) {
        find_in(contents);
      }
    });
    while (!to_look_at_.empty()) {
      const ObjectContents* contents = state.memory.find(to_look_at_.front());
      to_look_at_.pop_front();
      if (contents != nullptr) {
        find_in(*contents);
      }
    }
  }

  [[nodiscard]] bool changes_nothing() const {
    bool has_lost = false;
    state_.memory.for_each([&](std::uint64_t object, const ObjectContents& /*contents*/) {
      has_lost = has_lost || (!ObjectId::of_number(object).is_variable() && !names_.contains(object));
    });
    return !has_lost && counts() == state_.allocations &&
           std::ranges::all_of(names_, [](const auto& name) { return name.first == name.second; });
  }

  [[nodiscard]] ValueState result() const {
    ValueState result;
    result.registers = renamed(state_.registers);
    result.saved = renamed(state_.saved);
    result.allocations = counts();
    state_.memory.for_each([&](std::uint64_t object, const ObjectContents& contents) {
      const auto name = names_.find(object);
      if (name != names_.end() || ObjectId::of_number(object).is_variable()) {
        result.memory = result.memory.with(name != names_.end() ? name->second : object, renamed(contents));
      }
    });
    return result;
  }

private:
  using Values = PatriciaMap<ExplicitValue>;

  void find(const ExplicitValue& value) {
    const auto* address = std::get_if<ObjectAddress>(&value);
    if (address == nullptr || address->object.is_variable() || names_.contains(address->object.number())) {
      return;
    }
    const cfa::EdgeId allocation = address->object.allocation();
    names_.emplace(address->object.number(), ObjectId::of(allocation, counts_[allocation]++).number());
    to_look_at_.push_back(address->object.number());
  }
  void find_in(const Values& values) {
    values.for_each([&](std::uint64_t /*variable*/, const ExplicitValue& value) { find(value); });
  }
  void find_in(const ObjectContents& contents) {
    contents.cells.for_each([&](std::uint64_t /*offset*/, const Cell& cell) {
      if (cell.value) {
        find(*cell.value);
      }
    });
  }

  [[nodiscard]] PatriciaMap<std::uint64_t> counts() const {
    PatriciaMap<std::uint64_t> result;
    for (const auto& [allocation, count] : counts_) {
      result = result.with(allocation.index(), count);
    }
    return result;
  }

  [[nodiscard]] ExplicitValue renamed(const ExplicitValue& value) const {
    const auto* address = std::get_if<ObjectAddress>(&value);
    const auto name = address != nullptr ? names_.find(address->object.number()) : names_.end();
    return name != names_.end() ? ExplicitValue(ObjectAddress{ObjectId::of_number(name->second), address->offset})
                                : value;
  }
  [[nodiscard]] Values renamed(const Values& values) const {
    Values result = values;
    values.for_each([&](std::uint64_t variable, const ExplicitValue& value) {
      if (std::holds_alternative<ObjectAddress>(value)) {
        result = result.with(variable, renamed(value));
      }
    });
    return result;
  }
  [[nodiscard]] ObjectContents renamed(const ObjectContents& contents) const {
    ObjectContents result = contents;
    contents.cells.for_each([&](std::uint64_t offset, const Cell& cell) {
      if (cell.value && std::holds_alternative<ObjectAddress>(*cell.value)) {
        result.cells = result.cells.with(offset, Cell{cell.region, cell.type, renamed(*cell.value)});
      }
    });
    return result;
  }

  const ValueState& state_;
  std::map<std::uint64_t, std::uint64_t> names_;
  std::map<cfa::EdgeId, std::uint32_t> counts_;
  std::deque<std::uint64_t> to_look_at_;
};

} // namespace

ValueState with_canonical_heap(const ValueState& state) {
  if (state.allocations.empty() || objects_made(state) > most_objects) {
    return state;
  }
  const Renaming renaming(state);
  return renaming.changes_nothing() ? state : renaming.result();
}

} // namespace vouch::domains
