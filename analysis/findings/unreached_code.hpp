#pragma once

#include "analysis/cfa/cfa.hpp"

#include <functional>
#include <set>
#include <vector>

/// Code that no run comes to, and what stands before it.
namespace vouch::findings {

using IsUnreached = std::function<bool(cfa::LocationId)>;

/// What runs would come to if they went on at `starts`, as far as it is unreached and the edges tell; `starts`
/// included, if they are unreached themselves.
std::set<cfa::LocationId> unreached_from(const cfa::Cfa& cfa, const std::vector<cfa::LocationId>& starts,
                                         const IsUnreached& is_unreached);

} // namespace vouch::findings
