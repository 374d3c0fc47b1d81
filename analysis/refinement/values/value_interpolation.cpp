#include "analysis/refinement/values/value_interpolation.hpp"

#include "analysis/domains/values/value_restriction.hpp"

#include <algorithm>
#include <functional>
#include <utility>

namespace vouch::refinement {
namespace {

using domains::MemoryPlace;
using domains::TrackedPlace;
using domains::TrackedPlaces;
using domains::ValuePrecision;
using domains::ValueState;

/// What is known somewhere on the path, where calls of blocks are followed inside.
struct PathState {
  ValueState here;
  std::vector<ValueState> entries = {}; ///< behind the edges of the calls that it is in, outermost first
  friend bool operator==(const PathState&, const PathState&) = default;
};

using States = std::vector<PathState>;

constexpr std::size_t most_states = 64; ///< at one place of the path
constexpr std::size_t most_reasons = 32;
/// What costs less is tracked also if it is not needed; where exploring takes long, also what costs more.
constexpr std::size_t little = TrackingCosts::of_moved;
constexpr std::size_t not_too_much = TrackingCosts::of_memory;

bool is_memory(const TrackedPlace& place) { return std::holds_alternative<MemoryPlace>(place); }

TrackedPlaces places_in(const States& states) {
  TrackedPlaces result;
  for (const PathState& state : states) {
    result.merge(domains::places_in(state.here));
    for (const ValueState& entry : state.entries) {
      result.merge(domains::places_in(entry));
    }
  }
  return result;
}

std::vector<ValueState> innermost(const States& states) {
  std::vector<ValueState> result;
  std::ranges::transform(states, std::back_inserter(result), &PathState::here);
  return result;
}

/// Of those that have just entered a block.
std::vector<ValueState> of_callers(const States& states) {
  std::vector<ValueState> result;
  std::ranges::transform(states, std::back_inserter(result),
                         [](const PathState& state) { return state.entries.back(); });
  return result;
}

States without(const States& states, const TrackedPlaces& dropped) {
  States result;
  const auto is_left = [&](const TrackedPlace& place) { return !dropped.contains(place); };
  for (const PathState& state : states) {
    PathState left{domains::restricted(state.here, is_left)};
    for (const ValueState& entry : state.entries) {
      left.entries.push_back(domains::restricted(entry, is_left));
    }
    if (std::ranges::find(result, left) == result.end()) {
      result.push_back(std::move(left));
    }
  }
  return result;
}

/// A contradictory part of a path: its edges up to `end`, which no state gets beyond, without those that are passed over.
struct Reason {
  std::size_t end = 0;
  std::set<std::size_t> passed_over;

  [[nodiscard]] bool contains(std::size_t index) const { return index <= end && !passed_over.contains(index); }
};

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
        PathState inside = behind({std::move(next), front.entries}, index);
        if (std::ranges::find(result, inside) == result.end()) {
          result.push_back(std::move(inside));
        }
      }
    }
    return result.size() <= most_states ? std::optional(std::move(result)) : std::nullopt;
  }

  /// Whether no state gets from in front of edge `first` beyond the end of the reason.
  bool is_contradictory(States states, std::size_t first, const Reason& reason, const ValuePrecision& precision) {
    for (std::size_t i = first; i <= reason.end && !states.empty(); ++i) {
      if (!reason.contains(i)) {
        continue;
      }
      std::optional<States> next = after(states, i, precision);
      if (!next) {
        return false;
      }
      states = *std::move(next);
    }
    return states.empty();
  }

private:
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
    PathState result{analysis_.state_behind_call(state.entries.back(), callee, state.here), state.entries};
    result.entries.pop_back();
    return result;
  }

  /// Where the edge calls a block, that begins with what it can see.
  [[nodiscard]] PathState behind(PathState state, std::size_t index) const {
    if (enters_block(index)) {
      state.entries.push_back(state.here);
      state.here = analysis_.state_inside(state.here, std::get<cfa::Call>(operation(index)).callee);
    }
    return state;
  }

  const domains::ValueAnalysis& analysis_;
  const cfa::Cfa& cfa_;
  std::span<const cfa::EdgeId> edges_;
  RunContext& context_;
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

