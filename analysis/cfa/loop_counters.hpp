#pragma once

#include "analysis/cfa/cfa.hpp"

#include <optional>
#include <set>

namespace vouch::cfa {

/// By how much the assignment changes its target; nothing if it isn't by a number. `i = i - 2`: -2.
std::optional<Integer> step_of(const Assign& assign);

/// What the loops around `location` in its function change by a number, in themselves or in a loop inside.
///
/// Example: k of `for (k = n; k > 0; k -= 2) { ... }`, at each place in the braces.
std::set<VariableId> counters_around(const Cfa& cfa, LocationId location);

} // namespace vouch::cfa
