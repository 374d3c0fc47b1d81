#include "analysis/refinement/values/knowledge_gaps.hpp"

#include "analysis/domains/values/value_restriction.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace vouch::refinement {
namespace {

using domains::TrackedPlace;
using domains::TrackedPlaces;
using domains::ValueState;

/// Whether a state knows what an interpolant says, and has counted the objects that have to have names.
bool is_within(ValueState known, const ValueState& wanted, const std::set<cfa::EdgeId>& named) {
  for (cfa::EdgeId allocation : named) {
    const std::uint64_t* made = known.allocations.find(allocation.index());
    const std::uint64_t* expected = wanted.allocations.find(allocation.index());
    if ((made != nullptr ? *made : 0) != (expected != nullptr ? *expected : 0)) {
      return false;
    }
  }
  known.allocations = wanted.allocations; // of others it does not matter
  return domains::is_covered(known, wanted);
}

/// One run of the path through a reached set.
struct Visit {
  core::ExploredNode at;       ///< how far it has come
  TrackedPlaces outside;       ///< what the block cannot see
  std::set<cfa::EdgeId> named; ///< allocations that it counts
  /// It is explored again from where it is, or from before; or it was entered with less than was known, and no change inside helps.
  bool needs_no_look = false;
  bool has_changed_inside = false; ///< it, or a block that it has used
};

/// What is to be taken back, gathered along the path.
class Gaps {
public:
  Gaps(const core::Exploration& exploration, const domains::ValueAnalysis& analysis)
      : exploration_(exploration), analysis_(analysis) {}

  void find(const core::ExploredPath& path, const ValueInterpolants& interpolants) {
    visits_.clear();
    const std::vector<ValueState> none;
    for (const core::ExploredPath::Node& node : path.nodes) {
      while (visits_.size() > node.depth + 1) {
        leave();
      }
      const bool is_within_reason = node.edges_before > 0 && node.edges_before <= interpolants.states.size();
      const std::vector<ValueState>& wanted = is_within_reason ? interpolants.states[node.edges_before - 1] : none;
      const auto of_caller = interpolants.callers.find(node.edges_before - 1);
      if (visits_.size() == node.depth) {
        enter(node.id, wanted, interpolants.named);
      } else {
        go_on(node.id, of_caller != interpolants.callers.end() ? of_caller->second : wanted);
      }
    }
  }

  [[nodiscard]] std::vector<core::Cut> cuts() const {
    std::vector<core::Cut> result;
    for (const auto& [set, pivots] : pivots_) {
      result.push_back({set, {pivots.begin(), pivots.end()}, {}});
    }
    for (const auto& [user, used] : used_before_) {
      result.push_back({user, {}, {used}});
    }
    return result;
  }

private:
  void enter(core::ExploredNode node, const std::vector<ValueState>& wanted, const std::set<cfa::EdgeId>& named) {
    if (visits_.empty()) {
      visits_.push_back({node, {}, named});
      return;
    }
    const Visit& user = visits_.back();
    Visit visit{node, user.outside, user.named, user.needs_no_look};
    if (const std::optional<core::BlockContext> block = exploration_.block_of(node.set)) {
      std::erase_if(visit.named, [&](cfa::EdgeId edge) { return !block->effects.allocations.contains(edge); });
      for (const ValueState& state : wanted) {
        TrackedPlaces hidden = domains::places_in(state);
        if (const std::optional<ValueState> seen = analysis_.reduce(state, domains::ValuePrecision(), *block)) {
          for (const TrackedPlace& place : domains::places_in(*seen)) {
            hidden.erase(place);
          }
        }
        visit.outside.merge(hidden);
      }
    }
    visit.needs_no_look = visit.needs_no_look || lacks(visit, wanted);
    visits_.push_back(std::move(visit));
  }

  void go_on(core::ExploredNode node, const std::vector<ValueState>& wanted) {
    Visit& visit = visits_.back();
    visit.at = node;
    if (!visit.needs_no_look && lacks(visit, wanted)) {
      explore_again(visit);
    }
  }

  void leave() {
    const Visit left = std::move(visits_.back());
    visits_.pop_back();
    Visit& user = visits_.back();
    if (left.has_changed_inside && !user.needs_no_look) {
      used_before_.emplace(user.at.set, left.at.set);
      user.has_changed_inside = true;
    }
  }

  void explore_again(Visit& visit) {
    visit.needs_no_look = true;
    visit.has_changed_inside = true;
    pivots_[visit.at.set].insert(visit.at.node);
  }

  [[nodiscard]] bool lacks(const Visit& visit, const std::vector<ValueState>& wanted) const {
    const ValueState& known = domains::values_of(exploration_.node(visit.at).state);
    return !wanted.empty() && std::ranges::none_of(wanted, [&](const ValueState& state) {
      return visit.outside.empty() ? is_within(known, state, visit.named)
                                   : is_within(known, without(state, visit.outside), visit.named);
    });
  }

  static ValueState without(const ValueState& state, const TrackedPlaces& places) {
    return domains::restricted(state, [&](const TrackedPlace& place) { return !places.contains(place); });
  }

  const core::Exploration& exploration_;
  const domains::ValueAnalysis& analysis_;
  std::vector<Visit> visits_; ///< one inside the other
  std::map<core::ReachedSetId, std::set<core::ArgNodeId>> pivots_;
  std::set<std::pair<core::ReachedSetId, core::ReachedSetId>> used_before_; ///< users, and what they use
};

} // namespace

std::vector<core::Cut> cuts_where_less_is_known(const core::Exploration& exploration, const core::ExploredPath& path,
                                                const domains::ValueAnalysis& analysis,
                                                std::span<const ValueInterpolants> interpolants) {
  Gaps gaps(exploration, analysis);
  for (const ValueInterpolants& reason : interpolants) {
    gaps.find(path, reason);
  }
  return gaps.cuts();
}

} // namespace vouch::refinement
