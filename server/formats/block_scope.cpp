#include "server/formats/block_scope.hpp"

#include <algorithm>
#include <string>

namespace vouch::server {

namespace {

/// Goes through the code of a text, which has no comments and literals any more.
class BlockScanner {
public:
  BlockScanner(std::string_view code, std::size_t position) : code_(code), position_(position) {}

  [[nodiscard]] std::size_t position() const { return position_; }

  /// Goes behind the bracket that closes what the position is in, and says which one it is; 0: none.
  char leave_bracket() {
    int depth = 0;
    while (position_ < code_.size()) {
      const char c = code_[position_++];
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
    const std::string_view word = next_word();
    if (word == "for" || word == "while" || word == "if" || word == "switch") {
      skip_behind('(');
      leave_bracket();
      skip_statement();
      if (word == "if" && next_word() == "else") {
        position_ += std::string_view("else").size();
        skip_statement();
      }
    } else if (position_ < code_.size() && code_[position_] == '{') {
      ++position_;
      leave_bracket();
    } else {
      skip_to_semicolon();
    }
  }

private:
  /// Goes to what comes next, and gives the word that begins there.
  std::string_view next_word() {
    position_ = skip_blanks(code_, position_);
    return word_at(code_, position_);
  }

  void skip_to_semicolon() {
    int depth = 0;
    while (position_ < code_.size()) {
      const char c = code_[position_++];
      depth += c == '(' || c == '{' ? 1 : 0;
      depth -= c == ')' || c == '}' ? 1 : 0;
      if (c == ';' && depth <= 0) {
        return;
      }
    }
  }

  void skip_behind(char wanted) {
    const std::size_t found = code_.find(wanted, position_);
    position_ = found == std::string_view::npos ? code_.size() : found + 1;
  }

  std::string_view code_;
  std::size_t position_;
};

} // namespace

std::optional<TextPlace> end_of_block(std::string_view text, const Place& declaration) {
  const std::string code = code_only(text);
  const std::optional<std::size_t> begin =
      declaration.line == 0 ? std::nullopt : offset_at(code, declaration.line, std::max(declaration.column, 1U));
  if (!begin) {
    return std::nullopt;
  }
  BlockScanner scanner(code, *begin);
  switch (scanner.leave_bracket()) {
  case '}':
    return position_at(text, scanner.position());
  case ')':
    scanner.skip_statement();
    return position_at(text, scanner.position());
  default:
    return std::nullopt;
  }
}

} // namespace vouch::server
