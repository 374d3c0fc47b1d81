#include "analysis/smt/interpolation/linear_form.hpp"

#include "analysis/smt/interpolation/linear_constraints.hpp"
#include "analysis/smt/terms/z3_access.hpp"

#include <algorithm>

namespace vouch::smt {

namespace {

bool is_inequality(const z3::expr& literal) {
  switch (kind_of(literal)) {
  case Z3_OP_NOT:
    return is_inequality(literal.arg(0));
  case Z3_OP_LE:
  case Z3_OP_LT:
  case Z3_OP_GE:
  case Z3_OP_GT:
    return literal.arg(0).is_int();
  default:
    return false;
  }
}

/// What is at most zero, if `conjunct` says nothing but that. Not a constant.
std::optional<Linear> at_most_zero_in(TermManager& terms, const Term& conjunct) {
  if (!is_inequality(Z3Access::expression(conjunct))) {
    return std::nullopt;
  }
  LinearPart part = linear_part(terms, conjunct, OpaqueTerms::Allowed);
  if (part.constraints.size() != 1) {
    return std::nullopt;
  }
  Linear linear = std::move(part.constraints.front().linear);
  if (linear.is_constant()) {
    return std::nullopt;
  }
  linear.normalise();
  return linear;
}

Term disjunction_in_form(TermManager& terms, const Term& formula) {
  z3::expr expression = Z3Access::expression(formula);
  if (kind_of(expression) != Z3_OP_OR) {
    return formula;
  }
  std::vector<Term> disjuncts;
  for (unsigned i = 0; i < expression.num_args(); ++i) {
    disjuncts.push_back(in_linear_form(terms, Z3Access::term(terms, expression.arg(i))));
  }
  return terms.logical_or(disjuncts);
}

bool are_opposite(const Linear& a, const Linear& b) {
  Linear sum = a;
  sum.add(b, 1);
  return sum.is_constant() && sum.offset == 0;
}

} // namespace

Term in_linear_form(TermManager& terms, const Term& formula) {
  struct Conjunct {
    Term formula;
    std::optional<Linear> linear;
  };
  std::vector<Conjunct> conjuncts;
  for (const Term& conjunct : terms.conjuncts(formula)) {
    auto linear = at_most_zero_in(terms, conjunct);
    if (!linear) {
      conjuncts.push_back({disjunction_in_form(terms, conjunct), std::nullopt});
      continue;
    }
    auto opposite = std::find_if(conjuncts.begin(), conjuncts.end(), [&](const Conjunct& earlier) {
      return earlier.linear && are_opposite(*earlier.linear, *linear);
    });
    if (opposite != conjuncts.end()) {
      const bool is_positive = linear->coefficients.begin()->second > 0;
      if (auto equation = equal_to_zero(terms, is_positive ? *linear : *opposite->linear)) {
        *opposite = {*equation, std::nullopt};
        continue;
      }
    }
    auto inequality = at_most_zero(terms, *linear);
    conjuncts.push_back({inequality ? *inequality : conjunct, std::move(linear)});
  }
  std::vector<Term> result;
  for (Conjunct& conjunct : conjuncts) {
    result.push_back(std::move(conjunct.formula));
  }
  return terms.logical_and(result);
}

} // namespace vouch::smt
