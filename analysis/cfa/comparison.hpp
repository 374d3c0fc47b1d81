#pragma once

#include "analysis/cfa/expression.hpp"

#include <optional>

namespace vouch::cfa {

/// The comparison that holds where `op` fails; not for floats, where NaN fails all. Requires a comparison.
BinaryOperator negated(BinaryOperator op);

/// The comparison that says the same with its sides exchanged. Requires a comparison.
BinaryOperator mirrored(BinaryOperator op);

/// Whether the expression is the number 0 or null.
bool is_zero(ExpressionRef expression);

/// The same value in the type that it had first.
ExpressionRef without_conversions(ExpressionRef expression);

/// The register that is read, converted perhaps; nothing if it is anything else.
std::optional<VariableId> register_read(ExpressionRef expression);

/// The pointer that this one is computed from, by conversions and by adding distances.
ExpressionRef base_of(ExpressionRef pointer);

/// The pointer that the condition compares with null, for equality or the opposite; null: it is something else.
ExpressionRef compared_with_null(ExpressionRef condition);

} // namespace vouch::cfa
