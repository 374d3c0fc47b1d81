#include "tests/fuzz/source_mutator.hpp"

#include <algorithm>
#include <array>
#include <cctype>

namespace vouch::fuzz {
namespace {

constexpr std::array<std::string_view, 16> types = {"int",      "char",   "long",   "short",   "unsigned", "signed",
                                                    "float",    "double", "_Bool",  "void",    "struct",   "union",
                                                    "__int128", "const",  "static", "volatile"};

constexpr std::array<std::string_view, 21> long_operators = {
    "<<=", ">>=", "...", "==", "!=", "<=", ">=", "&&", "||", "++", "--",
    "->",  "<<",  ">>",  "+=", "-=", "*=", "/=", "%=", "|=", "&="};

/// What programs seldom contain, where it may hurt.
constexpr std::array<std::string_view, 44> odd_tokens = {"0",
                                                         "-1",
                                                         "255",
                                                         "2147483648",
                                                         "18446744073709551615UL",
                                                         "1.5",
                                                         "0.0f",
                                                         "'a'",
                                                         "\"text\"",
                                                         "sizeof",
                                                         "_Alignof(int)",
                                                         "goto",
                                                         "return",
                                                         "break",
                                                         "continue",
                                                         "case 1:",
                                                         "default:",
                                                         "again:",
                                                         "({ int inner = 1; inner; })",
                                                         "(char)",
                                                         "(long long)",
                                                         "(void)",
                                                         "(void *)",
                                                         "(float)",
                                                         "&",
                                                         "*",
                                                         "!",
                                                         "~",
                                                         "?:",
                                                         ",",
                                                         "++",
                                                         "<<",
                                                         "[0]",
                                                         "[-1]",
                                                         "&&again",
                                                         "__builtin_trap()",
                                                         "__builtin_unreachable()",
                                                         "(struct { int part : 3; }){1}.part",
                                                         "_Generic(1, int: 2, default: 3)",
                                                         "static",
                                                         "__int128",
                                                         "_Complex",
                                                         "__attribute__((packed))",
                                                         "{}"};

bool is_word_character(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }
bool is_space(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }

template <class Condition>
std::size_t end_of(std::string_view source, std::size_t begin, Condition condition) {
  while (begin < source.size() && condition(source[begin])) {
    ++begin;
  }
  return begin;
}

/// Behind the closing quote, or the end.
std::size_t end_of_literal(std::string_view source, std::size_t begin) {
  const char quote = source[begin];
  for (std::size_t at = begin + 1; at < source.size(); ++at) {
    if (source[at] == '\\') {
      ++at;
    } else if (source[at] == quote || source[at] == '\n') {
      return at + 1;
    }
  }
  return source.size();
}

std::size_t end_of_comment(std::string_view source, std::size_t begin) {
  std::string_view closing = source[begin + 1] == '*' ? "*/" : "\n";
  std::size_t at = source.find(closing, begin + 2);
  return at == std::string_view::npos ? source.size() : at + closing.size();
}

struct Extent {
  TokenKind kind;
  std::size_t end;
};

Extent first_token(std::string_view source, std::size_t begin) {
  const char first = source[begin];
  std::string_view rest = source.substr(begin);
  if (is_space(first)) {
    return {TokenKind::Space, end_of(source, begin, is_space)};
  }
  if (rest.starts_with("/*") || rest.starts_with("//")) {
    return {TokenKind::Space, end_of_comment(source, begin)};
  }
  if (first == '#') {
    return {TokenKind::Directive, end_of(source, begin, [](char c) { return c != '\n'; })};
  }
  if (first == '"' || first == '\'') {
    return {TokenKind::Text, std::min(end_of_literal(source, begin), source.size())};
  }
  if (is_digit(first)) {
    return {TokenKind::Number, end_of(source, begin, [](char c) { return is_word_character(c) || c == '.'; })};
  }
  if (is_word_character(first)) {
    const std::size_t end = end_of(source, begin, is_word_character);
    const bool is_type = std::find(types.begin(), types.end(), source.substr(begin, end - begin)) != types.end();
    return {is_type ? TokenKind::Type : TokenKind::Word, end};
  }
  for (std::string_view text : long_operators) {
    if (rest.starts_with(text)) {
      return {TokenKind::Operator, begin + text.size()};
    }
  }
  constexpr std::string_view punctuation = "(){}[];:";
  return {punctuation.find(first) != std::string_view::npos ? TokenKind::Punctuation : TokenKind::Operator, begin + 1};
}

bool may_be_mutated(const Token& token) { return token.kind != TokenKind::Space && token.kind != TokenKind::Directive; }

} // namespace

std::vector<Token> tokens_of(std::string_view source) {
  std::vector<Token> result;
  for (std::size_t at = 0; at < source.size();) {
    auto [kind, end] = first_token(source, at);
    result.push_back({kind, std::string(source.substr(at, end - at))});
    at = end;
  }
  return result;
}

void SourceMutator::mutate_token(std::vector<Token>& tokens) {
  Token& token = tokens[below(tokens.size())];
  if (!may_be_mutated(token)) {
    return;
  }
  const std::string odd(odd_tokens[below(odd_tokens.size())]);
  switch (below(10)) {
  case 0:
    token.text.clear();
    break;
  case 1:
    token.text += " " + odd;
    break;
  case 2:
  case 3:
    token.text = odd;
    break;
  default: {
    // Most programs compile only if a token gives way to one of its kind.
    std::vector<const Token*> alternatives;
    for (const Token& other : tokens) {
      if (other.kind == token.kind && other.text != token.text) {
        alternatives.push_back(&other);
      }
    }
    if (!alternatives.empty()) {
      token.text = alternatives[below(alternatives.size())]->text;
    }
  }
  }
}

std::string SourceMutator::mutate(std::string_view source) {
  std::vector<Token> tokens = tokens_of(source);
  for (std::size_t count = tokens.empty() ? 0 : 1 + below(4); count > 0; --count) {
    mutate_token(tokens);
  }
  std::string result;
  for (const Token& token : tokens) {
    result += token.text;
  }
  return result;
}

} // namespace vouch::fuzz
