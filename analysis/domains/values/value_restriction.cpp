#include "analysis/domains/values/value_restriction.hpp"

namespace vouch::domains {
namespace {

/// Whether anything is known of the object but its cells.
bool says_more_than_cells(const ObjectContents& contents) {
  return contents.background || contents.size || contents.lifetime != Lifetime::Unknown;
}

/// What is left of an object. Over a background that is kept, a cell without a value says where the background is not.
ObjectContents restricted(const ObjectContents& contents, const ObjectOwner& owner,
                          const std::function<bool(const TrackedPlace&)>& keep) {
  ObjectContents result;
  result.lifetime = Lifetime::Unknown;
  if (keep(MemoryPlace{owner, std::nullopt})) {
    result.lifetime = contents.lifetime;
    result.size = contents.size;
    result.background = contents.background;
    result.overwritten = contents.overwritten;
  }
  contents.cells.for_each([&](std::uint64_t offset, const Cell& cell) {
    if (cell.value && keep(MemoryPlace{owner, offset})) {
      result.cells = result.cells.with(offset, cell);
    } else if (result.background) {
      result.cells = result.cells.with(offset, Cell{cell.region, cell.type, std::nullopt});
    }
  });
  return result;
}

} // namespace

ObjectOwner owner_of(ObjectId object) {
  return object.is_variable() ? ObjectOwner(object.variable()) : ObjectOwner(object.allocation());
}

TrackedPlaces places_in(const ValueState& state) {
  TrackedPlaces result;
  state.registers.for_each(
      [&](std::uint64_t key, const ExplicitValue& /*value*/) { result.insert(cfa::VariableId(key)); });
  state.saved.for_each([&](std::uint64_t key, const ExplicitValue& /*value*/) { result.insert(cfa::VariableId(key)); });
  state.memory.for_each([&](std::uint64_t key, const ObjectContents& contents) {
    const ObjectOwner owner = owner_of(ObjectId::of_number(key));
    if (says_more_than_cells(contents)) {
      result.insert(MemoryPlace{owner, std::nullopt});
    }
    contents.cells.for_each([&](std::uint64_t offset, const Cell& cell) {
      if (cell.value) {
        result.insert(MemoryPlace{owner, offset});
      }
    });
  });
  return result;
}

ValueState restricted(const ValueState& state, const std::function<bool(const TrackedPlace&)>& keep) {
  ValueState result;
  const auto keep_register = [&](std::uint64_t key, const ExplicitValue& /*value*/) {
    return keep(cfa::VariableId(key));
  };
  result.registers = state.registers.filtered(keep_register);
  result.saved = state.saved.filtered(keep_register);
  result.allocations = state.allocations;
  state.memory.for_each([&](std::uint64_t key, const ObjectContents& contents) {
    ObjectContents left = restricted(contents, owner_of(ObjectId::of_number(key)), keep);
    if (says_more_than_cells(left) || !left.cells.empty()) {
      result.memory = result.memory.with(key, std::move(left));
    }
  });
  return result;
}

} // namespace vouch::domains
