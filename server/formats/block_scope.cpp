#include "server/formats/block_scope.hpp"

#include <algorithm>
#include <cctype>

namespace vouch::server {

namespace {

/// Goes through C from bracket to bracket. Positions are offsets; past the end there is nothing but zeros.
class BlockScanner {
public:
  BlockScanner(std::string_view text, std::size_t position) : text_(text), position_(position) {}

  [[nodiscard]] std::size_t position() const { return position_; }
  [[nodiscard]] bool is_at_end() const { return position_ >= text_.size(); }

  /// Goes behind the bracket that closes what the position is in, and says which one it is; 0: none.
  char leave_bracket() {
    int depth = 0;
    while (const char c = next_of_code()) {
      depth += c == '(' || c == '{' || c == '[' ? 1 : 0;
      if (c == ')' || c == '}' || c == ']') {
        if (depth == 0) {
          return c;
        }
        --depth;
      }
    }
    return 0;
  }

  void skip_statement() {
    const std::string_view word = peek_word();
    if (word == "for" || word == "while" || word == "if" || word == "switch") {
      position_ += word.size();
      skip_behind('(');
      leave_bracket();
      skip_statement();
      if (word == "if" && peek_word() == "else") {
        position_ += 4;
        skip_statement();
      }
    } else if (peek() == '{') {
      skip_behind('{');
      leave_bracket();
    } else {
      skip_to_semicolon();
    }
  }

private:
  void skip_to_semicolon() {
    int depth = 0;
    while (const char c = next_of_code()) {
      depth += c == '(' || c == '{' ? 1 : 0;
      depth -= c == ')' || c == '}' ? 1 : 0;
      if (c == ';' && depth <= 0) {
        return;
      }
    }
  }

  void skip_behind(char wanted) {
    while (const char c = next_of_code()) {
      if (c == wanted) {
        return;
      }
    }
  }

  /// The next character that is in no comment and no literal, and goes behind it; 0 at the end.
  char next_of_code() {
    while (!is_at_end()) {
      const char c = text_[position_];
      if (text_.compare(position_, 2, "//") == 0) {
        position_ = std::min(text_.find('\n', position_), text_.size());
      } else if (text_.compare(position_, 2, "/*") == 0) {
        const std::size_t end = text_.find("*/", position_ + 2);
        position_ = end == std::string_view::npos ? text_.size() : end + 2;
      } else if (c == '"' || c == '\'') {
        skip_literal(c);
      } else {
        ++position_;
        return c;
      }
    }
    return 0;
  }

  void skip_literal(char quote) {
    for (++position_; !is_at_end() && text_[position_] != quote && text_[position_] != '\n'; ++position_) {
      position_ += text_[position_] == '\\' ? 1 : 0;
    }
    ++position_;
  }

  char peek() {
    BlockScanner ahead = *this;
    char c = ' ';
    while (c != 0 && std::isspace(static_cast<unsigned char>(c)) != 0) {
      c = ahead.next_of_code();
    }
    return c;
  }

  /// Goes to the next word, if that is what comes next, and gives it.
  std::string_view peek_word() {
    const char first = peek();
    if (std::isalpha(static_cast<unsigned char>(first)) == 0) {
      return {};
    }
    while (next_of_code() != first) {
    }
    --position_;
    std::size_t end = position_;
    while (end < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[end])) != 0 || text_[end] == '_')) {
      ++end;
    }
    return text_.substr(position_, end - position_);
  }

  std::string_view text_;
  std::size_t position_;
};

std::size_t offset_of(std::string_view text, const Place& place) {
  std::size_t offset = 0;
  for (unsigned line = 1; line < place.line && offset < text.size(); ++line) {
    offset = std::min(text.find('\n', offset), text.size() - 1) + 1;
  }
  return offset + (place.column == 0 ? 0 : place.column - 1);
}

TextPlace place_at_offset(std::string_view text, std::size_t offset) {
  const std::string_view before = text.substr(0, offset);
  const std::size_t newline = before.rfind('\n');
  const std::size_t column = newline == std::string_view::npos ? offset : offset - newline - 1;
  return {static_cast<unsigned>(std::ranges::count(before, '\n')) + 1, static_cast<unsigned>(column) + 1};
}

} // namespace

std::optional<TextPlace> end_of_block(std::string_view text, const Place& declaration) {
  BlockScanner scanner(text, offset_of(text, declaration));
  if (declaration.line == 0 || scanner.is_at_end()) {
    return std::nullopt;
  }
  switch (scanner.leave_bracket()) {
  case '}':
    return place_at_offset(text, scanner.position());
  case ')':
    scanner.skip_statement();
    return place_at_offset(text, std::min(scanner.position(), text.size()));
  default:
    return std::nullopt;
  }
}

} // namespace vouch::server
