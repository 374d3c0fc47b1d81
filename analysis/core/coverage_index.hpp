#pragma once

#include "analysis/core/analysis.hpp"
#include "analysis/core/arg.hpp"

#include <unordered_map>
#include <vector>

namespace vouch::core {

/// Finds the reached states that may cover a new one without asking all of them.
///
/// The states of a partition are kept by shape (what they speak of), and those of one shape by what they say. A new
/// state is projected onto each shape; only states that say the same can cover it.
///
/// Example, with values: the shape {x} has the states x=1 and x=2, the shape {x, y} has x=1,y=7. The state x=1,y=8 is
/// projected to x=1, which finds the first, and to x=1,y=8, which finds none.
class CoverageIndex {
public:
  void add(const Analysis& analysis, ArgNodeId id, const AbstractState& state);
  /// Requires that `id` was added with this state.
  void remove(const Analysis& analysis, ArgNodeId id, const AbstractState& state);
  /// All states that cover `state`, and few others, oldest first.
  [[nodiscard]] std::vector<ArgNodeId> candidates(const Analysis& analysis, const AbstractState& state) const;

private:
  struct Shape {
    std::size_t key = 0;
    AbstractState example; ///< of this shape, perhaps no longer reached
    std::unordered_multimap<std::size_t, ArgNodeId> by_projection;
  };
  std::unordered_map<std::size_t, std::vector<Shape>> partitions_;
};

} // namespace vouch::core
