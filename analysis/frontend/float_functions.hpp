#pragma once

#include <optional>
#include <string_view>

namespace vouch::frontend {

/// The functions of <math.h> and the builtins of compilers whose results IEEE 754 and C determine, for every format.
/// They apply only where the translation unit has no definition of the function.
enum class FloatFunction {
  AbsoluteValue,
  SquareRoot,
  RoundDown,
  RoundUp,
  RoundToZero,
  RoundToEven,
  RoundAway,
  RoundToEvenInteger, ///< lrint: to an integer type
  RoundAwayInteger,   ///< lround
  Remainder,          ///< fmod
  CopySign,
  Minimum,
  Maximum,
  PositiveDifference,
  IsNan,
  IsInfinite,
  InfinitySign, ///< 1, -1 or 0
  IsFinite,
  IsNormal,
  SignBit,         ///< "nonzero" if the sign is negative
  Classify,        ///< the builtin: the five results come before the number
  ClassifyAsGlibc, ///< the library's function behind fpclassify
  IsLess,
  IsLessEqual,
  IsGreater,
  IsGreaterEqual,
  IsLessGreater,
  IsUnordered,
};

/// By the name of any of its variants: `fabs`, `fabsf`, `fabsl`, `__builtin_fabs`.
std::optional<FloatFunction> float_function(std::string_view name);

/// Whether `name`, without `__builtin_`, is a function of <math.h> whose results are determined but not known here:
/// `sin`. Some also write through a pointer.
enum class ApproximateFunction { Computes, Writes };
std::optional<ApproximateFunction> approximate_float_function(std::string_view name);

} // namespace vouch::frontend
