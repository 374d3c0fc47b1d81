#pragma once

#include "analysis/cfa/cfa.hpp"
#include "analysis/facts/memory_regions.hpp"

#include <unordered_set>
#include <vector>

namespace vouch::transformation {

/// `pointer + number * stride + offset`, as C's `pointer[number].member` is lowered.
struct ArrayAddress {
  cfa::ExpressionRef pointer = nullptr;
  cfa::ExpressionRef number = nullptr; ///< null: 0
  cfa::Integer stride = 1;             ///< in bytes, as the offset
  cfa::Integer offset = 0;
};

/// The array that a pointer leads to, or one member of its elements: integers at equal distances, which no access meets in part.
struct AccessedArray {
  cfa::ExpressionRef pointer = nullptr; ///< the address of a variable, or what is read from a register
  facts::RegionId region;
  cfa::Type type;          ///< of the elements
  cfa::Integer stride = 1; ///< from one element to the next, in bytes
  cfa::Integer offset = 0; ///< of the first one, where the pointer leads to the start of an object

  /// The one that has this address, or the register.
  [[nodiscard]] cfa::VariableId variable() const;
  /// The register that has the pointer; invalid if that is the address of a variable.
  [[nodiscard]] cfa::VariableId holder() const;
};

/// The arrays of a program, and which loads and stores are of which.
class ArrayAccesses {
public:
  /// `cfa` must outlive this; expressions are made in `pool`, which is that of `cfa`.
  ArrayAccesses(const cfa::Cfa& cfa, cfa::ExpressionPool& pool);

  /// Those that are loaded and stored one element at a time, and not copied from; a few for each region. The pointer has one
  /// value at a time: the program can say when it changes.
  [[nodiscard]] std::vector<AccessedArray> arrays() const;

  /// Of the objects that may be at the address, an expression of the program; null: it is the address of none.
  [[nodiscard]] const facts::ObjectGroup* objects_at(cfa::ExpressionRef address) const;
  [[nodiscard]] const facts::ObjectGroup& objects_of(const AccessedArray& array) const;
  /// Those of which the variable, which is in memory, is one.
  [[nodiscard]] const facts::ObjectGroup& objects_of(cfa::VariableId variable) const;
  /// Invalid if nothing is at the address.
  [[nodiscard]] facts::RegionId region_of(cfa::ExpressionRef address, const cfa::Type& type) const;

  /// The parts of `address`, an expression of the program. A register that leads to the start of one variable and to nothing
  /// else is the address of the variable.
  [[nodiscard]] ArrayAddress parts_of(cfa::ExpressionRef address) const;

private:
  [[nodiscard]] std::optional<AccessedArray> array_at(cfa::ExpressionRef address, const cfa::Type& type) const;
  void take_out_what_is_read_elsewhere(const cfa::Operation& operation);

  const cfa::Cfa& cfa_;
  cfa::ExpressionPool& pool_;
  facts::MemoryRegions regions_;
  std::unordered_set<facts::RegionId> excluded_;
};

} // namespace vouch::transformation
