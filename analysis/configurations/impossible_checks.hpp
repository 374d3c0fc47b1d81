#pragma once

#include "analysis/facts/memory_regions.hpp"

#include <unordered_set>

namespace vouch::configurations {

/// The targets that no run from `start` comes to for what is known of pointers and numbers without a solver
/// (facts/usable_pointers, domains/numbers/number_ranges), of those that nobody has written as an assertion. `regions` are
/// those of `cfa`.
std::unordered_set<cfa::LocationId>
targets_of_impossible_checks(const cfa::Cfa& cfa, const facts::MemoryRegions& regions, cfa::LocationId start);

} // namespace vouch::configurations
