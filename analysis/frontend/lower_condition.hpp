#pragma once

#include "analysis/frontend/lowering_context.hpp"

#include <clang/AST/Expr.h>
#include <unordered_map>

namespace vouch::frontend {

/// Conditions, and expressions that evaluate a part of their operands only: `&&`, `||`, `?:`.
class ConditionLowering {
public:
  explicit ConditionLowering(LoweringContext& lowering) : lowering_(lowering), unit_(lowering.unit()) {}

  /// Goes to `if_true` or `if_false`.
  void condition(const clang::Expr* expression, DraftLocation if_true, DraftLocation if_false);
  cfa::ExpressionRef logical(const clang::BinaryOperator* expression, const Destination* destination);
  cfa::ExpressionRef conditional(const clang::AbstractConditionalOperator* expression, const Destination* destination);
  /// Evaluates what `x ?: y` has as its condition and as its result. Returns the condition.
  const clang::Expr* bind_common(const clang::AbstractConditionalOperator* expression);
  /// What `bind_common` evaluated; null if it was not asked to.
  [[nodiscard]] cfa::ExpressionRef bound_value(const clang::OpaqueValueExpr* common) const;

private:
  /// An expression lowered apart from the current location, for operands that may not be evaluated.
  struct Branch {
    DraftLocation begin;
    DraftLocation end;
    cfa::ExpressionRef value = nullptr;
    bool is_plain = false; ///< `value` needs no edges and is total
  };
  Branch branch_value(const clang::Expr* expression);

  LoweringContext& lowering_;
  Unit& unit_;
  std::unordered_map<const clang::OpaqueValueExpr*, cfa::ExpressionRef> opaque_values_;
};

} // namespace vouch::frontend
