#include "analysis/domains/control/unwound_loops.hpp"

#include "analysis/cfa/control_flow.hpp"
#include "analysis/core/composite.hpp"
#include "analysis/support/hash.hpp"

#include <algorithm>
#include <bit>
#include <string>

namespace vouch::domains {

static_assert(core::ConfigurableProgramAnalysis<UnwoundLoopsAnalysis>);

namespace {

using Frame = std::shared_ptr<const UnwoundFrame>;

constexpr std::size_t first_round_to_pause_at = 4;

Frame pushed(Frame below, cfa::LocationId place, std::size_t round) {
  const std::size_t hash = hash_of(below ? below->hash : 0, place, round);
  return std::make_shared<const UnwoundFrame>(UnwoundFrame{std::move(below), place, round, hash});
}

bool same_frames(const UnwoundFrame* left, const UnwoundFrame* right) {
  while (left != right) { // shared frames are the same object, so this rarely goes far
    if (left == nullptr || right == nullptr || left->hash != right->hash || left->place != right->place ||
        left->round != right->round) {
      return false;
    }
    left = left->below.get();
    right = right->below.get();
  }
  return true;
}

} // namespace

bool operator==(const UnwoundState& left, const UnwoundState& right) {
  return left.location == right.location && same_frames(left.top.get(), right.top.get());
}

std::size_t hash_value(const UnwoundState& state) { return hash_of(state.location, state.top ? state.top->hash : 0); }

UnwoundState UnwoundLoopsAnalysis::initial_state(cfa::LocationId location) const { return arrive(nullptr, location); }

std::vector<UnwoundState> UnwoundLoopsAnalysis::post(const State& state, const Precision& /*precision*/,
                                                     const core::EdgeContext& context) const {
  Frame top = state.top;
  if (std::holds_alternative<cfa::Call>(context.edge.operation)) {
    top = pushed(std::move(top), context.edge.source, 0);
  } else if (std::holds_alternative<cfa::Return>(context.edge.operation)) {
    while (top != nullptr && !top->is_call()) {
      top = top->below;
    }
    top = top != nullptr ? top->below : nullptr;
  }
  return {arrive(std::move(top), context.edge.target)};
}

UnwoundState UnwoundLoopsAnalysis::arrive(Frame top, cfa::LocationId location) const {
  while (top != nullptr && !top->is_call() && !is_in_loop(top->place, location)) {
    top = top->below;
  }
  if (cfa_->location(location).is_loop_head) {
    const bool is_next = top != nullptr && top->place == location && !top->is_call();
    top = is_next ? pushed(top->below, location, top->round + 1) : pushed(std::move(top), location, 1);
  }
  return {location, std::move(top)};
}

bool UnwoundLoopsAnalysis::is_in_loop(cfa::LocationId head, cfa::LocationId location) const {
  auto known = loops_->find(head);
  if (known == loops_->end()) {
    known = loops_->emplace(head, cfa::locations_of_loop(*cfa_, head)).first;
  }
  return known->second.contains(location);
}

UnwoundState UnwoundLoopsAnalysis::merge(const State& /*added*/, const State& reached,
                                         const Precision& /*precision*/) const {
  return reached;
}

bool UnwoundLoopsAnalysis::stop(const State& state, std::span<const State* const> reached,
                                const Precision& /*precision*/) const {
  return std::ranges::any_of(reached, [&](const State* candidate) { return *candidate == state; });
}

core::Adjustment<UnwoundState, core::NoPrecision>
UnwoundLoopsAnalysis::adjust(const State& state, const Precision& /*precision*/,
                             const core::ReachedView<State>& /*reached*/) const {
  const cfa::Location& location = cfa_->location(state.location);
  if (location.is_loop_head && state.top->round >= first_round_to_pause_at && std::has_single_bit(state.top->round)) {
    return core::Pause<State, Precision>{state, std::nullopt,
                                         "there may be a round " + std::to_string(state.top->round) +
                                             " of the loop at line " + std::to_string(location.range.begin.line)};
  }
  return core::Continue<State, Precision>{state};
}

std::vector<std::size_t> UnwoundLoopsAnalysis::traversal_place(const State& state) const {
  std::vector<std::size_t> result = {cfa_->location(state.location).reverse_post_order};
  for (const UnwoundFrame* frame = state.top.get(); frame != nullptr; frame = frame->below.get()) {
    if (!frame->is_call()) {
      result.push_back(frame->round);
    }
    result.push_back(cfa_->location(frame->place).reverse_post_order);
  }
  std::ranges::reverse(result);
  return result;
}

std::vector<core::StatePart> UnwoundLoopsAnalysis::describe(const State& state, const cfa::Cfa& cfa) const {
  std::string text;
  for (const UnwoundFrame* frame = state.top.get(); frame != nullptr; frame = frame->below.get()) {
    if (!frame->is_call()) {
      text += (text.empty() ? "" : ", ") + std::to_string(frame->round) + " of the loop at line " +
              std::to_string(cfa.location(frame->place).range.begin.line);
    }
  }
  return text.empty() ? std::vector<core::StatePart>{} : std::vector<core::StatePart>{{"rounds", std::move(text)}};
}

const UnwoundState& unwound_state(const core::AbstractState& state) { return core::component<UnwoundState>(state); }

std::optional<UnwoundFrame> innermost_loop(const core::AbstractState& state) {
  const Frame& top = unwound_state(state).top;
  return top != nullptr && !top->is_call() ? std::optional(*top) : std::nullopt;
}

const UnwoundFrame* loop_around(const UnwoundFrame& frame) {
  const UnwoundFrame* result = frame.below.get();
  while (result != nullptr && result->is_call()) {
    result = result->below.get();
  }
  return result;
}

} // namespace vouch::domains
