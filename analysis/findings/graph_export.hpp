#pragma once

#include "analysis/bam/block_memoization.hpp"
#include "analysis/report/reachability_graph.hpp"

#include <string>

namespace vouch::findings {

/// How many nodes are exported at most, those of all graphs together.
inline constexpr std::size_t most_exported_nodes = 10'000;

/// What an exploration has reached, as plain data. Where there are more than `most_nodes`, the oldest ones of each
/// graph.
EntryGraphs exported(const core::ReachedSet& reached, std::string entry, std::string analysis,
                     std::size_t most_nodes = most_exported_nodes);
/// The same with the graphs of the blocks that the program uses.
EntryGraphs exported(const bam::BlockMemoization& memoization, std::string entry, std::string analysis,
                     std::size_t most_nodes = most_exported_nodes);

} // namespace vouch::findings
