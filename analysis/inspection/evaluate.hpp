#pragma once

#include "analysis/inspection/conversions.hpp"
#include "analysis/inspection/expression_parser.hpp"

namespace vouch::inspection {

/// The value of an expression, as an lvalue where it is one. Throws `EvaluationError` where the expression has no
/// value: a name that means nothing, a wrong type, undefined behaviour, something that the run has not determined.
TypedValue evaluate(const View& view, const Syntax& expression);

/// The same as a number or pointer: arrays are the address of their first element.
Scalar evaluate_scalar(const View& view, const Syntax& expression);

/// Whether the expression is nonzero.
bool evaluate_condition(const View& view, const Syntax& expression);

} // namespace vouch::inspection
