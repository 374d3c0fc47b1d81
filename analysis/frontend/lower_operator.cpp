#include "analysis/frontend/lower_operator.hpp"

#include "analysis/frontend/check_arithmetic.hpp"
#include "analysis/frontend/check_memory.hpp"
#include "analysis/frontend/lower_assignment.hpp"
#include "analysis/frontend/lower_condition.hpp"
#include "analysis/frontend/lower_expression.hpp"
#include "analysis/frontend/lower_flags.hpp"
#include "analysis/frontend/lower_place.hpp"
#include "analysis/frontend/lower_size.hpp"
#include "analysis/frontend/lower_wide_integer.hpp"
#include "analysis/frontend/property_targets.hpp"

namespace vouch::frontend {
namespace {

std::optional<cfa::BinaryOperator> operator_of(clang::BinaryOperatorKind op) {
  using cfa::BinaryOperator;
  switch (op) {
  case clang::BO_Add:
    return BinaryOperator::Add;
  case clang::BO_Sub:
    return BinaryOperator::Subtract;
  case clang::BO_Mul:
    return BinaryOperator::Multiply;
  case clang::BO_Div:
    return BinaryOperator::Divide;
  case clang::BO_Rem:
    return BinaryOperator::Remainder;
  case clang::BO_Shl:
    return BinaryOperator::ShiftLeft;
  case clang::BO_Shr:
    return BinaryOperator::ShiftRight;
  case clang::BO_And:
    return BinaryOperator::BitAnd;
  case clang::BO_Or:
    return BinaryOperator::BitOr;
  case clang::BO_Xor:
    return BinaryOperator::BitXor;
  case clang::BO_EQ:
    return BinaryOperator::Equal;
  case clang::BO_NE:
    return BinaryOperator::NotEqual;
  case clang::BO_LT:
    return BinaryOperator::Less;
  case clang::BO_LE:
    return BinaryOperator::LessEqual;
  case clang::BO_GT:
    return BinaryOperator::Greater;
  case clang::BO_GE:
    return BinaryOperator::GreaterEqual;
  default:
    return std::nullopt;
  }
}

} // namespace

cfa::ExpressionRef OperatorLowering::unary(const clang::UnaryOperator* expression) {
  auto& build = unit_.expressions;
  const clang::Expr* operand = expression->getSubExpr();
  switch (expression->getOpcode()) {
  case clang::UO_PostInc:
  case clang::UO_PostDec:
  case clang::UO_PreInc:
  case clang::UO_PreDec:
    return AssignmentLowering(lowering_).increment(expression, ValueUse::Needed);
  case clang::UO_AddrOf:
    return lowering_.places().address(operand);
  case clang::UO_Plus:
  case clang::UO_Extension:
    return lowering_.expressions().rvalue(operand);
  case clang::UO_Minus:
    return negation(lowering_.expressions().rvalue(operand), expression);
  case clang::UO_Not:
    return build.unary(cfa::UnaryOperator::Complement, lowering_.expressions().rvalue(operand));
  case clang::UO_LNot:
    if (is_approximated(lowering_, operand->getType())) {
      lowering_.expressions().effects(operand);
      return approximated(lowering_, *unit_.types.scalar(expression->getType()), expression);
    }
    return build.unary(cfa::UnaryOperator::LogicalNot, lowering_.expressions().rvalue(operand));
  default:
    return lowering_.unsupported_value("operator " + clang::UnaryOperator::getOpcodeStr(expression->getOpcode()).str(),
                                       expression);
  }
}

cfa::ExpressionRef OperatorLowering::binary(const clang::BinaryOperator* expression, const Destination* destination) {
  clang::BinaryOperatorKind op = expression->getOpcode();
  if (op == clang::BO_Assign) {
    return AssignmentLowering(lowering_).assignment(expression, ValueUse::Needed);
  }
  if (op == clang::BO_Comma) {
    lowering_.expressions().effects(expression->getLHS());
    return lowering_.expressions().rvalue(expression->getRHS(), destination);
  }
  if (op == clang::BO_LAnd || op == clang::BO_LOr) {
    return lowering_.conditions().logical(expression, destination);
  }
  if (is_approximated(lowering_, expression->getLHS()->getType()) ||
      is_approximated(lowering_, expression->getRHS()->getType())) {
    lowering_.expressions().effects(expression->getLHS());
    lowering_.expressions().effects(expression->getRHS());
    return approximated(lowering_, *unit_.types.scalar(expression->getType()), expression);
  }
  if (!unit_.types.scalar(expression->getLHS()->getType()) || !unit_.types.scalar(expression->getRHS()->getType())) {
    return lowering_.unsupported_value("value of type " + expression->getLHS()->getType().getAsString(), expression);
  }
  cfa::ExpressionRef left = lowering_.stabilised(lowering_.expressions().rvalue(expression->getLHS()),
                                                 expression->getRHS(), expression->getLHS());
  cfa::ExpressionRef right = lowering_.expressions().rvalue(expression->getRHS());
  return arithmetic(op, left, right, expression->getLHS()->getType(), expression->getRHS()->getType(), expression);
}

cfa::ExpressionRef OperatorLowering::arithmetic(clang::BinaryOperatorKind op, cfa::ExpressionRef left,
                                                cfa::ExpressionRef right, clang::QualType left_type,
                                                clang::QualType right_type, const clang::Expr* whole) {
  bool is_additive = op == clang::BO_Add || op == clang::BO_Sub;
  if (is_additive && (left_type->isPointerType() || right_type->isPointerType())) {
    return pointer_arithmetic(op, left, right, left_type, right_type, whole);
  }
  auto operation = operator_of(op);
  bool is_shift = op == clang::BO_Shl || op == clang::BO_Shr;
  if (!is_shift && left->type != right->type) {
    // Clang accepts comparisons of pointers with integers, with a warning.
    right = unit_.expressions.convert(right, left->type);
  }
  note_pointer_comparison(lowering_, op, left_type, whole);
  ArithmeticChecks(lowering_).check_arithmetic(operation.value(), left, right, whole);
  return unit_.linkage.signed_arithmetic_wraps() ? unit_.expressions.wrapping_binary(operation.value(), left, right)
                                                 : unit_.expressions.binary(operation.value(), left, right);
}

cfa::ExpressionRef OperatorLowering::negation(cfa::ExpressionRef operand, const clang::Expr* whole) {
  ArithmeticChecks(lowering_).check_negation(operand, whole);
  return unit_.linkage.signed_arithmetic_wraps() ? unit_.expressions.wrapping_negation(operand)
                                                 : unit_.expressions.unary(cfa::UnaryOperator::Negate, operand);
}

cfa::ExpressionRef OperatorLowering::element_address(cfa::ExpressionRef pointer, cfa::ExpressionRef index,
                                                     clang::QualType element, const clang::Expr* whole) {
  cfa::Type offset_type = unit_.types.pointer_difference();
  index = unit_.expressions.convert(index, offset_type);
  auto check = [&](cfa::ExpressionRef size) {
    if (lowering_.targets().checks(cfa::PropertyKind::OutOfBounds)) {
      MemoryChecks(lowering_).check_offset(cfa::BinaryOperator::Multiply, index, size, lowering_.origin_of(whole));
    }
  };
  if (!element->isVariablyModifiedType() || element->isPointerType()) {
    std::uint64_t size = element->isVoidType() || element->isFunctionType() ? 1 : unit_.types.size_in_bytes(element);
    check(unit_.expressions.constant(static_cast<cfa::Integer>(size), offset_type));
    return unit_.expressions.add_elements(pointer, index, size);
  }
  cfa::ExpressionRef size = unit_.expressions.convert(lowering_.sizes().size_of(element), offset_type);
  check(size);
  cfa::ExpressionRef offset = unit_.expressions.binary(cfa::BinaryOperator::Multiply, index, size);
  return unit_.expressions.binary(cfa::BinaryOperator::PointerAdd, pointer, offset);
}

cfa::ExpressionRef OperatorLowering::pointer_arithmetic(clang::BinaryOperatorKind op, cfa::ExpressionRef left,
                                                        cfa::ExpressionRef right, clang::QualType left_type,
                                                        clang::QualType right_type, const clang::Expr* whole) {
  auto& build = unit_.expressions;
  if (!left_type->isPointerType()) {
    return element_address(right, left, right_type->getPointeeType(), whole);
  }
  clang::QualType element = left_type->getPointeeType();
  if (op == clang::BO_Add) {
    return element_address(left, right, element, whole);
  }
  cfa::Type offset_type = unit_.types.pointer_difference();
  if (right_type->isPointerType()) {
    cfa::ExpressionRef bytes = build.binary(cfa::BinaryOperator::PointerDifference, left, right);
    cfa::ExpressionRef size = build.convert(lowering_.sizes().size_of(element), offset_type);
    bool is_byte = constant_value(size) != nullptr && *constant_value(size) <= 1;
    return is_byte ? bytes : build.binary(cfa::BinaryOperator::Divide, bytes, size);
  }
  cfa::ExpressionRef count = build.convert(right, offset_type);
  if (lowering_.targets().checks(cfa::PropertyKind::OutOfBounds)) {
    MemoryChecks(lowering_).check_offset(cfa::BinaryOperator::Subtract, build.zero(offset_type), count,
                                         lowering_.origin_of(whole));
  }
  return element_address(left, build.unary(cfa::UnaryOperator::Negate, count), element, whole);
}

} // namespace vouch::frontend
