#include "analysis/domains/values/value_threshold.hpp"

#include <algorithm>
#include <vector>

namespace vouch::domains {
namespace {

/// The places of the state with which `is_beyond(place, value)`.
template <class IsBeyond>
GivenUp places_of(const ValueState& state, const IsBeyond& is_beyond) {
  GivenUp result;
  for_each_counted(state, [&](const CountedPlace& place, const ExplicitValue& value) {
    if (!is_beyond(place, value)) {
      return;
    }
    if (const std::optional<TrackedPlace> tracked = tracked_place(place)) {
      result.places.insert(*tracked);
    } else {
      result.names.insert(std::get<cfa::EdgeId>(place));
    }
  });
  return result;
}

} // namespace

std::size_t ValueThreshold::of(const CountedPlace& place) const {
  if (of_variable.empty()) {
    return most; // asked for each place of each state
  }
  const std::optional<TrackedPlace> tracked = tracked_place(place);
  const std::optional<cfa::VariableId> variable = tracked ? variable_of(*tracked) : std::nullopt;
  const auto known = variable ? of_variable.find(*variable) : of_variable.end();
  return known != of_variable.end() ? known->second : most;
}

GivenUp beyond(const ValueThreshold& threshold, const ValueState& state, const core::ReachedView<ValueState>& reached) {
  return places_of(state, [&](const CountedPlace& place, const ExplicitValue& value) {
    const std::size_t most = threshold.of(place);
    if (reached.size() < most) {
      return false; // they cannot have so many
    }
    std::vector<ExplicitValue> seen = {value};
    for (std::size_t i = 0; i < reached.size() && seen.size() <= most; ++i) {
      const std::optional<ExplicitValue> other = value_at(reached[i], place);
      if (other && std::ranges::find(seen, *other) == seen.end()) {
        seen.push_back(*other);
      }
    }
    return seen.size() > most;
  });
}

GivenUp beyond(const ValueThreshold& threshold, const ValueState& state, SeenValues& seen) {
  return places_of(state, [&](const CountedPlace& place, const ExplicitValue& value) {
    return seen.add(place, value) > threshold.of(place);
  });
}

} // namespace vouch::domains
