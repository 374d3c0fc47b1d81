#pragma once

#include "analysis/cfa/cfa.hpp"
#include "analysis/core/analysis.hpp"

#include <string>
#include <vector>

/// Abstract states for people who debug an analysis.
namespace vouch::findings {

struct StatePart {
  std::string domain; ///< "call stack", "predicates", "path", "values", "memory"
  std::string text;   ///< cut off with "..." if it is very long
};

/// What `state` says beyond its location. Parts that say nothing are left out.
std::vector<StatePart> parts_of(const core::AbstractState& state, const cfa::Cfa& cfa);

} // namespace vouch::findings
