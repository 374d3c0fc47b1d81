#include "analysis/smt/terms/rewrite.hpp"
#include "analysis/smt/terms/term.hpp"
#include "analysis/smt/terms/z3_access.hpp"

#include <optional>

/// Terms as SMT-LIB text and back.
namespace vouch::smt {

namespace {

/// Z3 breaks lines and indents; a quoted symbol is left as it is.
std::string on_one_line(const std::string& text) {
  std::string line;
  line.reserve(text.size());
  bool quoted = false;
  for (char character : text) {
    quoted ^= character == '|';
    bool blank = character == ' ' || character == '\n';
    if (!blank || quoted) {
      line.push_back(character);
    } else if (!line.empty() && line.back() != ' ') {
      line.push_back(' ');
    }
  }
  return line;
}

using Declarations = std::vector<z3::func_decl>;

/// The formulas that `script` asserts; nothing if the script is not well-formed.
std::optional<std::vector<z3::expr>> asserted(z3::context& context, const std::string& script,
                                              const Declarations& known) {
  std::vector<Z3_symbol> names;
  std::vector<Z3_func_decl> declarations;
  for (const z3::func_decl& declaration : known) {
    names.push_back(declaration.name());
    declarations.push_back(declaration);
  }
  try {
    auto count = static_cast<unsigned>(names.size());
    Z3_ast_vector parsed =
        Z3_parse_smtlib2_string(context, script.c_str(), 0, nullptr, nullptr, count, names.data(), declarations.data());
    context.check_error();
    z3::expr_vector formulas(context, parsed);
    std::vector<z3::expr> result;
    for (unsigned i = 0; i < formulas.size(); ++i) {
      result.push_back(formulas[i]);
    }
    return result;
  } catch (const z3::exception&) {
    return std::nullopt;
  }
}

/// The only formula that `script` asserts; nothing if the script is not well-formed or asserts more or less.
std::optional<z3::expr> asserted_alone(z3::context& context, const std::string& script, const Declarations& known) {
  const auto formulas = asserted(context, script, known);
  return formulas && formulas->size() == 1 ? std::optional(formulas->front()) : std::nullopt;
}

Declarations declarations_of(std::span<const Term> constants, Declarations known) {
  for (const Term& constant : constants) {
    known.push_back(Z3Access::expression(constant).decl());
  }
  return known;
}

/// Z3 reads a float as an operation on the bit-vectors that it consists of.
z3::expr with_literals(const z3::expr& term, const QueryGuard& guard) {
  auto result = rewrite(term, [&guard](const z3::expr& subterm, const std::vector<Z3_ast>& arguments) {
    z3::expr same = with_arguments(subterm, arguments);
    return std::optional(kind_of(same) == Z3_OP_FPA_FP ? folded(same, guard) : same);
  });
  return result.value_or(term);
}

} // namespace

std::string Term::to_string() const {
  return is_null() ? "<null>" : on_one_line(Z3_ast_to_string(manager_->implementation_->context, ast_));
}

Term TermManager::parse(const std::string& text, std::span<const Term> constants) {
  z3::context& context = implementation_->context;
  const Declarations known = declarations_of(constants, implementation_->functions);
  if (auto formula = asserted_alone(context, "(assert " + text + ")", known)) {
    return Z3Access::term(*this, with_literals(*formula, implementation_->guard));
  }
  // Not a formula. Only formulas can be asserted, so another term comes in through an equation.
  auto equation = asserted_alone(context, "(assert (= " + text + " " + text + "))", known);
  bool usable = equation && kind_of(*equation) == Z3_OP_EQ;
  return usable ? Z3Access::term(*this, with_literals(equation->arg(0), implementation_->guard)) : Term();
}

std::vector<Term> TermManager::parse_formulas(std::span<const std::string> texts, std::span<const Term> constants) {
  z3::context& context = implementation_->context;
  const Declarations known = declarations_of(constants, implementation_->functions);
  std::string script;
  for (const std::string& text : texts) {
    script += "(assert " + text + ")\n";
  }
  std::vector<Term> result;
  const auto formulas = asserted(context, script, known);
  if (formulas && formulas->size() == texts.size()) {
    for (const z3::expr& formula : *formulas) {
      result.push_back(Z3Access::term(*this, with_literals(formula, implementation_->guard)));
    }
    return result;
  }
  for (const std::string& text : texts) {
    const auto formula = asserted_alone(context, "(assert " + text + ")", known);
    result.push_back(formula ? Z3Access::term(*this, with_literals(*formula, implementation_->guard)) : Term());
  }
  return result;
}

} // namespace vouch::smt
