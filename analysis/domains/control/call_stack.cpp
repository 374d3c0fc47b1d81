#include "analysis/domains/control/call_stack.hpp"

#include "analysis/core/composite.hpp"
#include "analysis/support/hash.hpp"

#include <algorithm>
#include <cassert>
#include <ranges>

namespace vouch::domains {

static_assert(core::ConfigurableProgramAnalysis<CallStackAnalysis>);

namespace {

bool same_stack(const CallFrame* left, const CallFrame* right) {
  while (left != right) { // shared frames are the same object, so this rarely goes far
    if (left == nullptr || right == nullptr || left->hash != right->hash || left->call != right->call) {
      return false;
    }
    left = left->below.get();
    right = right->below.get();
  }
  return true;
}

/// Whether a target is ahead once the function on top has returned.
bool is_target_behind(const CallStackState& state) {
  return state.top != nullptr ? state.top->is_target_behind : state.is_target_behind;
}

bool is_active(const CallStackState& state, cfa::FunctionId function) {
  for (const CallFrame* frame = state.top.get(); frame != nullptr; frame = frame->below.get()) {
    if (frame->callee == function) {
      return true;
    }
  }
  return state.bottom == function;
}

} // namespace

bool operator==(const CallStackState& left, const CallStackState& right) {
  return left.bottom == right.bottom && left.recursive_call == right.recursive_call &&
         left.is_target_behind == right.is_target_behind && same_stack(left.top.get(), right.top.get());
}

std::size_t hash_value(const CallStackState& state) {
  return hash_of(state.top ? state.top->hash : 0, state.bottom, state.recursive_call.value_or(cfa::EdgeId()));
}

CallStackState CallStackAnalysis::push(const State& state, cfa::EdgeId call, cfa::FunctionId callee) const {
  auto frame = std::make_shared<CallFrame>();
  frame->below = state.top;
  frame->call = call;
  frame->callee = callee;
  frame->depth = state.depth() + 1;
  frame->hash = hash_of(state.top ? state.top->hash : 0, call);
  frame->is_target_behind = targets_ == nullptr || targets_->is_target_behind(call) || is_target_behind(state);
  return {std::move(frame), state.bottom, std::nullopt, state.is_target_behind};
}

bool CallStackAnalysis::is_target_ahead(const State& state, cfa::LocationId location) const {
  return targets_ == nullptr || targets_->is_target_ahead(location) || is_target_behind(state);
}

CallStackState CallStackAnalysis::initial_state(cfa::LocationId location) const {
  return {nullptr, cfa_->location(location).function, std::nullopt, false};
}

std::vector<CallStackState> CallStackAnalysis::post(const State& state, const Precision& /*precision*/,
                                                    const core::EdgeContext& edge) const {
  if (state.recursive_call) {
    return {};
  }
  State next = state;
  if (const auto* call = std::get_if<cfa::Call>(&edge.edge.operation)) {
    next = push(state, edge.id, call->callee);
  } else if (const auto* back = std::get_if<cfa::Return>(&edge.edge.operation)) {
    if (state.top == nullptr || state.top->call != back->call) {
      return {};
    }
    next.top = state.top->below;
  }
  const bool is_target = std::holds_alternative<cfa::Unsupported>(edge.edge.operation);
  if (!is_target && !is_target_ahead(next, edge.edge.target)) {
    return {};
  }
  const auto* call = std::get_if<cfa::Call>(&edge.edge.operation);
  if (call != nullptr && !is_block(call->callee) && is_active(state, call->callee)) {
    return {{state.top, state.bottom, edge.id, state.is_target_behind}};
  }
  return {std::move(next)};
}

bool CallStackAnalysis::is_block(cfa::FunctionId function) const {
  return blocks_ != nullptr && blocks_->entered_at(cfa_->function(function).entry).has_value();
}

std::optional<CallStackState> CallStackAnalysis::reduce(const State& state, const Precision& /*precision*/,
                                                        const core::BlockContext& block) const {
  assert(state.function() == block.block.function && !state.recursive_call);
  return State{nullptr, block.block.function, std::nullopt, is_target_behind(state)};
}

CallStackState CallStackAnalysis::expand(const State& entry, const core::BlockContext& /*block*/,
                                         const State& /*exit*/) const {
  return entry;
}

CallStackState CallStackAnalysis::merge(const State& /*added*/, const State& reached,
                                        const Precision& /*precision*/) const {
  return reached;
}

bool CallStackAnalysis::stop(const State& state, std::span<const State* const> reached,
                             const Precision& /*precision*/) const {
  return std::any_of(reached.begin(), reached.end(), [&](const State* candidate) { return *candidate == state; });
}

core::Adjustment<CallStackState, core::NoPrecision>
CallStackAnalysis::adjust(const State& state, const Precision& /*precision*/,
                          const core::ReachedView<State>& /*reached*/) const {
  return core::Continue<State, Precision>{state};
}

std::optional<core::TargetReason> CallStackAnalysis::target(const State& state) const {
  if (!state.recursive_call) {
    return std::nullopt;
  }
  const cfa::Edge& edge = cfa_->edge(*state.recursive_call);
  const cfa::FunctionId callee = std::get<cfa::Call>(edge.operation).callee;
  return core::TargetReason{core::TargetKind::Recursion, edge.source,
                            "recursive call of '" + cfa_->function(callee).name + "'"};
}

std::vector<core::StatePart> CallStackAnalysis::describe(const State& state, const cfa::Cfa& cfa) const {
  std::vector<std::string> calls;
  for (const CallFrame* frame = state.top.get(); frame != nullptr; frame = frame->below.get()) {
    calls.push_back(cfa.function(frame->callee).name + " called at line " +
                    std::to_string(cfa.edge(frame->call).range.begin.line));
  }
  calls.push_back(cfa.function(state.bottom).name);
  core::TextList list;
  for (const std::string& call : std::views::reverse(calls)) {
    list.add(call);
  }
  return {{"call stack", list.finish()}};
}

std::vector<cfa::EdgeId> open_calls(const core::AbstractState& state) {
  std::vector<cfa::EdgeId> calls;
  const auto& stack = core::component<CallStackState>(state);
  for (const CallFrame* frame = stack.top.get(); frame != nullptr; frame = frame->below.get()) {
    calls.push_back(frame->call);
  }
  std::reverse(calls.begin(), calls.end());
  return calls;
}

std::size_t hash_of_open_calls(const core::AbstractState& state) {
  return hash_value(core::component<CallStackState>(state));
}

BehindStart behind_start(const core::AbstractState& state) {
  return core::component<CallStackState>(state).is_target_behind ? BehindStart::Target : BehindStart::Nothing;
}

core::AbstractState with_behind_start(const core::AbstractState& state, BehindStart what) {
  CallStackState stack = core::component<CallStackState>(state);
  stack.is_target_behind = what == BehindStart::Target;
  return core::with_component(state, std::move(stack));
}

} // namespace vouch::domains
