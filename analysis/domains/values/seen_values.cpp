#include "analysis/domains/values/seen_values.hpp"

#include "analysis/domains/values/value_restriction.hpp"
#include "analysis/support/overloaded.hpp"

#include <algorithm>

namespace vouch::domains {
namespace {

std::optional<ExplicitValue> copy_of(const ExplicitValue* value) {
  return value != nullptr ? std::optional(*value) : std::nullopt;
}

} // namespace

void for_each_counted(const ValueState& state,
                      const std::function<void(const CountedPlace&, const ExplicitValue&)>& visit) {
  state.registers.for_each([&](std::uint64_t key, const ExplicitValue& value) { visit(cfa::VariableId(key), value); });
  state.saved.for_each(
      [&](std::uint64_t key, const ExplicitValue& value) { visit(SavedRegister{cfa::VariableId(key)}, value); });
  state.memory.for_each([&](std::uint64_t object, const ObjectContents& contents) {
    contents.cells.for_each([&](std::uint64_t offset, const Cell& cell) {
      if (cell.value) {
        visit(CellOfObject{object, offset}, *cell.value);
      }
    });
  });
  state.allocations.for_each(
      [&](std::uint64_t edge, std::uint64_t made) { visit(cfa::EdgeId(edge), cfa::Integer(made)); });
}

std::optional<ExplicitValue> value_at(const ValueState& state, const CountedPlace& place) {
  return std::visit(Overloaded{
                        [&](cfa::VariableId variable) { return copy_of(state.registers.find(variable.index())); },
                        [&](SavedRegister saved) { return copy_of(state.saved.find(saved.variable.index())); },
                        [&](CellOfObject place_in) {
                          const ObjectContents* contents = state.memory.find(place_in.object);
                          const Cell* cell = contents != nullptr ? contents->cells.find(place_in.offset) : nullptr;
                          return cell != nullptr ? cell->value : std::nullopt;
                        },
                        [&](cfa::EdgeId allocation) {
                          const std::uint64_t* made = state.allocations.find(allocation.index());
                          return made != nullptr ? std::optional(ExplicitValue(cfa::Integer(*made))) : std::nullopt;
                        },
                    },
                    place);
}

std::optional<TrackedPlace> tracked_place(const CountedPlace& place) {
  return std::visit(Overloaded{
                        [](cfa::VariableId variable) { return std::optional<TrackedPlace>(variable); },
                        [](SavedRegister saved) { return std::optional<TrackedPlace>(saved.variable); },
                        [](CellOfObject cell) {
                          return std::optional<TrackedPlace>(
                              MemoryPlace{owner_of(ObjectId::of_number(cell.object)), cell.offset});
                        },
                        [](cfa::EdgeId /*allocation*/) { return std::optional<TrackedPlace>(); },
                    },
                    place);
}

std::size_t SeenValues::add(const CountedPlace& place, const ExplicitValue& value) {
  std::vector<ExplicitValue>& known = values_[place];
  if (std::ranges::find(known, value) == known.end()) {
    known.push_back(value);
  }
  return known.size();
}

} // namespace vouch::domains
