#pragma once

#include "analysis/domains/values/value_precision.hpp"
#include "analysis/reuse/portable_names.hpp"

#include <string>
#include <vector>

/// Places whose values are tracked, as texts that outlive an exploration: `main::flag`, `table+8`, `table+` for what is known of
/// an object as a whole, `table+*` for all of it. What an `Allocate` makes has no name that lasts, and is left out.
namespace vouch::reuse {

std::vector<std::string> kept_places(const domains::ValuePrecision& tracked, const PortableNames& names);

/// To be tracked everywhere. What is not found is left out.
domains::ValuePrecision restored_places(const std::vector<std::string>& kept, const PortableNames& names);

} // namespace vouch::reuse
