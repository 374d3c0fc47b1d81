#pragma once

#include "analysis/domains/values/value_precision.hpp"
#include "analysis/reuse/portable_names.hpp"

#include <string>
#include <vector>

/// Places whose values are tracked, as texts that outlive an exploration: `main::flag`, `table+8`, `table+` for what is known of
/// an object as a whole. What an `Allocate` makes has no name that lasts, and is left out.
namespace vouch::reuse {

std::vector<std::string> kept_places(const domains::TrackedPlaces& places, const PortableNames& names);

/// What is not found is left out.
domains::TrackedPlaces restored_places(const std::vector<std::string>& kept, const PortableNames& names);

} // namespace vouch::reuse
