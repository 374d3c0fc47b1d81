#include "analysis/core/reached_set.hpp"

#include <algorithm>
#include <cassert>
#include <set>
#include <utility>

namespace vouch::core {
namespace {

/// Joins one increment into many precisions, each distinct one once.
class PrecisionJoin {
public:
  PrecisionJoin(const Analysis& analysis, const Precision& increment) : analysis_(analysis), increment_(increment) {}

  const Precision& operator()(const Precision& precision) {
    auto [entry, is_new] = known_.try_emplace(precision.identity(), precision, precision);
    if (is_new) {
      entry->second.second = analysis_.join_precision(precision, increment_);
    }
    return entry->second.second;
  }

private:
  const Analysis& analysis_;
  const Precision& increment_;
  /// The original is kept with its result, so that its identity cannot be taken by another precision.
  std::unordered_map<const void*, std::pair<Precision, Precision>> known_;
};

/// The join of the precisions of `ids`, the first one's to begin with.
Precision joined_precision(const Analysis& analysis, const Arg& arg, const std::vector<ArgNodeId>& ids) {
  Precision joined = arg.node(ids.front()).precision;
  std::unordered_set<const void*> known = {joined.identity()};
  for (ArgNodeId id : ids) {
    const Precision& precision = arg.node(id).precision;
    if (known.insert(precision.identity()).second) {
      joined = analysis.join_precision(joined, precision);
    }
  }
  return joined;
}

template <class Groups>
std::span<const ArgNodeId> group(const Groups& groups, std::size_t key) {
  auto found = groups.find(key);
  return found == groups.end() ? std::span<const ArgNodeId>()
                               : std::span<const ArgNodeId>(found->second.data(), found->second.size());
}

template <class Groups>
void remove(Groups& groups, std::size_t key, ArgNodeId id) {
  auto found = groups.find(key);
  if (found != groups.end()) {
    erase_from(found->second, id);
    if (found->second.empty()) {
      groups.erase(found);
    }
  }
}

} // namespace

ReachedSet::ReachedSet(Analysis analysis, const cfa::Cfa& cfa, cfa::LocationId start, const Traversal& traversal)
    : ReachedSet(analysis, cfa, analysis.initial_state(start), analysis.initial_precision(), traversal) {}

ReachedSet::ReachedSet(Analysis analysis, const cfa::Cfa& cfa, AbstractState state, const Precision& precision,
                       Traversal traversal)
    : analysis_(std::move(analysis)), cfa_(&cfa), initial_state_(std::move(state)), arg_(initial_state_, precision),
      traversal_(std::move(traversal)), waitlist_(traversal_) {
  enter(arg_.root());
  requeue(arg_.root());
}

std::span<const ArgNodeId> ReachedSet::partition(std::size_t key) const { return group(partitions_, key); }

std::span<const ArgNodeId> ReachedSet::mergeable(const AbstractState& state) const {
  return analysis_.keeps_apart() ? std::span<const ArgNodeId>() : group(mergeable_, analysis_.merge_key(state));
}

ArgNodeId ReachedSet::pop() { return waitlist_.pop(); }

void ReachedSet::requeue(ArgNodeId id) {
  assert(!is_covered(node(id)));
  waitlist_.push(id, position_of(node(id).state));
}

ArgNodeId ReachedSet::add(ArgParent parent, AbstractState state, Precision precision) {
  ArgNodeId id = arg_.add_child(parent, std::move(state), std::move(precision));
  enter(id);
  requeue(id);
  return id;
}

ArgNodeId ReachedSet::add_covered(ArgParent parent, AbstractState state, Precision precision,
                                  const std::vector<ArgNodeId>& coverers) {
  ArgNodeId id = arg_.add_child(parent, std::move(state), std::move(precision));
  arg_.cover(id, coverers);
  return id;
}

void ReachedSet::merge_into(ArgNodeId id, ArgParent parent, AbstractState added, AbstractState merged, MergeBound bound,
                            const Precision& precision) {
  assert(analysis_.partition(merged) == analysis_.partition(node(id).state));
  assert(analysis_.merge_key(merged) == analysis_.merge_key(node(id).state));
  Precision joined = analysis_.join_precision(node(id).precision, precision);
  coverage_.remove(analysis_, id, node(id).state);
  coverage_.add(analysis_, id, merged);
  arg_.merge(id, parent, std::move(added), std::move(merged), bound, std::move(joined));
  note_target(id);
  requeue(id);
}

void ReachedSet::cover(ArgNodeId id, const std::vector<ArgNodeId>& coverers) {
  leave(id);
  arg_.cover(id, coverers);
}

void ReachedSet::pause(ArgNodeId id, std::string reason) {
  assert(waitlist_.contains(id));
  paused_.insert_or_assign(id, std::move(reason));
}

void ReachedSet::resume(ArgNodeId id) { paused_.erase(id); }

void ReachedSet::dismiss(ArgNodeId id) {
  assert(node(id).children.empty());
  paused_.erase(id);
  waitlist_.erase(id);
}

bool ReachedSet::take_uncovered(ArgNodeId id) { return uncovered_.erase(id) != 0; }

void ReachedSet::drop_covered_children(ArgNodeId id) {
  std::vector<ArgNodeId> covered;
  for (ArgNodeId child : node(id).children) {
    const ArgNode& candidate = node(child);
    // One that merging gave a further parent stands for that parent's successors, too.
    bool is_only_here = std::all_of(candidate.parents.begin(), candidate.parents.end(),
                                    [&](const ArgParent& parent) { return parent.node == id; });
    if (is_covered(candidate) && is_only_here) {
      covered.push_back(child);
    }
  }
  arg_.remove(covered);
}

void ReachedSet::prune(ArgNodeId pivot, const Precision& increment) {
  const std::vector<ArgNodeId> removed = arg_.descendants(pivot);
  const std::unordered_set<ArgNodeId> is_removed(removed.begin(), removed.end());
  const Precision lost = joined_precision(analysis_, arg_, removed);

  std::set<ArgNodeId> surviving_parents;
  std::set<ArgNodeId> uncovered;
  for (ArgNodeId id : removed) {
    for (const ArgParent& parent : node(id).parents) {
      if (!is_removed.contains(parent.node)) {
        surviving_parents.insert(parent.node);
      }
    }
    for (ArgNodeId covered : node(id).covers) {
      if (!is_removed.contains(covered)) {
        uncovered.insert(covered);
      }
    }
    leave(id);
  }

  if (is_removed.contains(arg_.root())) {
    arg_.restart(initial_state_, lost);
    enter(arg_.root());
    requeue(arg_.root());
  } else {
    arg_.remove(removed);
    PrecisionJoin with_lost(analysis_, lost);
    for (ArgNodeId id : surviving_parents) {
      arg_.replace_precision(id, with_lost(node(id).precision));
      requeue(id);
    }
    for (ArgNodeId id : uncovered) {
      enter(id);
      uncovered_.insert(id);
      requeue(id);
    }
  }
  PrecisionJoin with_increment(analysis_, increment);
  for (ArgNodeId id : waitlist_.ids()) {
    const Precision& finer = with_increment(node(id).precision);
    if (!(finer == node(id).precision)) {
      paused_.erase(id);
      arg_.replace_precision(id, finer);
    }
  }
}

void ReachedSet::enter(ArgNodeId id) {
  partitions_[analysis_.partition(node(id).state)].push_back(id);
  if (!analysis_.keeps_apart()) {
    mergeable_[analysis_.merge_key(node(id).state)].push_back(id);
  }
  coverage_.add(analysis_, id, node(id).state);
  note_target(id);
}

void ReachedSet::note_target(ArgNodeId id) {
  if (analysis_.targets(node(id).state).empty()) {
    return;
  }
  if (std::find(targets_.begin(), targets_.end(), id) == targets_.end()) {
    targets_.push_back(id);
  }
  target_history_.push_back(id);
}

void ReachedSet::leave(ArgNodeId id) {
  remove(partitions_, analysis_.partition(node(id).state), id);
  if (!analysis_.keeps_apart()) {
    remove(mergeable_, analysis_.merge_key(node(id).state), id);
  }
  coverage_.remove(analysis_, id, node(id).state);
  std::erase(targets_, id);
  waitlist_.erase(id);
  uncovered_.erase(id);
  paused_.erase(id);
}

WaitlistPosition ReachedSet::position_of(const AbstractState& state) const {
  cfa::LocationId location = analysis_.location(state);
  assert(location.is_valid() && "one analysis must know locations");
  const std::size_t in_function =
      traversal_.positions ? (*traversal_.positions)[location.index()] : cfa_->location(location).reverse_post_order;
  return {analysis_.call_depth(state), in_function, analysis_.traversal_place(state)};
}

} // namespace vouch::core
