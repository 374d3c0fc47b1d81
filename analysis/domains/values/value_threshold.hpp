#pragma once

#include "analysis/core/configurable_program_analysis.hpp"
#include "analysis/domains/values/value_precision.hpp"
#include "analysis/domains/values/value_state.hpp"

#include <cstddef>

/// When a place has too many values to be tracked, after D. Beyer, T. A. Henzinger, G. Theoduloz: "Program analysis with
/// dynamic precision adjustment", ASE 2008, section 4.
///
/// Invariant: at one location, and in one call stack, there are reached states with at most `most` different values of a place,
/// and one in which it is given up. Behind that one it is tracked no more.
///
/// Example: `x = 0; while (x < n) x++;` with two: the loop's head is reached with 0, with 1, and then with anything.
namespace vouch::domains {

/// How many values a place may have at one location. 0: none is tracked.
struct ValueThreshold {
  std::size_t most = 0;
};

/// What has more values than that, if `state` is added to those that are reached at its location. An allocation counts as a place
/// that has the number of objects it has made.
GivenUp beyond(const ValueThreshold& threshold, const ValueState& state, const core::ReachedView<ValueState>& reached);

} // namespace vouch::domains
