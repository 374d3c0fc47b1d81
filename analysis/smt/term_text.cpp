#include "analysis/smt/rewrite.hpp"
#include "analysis/smt/term.hpp"
#include "analysis/smt/z3_access.hpp"

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

/// The only formula that `script` asserts; nothing if the script is not well-formed or asserts more or less.
std::optional<z3::expr> asserted(z3::context& context, const std::string& script,
                                 const std::vector<z3::func_decl>& known) {
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
    return formulas.size() == 1 ? std::optional(formulas[0]) : std::nullopt;
  } catch (const z3::exception&) {
    return std::nullopt;
  }
}

/// Z3 reads a float as an operation on the bit-vectors that it consists of.
z3::expr with_literals(const z3::expr& term) {
  auto result = rewrite(term, [](const z3::expr& subterm, const std::vector<Z3_ast>& arguments) {
    z3::expr same = with_arguments(subterm, arguments);
    return std::optional(kind_of(same) == Z3_OP_FPA_FP ? folded(same) : same);
  });
  return result.value_or(term);
}

} // namespace

std::string Term::to_string() const {
  return is_null() ? "<null>" : on_one_line(Z3_ast_to_string(manager_->implementation_->context, ast_));
}

Term TermManager::parse(const std::string& text, std::span<const Term> constants) {
  z3::context& context = implementation_->context;
  std::vector<z3::func_decl> known = implementation_->functions;
  for (const Term& constant : constants) {
    known.push_back(Z3Access::expression(constant).decl());
  }
  if (auto formula = asserted(context, "(assert " + text + ")", known)) {
    return Z3Access::term(*this, with_literals(*formula));
  }
  // Not a formula. Only formulas can be asserted, so another term comes in through an equation.
  auto equation = asserted(context, "(assert (= " + text + " " + text + "))", known);
  bool usable = equation && kind_of(*equation) == Z3_OP_EQ;
  return usable ? Z3Access::term(*this, with_literals(equation->arg(0))) : Term();
}

} // namespace vouch::smt
