#include "analysis/domains/numbers/interval_evaluation.hpp"

#include "analysis/cfa/comparison.hpp"
#include "analysis/support/overloaded.hpp"

#include <algorithm>

namespace vouch::domains {

using smt::Interval;

IntervalRegisters with(const IntervalRegisters& registers, cfa::VariableId variable, const Interval& interval,
                       const cfa::Type& type) {
  return interval.contains(Interval::of(type)) ? registers.without(variable.index())
                                               : registers.with(variable.index(), interval);
}

Interval value_of(const cfa::Cfa& cfa, const IntervalRegisters& registers, std::uint64_t register_key) {
  const Interval* known = registers.find(register_key);
  return known != nullptr ? *known : Interval::of(cfa.variable(cfa::VariableId(register_key)).type);
}

namespace {

using cfa::BinaryOperator;
using smt::Interval;

using Registers = IntervalRegisters;

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
  Evaluation(const Registers& registers, const facts::ConstantTables* tables)
      : registers_(registers), tables_(tables) {}

  /// All values of the expression, which is of an integer type; other values end the run.
  [[nodiscard]] Interval of(cfa::ExpressionRef expression) const {
    const Interval type = Interval::of(expression->type);
    const std::optional<Interval> value = std::visit(
        Overloaded{
            [](const cfa::Constant& node) { return std::optional(Interval::point(node.value)); },
            [&](const cfa::VariableRead& node) {
              const Interval* known = registers_.find(node.variable.index());
              return known != nullptr ? std::optional(*known) : std::nullopt;
            },
            [&](const cfa::Load&) { return found_in_table(expression); },
            [&](const cfa::Convert& node) { return converted(node.operand, type); },
            [&](const cfa::Conditional& node) { return std::optional(smt::hull(of(node.if_true), of(node.if_false))); },
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
      return left ? Evaluation(*left, tables_).where(binary->right, polarity) : std::nullopt;
    }
    if (binary != nullptr && binary->op == (holds ? BinaryOperator::LogicalOr : BinaryOperator::LogicalAnd)) {
      const std::optional<Registers> left = where(binary->left, polarity);
      const std::optional<Registers> right = where(binary->right, polarity);
      return left && right ? std::optional(registers_) : left ? left : right;
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
  [[nodiscard]] std::optional<Interval> found_in_table(cfa::ExpressionRef load) const {
    const std::optional<facts::NumberRange> found = tables_ != nullptr ? tables_->range_of(load) : std::nullopt;
    return found ? std::optional(Interval{found->least, found->largest}) : std::nullopt;
  }

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
    const bool is_wide =
        type != nullptr && (cfa::size_in_bytes(node.left->type) > 8 || cfa::size_in_bytes(node.right->type) > 8);
    if (type == nullptr || !has_integers || is_wide) {
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

  const Registers& registers_;
  const facts::ConstantTables* tables_;
};

/// What is known of a register behind a write of `value`.
Registers assigned(const cfa::Cfa& cfa, const facts::ConstantTables* tables, const Registers& before,
                   const Registers& target_map, cfa::VariableId target, cfa::ExpressionRef value) {
  const cfa::Type& type = cfa.variable(target).type;
  return cfa::as_integer(type) == nullptr ? target_map.without(target.index())
                                          : with(target_map, target, Evaluation(before, tables).of(value), type);
}

} // namespace

Interval interval_of(cfa::ExpressionRef expression, const facts::ConstantTables* tables,
                     const IntervalRegisters& registers) {
  return Evaluation(registers, tables).of(expression);
}

IntervalRegisters bound(const cfa::Cfa& cfa, const facts::ConstantTables* tables, const IntervalRegisters& before,
                        IntervalRegisters result, const std::vector<cfa::Binding>& bindings) {
  for (const cfa::Binding& binding : bindings) {
    result = assigned(cfa, tables, before, result, binding.variable, binding.value);
  }
  return result;
}

std::optional<IntervalRegisters> behind(const cfa::Cfa& cfa, const facts::ConstantTables* tables,
                                        const IntervalRegisters& registers, const cfa::Operation& operation) {
  using Result = std::optional<Registers>;
  return std::visit(
      Overloaded{
          [&](const cfa::Assume& op) -> Result {
            return Evaluation(registers, tables).where(op.condition, op.polarity);
          },
          [&](const cfa::Assign& op) -> Result {
            return assigned(cfa, tables, registers, registers, op.target, op.value);
          },
          [&](const cfa::Input& op) -> Result {
            const bool is_boolean =
                op.range == cfa::Input::Range::Boolean && cfa::as_integer(cfa.variable(op.target).type) != nullptr;
            return is_boolean ? with(registers, op.target, {0, 1}, cfa.variable(op.target).type)
                              : registers.without(op.target.index());
          },
          [&](const cfa::Call& op) -> Result { return bound(cfa, tables, registers, registers, op.parameters); },
          [&](const cfa::Return& op) -> Result { return bound(cfa, tables, registers, registers, op.results); },
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

std::set<cfa::Integer> thresholds_of(const cfa::Cfa& cfa) {
  std::set<cfa::Integer> result;
  for (std::size_t index = 0; index < cfa.edge_count(); ++index) {
    const auto* assume = std::get_if<cfa::Assume>(&cfa.edge(cfa::EdgeId(index)).operation);
    if (assume == nullptr) {
      continue;
    }
    cfa::for_each_subexpression(assume->condition, [&](cfa::ExpressionRef part) {
      if (const auto* constant = std::get_if<cfa::Constant>(&part->node)) {
        result.insert({constant->value - 1, constant->value, constant->value + 1});
      }
    });
  }
  return result;
}

Interval widened(const std::set<cfa::Integer>& thresholds, const Interval& known, const Interval& added,
                 const cfa::Type& type) {
  Interval result = smt::hull(known, added);
  if (added.low < known.low) {
    auto above = thresholds.upper_bound(added.low);
    result.low =
        above == thresholds.begin() ? cfa::minimum_value(type) : std::max(*std::prev(above), cfa::minimum_value(type));
  }
  if (added.high > known.high) {
    auto next = thresholds.lower_bound(added.high);
    result.high = next == thresholds.end() ? cfa::maximum_value(type) : std::min(*next, cfa::maximum_value(type));
  }
  return result;
}

} // namespace vouch::domains
