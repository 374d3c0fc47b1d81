#pragma once

#include "analysis/domains/values/explicit_value.hpp"
#include "analysis/facts/constant_tables.hpp"
#include "analysis/facts/memory_regions.hpp"
#include "analysis/support/patricia_map.hpp"

/// Abstract variable assignments: what a program's registers and memory surely contain.
namespace vouch::domains {

/// A stored value; of an access of `type` in `region`. Nothing: it is not known.
struct Cell {
  facts::RegionId region;
  cfa::Type type;
  std::optional<ExplicitValue> value;
  friend bool operator==(const Cell&, const Cell&) = default;
};
std::size_t hash_value(const Cell& cell);

enum class Lifetime { Unknown, Alive, Ended };

/// What is known of one object.
struct ObjectContents {
  PatriciaMap<Cell> cells; ///< by offset; those with a value have all their bytes, others may lie across them
  /// What all bytes are that belong to no cell, except those of the `overwritten` regions. Nothing: they may be
  /// anything.
  std::optional<std::uint8_t> background;
  std::vector<facts::RegionId> overwritten; ///< ascending; empty without a background
  Lifetime lifetime = Lifetime::Alive;
  std::optional<std::uint64_t> size; ///< of an allocated object, in bytes
  friend bool operator==(const ObjectContents&, const ObjectContents&) = default;
};
std::size_t hash_value(const ObjectContents& contents);

/// Stands for all concrete states that agree with it; what is not mentioned may be anything.
struct ValueState {
  PatriciaMap<ExplicitValue> registers;   ///< by variable
  PatriciaMap<ObjectContents> memory;     ///< by object
  PatriciaMap<std::uint64_t> allocations; ///< by edge: how many objects it has made
  /// By variable: at the entry of a function that has called itself, what the parameters of the caller have. Keeps
  /// calls apart that differ in nothing else.
  PatriciaMap<ExplicitValue> saved = {};

  friend bool operator==(const ValueState&, const ValueState&) = default;
  friend std::size_t hash_value(const ValueState& state);
};

/// Whether every concrete state that `state` stands for is one of `other`'s. May be false where that is so.
bool is_covered(const ValueState& state, const ValueState& other);

/// What both states say, in a state that covers both. Nothing if their objects do not correspond.
std::optional<ValueState> joined(const ValueState& first, const ValueState& second);

/// The memory of a state, as operations see and change it. All of them give back the changed memory.
class ValueMemory {
public:
  /// `tables`: what constants hold that are not in a memory; may be null.
  ValueMemory(const cfa::Cfa& cfa, const facts::MemoryRegions& regions, const facts::ConstantTables* tables = nullptr)
      : cfa_(cfa), regions_(regions), tables_(tables) {}

  using Memory = PatriciaMap<ObjectContents>;

  /// The value of the expression's type at `place`, if it is known. `address` is the expression that led there.
  [[nodiscard]] std::optional<ExplicitValue> load(const Memory& memory, const ObjectAddress& place,
                                                  cfa::ExpressionRef address, const cfa::Type& type) const;
  /// No value: it is not known.
  [[nodiscard]] Memory store(const Memory& memory, const ObjectAddress& place, cfa::ExpressionRef address,
                             const cfa::Type& type, const std::optional<ExplicitValue>& value) const;
  /// After a store of a `type` somewhere where `address` may point.
  [[nodiscard]] Memory store_anywhere(const Memory& memory, cfa::ExpressionRef address, const cfa::Type& type) const;
  /// After anything was written to objects that `address` may point into.
  [[nodiscard]] Memory forget(const Memory& memory, cfa::ExpressionRef address) const;
  /// After anything was written to the object.
  [[nodiscard]] static Memory forget(const Memory& memory, ObjectId object);
  /// After a `havoc` of all memory that it can reach: what is left.
  [[nodiscard]] Memory kept_by(const cfa::HavocMemory& havoc, const Memory& memory) const;
  /// As memmove within these bounds.
  [[nodiscard]] Memory copy(const Memory& memory, const ObjectAddress& destination, const ObjectAddress& source,
                            cfa::Integer size) const;
  /// As memset; no byte: it is not known.
  [[nodiscard]] Memory fill(const Memory& memory, const ObjectAddress& destination, std::optional<std::uint8_t> byte,
                            cfa::Integer size) const;

  /// In bytes, if it is known.
  [[nodiscard]] std::optional<std::uint64_t> size_of(const Memory& memory, ObjectId object) const;
  [[nodiscard]] Lifetime lifetime_of(const Memory& memory, ObjectId object) const;
  [[nodiscard]] const facts::ObjectGroup& group_of(ObjectId object) const;

private:
  /// Whether the region surely has cells at `offset`: what is written there meets no access of another one, and no part of
  /// a cell of its own.
  [[nodiscard]] bool has_cells_at(facts::RegionId region, cfa::Integer offset) const;
  /// Whether accesses of the region overlap in other ways than entirely.
  [[nodiscard]] bool has_mixed_cells(facts::RegionId region) const;

  const cfa::Cfa& cfa_;
  const facts::MemoryRegions& regions_;
  const facts::ConstantTables* tables_;
};

} // namespace vouch::domains
