#include "analysis/domains/numbers/interval_analysis.hpp"

#include "analysis/cfa/comparison.hpp"
#include "analysis/cfa/storage_duration.hpp"
#include "analysis/support/overloaded.hpp"

#include <algorithm>
#include <map>

namespace vouch::domains {

static_assert(core::ConfigurableProgramAnalysis<IntervalAnalysis>);

namespace {

using cfa::BinaryOperator;
using smt::Interval;

using Registers = PatriciaMap<Interval>;

/// So many states may come to a loop's head before bounds are widened.
constexpr std::size_t patience = 3;

/// `interval` for the register; forgotten where it says no more than the type.
Registers with(const Registers& registers, cfa::VariableId variable, const Interval& interval, const cfa::Type& type) {
  return interval.contains(Interval::of(type)) ? registers.without(variable.index())
                                               : registers.with(variable.index(), interval);
}

/// What is known of an integer register.
Interval value_of(const cfa::Cfa& cfa, const Registers& registers, std::uint64_t register_key) {
  const Interval* known = registers.find(register_key);
  return known != nullptr ? *known : Interval::of(cfa.variable(cfa::VariableId(register_key)).type);
}

/// The part of `value` that compares so with some value of `other`; nothing if there is none.
std::optional<Interval> restricted(Interval value, BinaryOperator op, const Interval& other) {
  switch (op) {
  case BinaryOperator::Equal:
    value = {std::max(value.low, other.low), std::min(value.high, other.high)};
    break;
  case BinaryOperator::NotEqual:
    if (other.is_point()) {
      value.low += value.low == other.low ? 1 : 0;
      value.high -= value.high == other.low ? 1 : 0;
    }
    break;
  case BinaryOperator::Less:
    value.high = std::min(value.high, other.high - 1);
    break;
  case BinaryOperator::LessEqual:
    value.high = std::min(value.high, other.high);
    break;
  case BinaryOperator::Greater:
    value.low = std::max(value.low, other.low + 1);
    break;
  case BinaryOperator::GreaterEqual:
    value.low = std::max(value.low, other.low);
    break;
  default:
    break;
  }
  return value.low <= value.high ? std::optional(value) : std::nullopt;
}

/// Expressions and conditions in one state.
class Evaluation {
public:
  Evaluation(const cfa::Cfa& cfa, const Registers& registers) : cfa_(cfa), registers_(registers) {}

  /// All values of the expression, which is of an integer type; other values end the run.
  [[nodiscard]] Interval of(cfa::ExpressionRef expression) const {
    const Interval type = Interval::of(expression->type);
    const std::optional<Interval> value =
        std::visit(Overloaded{
                       [](const cfa::Constant& node) { return std::optional(Interval::point(node.value)); },
                       [&](const cfa::VariableRead& node) {
                         const Interval* known = registers_.find(node.variable.index());
                         return known != nullptr ? std::optional(*known) : std::nullopt;
                       },
                       [&](const cfa::Convert& node) { return converted(node.operand, type); },
                       [&](const cfa::Binary& node) { return computed(node, *expression); },
                       [](const auto&) { return std::optional<Interval>(); },
                   },
                   expression->node);
    return value.value_or(type);
  }

  /// The registers where the condition holds, or fails; nothing where it cannot.
  [[nodiscard]] std::optional<Registers> where(cfa::ExpressionRef condition, cfa::Polarity polarity) const {
    const bool holds = polarity == cfa::Polarity::Holds;
    if (const auto* negation = std::get_if<cfa::Unary>(&condition->node);
        negation != nullptr && negation->op == cfa::UnaryOperator::LogicalNot) {
      return where(negation->operand, holds ? cfa::Polarity::Fails : cfa::Polarity::Holds);
    }
    const auto* binary = std::get_if<cfa::Binary>(&condition->node);
    if (binary != nullptr && binary->op == (holds ? BinaryOperator::LogicalAnd : BinaryOperator::LogicalOr)) {
      const std::optional<Registers> left = where(binary->left, polarity);
      return left ? Evaluation(cfa_, *left).where(binary->right, polarity) : std::nullopt;
    }
    if (binary != nullptr && cfa::is_comparison(binary->op) && cfa::as_integer(binary->left->type) != nullptr) {
      const BinaryOperator op = holds ? binary->op : cfa::negated(binary->op);
      const std::optional<Registers> left = with_side(registers_, binary->left, op, of(binary->right));
      return left ? with_side(*left, binary->right, cfa::mirrored(op), of(binary->left)) : std::nullopt;
    }
    if (cfa::as_integer(condition->type) != nullptr) {
      return with_side(registers_, condition, holds ? BinaryOperator::NotEqual : BinaryOperator::Equal,
                       Interval::point(0));
    }
    return registers_;
  }

private:
  /// What is within the type is converted as it is.
  [[nodiscard]] std::optional<Interval> converted(cfa::ExpressionRef operand, const Interval& type) const {
    if (cfa::as_integer(operand->type) == nullptr) {
      return std::nullopt;
    }
    const Interval value = of(operand);
    return type.contains(value) ? std::optional(value) : std::nullopt;
  }

