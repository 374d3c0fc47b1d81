#pragma once

#include "analysis/smt/encoding/encoder.hpp"
#include "analysis/smt/terms/case_split.hpp"

#include <optional>
#include <vector>

/// From exact preconditions to predicates (Seghir, Podelski, Wies: SAS 2009, section 5).
namespace vouch::backward {

/// What is known of the constants of `formula`, besides it: ranges of values at index 0, where addresses lie.
smt::Term known_about(smt::Encoder& encoder, const smt::Term& formula);

struct Extraction {
  unsigned longest_disjunction = 2; ///< 0: atoms alone
  unsigned cases = 1;               ///< of the precondition's, so many are looked at
};

/// Predicates of the first cases of `precondition`, a formula over values at index 0: their atoms; and for pairs of indices of
/// which the case implies that not all are equal, up to `longest_disjunction` pairs at a time, that one index is less than
/// the other and the other way round. No set of pairs is made longer for which that is implied already. Nothing if the
/// precondition cannot hold, or nobody can tell.
///
/// Example: `0 <= k < n, a[k] != 0, k != i, i < n` gives these atoms and k < i, i < k. a[x] > a[y], a[z] > a[t] implies
/// x != y and z != t, which are two sets of length one.
std::optional<std::vector<smt::Term>> extracted(smt::Encoder& encoder, const smt::Term& precondition,
                                                const Extraction& extraction, RunContext& context);

} // namespace vouch::backward
