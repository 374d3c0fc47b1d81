#include "analysis/inspection/number_literals.hpp"

#include "analysis/inspection/typed_value.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdlib>

namespace vouch::inspection {
namespace {

EvaluationError not_a_number(const std::string& text) { return {"\"" + text + "\" is no number"}; }

std::string lower(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

NumberLiteral floating_literal(const std::string& text, const ProgramSymbols& symbols) {
  std::string digits = text;
  const char suffix = digits.back();
  const bool is_hexadecimal = digits.starts_with("0x");
  const bool has_suffix =
      suffix == 'l' || (suffix == 'f' && (!is_hexadecimal || digits.find('p') != std::string::npos));
  if (has_suffix) {
    digits.pop_back();
  }
  char* end = nullptr;
  NumberLiteral result;
  result.is_floating = true;
  if (has_suffix && suffix == 'f') {
    result.type = symbols.basic("float");
    result.number = static_cast<long double>(std::strtof(digits.c_str(), &end));
  } else if (has_suffix) {
    result.type = symbols.basic("long double");
    result.number = std::strtold(digits.c_str(), &end);
  } else {
    result.type = symbols.basic("double");
    result.number = static_cast<long double>(std::strtod(digits.c_str(), &end));
  }
  if (end != digits.c_str() + digits.size()) {
    throw not_a_number(text);
  }
  return result;
}

/// The first of C's list of types that has the value (C17 6.4.4.1).
cfa::CTypeId type_of(cfa::Integer value, const std::string& suffix, bool is_decimal, const ProgramSymbols& symbols) {
  const bool is_unsigned = suffix.find('u') != std::string::npos;
  const auto longs = std::ranges::count(suffix, 'l');
  const char* names[3][2] = {{"int", "unsigned int"}, {"long", "unsigned long"}, {"long long", "unsigned long long"}};
  for (auto rank = longs; rank < 3; ++rank) {
    for (const int signedness : {0, 1}) {
      const bool is_allowed = signedness == 1 ? is_unsigned || !is_decimal : !is_unsigned;
      const cfa::CTypeId type = symbols.basic(names[rank][signedness]);
      if (is_allowed && type.is_valid() && value <= cfa::maximum_value(*symbols.type(type).scalar)) {
        return type;
      }
    }
  }
  return symbols.basic("unsigned long long");
}

} // namespace

NumberLiteral number_literal(const std::string& written, const ProgramSymbols& symbols) {
  const std::string text = lower(written);
  const bool is_hexadecimal = text.starts_with("0x");
  const bool is_floating =
      text.find('.') != std::string::npos || text.find(is_hexadecimal ? 'p' : 'e') != std::string::npos;
  if (is_floating) {
    return floating_literal(text, symbols);
  }
  const bool is_binary = text.starts_with("0b");
  const bool is_octal = !is_hexadecimal && !is_binary && text.size() > 1 && text.front() == '0';
  const char* begin = text.data() + (is_hexadecimal || is_binary ? 2 : 0);
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(begin, text.data() + text.size(), value,
                                            is_hexadecimal ? 16
                                            : is_binary    ? 2
                                            : is_octal     ? 8
                                                           : 10);
  const std::string suffix(end, text.data() + text.size());
  const bool is_known_suffix = suffix.empty() || suffix == "u" || suffix == "l" || suffix == "ul" || suffix == "lu" ||
                               suffix == "ll" || suffix == "ull" || suffix == "llu";
  if (error != std::errc() || !is_known_suffix) {
    throw not_a_number(written);
  }
  NumberLiteral result;
  result.integer = value;
  result.type = type_of(result.integer, suffix, !is_hexadecimal && !is_binary && !is_octal, symbols);
  return result;
}

} // namespace vouch::inspection