  [[nodiscard]] std::optional<Interval> computed(const cfa::Binary& node, const cfa::Expression& expression) const {
    if (cfa::is_comparison(node.op) || node.op == BinaryOperator::LogicalAnd || node.op == BinaryOperator::LogicalOr) {
      return Interval{0, 1};
    }
    const cfa::IntegerType* type = cfa::as_integer(expression.type);
    const bool has_integers =
        cfa::as_integer(node.left->type) != nullptr && cfa::as_integer(node.right->type) != nullptr;
    if (type == nullptr || !has_integers || !is_simple(node.op)) {
      return std::nullopt;
    }
    const std::optional<Interval> exact = smt::result_of(node.op, of(node.left), of(node.right));
    if (!exact) {
      return std::nullopt;
    }
    const Interval all = Interval::of(expression.type);
    if (all.contains(*exact)) {
      return exact;
    }
    // Signed overflow ends the run; unsigned arithmetic wraps around.
    const Interval defined{std::max(exact->low, all.low), std::min(exact->high, all.high)};
    return type->is_signed() && defined.low <= defined.high ? std::optional(defined) : std::nullopt;
  }

  static bool is_simple(BinaryOperator op) {
    return op == BinaryOperator::Add || op == BinaryOperator::Subtract || op == BinaryOperator::Multiply;
  }

  /// `registers` where the value of `side` compares so with some value of `other`.
  [[nodiscard]] std::optional<Registers> with_side(const Registers& registers, cfa::ExpressionRef side,
                                                   BinaryOperator op, const Interval& other) const {
    const std::optional<Interval> value = restricted(of(side), op, other);
    if (!value) {
      return std::nullopt;
    }
    cfa::ExpressionRef place = side;
    while (const auto* conversion = std::get_if<cfa::Convert>(&place->node)) {
      const bool keeps_values = cfa::as_integer(conversion->operand->type) != nullptr &&
                                Interval::of(place->type).contains(of(conversion->operand));
      if (!keeps_values) {
        return registers;
      }
      place = conversion->operand;
    }
    const auto* read = std::get_if<cfa::VariableRead>(&place->node);
    if (read == nullptr || cfa::as_integer(place->type) == nullptr) {
      return registers;
    }
    return with(registers, read->variable, *value, place->type);
  }

