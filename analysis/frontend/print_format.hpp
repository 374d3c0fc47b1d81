#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace vouch::frontend {

/// One `%` of a format of `printf`.
struct PrintConversion {
  enum class Length { None, Char, Short, Long, LongLong, LongDouble, Size };
  enum class Number { None, Given, Argument }; ///< Argument: `*`
  char letter = 'd';
  Length length = Length::None;
  bool has_sign = false;       ///< of positive numbers too, or a space in its place
  bool is_alternative = false; ///< `#`
  Number has_width = Number::None;
  Number has_precision = Number::None;
  std::uint64_t width = 0;
  std::uint64_t precision = 0;

  [[nodiscard]] bool is_integer() const;
  [[nodiscard]] bool is_signed_integer() const { return letter == 'd' || letter == 'i'; }
  [[nodiscard]] bool is_floating() const;
  friend bool operator==(const PrintConversion&, const PrintConversion&) = default;
};

struct PrintFormat {
  std::vector<PrintConversion> conversions;
  std::uint64_t plain_characters = 0; ///< those that stand for themselves
};

/// Nothing if there is something in it that is not understood, or that stores something (`%n`), or numbered arguments.
std::optional<PrintFormat> parse_print_format(std::string_view text);

/// Whether there is a `%n` in it.
bool has_conversion_that_stores(std::string_view text);

/// Where a function of this family has what; arguments are counted from 0.
struct PrintFunction {
  unsigned format = 0;
  std::optional<unsigned> stream;
  std::optional<unsigned> buffer; ///< it writes there
  std::optional<unsigned> size;   ///< of the buffer
  bool takes_list = false;        ///< behind the format is a `va_list`
};

/// `printf` and its relatives for bytes, also as `__builtin_` and as the forms that check.
std::optional<PrintFunction> print_function(std::string_view name);

} // namespace vouch::frontend
