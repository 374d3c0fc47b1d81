#pragma once

#include "analysis/cfa/expression.hpp"

namespace vouch::cfa {

/// The comparison that holds where `op` fails; not for floats, where NaN fails all. Requires a comparison.
BinaryOperator negated(BinaryOperator op);

/// The comparison that says the same with its sides exchanged. Requires a comparison.
BinaryOperator mirrored(BinaryOperator op);

} // namespace vouch::cfa
