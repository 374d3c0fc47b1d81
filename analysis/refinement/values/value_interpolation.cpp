#include "analysis/refinement/values/value_interpolation.hpp"

#include "analysis/domains/values/value_restriction.hpp"
#include "analysis/refinement/values/needed_values.hpp"

#include <algorithm>
#include <functional>
#include <ranges>
#include <utility>

namespace vouch::refinement {
namespace {

using domains::MemoryPlace;
using domains::TrackedPlace;
using domains::TrackedPlaces;
using domains::ValuePrecision;
using domains::ValueState;

/// A call of a block that the path is in. An index, since recursion makes long chains of them.
using ActivationId = std::size_t;
constexpr ActivationId no_activation = static_cast<ActivationId>(-1);

struct Activation {
  ValueState entry;    ///< behind the edge of the call: what the caller knows
  ActivationId around; ///< the call that the caller is in
  friend bool operator==(const Activation&, const Activation&) = default;
};

/// What is known somewhere on the path, where calls of blocks are followed inside.
struct PathState {
  ValueState here;
  ActivationId activation = no_activation; ///< the innermost
  friend bool operator==(const PathState&, const PathState&) = default;
};

using States = std::vector<PathState>;

constexpr std::size_t most_states = 64; ///< at one place of the path
constexpr std::size_t most_reasons = 32;
/// What costs less is tracked also if it is not needed; where exploring takes long, also what costs more.
constexpr std::size_t little = TrackingCosts::of_moved;
constexpr std::size_t not_too_much = TrackingCosts::of_memory;

bool is_memory(const TrackedPlace& place) { return std::holds_alternative<MemoryPlace>(place); }

TrackedPlaces places_in(const std::vector<ValueState>& states) {
  TrackedPlaces result;
  for (const ValueState& state : states) {
    result.merge(domains::places_in(state));
  }
  return result;
}

std::vector<ValueState> innermost(const States& states) {
  std::vector<ValueState> result;
  std::ranges::transform(states, std::back_inserter(result), &PathState::here);
  return result;
}

/// The path, as it is executed in states.
class Path {
public:
  Path(const domains::ValueAnalysis& analysis, const cfa::Cfa& cfa, std::span<const cfa::EdgeId> edges,
       RunContext& context)
      : analysis_(analysis), cfa_(cfa), edges_(edges), context_(context) {}

  [[nodiscard]] std::size_t size() const { return edges_.size(); }
  [[nodiscard]] const cfa::Operation& operation(std::size_t index) const { return cfa_.edge(edges_[index]).operation; }
  [[nodiscard]] cfa::EdgeId edge(std::size_t index) const { return edges_[index]; }
  [[nodiscard]] bool enters_block(std::size_t index) const {
    const auto* call = std::get_if<cfa::Call>(&operation(index));
    return call != nullptr && analysis_.is_block(call->callee);
  }

  /// Nothing: they are too many.
  std::optional<States> after(const States& states, std::size_t index, const ValuePrecision& precision) {
    context_.check();
    States result;
    for (const PathState& state : states) {
      const PathState front = in_front(state, index);
      for (ValueState& next : analysis_.post(front.here, precision, {edges_[index], cfa_.edge(edges_[index])})) {
        add(result, behind({std::move(next), front.activation}, index));
      }
    }
    return result.size() <= most_states ? std::optional(std::move(result)) : std::nullopt;
  }

  /// Whether no state gets from in front of edge `first` beyond the end of the reason.
  bool is_contradictory(States states, std::size_t first, const Reason& reason, const ValuePrecision& precision) {
    const std::size_t activations_before = activations_.size();
    for (std::size_t i = first; i <= reason.end && !states.empty(); ++i) {
      if (!reason.contains(i)) {
        continue;
      }
      std::optional<States> next = after(states, i, precision);
      if (!next) {
        break;
      }
      states = *std::move(next);
    }
    forget_activations_since(activations_before);
    return states.empty();
  }

  [[nodiscard]] std::size_t activation_count() const { return activations_.size(); }
  /// To be called when no states are left that are in activations made since there were `count`.
  void forget_activations_since(std::size_t count) {
    activations_.erase(activations_.begin() + static_cast<std::ptrdiff_t>(count), activations_.end());
  }

  /// Of all activations.
  [[nodiscard]] TrackedPlaces places_in(const States& states) const {
    TrackedPlaces result;
    for (const PathState& state : states) {
      result.merge(domains::places_in(state.here));
      for (ActivationId id = state.activation; id != no_activation; id = activations_[id].around) {
        result.merge(domains::places_in(activations_[id].entry));
      }
    }
    return result;
  }

