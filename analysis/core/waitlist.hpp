#pragma once

#include "analysis/core/arg.hpp"

#include <compare>
#include <cstdint>
#include <set>
#include <unordered_map>
#include <vector>

namespace vouch::core {

/// Which waiting node is expanded next.
enum class TraversalOrder {
  DepthFirst,   ///< the youngest
  BreadthFirst, ///< the oldest
  /// What the analysis says (`traversal_place`); then deeper call stacks first, then the smaller position in the reverse
  /// post-order of the function, then the oldest. Every path into a join point arrives before the join point is expanded,
  /// so that merging meets all of them.
  ReversePostOrder,
};

/// Where a node stands in the program, as far as the traversal order cares.
struct WaitlistPosition {
  std::size_t call_depth = 0;
  std::size_t reverse_post_order = 0;
  std::vector<std::size_t> place = {}; ///< as the analysis sees it; counts more than the others
};

/// The nodes that still have to be expanded, each at most once.
class Waitlist {
public:
  explicit Waitlist(TraversalOrder order) : order_(order) {}

  /// Nothing happens if the node waits already.
  void push(ArgNodeId id, WaitlistPosition position);
  /// Requires `!empty()`.
  ArgNodeId pop();
  void erase(ArgNodeId id);

  [[nodiscard]] bool contains(ArgNodeId id) const { return waiting_.contains(id); }
  [[nodiscard]] bool empty() const { return queue_.empty(); }
  [[nodiscard]] std::size_t size() const { return queue_.size(); }
  /// All waiting nodes, next one first.
  [[nodiscard]] std::vector<ArgNodeId> ids() const;

private:
  struct Entry {
    std::vector<std::size_t> place;
    std::int64_t major = 0;
    std::int64_t minor = 0;
    std::int64_t sequence = 0;
    ArgNodeId id;

    friend auto operator<=>(const Entry&, const Entry&) = default;
  };

  TraversalOrder order_;
  std::int64_t next_sequence_ = 0;
  std::set<Entry> queue_;
  std::unordered_map<ArgNodeId, Entry> waiting_;
};

} // namespace vouch::core
