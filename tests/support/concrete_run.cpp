#include "tests/support/concrete_run.hpp"

#include "analysis/core/composite.hpp"
#include "analysis/domains/control/call_stack.hpp"
#include "analysis/domains/control/location.hpp"
#include "analysis/domains/numbers/interval_analysis.hpp"
#include "analysis/domains/values/value_analysis.hpp"
#include "tests/support/bounded_constants.hpp"

#include <algorithm>

namespace vouch::test {
namespace {

using domains::CallStackState;
using domains::LocationState;

std::vector<cfa::EdgeId> calls_of(const CallStackState& state) {
  std::vector<cfa::EdgeId> calls;
  for (const domains::CallFrame* frame = state.top.get(); frame != nullptr; frame = frame->below.get()) {
    calls.push_back(frame->call);
  }
  std::reverse(calls.begin(), calls.end());
  return calls;
}

bool is_active(const cfa::Cfa& cfa, const ConcreteState& state, cfa::FunctionId function) {
  return state.bottom == function || std::any_of(state.calls.begin(), state.calls.end(), [&](cfa::EdgeId call) {
           return std::get<cfa::Call>(cfa.edge(call).operation).callee == function;
         });
}

bool agrees(const ConstantState& abstract, const ConcreteState& concrete) {
  return std::all_of(abstract.known.begin(), abstract.known.end(),
                     [&](const auto& entry) { return concrete.values.at(entry.first) == entry.second; });
}

void take(std::map<cfa::VariableId, cfa::Integer>& values, const ConstantState& known) {
  for (const auto& [variable, value] : known.known) {
    values[variable] = value;
  }
}

/// Where the run ended, if it was for a reason that `Operation` stands for.
template <class Operation>
std::optional<cfa::EdgeId> ended_by(const cfa::Cfa& cfa, const ConcreteState& state) {
  const bool matches = state.ended_at && std::holds_alternative<Operation>(cfa.edge(*state.ended_at).operation);
  return matches ? state.ended_at : std::nullopt;
}

} // namespace

ConcreteState concrete_start(const cfa::Cfa& cfa, cfa::LocationId location,
                             std::map<cfa::VariableId, cfa::Integer> values) {
  return {location, cfa.location(location).function, {}, std::move(values), std::nullopt};
}

std::optional<ConcreteState> step(const cfa::Cfa& cfa, const ConcreteState& state, cfa::EdgeId id, cfa::Integer input) {
  const cfa::Edge& edge = cfa.edge(id);
  if (state.ended_at || edge.source != state.location) {
    return std::nullopt;
  }
  ConcreteState next = state;
  next.location = edge.target;
  const ConstantState known{state.values};
  if (const auto* assume = std::get_if<cfa::Assume>(&edge.operation)) {
    const bool is_true = evaluate(assume->condition, known).value() != 0;
    return is_true == (assume->polarity == cfa::Polarity::Holds) ? std::optional(next) : std::nullopt;
  }
  if (const auto* assign = std::get_if<cfa::Assign>(&edge.operation)) {
    next.values[assign->target] = evaluate(assign->value, known).value();
  } else if (const auto* read = std::get_if<cfa::Input>(&edge.operation)) {
    next.values[read->target] = input;
  } else if (const auto* call = std::get_if<cfa::Call>(&edge.operation)) {
    if (is_active(cfa, state, call->callee)) {
      next.ended_at = id;
    } else {
      next.calls.push_back(id);
    }
  } else if (const auto* back = std::get_if<cfa::Return>(&edge.operation)) {
    if (state.calls.empty() || state.calls.back() != back->call) {
      return std::nullopt;
    }
    next.calls.pop_back();
  } else if (std::holds_alternative<cfa::Unsupported>(edge.operation)) {
    next.ended_at = id;
  }
  return next;
}

bool contains(const cfa::Cfa& cfa, const core::AbstractState& abstract, const ConcreteState& concrete) {
  if (const auto* product = abstract.find<core::CompositeState>()) {
    return std::all_of(product->components.begin(), product->components.end(),
                       [&](const core::AbstractState& part) { return contains(cfa, part, concrete); });
  }
  if (const auto* location = abstract.find<LocationState>()) {
    return location->location == concrete.location &&
           location->unsupported == ended_by<cfa::Unsupported>(cfa, concrete);
  }
  if (const auto* stack = abstract.find<CallStackState>()) {
    return stack->bottom == concrete.bottom && calls_of(*stack) == concrete.calls &&
           stack->recursive_call == ended_by<cfa::Call>(cfa, concrete);
  }
  if (const auto* values = abstract.find<domains::ValueState>()) {
    bool agrees = true;
    values->registers.for_each([&](std::uint64_t variable, const domains::ExplicitValue& value) {
      agrees &= domains::ExplicitValue(concrete.values.at(cfa::VariableId(variable))) == value;
    });
    return agrees;
  }
  if (const auto* intervals = abstract.find<domains::IntervalState>()) {
    bool agrees = true;
    intervals->registers.for_each([&](std::uint64_t variable, const smt::Interval& interval) {
      agrees &= interval.contains(concrete.values.at(cfa::VariableId(variable)));
    });
    return agrees;
  }
  if (const auto* bounded = abstract.find<BoundedState>()) {
    return agrees(bounded->values, concrete);
  }
  if (const auto* comparisons = abstract.find<ComparisonState>()) {
    return agrees(comparisons->equal, concrete);
  }
  return agrees(abstract.as<ConstantState>(), concrete);
}

ConcreteState concretisation(const core::AbstractState& product, std::map<cfa::VariableId, cfa::Integer> values) {
  const auto& location = core::component<LocationState>(product);
  const auto& stack = core::component<CallStackState>(product);
  if (const auto* known = core::find_component<domains::IntervalState>(product)) {
    known->registers.for_each([&](std::uint64_t variable, const smt::Interval& interval) {
      cfa::Integer& value = values[cfa::VariableId(variable)];
      value = std::clamp(value, interval.low, interval.high);
    });
  }
  if (const auto* known = core::find_component<ConstantState>(product)) {
    take(values, *known);
  }
  if (const auto* known = core::find_component<BoundedState>(product)) {
    take(values, known->values);
  }
  if (const auto* known = core::find_component<ComparisonState>(product)) {
    take(values, known->equal);
  }
  if (const auto* known = core::find_component<domains::ValueState>(product)) {
    known->registers.for_each([&](std::uint64_t variable, const domains::ExplicitValue& value) {
      values[cfa::VariableId(variable)] = std::get<cfa::Integer>(value);
    });
  }
  return {location.location, stack.bottom, calls_of(stack), std::move(values),
          location.unsupported ? location.unsupported : stack.recursive_call};
}

} // namespace vouch::test