  /// Of states that have just entered a block.
  [[nodiscard]] std::vector<ValueState> of_callers(const States& states) const {
    std::vector<ValueState> result;
    std::ranges::transform(states, std::back_inserter(result),
                           [&](const PathState& state) { return activations_[state.activation].entry; });
    return result;
  }

  using Keep = std::function<bool(const TrackedPlace&)>;

  /// What is left of the states in all activations.
  States restricted(const States& states, const Keep& keep) {
    States result;
    Known known;
    std::map<ActivationId, ActivationId> left_of = {{no_activation, no_activation}};
    for (const PathState& state : states) {
      std::vector<ActivationId> chain;
      for (ActivationId id = state.activation; !left_of.contains(id); id = activations_[id].around) {
        chain.push_back(id);
      }
      for (ActivationId id : chain | std::views::reverse) {
        left_of[id] = what_is_left(
            id, {domains::restricted(activations_[id].entry, keep), left_of.at(activations_[id].around)}, known);
      }
      add(result, {domains::restricted(state.here, keep), left_of.at(state.activation)});
    }
    return result;
  }

  /// In the innermost activation.
  static States restricted_here(const States& states, const Keep& keep) {
    States result;
    for (const PathState& state : states) {
      add(result, {domains::restricted(state.here, keep), state.activation});
    }
    return result;
  }

  /// In that of the caller.
  States restricted_of_caller(const States& states, const Keep& keep) {
    States result;
    Known known;
    for (const PathState& state : states) {
      const Activation& begun = activations_[state.activation];
      Activation left = {domains::restricted(begun.entry, keep), begun.around};
      add(result, {state.here, what_is_left(state.activation, std::move(left), known)});
    }
    return result;
  }

private:
  static void add(States& states, PathState state) {
    if (std::ranges::find(states, state) == states.end()) {
      states.push_back(std::move(state));
    }
  }

  ActivationId made(Activation activation) {
    activations_.push_back(std::move(activation));
    return activations_.size() - 1;
  }

  /// Activations by the ones around them.
  using Known = std::multimap<ActivationId, ActivationId>;

  /// `left` of an activation. Of equal ones one, so that equal states have the same.
  ActivationId what_is_left(ActivationId of, Activation left, Known& known) {
    const auto [first, last] = known.equal_range(left.around);
    for (const auto& [around, id] : std::ranges::subrange(first, last)) {
      if (activations_[id] == left) {
        return id;
      }
    }
    const ActivationId around = left.around;
    return known.emplace(around, activations_[of] == left ? of : made(std::move(left)))->second;
  }

  /// Where the edge returns from a block, what its caller knew is known again.
  [[nodiscard]] PathState in_front(const PathState& state, std::size_t index) const {
    const auto* back = std::get_if<cfa::Return>(&operation(index));
    if (back == nullptr) {
      return state;
    }
    const cfa::FunctionId callee = std::get<cfa::Call>(cfa_.edge(back->call).operation).callee;
    if (!analysis_.is_block(callee)) {
      return state;
    }
    const Activation& ended = activations_[state.activation];
    return {analysis_.state_behind_call(ended.entry, callee, state.here), ended.around};
  }

  /// Where the edge calls a block, that begins with what it can see.
  PathState behind(PathState state, std::size_t index) {
    if (!enters_block(index)) {
      return state;
    }
    ValueState inside = analysis_.state_inside(state.here, std::get<cfa::Call>(operation(index)).callee);
    return {std::move(inside), made({std::move(state.here), state.activation})};
  }

