#include "analysis/trace/c_literal.hpp"

#include "analysis/cfa/float_format.hpp"

#include <array>
#include <cmath>
#include <cstdio>

namespace vouch::trace {
namespace {

std::string float_literal(cfa::Integer bits, cfa::FloatType type) {
  const long double number = cfa::float_of_bits(bits, type);
  const char* suffix = type.width == 32 ? "f" : type.width == 64 ? "" : "l";
  const std::string sign = std::signbit(number) ? "-" : "";
  if (std::isnan(number)) {
    return std::string("__builtin_nan") + suffix + "(\"\")";
  }
  if (std::isinf(number)) {
    return sign + "__builtin_inf" + suffix + "()";
  }
  std::array<char, 64> digits{};
  const auto as_double = static_cast<double>(number);
  const bool is_short = static_cast<long double>(as_double) == number &&
                        std::snprintf(digits.data(), digits.size(), "%.6g", as_double) > 0 &&
                        std::strtod(digits.data(), nullptr) == as_double;
  if (!is_short) {
    std::snprintf(digits.data(), digits.size(), "%La", number);
  }
  std::string text = digits.data();
  const bool looks_integral = text.find_first_not_of("-0123456789") == std::string::npos;
  return text + (looks_integral ? ".0" : "") + suffix;
}

std::string integer_literal(cfa::Integer value, unsigned width, cfa::Signedness signedness) {
  const cfa::Type type = cfa::IntegerType{width, signedness};
  const cfa::Integer number = cfa::wrap(value, type);
  const bool is_wide = width > 32;
  if (signedness == cfa::Signedness::Unsigned) {
    return cfa::to_string(number) + (is_wide ? "ull" : "u");
  }
  const std::string suffix = is_wide ? "ll" : "";
  const bool has_no_literal = width >= 32 && number == cfa::minimum_value(type);
  return has_no_literal ? "(" + cfa::to_string(number + 1) + suffix + " - 1)" : cfa::to_string(number) + suffix;
}

bool has_declarator(std::string_view spelling) { return spelling.find_first_of("([") != std::string_view::npos; }

} // namespace

std::string c_literal(cfa::Integer bits, const cfa::CType& type) {
  if (type.kind == cfa::CTypeKind::Boolean) {
    return bits != 0 ? "1" : "0";
  }
  if (const auto* floating = std::get_if<cfa::FloatType>(&*type.scalar)) {
    return float_literal(bits, *floating);
  }
  const cfa::IntegerType& integer = *cfa::as_integer(*type.scalar);
  return integer_literal(bits, integer.width, integer.signedness);
}

std::string c_declaration(const cfa::CType& type, std::string_view name, std::string_view example) {
  if (type.name.empty()) {
    return "__typeof__(" + std::string(example) + ") " + std::string(name);
  }
  if (has_declarator(type.name)) {
    return "__typeof__(" + type.name + ") " + std::string(name);
  }
  const bool ends_in_star = type.name.back() == '*';
  return type.name + (ends_in_star ? "" : " ") + std::string(name);
}

std::string c_array_declaration(const cfa::CType& element, std::string_view name, std::string_view extent) {
  return c_declaration(element, std::string(name) + "[" + std::string(extent) + "]");
}

} // namespace vouch::trace
