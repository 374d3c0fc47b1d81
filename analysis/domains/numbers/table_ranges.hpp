#pragma once

#include "analysis/facts/memory_regions.hpp"
#include "analysis/smt/terms/interval.hpp"

#include <optional>
#include <unordered_map>

namespace vouch::domains {

/// Between which numbers the elements of constant tables are: what is found in `static const char sizes[4] = {1, 2, 4, 8}`
/// is in [1, 8].
///
/// Invariant: a load from a region of variables with static storage that are constant gives one of the numbers that stores
/// of constants have put there, or 0 where the variable was filled with that; nothing else writes there, and each of the
/// variables has got all its contents in this way, before anything else happens.
class TableRanges {
public:
  /// Both must outlive the object. Of the functions where a verification from `start` begins.
  TableRanges(const cfa::Cfa& cfa, const facts::MemoryRegions& regions, cfa::LocationId start);

  /// What a load finds, an expression of the Cfa; nothing if that is not known.
  [[nodiscard]] std::optional<smt::Interval> of(cfa::ExpressionRef load) const;

private:
  const facts::MemoryRegions& regions_;
  std::unordered_map<facts::RegionId, smt::Interval> ranges_;
};

} // namespace vouch::domains
