#pragma once

#include <cstddef>
#include <vector>

namespace vouch::facts {

/// The strongly connected components of the graph in which node i has the edges to `successors[i]`. A component comes behind all that
/// it leads to.
std::vector<std::vector<std::size_t>>
strongly_connected_components(const std::vector<std::vector<std::size_t>>& successors);

} // namespace vouch::facts
