#include "analysis/inspection/expression_tokens.hpp"

#include "analysis/inspection/typed_value.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <set>

namespace vouch::inspection {
namespace {

/// Longest first.
constexpr std::array<std::string_view, 39> operators = {
    "<<=", ">>=", "...", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&",
    "||",  "+=",  "-=",  "*=", "/=", "%=", "&=", "|=", "^=", "##", "+",  "-",  "*",
    "/",   "%",   "<",   ">",  "=",  "!",  "&",  "|",  "^",  "~",  "?",  ":",  "."};
constexpr std::string_view brackets = "()[],{};";

constexpr std::size_t most_tokens = 4'000; ///< after macros: expressions are typed by hand

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }
bool begins_name(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$' ||
         static_cast<unsigned char>(c) >= 0x80;
}

class Lexer {
public:
  explicit Lexer(std::string_view text) : rest_(text) {}

  Token next() {
    while (!rest_.empty() && std::isspace(static_cast<unsigned char>(rest_.front())) != 0) {
      rest_.remove_prefix(1);
    }
    if (rest_.empty()) {
      return {};
    }
    const char first = rest_.front();
    if (begins_name(first)) {
      return {TokenKind::Name, take_while([](char c) { return begins_name(c) || is_digit(c); })};
    }
    if (is_digit(first) || (first == '.' && rest_.size() > 1 && is_digit(rest_[1]))) {
      return {TokenKind::Number, number()};
    }
    if (first == '\'' || first == '"') {
      return {first == '"' ? TokenKind::String : TokenKind::Character, quoted(first)};
    }
    if (const auto* known = std::ranges::find_if(operators, [this](auto text) { return rest_.starts_with(text); });
        known != operators.end()) {
      rest_.remove_prefix(known->size());
      return {TokenKind::Operator, std::string(*known)};
    }
    if (brackets.find(first) != std::string_view::npos) {
      rest_.remove_prefix(1);
      return {TokenKind::Operator, std::string(1, first)};
    }
    throw EvaluationError{std::string("unexpected '") + first + "'"};
  }

private:
  template <class Predicate>
  std::string take_while(Predicate wanted) {
    const auto end = std::ranges::find_if_not(rest_, wanted);
    std::string text(rest_.begin(), end);
    rest_.remove_prefix(text.size());
    return text;
  }

  std::string number() {
    std::string text;
    while (!rest_.empty()) {
      const char c = rest_.front();
      const bool is_exponent_sign = (c == '+' || c == '-') && !text.empty() &&
                                    text.find_first_of("xX") == std::string::npos &&
                                    (text.back() == 'e' || text.back() == 'E');
      const bool is_hexadecimal_exponent_sign =
          (c == '+' || c == '-') && !text.empty() && (text.back() == 'p' || text.back() == 'P');
      if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '.' && !is_exponent_sign &&
          !is_hexadecimal_exponent_sign) {
        break;
      }
      text += c;
      rest_.remove_prefix(1);
    }
    return text;
  }

  std::string quoted(char quote) {
    rest_.remove_prefix(1);
    std::string text;
    while (!rest_.empty() && rest_.front() != quote) {
      const char c = rest_.front();
      rest_.remove_prefix(1);
      text += c == '\\' ? escape() : c;
    }
    if (rest_.empty()) {
      throw EvaluationError{std::string("the closing ") + quote + " is missing"};
    }
    rest_.remove_prefix(1);
    return text;
  }

  char escape() {
    constexpr std::string_view letters = "abfnrtv\\'\"?e";
    constexpr std::string_view meanings = "\a\b\f\n\r\t\v\\'\"?\x1b";
    if (rest_.empty()) {
      throw EvaluationError{"an escape sequence is not complete"};
    }
    const char c = rest_.front();
    const bool is_hexadecimal = c == 'x';
    if (is_hexadecimal) {
      rest_.remove_prefix(1);
    } else if (const auto known = letters.find(c); known != std::string_view::npos) {
      rest_.remove_prefix(1);
      return meanings[known];
    }
    unsigned code = 0;
    const std::size_t longest = is_hexadecimal ? 2 : 3;
    const char* end = rest_.data() + std::min(longest, rest_.size());
    const auto [stop, error] = std::from_chars(rest_.data(), end, code, is_hexadecimal ? 16 : 8);
    if (error != std::errc()) {
      throw EvaluationError{"an escape sequence is not understood"};
    }
    rest_.remove_prefix(static_cast<std::size_t>(stop - rest_.data()));
    return static_cast<char>(code);
  }

  std::string_view rest_;
};

/// Replaces macros, but none inside of itself.
void expand(std::string_view text, const cfa::SourceSymbols& symbols, std::set<std::string>& open,
            std::vector<Token>& result) {
  Lexer lexer(text);
  for (Token token = lexer.next(); token.kind != TokenKind::End; token = lexer.next()) {
    const auto macro = token.kind == TokenKind::Name ? symbols.macros.find(token.text) : symbols.macros.end();
    if (macro != symbols.macros.end() && open.insert(token.text).second) {
      expand(macro->second, symbols, open, result);
      open.erase(token.text);
    } else {
      result.push_back(std::move(token));
    }
    if (result.size() > most_tokens) {
      throw EvaluationError{"the expression is too long"};
    }
  }
}

} // namespace

std::vector<Token> tokens_of(std::string_view expression, const cfa::SourceSymbols& symbols) {
  std::vector<Token> result;
  std::set<std::string> open;
  expand(expression, symbols, open, result);
  result.emplace_back();
  return result;
}

} // namespace vouch::inspection
