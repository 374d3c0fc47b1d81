#include "analysis/smt/terms/definitions.hpp"

#include "analysis/smt/terms/z3_access.hpp"

#include <algorithm>

namespace vouch::smt {

std::optional<Definition> definition_in(TermManager& terms, const Term& conjunct,
                                        const std::function<bool(const Term&)>& may_be_defined) {
  z3::expr equation = Z3Access::expression(conjunct);
  if (kind_of(equation) != Z3_OP_EQ) {
    return std::nullopt;
  }
  for (unsigned side = 0; side < 2; ++side) {
    if (!is_uninterpreted_constant(equation.arg(side))) {
      continue;
    }
    Term constant = Z3Access::term(terms, equation.arg(side));
    if (!may_be_defined(constant)) {
      continue;
    }
    const Term value = Z3Access::term(terms, equation.arg(1 - side));
    const auto& inside = terms.constants(value);
    if (std::find(inside.begin(), inside.end(), constant) == inside.end()) {
      return Definition{constant, value};
    }
  }
  return std::nullopt;
}

} // namespace vouch::smt
