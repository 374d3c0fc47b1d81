#pragma once

#include "analysis/smt/interpolation/horn_clauses.hpp"
#include "analysis/smt/terms/solver.hpp"

#include <chrono>
#include <optional>
#include <vector>

namespace vouch::smt {

/// Per predicate of `system`, all linear equations among its integer parameters but the `rigid` ones that every
/// derivation keeps: those that follow from the clauses and one another. Nothing if that took too long.
std::optional<std::vector<Term>> affine_equalities(TermManager& terms, RunContext& context, const HornSystem& system,
                                                   const std::vector<Term>& rigid, std::chrono::milliseconds limit);

} // namespace vouch::smt
