#pragma once

#include "analysis/cfa/cfa.hpp"
#include "analysis/trace/fault.hpp"
#include "analysis/trace/lazy_array.hpp"
#include "analysis/trace/value.hpp"

#include <map>
#include <optional>
#include <span>
#include <vector>

namespace vouch::trace {

/// What is known of one byte, in ascending order of what an undetermined value says about real runs. Havoced: since
/// a `HavocMemory`; within types: by one that leaves pointers to objects of their type, where it is known which these are.
/// Shared: undetermined, but the same as the bytes it was copied from or to; see `Object::shared`.
enum class ByteState : std::uint8_t {
  Determined,
  Undetermined,
  Havoced,
  HavocedWithinTypes,
  HavocedByOverapproximation,
  Shared
};

/// Where objects lie, as far as C leaves it open. Usual: far apart, on multiples of 16 and of their alignment. Shifted,
/// Scattered: on multiples of their alignment and of nothing larger, in two different ways. Shared: as Scattered, and
/// pointers that may be equal are: the end of one object and the start of another, the same place in two string
/// literals.
enum class Layout : std::uint8_t { Usual, Shifted, Scattered, Shared };

enum class ObjectKind : std::uint8_t { Variable, Heap, Stack };
enum class InitialContents : std::uint8_t { Undetermined, Zero };

/// A live object: consecutive bytes at a numeric address that no other object ever has.
struct Object {
  std::uint64_t base = 0;
  std::uint64_t size = 0;
  std::uint32_t generation = 0;
  bool is_alive = false;
  ObjectKind kind = ObjectKind::Variable;
  cfa::VariableId variable;             ///< invalid unless `kind` is Variable
  std::uint64_t serial = 0;             ///< counts allocations, for messages
  std::optional<std::uint64_t> made_at; ///< by an operation of the program: edges executed before that one
  bool is_known_outside = false;        ///< a function without a definition was told of it
  cfa::GivenTypeId given = {};          ///< valid: what is undetermined in it is as callers leave it
  bool may_be_larger = false;           ///< how many elements callers made is not known; there is one
  LazyArray<std::uint8_t> bytes;
  LazyArray<ByteState> states;    ///< empty: all bytes are determined
  LazyArray<Provenance> pointers; ///< of the pointer stored at each multiple of the pointer size; empty: none
  std::map<std::uint64_t, std::uint32_t> shared; ///< by offset: index of the byte's value in `Memory`'s table
};

/// A byte that had no value until a run asked for one.
struct DeterminedByte {
  Provenance object; ///< where it was undetermined first, if it was copied since
  std::uint64_t offset = 0;
  std::uint8_t byte = 0;
  ByteState state = ByteState::Undetermined; ///< before
};

/// The place of an access that has been checked: `size` bytes from `offset` are inside of the live `object`.
struct MemoryPlace {
  Object* object = nullptr;
  std::uint64_t offset = 0;
};

/// All objects of a run, byte-precise.
///
/// Addresses are handed out in ascending order with gaps and never twice, so an integer that was made from a pointer
/// leads back to the same object or, after its death, to none. Pointers in memory keep their provenance beside
/// their bytes when they are stored aligned; otherwise a load recovers it from the address.
class Memory {
public:
  /// `byte_limit` bounds the sizes of all live objects together, bookkeeping included.
  Memory(unsigned pointer_width, std::uint64_t byte_limit, Layout layout = Layout::Usual);

  /// Back to no objects; addresses start anew.
  void clear();

  /// `alignment` is a power of two. No value: a limit was reached (bytes, or the addresses that the pointer width
  /// allows).
  std::optional<Provenance> create(std::uint64_t size, std::uint64_t alignment, ObjectKind kind,
                                   InitialContents contents, cfa::VariableId variable = {});
  /// An object as callers make it: the first element of an array.
  std::optional<Provenance> create_given(cfa::GivenTypeId type, const cfa::GivenType& description);
  /// Puts an object of callers that another memory made, with nothing in it determined, in the same place here. Requires
  /// that the place is free.
  void adopt(Provenance id, const Object& made);
  /// Ends the lifetime. Requires a live object.
  void destroy(Provenance id);

  [[nodiscard]] bool is_alive(Provenance id) const {
    return objects_[id.slot].is_alive && objects_[id.slot].generation == id.generation;
  }
  /// By slot, dead ones included; the first is none.
  [[nodiscard]] std::span<const Object> objects() const { return objects_; }
  /// The sizes of all live objects together, bookkeeping included.
  [[nodiscard]] std::uint64_t live_bytes() const { return live_bytes_; }
  [[nodiscard]] std::uint64_t pointer_size() const { return pointer_size_; }
  [[nodiscard]] Layout layout() const { return layout_; }
  /// Requires a live object.
  [[nodiscard]] const Object& object(Provenance id) const { return objects_[id.slot]; }
  Object& object(Provenance id) { return objects_[id.slot]; }
  Object* object_in(std::size_t slot) { return &objects_[slot]; }
  [[nodiscard]] Value address_of(Provenance id) const { return Value::of_pointer(objects_[id.slot].base, id); }

  /// A pointer with this address, derived from the live object that contains it or ends there, if there is one.
  [[nodiscard]] Value pointer_from_address(std::uint64_t address) const;

