#include "server/formats/run_places.hpp"

#include "server/support/source_scan.hpp"

#include <cctype>

namespace vouch::server {

namespace {

bool is_space(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }
bool is_of_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool begins_word(char c) { return is_of_word(c) && std::isdigit(static_cast<unsigned char>(c)) == 0; }

std::string_view without_spaces_around(std::string_view text) {
  while (!text.empty() && is_space(text.front())) {
    text.remove_prefix(1);
  }
  while (!text.empty() && is_space(text.back())) {
    text.remove_suffix(1);
  }
  return text;
}

/// The word that `text` begins with.
std::string_view first_word(std::string_view text) {
  std::size_t end = 0;
  while (end < text.size() && is_of_word(text[end])) {
    ++end;
  }
  return text.empty() || !begins_word(text.front()) ? std::string_view() : text.substr(0, end);
}

/// Where the `=` of an assignment is; npos: there is none.
std::size_t position_of_assignment(std::string_view text) {
  int depth = 0;
  for (std::size_t i = 1; i < text.size(); ++i) {
    depth += text[i] == '(' || text[i] == '[' ? 1 : 0;
    depth -= text[i] == ')' || text[i] == ']' ? 1 : 0;
    if (text[i] != '=' || depth != 0) {
      continue;
    }
    const bool is_shift = i >= 2 && (text.substr(i - 2, 2) == "<<" || text.substr(i - 2, 2) == ">>");
    const bool is_comparison = (i + 1 < text.size() && text[i + 1] == '=') ||
                               (std::string_view("=!<>").find(text[i - 1]) != std::string_view::npos && !is_shift);
    return is_comparison ? std::string_view::npos : i;
  }
  return std::string_view::npos;
}

/// The name that `text`, the front part of a declaration such as `const char *name[4]`, declares; empty if it is none.
std::string_view declared_name(std::string_view text) {
  text = text.substr(0, text.find('['));
  std::size_t begin = text.size();
  while (begin > 0 && is_of_word(text[begin - 1])) {
    --begin;
  }
  std::string_view type = without_spaces_around(text.substr(0, begin));
  const bool has_gap = begin > 0 && !is_of_word(text[begin - 1]);
  while (!type.empty() && (type.back() == '*' || is_space(type.back()))) {
    type.remove_suffix(1);
  }
  const bool is_type = !type.empty() && begins_word(type.front()) && is_of_word(type.back()) &&
                       type.find_first_of("=+-/%&|^<>!?.,[](") == std::string_view::npos;
  return has_gap && is_type ? first_word(text.substr(begin)) : std::string_view();
}

/// The last character before `end` that is no space; a space if there is none.
char last_before(std::string_view text, std::size_t end) {
  const std::string_view front = without_spaces_around(text.substr(0, end));
  return front.empty() ? ' ' : front.back();
}

/// Whether what begins at `begin` is a member, or what a pointer leads to.
bool is_reached_by_another(std::string_view text, std::size_t begin) {
  const char before = last_before(text, begin);
  if (before == '*') {
    const std::size_t star = text.rfind('*', begin);
    const char operand = last_before(text, star);
    return !is_of_word(operand) && operand != ')' && operand != ']';
  }
  return before == '.' || (before == '>' && begin >= 2 && text.substr(0, begin).rfind("->") == begin - 2);
}

} // namespace

std::string variable_of(const std::string& name) {
  const std::string_view word = first_word(name);
  std::string_view rest = std::string_view(name).substr(word.size());
  while (!rest.empty()) {
    if (rest.front() == '.' && rest.size() > 1 && begins_word(rest[1])) {
      rest.remove_prefix(1 + first_word(rest.substr(1)).size());
      continue;
    }
    const std::size_t close = rest.find(']');
    const bool is_element = rest.front() == '[' && close != std::string_view::npos && close > 1 &&
                            rest.substr(1, close - 1).find_first_not_of("0123456789") == std::string_view::npos;
    if (!is_element) {
      return {};
    }
    rest.remove_prefix(close + 1);
  }
  return std::string(word);
}

WrittenPlace written_place(std::string_view text) {
  text = without_spaces_around(text);
  WrittenPlace result;
  std::string_view place;
  if (text.ends_with("++") || text.ends_with("--")) {
    place = text.substr(0, text.size() - 2);
  } else if (text.starts_with("++") || text.starts_with("--")) {
    place = text.substr(2);
  } else if (const std::size_t at = position_of_assignment(text); at != std::string_view::npos) {
    place = text.substr(0, at);
    result.assigned_text = without_spaces_around(text.substr(at + 1));
    while (!place.empty() && std::string_view("+-*/%&|^<>").find(place.back()) != std::string_view::npos) {
      place.remove_suffix(1);
    }
  }
  place = without_spaces_around(place);
  result.text = place;
  if (const std::string_view declared = declared_name(place); !declared.empty()) {
    result.kind = WrittenPlace::Kind::Declaration;
    result.variable = declared;
  } else if (place.find("->") == std::string_view::npos && place.find(' ') == std::string_view::npos) {
    result.variable = first_word(place);
  }
  return result;
}

bool mentions_place(std::string_view text, const std::string& name) {
  const std::string variable = variable_of(name);
  const bool wants_part = variable != name;
  for (std::size_t at = find_word(text, variable); !variable.empty() && at != std::string_view::npos;
       at = find_word(text, variable, at + 1)) {
    const std::string_view behind = without_spaces_around(text.substr(at + variable.size()));
    const bool has_part = behind.starts_with('.') || behind.starts_with('[');
    const bool is_followed = behind.starts_with("->") || behind.starts_with('(');
    if (has_part == wants_part && !is_followed && !is_reached_by_another(text, at)) {
      return true;
    }
  }
  return false;
}

} // namespace vouch::server
