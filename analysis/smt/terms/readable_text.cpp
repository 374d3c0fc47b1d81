#include "analysis/smt/terms/readable_text.hpp"

#include "analysis/smt/terms/z3_access.hpp"

#include <algorithm>
#include <array>

namespace vouch::smt {
namespace {

enum class Level { Logic, Comparison, Arithmetic }; ///< what binds more comes later

struct InfixOperator {
  Z3_decl_kind kind;
  Level level;
  const char* text;
  const char* negated; ///< null: `!(...)`
};

constexpr std::array<InfixOperator, 15> infix_operators = {{
    {Z3_OP_AND, Level::Logic, " && ", nullptr},
    {Z3_OP_OR, Level::Logic, " || ", nullptr},
    {Z3_OP_IMPLIES, Level::Logic, " => ", nullptr},
    {Z3_OP_EQ, Level::Comparison, " == ", " != "},
    {Z3_OP_LE, Level::Comparison, " <= ", " > "},
    {Z3_OP_LT, Level::Comparison, " < ", " >= "},
    {Z3_OP_GE, Level::Comparison, " >= ", " < "},
    {Z3_OP_GT, Level::Comparison, " > ", " <= "},
    {Z3_OP_SLEQ, Level::Comparison, " <=s ", " >s "},
    {Z3_OP_ULEQ, Level::Comparison, " <=u ", " >u "},
    {Z3_OP_ADD, Level::Arithmetic, " + ", nullptr},
    {Z3_OP_SUB, Level::Arithmetic, " - ", nullptr},
    {Z3_OP_MUL, Level::Arithmetic, " * ", nullptr},
    {Z3_OP_BADD, Level::Arithmetic, " + ", nullptr},
    {Z3_OP_BMUL, Level::Arithmetic, " * ", nullptr},
}};

const InfixOperator* infix_operator(const z3::expr& expression) {
  const auto* found = std::find_if(infix_operators.begin(), infix_operators.end(),
                                   [kind = kind_of(expression)](const auto& known) { return known.kind == kind; });
  return found != infix_operators.end() && expression.num_args() > 1 ? found : nullptr;
}

class Writer {
public:
  explicit Writer(std::size_t limit) : limit_(limit) {}

  /// `within`: the operator that this is an operand of; null if there is none.
  void write(const z3::expr& expression, const InfixOperator* within) {
    if (text_.size() > limit_) {
      return;
    }
    if (expression.is_numeral()) {
      text_ += expression.is_fpa() ? expression.to_string() : Z3_get_numeral_string(expression.ctx(), expression);
    } else if (!expression.is_app()) {
      text_ += expression.to_string();
    } else if (const InfixOperator* infix = infix_operator(expression)) {
      write_infix(expression, *infix, infix->text, within);
    } else if (kind_of(expression) == Z3_OP_NOT) {
      write_negation(expression.arg(0), within);
    } else if (kind_of(expression) == Z3_OP_ITE) {
      write_choice(expression);
    } else {
      text_ += expression.decl().name().str();
      if (expression.num_args() > 0) {
        text_ += "(";
        write_operands(expression, ", ", nullptr);
        text_ += ")";
      }
    }
  }

  std::string finish() {
    if (text_.size() > limit_) {
      text_.resize(limit_);
      text_ += "...";
    }
    return std::move(text_);
  }

private:
  void write_operands(const z3::expr& expression, const char* separator, const InfixOperator* within) {
    for (unsigned i = 0; i < expression.num_args() && text_.size() <= limit_; ++i) {
      text_ += i == 0 ? "" : separator;
      write(expression.arg(i), within);
    }
  }

  void write_infix(const z3::expr& expression, const InfixOperator& infix, const char* text,
                   const InfixOperator* within) {
    const bool has_brackets = within != nullptr && infix.level <= within->level;
    text_ += has_brackets ? "(" : "";
    write_operands(expression, text, &infix);
    text_ += has_brackets ? ")" : "";
  }

  void write_negation(const z3::expr& negated, const InfixOperator* within) {
    const InfixOperator* infix = infix_operator(negated);
    if (infix != nullptr && infix->negated != nullptr) {
      write_infix(negated, *infix, infix->negated, within);
    } else if (infix != nullptr) {
      text_ += "!";
      write_infix(negated, *infix, infix->text, infix);
    } else {
      text_ += "!";
      write(negated, nullptr);
    }
  }

  void write_choice(const z3::expr& choice) {
    text_ += "(";
    write(choice.arg(0), nullptr);
    text_ += " ? ";
    write(choice.arg(1), nullptr);
    text_ += " : ";
    write(choice.arg(2), nullptr);
    text_ += ")";
  }

  std::size_t limit_;
  std::string text_;
};

} // namespace

std::string readable_text(const Term& term, std::size_t limit) {
  if (term.is_null()) {
    return {};
  }
  Writer writer(limit);
  writer.write(Z3Access::expression(term), nullptr);
  return writer.finish();
}

} // namespace vouch::smt
