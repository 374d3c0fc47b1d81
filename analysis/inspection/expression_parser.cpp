#include "analysis/inspection/expression_parser.hpp"

#include "analysis/inspection/expression_tokens.hpp"
#include "analysis/inspection/number_literals.hpp"
#include "analysis/inspection/typed_value.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace vouch::inspection {
namespace {

constexpr int deepest_nesting = 200;

/// C's binary operators by rising precedence.
constexpr std::array<std::array<std::string_view, 4>, 10> precedence = {{
    {"||"},
    {"&&"},
    {"|"},
    {"^"},
    {"&"},
    {"==", "!="},
    {"<", "<=", ">", ">="},
    {"<<", ">>"},
    {"+", "-"},
    {"*", "/", "%"},
}};

constexpr std::array<std::string_view, 11> assignments = {
    "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="};

class Parser {
public:
  Parser(std::vector<Token> tokens, ProgramSymbols& symbols) : tokens_(std::move(tokens)), symbols_(symbols) {}

  Syntax parse() {
    if (peek().kind == TokenKind::End) {
      throw EvaluationError{"there is no expression"};
    }
    Syntax result = comma();
    if (peek().kind != TokenKind::End) {
      refuse_effect();
      throw EvaluationError{"unexpected \"" + peek().text + "\" behind the expression"};
    }
    return result;
  }

private:
  [[nodiscard]] const Token& peek(std::size_t ahead = 0) const {
    return tokens_[std::min(next_ + ahead, tokens_.size() - 1)];
  }
  [[nodiscard]] bool is(std::string_view text, std::size_t ahead = 0) const {
    return (peek(ahead).kind == TokenKind::Operator || peek(ahead).kind == TokenKind::Name) && peek(ahead).text == text;
  }
  bool accept(std::string_view text) {
    const bool found = is(text);
    next_ += found ? 1 : 0;
    return found;
  }
  void expect(std::string_view text) {
    if (!accept(text)) {
      throw EvaluationError{"expected \"" + std::string(text) + "\"" +
                            (peek().kind == TokenKind::End ? " at the end" : " in front of \"" + peek().text + "\"")};
    }
  }

  void refuse_effect() const {
    const bool assigns =
        peek().kind == TokenKind::Operator && std::ranges::find(assignments, peek().text) != assignments.end();
    if (assigns || is("++") || is("--")) {
      throw EvaluationError{
          "\"" + peek().text +
          "\" would change the run, which is over; only expressions without side effects are evaluated"};
    }
  }

  static Syntax node(SyntaxKind kind, std::string text, std::vector<Syntax> operands) {
    Syntax result;
    result.kind = kind;
    result.text = std::move(text);
    result.operands = std::move(operands);
    return result;
  }
  template <class... Operands>
  static Syntax make(SyntaxKind kind, std::string text, Operands... operands) {
    std::vector<Syntax> list;
    (list.push_back(std::move(operands)), ...);
    return node(kind, std::move(text), std::move(list));
  }

  Syntax comma() {
    Syntax left = conditional();
    while (accept(",")) {
      left = make(SyntaxKind::Comma, ",", std::move(left), conditional());
    }
    return left;
  }

  Syntax conditional() {
    Syntax condition = binary(0);
    if (!accept("?")) {
      refuse_effect();
      return condition;
    }
    Syntax if_true = comma();
    expect(":");
    Syntax if_false = conditional();
    return make(SyntaxKind::Conditional, "?:", std::move(condition), std::move(if_true), std::move(if_false));
  }

  Syntax binary(std::size_t level) {
    if (level == precedence.size()) {
      return cast();
    }
    Syntax left = binary(level + 1);
    while (peek().kind == TokenKind::Operator && !peek().text.empty() &&
           std::ranges::find(precedence[level], peek().text) != precedence[level].end()) {
      std::string op = peek().text;
      ++next_;
      const SyntaxKind kind = op == "&&" ? SyntaxKind::And : op == "||" ? SyntaxKind::Or : SyntaxKind::Binary;
      left = make(kind, std::move(op), std::move(left), binary(level + 1));
    }
    return left;
  }

