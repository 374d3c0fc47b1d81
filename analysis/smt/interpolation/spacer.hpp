#pragma once

#include "analysis/smt/interpolation/horn_clauses.hpp"
#include "analysis/smt/terms/solver.hpp"
#include "analysis/support/run_context.hpp"

#include <chrono>
#include <optional>
#include <variant>
#include <vector>

/// Horn clauses, solved by Z3's engine Spacer (Komuravelli, Gurfinkel, Chaki: SMT-Based Model Checking for
/// Recursive Programs, CAV 2014).
namespace vouch::smt {

enum class SpacerLemmas {
  Default,                    ///< Z3's own settings: solve 13 of 14 loop families
  WithoutEqualityPropagation, ///< `spacer.eq_prop=false`: solves all of them
  EqualityGraph,              ///< also `spacer.use_euf_gen=true`: solves all of them, with other lemmas
};

struct SpacerOptions {
  SpacerLemmas lemmas = SpacerLemmas::WithoutEqualityPropagation;
  std::optional<unsigned> minimum_level; ///< height of the longest derivation + 1 for clauses without loops, else none
  std::chrono::milliseconds limit{500};
};

/// A formula over `parameters[p]` for every predicate p under which all clauses are valid.
struct HornSolution {
  std::vector<Term> predicates;
};
struct HornDerivation {}; ///< false can be derived
using HornResult = std::variant<HornSolution, HornDerivation, Undecided>;

/// The answer is to be validated. Throws `Interrupted`; running into `options.limit`, or into a share of what the
/// run's memory limit leaves, is only `Undecided`: Spacer works in a Z3 context of its own, which is thrown away.
HornResult solve_with_spacer(TermManager& terms, RunContext& context, const HornSystem& system,
                             const SpacerOptions& options);

} // namespace vouch::smt
