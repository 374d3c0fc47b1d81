#pragma once

#include "analysis/trace/machine.hpp"

namespace vouch::trace {

/// The objects from the heap that are allocated and that no pointer leads to any more: none in a variable of a function
/// that has not returned, in static storage, or in an object that itself can be reached. Every number that is the address
/// of a byte of an object counts as a pointer, and objects that a function without a definition was told of count as reached.
std::vector<Provenance> lost_objects(const Machine& machine, const Program& program);

} // namespace vouch::trace
