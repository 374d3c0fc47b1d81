#pragma once

#include "analysis/facts/call_graph.hpp"

#include <vector>

namespace vouch::facts {

/// By location: whether a run may come there behind one of `edges`. Functions are entered and left as runs do: a call that
/// takes none of them itself leaves behind what was taken before it, whoever else calls the same function.
std::vector<bool> locations_behind(const cfa::Cfa& cfa, const CallGraph& calls, const std::vector<cfa::EdgeId>& edges);

} // namespace vouch::facts
