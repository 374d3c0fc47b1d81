#include "analysis/inspection/conversions.hpp"

#include <cmath>

namespace vouch::inspection {
namespace {

const cfa::Type& scalar_type(const ProgramSymbols& symbols, cfa::CTypeId id) {
  const cfa::CType& type = symbols.type(id);
  if (!type.scalar) {
    throw EvaluationError{"a value of type " + type.spelling + " is no number and no pointer"};
  }
  return *type.scalar;
}

unsigned float_width(const ProgramSymbols& symbols, cfa::CTypeId type) {
  return std::get<cfa::FloatType>(scalar_type(symbols, type)).width;
}

const cfa::IntegerType& integer_type(const ProgramSymbols& symbols, cfa::CTypeId type) {
  return *cfa::as_integer(scalar_type(symbols, type));
}

Scalar float_to_integer(const ProgramSymbols& symbols, long double number, cfa::CTypeId type) {
  if (symbols.type(type).kind == cfa::CTypeKind::Boolean) {
    return integer_scalar(symbols, number != 0 ? 1 : 0, type);
  }
  const long double whole = std::trunc(number);
  const cfa::Type& target = scalar_type(symbols, type);
  const bool fits = whole >= static_cast<long double>(cfa::minimum_value(target)) &&
                    whole <= static_cast<long double>(cfa::maximum_value(target));
  if (!fits) { // NaN compares false, too
    throw EvaluationError{"the number does not fit into " + symbols.type(type).spelling};
  }
  return integer_scalar(symbols, static_cast<cfa::Integer>(whole), type);
}

} // namespace

bool is_floating(const ProgramSymbols& symbols, cfa::CTypeId type) {
  return symbols.type(type).scalar && cfa::is_float(*symbols.type(type).scalar);
}
bool is_integer(const ProgramSymbols& symbols, cfa::CTypeId type) {
  return symbols.type(type).scalar && cfa::as_integer(*symbols.type(type).scalar) != nullptr;
}
bool is_pointer(const ProgramSymbols& symbols, cfa::CTypeId type) {
  return symbols.type(type).scalar && cfa::is_pointer(*symbols.type(type).scalar);
}

cfa::Integer integer_of(const ProgramSymbols& symbols, const Scalar& scalar) {
  const auto* integer = cfa::as_integer(scalar_type(symbols, scalar.type));
  const bool is_signed = integer != nullptr && integer->is_signed();
  return is_signed ? static_cast<cfa::Integer>(scalar.value.integer())
                   : static_cast<cfa::Integer>(scalar.value.address());
}

long double floating_of(const ProgramSymbols& symbols, const Scalar& scalar) {
  switch (float_width(symbols, scalar.type)) {
  case 32:
    return static_cast<long double>(scalar.value.floating<float>());
  case 64:
    return static_cast<long double>(scalar.value.floating<double>());
  default:
    return scalar.value.floating<long double>();
  }
}

bool truth_of(const ProgramSymbols& symbols, const Scalar& scalar) {
  return is_floating(symbols, scalar.type) ? floating_of(symbols, scalar) != 0 : integer_of(symbols, scalar) != 0;
}

Scalar integer_scalar(const ProgramSymbols& symbols, cfa::Integer value, cfa::CTypeId type) {
  const auto bits = static_cast<std::int64_t>(cfa::wrap(value, scalar_type(symbols, type)));
  return {type, trace::Value::of_integer(bits)};
}

Scalar floating_scalar(const ProgramSymbols& symbols, long double value, cfa::CTypeId type) {
  switch (float_width(symbols, type)) {
  case 32:
    return {type, trace::Value::of_float(static_cast<float>(value))};
  case 64:
    return {type, trace::Value::of_float(static_cast<double>(value))};
  default:
    return {type, trace::Value::of_float(value)};
  }
}

Scalar converted(const View& view, const Scalar& scalar, cfa::CTypeId type) {
  const ProgramSymbols& symbols = view.symbols;
  const cfa::CType& target = symbols.type(type);
  if (target.kind == cfa::CTypeKind::Void) {
    throw EvaluationError{"a value of type void is no value"};
  }
  const bool from_float = is_floating(symbols, scalar.type);
  if (is_floating(symbols, type)) {
    if (is_pointer(symbols, scalar.type)) {
      throw EvaluationError{"a pointer cannot become a floating-point number"};
    }
    if (from_float) {
      return floating_scalar(symbols, floating_of(symbols, scalar), type);
    }
    const cfa::Integer integer = integer_of(symbols, scalar);
    // Each format rounds once: long double would round before a narrower format does.
    switch (float_width(symbols, type)) {
    case 32:
      return {type, trace::Value::of_float(static_cast<float>(integer))};
    case 64:
      return {type, trace::Value::of_float(static_cast<double>(integer))};
    default:
      return {type, trace::Value::of_float(static_cast<long double>(integer))};
    }
  }
  if (is_pointer(symbols, type)) {
    if (from_float) {
      throw EvaluationError{"a floating-point number cannot become a pointer"};
    }
    const bool is_pointer_already = is_pointer(symbols, scalar.type);
    const auto address = static_cast<std::uint64_t>(integer_of(symbols, scalar));
    return {type, is_pointer_already ? scalar.value : view.cursor.machine().memory.pointer_from_address(address)};
  }
  if (!is_integer(symbols, type)) {
    throw EvaluationError{"nothing can become a " + target.spelling + " by a cast"};
  }
  if (from_float) {
    return float_to_integer(symbols, floating_of(symbols, scalar), type);
  }
  const cfa::Integer value = integer_of(symbols, scalar);
  return integer_scalar(symbols, target.kind == cfa::CTypeKind::Boolean ? cfa::Integer(value != 0) : value, type);
}

cfa::CTypeId promoted(const ProgramSymbols& symbols, cfa::CTypeId type, unsigned bit_width) {
  if (!is_integer(symbols, type)) {
    return type;
  }
  const cfa::CTypeId int_type = symbols.basic("int");
  const cfa::IntegerType& own = integer_type(symbols, type);
  const unsigned int_width = integer_type(symbols, int_type).width;
  const unsigned width = bit_width != 0 ? bit_width : own.width;
  if (width < int_width ||
      (own.is_signed() && width == int_width && symbols.type(type).rank <= cfa::IntegerRank::Int)) {
    return int_type;
  }
  if (symbols.type(type).kind == cfa::CTypeKind::Enumeration || bit_width == int_width) {
    return symbols.basic(width == int_width ? "unsigned int" : own.is_signed() ? "long" : "unsigned long");
  }
  return type;
}

cfa::CTypeId common_type(const ProgramSymbols& symbols, cfa::CTypeId left, cfa::CTypeId right) {
  const bool left_floats = is_floating(symbols, left);
  const bool right_floats = is_floating(symbols, right);
  if (left_floats && right_floats) {
    return float_width(symbols, left) >= float_width(symbols, right) ? left : right;
  }
  if (left_floats || right_floats) {
    return left_floats ? left : right;
  }
  const cfa::CType& a = symbols.type(left);
  const cfa::CType& b = symbols.type(right);
  const cfa::IntegerType& a_integer = integer_type(symbols, left);
  const cfa::IntegerType& b_integer = integer_type(symbols, right);
  if (a_integer.is_signed() == b_integer.is_signed()) {
    return a.rank >= b.rank ? left : right;
  }
  const bool left_is_unsigned = !a_integer.is_signed();
  const cfa::CTypeId unsigned_type = left_is_unsigned ? left : right;
  const cfa::CTypeId signed_type = left_is_unsigned ? right : left;
  if (symbols.type(unsigned_type).rank >= symbols.type(signed_type).rank) {
    return unsigned_type;
  }
  if (integer_type(symbols, signed_type).width > integer_type(symbols, unsigned_type).width) {
    return signed_type;
  }
  return symbols.basic(symbols.type(signed_type).rank == cfa::IntegerRank::LongLong ? "unsigned long long"
                                                                                    : "unsigned long");
}

} // namespace vouch::inspection
