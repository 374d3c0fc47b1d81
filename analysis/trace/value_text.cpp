#include "analysis/trace/value_text.hpp"

#include "analysis/cfa/written_expression.hpp"
#include "analysis/support/overloaded.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdlib>

namespace vouch::trace {
namespace {

std::string hexadecimal(std::uint64_t number) {
  std::array<char, 16> digits{};
  auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number, 16).ptr;
  return "0x" + std::string(digits.data(), end);
}

/// As `double`'s constant where that gives the number back, otherwise with the suffix of its type.
template <class Float>
std::string float_text(Float number) {
  std::string sign = std::signbit(number) ? "-" : "";
  if (std::isnan(number) || std::isinf(number)) {
    return sign + (std::isnan(number) ? "NAN" : "INFINITY");
  }
  std::array<char, 64> digits{};
  auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
  std::string text(digits.data(), end);
  bool looks_integral = text.find_first_not_of("-0123456789") == std::string::npos;
  text += looks_integral ? ".0" : "";
  bool is_exact = static_cast<Float>(std::strtod(text.c_str(), nullptr)) == number;
  return is_exact ? text : text + (sizeof number == sizeof(float) ? "F" : "L");
}

bool is_character_type(const cfa::IntegerType& type, std::string_view spelling) {
  return type.width == 8 && spelling.find("char") != std::string_view::npos &&
         spelling.find('*') == std::string_view::npos;
}

/// `'a'`, `'\n'`, `'\0'`; nothing for what has no short notation.
std::string character_literal(std::int64_t code) {
  constexpr std::string_view escaped = "\a\b\t\n\v\f\r\\'";
  constexpr std::string_view letters = "abtnvfr\\'";
  auto byte = static_cast<unsigned char>(code);
  if (byte == 0) {
    return "'\\0'";
  }
  if (auto position = escaped.find(static_cast<char>(byte)); position != std::string_view::npos) {
    return std::string("'\\") + letters[position] + "'";
  }
  return byte < 0x80 && std::isprint(byte) != 0 ? std::string("'") + static_cast<char>(byte) + "'" : std::string();
}

/// The lengths of an array type's dimensions, outermost first, from its spelling `int[3][4]`.
std::vector<std::uint64_t> dimensions(std::string_view spelling) {
  std::vector<std::uint64_t> result;
  std::size_t position = spelling.find('[');
  if (position == std::string_view::npos || (position > 0 && spelling[position - 1] == '*')) {
    return {};
  }
  while (position < spelling.size() && spelling[position] == '[') {
    std::size_t close = spelling.find(']', position);
    std::uint64_t length = 0;
    if (close == std::string_view::npos ||
        std::from_chars(spelling.data() + position + 1, spelling.data() + close, length).ec != std::errc()) {
      return {};
    }
    result.push_back(length);
    position = close + 1;
  }
  return position == spelling.size() ? result : std::vector<std::uint64_t>();
}

/// The smallest part of a variable that starts at or before an offset and that has a name.
struct NamedPart {
  std::string name;
  std::uint64_t size = 0;
  std::uint64_t offset = 0; ///< what is left behind the start of the part
};

NamedPart named_part(const cfa::Variable& variable, std::uint64_t offset) {
  NamedPart part{variable.name, cfa::size_in_bytes(variable.type), offset};
  if (!cfa::is_aggregate(variable.type)) {
    return part;
  }
  for (std::uint64_t length : dimensions(variable.type_spelling)) {
    if (length == 0 || part.size % length != 0 || part.size == 0) {
      break;
    }
    std::uint64_t element = part.size / length;
    part.name += "[" + std::to_string(part.offset / element) + "]";
    part.offset %= element;
    part.size = element;
  }
  return part;
}

/// The live variable of the program that the pointer leads to; null if it is none.
const Object* named_object(const Value& pointer, const Machine& machine, const cfa::Cfa& cfa) {
  if (!machine.memory.is_alive(pointer.provenance())) {
    return nullptr;
  }
  const Object& object = machine.memory.object(pointer.provenance());
  const bool is_named =
      object.variable.is_valid() && cfa.variable(object.variable).kind != cfa::VariableKind::Temporary;
  return is_named ? &object : nullptr;
}

std::string pointer_text(const Value& value, const Machine& machine, const cfa::Cfa& cfa) {
  if (value.address() == 0) {
    return "NULL";
  }
  if (!machine.memory.is_alive(value.provenance())) {
    for (std::size_t index = 0; index < cfa.function_count(); ++index) {
      if (address_of_function(cfa::FunctionId(index)) == value.address()) {
        return cfa.function(cfa::FunctionId(index)).name;
      }
    }
    return hexadecimal(value.address());
  }
  const Object& object = machine.memory.object(value.provenance());
  if (!object.variable.is_valid() || value.address() - object.base > object.size) {
    return hexadecimal(value.address());
  }
  NamedPart part = named_part(cfa.variable(object.variable), value.address() - object.base);
  if (part.name.starts_with('"')) { // a string literal decays
    return part.offset == 0 ? part.name : part.name + " + " + std::to_string(part.offset);
  }
  return part.offset == 0 ? "&" + part.name : "(char *)&" + part.name + " + " + std::to_string(part.offset);
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front())) != 0) {
    text.remove_prefix(1);
  }
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back())) != 0) {
    text.remove_suffix(1);
  }
  return text;
}

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// Two words in a row, `int x`, make a declaration.
bool has_adjacent_words(std::string_view text) {
  for (std::size_t i = 1; i + 1 < text.size(); ++i) {
    if (text[i] == ' ' && is_word(text[i - 1]) && (is_word(text[i + 1]) || text[i + 1] == '*')) {
      return true;
    }
  }
  return false;
}

} // namespace

