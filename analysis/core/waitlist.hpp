#pragma once

#include "analysis/core/arg.hpp"
#include "analysis/report/exploration_settings.hpp"

#include <compare>
#include <cstdint>
#include <memory>
#include <random>
#include <set>
#include <unordered_map>
#include <vector>

namespace vouch::core {

using vouch::TraversalOrder;

/// Which waiting node is expanded next: the order, and what it takes.
struct Traversal {
  Traversal(TraversalOrder chosen) : order(chosen) {} // NOLINT(google-explicit-constructor): an order is a traversal

  TraversalOrder order;
  std::uint64_t seed = 0; ///< of a random one
  /// By location, of a weak topological one (facts/weak_topological_order.hpp).
  std::shared_ptr<const std::vector<std::size_t>> positions = nullptr;
};

/// Where a node stands in the program, as far as the traversal order cares.
struct WaitlistPosition {
  std::size_t call_depth = 0;
  std::size_t in_function = 0;         ///< in the order that the traversal has for it
  std::vector<std::size_t> place = {}; ///< as the analysis sees it; counts more than the others
};

/// The nodes that still have to be expanded, each at most once.
class Waitlist {
public:
  explicit Waitlist(const Traversal& traversal)
      : order_(traversal.order), random_(static_cast<std::minstd_rand::result_type>(traversal.seed)) {}

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
  std::minstd_rand random_;
  std::int64_t next_sequence_ = 0;
  std::set<Entry> queue_;
  std::unordered_map<ArgNodeId, Entry> waiting_;
};

} // namespace vouch::core