  const cfa::Cfa& cfa_;
  const Registers& registers_;
};

/// What is known of a register behind a write of `value`.
Registers assigned(const cfa::Cfa& cfa, const Registers& before, const Registers& target_map, cfa::VariableId target,
                   cfa::ExpressionRef value) {
  const cfa::Type& type = cfa.variable(target).type;
  return cfa::as_integer(type) == nullptr ? target_map.without(target.index())
                                          : with(target_map, target, Evaluation(cfa, before).of(value), type);
}

Registers bound(const cfa::Cfa& cfa, const Registers& before, const std::vector<cfa::Binding>& bindings) {
  Registers result = before;
  for (const cfa::Binding& binding : bindings) {
    result = assigned(cfa, before, result, binding.variable, binding.value);
  }
  return result;
}

/// Behind the operation; nothing if no run gets there.
std::optional<Registers> behind(const cfa::Cfa& cfa, const Registers& registers, const cfa::Operation& operation) {
  using Result = std::optional<Registers>;
  return std::visit(
      Overloaded{
          [&](const cfa::Assume& op) -> Result { return Evaluation(cfa, registers).where(op.condition, op.polarity); },
          [&](const cfa::Assign& op) -> Result { return assigned(cfa, registers, registers, op.target, op.value); },
          [&](const cfa::Input& op) -> Result {
            const bool is_boolean =
                op.range == cfa::Input::Range::Boolean && cfa::as_integer(cfa.variable(op.target).type) != nullptr;
            return is_boolean ? with(registers, op.target, {0, 1}, cfa.variable(op.target).type)
                              : registers.without(op.target.index());
          },
          [&](const cfa::Call& op) -> Result { return bound(cfa, registers, op.parameters); },
          [&](const cfa::Return& op) -> Result { return bound(cfa, registers, op.results); },
          [&](const auto& op) -> Result {
            Registers result = registers;
            for (cfa::VariableId variable : cfa::variables_written(op)) {
              result = result.without(variable.index());
            }
            return result;
          },
      },
      operation);
}

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

IntervalAnalysis::IntervalAnalysis(const cfa::Cfa& cfa) : cfa_(&cfa) {
  for (std::size_t index = 0; index < cfa.edge_count(); ++index) {
    const auto* assume = std::get_if<cfa::Assume>(&cfa.edge(cfa::EdgeId(index)).operation);
    if (assume == nullptr) {
      continue;
    }
    cfa::for_each_subexpression(assume->condition, [&](cfa::ExpressionRef part) {
      if (const auto* constant = std::get_if<cfa::Constant>(&part->node)) {
        thresholds_.insert({constant->value - 1, constant->value, constant->value + 1});
      }
    });
  }
}

std::vector<IntervalState> IntervalAnalysis::post(const State& state, const Precision& /*precision*/,
                                                  const core::EdgeContext& edge) const {
  std::optional<Registers> registers = behind(*cfa_, state.registers, edge.edge.operation);
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
                                                                          ? widened(known, more, type)
                                                                          : smt::hull(known, more);
                                                return both == Interval::of(type) ? std::nullopt : std::optional(both);
                                              }),
               reached.place};
}

Interval IntervalAnalysis::widened(const Interval& known, const Interval& added, const cfa::Type& type) const {
  Interval result = smt::hull(known, added);
  if (added.low < known.low) {
    auto above = thresholds_.upper_bound(added.low);
    result.low =
        above == thresholds_.begin() ? cfa::minimum_value(type) : std::max(*std::prev(above), cfa::minimum_value(type));
  }
  if (added.high > known.high) {
    auto next = thresholds_.lower_bound(added.high);
    result.high = next == thresholds_.end() ? cfa::maximum_value(type) : std::min(*next, cfa::maximum_value(type));
  }
  return result;
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
    result.registers = with(result.registers, variable, widened(*known, interval, type), type);
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
  if (block.block.kind == facts::BlockKind::Loop) {
    return state;
  }
  const std::vector<cfa::VariableId>& parameters = cfa_->function(block.block.function).parameters;
  return State{state.registers.filtered([&](std::uint64_t key, const Interval& /*value*/) {
                 const cfa::VariableId variable(key);
                 return cfa::has_static_storage(cfa_->variable(variable)) ||
                        std::ranges::find(parameters, variable) != parameters.end();
               }),
               state.place};
}

IntervalState IntervalAnalysis::rebuild(const State& entry, const core::BlockContext& block,
                                        const State& expanded) const {
  const cfa::Function& callee = cfa_->function(block.block.function);
  const auto outlives = [&](cfa::VariableId variable) { return cfa::outlives_call(variable, callee, *cfa_); };
  State rebuilt{expanded.registers.filtered(
                    [&](std::uint64_t key, const Interval& /*value*/) { return outlives(cfa::VariableId(key)); }),
                expanded.place};
  entry.registers.for_each([&](std::uint64_t key, const Interval& interval) {
    const cfa::VariableId variable(key);
    if (!outlives(variable) && std::ranges::find(callee.parameters, variable) == callee.parameters.end()) {
      rebuilt.registers = rebuilt.registers.with(key, interval);
    }
  });
  return rebuilt;
}

} // namespace vouch::domains