std::string value_text(const Value& value, const cfa::Type& type, std::string_view type_spelling,
                       const Machine& machine, const cfa::Cfa& cfa) {
  return std::visit(Overloaded{
                        [&](const cfa::IntegerType& t) {
                          std::string number =
                              t.is_signed() ? std::to_string(value.integer()) : std::to_string(value.address());
                          std::string literal =
                              is_character_type(t, type_spelling) ? character_literal(value.integer()) : "";
                          return literal.empty() ? number : number + " " + literal;
                        },
                        [&](const cfa::PointerType&) { return pointer_text(value, machine, cfa); },
                        [&](const cfa::FloatType& t) {
                          return t.width == 32   ? float_text(value.floating<float>())
                                 : t.width == 64 ? float_text(value.floating<double>())
                                                 : float_text(value.floating<long double>());
                        },
                        [](const cfa::AggregateType&) { return std::string("{...}"); },
                    },
                    type);
}

std::optional<std::string> place_name(const Value& pointer, std::uint64_t size, const Machine& machine,
                                      const cfa::Cfa& cfa) {
  const Object* object = named_object(pointer, machine, cfa);
  if (object == nullptr || pointer.address() - object->base >= object->size) {
    return std::nullopt;
  }
  NamedPart part = named_part(cfa.variable(object->variable), pointer.address() - object->base);
  bool is_whole = part.offset == 0 && part.size == size;
  return is_whole ? std::optional(part.name) : std::nullopt;
}

std::optional<std::string> part_name(const Value& pointer, std::uint64_t size, const Machine& machine,
                                     const cfa::Cfa& cfa) {
  const Object* object = named_object(pointer, machine, cfa);
  if (object == nullptr) {
    return std::nullopt;
  }
  const cfa::Variable& variable = cfa.variable(object->variable);
  const auto part = std::ranges::find_if(variable.parts, [&](const cfa::Part& candidate) {
    return candidate.offset == pointer.address() - object->base && cfa::size_in_bytes(candidate.type) == size;
  });
  return part != variable.parts.end() ? std::optional(variable.name + part->path) : std::nullopt;
}

std::optional<std::string> name_through(const cfa::Variable& pointer, const Value& held, const Value& place,
                                        std::uint64_t size) {
  if (pointer.pointee.empty() || held.provenance() != place.provenance() || place.address() < held.address()) {
    return std::nullopt;
  }
  const std::uint64_t distance = place.address() - held.address();
  const bool is_scalar = pointer.pointee.front().path.empty();
  if (is_scalar && distance != 0 && cfa::size_in_bytes(pointer.pointee.front().type) == size && distance % size == 0) {
    return pointer.name + "[" + std::to_string(distance / size) + "]";
  }
  const auto part = std::ranges::find_if(pointer.pointee, [&](const cfa::Part& candidate) {
    return candidate.offset == distance && cfa::size_in_bytes(candidate.type) == size;
  });
  return part != pointer.pointee.end() ? std::optional(cfa::name_behind(pointer, *part)) : std::nullopt;
}

std::optional<std::string> assigned_place(std::string_view statement) {
  std::string_view text = trimmed(statement);
  std::string_view place;
  for (std::string_view step : {"++", "--"}) {
    if (text.ends_with(step)) {
      place = text.substr(0, text.size() - 2);
    } else if (text.starts_with(step)) {
      place = text.substr(2);
    }
  }
  int depth = 0;
  for (std::size_t i = 0; i < text.size() && place.empty(); ++i) {
    depth += text[i] == '(' || text[i] == '[' ? 1 : 0;
    depth -= text[i] == ')' || text[i] == ']' ? 1 : 0;
    if (text[i] != '=' || depth != 0) {
      continue;
    }
    bool is_shift = i >= 2 && (text.substr(i - 2, 2) == "<<" || text.substr(i - 2, 2) == ">>");
    constexpr std::string_view comparison_starts = "=!<>";
    if ((i + 1 < text.size() && text[i + 1] == '=') || i == 0 ||
        (comparison_starts.find(text[i - 1]) != std::string_view::npos && !is_shift)) {
      return std::nullopt;
    }
    place = text.substr(0, i);
    while (!place.empty() && std::string_view("+-*/%&|^<>").find(place.back()) != std::string_view::npos) {
      place.remove_suffix(1);
    }
  }
  place = trimmed(place);
  if (place.empty() || has_adjacent_words(place)) {
    return std::nullopt;
  }
  return std::string(place);
}

} // namespace vouch::trace
