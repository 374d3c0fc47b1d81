#include "analysis/domains/values/value_state.hpp"

#include "analysis/cfa/storage_duration.hpp"
#include "analysis/support/hash.hpp"

#include <algorithm>

namespace vouch::domains {
namespace {

using cfa::Integer;
using Memory = ValueMemory::Memory;

std::uint64_t end_of(std::uint64_t offset, const Cell& cell) { return offset + cfa::size_in_bytes(cell.type); }

/// The value of the type all of whose bytes are `byte`.
std::optional<ExplicitValue> repeated(std::uint8_t byte, const cfa::Type& type) {
  if (byte == 0) {
    return cfa::is_float(type) ? ExplicitValue(cfa::FloatConstant{0}) : ExplicitValue(Integer{0});
  }
  const cfa::IntegerType* integer = cfa::as_integer(type);
  if (integer == nullptr || integer->width % 8 != 0) {
    return std::nullopt;
  }
  Integer value = 0;
  for (unsigned done = 0; done < integer->width; done += 8) {
    value = value << 8 | byte;
  }
  return cfa::wrap(value, type);
}

/// What a value stored as `from` is when it is read as `to`, from the same place.
std::optional<ExplicitValue> reinterpreted(const ExplicitValue& value, const cfa::Type& from, const cfa::Type& to) {
  if (from == to) {
    return value;
  }
  const cfa::IntegerType* stored = cfa::as_integer(from);
  const cfa::IntegerType* read = cfa::as_integer(to);
  if (stored == nullptr || read == nullptr || stored->width != read->width) {
    return std::nullopt;
  }
  return cfa::wrap(std::get<Integer>(value), to);
}

const ObjectContents nothing_known{{}, std::nullopt, {}, Lifetime::Unknown, std::nullopt};

/// The same object, with contents that may be anything.
ObjectContents emptied(const ObjectContents& object) { return {{}, std::nullopt, {}, object.lifetime, object.size}; }

using Cells = PatriciaMap<Cell>;

template <class Value>
std::optional<Value> equal_value(std::uint64_t /*key*/, const Value& first, const Value& second) {
  return first == second ? std::optional(first) : std::nullopt;
}

/// Calls `visit(offset, cell)` for each cell that has one of the bytes from `begin` on, up to `end`.
template <class Visitor>
void for_each_cell_in(const Cells& cells, std::uint64_t begin, std::uint64_t end, const Visitor& visit) {
  constexpr std::uint64_t largest_cell = 16; // no type is larger
  for (std::uint64_t offset = begin < largest_cell ? 0 : begin - largest_cell + 1; offset < end; ++offset) {
    const Cell* cell = cells.find(offset);
    if (cell != nullptr && end_of(offset, *cell) > begin) {
      visit(offset, *cell);
    }
  }
}

bool has_cell_in(const Cells& cells, std::uint64_t begin, std::uint64_t end) {
  bool result = false;
  for_each_cell_in(cells, begin, end, [&](std::uint64_t /*offset*/, const Cell& /*cell*/) { result = true; });
  return result;
}

/// What is left of the contents when something is written to the bytes from `begin` on, up to `end`, and a cell begins
/// there: no cell says anything of these bytes.
ObjectContents without_bytes(const ObjectContents& contents, std::uint64_t begin, std::uint64_t end) {
  ObjectContents result = contents;
  for_each_cell_in(contents.cells, begin, end, [&](std::uint64_t offset, const Cell& cell) {
    const bool is_within = offset >= begin && end_of(offset, cell) <= end;
    const bool makes_room = offset == begin; // for the one that begins there
    if (is_within || makes_room || !result.background) {
      result.cells = result.cells.without(offset);
    } else {
      result.cells = result.cells.with(offset, {cell.region, cell.type, std::nullopt});
    }
    if (!is_within && makes_room) { // nothing else says that its other bytes are not the background's
      result.background.reset();
      result.overwritten.clear();
    }
  });
  if (!result.background) {
    result.cells = result.cells.filtered([](std::uint64_t, const Cell& cell) { return cell.value.has_value(); });
  }
  return result;
}

bool is_same_place(const Cell& first, const Cell& second) {
  return first.region == second.region && first.type == second.type;
}

/// The same over one background: what is no cell has its value there.
bool are_cells_covered(const Cells& state, const Cells& other) {
  const bool all_expected = state.is_within(other, [](const Cell& known, const Cell& expected) {
    return expected == known || (!expected.value && is_same_place(expected, known));
  });
  bool is_rest_unknown = all_expected;
  if (all_expected) {
    other.for_each([&](std::uint64_t offset, const Cell& expected) {
      is_rest_unknown = is_rest_unknown && (!expected.value || state.find(offset) != nullptr);
    });
  }
  return is_rest_unknown;
}

/// Whether `state` says at least as much as `other`.
bool is_covered(const ObjectContents& state, const ObjectContents& other) {
  const bool same_rest = (other.lifetime == Lifetime::Unknown || state.lifetime == other.lifetime) &&
                         (!other.size || state.size == other.size);
  if (other.background) {
    return same_rest && state.background == other.background && state.overwritten == other.overwritten &&
           (state.cells == other.cells || are_cells_covered(state.cells, other.cells));
  }
  return same_rest && other.cells.is_within(state.cells, [](const Cell& expected, const Cell& known) {
    return !expected.value || expected == known;
  });
}

/// The cells over one background that say what both do; nothing if cells of different kinds are at one place.
std::optional<Cells> joined_over_background(const Cells& first, const Cells& second) {
  Cells result;
  bool is_alike = true;
  auto add = [&](std::uint64_t offset, const Cell& cell, const Cell* other) {
    is_alike = is_alike && (other == nullptr || is_same_place(cell, *other));
    const bool agree = other != nullptr && cell == *other;
    result = result.with(offset, agree ? cell : Cell{cell.region, cell.type, std::nullopt});
  };
  first.for_each([&](std::uint64_t offset, const Cell& cell) { add(offset, cell, second.find(offset)); });
  second.for_each([&](std::uint64_t offset, const Cell& cell) {
    if (first.find(offset) == nullptr) {
      add(offset, cell, nullptr);
    }
  });
  return is_alike ? std::optional(std::move(result)) : std::nullopt;
}

std::optional<ObjectContents> joined(std::uint64_t /*object*/, const ObjectContents& first,
                                     const ObjectContents& second) {
  if (first == second) {
    return first;
  }
  ObjectContents result = nothing_known;
  result.lifetime = first.lifetime == second.lifetime ? first.lifetime : Lifetime::Unknown;
  result.size = first.size == second.size ? first.size : std::nullopt;
  const bool same_background =
      first.background && first.background == second.background && first.overwritten == second.overwritten;
  if (std::optional<Cells> cells = same_background ? joined_over_background(first.cells, second.cells) : std::nullopt) {
    result.background = first.background;
    result.overwritten = first.overwritten;
    result.cells = *std::move(cells);
  } else {
    result.cells = first.cells.intersection(second.cells, equal_value<Cell>);
  }
  return result;
}

} // namespace

std::size_t hash_value(const Cell& cell) {
  return hash_of(cell.region, cfa::hash_value(cell.type), cell.value ? hash_value(*cell.value) : 1);
}

std::size_t hash_value(const ObjectContents& contents) {
  return hash_of(hash_value(contents.cells), contents.background, contents.lifetime, contents.size,
                 contents.overwritten.size());
}

std::size_t hash_value(const ValueState& state) {
  return hash_of(hash_value(state.registers), hash_value(state.memory), hash_value(state.allocations),
                 hash_value(state.saved));
}

bool is_covered(const ValueState& state, const ValueState& other) {
  auto equal = [](const ExplicitValue& expected, const ExplicitValue& known) { return expected == known; };
  return state.allocations == other.allocations && other.registers.is_within(state.registers, equal) &&
         other.saved.is_within(state.saved, equal) &&
         other.memory.is_within(state.memory, [](const ObjectContents& expected, const ObjectContents& known) {
           return is_covered(known, expected);
         });
}

std::optional<ValueState> joined(const ValueState& first, const ValueState& second) {
  if (!(first.allocations == second.allocations)) {
    return std::nullopt;
  }
  return ValueState{
      first.registers.intersection(second.registers, equal_value<ExplicitValue>),
      first.memory.intersection(second.memory, [](std::uint64_t object, const auto& own,
                                                  const auto& other) { return joined(object, own, other); }),
      first.allocations, first.saved.intersection(second.saved, equal_value<ExplicitValue>)};
}

bool ValueMemory::has_mixed_cells(facts::RegionId region) const {
  return std::holds_alternative<facts::MixedCells>(regions_.region(region).cells);
}

bool ValueMemory::has_cells_at(facts::RegionId region, Integer offset) const {
  if (const auto* uniform = std::get_if<facts::UniformCells>(&regions_.region(region).cells)) {
    return join(uniform->offsets, facts::Congruence::exactly(offset)) == uniform->offsets;
  }
  return regions_.group_of(region).regions.size() == 1;
}

const facts::ObjectGroup& ValueMemory::group_of(ObjectId object) const {
  return object.is_variable() ? regions_.group_of(object.variable())
                              : regions_.group_of_allocation(object.allocation());
}

std::optional<std::uint64_t> ValueMemory::size_of(const Memory& memory, ObjectId object) const {
  if (object.is_variable()) {
    return cfa::size_in_bytes(cfa_.variable(object.variable()).type);
  }
  const ObjectContents* contents = memory.find(object.number());
  return contents != nullptr ? contents->size : std::nullopt;
}

Lifetime ValueMemory::lifetime_of(const Memory& memory, ObjectId object) const {
  if (object.is_variable()) {
    if (cfa::has_static_storage(cfa_.variable(object.variable()))) {
      return Lifetime::Alive;
    }
  }
  const ObjectContents* contents = memory.find(object.number());
  return contents != nullptr ? contents->lifetime : Lifetime::Unknown;
}

std::optional<ExplicitValue> ValueMemory::load(const Memory& memory, const ObjectAddress& place,
                                               cfa::ExpressionRef address, const cfa::Type& type) const {
  if (tables_ != nullptr && place.object.is_variable()) {
    if (const std::optional<Integer> number = tables_->number_at(place.object.variable(), place.offset, type)) {
      return *number;
    }
  }
  const facts::RegionId region = regions_.region_of(address, type);
  const ObjectContents* object = memory.find(place.object.number());
  if (object == nullptr || place.offset < 0) {
    return std::nullopt;
  }
  const auto offset = static_cast<std::uint64_t>(place.offset);
  if (const Cell* cell = object->cells.find(offset)) {
    return cell->value && cell->region == region ? reinterpreted(*cell->value, cell->type, type) : std::nullopt;
  }
  const bool is_overwritten = std::binary_search(object->overwritten.begin(), object->overwritten.end(), region);
  if (!object->background || is_overwritten ||
      (has_mixed_cells(region) && has_cell_in(object->cells, offset, offset + cfa::size_in_bytes(type)))) {
    return std::nullopt;
  }
  return repeated(*object->background, type);
}

Memory ValueMemory::store(const Memory& memory, const ObjectAddress& place, cfa::ExpressionRef address,
                          const cfa::Type& type, const std::optional<ExplicitValue>& value) const {
  const facts::RegionId region = regions_.region_of(address, type);
  if (place.offset < 0) {
    return memory;
  }
  const ObjectContents* known = memory.find(place.object.number());
  ObjectContents changed = known != nullptr ? *known : nothing_known;
  const auto offset = static_cast<std::uint64_t>(place.offset);
  if (has_mixed_cells(region)) {
    changed = without_bytes(changed, offset, offset + cfa::size_in_bytes(type));
  }
  changed.cells =
      value || changed.background ? changed.cells.with(offset, {region, type, value}) : changed.cells.without(offset);
  return memory.with(place.object.number(), std::move(changed));
}

Memory ValueMemory::store_anywhere(const Memory& memory, cfa::ExpressionRef address, const cfa::Type& type) const {
  const facts::RegionId region = regions_.region_of(address, type);
  const facts::ObjectGroup& group = regions_.group_of(region);
  Memory result = memory;
  memory.for_each([&](std::uint64_t number, const ObjectContents& object) {
    if (&group_of(ObjectId::of_number(number)) != &group) {
      return;
    }
    ObjectContents changed = object;
    changed.cells = object.cells.filtered([&](std::uint64_t, const Cell& cell) { return cell.region != region; });
    if (object.background && !std::binary_search(object.overwritten.begin(), object.overwritten.end(), region)) {
      changed.overwritten.insert(std::upper_bound(changed.overwritten.begin(), changed.overwritten.end(), region),
                                 region);
    }
    result = result.with(number, std::move(changed));
  });
  return result;
}

Memory ValueMemory::forget(const Memory& memory, cfa::ExpressionRef address) const {
  const facts::ObjectGroup& group = regions_.group_of(address);
  Memory result = memory;
  memory.for_each([&](std::uint64_t number, const ObjectContents& /*object*/) {
    if (&group_of(ObjectId::of_number(number)) == &group) {
      result = forget(result, ObjectId::of_number(number));
    }
  });
  return result;
}

Memory ValueMemory::forget(const Memory& memory, ObjectId object) {
  const ObjectContents* known = memory.find(object.number());
  return known == nullptr ? memory : memory.with(object.number(), emptied(*known));
}

Memory ValueMemory::kept_by(const cfa::HavocMemory& havoc, const Memory& memory) const {
  return memory.filtered([&](std::uint64_t number, const ObjectContents&) {
    const ObjectId object = ObjectId::of_number(number);
    return object.is_variable() && cfa::keeps(havoc, cfa_.variable(object.variable()));
  });
}

Memory ValueMemory::copy(const Memory& memory, const ObjectAddress& destination, const ObjectAddress& source,
                         Integer size) const {
  const ObjectContents* from = memory.find(source.object.number());
  if (size <= 0) {
    return memory;
  }
  if (from == nullptr || source.offset < 0 || destination.offset < 0 ||
      &group_of(source.object) != &group_of(destination.object)) {
    return forget(memory, destination.object);
  }
  const ObjectContents* present = memory.find(destination.object.number());
  const ObjectContents& to = present != nullptr ? *present : nothing_known;
  const std::optional<std::uint64_t> whole = size_of(memory, destination.object);
  ObjectContents changed = to;
  if (destination.offset == 0 && whole && size >= static_cast<Integer>(*whole)) {
    changed.cells = {};
    changed.background = from->background;
    changed.overwritten = from->overwritten;
  } else if (to.background != from->background || !from->overwritten.empty()) {
    changed.background.reset();
    changed.overwritten.clear();
  }
  bool is_cut = false;
  /// Where the cell at `offset` lies relative to the bytes from `start` on.
  auto is_inside = [&](std::uint64_t offset, const Cell& cell, Integer start) {
    const bool is_outside = end_of(offset, cell) <= start || offset >= start + size;
    const bool is_within = offset >= start && end_of(offset, cell) <= start + size;
    is_cut |= !is_outside && !is_within;
    return is_within;
  };
  changed.cells = changed.cells.filtered(
      [&](std::uint64_t offset, const Cell& cell) { return !is_inside(offset, cell, destination.offset); });
  from->cells.for_each([&](std::uint64_t offset, const Cell& cell) {
    if (is_inside(offset, cell, source.offset)) {
      const Integer place = static_cast<Integer>(offset) - source.offset + destination.offset;
      is_cut |= !has_cells_at(cell.region, place); // accesses there would meet a part of it
      changed.cells = changed.cells.with(static_cast<std::uint64_t>(place), cell);
    }
  });
  return memory.with(destination.object.number(), is_cut ? emptied(to) : std::move(changed));
}

Memory ValueMemory::fill(const Memory& memory, const ObjectAddress& destination, std::optional<std::uint8_t> byte,
                         Integer size) const {
  if (size <= 0) {
    return memory;
  }
  const ObjectContents* present = memory.find(destination.object.number());
  const ObjectContents& old = present != nullptr ? *present : nothing_known;
  const std::optional<std::uint64_t> whole = size_of(memory, destination.object);
  ObjectContents changed = old;
  if (byte && destination.offset == 0 && whole && size >= static_cast<Integer>(*whole)) {
    changed.cells = {};
    changed.background = byte;
    changed.overwritten.clear();
    return memory.with(destination.object.number(), std::move(changed));
  }
  if (changed.background != byte) {
    changed.background.reset();
    changed.overwritten.clear();
  }
  old.cells.for_each([&](std::uint64_t offset, const Cell& cell) {
    const Integer end = destination.offset + size;
    if (end_of(offset, cell) <= destination.offset || offset >= end) {
      return;
    }
    const bool is_within = offset >= destination.offset && end_of(offset, cell) <= end;
    changed.cells = changed.cells.with(
        offset, {cell.region, cell.type, byte && is_within ? repeated(*byte, cell.type) : std::nullopt});
  });
  if (!changed.background) { // then no cell says as much as an unknown one
    changed.cells = changed.cells.filtered([](std::uint64_t, const Cell& cell) { return cell.value.has_value(); });
  }
  return memory.with(destination.object.number(), std::move(changed));
}

} // namespace vouch::domains
