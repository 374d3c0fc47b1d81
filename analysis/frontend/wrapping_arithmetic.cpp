#include "analysis/frontend/expression_builder.hpp"

/// Signed arithmetic as compilers do it that were told to let it wrap: on the bits, as if there were no sign.
namespace vouch::frontend {
namespace {

using cfa::BinaryOperator;
using cfa::ExpressionRef;

bool is_signed(const cfa::Type& type) {
  const auto* integer = cfa::as_integer(type);
  return integer != nullptr && integer->is_signed();
}

} // namespace

ExpressionRef ExpressionBuilder::wrapping_binary(BinaryOperator op, ExpressionRef left, ExpressionRef right) {
  const bool can_overflow = op == BinaryOperator::Add || op == BinaryOperator::Subtract ||
                            op == BinaryOperator::Multiply || op == BinaryOperator::ShiftLeft;
  if (!can_overflow || !is_signed(left->type)) {
    return binary(op, left, right);
  }
  const cfa::Type type = left->type;
  const cfa::IntegerType bits{cfa::as_integer(type)->width, cfa::Signedness::Unsigned};
  const ExpressionRef operand = op == BinaryOperator::ShiftLeft ? right : convert(right, bits);
  return convert(binary(op, convert(left, bits), operand), type);
}

ExpressionRef ExpressionBuilder::wrapping_negation(ExpressionRef operand) {
  return is_signed(operand->type) ? wrapping_binary(BinaryOperator::Subtract, zero(operand->type), operand)
                                  : unary(cfa::UnaryOperator::Negate, operand);
}

} // namespace vouch::frontend
