#include "analysis/configurations/impossible_checks.hpp"

#include "analysis/domains/numbers/number_ranges.hpp"
#include "analysis/facts/usable_pointers.hpp"

#include <optional>

namespace vouch::configurations {

std::unordered_set<cfa::LocationId>
targets_of_impossible_checks(const cfa::Cfa& cfa, const facts::MemoryRegions& regions, cfa::LocationId start) {
  const domains::NumberRanges ranges(cfa, regions, start);
  const auto numbers = [&](cfa::ExpressionRef number, cfa::LocationId location) {
    const std::optional<smt::Interval> known = ranges.of(number, location);
    return known ? std::optional(facts::Bytes{known->low, known->high + 1}) : std::nullopt;
  };
  std::unordered_set<cfa::LocationId> result = facts::targets_of_usable_pointers(cfa, regions, start, numbers);
  result.merge(ranges.impossible_targets());
  return result;
}

} // namespace vouch::configurations
