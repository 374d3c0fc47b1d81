#include "tests/fuzz/statement_parts.hpp"

namespace vouch::fuzz {

namespace {

using Effects = ExpressionGenerator::Effects;

} // namespace

void append(Lines& lines, const Lines& others) { lines.insert(lines.end(), others.begin(), others.end()); }

std::string small_value(const StatementParts& parts, unsigned mask) {
  return "(int)((" + parts.expressions.expression(1, Effects::None).text + ") & " + std::to_string(mask) + ")";
}

std::string claim(const StatementParts& parts, const std::string& condition) {
  switch (parts.random.below(8)) {
  case 0:
    return "if (" + small_value(parts, 15) + " == " + std::to_string(parts.random.below(16)) + ") assert(!(" +
           condition + "));";
  case 1:
    return "assert((" + condition + ") && " + small_value(parts, 127) +
           " != " + std::to_string(parts.random.below(128)) + ");";
  default:
    return "assert(" + condition + ");";
  }
}

Lines outcome(const StatementParts& parts, const std::string& value) {
  Lines lines = {"CHECK(" + value + ");"};
  if (parts.random.percent(50)) {
    parts.expressions.begin_full_expression();
    const auto place = parts.expressions.left_value(0, Effects::None);
    if (!place.text.empty()) {
      lines.push_back(place.text + " = " + value + ";");
    }
  }
  return lines;
}

std::string named(const StatementParts& parts, std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '$') {
      result += parts.name;
    } else if (c == '@') {
      result += parts.prefix;
    } else {
      result += c;
    }
  }
  return result;
}

Lines block_of(const StatementParts& parts, const Lines& lines) {
  Lines result = {"{"};
  for (const std::string& line : lines) {
    // The preprocessor's lines stay where they are.
    result.push_back((line.starts_with('#') ? "" : "  ") + named(parts, line));
  }
  result.emplace_back("}");
  return result;
}

} // namespace vouch::fuzz
