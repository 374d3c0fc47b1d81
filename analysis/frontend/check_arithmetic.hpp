#pragma once

#include "analysis/frontend/lowering_context.hpp"

#include <clang/AST/Expr.h>

namespace vouch::frontend {

/// Undefined arithmetic. Each of these does nothing unless its property is checked; `whole` is what is computed, for
/// messages.
class ArithmeticChecks {
public:
  explicit ArithmeticChecks(LoweringContext& lowering) : lowering_(lowering), unit_(lowering.unit()) {}

  void check_arithmetic(cfa::BinaryOperator op, cfa::ExpressionRef left, cfa::ExpressionRef right,
                        const clang::Expr* whole);
  void check_negation(cfa::ExpressionRef operand, const clang::Expr* whole);
  /// Where `left op right` overflows, `failure` happens, whatever is checked.
  void check_overflow(cfa::BinaryOperator op, cfa::ExpressionRef left, cfa::ExpressionRef right,
                      const Failure& failure);

private:
  void check_division(cfa::ExpressionRef left, cfa::ExpressionRef right, const clang::Expr* whole);
  void check_shift(cfa::BinaryOperator op, cfa::ExpressionRef left, cfa::ExpressionRef right, const clang::Expr* whole);
  void check_wide_overflow(cfa::BinaryOperator op, cfa::ExpressionRef left, cfa::ExpressionRef right,
                           const Failure& failure);

  LoweringContext& lowering_;
  Unit& unit_;
};

} // namespace vouch::frontend