/// What the value of the reason's last condition is computed from, behind each edge: registers by name, memory as a whole.
struct Needed {
  std::set<cfa::VariableId> registers;
  bool memory = false;

  [[nodiscard]] bool contains(const Needed& other) const {
    return std::ranges::includes(registers, other.registers) && (memory || !other.memory);
  }
};

void read(cfa::ExpressionRef expression, Needed& needed) {
  cfa::for_each_subexpression(expression, [&](cfa::ExpressionRef part) {
    if (const auto* variable = std::get_if<cfa::VariableRead>(&part->node)) {
      needed.registers.insert(variable->variable);
    }
    needed.memory = needed.memory || std::holds_alternative<cfa::Load>(part->node) ||
                    std::holds_alternative<cfa::MemoryCheck>(part->node);
  });
}

void go_back_over(const cfa::Operation& operation, Needed& needed) {
  const auto bind = [&](const std::vector<cfa::Binding>& bindings) {
    Needed before = needed;
    for (const cfa::Binding& binding : bindings) {
      before.registers.erase(binding.variable);
    }
    for (const cfa::Binding& binding : bindings) {
      if (needed.registers.contains(binding.variable)) {
        read(binding.value, before);
      }
    }
    needed = std::move(before);
  };
  if (const auto* assign = std::get_if<cfa::Assign>(&operation)) {
    bind({{assign->target, assign->value}});
  } else if (const auto* call = std::get_if<cfa::Call>(&operation)) {
    bind(call->parameters);
  } else if (const auto* back = std::get_if<cfa::Return>(&operation)) {
    bind(back->results);
  } else if (!std::holds_alternative<cfa::Assume>(operation)) {
    for (cfa::VariableId written : cfa::variables_written(operation)) {
      needed.registers.erase(written);
    }
    for (cfa::ExpressionRef expression : cfa::expressions_of(operation)) {
      if (needed.memory) {
        read(expression, needed);
      }
    }
  }
}

std::vector<Needed> needed_behind(const Path& path, const Reason& reason) {
  std::vector<Needed> result(reason.end);
  Needed needed;
  for (cfa::ExpressionRef expression : cfa::expressions_of(path.operation(reason.end))) {
    read(expression, needed);
  }
  for (std::size_t i = reason.end; i-- > 0;) {
    result[i] = needed;
    if (reason.contains(i)) {
      go_back_over(path.operation(i), needed);
    }
  }
  return result;
}

/// Whether what is needed behind the operation may be different from, or better known than, what it is in front of it.
bool matters(const cfa::Operation& operation, const Needed& needed) {
  if (std::holds_alternative<cfa::Allocate>(operation) || std::holds_alternative<cfa::Return>(operation)) {
    return true; // objects are counted, and the callee's variables come to their end
  }
  if (const auto* assume = std::get_if<cfa::Assume>(&operation)) {
    Needed asked;
    read(assume->condition, asked);
    return needed.contains(asked);
  }
  const bool is_about_registers = std::holds_alternative<cfa::Assign>(operation) ||
                                  std::holds_alternative<cfa::Call>(operation) ||
                                  std::holds_alternative<cfa::Input>(operation);
  const std::vector<cfa::VariableId> written = cfa::variables_written(operation);
  return (needed.memory && !is_about_registers) ||
         std::ranges::any_of(written, [&](cfa::VariableId variable) { return needed.registers.contains(variable); });
}

/// The reason without operations that do not matter to it, which are most of a long path; as it is, if they do.
Reason without_idle_operations(Path& path, const Reason& reason, const std::vector<Needed>& needed,
                               const ValuePrecision& precision) {
  Reason result = reason;
  for (std::size_t i = 0; i < reason.end; ++i) {
    if (!path.enters_block(i) && !matters(path.operation(i), needed[i])) {
      result.passed_over.insert(i);
    }
  }
  return path.is_contradictory({PathState()}, 0, result, precision) ? result : reason;
}