  Syntax cast() {
    const Nesting guard(*this);
    if (is("(") && begins_type(1)) {
      ++next_;
      const cfa::CTypeId type = type_name();
      expect(")");
      if (is("{")) {
        throw EvaluationError{"compound literals are not evaluated"};
      }
      Syntax result = make(SyntaxKind::Cast, "cast", cast());
      result.type = type;
      return result;
    }
    return unary();
  }

  Syntax unary() {
    refuse_effect();
    for (std::string_view op : {"-", "+", "!", "~"}) {
      if (accept(op)) {
        return make(SyntaxKind::Unary, std::string(op), cast());
      }
    }
    if (accept("*")) {
      return make(SyntaxKind::Dereference, "*", cast());
    }
    if (accept("&")) {
      return make(SyntaxKind::AddressOf, "&", cast());
    }
    if (accept("sizeof")) {
      return size_of();
    }
    return postfix();
  }

  Syntax size_of() {
    if (is("(") && begins_type(1)) {
      ++next_;
      Syntax result = make(SyntaxKind::SizeOfType, "sizeof");
      result.type = type_name();
      expect(")");
      return result;
    }
    return make(SyntaxKind::SizeOfValue, "sizeof", unary());
  }

  Syntax postfix() {
    Syntax result = primary();
    while (true) {
      if (accept("[")) {
        result = make(SyntaxKind::Index, "[]", std::move(result), comma());
        expect("]");
      } else if (is(".") || is("->")) {
        const SyntaxKind kind = is(".") ? SyntaxKind::Member : SyntaxKind::Arrow;
        ++next_;
        if (peek().kind != TokenKind::Name) {
          throw EvaluationError{"a field's name is missing"};
        }
        result = make(kind, peek().text, std::move(result));
        ++next_;
      } else if (is("(")) {
        throw EvaluationError{"functions are not called: the run is over"};
      } else {
        refuse_effect();
        return result;
      }
    }
  }

  Syntax primary() {
    const Token token = peek();
    if (accept("(")) {
      Syntax inner = comma();
      expect(")");
      return inner;
    }
    if (token.kind == TokenKind::End) {
      throw EvaluationError{"the expression is not complete"};
    }
    if (token.kind == TokenKind::Operator) {
      throw EvaluationError{"unexpected \"" + token.text + "\""};
    }
    ++next_;
    switch (token.kind) {
    case TokenKind::Number:
      return number(token.text);
    case TokenKind::Character:
      return character(token.text);
    case TokenKind::String:
      return string(token.text);
    default:
      return make(SyntaxKind::Name, token.text);
    }
  }

  Syntax number(const std::string& text) {
    const NumberLiteral literal = number_literal(text, symbols_);
    Syntax result = make(literal.is_floating ? SyntaxKind::Floating : SyntaxKind::Integer, text);
    result.type = literal.type;
    result.integer = literal.integer;
    result.number = literal.number;
    return result;
  }

  Syntax character(const std::string& text) {
    if (text.size() != 1) {
      throw EvaluationError{"a character constant with more or less than one byte"};
    }
    Syntax result = make(SyntaxKind::Integer, text);
    result.type = symbols_.basic("int");
    const cfa::Type plain_char = *symbols_.type(symbols_.basic("char")).scalar;
    result.integer = cfa::wrap(static_cast<unsigned char>(text.front()), plain_char);
    return result;
  }

  Syntax string(std::string text) {
    while (peek().kind == TokenKind::String) {
      text += peek().text;
      ++next_;
    }
    text += '\0';
    Syntax result = make(SyntaxKind::String, text);
    result.type = symbols_.array_of(symbols_.basic("char"), text.size());
    return result;
  }

  // Types

  [[nodiscard]] bool begins_type(std::size_t ahead) const {
    const Token& token = peek(ahead);
    constexpr std::array words = {"struct", "union", "enum", "const", "volatile", "unsigned", "signed", "long",
                                  "short",  "int",   "char", "void",  "float",    "double",   "_Bool",  "bool"};
    if (token.kind != TokenKind::Name) {
      return false;
    }
    return std::ranges::find(words, token.text) != words.end() || symbols_.basic(token.text).is_valid();
  }

