#pragma once

#include "analysis/frontend/lowering_context.hpp"

#include <clang/AST/Expr.h>

namespace vouch::frontend {

/// Operators, and the arithmetic of integers, floats and pointers.
class OperatorLowering {
public:
  explicit OperatorLowering(LoweringContext& lowering) : lowering_(lowering), unit_(lowering.unit()) {}

  cfa::ExpressionRef unary(const clang::UnaryOperator* expression);
  cfa::ExpressionRef binary(const clang::BinaryOperator* expression, const Destination* destination);
  /// The result of `op` on operands that were evaluated. `whole`: what is computed, for messages.
  cfa::ExpressionRef arithmetic(clang::BinaryOperatorKind op, cfa::ExpressionRef left, cfa::ExpressionRef right,
                                clang::QualType left_type, clang::QualType right_type, const clang::Expr* whole);
  cfa::ExpressionRef negation(cfa::ExpressionRef operand, const clang::Expr* whole);
  /// The same as `arithmetic` where one of the types is a pointer.
  cfa::ExpressionRef pointer_arithmetic(clang::BinaryOperatorKind op, cfa::ExpressionRef left, cfa::ExpressionRef right,
                                        clang::QualType left_type, clang::QualType right_type,
                                        const clang::Expr* whole);
  /// The address of `pointer[index]`, whose type is `element`.
  cfa::ExpressionRef element_address(cfa::ExpressionRef pointer, cfa::ExpressionRef index, clang::QualType element,
                                     const clang::Expr* whole);

private:
  LoweringContext& lowering_;
  Unit& unit_;
};

} // namespace vouch::frontend
