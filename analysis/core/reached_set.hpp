#pragma once

#include "analysis/core/analysis.hpp"
#include "analysis/core/arg.hpp"
#include "analysis/core/coverage_index.hpp"
#include "analysis/core/waitlist.hpp"

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

/// Everything an exploration has found so far: the ARG, the reached states by partition, the waitlist. A value that can
/// be explored further at any time, also after parts of it were pruned.
///
/// Invariant, from which soundness follows: every node that is neither waiting nor covered has, for each concrete
/// successor of its state, a child whose state contains it; a covered node's state is within its coverer's.
namespace vouch::core {

class ReachedSet {
public:
  /// Starts with the initial state at `start`, waiting. `cfa` must outlive the set.
  ReachedSet(Analysis analysis, const cfa::Cfa& cfa, cfa::LocationId start, const Traversal& traversal);
  /// Starts with this state and precision instead.
  ReachedSet(Analysis analysis, const cfa::Cfa& cfa, AbstractState state, const Precision& precision,
             Traversal traversal);

  [[nodiscard]] const Analysis& analysis() const { return analysis_; }
  [[nodiscard]] const cfa::Cfa& cfa() const { return *cfa_; }
  [[nodiscard]] const Arg& arg() const { return arg_; }
  [[nodiscard]] const ArgNode& node(ArgNodeId id) const { return arg_.node(id); }
  [[nodiscard]] const Waitlist& waitlist() const { return waitlist_; }
  /// The nodes that are a target for some reason and not covered, oldest first.
  [[nodiscard]] std::span<const ArgNodeId> targets() const { return targets_; }
  /// Every node that has become a target or was weakened as one, in this order, also those that are none any more.
  [[nodiscard]] std::span<const ArgNodeId> target_history() const { return target_history_; }
  /// The nodes that are not covered and have this partition key, oldest first.
  [[nodiscard]] std::span<const ArgNodeId> partition(std::size_t key) const;
  /// Of those, the ones that `state` may merge with, and that it equals, oldest first. None if the analysis keeps all apart.
  [[nodiscard]] std::span<const ArgNodeId> mergeable(const AbstractState& state) const;
  /// The nodes that are not covered and whose states may cover `state`.
  [[nodiscard]] std::vector<ArgNodeId> possible_coverers(const AbstractState& state) const {
    return coverage_.candidates(analysis_, state);
  }

  /// The nodes that wait, but not to be expanded: precision adjustment has paused there. And why.
  [[nodiscard]] const std::map<ArgNodeId, std::string>& paused() const { return paused_; }

  /// The next node to expand, no longer waiting. Requires that one waits.
  ArgNodeId pop();
  /// Makes `id` wait (again). Requires that it is not covered.
  void requeue(ArgNodeId id);

  /// A new node that waits.
  ArgNodeId add(ArgParent parent, AbstractState state, Precision precision);
  /// A new node that is covered.
  ArgNodeId add_covered(ArgParent parent, AbstractState state, Precision precision,
                        const std::vector<ArgNodeId>& coverers);
  /// Weakens `id` in place: `added` came in through `parent` and made its state `merged`, which contains it if `bound`
  /// says so. It waits again.
  void merge_into(ArgNodeId id, ArgParent parent, AbstractState added, AbstractState merged, MergeBound bound,
                  const Precision& precision);
  /// Covers a node that has no children.
  void cover(ArgNodeId id, const std::vector<ArgNodeId>& coverers);
  /// Notes that `id`, which waits, is not to be expanded until its precision has changed.
  void pause(ArgNodeId id, std::string reason);
  /// A paused node is to be expanded as it is.
  void resume(ArgNodeId id);
  /// A node without children is not to be expanded: no concrete state is in it.
  void dismiss(ArgNodeId id);
  /// Whether `id` lost its coverer since it was last asked; such a node should look for another one before it is
  /// expanded.
  bool take_uncovered(ArgNodeId id);
  /// Removes the covered children of `id`, before it is expanded once more and gets new ones.
  void drop_covered_children(ArgNodeId id);

  /// Takes back `pivot` and everything below it, to be explored again under a finer precision:
  ///  - All descendants go, also those with further parents: their states may contain what came through the pivot.
  ///  - Every remaining parent of a removed node waits again; its precision is joined with those of the removed nodes.
  ///  - What a removed node covered is uncovered and waits.
  ///  - The precision of every waiting node is joined with `increment`. A paused one goes on if that changes it.
  /// If this takes the root, the set is what it was at the beginning, under the joined precision.
  void prune(ArgNodeId pivot, const Precision& increment);

private:
  void enter(ArgNodeId id);
  void note_target(ArgNodeId id);
  void leave(ArgNodeId id);
  [[nodiscard]] WaitlistPosition position_of(const AbstractState& state) const;

  Analysis analysis_;
  const cfa::Cfa* cfa_;
  AbstractState initial_state_;
  Arg arg_;
  Traversal traversal_;
  Waitlist waitlist_;
  using Groups = std::unordered_map<std::size_t, FewNodes>;
  Groups partitions_;
  Groups mergeable_; ///< by merge key; empty if the analysis keeps states apart
  CoverageIndex coverage_;
  std::vector<ArgNodeId> targets_;
  std::vector<ArgNodeId> target_history_;
  std::unordered_set<ArgNodeId> uncovered_;
  std::map<ArgNodeId, std::string> paused_;
};

} // namespace vouch::core
