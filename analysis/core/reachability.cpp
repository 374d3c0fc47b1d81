#include "analysis/core/reachability.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

/// The CPA+ algorithm (Beyer, Henzinger, Theoduloz: ASE 2008, algorithm 1) on an ARG, with these choices:
///
///  - Precision is adjusted for every successor before merge and stop, not when a state is taken from the waitlist, so
///    that `reached` holds the adjusted states and they can cover others.
///  - A merged state replaces the reached one in place, at the same node, and covers the new state: merge returns an
///    upper bound of both or leaves them apart.
///  - A state that equals a reached one, or one that was merged into it, is covered without asking merge and stop.
///    When a node is expanded once more, its old successors then change nothing.
///  - States are offered to merge only if they have the new state's merge key, and to stop only if they have its
///    partition and say the same as it (coverage_index.hpp); for the others both operators would say no.
///  - Stop sees one candidate at a time, so that every covered node knows the one node that covers it.
///
/// Example: a diamond whose branches meet at l3, with constants that merge by join.
///
///       n0 (l0)              n0 is expanded: n1, n2. n1 is expanded: n3 with x=1. n2 is expanded: its successor x=2
///      x:=1  x:=2            merges with n3, which becomes x=any, gets the second parent n2, and waits as before.
///    n1 (l1)  n2 (l2)        Reverse post-order expands n3 only now; depth-first expands it twice, the second time for
///         n3 (l3)            the weaker state.
namespace vouch::core {
namespace {

std::optional<ArgNodeId> find_coverer(const ReachedSet& reached, std::span<const ArgNodeId> candidates,
                                      const AbstractState& state, const Precision& precision) {
  for (ArgNodeId id : candidates) {
    const AbstractState* candidate = &reached.node(id).state;
    if (reached.analysis().stop(state, {&candidate, 1}, precision)) {
      return id;
    }
  }
  return std::nullopt;
}

/// A node that surely covers `state`: it has this state, or has taken it in by merging.
std::optional<ArgNodeId> find_known(const ReachedSet& reached, std::span<const ArgNodeId> candidates,
                                    const AbstractState& state) {
  auto known = std::find_if(candidates.begin(), candidates.end(), [&](ArgNodeId id) {
    const ArgNode& node = reached.node(id);
    return node.state == state || std::find(node.merged.begin(), node.merged.end(), state) != node.merged.end();
  });
  return known == candidates.end() ? std::nullopt : std::optional(*known);
}

/// `state` is within `coverer`'s. Nothing has to be recorded if that is the same parent's child on the same edge:
/// should it be pruned, the parent is expanded again anyway.
void record_covered(ReachedSet& reached, ArgParent parent, AbstractState state, Precision precision,
                    ArgNodeId coverer) {
  if (!has_parent(reached.node(coverer), parent)) {
    reached.add_covered(parent, std::move(state), std::move(precision), coverer);
  }
}

/// Merges with every reached state that agrees. Returns whether one did.
bool merge_with_reached(ReachedSet& reached, ArgParent parent, const std::vector<ArgNodeId>& candidates,
                        const AbstractState& state, const Precision& precision) {
  bool has_merged = false;
  for (ArgNodeId id : candidates) {
    AbstractState merged = reached.analysis().merge(state, reached.node(id).state, precision);
    if (!(merged == reached.node(id).state)) {
      reached.merge_into(id, parent, state, std::move(merged), precision);
      has_merged = true;
    }
  }
  return has_merged;
}

void add_successor(ReachedSet& reached, ArgParent parent, const AbstractState& successor, const Precision& precision,
                   RunContext& context) {
  const Analysis& analysis = reached.analysis();
  std::span<const ArgNodeId> members = reached.partition(analysis.partition(successor));
  ReachedView<AbstractState> view(
      members.size(), [&](std::size_t index) -> const AbstractState& { return reached.node(members[index]).state; });
  auto adjustment = analysis.adjust(successor, precision, view);
  auto* adjusted = std::get_if<Continue<AbstractState, Precision>>(&adjustment);
  if (adjusted == nullptr) {
    return;
  }
  ++context.statistics.abstract_states;
  const AbstractState& state = adjusted->state;
  const Precision& next_precision = adjusted->precision ? *adjusted->precision : precision;

  members = reached.mergeable(analysis.merge_key(state));
  const std::vector<ArgNodeId> candidates(members.begin(), members.end()); // merging may change the groups
  if (std::optional<ArgNodeId> known = find_known(reached, candidates, state)) {
    record_covered(reached, parent, state, next_precision, *known);
  } else if (merge_with_reached(reached, parent, candidates, state, next_precision)) {
    // covered by each node it merged with
  } else if (std::optional<ArgNodeId> coverer =
                 find_coverer(reached, reached.possible_coverers(state), state, next_precision)) {
    record_covered(reached, parent, state, next_precision, *coverer);
  } else {
    reached.add(parent, state, next_precision);
  }
}

/// Another reached state that covers `id`.
std::optional<ArgNodeId> find_other_coverer(const ReachedSet& reached, ArgNodeId id) {
  const ArgNode& node = reached.node(id);
  std::vector<ArgNodeId> others = reached.possible_coverers(node.state);
  std::erase(others, id);
  return find_coverer(reached, others, node.state, node.precision);
}

enum class Expansion { Done, Suspended };

Expansion expand(ReachedSet& reached, TransferRelation& transfer, ArgNodeId id, RunContext& context) {
  if (reached.take_uncovered(id)) {
    if (std::optional<ArgNodeId> coverer = find_other_coverer(reached, id)) {
      reached.cover(id, *coverer);
      return Expansion::Done;
    }
  }
  const std::optional<std::vector<Successor>> successors = transfer.successors(reached, id);
  if (!successors) {
    return Expansion::Suspended;
  }
  reached.drop_covered_children(id);
  // By value: merging a successor may weaken this very node, which makes it wait again.
  const Precision precision = reached.node(id).precision;
  for (const Successor& successor : *successors) {
    add_successor(reached, {id, successor.edge}, successor.state, precision, context);
  }
  return Expansion::Done;
}

class EdgeTransfer : public TransferRelation {
public:
  std::optional<std::vector<Successor>> successors(const ReachedSet& reached, ArgNodeId id) override {
    return successors_along_edges(reached, id);
  }
};

std::optional<ArgNodeId> find_open_target(const ReachedSet& reached, std::span<const ArgNodeId> ids,
                                          const TargetKeys& ignored) {
  for (ArgNodeId id : ids) {
    if (reached.arg().contains(id) && !reached.node(id).covered_by && open_target(reached, id, ignored)) {
      return id;
    }
  }
  return std::nullopt;
}

} // namespace

TargetKey key_of(const TargetReason& reason) { return {reason.kind, reason.location}; }

std::optional<TargetReason> open_target(const ReachedSet& reached, ArgNodeId id, const TargetKeys& ignored) {
  for (TargetReason& reason : reached.analysis().targets(reached.node(id).state)) {
    if (!ignored.contains(key_of(reason))) {
      return std::move(reason);
    }
  }
  return std::nullopt;
}

std::vector<Successor> successors_along_edges(const ReachedSet& reached, ArgNodeId id) {
  const ArgNode& node = reached.node(id);
  std::vector<Successor> result;
  for (cfa::EdgeId edge : reached.cfa().outgoing(reached.analysis().location(node.state))) {
    const EdgeContext context{edge, reached.cfa().edge(edge)};
    for (AbstractState& successor : reached.analysis().post(node.state, node.precision, context)) {
      result.push_back({edge, std::move(successor)});
    }
  }
  return result;
}

ExplorationResult explore(ReachedSet& reached, RunContext& context, const TargetKeys& ignored) {
  EdgeTransfer transfer;
  return explore(reached, transfer, context, ignored);
}

ExplorationResult explore(ReachedSet& reached, TransferRelation& transfer, RunContext& context,
                          const TargetKeys& ignored) {
  std::size_t checked = reached.target_history().size();
  std::optional<ArgNodeId> target = find_open_target(reached, reached.targets(), ignored);
  while (true) {
    if (target) {
      return TargetFound{*target};
    }
    if (reached.waitlist().empty()) {
      return Exhausted{};
    }
    context.check();
    ArgNodeId id = reached.pop();
    try {
      if (expand(reached, transfer, id, context) == Expansion::Suspended) {
        reached.requeue(id);
        return Suspended{id};
      }
    } catch (...) {
      reached.requeue(id); // the successors are not complete
      throw;
    }
    target = find_open_target(reached, reached.target_history().subspan(checked), ignored);
    checked = reached.target_history().size();
  }
}

} // namespace vouch::core
