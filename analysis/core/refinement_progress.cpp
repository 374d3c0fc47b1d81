#include "analysis/core/refinement_progress.hpp"

#include "analysis/support/hash.hpp"

#include <algorithm>
#include <unordered_set>

namespace vouch::core {
namespace {

bool adds_to(const Analysis& analysis, const Precision& precision, const Precision& increment) {
  return !(analysis.join_precision(precision, increment) == precision);
}

/// Whether exploring `id` again, below parents with `increment`, may use a finer precision than what is there now.
bool would_be_finer(const ReachedSet& reached, ArgNodeId id, const Precision& increment) {
  const Analysis& analysis = reached.analysis();
  const ArgNode& node = reached.node(id);
  return adds_to(analysis, node.precision, increment) ||
         std::any_of(node.parents.begin(), node.parents.end(), [&](const ArgParent& parent) {
           const Precision& above = reached.node(parent.node).precision;
           return adds_to(analysis, above, increment) || adds_to(analysis, node.precision, above);
         });
}

/// The nodes on paths from `pivot` to `target`, both included; none if there is no such path.
std::vector<ArgNodeId> nodes_between(const Arg& arg, ArgNodeId pivot, ArgNodeId target) {
  const std::vector<ArgNodeId> below = arg.descendants(pivot);
  const std::unordered_set<ArgNodeId> is_below(below.begin(), below.end());
  std::vector<ArgNodeId> between = arg.ancestors(target);
  std::erase_if(between, [&](ArgNodeId id) { return !is_below.contains(id); });
  return between;
}

/// Whether there is something to compute again on the way from `pivot` to `target`.
bool changes_way(const ReachedSet& reached, ArgNodeId pivot, ArgNodeId target, const Precision& increment) {
  if (!reached.arg().contains(pivot)) {
    return false;
  }
  const std::vector<ArgNodeId> between = nodes_between(reached.arg(), pivot, target);
  return std::any_of(between.begin(), between.end(),
                     [&](ArgNodeId id) { return would_be_finer(reached, id, increment); });
}

bool is_change(const Exploration& exploration, ExploredNode target, const Cut& cut, const Precision& increment) {
  const ReachedSet& reached = exploration.reached(cut.set);
  return !cut.used_before.empty() || std::any_of(cut.pivots.begin(), cut.pivots.end(), [&](ArgNodeId pivot) {
    return cut.set == target.set ? changes_way(reached, pivot, target.node, increment) : reached.arg().contains(pivot);
  });
}

void hash_path_to(std::size_t& seed, const ReachedSet& reached, ArgNodeId node) {
  const ArgPath path = reached.arg().path_to(node);
  hash_combine(seed, path.nodes.size());
  for (ArgNodeId id : path.nodes) {
    hash_combine(seed, hash_value(reached.node(id).state));
  }
  for (cfa::EdgeId edge : path.edges) {
    hash_combine(seed, edge.index());
  }
}

std::size_t hash_of_path(const Exploration& exploration, ExploredNode target) {
  std::size_t seed = 0;
  for (const ExploredNode& user : exploration.way_to(target.set).value_or(std::vector<ExploredNode>())) {
    hash_path_to(seed, exploration.reached(user.set), user.node);
  }
  hash_path_to(seed, exploration.reached(target.set), target.node);
  return seed;
}

bool is_about_exits_alone(const Exploration& exploration, ExploredNode target, const Spurious& spurious) {
  return !adds_to(exploration.analysis(), exploration.node(target).precision, spurious.increment) &&
         std::all_of(spurious.cuts.begin(), spurious.cuts.end(), [](const Cut& cut) { return cut.pivots.empty(); });
}

/// Each takes back what rests on an exit that is gone, of which there are not many; more than that go round in a circle.
constexpr std::size_t most_given_up_in_a_row = 1000;

} // namespace

bool RefinementProgress::would_change(const Exploration& exploration, ExploredNode target, const Spurious& spurious) {
  if (std::none_of(spurious.cuts.begin(), spurious.cuts.end(),
                   [&](const Cut& cut) { return is_change(exploration, target, cut, spurious.increment); })) {
    return false;
  }
  if (is_about_exits_alone(exploration, target, spurious)) {
    return ++given_up_in_a_row_ <= most_given_up_in_a_row;
  }
  given_up_in_a_row_ = 0;
  std::vector<Precision>& increments = tried_[hash_of_path(exploration, target)];
  if (std::find(increments.begin(), increments.end(), spurious.increment) != increments.end()) {
    return false;
  }
  increments.push_back(spurious.increment);
  return true;
}

} // namespace vouch::core
