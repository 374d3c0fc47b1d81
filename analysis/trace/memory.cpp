#include "analysis/trace/memory.hpp"

#include "analysis/cfa/storage_duration.hpp"
#include "analysis/trace/input_source.hpp"

#include <algorithm>
#include <cassert>

namespace vouch::trace {
namespace {

constexpr std::uint64_t first_address = 0x10000000;
constexpr std::uint64_t minimum_alignment = 16;
constexpr std::uint64_t most_scattering = 61;
constexpr std::uint64_t bookkeeping_bytes = 256;
/// Addresses below are what comes out of computing with a null pointer.
constexpr std::uint64_t null_page_size = 4096;
constexpr std::uint64_t largest_kept_buffer = 4096;
/// What is remembered of one takes as much memory as a hundred others.
constexpr std::uint64_t most_unknown_bytes_copied = 1U << 18U;

} // namespace

Memory::Memory(unsigned pointer_width, std::uint64_t byte_limit, Layout layout)
    : pointer_size_(pointer_width / 8), address_limit_(pointer_width >= 64 ? (1ULL << 47U) : 0xf0000000ULL),
      byte_limit_(byte_limit), layout_(layout) {
  clear();
}

void Memory::clear() {
  free_slots_.clear();
  if (objects_.empty()) {
    objects_.emplace_back(); // slot 0: no object
  }
  for (std::size_t slot = objects_.size(); slot-- > 1;) {
    objects_[slot].is_alive = false;
    free_slots_.push_back(static_cast<std::uint32_t>(slot));
  }
  by_address_.clear();
  shared_values_.clear();
  determined_.clear();
  next_address_ = first_address;
  live_bytes_ = 0;
  live_objects_ = 0;
  serial_ = 0;
}

std::uint64_t Memory::next_base(std::uint64_t alignment) const {
  const std::uint64_t unit =
      layout_ == Layout::Usual ? std::max(alignment, minimum_alignment) : std::max(alignment, std::uint64_t{1});
  const std::uint64_t base = (next_address_ + unit - 1) / unit * unit;
  if (layout_ == Layout::Usual) {
    return base;
  }
  // An odd multiple of the alignment; which one is as good as random where objects are scattered.
  const std::uint64_t odd = base / unit % 2 == 0 ? base + unit : base;
  std::uint64_t state = serial_;
  return layout_ == Layout::Shifted ? odd : odd + next_random(state) % most_scattering * 2 * unit;
}

std::optional<Provenance> Memory::create(std::uint64_t size, std::uint64_t alignment, ObjectKind kind,
                                         InitialContents contents, cfa::VariableId variable) {
  const std::uint64_t base = next_base(alignment);
  if (size > byte_limit_ || live_bytes_ + size + bookkeeping_bytes > byte_limit_ || base + size >= address_limit_) {
    return std::nullopt;
  }
  if (free_slots_.empty()) {
    free_slots_.push_back(static_cast<std::uint32_t>(objects_.size()));
    objects_.emplace_back();
  }
  std::uint32_t slot = free_slots_.back();
  free_slots_.pop_back();
  Object& object = objects_[slot];
  object.base = base;
  object.size = size;
  object.is_alive = true;
  object.kind = kind;
  object.variable = variable;
  object.serial = ++serial_;
  object.made_at.reset();
  object.is_known_outside = false;
  object.given = {};
  object.may_be_larger = false;
  object.bytes.assign(size, 0);
  object.states.clear();
  object.pointers.clear();
  object.shared.clear();
  if (contents == InitialContents::Undetermined) {
    object.states.assign(size, ByteState::Undetermined);
  }
  next_address_ = base + size + minimum_alignment; // a gap, so that one past the end is not another object's start
  live_bytes_ += size + bookkeeping_bytes;
  ++live_objects_;
  Provenance id{slot, object.generation};
  if (by_address_.size() > 2 * live_objects_ + 64) {
    drop_dead_intervals();
  }
  by_address_.push_back({base, id});
  return id;
}

std::optional<Provenance> Memory::create_given(cfa::GivenTypeId type, const cfa::GivenType& description) {
  const std::optional<Provenance> id =
      create(static_cast<std::uint64_t>(description.size), static_cast<std::uint64_t>(description.alignment),
             ObjectKind::Heap, InitialContents::Undetermined);
  if (id) {
    Object& object = objects_[id->slot];
    havoc(object, ByteState::Havoced);
    object.given = type;
    object.may_be_larger = true;
  }
  return id;
}

void Memory::adopt(Provenance id, const Object& made) {
  objects_.resize(std::max<std::size_t>(objects_.size(), id.slot + std::size_t{1}));
  std::erase(free_slots_, id.slot);
  Object& object = objects_[id.slot];
  object = made;
  object.bytes.assign(made.size, 0);
  object.pointers.clear();
  object.shared.clear();
  havoc(object, ByteState::Havoced);
  const auto next = std::ranges::upper_bound(by_address_, made.base, {}, &Interval::base);
  by_address_.insert(next, {made.base, id});
}

void Memory::drop_dead_intervals() {
  std::erase_if(by_address_, [this](const Interval& interval) { return !is_alive(interval.id); });
}

void Memory::destroy(Provenance id) {
  assert(is_alive(id));
  Object& object = objects_[id.slot];
  object.is_alive = false;
  ++object.generation;
  live_bytes_ -= object.size + bookkeeping_bytes;
  --live_objects_;
  if (object.size > largest_kept_buffer) {
    object.bytes = {};
    object.states = {};
    object.pointers = {};
  }
  object.shared.clear();
  free_slots_.push_back(id.slot);
}

Value Memory::pointer_from_address(std::uint64_t address) const {
  if (address < first_address) {
    return Value::of_pointer(address, {});
  }
  auto next = std::upper_bound(by_address_.begin(), by_address_.end(), address,
                               [](std::uint64_t wanted, const Interval& interval) { return wanted < interval.base; });
  if (next == by_address_.begin()) {
    return Value::of_pointer(address, {});
  }
  Provenance id = std::prev(next)->id;
  bool is_inside = is_alive(id) && address - objects_[id.slot].base <= objects_[id.slot].size;
  return Value::of_pointer(address, is_inside ? id : Provenance{});
}

std::optional<UndefinedBehaviourKind> Memory::fault_of_access(const Value& pointer, std::int64_t offset,
                                                              std::uint64_t size) const {
  Provenance id = pointer.provenance();
  if (id.is_none()) {
    bool is_null = pointer.address() < null_page_size;
    return is_null ? UndefinedBehaviourKind::NullDereference : UndefinedBehaviourKind::InvalidPointer;
  }
  if (!is_alive(id)) {
    return UndefinedBehaviourKind::DeadObject;
  }
  const Object& object = objects_[id.slot];
  std::uint64_t address =
      zero_extend(pointer.address() + static_cast<std::uint64_t>(offset), static_cast<unsigned>(8 * pointer_size_));
  std::uint64_t place = address - object.base; // huge if the address is before the object
  bool is_inside = place <= object.size && object.size - place >= size;
  return is_inside ? std::nullopt : std::optional(UndefinedBehaviourKind::OutOfBounds);
}

std::optional<UndefinedBehaviourKind> Memory::fault_of_free(const Value& pointer) const {
  Provenance id = pointer.provenance();
  if (pointer.address() == 0) {
    return std::nullopt;
  }
  if (id.is_none()) {
    return UndefinedBehaviourKind::InvalidFree;
  }
  if (!is_alive(id)) {
    return UndefinedBehaviourKind::DoubleFree;
  }
  const Object& object = objects_[id.slot];
  bool is_start = object.kind == ObjectKind::Heap && pointer.address() == object.base;
  return is_start ? std::nullopt : std::optional(UndefinedBehaviourKind::InvalidFree);
}

Memory::Access Memory::access(const Value& pointer, std::uint64_t size) {
  if (auto fault = fault_of_access(pointer, 0, size)) {
    return {{}, fault};
  }
  Object& object = objects_[pointer.provenance().slot];
  return {{&object, pointer.address() - object.base}, std::nullopt};
}

void Memory::write(MemoryPlace place, const std::uint8_t* bytes, std::uint64_t size) {
  place.object->bytes.write(place.offset, bytes, size);
  if (!place.object->states.empty()) {
    place.object->states.fill(place.offset, size, ByteState::Determined);
  }
  forget_pointers(place, size);
}

void Memory::read(MemoryPlace place, std::uint8_t* bytes, std::uint64_t size) {
  place.object->bytes.read(place.offset, bytes, size);
}

void Memory::write_provenance(MemoryPlace place, Provenance provenance) const {
  if (provenance.is_none() || place.offset % pointer_size_ != 0) {
    return;
  }
  if (place.object->pointers.empty()) {
    place.object->pointers.assign(place.object->size / pointer_size_, Provenance{});
  }
  place.object->pointers.set(place.offset / pointer_size_, provenance);
}

Value Memory::read_pointer(const Object& object, std::uint64_t offset, std::uint64_t address) const {
  if (address == 0) {
    return Value::of_pointer(0, {});
  }
  if (!object.pointers.empty() && offset % pointer_size_ == 0) {
    Provenance stored = object.pointers[offset / pointer_size_];
    if (!stored.is_none()) {
      return Value::of_pointer(address, stored);
    }
  }
  return pointer_from_address(address);
}

bool Memory::holds_pointer(MemoryPlace place, std::uint64_t size) const {
  if (place.object->pointers.empty() || size == 0) {
    return false;
  }
  std::uint64_t last = std::min((place.offset + size - 1) / pointer_size_ + 1, place.object->pointers.size());
  for (std::uint64_t slot = place.offset / pointer_size_; slot < last; ++slot) {
    if (!place.object->pointers[slot].is_none()) {
      return true;
    }
  }
  return false;
}

std::uint64_t Memory::undetermined_bytes(MemoryPlace place, std::uint64_t size) const {
  std::uint64_t count = 0;
  for (std::uint64_t i = 0; i < size && !place.object->states.empty(); ++i) {
    count += known_byte(*place.object, place.offset + i) ? 0 : 1;
  }
  return count;
}

void Memory::forget_pointers(MemoryPlace place, std::uint64_t size) const {
  if (place.object->pointers.empty() || size == 0) {
    return;
  }
  std::uint64_t last = std::min((place.offset + size - 1) / pointer_size_ + 1, place.object->pointers.size());
  for (std::uint64_t slot = place.offset / pointer_size_; slot < last; ++slot) {
    place.object->pointers.set(slot, {});
  }
}

bool Memory::settle(MemoryPlace place, std::uint64_t size) {
  Object& object = *place.object;
  if (object.states.empty()) {
    return false;
  }
  bool remaining = false;
  for (std::uint64_t offset = place.offset; offset < place.offset + size; ++offset) {
    if (object.states[offset] == ByteState::Determined) {
      continue;
    }
    if (object.states[offset] == ByteState::Shared) {
      if (auto byte = shared_values_[object.shared.at(offset)].byte) {
        object.bytes.set(offset, *byte);
        object.states.set(offset, ByteState::Determined);
        continue;
      }
    }
    remaining = true;
  }
  return remaining;
}

std::optional<std::uint8_t> Memory::known_byte(const Object& object, std::uint64_t offset) const {
  if (object.states.empty() || object.states[offset] == ByteState::Determined) {
    return object.bytes[offset];
  }
  return object.states[offset] == ByteState::Shared ? shared_values_[object.shared.at(offset)].byte : std::nullopt;
}

ByteState Memory::undetermined_since(const Object& object, std::uint64_t offset) const {
  ByteState state = object.states[offset];
  return state == ByteState::Shared ? shared_values_[object.shared.at(offset)].origin : state;
}

std::pair<const Object*, std::uint64_t> Memory::first_holder(const Object& object, std::uint64_t offset) const {
  if (object.states[offset] != ByteState::Shared) {
    return {&object, offset};
  }
  const SharedValue& shared = shared_values_[object.shared.at(offset)];
  return {is_alive(shared.object) ? &objects_[shared.object.slot] : nullptr, shared.offset};
}

void Memory::determine(Object& object, std::uint64_t offset, std::uint8_t byte) {
  DeterminedByte determined{provenance_of(object), offset, byte, object.states[offset]};
  if (object.states[offset] == ByteState::Shared) {
    SharedValue& shared = shared_values_[object.shared.at(offset)];
    shared.byte = byte;
    determined = {shared.object, shared.offset, byte, shared.origin};
  }
  determined_.push_back(determined);
  object.states.set(offset, ByteState::Determined);
  object.bytes.set(offset, byte);
}

void Memory::fill(MemoryPlace place, std::uint8_t byte, std::uint64_t size) {
  Object& object = *place.object;
  object.bytes.fill(place.offset, size, byte);
  if (!object.states.empty()) {
    object.states.fill(place.offset, size, ByteState::Determined);
  }
  forget_pointers(place, size);
}

void Memory::fill(MemoryPlace place, const std::vector<std::uint8_t>& bytes) {
  Object& object = *place.object;
  object.bytes.write(place.offset, bytes.data(), bytes.size());
  if (!object.states.empty()) {
    object.states.fill(place.offset, bytes.size(), ByteState::Determined);
  }
  forget_pointers(place, bytes.size());
}

void Memory::receive(MemoryPlace place, std::uint64_t size) {
  Object& object = *place.object;
  if (object.states.empty()) {
    object.states.assign(object.size, ByteState::Determined);
  }
  object.states.fill(place.offset, size, ByteState::Havoced);
  forget_pointers(place, size);
}

Provenance Memory::provenance_of(const Object& object) const {
  return {static_cast<std::uint32_t>(&object - objects_.data()), object.generation};
}

std::uint32_t Memory::shared_value(Object& object, std::uint64_t offset) {
  if (object.states[offset] != ByteState::Shared) {
    object.shared[offset] = static_cast<std::uint32_t>(shared_values_.size());
    shared_values_.push_back({object.states[offset], std::nullopt, provenance_of(object), offset});
    object.states.set(offset, ByteState::Shared);
  }
  return object.shared.at(offset);
}

bool Memory::copy(MemoryPlace destination, MemoryPlace source, std::uint64_t size) {
  if (size == 0) {
    return true;
  }
  if (size > most_unknown_bytes_copied && undetermined_bytes(source, size) > most_unknown_bytes_copied) {
    return false;
  }
  Object& from = *source.object;
  Object& to = *destination.object;
  settle(source, size);
  // All reads before all writes: the ranges may overlap.
  std::vector<std::uint8_t> bytes(size);
  from.bytes.read(source.offset, bytes.data(), size);
  std::vector<std::optional<std::uint32_t>> undetermined;
  if (!from.states.empty()) {
    undetermined.resize(size);
    for (std::uint64_t i = 0; i < size; ++i) {
      if (from.states[source.offset + i] != ByteState::Determined) {
        undetermined[i] = shared_value(from, source.offset + i);
      }
    }
  }
  std::vector<std::pair<std::uint64_t, Provenance>> pointers; // by offset behind the destination's start
  if (!from.pointers.empty() && destination.offset % pointer_size_ == source.offset % pointer_size_) {
    for (std::uint64_t i = (pointer_size_ - source.offset % pointer_size_) % pointer_size_; i + pointer_size_ <= size;
         i += pointer_size_) {
      pointers.emplace_back(i, from.pointers[(source.offset + i) / pointer_size_]);
    }
  }
  to.bytes.write(destination.offset, bytes.data(), size);
  if (to.states.empty() &&
      std::any_of(undetermined.begin(), undetermined.end(), [](auto& u) { return u.has_value(); })) {
    to.states.assign(to.size, ByteState::Determined);
  }
  for (std::uint64_t i = 0; i < size && !to.states.empty(); ++i) {
    bool is_shared = !undetermined.empty() && undetermined[i];
    to.states.set(destination.offset + i, is_shared ? ByteState::Shared : ByteState::Determined);
    if (is_shared) {
      to.shared[destination.offset + i] = *undetermined[i];
    }
  }
  forget_pointers(destination, size);
  for (auto [offset, provenance] : pointers) {
    write_provenance({&to, destination.offset + offset}, provenance);
  }
  return true;
}

void Memory::havoc(Object& object, ByteState state) {
  object.given = {};
  object.states.assign(object.size, state);
  object.pointers.clear();
  object.shared.clear();
}

void Memory::havoc(Object& object, const cfa::HavocMemory& operation, const cfa::Cfa& cfa) {
  const bool keeps_types = operation.pointers == cfa::HavocMemory::Pointers::KeepTypes;
  const cfa::GivenTypeId contents = object.given.is_valid()      ? object.given
                                    : object.variable.is_valid() ? cfa.variable(object.variable).contents
                                                                 : cfa::GivenTypeId();
  havoc(object, operation.kind == cfa::InputKind::Overapproximated ? ByteState::HavocedByOverapproximation
                : keeps_types                                      ? ByteState::HavocedWithinTypes
                                                                   : ByteState::Havoced);
  object.given = keeps_types ? contents : cfa::GivenTypeId();
}

void Memory::havoc_all(const cfa::HavocMemory& operation, const cfa::Cfa& cfa, ReachedBy reached_by) {
  const bool is_limited =
      operation.pointers == cfa::HavocMemory::Pointers::KeepTypes && reached_by == ReachedBy::Pointers;
  const std::vector<bool> is_reached =
      is_limited ? reached_from_outside(cfa) : std::vector<bool>(objects_.size(), true);
  for (std::size_t slot = 0; slot < objects_.size(); ++slot) {
    Object& object = objects_[slot];
    if (object.is_alive && is_reached[slot] && !is_kept(object, operation, cfa)) {
      havoc(object, operation, cfa);
    }
  }
}

std::vector<bool> Memory::reached_from_outside(const cfa::Cfa& cfa) const {
  std::vector<bool> result(objects_.size(), false);
  std::vector<std::size_t> open;
  const auto reach = [&](std::size_t slot) {
    if (objects_[slot].is_alive && !result[slot]) {
      result[slot] = true;
      open.push_back(slot);
    }
  };
  for (std::size_t slot = 0; slot < objects_.size(); ++slot) {
    const Object& object = objects_[slot];
    const bool is_static = object.variable.is_valid() && cfa::has_static_storage(cfa.variable(object.variable));
    if (object.is_known_outside || object.given.is_valid() || is_static) {
      reach(slot);
    }
  }
  while (!open.empty()) {
    const Object& object = objects_[open.back()];
    open.pop_back();
    for (std::size_t index = 0; index < object.pointers.size(); ++index) {
      const Provenance held = object.pointers[index];
      if (!held.is_none() && is_alive(held)) {
        reach(held.slot);
      }
    }
  }
  return result;
}

bool Memory::is_kept(const Object& object, const cfa::HavocMemory& operation, const cfa::Cfa& cfa) {
  return object.variable.is_valid() && cfa::keeps(operation, cfa.variable(object.variable));
}

} // namespace vouch::trace
