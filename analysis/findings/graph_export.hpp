#pragma once

#include "analysis/core/exploration.hpp"
#include "analysis/report/reachability_graph.hpp"

#include <string>

namespace vouch::findings {

/// How many nodes are exported at most, those of all graphs together.
inline constexpr std::size_t most_exported_nodes = 10'000;

/// What an exploration has reached, as plain data: a graph for each reached set that the program uses. Where there are
/// more than `most_nodes`, the oldest ones of each graph.
EntryGraphs exported(const core::Exploration& exploration, std::string entry, std::string analysis,
                     std::size_t most_nodes = most_exported_nodes);

} // namespace vouch::findings
