#pragma once

#include "analysis/smt/terms/term.hpp"

namespace vouch::smt {

/// The same formula with its linear inequalities in one form, positive coefficients on both sides of <=, and with an
/// equation in the place of two opposite ones, so that fewer atoms say it. What is not in a conjunction or disjunction
/// of such literals stays as it is.
Term in_linear_form(TermManager& terms, const Term& formula);

} // namespace vouch::smt
