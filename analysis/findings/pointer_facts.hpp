#pragma once

#include "analysis/facts/memory_regions.hpp"
#include "analysis/report/report.hpp"

#include <vector>

namespace vouch::findings {

/// Where the pointers of a function may lead that its source names and whose address is not taken, from points-to analysis
/// alone: it holds in all runs without undefined behaviour.
std::vector<PointerFact> pointer_facts(const cfa::Cfa& cfa, cfa::FunctionId function,
                                       const facts::MemoryRegions& regions);

} // namespace vouch::findings
