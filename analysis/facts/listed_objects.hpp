#pragma once

#include "analysis/facts/memory_regions.hpp"

#include <unordered_set>

namespace vouch::facts {

/// The groups of which formulas list the objects, with what has become of each and how large it is: a check asks for it.
/// Of a null pointer, and of memory that is lost, nothing has to be known.
std::unordered_set<const ObjectGroup*> groups_with_listed_objects(const MemoryRegions& regions);

} // namespace vouch::facts