  const domains::ValueAnalysis& analysis_;
  const cfa::Cfa& cfa_;
  std::span<const cfa::EdgeId> edges_;
  RunContext& context_;
  std::vector<Activation> activations_;
};

/// Why the path is contradictory, the first reason first.
std::vector<Reason> reasons_of(Path& path, const ValuePrecision& precision) {
  std::vector<Reason> result;
  States states = {PathState()};
  std::set<std::size_t> passed_over;
  for (std::size_t i = 0; i < path.size() && result.size() < most_reasons; ++i) {
    std::optional<States> next = path.after(states, i, precision);
    if (!next) {
      break;
    }
    if (next->empty()) {
      result.push_back({i, passed_over});
      if (path.enters_block(i)) {
        break; // nobody would know what the caller has
      }
      passed_over.insert(i);
      continue; // as if it was not there
    }
    states = *std::move(next);
  }
  return result;
}

/// The reason without operations that do not matter to it, which are most of a long path; as it is, if they do.
Reason without_idle_operations(Path& path, const Reason& reason, const NeededOnPath& needed,
                               const ValuePrecision& precision) {
  Reason result = reason;
  for (std::size_t i = 0; i < reason.end; ++i) {
    if (!path.enters_block(i) && !matters(path.operation(i), needed.behind[i].here)) {
      result.passed_over.insert(i);
    }
  }
  return path.is_contradictory({PathState()}, 0, result, precision) ? result : reason;
}

/// What tracking would cost: for memory, and for each variable.
std::size_t cost_of(const Needed& needed, const TrackingCosts& costs) {
  std::size_t result = needed.memory ? TrackingCosts::of_memory : 0;
  for (cfa::VariableId variable : needed.registers) {
    result += costs.of(variable);
  }
  return result;
}

std::set<cfa::EdgeId> allocations_on(const Path& path, const Reason& reason) {
  std::set<cfa::EdgeId> result;
  for (std::size_t i = 0; i <= reason.end; ++i) {
    if (std::holds_alternative<cfa::Allocate>(path.operation(i))) {
      result.insert(path.edge(i));
    }
  }
  return result;
}

/// The objects that have to be told from others: without the name of any of them, the reason is none.
std::set<cfa::EdgeId> names_for(Path& path, const Reason& reason, const domains::GivenUp& given_up) {
  std::set<cfa::EdgeId> named = allocations_on(path, reason);
  const auto is_enough = [&](const std::set<cfa::EdgeId>& names) {
    return path.is_contradictory({PathState()}, 0, reason,
                                 ValuePrecision::everything_but_objects(names).giving_up(given_up));
  };
  if (named.empty() || is_enough({})) {
    return {};
  }
  for (cfa::EdgeId allocation : std::set(named)) {
    std::set<cfa::EdgeId> fewer = named;
    fewer.erase(allocation);
    if (is_enough(fewer)) {
      named = std::move(fewer);
    }
  }
  return named;
}

/// The places in the order in which it is tried to do without them.
using Elimination = std::function<std::vector<TrackedPlace>(const TrackedPlaces&)>;

Elimination elimination_by(EliminationOrder order, const TrackingCosts& costs) {
  return [order, &costs](const TrackedPlaces& places) {
    std::vector<TrackedPlace> result(places.begin(), places.end());
    switch (order) {
    case EliminationOrder::CostlyFirst:
      std::ranges::stable_partition(result, [&](const TrackedPlace& place) {
        const auto* variable = std::get_if<cfa::VariableId>(&place);
        return is_memory(place) || (variable != nullptr && costs.is_counter(*variable));
      });
      break;
    case EliminationOrder::DeclaredFirst:
      break;
    case EliminationOrder::DeclaredLast:
      std::ranges::reverse(result);
      break;
    }
    return result;
  };
}

bool is_needed(const TrackedPlace& place, const Needed& by_someone) {
  const auto* variable = std::get_if<cfa::VariableId>(&place);
  return variable != nullptr ? by_someone.registers.contains(*variable) : by_someone.memory;
}

/// Algorithm 3: `states` without each place that can be dropped while what comes from edge `next` on stays contradictory.
States interpolant(States states, Path& path, std::size_t next, const Reason& reason, const ValuePrecision& precision,
                   const NeededOnPath::Behind& needed, const Elimination& elimination) {
  const auto try_without = [&](const TrackedPlaces& dropped) {
    const std::size_t activations_before = path.activation_count();
    States fewer = path.restricted(states, [&](const TrackedPlace& place) { return !dropped.contains(place); });
    if (path.is_contradictory(fewer, next, reason, precision)) {
      states = std::move(fewer);
    } else {
      path.forget_activations_since(activations_before);
    }
  };
  TrackedPlaces others; // what nothing is computed from: all at once
  for (const TrackedPlace& place : path.places_in(states)) {
    if (!is_needed(place, needed.here) && !is_needed(place, *needed.by_callers)) {
      others.insert(place);
    }
  }
  try_without(others);
  for (const TrackedPlace& place : elimination(path.places_in(states))) {
    try_without({place});
  }
  return states;
}

/// What is left of the states behind an edge.
using Reduction = std::function<States(const States&, std::size_t index)>;

/// Algorithm 4, for one reason. Nothing: states are too many, or what the reduction leaves is no longer contradictory.
std::optional<ValueInterpolants> interpolants_by(const Reduction& reduced, Path& path, const Reason& reason,
                                                 std::set<cfa::EdgeId> named, const ValuePrecision& precision) {
  ValueInterpolants result;
  result.named = std::move(named);
  States states = {PathState()};
  for (std::size_t i = 0; i < reason.end; ++i) {
    if (reason.contains(i)) {
      const std::optional<States> next = path.after(states, i, precision);
      if (!next) {
        return std::nullopt;
      }
      // What an operation leaves as it is needs as much behind it as in front of it.
      if (*next != states) {
        states = reduced(*next, i);
      }
    }
    result.states.push_back(innermost(states));
    result.places.push_back(places_in(result.states.back()));
    if (path.enters_block(i)) {
      const auto& callers = result.callers.emplace(i, path.of_callers(states)).first->second;
      result.places.back().merge(places_in(callers));
    }
  }
  return path.is_contradictory(states, reason.end, reason, precision) ? std::optional(std::move(result)) : std::nullopt;
}

/// Of longer ones, a place is not dropped by trying, which takes time for all that comes behind it, at each place.
constexpr std::size_t longest_to_try = 1000;

std::optional<ValueInterpolants> interpolants_for(Path& path, const Reason& whole, const NeededOnPath& needed,
                                                  const domains::GivenUp& given_up, const Elimination& elimination) {
  const Reason reason = without_idle_operations(path, whole, needed, ValuePrecision::everything().giving_up(given_up));
  const std::set<cfa::EdgeId> named = names_for(path, reason, given_up);
  const ValuePrecision precision = ValuePrecision::everything_but_objects(named).giving_up(given_up);
  if (reason.size() > longest_to_try) {
    const auto what_is_needed = [&](const States& states, std::size_t index) {
      const auto is_needed_by = [](const Needed& someone) {
        return [&someone](const TrackedPlace& place) { return is_needed(place, someone); };
      };
      States left = Path::restricted_here(states, is_needed_by(needed.behind[index].here));
      return path.enters_block(index) ? path.restricted_of_caller(left, is_needed_by(needed.of_callers.at(index)))
                                      : left;
    };
    if (auto found = interpolants_by(what_is_needed, path, reason, named, precision)) {
      return found;
    }
  }
  const auto what_is_not_dropped = [&](const States& states, std::size_t index) {
    return interpolant(states, path, index + 1, reason, precision, needed.behind[index], elimination);
  };
  return interpolants_by(what_is_not_dropped, path, reason, named, precision);
}

} // namespace

std::vector<ValueInterpolants> interpolate_values(const domains::ValueAnalysis& analysis, const cfa::Cfa& cfa,
                                                  const TrackingCosts& costs, std::span<const cfa::EdgeId> edges,
                                                  const domains::GivenUp& given_up,
                                                  const InterpolationSettings& settings, RunContext& context) {
  const CountedTime counted(context.statistics.interpolation_nanoseconds);
  Path path(analysis, cfa, edges, context);
  const auto needed_for = [&](const Reason& reason) { // long paths have large ones, so they are not kept
    return needed_on_path(cfa, edges, reason, [&](cfa::FunctionId function) { return analysis.is_block(function); });
  };
  struct Candidate {
    Reason reason;
    std::size_t cost;
  };
  std::vector<Candidate> candidates;
  for (Reason& reason : reasons_of(path, ValuePrecision::everything().giving_up(given_up))) {
    const std::size_t cost = cost_of(needed_for(reason).anywhere(), costs);
    candidates.push_back({std::move(reason), cost});
  }
  std::ranges::stable_sort(candidates, {}, &Candidate::cost);
  const std::size_t limit = settings.wanted == WantedReasons::Needed ? little : not_too_much;
  const Elimination elimination = elimination_by(settings.elimination, costs);
  std::vector<ValueInterpolants> result;
  for (const auto& [reason, cost] : candidates) {
    const bool is_needed = result.empty() && settings.wanted == WantedReasons::Needed;
    if (!is_needed && cost >= limit) {
      break;
    }
    std::optional<ValueInterpolants> interpolants =
        interpolants_for(path, reason, needed_for(reason), given_up, elimination);
    if (!interpolants) {
      break;
    }
    result.push_back(*std::move(interpolants));
  }
  return result;
}

} // namespace vouch::refinement
