#pragma once

#include "analysis/smt/terms/term.hpp"

#include <unordered_set>
#include <vector>

namespace vouch::smt {

/// Rigid constants and what is known about them.
struct RigidPart {
  std::vector<Term> constants;
  Term background;
};

/// The part of `rigid` and of `background` (which may be null) that matters to formulas with the constants `mentioned`:
/// without rigid constants that none of them has, as long as no axiom ties them to one that one of them has.
RigidPart relevant_background(TermManager& terms, const std::vector<Term>& rigid, const Term& background,
                              const std::unordered_set<Term>& mentioned);

} // namespace vouch::smt
