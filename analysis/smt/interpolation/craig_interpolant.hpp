#pragma once

#include "analysis/smt/interpolation/interpolation.hpp"

namespace vouch::smt {

/// Two formulas in one name space, and what is known about the constants that both may mention anyhow.
struct CraigProblem {
  Term first;
  Term second;
  std::vector<Term> rigid;
  Term background;
};

/// A formula over the constants that both have, and rigid ones, that follows from `first` and contradicts `second`.
struct CraigInterpolant {
  Term formula;
};

using CraigResult = std::variant<CraigInterpolant, Feasible, Declined, Undecided>;

/// Validated. Throws `Interrupted`.
CraigResult craig_interpolant(TermManager& terms, RunContext& context, const CraigProblem& problem,
                              std::chrono::milliseconds limit);

} // namespace vouch::smt
