#pragma once

#include "analysis/core/reached_set.hpp"
#include "analysis/support/run_context.hpp"

#include <cstddef>
#include <limits>
#include <set>
#include <variant>

namespace vouch::core {

/// What makes two targets the same for the user: their places, not the way there.
struct TargetKey {
  TargetKind kind = TargetKind::Property;
  cfa::LocationId location;

  friend auto operator<=>(const TargetKey&, const TargetKey&) = default;
};
using TargetKeys = std::set<TargetKey>;

TargetKey key_of(const TargetReason& reason);

/// The first reason why `id` is a target that is not in `ignored`.
std::optional<TargetReason> open_target(const ReachedSet& reached, ArgNodeId id, const TargetKeys& ignored);

/// One abstract successor of a node, and the edge that leads there. An invalid edge: a step over a block of edges.
struct Successor {
  cfa::EdgeId edge;
  AbstractState state;
};

/// Where the successors of a node come from.
class TransferRelation {
public:
  TransferRelation() = default;
  TransferRelation(const TransferRelation&) = delete;
  TransferRelation& operator=(const TransferRelation&) = delete;
  virtual ~TransferRelation() = default;

  /// Nothing: they cannot be told yet; the node has to be asked again after the caller has done something about it.
  virtual std::optional<std::vector<Successor>> successors(const ReachedSet& reached, ArgNodeId id) = 0;
};

/// The analysis's own successors along each edge that leaves the node's location.
std::vector<Successor> successors_along_edges(const ReachedSet& reached, ArgNodeId id);

/// Nothing waits any more: the reached states contain every state that the program can reach.
struct Exhausted {};
struct TargetFound {
  ArgNodeId node;
};
/// The transfer relation could not tell this node's successors yet. It waits, as before.
struct Suspended {
  ArgNodeId node;
};
/// Precision adjustment wants someone to look at this node before its successors are computed. It waits until its
/// precision has changed, or it is pruned; other nodes may be paused, too.
struct PausedAt {
  ArgNodeId node;
};
/// As many nodes were expanded as was asked for, and there is more to do. This one was the last, and is not covered.
struct Unfinished {
  ArgNodeId last;
};
using ExplorationResult = std::variant<Exhausted, TargetFound, Suspended, PausedAt, Unfinished>;

inline constexpr std::size_t any_number = std::numeric_limits<std::size_t>::max();

/// Expands waiting nodes until none is left, there is a target that is not in `ignored`, a node is paused, or at least `most`
/// were expanded. Can be called again, also after `prune`; ignored targets are expanded like every other state. Throws
/// `Interrupted` when `context` ends the run; `reached` then is as valid as before.
ExplorationResult explore(ReachedSet& reached, TransferRelation& transfer, RunContext& context,
                          const TargetKeys& ignored, std::size_t most = any_number);

/// The same along edges; never `Suspended`.
ExplorationResult explore(ReachedSet& reached, RunContext& context, const TargetKeys& ignored = {},
                          std::size_t most = any_number);

} // namespace vouch::core
