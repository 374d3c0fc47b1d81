#include "analysis/frontend/definition_search.hpp"

#include <algorithm>
#include <cctype>
#include <vector>

namespace vouch::frontend {
namespace {

bool is_identifier_part(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$'; }

/// Tokens without their meaning: identifiers and numbers whole, literals as `"`, all else character by character.
/// Comments and blanks are left out. A preprocessor directive is one token, from `#` to the end of its line.
class Scanner {
public:
  explicit Scanner(std::string_view text) : text_(text) {}

  /// Empty at the end.
  std::string_view next() {
    while (position_ < text_.size()) {
      const std::size_t begin = position_;
      const char c = text_[begin];
      if (c == '\n') {
        is_line_start_ = true;
        ++position_;
      } else if (std::isspace(static_cast<unsigned char>(c)) != 0) {
        ++position_;
      } else if (skips_continuation() || skips_comment()) {
        continue;
      } else if (c == '#' && is_line_start_) {
        skip_directive();
        return text_.substr(begin, position_ - begin);
      } else {
        is_line_start_ = false;
        return token();
      }
    }
    return {};
  }

private:
  std::string_view token() {
    const std::size_t begin = position_;
    const char c = text_[begin];
    if (c == '"' || c == '\'') {
      skip_literal();
      return text_.substr(begin, 1);
    }
    ++position_;
    if (is_identifier_part(c)) {
      while (position_ < text_.size() && is_identifier_part(text_[position_])) {
        ++position_;
      }
    }
    return text_.substr(begin, position_ - begin);
  }

  [[nodiscard]] bool starts_with(std::string_view prefix) const { return text_.substr(position_).starts_with(prefix); }

  bool skips_continuation() {
    for (std::string_view continuation : {"\\\n", "\\\r\n"}) {
      if (starts_with(continuation)) {
        position_ += continuation.size();
        return true;
      }
    }
    return false;
  }

  bool skips_comment() {
    if (starts_with("/*")) {
      const std::size_t end = text_.find("*/", position_ + 2);
      position_ = end == std::string_view::npos ? text_.size() : end + 2;
      return true;
    }
    if (starts_with("//")) {
      skip_line();
      return true;
    }
    return false;
  }

  /// To the line break that ends the line, which may have continuations.
  void skip_line() {
    while (position_ < text_.size() && text_[position_] != '\n') {
      if (!skips_continuation()) {
        ++position_;
      }
    }
  }

  void skip_directive() {
    while (position_ < text_.size() && text_[position_] != '\n') {
      if (!skips_continuation() && !skips_comment()) {
        ++position_;
      }
    }
  }

  void skip_literal() {
    const char quote = text_[position_++];
    while (position_ < text_.size() && text_[position_] != quote && text_[position_] != '\n') {
      position_ += text_[position_] == '\\' ? 2 : 1;
    }
    position_ = std::min(position_ + 1, text_.size());
  }

  std::string_view text_;
  std::size_t position_ = 0;
  bool is_line_start_ = true;
};

/// Where `name` stands in `text` as a word, from `begin` on.
std::size_t find_word(std::string_view text, std::string_view name, std::size_t begin) {
  for (std::size_t found = text.find(name, begin); found != std::string_view::npos;
       found = text.find(name, found + 1)) {
    const std::size_t end = found + name.size();
    if ((found == 0 || !is_identifier_part(text[found - 1])) &&
        (end == text.size() || !is_identifier_part(text[end]))) {
      return found;
    }
  }
  return std::string_view::npos;
}

bool mentions(std::string_view text, std::string_view name) {
  return find_word(text, name, 0) != std::string_view::npos;
}

/// What stands between two ends of declarations outside of braces; what is in braces is one token `{`.
using Declaration = std::vector<std::string_view>;

/// The first token behind the parenthesis that opens at `open`; empty at the end.
std::size_t behind_parenthesis(const Declaration& tokens, std::size_t open) {
  int depth = 0;
  for (std::size_t index = open; index < tokens.size(); ++index) {
    depth += tokens[index] == "(" ? 1 : tokens[index] == ")" ? -1 : 0;
    if (depth == 0) {
      return index + 1;
    }
  }
  return tokens.size();
}

/// Whether `name(...)`, whose parenthesis opens at `open`, only declares a function.
bool only_declares_function(const Declaration& tokens, std::size_t open) {
  std::size_t next = behind_parenthesis(tokens, open);
  while (next + 1 < tokens.size() && tokens[next + 1] == "(" &&
         (tokens[next].starts_with("__attribute") || tokens[next].starts_with("__asm") || tokens[next] == "asm")) {
    next = behind_parenthesis(tokens, next + 1);
  }
  return next < tokens.size() && (tokens[next] == ";" || tokens[next] == ",");
}

/// Whether the name at `index`, with nothing behind it that makes it a function, is that of a variable that has its
/// definition elsewhere, or of something else.
bool only_declares_variable(const Declaration& tokens, std::size_t index) {
  bool is_initialised = false;
  for (std::size_t later = index; later < tokens.size() && tokens[later] != ","; ++later) {
    is_initialised = is_initialised || tokens[later] == "=";
  }
  for (std::size_t earlier = index; earlier > 0 && tokens[earlier - 1] != "{"; --earlier) {
    const std::string_view token = tokens[earlier - 1];
    if (token == "typedef" || (token == "extern" && !is_initialised)) {
      return true;
    }
  }
  return index > 0 && (tokens[index - 1] == "struct" || tokens[index - 1] == "union" || tokens[index - 1] == "enum");
}

bool may_define(const Declaration& tokens, std::string_view name) {
  int parentheses = 0;
  for (std::size_t index = 0; index < tokens.size(); ++index) {
    parentheses += tokens[index] == "(" ? 1 : tokens[index] == ")" ? -1 : 0;
    if (tokens[index] != name) {
      continue;
    }
    const bool is_called = index + 1 < tokens.size() && tokens[index + 1] == "(";
    const bool only_declares =
        is_called ? only_declares_function(tokens, index + 1) : only_declares_variable(tokens, index);
    if (parentheses != 0 || !only_declares) {
      return true;
    }
  }
  return false;
}

/// Goes through the declarations of a file.
class DeclarationScan {
public:
  DeclarationScan(std::string_view text, std::string_view name) : scanner_(text), name_(name) {}

  bool finds_definition() {
    for (std::string_view token = scanner_.next(); !token.empty(); token = scanner_.next()) {
      if (token.front() == '#') {
        if (is_suspicious_directive(token)) {
          return true;
        }
      } else if (take(token) && ends_with_definition()) {
        return true;
      }
    }
    return braces_ != 0 || ends_with_definition(); // where the braces do not match nothing is known
  }

private:
  /// Follows conditionals, the branches of which begin at the same depth. A macro may expand to anything.
  bool is_suspicious_directive(std::string_view directive) {
    std::string_view word = directive.substr(1);
    word.remove_prefix(std::min(word.find_first_not_of(" \t"), word.size()));
    if (word.starts_with("if")) {
      depths_.push_back(braces_);
    } else if (word.starts_with("el") && !depths_.empty()) {
      braces_ = depths_.back();
    } else if (word.starts_with("endif") && !depths_.empty()) {
      depths_.pop_back();
    }
    return word.starts_with("define") && mentions(word, name_);
  }

  /// Whether a declaration ends with `token`.
  bool take(std::string_view token) {
    if (token == "}") {
      braces_ -= braces_ > 0 ? 1 : 0; // others end an `extern "C" {`
      return braces_ == 0 && is_body_;
    }
    if (braces_ > 0) {
      braces_ += token == "{" ? 1 : 0;
      return false;
    }
    if (token == "{") {
      const std::size_t size = declaration_.size();
      if (size >= 2 && declaration_[size - 1] == "\"" && declaration_[size - 2] == "extern") {
        declaration_.clear();
        return false;
      }
      is_body_ = size == 0 || declaration_.back() == ")";
      braces_ = 1;
    }
    declaration_.push_back(token);
    return token == ";";
  }

  bool ends_with_definition() {
    const bool result = may_define(declaration_, name_);
    declaration_.clear();
    is_body_ = false;
    return result;
  }

  Scanner scanner_;
  std::string_view name_;
  Declaration declaration_;
  bool is_body_ = false; ///< what is in braces belongs to a function
  int braces_ = 0;
  std::vector<int> depths_; ///< at the beginning of the conditionals that are open
};

} // namespace

bool has_function_head(std::string_view text, std::string_view name) {
  for (std::size_t found = find_word(text, name, 0); found != std::string_view::npos;
       found = find_word(text, name, found + 1)) {
    Scanner scanner(text.substr(found + name.size()));
    std::string_view token = scanner.next();
    while (token == ")") {
      token = scanner.next();
    }
    if (token != "(") {
      continue;
    }
    for (int depth = 1; depth > 0 && !token.empty();) {
      token = scanner.next();
      depth += token == "(" ? 1 : token == ")" ? -1 : 0;
    }
    token = scanner.next(); // a body, an attribute, or the declaration of a parameter
    if (!token.empty() && (token == "{" || is_identifier_part(token.front()))) {
      return true;
    }
  }
  return false;
}

bool may_define(std::string_view text, std::string_view name) {
  return mentions(text, name) && DeclarationScan(text, name).finds_definition();
}

} // namespace vouch::frontend
