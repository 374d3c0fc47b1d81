#pragma once

#include "analysis/core/configurable_program_analysis.hpp"
#include "analysis/domains/values/seen_values.hpp"
#include "analysis/domains/values/value_precision.hpp"
#include "analysis/domains/values/value_state.hpp"
#include "analysis/report/exploration_settings.hpp"

#include <cstddef>
#include <map>

/// When a place has too many values to be tracked, after D. Beyer, T. A. Henzinger, G. Theoduloz: "Program analysis with
/// dynamic precision adjustment", ASE 2008, section 4.
///
/// Invariant: at one location, and in one call stack, there are reached states with at most `most` different values of a place,
/// and one in which it is given up. Behind that one it is tracked no more. The same along one path, or among all states, if values
/// are counted there.
///
/// Example: `x = 0; while (x < n) x++;` with two: the loop's head is reached with 0, with 1, and then with anything. Counted along
/// the path it is the same; counted among all states `x = 1; ...; x = 2; ...; x = 3;` gives up x at the third assignment.
namespace vouch::domains {

struct ValueThreshold {
  std::size_t most = 0; ///< values of a place. 0: none is tracked
  ValueCounting counting = ValueCounting::Location;
  std::map<cfa::VariableId, std::size_t> of_variable = {}; ///< of those that may have another number of them

  [[nodiscard]] std::size_t of(const CountedPlace& place) const;
};

/// What has more values than that, if `state` is added to those that are reached at its location. An allocation counts as a place
/// that has the number of objects it has made.
GivenUp beyond(const ValueThreshold& threshold, const ValueState& state, const core::ReachedView<ValueState>& reached);

/// The same, if `state` is added to `seen`; adds it.
GivenUp beyond(const ValueThreshold& threshold, const ValueState& state, SeenValues& seen);

} // namespace vouch::domains
