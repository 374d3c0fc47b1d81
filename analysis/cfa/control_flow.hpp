#pragma once

#include "analysis/cfa/cfa.hpp"

#include <set>
#include <vector>

namespace vouch::cfa {

/// Where the edge leads without leaving the function: a call is followed by the location behind it. Invalid for a return.
LocationId successor_in_function(const Cfa& cfa, EdgeId edge);

/// Where control can go from `location` without leaving its function: a call is followed by the location behind it.
std::vector<LocationId> successors_in_function(const Cfa& cfa, LocationId location);

/// The other way round: from where control can come to `location` without having left its function.
std::vector<LocationId> predecessors_in_function(const Cfa& cfa, LocationId location);

/// The edges by which control comes back to `head`, if it is the head of a loop: a call's is that of its return.
std::vector<EdgeId> closing_edges(const Cfa& cfa, LocationId head);

/// The natural loop of `head` (A. Aho, R. Sethi, J. Ullman, "Compilers", 1986, 10.4): the head, and the locations of its
/// function from which control comes back to it without passing it. Where control can jump into the middle of a loop,
/// what comes before that belongs to it as well.
std::set<LocationId> locations_of_loop(const Cfa& cfa, LocationId head);

/// The function that executes the edge: a return is a step of the caller.
FunctionId function_of(const Cfa& cfa, const Edge& edge);

/// Those in which verifications start, of entry points of all kinds.
std::vector<FunctionId> starting_functions(const Cfa& cfa);

} // namespace vouch::cfa
