#pragma once

#include "analysis/cfa/written_expression.hpp"
#include "analysis/smt/c_text/c_arithmetic.hpp"
#include "analysis/smt/encoding/encoder.hpp"

#include <optional>

namespace vouch::smt {

/// A formula over unindexed symbols as a C expression that means the same, whatever values the variables have: sums and
/// comparisons are written so that nothing in them wraps around that does not in the formula (c_arithmetic.hpp).
///
/// Variables in registers can be named, and scalars at constant places in memory. Nothing if the formula speaks of
/// something else: floats, elements at computed indices, what pointers lead to, functions without interpretation.
std::optional<cfa::WrittenExpression> c_formula(const Term& formula, Truth truth, const Encoder& encoder,
                                                const cfa::Cfa& cfa, const facts::MemoryRegions& regions);

} // namespace vouch::smt
