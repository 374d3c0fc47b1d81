#pragma once

#include "analysis/facts/memory_regions.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

namespace vouch::facts {

/// Numbers from `least` to `below`, and from `above` to `largest`: the widest gap is where a table has one number that is none of
/// the others, -1 or the largest of its type.
struct NumberRange {
  cfa::Integer least = 0;
  cfa::Integer below = 0;
  cfa::Integer above = 0;
  cfa::Integer largest = 0;
  friend bool operator==(const NumberRange&, const NumberRange&) = default;
};

/// Between which numbers the elements of constant tables are: what is found in `static const short next[4] = {1, 2, -1, 8}`
/// is -1, or between 1 and 8.
///
/// Invariant: a load from a region of variables with static storage that are constant gives one of the numbers that have been
/// put there where a verification begins, or 0 where the variable was filled with that; nothing else writes there, and each of
/// the variables has got all its contents in this way, before anything else happens.
class ConstantTables {
public:
  /// Both must outlive the object.
  ConstantTables(const cfa::Cfa& cfa, const MemoryRegions& regions);

  /// What a load finds, an expression of the Cfa; nothing if that is not known.
  [[nodiscard]] std::optional<NumberRange> range_of(cfa::ExpressionRef load) const;
  /// The same of all loads from the region.
  [[nodiscard]] std::optional<NumberRange> range_of(RegionId region) const;
  /// What the variable was written at once with, and still holds; null: it was not, or something else may be there.
  [[nodiscard]] const std::vector<std::uint8_t>* contents_of(cfa::VariableId variable) const;
  /// What is so many bytes behind the start of a variable that was written at once; nothing if it was not, or something else
  /// may be there.
  [[nodiscard]] std::optional<cfa::Integer> number_at(cfa::VariableId variable, cfa::Integer offset,
                                                      const cfa::Type& type) const;

private:
  const MemoryRegions& regions_;
  std::unordered_map<RegionId, NumberRange> ranges_;
  std::unordered_map<cfa::VariableId, std::shared_ptr<const std::vector<std::uint8_t>>> contents_;
};

/// Null: no table is so long that it was written at once. Both must outlive the result.
std::shared_ptr<const ConstantTables> long_tables(const cfa::Cfa& cfa, const MemoryRegions& regions);

} // namespace vouch::facts
