#pragma once

#include "analysis/smt/terms/solver.hpp"

#include <utility>
#include <vector>

/// One of the cases of a formula: of its disjunctions, and of the choices between values in its terms.
namespace vouch::smt {

/// Together, `formula`, a conjunction of literals, and `conditions` imply the formula that they are a case of.
struct Case {
  Term formula;
  std::vector<Term> conditions; ///< of choices, as they are in the case
};

/// `formula` with the value that each choice has in `model`, and the conditions under which it has this value; of each
/// disjunction, an alternative that holds there.
///
/// Example: with k = 3 and i = 3 in the model, `(if k = i then 0 else a[k]) != 0` is the case `0 != 0` under `k = i`; with
/// i = 4 it is `a[k] != 0` under `not k = i`.
Case case_of(TermManager& terms, const Term& formula, const Model& model);

/// What `formula` reads from arrays: the array and the index, each pair once.
std::vector<std::pair<Term, Term>> reads_of(TermManager& terms, const Term& formula);

/// The two sides of an equation, or of its negation; nothing for other formulas.
std::optional<std::pair<Term, Term>> compared(TermManager& terms, const Term& formula);

} // namespace vouch::smt
