#include "analysis/domains/numbers/interval_analysis.hpp"

#include "analysis/core/block_registers.hpp"

#include <algorithm>
#include <map>

namespace vouch::domains {

static_assert(core::ConfigurableProgramAnalysis<IntervalAnalysis>);

namespace {

using cfa::BinaryOperator;
using smt::Interval;

using Registers = IntervalRegisters;

/// So many states may come to a loop's head before bounds are widened.
constexpr std::size_t patience = 3;

/// Whether all that `outer` knows, `inner` knows too.
bool is_within(const Registers& inner, const Registers& outer) {
  return outer.is_within(inner, [](const Interval& wide, const Interval& narrow) { return wide.contains(narrow); });
}

/// The only register in which `outer` does not contain `inner`; nothing if there are more, or none.
std::optional<std::uint64_t> only_difference(const cfa::Cfa& cfa, const Registers& inner, const Registers& outer) {
  std::vector<std::uint64_t> found;
  outer.for_each([&](std::uint64_t key, const Interval& interval) {
    if (!interval.contains(value_of(cfa, inner, key))) {
      found.push_back(key);
    }
  });
  return found.size() == 1 ? std::optional(found.front()) : std::nullopt;
}

/// Whether every number of `whole` is in one of the parts.
bool is_tiled(const Interval& whole, std::vector<Interval> parts) {
  std::ranges::sort(parts, {}, &Interval::low);
  cfa::Integer next = whole.low; // the smallest number that is not known to be in one
  for (const Interval& part : parts) {
    if (part.low <= next && next <= part.high) {
      next = part.high + 1;
    }
  }
  return next > whole.high;
}

} // namespace

IntervalAnalysis::IntervalAnalysis(const cfa::Cfa& cfa) : cfa_(&cfa), thresholds_(thresholds_of(cfa)) {}

std::vector<IntervalState> IntervalAnalysis::post(const State& state, const Precision& /*precision*/,
                                                  const core::EdgeContext& edge) const {
  std::optional<Registers> registers = behind(*cfa_, nullptr, state.registers, edge.edge.operation);
  if (!registers) {
    return {};
  }
  const bool is_head = cfa_->location(edge.edge.target).is_loop_head;
  return {{*std::move(registers), is_head ? State::Place::LoopHead : State::Place::Elsewhere}};
}

IntervalState IntervalAnalysis::merge(const State& /*added*/, const State& reached,
                                      const Precision& /*precision*/) const {
  return reached;
}

bool IntervalAnalysis::stop(const State& state, std::span<const State* const> reached,
                            const Precision& /*precision*/) const {
  if (std::ranges::any_of(reached,
                          [&](const State* candidate) { return is_within(state.registers, candidate->registers); })) {
    return true;
  }
  if (reached.size() < 2) {
    return false;
  }
  std::map<std::uint64_t, std::vector<Interval>> parts; // of one register each, of states that contain all others
  for (const State* candidate : reached) {
    if (const auto key = only_difference(*cfa_, state.registers, candidate->registers)) {
      parts[*key].push_back(*candidate->registers.find(*key));
    }
  }
  return std::ranges::any_of(
      parts, [&](const auto& entry) { return is_tiled(value_of(*cfa_, state.registers, entry.first), entry.second); });
}

std::optional<IntervalState> IntervalAnalysis::join(const State& added, const State& reached) const {
  return State{reached.registers.intersection(added.registers,
                                              [&](std::uint64_t key, const Interval& known, const Interval& more) {
                                                const cfa::Type& type = cfa_->variable(cfa::VariableId(key)).type;
                                                const Interval both = reached.place == State::Place::LoopHead
                                                                          ? widened(thresholds_, known, more, type)
                                                                          : smt::hull(known, more);
                                                return both == Interval::of(type) ? std::nullopt : std::optional(both);
                                              }),
               reached.place};
}

core::Adjustment<IntervalState, core::NoPrecision>
IntervalAnalysis::adjust(const State& state, const Precision& /*precision*/,
                         const core::ReachedView<State>& reached) const {
  if (state.place != State::Place::LoopHead || reached.size() < patience) {
    return core::Continue<State, Precision>{state};
  }
  State result = state;
  state.registers.for_each([&](std::uint64_t key, const Interval& interval) {
    const cfa::VariableId variable(key);
    const cfa::Type& type = cfa_->variable(variable).type;
    std::optional<Interval> known;
    for (std::size_t index = 0; index < reached.size(); ++index) {
      const Interval* other = reached[index].registers.find(key);
      const Interval seen = other != nullptr ? *other : Interval::of(type);
      known = known ? smt::hull(*known, seen) : seen;
    }
    result.registers = with(result.registers, variable, widened(thresholds_, *known, interval, type), type);
  });
  return core::Continue<State, Precision>{std::move(result)};
}

std::vector<cfa::ExpressionRef> IntervalAnalysis::says(const State& state) const {
  std::vector<cfa::ExpressionRef> conditions;
  state.registers.for_each([&](std::uint64_t key, const Interval& interval) {
    const cfa::VariableId variable(key);
    const cfa::Type& type = cfa_->variable(variable).type;
    const cfa::ExpressionRef value = said_->read(variable, type);
    auto say = [&](BinaryOperator op, cfa::Integer bound) {
      conditions.push_back(said_->binary(op, value, said_->constant(bound, type)));
    };
    if (interval.is_point()) {
      say(BinaryOperator::Equal, interval.low);
      return;
    }
    if (interval.low > cfa::minimum_value(type)) {
      say(BinaryOperator::GreaterEqual, interval.low);
    }
    if (interval.high < cfa::maximum_value(type)) {
      say(BinaryOperator::LessEqual, interval.high);
    }
  });
  return conditions;
}

std::optional<IntervalState> IntervalAnalysis::reduce(const State& state, const Precision& /*precision*/,
                                                      const core::BlockContext& block) const {
  return State{core::registers_at_entry(state.registers, block, *cfa_), state.place};
}

IntervalState IntervalAnalysis::rebuild(const State& entry, const core::BlockContext& block,
                                        const State& expanded) const {
  return {core::registers_behind_call(entry.registers, expanded.registers, cfa_->function(block.block.function), *cfa_),
          expanded.place};
}

} // namespace vouch::domains
