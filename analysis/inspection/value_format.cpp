#include "analysis/inspection/value_format.hpp"

#include "analysis/inspection/conversions.hpp"
#include "analysis/trace/value_text.hpp"

#include <algorithm>
#include <cctype>

namespace vouch::inspection {
namespace {

constexpr std::size_t most_elements = 16;   ///< of an array that is shown as a whole
constexpr std::size_t longest_text = 240;   ///< in bytes, of a struct or array
constexpr std::size_t longest_string = 120; ///< in bytes
constexpr int deepest_text = 4;

bool is_character(const View& view, cfa::CTypeId type) {
  return view.symbols.type(type).kind == cfa::CTypeKind::Character && view.symbols.type(type).size_bytes == 1;
}

/// How many of the bytes at the front are one character of UTF-8; 0: none.
std::size_t utf8_length(std::string_view text) {
  const auto first = static_cast<unsigned char>(text.front());
  const std::size_t length = first < 0x80          ? 1
                             : (first >> 5U) == 6  ? 2
                             : (first >> 4U) == 14 ? 3
                             : (first >> 3U) == 30 ? 4
                                                   : 0;
  const bool is_whole = length != 0 && length <= text.size() &&
                        std::ranges::all_of(text.substr(1, length - 1),
                                            [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80; });
  return is_whole ? length : 0;
}

std::string quoted(std::string_view text) {
  constexpr std::string_view special = "\a\b\f\n\r\t\v\\\"";
  constexpr std::string_view letters = "abfnrtv\\\"";
  std::string result = "\"";
  while (!text.empty()) {
    const char c = text.front();
    const std::size_t length = utf8_length(text);
    if (const auto known = special.find(c); known != std::string_view::npos) {
      result += std::string("\\") + letters[known];
    } else if (length > 1 || (length == 1 && std::isprint(static_cast<unsigned char>(c)) != 0)) {
      result += text.substr(0, length);
    } else {
      const auto code = static_cast<unsigned char>(c);
      for (unsigned shift : {6U, 3U, 0U}) {
        result += shift == 6 ? "\\" : "";
        result += static_cast<char>('0' + ((code >> shift) & 7U));
      }
    }
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return result + '"';
}

class Formatter {
public:
  explicit Formatter(const View& view) : view_(view) {}

  std::string text(const TypedValue& value, int depth) const {
    const cfa::CType& type = view_.symbols.type(value.type);
    try {
      switch (type.kind) {
      case cfa::CTypeKind::Struct:
      case cfa::CTypeKind::Union:
        return record_text(value, type, depth);
      case cfa::CTypeKind::Array:
        return array_text(value, type, depth);
      default:
        return scalar_text(value, type, depth);
      }
    } catch (const EvaluationError& problem) {
      return problem.message == not_read_yet ? unread : "<" + short_form(problem.message) + ">";
    }
  }

private:
  /// Beside a variable its name is known.
  static std::string short_form(const std::string& message) {
    return message.ends_with(" is uninitialised") ? "uninitialised" : message;
  }

  std::string scalar_text(const TypedValue& value, const cfa::CType& type, int depth) const {
    const trace::Value scalar = scalar_of(view_, value);
    if (type.kind == cfa::CTypeKind::Boolean) {
      return scalar.integer() != 0 ? "true" : "false";
    }
    if (type.kind == cfa::CTypeKind::Enumeration) {
      const cfa::Integer number = integer_of(view_.symbols, {value.type, scalar});
      const auto known = std::ranges::find(type.enumerators, number, &cfa::CEnumerator::value);
      return known != type.enumerators.end() ? known->name : cfa::to_string(number);
    }
    const std::string spelling = is_character(view_, value.type) ? "char" : "";
    std::string text = trace::value_text(scalar, *type.scalar, spelling, view_.cursor.machine(), *view_.program.cfa);
    if (type.kind == cfa::CTypeKind::Pointer && depth == 0 && is_character(view_, type.element) &&
        !text.starts_with('"')) {
      const std::string characters = string_at(scalar);
      text += characters.empty() ? "" : " " + characters;
    }
    return text;
  }

  /// The string that a pointer leads to; empty if there is none.
  std::string string_at(const trace::Value& pointer) const {
    const trace::Memory& memory = view_.cursor.machine().memory;
    std::string characters;
    for (std::size_t i = 0; i <= longest_string; ++i) {
      const auto moved = trace::Value::of_pointer(pointer.address() + i, pointer.provenance());
      if (memory.fault_of_access(moved, 0, 1)) {
        return {};
      }
      const trace::Object& object = memory.object(moved.provenance());
      const auto byte = memory.known_byte(object, moved.address() - object.base);
      if (!byte) {
        return {};
      }
      if (*byte == 0) {
        return quoted(characters);
      }
      characters += static_cast<char>(*byte);
    }
    return quoted(characters) + "...";
  }

  std::string record_text(const TypedValue& value, const cfa::CType& type, int depth) const {
    if (depth >= deepest_text) {
      return "{...}";
    }
    std::string text = "{";
    for (const cfa::CField& field : type.fields) {
      text += text.size() == 1 ? "" : ", ";
      if (text.size() > longest_text) {
        return text + "...}";
      }
      text += (field.name.empty() ? "" : field.name + " = ") + this->text(field_value(view_, value, field), depth + 1);
    }
    return text + "}";
  }

  std::string array_text(const TypedValue& value, const cfa::CType& type, int depth) const {
    const std::uint64_t length = array_length(view_, value);
    if (is_character(view_, type.element)) {
      if (auto characters = string_in(value, length)) {
        return *characters;
      }
    }
    if (depth >= deepest_text) {
      return "{...}";
    }
    std::string text = "{";
    for (std::uint64_t i = 0; i < length; ++i) {
      text += i == 0 ? "" : ", ";
      if (i >= most_elements || text.size() > longest_text) {
        return text + "...}";
      }
      text += this->text(element(view_, value, static_cast<std::int64_t>(i)), depth + 1);
    }
    return text + "}";
  }

  /// Up to the first zero; nothing if it is not determined.
  std::optional<std::string> string_in(const TypedValue& array, std::uint64_t length) const {
    std::string characters;
    for (std::uint64_t i = 0; i < length && i < longest_string; ++i) {
      try {
        const char c =
            static_cast<char>(scalar_of(view_, element(view_, array, static_cast<std::int64_t>(i))).integer());
        if (c == '\0') {
          return quoted(characters);
        }
        characters += c;
      } catch (const EvaluationError&) {
        return std::nullopt;
      }
    }
    return quoted(characters) + (length > longest_string ? "..." : "");
  }

  const View& view_;
};

/// `e` where something is to be appended to it.
std::string postfixable(const std::string& e) {
  const bool is_simple = e.find_first_of("*&-+ (!~?\"'") == std::string::npos ||
                         (e.find_first_of("*& (!~?\"'+") == std::string::npos && e.find("->") != std::string::npos);
  return is_simple ? e : "(" + e + ")";
}

/// What a pointer leads to, if it leads to something that can be looked at.
std::optional<TypedValue> target_of(const View& view, const TypedValue& value) {
  if (view.symbols.type(value.type).kind != cfa::CTypeKind::Pointer) {
    return std::nullopt;
  }
  try {
    return pointee(view, value);
  } catch (const EvaluationError&) {
    return std::nullopt;
  }
}

bool is_record(const View& view, cfa::CTypeId type) {
  const cfa::CTypeKind kind = view.symbols.type(type).kind;
  return kind == cfa::CTypeKind::Struct || kind == cfa::CTypeKind::Union;
}

void add_fields(const View& view, const TypedValue& record, const std::string& prefix, std::vector<Child>& result) {
  for (const cfa::CField& field : view.symbols.type(record.type).fields) {
    const TypedValue value = field_value(view, record, field);
    if (field.name.empty()) { // its fields are the record's own
      add_fields(view, value, prefix, result);
    } else {
      result.push_back({field.name, prefix + field.name, value});
    }
  }
}

std::vector<Child> named_children(const View& view, const TypedValue& value, const std::string& expression) {
  std::vector<Child> result;
  if (is_record(view, value.type)) {
    add_fields(view, value, postfixable(expression) + ".", result);
  } else if (const auto target = target_of(view, value)) {
    if (is_record(view, target->type)) {
      add_fields(view, *target, postfixable(expression) + "->", result);
    } else {
      result.push_back({"*" + postfixable(expression), "*" + postfixable(expression), *target});
    }
  }
  return result;
}

} // namespace

std::string text_of(const View& view, const TypedValue& value) { return Formatter(view).text(value, 0); }

ChildCount child_count(const View& view, const TypedValue& value) {
  if (view.symbols.type(value.type).kind == cfa::CTypeKind::Array) {
    return {0, array_length(view, value)};
  }
  return {named_children(view, value, "").size(), 0};
}

std::vector<Child> children_of(const View& view, const TypedValue& value, const std::string& expression,
                               std::size_t start, std::size_t count) {
  std::vector<Child> result;
  if (view.symbols.type(value.type).kind == cfa::CTypeKind::Array) {
    const std::uint64_t length = array_length(view, value);
    for (std::uint64_t i = start; i < length && result.size() < count; ++i) {
      const std::string index = "[" + std::to_string(i) + "]";
      result.push_back({index, postfixable(expression) + index, element(view, value, static_cast<std::int64_t>(i))});
    }
    return result;
  }
  for (Child& child : named_children(view, value, expression)) {
    if (start > 0) {
      --start;
    } else if (result.size() < count) {
      result.push_back(std::move(child));
    }
  }
  return result;
}

} // namespace vouch::inspection
