#pragma once

#include "analysis/cfa/cfa.hpp"

namespace vouch::cfa {

/// Where control can go from `location` without leaving its function: a call is followed by the location behind it.
std::vector<LocationId> successors_in_function(const Cfa& cfa, LocationId location);

} // namespace vouch::cfa
