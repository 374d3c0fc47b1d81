#pragma once

#include "analysis/cfa/written_expression.hpp"
#include "analysis/smt/c_text/c_arithmetic.hpp"
#include "analysis/smt/encoding/encoder.hpp"

#include <optional>
#include <string_view>

namespace vouch::smt {

/// A formula over unindexed symbols as a C expression that means the same, whatever values the variables have: sums and
/// comparisons are written so that nothing in them wraps around that does not in the formula (c_arithmetic.hpp).
///
/// Variables in registers can be named, and scalars at constant places in memory. Nothing if the formula speaks of
/// something else: floats, elements at computed indices, what pointers lead to, functions without interpretation.
std::optional<cfa::WrittenExpression> c_formula(const Term& formula, Truth truth, const Encoder& encoder,
                                                const cfa::Cfa& cfa, const facts::MemoryRegions& regions);

/// A formula that is true whatever value `index`, a register, has, as a statement about all of them: `for all k in [0, n):
/// a[k] <= max`, with `name` for the register. For people: what it says of elements of arrays at computed indices can be
/// evaluated only where these are.
///
/// Nothing unless the values that it is about are those from a first one to before a last one, with one condition more at
/// most, and it says something of elements there.
std::optional<cfa::WrittenExpression> c_for_all(const Term& formula, cfa::VariableId index, std::string_view name,
                                                const Encoder& encoder, const cfa::Cfa& cfa,
                                                const facts::MemoryRegions& regions);

} // namespace vouch::smt
