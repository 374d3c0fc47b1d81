#include "analysis/frontend/print_format.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace vouch::frontend {
namespace {

constexpr std::uint64_t largest_number = 1'000'000'000;

/// A cursor over a format.
class Reader {
public:
  explicit Reader(std::string_view text) : text_(text.substr(0, text.find('\0'))) {}
  [[nodiscard]] bool is_at_end() const { return text_.empty(); }
  char next() {
    const char result = is_at_end() ? '\0' : text_.front();
    text_.remove_prefix(is_at_end() ? 0 : 1);
    return result;
  }
  bool skip(std::string_view prefix) {
    const bool has_prefix = text_.starts_with(prefix);
    text_.remove_prefix(has_prefix ? prefix.size() : 0);
    return has_prefix;
  }
  std::uint64_t number() {
    std::uint64_t result = 0;
    while (!is_at_end() && text_.front() >= '0' && text_.front() <= '9') {
      result = std::min(result * 10 + static_cast<std::uint64_t>(next() - '0'), largest_number);
    }
    return result;
  }
  [[nodiscard]] bool is_at_one_of(std::string_view set) const {
    return !is_at_end() && set.find(text_.front()) != std::string_view::npos;
  }

private:
  std::string_view text_;
};

PrintConversion::Length read_length(Reader& reader) {
  using enum PrintConversion::Length;
  static constexpr std::array<std::pair<std::string_view, PrintConversion::Length>, 9> lengths = {{{"hh", Char},
                                                                                                   {"h", Short},
                                                                                                   {"ll", LongLong},
                                                                                                   {"l", Long},
                                                                                                   {"L", LongDouble},
                                                                                                   {"q", LongLong},
                                                                                                   {"j", LongLong},
                                                                                                   {"z", Size},
                                                                                                   {"t", Size}}};
  for (const auto& [text, length] : lengths) {
    if (reader.skip(text)) {
      return length;
    }
  }
  return None;
}

/// Behind the `%`; the letter may be anything.
PrintConversion read_conversion(Reader& reader) {
  using Number = PrintConversion::Number;
  PrintConversion result;
  while (reader.is_at_one_of("-+ #0'I")) {
    const char flag = reader.next();
    result.has_sign = result.has_sign || flag == '+' || flag == ' ';
    result.is_alternative = result.is_alternative || flag == '#' || flag == '\'';
  }
  if (reader.skip("*")) {
    result.has_width = Number::Argument;
  } else if (reader.is_at_one_of("123456789")) {
    result.has_width = Number::Given;
    result.width = reader.number();
  }
  if (reader.skip(".")) {
    result.has_precision = reader.skip("*") ? Number::Argument : Number::Given;
    result.precision = result.has_precision == Number::Given ? reader.number() : 0;
  }
  result.length = read_length(reader);
  result.letter = reader.next();
  return result;
}

bool is_understood(const PrintConversion& conversion) {
  using enum PrintConversion::Length;
  const bool is_narrow_text = (conversion.letter == 'c' || conversion.letter == 's') && conversion.length == None;
  const bool is_number = conversion.is_integer() && conversion.length != LongDouble;
  return is_narrow_text || is_number || conversion.is_floating() || conversion.letter == 'p';
}

} // namespace

bool PrintConversion::is_integer() const { return std::string_view("diouxX").find(letter) != std::string_view::npos; }
bool PrintConversion::is_floating() const {
  return std::string_view("aefgAEFG").find(letter) != std::string_view::npos;
}

std::optional<PrintFormat> parse_print_format(std::string_view text) {
  PrintFormat result;
  Reader reader(text);
  while (!reader.is_at_end()) {
    if (reader.next() != '%' || reader.skip("%")) {
      ++result.plain_characters;
      continue;
    }
    const PrintConversion conversion = read_conversion(reader);
    if (!is_understood(conversion)) {
      return std::nullopt;
    }
    result.conversions.push_back(conversion);
  }
  return result;
}

bool has_conversion_that_stores(std::string_view text) {
  Reader reader(text);
  while (!reader.is_at_end()) {
    if (reader.next() != '%' || reader.skip("%")) {
      continue;
    }
    reader.number(); // of the argument: `%1$n`
    reader.skip("$");
    if (read_conversion(reader).letter == 'n') {
      return true;
    }
  }
  return false;
}

std::optional<PrintFunction> print_function(std::string_view name) {
  auto skip = [&](std::string_view prefix) {
    const bool has_prefix = name.starts_with(prefix);
    name.remove_prefix(has_prefix ? prefix.size() : 0);
    return has_prefix;
  };
  skip("__builtin_");
  PrintFunction result;
  const bool is_checked_form = name.ends_with("_chk") && skip("__");
  name.remove_suffix(is_checked_form ? 4 : 0);
  result.takes_list = skip("v");
  if (name == "sprintf" || name == "snprintf") {
    result.buffer = 0;
    result.size = name == "snprintf" ? std::optional(1U) : std::nullopt;
    result.format = (result.size ? 2 : 1) + (is_checked_form ? 2 : 0); // a flag, and the size of the object
    return result;
  }
  if (name == "printf" || name == "fprintf") {
    result.stream = name == "fprintf" ? std::optional(0U) : std::nullopt;
    result.format = (result.stream ? 1 : 0) + (is_checked_form ? 1 : 0);
    return result;
  }
  if ((name == "syslog" && !is_checked_form)) {
    result.format = 1; // behind the priority
    return result;
  }
  return std::nullopt;
}

} // namespace vouch::frontend
