#pragma once

#include "analysis/facts/blocks.hpp"
#include "analysis/facts/call_graph.hpp"
#include "analysis/facts/live_variables.hpp"
#include "analysis/facts/memory_regions.hpp"
#include "analysis/facts/side_effects.hpp"

#include <unordered_set>

namespace vouch::facts {

/// What all verifications of a program need to know of it.
struct ProgramFacts {
  ProgramFacts(const cfa::Cfa& cfa, BlockHeuristic heuristic)
      : regions(cfa), live(cfa), recursive(CallGraph(cfa).recursive_functions()), blocks(cfa, heuristic),
        effects(cfa, regions, blocks) {}

  MemoryRegions regions;
  LiveVariables live;
  std::unordered_set<cfa::FunctionId> recursive;
  BlockPartition blocks; ///< what is analysed on its own
  SideEffectTable effects;
};

} // namespace vouch::facts
