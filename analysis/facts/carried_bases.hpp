#pragma once

#include "analysis/facts/memory_regions.hpp"

#include <unordered_set>

namespace vouch::facts {

/// Pointers that have to take along where their object begins, since a memory check asks for that object and the
/// pointer's place in it is not the same in all runs. They are in registers, and in regions with cells that are pointers.
///
/// All that such a pointer may be computed from is carried as well, except for loads whose offset is known
/// (`MemoryRegions::distance_from_start`) and for numbers that become pointers, of which nothing is known. So is what it
/// is compared with: that is where loops end.
///
/// Example: `for (int *p = a, *end = a + n; p < end; p++) *p = 0;` checks `*p`, so that the bases of `p`, `a` and `end`
/// are carried.
struct CarriedBases {
  std::unordered_set<cfa::VariableId> registers;
  std::unordered_set<RegionId> regions;
};

CarriedBases carried_bases(const cfa::Cfa& cfa, const MemoryRegions& regions);

/// Whether two pointers are compared, none of them a constant, so that what is known of their offsets may matter.
bool compares_places(const cfa::Binary& comparison);

/// Whether the check asks for the object that its pointer is derived from, and neither its variable nor its offset from
/// the start of the object is known.
bool asks_for_carried_base(const cfa::MemoryCheck& check, const MemoryRegions& regions);

} // namespace vouch::facts
