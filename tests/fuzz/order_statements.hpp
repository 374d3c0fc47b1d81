#pragma once

#include "tests/fuzz/statement_parts.hpp"

namespace vouch::fuzz {

/// A statement whose result depends on which operand is evaluated first, where C allows both. It is written twice: as
/// it is, and, for the macro EITHER_ORDER, so that `next_order()` says which of the orders is taken. Uses the functions
/// of `effect_helpers`.
Lines order_statement(const StatementParts& parts);

} // namespace vouch::fuzz
