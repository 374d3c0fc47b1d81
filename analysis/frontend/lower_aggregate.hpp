#pragma once

#include "analysis/frontend/lowering_context.hpp"

#include <clang/AST/Expr.h>

namespace vouch::frontend {

/// Values of struct and union type: the objects that they are, and their copies.
class AggregateLowering {
public:
  explicit AggregateLowering(LoweringContext& lowering) : lowering_(lowering), unit_(lowering.unit()) {}

  /// The object that an rvalue of struct or union type is.
  Place aggregate(const clang::Expr* expression);
  void copy(const Place& to, const Place& from, clang::QualType type, const Origin& origin);
  /// The same without checks.
  void transfer(const Place& to, const Place& from, clang::QualType type, const Origin& origin);
  /// `object`, at an address that writing the parts of `written` does not change.
  Place with_fixed_address(const Place& object, const Place& written, const Origin& origin);

private:
  Place aggregate_by_kind(const clang::Expr* expression);
  [[nodiscard]] bool is_copied_by_parts(clang::QualType type) const;

  LoweringContext& lowering_;
  Unit& unit_;
};

} // namespace vouch::frontend
