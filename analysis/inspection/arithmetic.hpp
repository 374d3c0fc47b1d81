#pragma once

#include "analysis/inspection/conversions.hpp"

#include <string>

/// C's arithmetic on promoted operands. Throws `EvaluationError` where C leaves the result undefined.
namespace vouch::inspection {

/// `op` is one of - + ~.
Scalar unary_arithmetic(const View& view, const std::string& op, const Scalar& operand);
/// `op` is a binary operator other than && and ||; operands may be pointers.
Scalar binary_arithmetic(const View& view, const std::string& op, const Scalar& left, const Scalar& right);
/// A pointer and an integer, in any order.
Scalar pointer_plus(const View& view, const Scalar& left, const Scalar& right);

} // namespace vouch::inspection
