#include "analysis/smt/terms/ackermann.hpp"

#include "analysis/smt/terms/rewrite.hpp"
#include "analysis/smt/terms/z3_access.hpp"

#include <string>

/// Ackermann's reduction (Solvable Cases of the Decision Problem, 1954). Example: f(x) = 1 & f(y) = 2 becomes
/// a = 1 & b = 2 & (x = y -> a = b).
namespace vouch::smt {

namespace {

constexpr std::size_t most_constraints = 300;

struct Application {
  z3::func_decl function;
  std::vector<z3::expr> arguments;
  z3::expr value;
};

z3::expr congruence(const Application& a, const Application& b) {
  z3::expr_vector equal(a.value.ctx());
  for (std::size_t i = 0; i < a.arguments.size(); ++i) {
    equal.push_back(a.arguments[i] == b.arguments[i]);
  }
  return z3::implies(z3::mk_and(equal), a.value == b.value);
}

} // namespace

Term without_functions(TermManager& terms, const Term& formula) {
  z3::context& context = Z3Access::context(terms);
  std::vector<Application> applications;
  auto rewritten = rewrite(Z3Access::expression(formula), [&](const z3::expr& subterm, const auto& arguments) {
    if (kind_of(subterm) != Z3_OP_UNINTERPRETED || arguments.empty()) {
      return std::optional(with_arguments(subterm, arguments));
    }
    std::string name = "function'" + std::to_string(applications.size());
    z3::expr value = context.constant(name.c_str(), subterm.get_sort());
    std::vector<z3::expr> operands;
    for (Z3_ast argument : arguments) {
      operands.emplace_back(context, argument);
    }
    applications.push_back({subterm.decl(), std::move(operands), value});
    return std::optional(value);
  });
  if (!rewritten || applications.empty()) {
    return formula;
  }
  std::vector<Term> conjuncts{Z3Access::term(terms, *rewritten)};
  for (std::size_t i = 0; i < applications.size(); ++i) {
    for (std::size_t j = 0; j < i && conjuncts.size() <= most_constraints; ++j) {
      if (z3::eq(applications[i].function, applications[j].function)) {
        conjuncts.push_back(Z3Access::term(terms, congruence(applications[i], applications[j])));
      }
    }
  }
  return terms.logical_and(conjuncts);
}

} // namespace vouch::smt
