#include "analysis/inspection/arithmetic.hpp"

#include <cmath>
#include <optional>

namespace vouch::inspection {
namespace {

using cfa::Integer;

bool is_comparison(const std::string& op) {
  return op == "==" || op == "!=" || op == "<" || op == "<=" || op == ">" || op == ">=";
}

template <class Number>
bool compare(const std::string& op, Number left, Number right) {
  return op == "=="   ? left == right
         : op == "!=" ? left != right
         : op == "<"  ? left < right
         : op == "<=" ? left <= right
         : op == ">"  ? left > right
                      : left >= right;
}

Scalar truth(const View& view, bool holds) {
  return integer_scalar(view.symbols, holds ? 1 : 0, view.symbols.basic("int"));
}

EvaluationError not_for(const View& view, const std::string& op, const Scalar& left, const Scalar& right) {
  return {"\"" + op + "\" is not defined for " + view.symbols.type(left.type).spelling + " and " +
          view.symbols.type(right.type).spelling};
}

/// Signed results that leave the type are undefined, unsigned ones wrap.
Scalar fitting(const View& view, Integer value, cfa::CTypeId type) {
  const cfa::Type& target = *view.symbols.type(type).scalar;
  if (cfa::as_integer(target)->is_signed() && value != cfa::wrap(value, target)) {
    throw EvaluationError{"the result " + cfa::to_string(value) + " does not fit into " +
                          view.symbols.type(type).spelling};
  }
  return integer_scalar(view.symbols, value, type);
}

Scalar shifted(const View& view, const std::string& op, const Scalar& left, const Scalar& right) {
  const Integer value = integer_of(view.symbols, left);
  const Integer amount = integer_of(view.symbols, right);
  const cfa::IntegerType& type = *cfa::as_integer(*view.symbols.type(left.type).scalar);
  if (amount < 0 || amount >= type.width) {
    throw EvaluationError{"a shift of " + view.symbols.type(left.type).spelling + " by " + cfa::to_string(amount)};
  }
  if (op == ">>") {
    return integer_scalar(view.symbols, value >> static_cast<int>(amount), left.type);
  }
  if (type.is_signed() && value < 0) {
    throw EvaluationError{"a negative number is shifted to the left"};
  }
  __extension__ const auto bits = static_cast<unsigned __int128>(value) << static_cast<int>(amount);
  if (!type.is_signed()) {
    return integer_scalar(view.symbols, static_cast<Integer>(bits & ((static_cast<unsigned __int128>(1) << 64U) - 1)),
                          left.type);
  }
  if (bits > static_cast<unsigned __int128>(cfa::maximum_value(type))) {
    throw EvaluationError{"the shifted number does not fit into " + view.symbols.type(left.type).spelling};
  }
  return integer_scalar(view.symbols, static_cast<Integer>(bits), left.type);
}

Scalar integer_arithmetic(const View& view, const std::string& op, const Scalar& left, const Scalar& right) {
  const cfa::CTypeId type = left.type;
  const Integer a = integer_of(view.symbols, left);
  const Integer b = integer_of(view.symbols, right);
  if (is_comparison(op)) {
    return truth(view, compare(op, a, b));
  }
  if ((op == "/" || op == "%") && b == 0) {
    throw EvaluationError{"division by zero"};
  }
  if (op == "*") {
    Integer product = 0;
    if (__builtin_mul_overflow(a, b, &product)) { // of unsigned numbers: only the lowest bits count
      product = static_cast<Integer>(static_cast<std::uint64_t>(a) * static_cast<std::uint64_t>(b));
    }
    return fitting(view, product, type);
  }
  const Integer result = op == "+"   ? a + b
                         : op == "-" ? a - b
                         : op == "/" ? a / b
                         : op == "%" ? a % b
                         : op == "&" ? (a & b)
                         : op == "|" ? (a | b)
                                     : (a ^ b);
  if (op == "%") {
    fitting(view, a / b, type); // INT_MIN % -1 is as undefined as the quotient
  }
  return fitting(view, result, type);
}

template <class Float>
Scalar float_arithmetic(const View& view, const std::string& op, Float a, Float b, cfa::CTypeId type) {
  if (is_comparison(op)) {
    return truth(view, compare(op, a, b));
  }
  if (op != "+" && op != "-" && op != "*" && op != "/") {
    throw EvaluationError{"\"" + op + "\" is not defined for floating-point numbers"};
  }
  const Float result = op == "+" ? a + b : op == "-" ? a - b : op == "*" ? a * b : a / b;
  return {type, trace::Value::of_float(result)};
}

Scalar float_arithmetic(const View& view, const std::string& op, const Scalar& left, const Scalar& right) {
  switch (std::get<cfa::FloatType>(*view.symbols.type(left.type).scalar).width) {
  case 32:
    return float_arithmetic(view, op, left.value.floating<float>(), right.value.floating<float>(), left.type);
  case 64:
    return float_arithmetic(view, op, left.value.floating<double>(), right.value.floating<double>(), left.type);
  default:
    return float_arithmetic(view, op, left.value.floating<long double>(), right.value.floating<long double>(),
                            left.type);
  }
}

Scalar moved(const View& view, const Scalar& pointer, const Scalar& distance, int sign) {
  const cfa::CType& target = view.symbols.type(view.symbols.type(pointer.type).element);
  if (!is_integer(view.symbols, distance.type)) {
    throw EvaluationError{"only integers can be added to a pointer"};
  }
  const bool is_byte = target.kind == cfa::CTypeKind::Void;
  if (!is_byte && target.size_bytes == 0) {
    throw EvaluationError{"the size of " + target.spelling + " is not known"};
  }
  const auto steps = static_cast<std::uint64_t>(integer_of(view.symbols, distance) * sign);
  const std::uint64_t address = pointer.value.address() + steps * (is_byte ? 1 : target.size_bytes);
  return {pointer.type, trace::Value::of_pointer(address, pointer.value.provenance())};
}

Scalar pointer_difference(const View& view, const Scalar& left, const Scalar& right) {
  if (left.value.provenance() != right.value.provenance()) {
    throw EvaluationError{"the pointers point into different objects"};
  }
  const cfa::CType& target = view.symbols.type(view.symbols.type(left.type).element);
  const auto bytes = static_cast<std::int64_t>(left.value.address() - right.value.address());
  const auto size = static_cast<std::int64_t>(target.kind == cfa::CTypeKind::Void ? 1 : target.size_bytes);
  if (size == 0) {
    throw EvaluationError{"the size of " + target.spelling + " is not known"};
  }
  return integer_scalar(view.symbols, bytes / size, view.symbols.basic("ptrdiff_t"));
}

Scalar pointer_arithmetic(const View& view, const std::string& op, const Scalar& left, const Scalar& right) {
  const bool left_points = is_pointer(view.symbols, left.type);
  const bool right_points = is_pointer(view.symbols, right.type);
  if (is_comparison(op) && !is_floating(view.symbols, left.type) && !is_floating(view.symbols, right.type)) {
    return truth(view, compare(op, left.value.address(), right.value.address()));
  }
  if (op == "+" && left_points != right_points) {
    return pointer_plus(view, left, right);
  }
  if (op == "-" && left_points) {
    return right_points ? pointer_difference(view, left, right) : moved(view, left, right, -1);
  }
  throw not_for(view, op, left, right);
}

} // namespace

Scalar pointer_plus(const View& view, const Scalar& left, const Scalar& right) {
  const bool left_points = is_pointer(view.symbols, left.type);
  if (!left_points && !is_pointer(view.symbols, right.type)) {
    throw not_for(view, "[]", left, right);
  }
  return left_points ? moved(view, left, right, 1) : moved(view, right, left, 1);
}

Scalar unary_arithmetic(const View& view, const std::string& op, const Scalar& operand) {
  if (is_pointer(view.symbols, operand.type)) {
    throw EvaluationError{"\"" + op + "\" is not defined for pointers"};
  }
  if (op == "+") {
    return operand;
  }
  if (is_floating(view.symbols, operand.type)) {
    if (op == "~") {
      throw EvaluationError{"\"~\" is not defined for floating-point numbers"};
    }
    return floating_scalar(view.symbols, -floating_of(view.symbols, operand), operand.type);
  }
  const Integer value = integer_of(view.symbols, operand);
  return op == "-" ? fitting(view, -value, operand.type) : integer_scalar(view.symbols, ~value, operand.type);
}

Scalar binary_arithmetic(const View& view, const std::string& op, const Scalar& left, const Scalar& right) {
  if (is_pointer(view.symbols, left.type) || is_pointer(view.symbols, right.type)) {
    return pointer_arithmetic(view, op, left, right);
  }
  if (op == "<<" || op == ">>") {
    if (!is_integer(view.symbols, left.type) || !is_integer(view.symbols, right.type)) {
      throw not_for(view, op, left, right);
    }
    return shifted(view, op, left, right);
  }
  const cfa::CTypeId common = common_type(view.symbols, left.type, right.type);
  const Scalar a = converted(view, left, common);
  const Scalar b = converted(view, right, common);
  return is_floating(view.symbols, common) ? float_arithmetic(view, op, a, b) : integer_arithmetic(view, op, a, b);
}

} // namespace vouch::inspection
