#pragma once

#include "analysis/cfa/type.hpp"

/// Floating-point values as bit patterns. The engine computes on x86-64, whose `float`, `double` and `long double` are
/// the formats of 32, 64 and 80 bits.
namespace vouch::cfa {

/// Bits of the exponent field, and of the significand with its leading bit (`FLT_MANT_DIG` and so on).
unsigned exponent_bits(FloatType type);
unsigned precision_bits(FloatType type);

/// The pattern of `value` rounded to the format (to nearest, ties to even). Every NaN gives the same quiet one.
Integer float_bits(long double value, FloatType type);

/// The value of a pattern; bits beyond the format's width do not count. Requires a format up to 80 bits.
long double float_of_bits(Integer bits, FloatType type);

/// `bits` within the format's width and valid: the format of 80 bits stores the leading bit of the significand, which
/// the exponent determines.
Integer canonical_float_bits(Integer bits, FloatType type);

/// The pattern of positive infinity. What is larger, up to the sign bit, is NaN.
Integer infinity_bits(FloatType type);

} // namespace vouch::cfa
