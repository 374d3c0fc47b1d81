#pragma once

#include "analysis/domains/values/value_precision.hpp"
#include "analysis/domains/values/value_state.hpp"

#include <functional>

/// States with fewer values: what abstraction by a precision is, and what interpolation is made of.
namespace vouch::domains {

ObjectOwner owner_of(ObjectId object);

/// The places of which the state says something.
TrackedPlaces places_in(const ValueState& state);

/// What is left of the state without the places that `keep` does not hold of. Contains it.
ValueState restricted(const ValueState& state, const std::function<bool(const TrackedPlace&)>& keep);

} // namespace vouch::domains
