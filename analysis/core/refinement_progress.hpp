#pragma once

#include "analysis/core/reached_set.hpp"

#include <cstddef>
#include <unordered_map>
#include <vector>

namespace vouch::core {

/// Tells refinements that go somewhere from those after which exploration would only find the same spurious path again.
class RefinementProgress {
public:
  /// Whether pruning at `pivot` with `increment` can keep the paths into `target` from coming back. Two things say no:
  ///  - Between the pivot and the target, every state was computed under a precision that contained the increment and
  ///    all that its parents track by now. Pruning would compute the same states again.
  ///  - The same abstract path was refined with the same increment before, and came back all the same.
  /// `pivot` not being an ancestor of `target` is no progress, either.
  bool would_change(const ReachedSet& reached, ArgNodeId target, ArgNodeId pivot, const Precision& increment);

private:
  /// Increments tried so far, by the hash of the abstract path.
  std::unordered_map<std::size_t, std::vector<Precision>> tried_;
};

} // namespace vouch::core
