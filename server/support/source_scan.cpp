#include "server/support/source_scan.hpp"

#include <algorithm>
#include <cctype>

namespace vouch::server {
namespace {

bool is_word_character(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// Behind the literal that begins at `begin` with its quotation mark.
std::size_t end_of_literal(std::string_view text, std::size_t begin) {
  std::size_t end = begin + 1;
  while (end < text.size() && text[end] != text[begin] && text[end] != '\n') {
    end += text[end] == '\\' ? 2 : 1;
  }
  return std::min(end + 1, text.size());
}

std::size_t end_of_comment(std::string_view text, std::size_t begin) {
  const bool is_line = text[begin + 1] == '/';
  const std::size_t end = is_line ? text.find('\n', begin) : text.find("*/", begin + 2);
  return end == std::string_view::npos ? text.size() : is_line ? end : end + 2;
}

} // namespace

std::string code_only(std::string_view text) {
  std::string code(text);
  for (std::size_t at = 0; at < text.size();) {
    const bool begins_comment = text[at] == '/' && at + 1 < text.size() && (text[at + 1] == '/' || text[at + 1] == '*');
    const bool begins_literal = text[at] == '"' || text[at] == '\'';
    if (!begins_comment && !begins_literal) {
      ++at;
      continue;
    }
    const std::size_t end = begins_comment ? end_of_comment(text, at) : end_of_literal(text, at);
    for (std::size_t i = at; i < end; ++i) {
      code[i] = code[i] == '\n' ? '\n' : begins_literal ? '0' : ' ';
    }
    at = end;
  }
  return code;
}

std::optional<std::size_t> offset_at(std::string_view code, unsigned line, unsigned column) {
  std::size_t begin = 0;
  for (unsigned i = 1; i < line; ++i) {
    begin = code.find('\n', begin);
    if (begin == std::string_view::npos) {
      return std::nullopt;
    }
    ++begin;
  }
  const std::size_t offset = column == 0 ? skip_blanks(code, begin) : begin + column - 1;
  return offset < code.size() ? std::optional(offset) : std::nullopt;
}

LineColumn position_at(std::string_view text, std::size_t offset) {
  const std::string_view before = text.substr(0, offset);
  const std::size_t line_break = before.rfind('\n');
  const std::size_t begin = line_break == std::string_view::npos ? 0 : line_break + 1;
  return {static_cast<unsigned>(std::ranges::count(before, '\n')) + 1, static_cast<unsigned>(offset - begin) + 1};
}

std::string_view word_at(std::string_view code, std::size_t offset) {
  std::size_t end = offset;
  while (end < code.size() && is_word_character(code[end])) {
    ++end;
  }
  return code.substr(offset, end - offset);
}

std::size_t find_word(std::string_view text, std::string_view word, std::size_t begin) {
  for (std::size_t at = text.find(word, begin); at != std::string_view::npos && !word.empty();
       at = text.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || !is_word_character(text[at - 1])) && (end == text.size() || !is_word_character(text[end]))) {
      return at;
    }
  }
  return std::string_view::npos;
}

std::optional<std::size_t> matching_bracket(std::string_view code, std::size_t offset) {
  const bool is_opening = code[offset] == '(';
  int depth = 0;
  for (std::size_t at = offset; at < code.size(); at += is_opening ? 1 : -1) {
    depth += code[at] == '(' ? 1 : code[at] == ')' ? -1 : 0;
    if (depth == 0) {
      return at;
    }
  }
  return std::nullopt;
}

std::size_t skip_blanks(std::string_view code, std::size_t offset) {
  while (offset < code.size() && std::isspace(static_cast<unsigned char>(code[offset])) != 0) {
    ++offset;
  }
  return offset;
}

std::optional<std::size_t> last_before(std::string_view code, std::size_t offset) {
  while (offset > 0) {
    if (std::isspace(static_cast<unsigned char>(code[--offset])) == 0) {
      return offset;
    }
  }
  return std::nullopt;
}

std::optional<std::size_t> keyword_of_condition(std::string_view code, const Place& condition) {
  const auto begin = offset_at(code, condition.line, condition.column);
  const auto end = offset_at(code, condition.end_line, condition.end_column);
  if (!begin || !end) {
    return std::nullopt;
  }
  auto at = last_before(code, *begin);
  bool is_for = false;
  if (at && code[*at] == ';') { // for (...; condition; ...)
    while (at && code[*at] != '(' && code[*at] != ')') {
      at = *at == 0 ? std::nullopt : std::optional(*at - 1);
    }
    is_for = true;
  }
  if (!at || code[*at] != '(') {
    return std::nullopt;
  }
  const char behind = code[std::min(skip_blanks(code, *end), code.size() - 1)];
  auto last = last_before(code, *at);
  while (last && *last > 0 && is_word_character(code[*last - 1])) {
    last = *last - 1;
  }
  if (!last) {
    return std::nullopt;
  }
  const std::string_view keyword = word_at(code, *last);
  const bool fits =
      is_for ? keyword == "for" && behind == ';' : (keyword == "if" || keyword == "while") && behind == ')';
  return fits ? last : std::nullopt;
}

void EditedText::insert(std::size_t offset, std::string text) {
  auto behind = std::ranges::upper_bound(insertions_, offset, {}, &Insertion::offset);
  insertions_.insert(behind, {offset, std::move(text)});
}

void EditedText::insert_closing(std::size_t offset, std::string text) {
  auto first = std::ranges::lower_bound(insertions_, offset, {}, &Insertion::offset);
  insertions_.insert(first, {offset, std::move(text)});
}

std::string EditedText::text() const {
  std::string result;
  std::size_t copied = 0;
  for (const Insertion& insertion : insertions_) {
    result += original_.substr(copied, insertion.offset - copied) + insertion.text;
    copied = insertion.offset;
  }
  return result + original_.substr(copied);
}

std::size_t EditedText::original_offset(std::size_t edited) const {
  std::size_t inserted = 0;
  for (const Insertion& insertion : insertions_) {
    if (insertion.offset + inserted + insertion.text.size() > edited) {
      return std::min(edited - std::min(inserted, edited), insertion.offset);
    }
    inserted += insertion.text.size();
  }
  return edited - inserted;
}

Place EditedText::original_place(const Place& place) const {
  const std::string edited = text();
  Place result = place;
  if (const auto begin = offset_at(edited, place.line, std::max(place.column, 1U))) {
    const LineColumn position = position_at(original_, original_offset(*begin));
    result.line = position.line;
    result.column = position.column;
  }
  if (const auto end = offset_at(edited, place.end_line, std::max(place.end_column, 1U))) {
    const LineColumn position = position_at(original_, original_offset(*end));
    result.end_line = position.line;
    result.end_column = position.column;
  }
  return result;
}

} // namespace vouch::server
