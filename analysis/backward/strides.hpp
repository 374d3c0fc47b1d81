#pragma once

#include "analysis/proofs/proof.hpp"
#include "analysis/smt/encoding/encoder.hpp"

#include <vector>

/// Remainders of what loops count by more than one: extraction never finds them, since a precondition of `k = i + 1` and k
/// even is one of `k = i + 3`, and so on.
namespace vouch::backward {

/// For each register that a loop at one of `places` changes by a number from 2 to 8: which remainder it has, one predicate for
/// each.
///
/// Example: `for (i = 0; i < n; i += 2)` gives i mod 2 = 0 and i mod 2 = 1.
std::vector<smt::Term> remainders_of_strides(const cfa::Cfa& cfa, const std::vector<proofs::ProgramPoint>& places,
                                             smt::Encoder& encoder);

} // namespace vouch::backward
