#include "analysis/domains/values/explicit_value.hpp"

#include "analysis/cfa/float_format.hpp"
#include "analysis/support/hash.hpp"
#include "analysis/support/overloaded.hpp"

#include <cmath>

namespace vouch::domains {
namespace {

using cfa::BinaryOperator;
using cfa::Integer;
using cfa::UnaryOperator;
__extension__ using Natural = unsigned __int128;

Evaluation truth(bool value) { return known(value ? 1 : 0); }

unsigned width_of(const cfa::Type& type) { return static_cast<unsigned>(8 * cfa::size_in_bytes(type)); }

/// The result of an operation whose exact value is `exact`.
Evaluation in_type(Integer exact, const cfa::Type& type) {
  const Integer wrapped = cfa::wrap(exact, type);
  const cfa::IntegerType* integer = cfa::as_integer(type);
  if (integer != nullptr && integer->is_signed() && wrapped != exact) {
    return Undefined{};
  }
  return known(wrapped);
}

Evaluation multiply(Integer left, Integer right, const cfa::Type& type) {
  const cfa::IntegerType* integer = cfa::as_integer(type);
  if (integer != nullptr && integer->is_signed()) {
    return in_type(left * right, type);
  }
  return known(cfa::wrap(static_cast<Integer>(static_cast<Natural>(left) * static_cast<Natural>(right)), type));
}

Evaluation shift(BinaryOperator op, Integer value, Integer amount, const cfa::Type& type) {
  const cfa::IntegerType* integer = cfa::as_integer(type);
  const unsigned width = integer != nullptr ? integer->width : width_of(type);
  if (amount < 0 || amount >= static_cast<Integer>(width)) {
    return Undefined{};
  }
  if (op == BinaryOperator::ShiftRight) {
    return known(value >> static_cast<int>(amount));
  }
  if (integer != nullptr && integer->is_signed()) {
    return in_type(value << static_cast<int>(amount), type);
  }
  return known(cfa::wrap(static_cast<Integer>(static_cast<Natural>(value) << static_cast<unsigned>(amount)), type));
}

/// Comparisons and logical operators.
template <class Number>
Evaluation truth_of(BinaryOperator op, Number left, Number right) {
  switch (op) {
  case BinaryOperator::Equal:
    return truth(left == right);
  case BinaryOperator::NotEqual:
    return truth(left != right);
  case BinaryOperator::Less:
    return truth(left < right);
  case BinaryOperator::LessEqual:
    return truth(left <= right);
  case BinaryOperator::Greater:
    return truth(left > right);
  case BinaryOperator::GreaterEqual:
    return truth(left >= right);
  case BinaryOperator::LogicalAnd:
    return truth(left != 0 && right != 0);
  case BinaryOperator::LogicalOr:
    return truth(left != 0 || right != 0);
  default:
    return Unknown{};
  }
}

Evaluation apply_to_integers(BinaryOperator op, Integer left, Integer right, const cfa::Type& type) {
  switch (op) {
  case BinaryOperator::Add:
    return in_type(left + right, type);
  case BinaryOperator::Subtract:
    return in_type(left - right, type);
  case BinaryOperator::Multiply:
    return multiply(left, right, type);
  case BinaryOperator::Divide:
    return right == 0 ? Undefined{} : in_type(left / right, type);
  case BinaryOperator::Remainder:
    if (right == 0 || std::holds_alternative<Undefined>(in_type(left / right, type))) {
      return Undefined{};
    }
    return known(left % right);
  case BinaryOperator::ShiftLeft:
  case BinaryOperator::ShiftRight:
    return shift(op, left, right, type);
  case BinaryOperator::BitAnd:
    return known(left & right);
  case BinaryOperator::BitOr:
    return known(left | right);
  case BinaryOperator::BitXor:
    return known(left ^ right);
  case BinaryOperator::PointerAdd: // of a pointer that is derived from no object
    return known(cfa::wrap(left + right, type));
  default:
    return truth_of(op, left, right);
  }
}

/// Calls `action` with a zero of the format, if the host has it.
template <class Action>
Evaluation with_format(const cfa::Type& type, const Action& action) {
  switch (std::get<cfa::FloatType>(type).width) {
  case 32:
    return action(0.0F);
  case 64:
    return action(0.0);
  case 80:
    return action(0.0L);
  default:
    return Unknown{};
  }
}

template <class Float>
Evaluation known_float(Float value) {
  return ExplicitValue(cfa::FloatConstant{static_cast<long double>(value)});
}

template <class Float>
Evaluation apply_to_float(UnaryOperator op, Float value) {
  switch (op) {
  case UnaryOperator::Negate:
    return known_float(-value);
  case UnaryOperator::AbsoluteValue:
    return known_float(std::fabs(value));
  case UnaryOperator::SquareRoot:
    return known_float(std::sqrt(value));
  case UnaryOperator::RoundDown:
    return known_float(std::floor(value));
  case UnaryOperator::RoundUp:
    return known_float(std::ceil(value));
  case UnaryOperator::RoundToZero:
    return known_float(std::trunc(value));
  case UnaryOperator::RoundToEven:
    return known_float(std::nearbyint(value));
  case UnaryOperator::RoundAway:
    return known_float(std::round(value));
  case UnaryOperator::LogicalNot:
    return truth(value == 0);
  case UnaryOperator::SignBit: // of a NaN it is not specified
    return std::isnan(value) ? Evaluation(Unknown{}) : truth(std::signbit(value));
  case UnaryOperator::Complement:
    return Unknown{};
  }
  return Unknown{};
}

template <class Float>
Evaluation apply_to_floats(BinaryOperator op, Float left, Float right) {
  switch (op) {
  case BinaryOperator::Add:
    return known_float(static_cast<Float>(left + right));
  case BinaryOperator::Subtract:
    return known_float(static_cast<Float>(left - right));
  case BinaryOperator::Multiply:
    return known_float(static_cast<Float>(left * right));
  case BinaryOperator::Divide:
    return known_float(static_cast<Float>(left / right));
  case BinaryOperator::Remainder:
    return known_float(std::fmod(left, right));
  case BinaryOperator::CopySign:
    return std::isnan(right) ? Evaluation(Unknown{}) : known_float(std::copysign(left, right));
  default:
    return truth_of(op, left, right);
  }
}

Evaluation convert_float(long double value, const cfa::Type& to) {
  if (cfa::is_float(to)) {
    return with_format(to, [&](auto zero) { return known_float(static_cast<decltype(zero)>(value)); });
  }
  const long double whole = std::trunc(value);
  const bool fits = !std::isnan(value) && whole >= static_cast<long double>(cfa::minimum_value(to)) &&
                    whole <= static_cast<long double>(cfa::maximum_value(to));
  return fits ? known(static_cast<Integer>(whole)) : Evaluation(Undefined{});
}

} // namespace

std::size_t hash_value(const ExplicitValue& value) {
  return std::visit(
      Overloaded{[](Integer integer) {
                   return hash_of(static_cast<std::uint64_t>(integer), static_cast<std::uint64_t>(integer >> 64));
                 },
                 [](const cfa::FloatConstant& number) { // by representation, as they compare
                   return hash_of(static_cast<std::uint64_t>(cfa::float_bits(number.value, cfa::FloatType{80})));
                 },
                 [](const ObjectAddress& address) {
                   return hash_of(address.object.number(), static_cast<std::uint64_t>(address.offset));
                 },
                 [](const cfa::FunctionAddress& address) { return hash_of(address.function); }},
      value);
}

Evaluation apply(UnaryOperator op, const ExplicitValue& operand, const cfa::Type& operand_type) {
  if (const auto* number = std::get_if<cfa::FloatConstant>(&operand)) {
    return with_format(operand_type,
                       [&](auto zero) { return apply_to_float(op, static_cast<decltype(zero)>(number->value)); });
  }
  const auto* integer = std::get_if<Integer>(&operand);
  if (integer == nullptr) {
    return Unknown{};
  }
  switch (op) {
  case UnaryOperator::Negate:
    return in_type(-*integer, operand_type);
  case UnaryOperator::Complement:
    return known(cfa::wrap(~*integer, operand_type));
  case UnaryOperator::LogicalNot:
    return truth(*integer == 0);
  default:
    return Unknown{};
  }
}

Evaluation apply(BinaryOperator op, const ExplicitValue& left, const ExplicitValue& right,
                 const cfa::Type& operand_type, const cfa::Type& type) {
  const auto* left_integer = std::get_if<Integer>(&left);
  const auto* right_integer = std::get_if<Integer>(&right);
  if (left_integer != nullptr && right_integer != nullptr) {
    const bool is_truth = cfa::is_comparison(op) || op == BinaryOperator::LogicalAnd || op == BinaryOperator::LogicalOr;
    return apply_to_integers(op, *left_integer, *right_integer, is_truth ? operand_type : type);
  }
  const auto* left_float = std::get_if<cfa::FloatConstant>(&left);
  const auto* right_float = std::get_if<cfa::FloatConstant>(&right);
  if (left_float != nullptr && right_float != nullptr) {
    return with_format(operand_type, [&](auto zero) {
      using Float = decltype(zero);
      return apply_to_floats(op, static_cast<Float>(left_float->value), static_cast<Float>(right_float->value));
    });
  }
  return Unknown{};
}

Evaluation convert(const ExplicitValue& value, const cfa::Type& from, const cfa::Type& to) {
  if (const auto* number = std::get_if<cfa::FloatConstant>(&value)) {
    return convert_float(number->value, to);
  }
  if (const auto* integer = std::get_if<Integer>(&value)) {
    if (cfa::is_float(to)) { // once from the exact integer to the format, or it would be rounded twice
      return with_format(to, [&](auto zero) { return known_float(static_cast<decltype(zero)>(*integer)); });
    }
    return known(cfa::wrap(*integer, to));
  }
  return cfa::is_pointer(from) && cfa::is_pointer(to) ? Evaluation(value) : Evaluation(Unknown{});
}

} // namespace vouch::domains
