#pragma once

#include "analysis/smt/terms/term.hpp"

namespace vouch::smt {

/// `formula` with a constant in the place of every application of an uninterpreted function, and with constraints that
/// applications to equal arguments are equal. It is satisfiable iff `formula` is; what it loses is that functions mean
/// the same in two formulas. Constraints beyond a few hundred are left out, which only weakens it.
Term without_functions(TermManager& terms, const Term& formula);

} // namespace vouch::smt
