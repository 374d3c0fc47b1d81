#include "analysis/smt/terms/case_split.hpp"

#include "analysis/smt/terms/rewrite.hpp"
#include "analysis/smt/terms/term_traversal.hpp"
#include "analysis/smt/terms/z3_access.hpp"

#include <algorithm>

namespace vouch::smt {

namespace {

/// A conjunction of literals that holds in `model`, in which `formula` does, and implies it.
Term implicant(TermManager& terms, const Term& formula, const Model& model) {
  std::vector<Term> literals;
  std::vector<z3::expr> work = {Z3Access::expression(formula)};
  const auto holds = [&](const z3::expr& part) { return model.holds(Z3Access::term(terms, part)); };
  while (!work.empty()) {
    const z3::expr next = work.back();
    work.pop_back();
    const bool is_negated = kind_of(next) == Z3_OP_NOT;
    const z3::expr inner = is_negated ? next.arg(0) : next;
    const Z3_decl_kind kind = kind_of(inner);
    const auto side = [&](unsigned index) { // as `next` has it
      const bool is_premise = kind == Z3_OP_IMPLIES && index == 0;
      return is_negated != is_premise ? !inner.arg(index) : inner.arg(index);
    };
    if (kind == Z3_OP_NOT) {
      work.push_back(inner.arg(0));
    } else if (kind == Z3_OP_AND || kind == Z3_OP_OR || kind == Z3_OP_IMPLIES) {
      const bool needs_all = (kind == Z3_OP_AND) != is_negated;
      for (unsigned i = inner.num_args(); i-- > 0;) {
        if (needs_all || holds(side(i))) {
          work.push_back(side(i));
          if (!needs_all) {
            break;
          }
        }
      }
    } else {
      literals.push_back(Z3Access::term(terms, next));
    }
  }
  return terms.logical_and(literals);
}

} // namespace

Case case_of(TermManager& terms, const Term& formula, const Model& model) {
  Case result;
  z3::context& context = Z3Access::context(terms);
  const auto rewritten =
      rewrite(Z3Access::expression(formula),
              [&](const z3::expr& subterm, const std::vector<Z3_ast>& arguments) -> std::optional<z3::expr> {
                if (kind_of(subterm) != Z3_OP_ITE) {
                  return with_arguments(subterm, arguments);
                }
                const bool holds = model.holds(Z3Access::term(terms, subterm.arg(0)));
                const Term condition = Z3Access::term(terms, z3::expr(context, arguments[0]));
                const Term chosen = holds ? condition : terms.logical_not(condition);
                if (!chosen.is_true() && std::ranges::find(result.conditions, chosen) == result.conditions.end()) {
                  result.conditions.push_back(chosen);
                }
                return z3::expr(context, arguments[holds ? 1 : 2]);
              });
  result.formula = implicant(terms, rewritten ? Z3Access::term(terms, *rewritten) : formula, model);
  return result;
}

std::vector<std::pair<Term, Term>> reads_of(TermManager& terms, const Term& formula) {
  std::vector<std::pair<Term, Term>> result;
  walk(Z3Access::expression(formula), [&](const z3::expr& subterm) {
    if (kind_of(subterm) == Z3_OP_SELECT) {
      result.emplace_back(Z3Access::term(terms, subterm.arg(0)), Z3Access::term(terms, subterm.arg(1)));
    }
    return true;
  });
  return result;
}

std::optional<std::pair<Term, Term>> compared(TermManager& terms, const Term& formula) {
  z3::expr equation = Z3Access::expression(formula);
  if (kind_of(equation) == Z3_OP_NOT) {
    equation = equation.arg(0);
  }
  return kind_of(equation) == Z3_OP_EQ
             ? std::optional(std::pair(Z3Access::term(terms, equation.arg(0)), Z3Access::term(terms, equation.arg(1))))
             : std::nullopt;
}

} // namespace vouch::smt
