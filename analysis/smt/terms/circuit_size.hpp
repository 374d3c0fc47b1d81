#pragma once

#include "analysis/smt/terms/term.hpp"

#include <cstdint>

namespace vouch::smt {

/// About how many gates the formula has as a circuit, if it is one over bit-vectors: what a solver has to make of it before it
/// searches, and while it looks at no clock. Divisions count most: of 64 bits, as much as three hundred sums.
std::uint64_t circuit_size(const Term& formula);

} // namespace vouch::smt
