#pragma once

#include "analysis/bam/block_memoization.hpp"
#include "analysis/core/cegar.hpp"

#include <optional>
#include <variant>
#include <vector>

/// Counterexample-guided refinement over the reached sets of many block analyses. A refiner sees a path through all of
/// them; what it finds out is applied to those on the path, lazily: all other results stay as they are.
namespace vouch::bam {

/// What to take back in one of the block analyses on a spurious path.
struct Cut {
  BlockAnalysisId analysis;
  std::vector<core::ArgNodeId> pivots;      ///< from here on is explored again
  std::vector<BlockAnalysisId> used_before; ///< blocks whose present exits are not to be used any longer
};
struct NestedSpurious {
  std::vector<Cut> cuts;
  core::Precision increment; ///< what to track in addition, in all of them
};
using NestedRefinement = std::variant<core::Feasible, NestedSpurious, core::Inconclusive>;

class NestedRefiner {
public:
  NestedRefiner() = default;
  NestedRefiner(const NestedRefiner&) = delete;
  NestedRefiner& operator=(const NestedRefiner&) = delete;
  virtual ~NestedRefiner() = default;

  /// `Spurious` requires that the paths into `target` that were looked at are infeasible, and that something changes.
  virtual NestedRefinement refine(const BlockMemoization& memoization, const BlockTarget& target,
                                  RunContext& context) = 0;
};

/// As `core::run_cegar`. Throws `Interrupted`.
core::CegarResult run_cegar(BlockMemoization& memoization, NestedRefiner& refiner, RunContext& context,
                            const core::TargetKeys& ignored);

/// The edges of one path from the start of the program to `target`, through the blocks that were remembered: each use
/// is replaced by a path to the exit that was used. Nothing if an exit on the way has been taken back since.
std::optional<std::vector<cfa::EdgeId>> flat_path(const BlockMemoization& memoization, const BlockTarget& target);

} // namespace vouch::bam