  cfa::CTypeId type_name() {
    cfa::CTypeId type = specifiers();
    while (true) {
      if (accept("*")) {
        type = symbols_.pointer_to(type);
      } else if (!accept("const") && !accept("volatile") && !accept("restrict")) {
        break;
      }
    }
    if (is("(")) {
      throw EvaluationError{"types of functions are not understood here"};
    }
    std::vector<std::uint64_t> lengths;
    while (accept("[")) {
      const Token length = peek();
      ++next_;
      if (length.kind != TokenKind::Number) {
        throw EvaluationError{"the length of an array must be a number"};
      }
      lengths.push_back(static_cast<std::uint64_t>(number_literal(length.text, symbols_).integer));
      expect("]");
    }
    for (auto length = lengths.rbegin(); length != lengths.rend(); ++length) {
      type = symbols_.array_of(type, *length);
    }
    return type;
  }

  cfa::CTypeId specifiers() {
    std::map<std::string, int> words;
    cfa::CTypeId named;
    while (peek().kind == TokenKind::Name) {
      const std::string word = peek().text;
      if (word == "const" || word == "volatile") {
        ++next_;
      } else if (word == "struct" || word == "union" || word == "enum") {
        ++next_;
        named = tagged(word);
      } else if (is_basic_word(word)) {
        ++next_;
        ++words[word];
      } else if (!named.is_valid() && words.empty() && symbols_.basic(word).is_valid()) {
        ++next_;
        named = symbols_.basic(word);
      } else {
        break;
      }
    }
    return named.is_valid() && words.empty() ? named : basic_type(words);
  }

  static bool is_basic_word(const std::string& word) {
    constexpr std::array words = {"unsigned", "signed", "long",   "short", "int", "char",
                                  "void",     "float",  "double", "_Bool", "bool"};
    return std::ranges::find(words, word) != words.end();
  }

  cfa::CTypeId tagged(const std::string& keyword) {
    const std::string name = keyword + " " + peek().text;
    ++next_;
    const cfa::CTypeId type = symbols_.basic(name);
    if (!type.is_valid()) {
      throw EvaluationError{"there is no type \"" + name + "\""};
    }
    return type;
  }

  cfa::CTypeId basic_type(std::map<std::string, int>& words) {
    std::string name;
    if (words["_Bool"] + words["bool"] != 0) {
      name = "_Bool";
    } else if (words["char"] != 0) {
      name = words["unsigned"] != 0 ? "unsigned char" : words["signed"] != 0 ? "signed char" : "char";
    } else if (words["double"] != 0) {
      name = words["long"] != 0 ? "long double" : "double";
    } else if (words["float"] + words["void"] != 0) {
      name = words["float"] != 0 ? "float" : "void";
    } else {
      name = words["unsigned"] != 0 ? "unsigned " : "";
      name += words["short"] != 0 ? "short" : words["long"] == 0 ? "int" : words["long"] == 1 ? "long" : "long long";
    }
    const cfa::CTypeId type = symbols_.basic(name);
    if (!type.is_valid()) {
      throw EvaluationError{"there is no type \"" + name + "\""};
    }
    return type;
  }

  /// Counts nested operands: the parser and the evaluator call themselves.
  class Nesting {
  public:
    explicit Nesting(Parser& parser) : parser_(parser) {
      if (++parser_.depth_ > deepest_nesting) {
        throw EvaluationError{"the expression is nested too deeply"};
      }
    }
    ~Nesting() { --parser_.depth_; }
    Nesting(const Nesting&) = delete;
    Nesting& operator=(const Nesting&) = delete;

  private:
    Parser& parser_;
  };

  std::vector<Token> tokens_;
  ProgramSymbols& symbols_;
  std::size_t next_ = 0;
  int depth_ = 0;
};

} // namespace

Syntax parse_expression(std::string_view text, ProgramSymbols& symbols) {
  return Parser(tokens_of(text, symbols.table()), symbols).parse();
}

} // namespace vouch::inspection