  /// Checks that `size` bytes at `pointer` belong to one live object; otherwise says what is wrong.
  struct Access {
    MemoryPlace place;
    std::optional<UndefinedBehaviourKind> error;
  };
  Access access(const Value& pointer, std::uint64_t size);
  /// What is wrong with an access of `size` bytes at `offset` behind `pointer`, or with freeing `pointer`.
  [[nodiscard]] std::optional<UndefinedBehaviourKind> fault_of_access(const Value& pointer, std::int64_t offset,
                                                                      std::uint64_t size) const;
  [[nodiscard]] std::optional<UndefinedBehaviourKind> fault_of_free(const Value& pointer) const;

  /// Bytes of a place: `size` of them, at most 16.
  void write(MemoryPlace place, const std::uint8_t* bytes, std::uint64_t size);
  static void read(MemoryPlace place, std::uint8_t* bytes, std::uint64_t size);

  void write_provenance(MemoryPlace place, Provenance provenance) const;
  /// Of the pointer with this `address` that is stored at the place.
  [[nodiscard]] Value read_pointer(MemoryPlace place, std::uint64_t address) const {
    return read_pointer(*place.object, place.offset, address);
  }
  [[nodiscard]] Value read_pointer(const Object& object, std::uint64_t offset, std::uint64_t address) const;
  /// Whether one of the bytes belongs to a pointer to an object.
  [[nodiscard]] bool holds_pointer(MemoryPlace place, std::uint64_t size) const;

  /// Gives shared bytes their value where it has been determined elsewhere; true if bytes remain undetermined.
  bool settle(MemoryPlace place, std::uint64_t size);
  /// A byte, if it has been determined. Changes nothing, unlike `settle`.
  [[nodiscard]] std::optional<std::uint8_t> known_byte(const Object& object, std::uint64_t offset) const;
  /// The state of a byte, for a shared one that of the bytes it was first copied from.
  [[nodiscard]] ByteState undetermined_since(const Object& object, std::uint64_t offset) const;
  /// The place in an object that had the byte first, which may have been copied since; null: that object is gone.
  [[nodiscard]] std::pair<const Object*, std::uint64_t> first_holder(const Object& object, std::uint64_t offset) const;
  /// Gives an undetermined byte its value, also where it was copied to.
  void determine(Object& object, std::uint64_t offset, std::uint8_t byte);
  /// All bytes that `determine` was called for, in this order.
  [[nodiscard]] std::span<const DeterminedByte> determined_bytes() const { return determined_; }

  void fill(MemoryPlace place, std::uint8_t byte, std::uint64_t size);
  /// Numbers, however many.
  void fill(MemoryPlace place, const std::vector<std::uint8_t>& bytes);
  /// The bytes are what comes from outside.
  void receive(MemoryPlace place, std::uint64_t size);
  /// As memmove. Each byte without a value is remembered, so that both get the same one later; false, and nothing
  /// happens, if there are too many of these.
  bool copy(MemoryPlace destination, MemoryPlace source, std::uint64_t size);
  static void havoc(Object& object, ByteState state);
  /// The same by an operation; what pointers in it lead to afterwards is known if the operation keeps types.
  static void havoc(Object& object, const cfa::HavocMemory& operation, const cfa::Cfa& cfa);
  /// Whether the operation leaves it as it is since it is constant.
  static bool is_kept(const Object& object, const cfa::HavocMemory& operation, const cfa::Cfa& cfa);
  /// All objects that the operation does not keep.
  /// Pointers: where code elsewhere keeps types, those objects alone that pointers of that code lead to. Anything: addresses
  /// may have got there in other ways.
  enum class ReachedBy { Pointers, Anything };
  void havoc_all(const cfa::HavocMemory& operation, const cfa::Cfa& cfa, ReachedBy reached_by);

private:
  /// By slot: whether code elsewhere can get at the object: it was told of it, or finds it in what it can get at, objects of
  /// callers and static variables among that.
  [[nodiscard]] std::vector<bool> reached_from_outside(const cfa::Cfa& cfa) const;
  struct Interval {
    std::uint64_t base;
    Provenance id;
  };
  /// How many of the bytes have no value.
  [[nodiscard]] std::uint64_t undetermined_bytes(MemoryPlace place, std::uint64_t size) const;
  void forget_pointers(MemoryPlace place, std::uint64_t size) const;
  std::uint32_t shared_value(Object& object, std::uint64_t offset);
  [[nodiscard]] Provenance provenance_of(const Object& object) const;
  void drop_dead_intervals();
  [[nodiscard]] std::uint64_t next_base(std::uint64_t alignment) const;

  std::uint64_t pointer_size_;
  std::uint64_t address_limit_;
  std::uint64_t byte_limit_;
  Layout layout_;
  std::uint64_t next_address_ = 0;
  std::uint64_t live_bytes_ = 0;
  std::uint64_t serial_ = 0;
  std::uint64_t live_objects_ = 0;
  std::vector<Object> objects_; ///< by slot
  std::vector<std::uint32_t> free_slots_;
  std::vector<Interval> by_address_; ///< ascending; may contain dead objects
  struct SharedValue {
    ByteState origin = ByteState::Undetermined;
    std::optional<std::uint8_t> byte;
    Provenance object; ///< the first that had it
    std::uint64_t offset = 0;
  };
  std::vector<SharedValue> shared_values_;
  std::vector<DeterminedByte> determined_;
};

} // namespace vouch::trace
