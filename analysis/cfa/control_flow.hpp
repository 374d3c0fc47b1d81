#pragma once

#include "analysis/cfa/cfa.hpp"

namespace vouch::cfa {

/// Where the edge leads without leaving the function: a call is followed by the location behind it. Invalid for a return.
LocationId successor_in_function(const Cfa& cfa, EdgeId edge);

/// Where control can go from `location` without leaving its function: a call is followed by the location behind it.
std::vector<LocationId> successors_in_function(const Cfa& cfa, LocationId location);

/// The other way round: from where control can come to `location` without having left its function.
std::vector<LocationId> predecessors_in_function(const Cfa& cfa, LocationId location);

/// The function that executes the edge: a return is a step of the caller.
FunctionId function_of(const Cfa& cfa, const Edge& edge);

/// Those in which verifications start, of entry points of all kinds.
std::vector<FunctionId> starting_functions(const Cfa& cfa);

} // namespace vouch::cfa
