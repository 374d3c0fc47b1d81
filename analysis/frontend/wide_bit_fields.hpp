#pragma once

#include "analysis/frontend/expression_builder.hpp"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Expr.h>
#include <unordered_map>

/// Arithmetic on bit-fields that are wider than `int`, in which compilers differ: gcc computes in the bit-field's own
/// type, say one of 40 bits, Clang in the declared one. The standard leaves it to them (C11 6.7.2.1, note 124).
///
/// Clang's trees say what Clang does. Here is found what has to be asked for the result to be gcc's as well: that
/// values, as Clang computes them, are in the bit-field's range. Where only so many bits of a value are used as are
/// equal anyway nothing is asked: `s.f = ~s.f + 1`.
///
/// Example, of `unsigned long long f : 40`: in `x = s.f << 8;` the value of `s.f << 8` has to be below 2^40, and in
/// `s.f == -1` that of -1 as an `unsigned long long`, which it is not.
namespace vouch::frontend {

struct WideBitFieldUses {
  /// The values that an expression, without parentheses around it, must have; empty intervals: none will do.
  std::unordered_map<const clang::Expr*, Interval> values;
  /// Whether something else has such a type: `typeof(s.f + 1) v;`, `_Generic(s.f + 1, ...)`.
  bool has_types = false;
};

WideBitFieldUses wide_bit_field_uses(const clang::Stmt* body, const clang::ASTContext& context);

} // namespace vouch::frontend
