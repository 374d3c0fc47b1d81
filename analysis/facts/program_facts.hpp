#pragma once

#include "analysis/facts/blocks.hpp"
#include "analysis/facts/call_graph.hpp"
#include "analysis/facts/live_variables.hpp"
#include "analysis/facts/memory_regions.hpp"
#include "analysis/facts/side_effects.hpp"

#include <optional>
#include <unordered_set>

namespace vouch::facts {

/// What all verifications of a program need to know of it.
struct ProgramFacts {
  /// `cfa` must outlive the result.
  ProgramFacts(const cfa::Cfa& cfa, BlockHeuristic heuristic)
      : regions(cfa), recursive(CallGraph(cfa).recursive_functions()), blocks(cfa, heuristic),
        effects(cfa, regions, blocks), cfa_(cfa) {}

  MemoryRegions regions;
  std::unordered_set<cfa::FunctionId> recursive;
  BlockPartition blocks; ///< what is analysed on its own
  SideEffectTable effects;

  /// Computed when it is first asked for: whoever looks for results in the cache does not need it.
  [[nodiscard]] const LiveVariables& live() const {
    if (!live_) {
      live_.emplace(cfa_);
    }
    return *live_;
  }

private:
  const cfa::Cfa& cfa_;
  mutable std::optional<LiveVariables> live_;
};

} // namespace vouch::facts
