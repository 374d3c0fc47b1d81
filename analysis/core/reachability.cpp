#include "analysis/core/reachability.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

/// The CPA+ algorithm (Beyer, Henzinger, Theoduloz: ASE 2008, algorithm 1) on an ARG, with these choices:
///
///  - Precision is adjusted for every successor before merge and stop, not when a state is taken from the waitlist, so
///    that `reached` holds the adjusted states and they can cover others.
///  - A merged state replaces the reached one in place, at the same node, and covers the new state, unless merge bounds
///    the reached state only: then stop is asked, and the new state may be reached besides.
///  - A state that equals a reached one, or one that was merged into it, is covered without asking merge and stop.
///    When a node is expanded once more, its old successors then change nothing.
///  - States are offered to merge only if they have the new state's merge key, and to stop only if they have its
///    partition and say the same as it (coverage_index.hpp); for the others both operators would say no.
///  - Stop sees one candidate at a time, so that every covered node knows the node that covers it. Only where several
///    may cover together it sees them all, and those that are not needed are left out again.
///  - A state that precision adjustment pauses at is reached and waits, but is not expanded.
///
/// Example: a diamond whose branches meet at l3, with constants that merge by join.
///
///       n0 (l0)              n0 is expanded: n1, n2. n1 is expanded: n3 with x=1. n2 is expanded: its successor x=2
///      x:=1  x:=2            merges with n3, which becomes x=any, gets the second parent n2, and waits as before.
///    n1 (l1)  n2 (l2)        Reverse post-order expands n3 only now; depth-first expands it twice, the second time for
///         n3 (l3)            the weaker state.
namespace vouch::core {
namespace {

bool cover_together(const ReachedSet& reached, std::span<const ArgNodeId> coverers, const AbstractState& state,
                    const Precision& precision) {
  std::vector<const AbstractState*> states;
  for (ArgNodeId id : coverers) {
    states.push_back(&reached.node(id).state);
  }
  return reached.analysis().stop(state, states, precision);
}

/// One of the candidates that covers `state`, or several that are needed to do so; none if all together do not.
std::vector<ArgNodeId> find_coverers(const ReachedSet& reached, const std::vector<ArgNodeId>& candidates,
                                     const AbstractState& state, const Precision& precision) {
  for (ArgNodeId id : candidates) {
    const AbstractState* candidate = &reached.node(id).state; // asked very often: no list for one
    if (reached.analysis().stop(state, {&candidate, 1}, precision)) {
      return {id};
    }
  }
  if (reached.analysis().coverage() == Coverage::ByOne || candidates.size() < 2 ||
      !cover_together(reached, candidates, state, precision)) {
    return {};
  }
  std::vector<ArgNodeId> needed = candidates;
  for (ArgNodeId id : candidates) {
    std::vector<ArgNodeId> others = needed;
    std::erase(others, id);
    if (cover_together(reached, others, state, precision)) {
      needed = std::move(others);
    }
  }
  return needed;
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

/// `state` is within the coverers'. Nothing has to be recorded if that is the same parent's child on the same edge:
/// should it be pruned, the parent is expanded again anyway.
void record_covered(ReachedSet& reached, ArgParent parent, AbstractState state, Precision precision,
                    const std::vector<ArgNodeId>& coverers) {
  if (coverers.size() > 1 || !has_parent(reached.node(coverers.front()), parent)) {
    reached.add_covered(parent, std::move(state), std::move(precision), coverers);
  }
}

bool has_absorbed(const ArgNode& node, const AbstractState& state) {
  return std::find(node.absorbed.begin(), node.absorbed.end(), state) != node.absorbed.end();
}

/// The nodes that merging has weakened.
struct MergedNodes {
  std::vector<ArgNodeId> containing; ///< those that contain the new state now
  std::vector<ArgNodeId> others;
};

/// Merges with every reached state that agrees.
MergedNodes merge_with_reached(ReachedSet& reached, ArgParent parent, const std::vector<ArgNodeId>& candidates,
                               const AbstractState& state, const Precision& precision) {
  MergedNodes result;
  for (ArgNodeId id : candidates) {
    if (has_absorbed(reached.node(id), state)) {
      continue;
    }
    AbstractState merged = reached.analysis().merge(state, reached.node(id).state, precision);
    if (merged == reached.node(id).state) {
      continue;
    }
    const AbstractState* weakened = &merged;
    const bool contains_state = reached.analysis().merge_bound() == MergeBound::Both ||
                                reached.analysis().stop(state, {&weakened, 1}, precision);
    const MergeBound bound = contains_state ? MergeBound::Both : MergeBound::Reached;
    reached.merge_into(id, parent, state, std::move(merged), bound, precision);
    (contains_state ? result.containing : result.others).push_back(id);
  }
  return result;
}

/// Puts `state` into `reached`. Returns the nodes that have become larger by it; none: it is covered.
std::vector<ArgNodeId> add_state(ReachedSet& reached, ArgParent parent, const AbstractState& state,
                                 const Precision& precision) {
  const std::span<const ArgNodeId> members = reached.mergeable(state);
  const std::vector<ArgNodeId> candidates(members.begin(), members.end()); // merging may change the groups
  if (std::optional<ArgNodeId> known = find_known(reached, candidates, state)) {
    record_covered(reached, parent, state, precision, {*known});
    return {};
  }
  MergedNodes merged = merge_with_reached(reached, parent, candidates, state, precision);
  if (!merged.containing.empty()) {
    return merged.containing;
  }
  const std::vector<ArgNodeId> coverers = find_coverers(reached, reached.possible_coverers(state), state, precision);
  if (!coverers.empty()) {
    record_covered(reached, parent, state, precision, coverers);
    return merged.others;
  }
  merged.others.push_back(reached.add(parent, state, precision));
  return merged.others;
}

void add_successor(ReachedSet& reached, ArgParent parent, const AbstractState& successor, const Precision& precision,
                   RunContext& context) {
  const Analysis& analysis = reached.analysis();
  const std::span<const ArgNodeId> members = reached.partition(analysis.partition(successor));
  ReachedView<AbstractState> view(
      members.size(), [&](std::size_t index) -> const AbstractState& { return reached.node(members[index]).state; });
  const auto adjustment = analysis.adjust(successor, precision, view);
  if (const auto* adjusted = std::get_if<Continue<AbstractState, Precision>>(&adjustment)) {
    ++context.statistics.abstract_states;
    add_state(reached, parent, adjusted->state, adjusted->precision.value_or(precision));
  } else if (const auto* paused = std::get_if<Pause<AbstractState, Precision>>(&adjustment)) {
    ++context.statistics.abstract_states;
    for (ArgNodeId id : add_state(reached, parent, paused->state, paused->precision.value_or(precision))) {
      reached.pause(id, paused->reason);
    }
  }
}

/// Other reached states that cover `id`.
std::vector<ArgNodeId> find_other_coverers(const ReachedSet& reached, ArgNodeId id) {
  const ArgNode& node = reached.node(id);
  std::vector<ArgNodeId> others = reached.possible_coverers(node.state);
  std::erase(others, id);
  return find_coverers(reached, others, node.state, node.precision);
}

enum class Expansion { Done, Suspended };

Expansion expand(ReachedSet& reached, TransferRelation& transfer, ArgNodeId id, RunContext& context) {
  if (reached.take_uncovered(id)) {
    const std::vector<ArgNodeId> coverers = find_other_coverers(reached, id);
    if (!coverers.empty()) {
      reached.cover(id, coverers);
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
    if (reached.arg().contains(id) && !is_covered(reached.node(id)) && open_target(reached, id, ignored)) {
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

ExplorationResult explore(ReachedSet& reached, RunContext& context, const TargetKeys& ignored, std::size_t most) {
  EdgeTransfer transfer;
  return explore(reached, transfer, context, ignored, most);
}

ExplorationResult explore(ReachedSet& reached, TransferRelation& transfer, RunContext& context,
                          const TargetKeys& ignored, std::size_t most) {
  std::size_t expanded = 0;
  std::optional<ArgNodeId> last;
  std::size_t checked = reached.target_history().size();
  std::optional<ArgNodeId> target = find_open_target(reached, reached.targets(), ignored);
  while (true) {
    if (target) {
      return TargetFound{*target};
    }
    if (!reached.paused().empty()) {
      return PausedAt{reached.paused().begin()->first};
    }
    if (reached.waitlist().empty()) {
      return Exhausted{};
    }
    if (expanded >= most && reached.arg().contains(*last) && !is_covered(reached.node(*last))) {
      return Unfinished{*last};
    }
    context.check();
    ArgNodeId id = reached.pop();
    ++expanded;
    last = id;
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
