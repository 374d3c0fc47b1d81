#pragma once

#include "analysis/smt/interpolation/horn_clauses.hpp"
#include "analysis/smt/terms/solver.hpp"

#include <chrono>
#include <optional>
#include <vector>

namespace vouch::smt {

/// Per predicate of `system`, a few conjuncts of `solution` that solve the system together. Nothing if not even all of
/// them do, or if that took too long.
std::optional<std::vector<Term>> horn_core(TermManager& terms, RunContext& context, const HornSystem& system,
                                           const std::vector<Term>& solution, std::chrono::milliseconds limit);

} // namespace vouch::smt
