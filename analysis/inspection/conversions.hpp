#pragma once

#include "analysis/inspection/typed_value.hpp"

/// C's conversions between scalars (C17 6.3), and which type operands come to.
namespace vouch::inspection {

/// A scalar with its type, read from wherever it was.
struct Scalar {
  cfa::CTypeId type;
  trace::Value value;
};

[[nodiscard]] bool is_floating(const ProgramSymbols& symbols, cfa::CTypeId type);
[[nodiscard]] bool is_integer(const ProgramSymbols& symbols, cfa::CTypeId type);
[[nodiscard]] bool is_pointer(const ProgramSymbols& symbols, cfa::CTypeId type);

/// The number that an integer or an address is.
cfa::Integer integer_of(const ProgramSymbols& symbols, const Scalar& scalar);
long double floating_of(const ProgramSymbols& symbols, const Scalar& scalar);
/// Whether the scalar compares unequal to zero.
bool truth_of(const ProgramSymbols& symbols, const Scalar& scalar);

/// An integer of a type, wrapped to its width.
Scalar integer_scalar(const ProgramSymbols& symbols, cfa::Integer value, cfa::CTypeId type);
Scalar floating_scalar(const ProgramSymbols& symbols, long double value, cfa::CTypeId type);

/// As a cast does. Throws where C leaves it undefined or forbids it.
Scalar converted(const View& view, const Scalar& scalar, cfa::CTypeId type);

/// The integer promotions; `bit_width` is that of a bit-field, else 0.
cfa::CTypeId promoted(const ProgramSymbols& symbols, cfa::CTypeId type, unsigned bit_width = 0);
/// The usual arithmetic conversions of two promoted types.
cfa::CTypeId common_type(const ProgramSymbols& symbols, cfa::CTypeId left, cfa::CTypeId right);

} // namespace vouch::inspection
