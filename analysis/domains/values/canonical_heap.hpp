#pragma once

#include "analysis/domains/values/value_state.hpp"

/// Names of allocated objects that do not tell how often something was allocated, after G. Theoduloz, EPFL thesis 4781, 2010,
/// section 4.4.4, whose order lacks them: heaps that differ in addresses alone are one heap.
///
/// Invariant: the result stands for the same concrete states, and of two states whose heaps are small, and isomorphic as seen
/// from variables, the results are equal. Names stand for some object each; what no variable leads to needs none.
///
/// Example: `p = malloc(8); while (more()) { free(p); p = malloc(8); }` has p = the fourth object, three have ended; as the
/// first time, it is: p = the first object.
namespace vouch::domains {

/// Allocated objects are numbered in the order in which they are found, breadth first, from registers and variables in memory;
/// nothing is left of others. Of a large heap all stays as it is.
ValueState with_canonical_heap(const ValueState& state);

} // namespace vouch::domains
