#pragma once

#include "analysis/cfa/expression.hpp"
#include "analysis/support/overloaded.hpp"

#include <map>
#include <optional>

namespace vouch::test {

/// Plain two's complement arithmetic as expression.hpp defines it, for expressions without pointers, memory and floats.
/// Shares nothing with the encoders. No value: undefined behaviour, in whichever subexpression.
class ReferenceEvaluator {
public:
  explicit ReferenceEvaluator(std::map<cfa::VariableId, cfa::Integer> variables) : variables_(std::move(variables)) {}

  std::optional<cfa::Integer> evaluate(cfa::ExpressionRef expression) const {
    using namespace cfa;
    std::vector<Integer> values;
    for (ExpressionRef operand : operands(expression)) {
      std::optional<Integer> value = evaluate(operand);
      if (!value) {
        return std::nullopt;
      }
      values.push_back(*value);
    }
    const Type& type = expression->type;
    return std::visit(Overloaded{
                          [&](const Constant& n) { return std::optional(n.value); },
                          [&](const VariableRead& n) { return std::optional(variables_.at(n.variable)); },
                          [&](const Unary& n) { return unary(n.op, values[0], type); },
                          [&](const Binary& n) { return binary(n.op, values[0], values[1], type); },
                          [&](const Convert&) { return std::optional(wrap(values[0], type)); },
                          [&](const Conditional&) { return std::optional(values[0] != 0 ? values[1] : values[2]); },
                          [](const auto&) { return std::optional<Integer>(); },
                      },
                      expression->node);
  }

private:
  static bool is_signed(const cfa::Type& type) { return std::get<cfa::IntegerType>(type).is_signed(); }

  static std::optional<cfa::Integer> settle(cfa::Integer value, const cfa::Type& type) {
    cfa::Integer wrapped = cfa::wrap(value, type);
    return is_signed(type) && wrapped != value ? std::nullopt : std::optional(wrapped);
  }

  static std::optional<cfa::Integer> unary(cfa::UnaryOperator op, cfa::Integer value, const cfa::Type& type) {
    switch (op) {
    case cfa::UnaryOperator::Negate:
      return settle(-value, type);
    case cfa::UnaryOperator::Complement:
      return cfa::wrap(~value, type);
    case cfa::UnaryOperator::LogicalNot:
      return value == 0;
    default: // of floats only
      return std::nullopt;
    }
  }

  static std::optional<cfa::Integer> product(cfa::Integer a, cfa::Integer b, const cfa::Type& type) {
    if (!is_signed(type)) { // the low 64 bits of the product are right, whatever the others are
      __extension__ using Wide = unsigned __int128;
      auto low = static_cast<std::uint64_t>(static_cast<Wide>(a) * static_cast<Wide>(b));
      return cfa::wrap(static_cast<cfa::Integer>(low), type);
    }
    return settle(a * b, type);
  }

  static std::optional<cfa::Integer> binary(cfa::BinaryOperator op, cfa::Integer a, cfa::Integer b,
                                            const cfa::Type& type) {
    using enum cfa::BinaryOperator;
    bool divides = op == Divide || op == Remainder;
    bool shifts = op == ShiftLeft || op == ShiftRight;
    if ((divides && b == 0) || (shifts && (b < 0 || b >= std::get<cfa::IntegerType>(type).width))) {
      return std::nullopt;
    }
    if (divides && !settle(a / b, type)) {
      return std::nullopt;
    }
    switch (op) {
    case Add:
      return settle(a + b, type);
    case Subtract:
      return settle(a - b, type);
    case Multiply:
      return product(a, b, type);
    case Divide:
      return settle(a / b, type);
    case Remainder:
      return settle(a % b, type);
    case ShiftLeft:
      return settle(a * (cfa::Integer{1} << static_cast<unsigned>(b)), type);
    case ShiftRight:
      return a >> static_cast<unsigned>(b);
    case BitAnd:
      return cfa::wrap(a & b, type);
    case BitOr:
      return cfa::wrap(a | b, type);
    case BitXor:
      return cfa::wrap(a ^ b, type);
    case Equal:
      return a == b;
    case NotEqual:
      return a != b;
    case Less:
      return a < b;
    case LessEqual:
      return a <= b;
    case Greater:
      return a > b;
    case GreaterEqual:
      return a >= b;
    case LogicalAnd:
      return a != 0 && b != 0;
    case LogicalOr:
      return a != 0 || b != 0;
    default:
      return std::nullopt;
    }
  }

  std::map<cfa::VariableId, cfa::Integer> variables_;
};

} // namespace vouch::test