/// What tracking for this reason would cost: for memory, and for each variable.
std::size_t cost_of(const std::vector<Needed>& needed, const TrackingCosts& costs) {
  std::set<cfa::VariableId> registers;
  bool memory = false;
  for (const Needed& here : needed) {
    registers.insert(here.registers.begin(), here.registers.end());
    memory = memory || here.memory;
  }
  std::size_t result = memory ? TrackingCosts::of_memory : 0;
  for (cfa::VariableId variable : registers) {
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

/// Algorithm 3: `states` without each place that can be dropped while what comes from edge `next` on stays contradictory.
States interpolant(States states, Path& path, std::size_t next, const Reason& reason, const ValuePrecision& precision,
                   const Needed& needed, const Elimination& elimination) {
  const auto try_without = [&](const TrackedPlaces& dropped) {
    States fewer = without(states, dropped);
    if (path.is_contradictory(fewer, next, reason, precision)) {
      states = std::move(fewer);
    }
  };
  TrackedPlaces others; // what nothing is computed from: all at once
  for (const TrackedPlace& place : places_in(states)) {
    const auto* variable = std::get_if<cfa::VariableId>(&place);
    if (variable != nullptr ? !needed.registers.contains(*variable) : !needed.memory) {
      others.insert(place);
    }
  }
  try_without(others);
  for (const TrackedPlace& place : elimination(places_in(states))) {
    try_without({place});
  }
  return states;
}

/// Algorithm 4, for one reason. Nothing: states are too many.
std::optional<ValueInterpolants> interpolants_for(Path& path, const Reason& whole, const std::vector<Needed>& needed,
                                                  const domains::GivenUp& given_up, const Elimination& elimination) {
  const Reason reason = without_idle_operations(path, whole, needed, ValuePrecision::everything().giving_up(given_up));
  ValueInterpolants result;
  result.named = names_for(path, reason, given_up);
  const ValuePrecision precision = ValuePrecision::everything_but_objects(result.named).giving_up(given_up);
  States states = {PathState()};
  for (std::size_t i = 0; i < reason.end; ++i) {
    if (reason.contains(i)) {
      const std::optional<States> next = path.after(states, i, precision);
      if (!next) {
        return std::nullopt;
      }
      // What an operation leaves as it is needs as much behind it as in front of it.
      if (*next != states) {
        states = interpolant(*next, path, i + 1, reason, precision, needed[i], elimination);
      }
    }
    result.states.push_back(innermost(states));
    if (path.enters_block(i)) {
      result.callers.emplace(i, of_callers(states));
    }
    result.places.push_back(places_in(states));
  }
  return result;
}

} // namespace

std::vector<ValueInterpolants> interpolate_values(const domains::ValueAnalysis& analysis, const cfa::Cfa& cfa,
                                                  const TrackingCosts& costs, std::span<const cfa::EdgeId> edges,
                                                  const domains::GivenUp& given_up,
                                                  const InterpolationSettings& settings, RunContext& context) {
  Path path(analysis, cfa, edges, context);
  struct Candidate {
    Reason reason;
    std::vector<Needed> needed;
    std::size_t cost;
  };
  std::vector<Candidate> candidates;
  for (Reason& reason : reasons_of(path, ValuePrecision::everything().giving_up(given_up))) {
    std::vector<Needed> needed = needed_behind(path, reason);
    const std::size_t cost = cost_of(needed, costs);
    candidates.push_back({std::move(reason), std::move(needed), cost});
  }
  std::ranges::stable_sort(candidates, {}, &Candidate::cost);
  const std::size_t limit = settings.wanted == WantedReasons::Needed ? little : not_too_much;
  const Elimination elimination = elimination_by(settings.elimination, costs);
  std::vector<ValueInterpolants> result;
  for (const auto& [reason, needed, cost] : candidates) {
    const bool is_needed = result.empty() && settings.wanted == WantedReasons::Needed;
    if (!is_needed && cost >= limit) {
      break;
    }
    std::optional<ValueInterpolants> interpolants = interpolants_for(path, reason, needed, given_up, elimination);
    if (!interpolants) {
      break;
    }
    result.push_back(*std::move(interpolants));
  }
  return result;
}

} // namespace vouch::refinement
