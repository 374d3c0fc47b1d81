#pragma once

#include "analysis/core/exploration.hpp"

#include <cstddef>
#include <unordered_map>
#include <vector>

namespace vouch::core {

/// Tells refinements that go somewhere from those after which exploration would only find the same spurious path again.
class RefinementProgress {
public:
  /// Whether `spurious` can keep the paths into `target` from coming back. Two things say no:
  ///  - There are cuts in the target's own reached set alone, and between their pivots and the target every state was
  ///    computed under a precision that contained the increment and all that its parents track by now. The same states
  ///    would be computed again.
  ///  - The same abstract path was refined with the same increment before, and came back all the same.
  /// A pivot in the target's set that is not an ancestor of the target is no progress, either.
  /// Where nothing is to be tracked in addition, and only exits of blocks are not to be used any longer, that is no refinement, and
  /// the same path may come back: what else rests on exits that are gone shows only then.
  bool would_change(const Exploration& exploration, ExploredNode target, const Spurious& spurious);

private:
  /// Increments tried so far, by the hash of the abstract path.
  std::unordered_map<std::size_t, std::vector<Precision>> tried_;
  std::size_t given_up_in_a_row_ = 0; ///< how often exits were not to be used any longer, and nothing else
};

} // namespace vouch::core
