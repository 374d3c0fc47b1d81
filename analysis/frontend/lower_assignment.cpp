#include "analysis/frontend/lower_assignment.hpp"

#include "analysis/frontend/lower_aggregate.hpp"
#include "analysis/frontend/lower_call.hpp"
#include "analysis/frontend/lower_expression.hpp"
#include "analysis/frontend/lower_operator.hpp"
#include "analysis/frontend/lower_order.hpp"
#include "analysis/frontend/lower_place.hpp"
#include "analysis/frontend/lower_wide_integer.hpp"

namespace vouch::frontend {

void AssignmentLowering::assign_scalar(const Place& target, const clang::Expr* value, const Origin& origin) {
  const auto* in_register = std::get_if<RegisterPlace>(&target);
  if (in_register == nullptr) {
    lowering_.places().write(target, lowering_.expressions().rvalue(value), origin);
    return;
  }
  cfa::Type type = unit_.builder.variable(in_register->variable).type;
  Destination destination{in_register->variable, origin};
  bool can_be_direct = unit_.types.scalar(value->getType()) == type;
  cfa::ExpressionRef result = lowering_.expressions().rvalue(value, can_be_direct ? &destination : nullptr);
  if (result != unit_.expressions.read(in_register->variable, type)) {
    lowering_.places().write(target, result, origin);
  }
}

cfa::ExpressionRef AssignmentLowering::stored(const Place& target, cfa::ExpressionRef value, const Origin& origin,
                                              ValueUse use) {
  if (use == ValueUse::Discarded) {
    lowering_.places().write(target, value, origin);
    return nullptr;
  }
  if (const auto* in_register = std::get_if<RegisterPlace>(&target)) {
    lowering_.places().write(target, value, origin);
    return unit_.expressions.read(in_register->variable, unit_.builder.variable(in_register->variable).type);
  }
  if (!unit_.expressions.is_total(value)) {
    value = lowering_.saved(value, "value", {origin.range, {}});
  }
  lowering_.places().write(target, value, origin);
  const auto* bits = std::get_if<BitFieldPlace>(&target);
  return bits != nullptr ? unit_.expressions.convert(unit_.expressions.convert(value, bits->field), value->type)
                         : value;
}

cfa::ExpressionRef AssignmentLowering::assignment(const clang::BinaryOperator* expression, ValueUse use) {
  const clang::Expr* left = expression->getLHS();
  if (left->getType()->isRecordType()) {
    record_assignment(expression, ValueUse::Discarded);
    return nullptr;
  }
  if (is_approximated(lowering_, left->getType())) {
    Place target = lowering_.stabilised(lowering_.places().place(left), expression->getRHS(), left);
    lowering_.expressions().effects(expression->getRHS());
    approximate(lowering_, target, left->getType(), lowering_.origin_of(expression));
    return nullptr;
  }
  if (!unit_.types.scalar(left->getType())) {
    return lowering_.unsupported_value("value of type " + left->getType().getAsString(), expression);
  }
  require_one_assignment(lowering_, expression);
  Place target = lowering_.stabilised(lowering_.places().place(left), expression->getRHS(), left);
  Origin origin = lowering_.origin_of(expression);
  if (std::holds_alternative<RegisterPlace>(target)) {
    assign_scalar(target, expression->getRHS(), origin);
    return use == ValueUse::Discarded
               ? nullptr
               : lowering_.places().value_at(target, left->getType().getUnqualifiedType(), origin);
  }
  cfa::Type type = *unit_.types.scalar(left->getType());
  return stored(target, unit_.expressions.convert(lowering_.expressions().rvalue(expression->getRHS()), type), origin,
                use);
}

Place AssignmentLowering::record_assignment(const clang::BinaryOperator* expression, ValueUse use) {
  const clang::Expr* left = expression->getLHS();
  Place target = lowering_.stabilised(lowering_.places().place(left), expression->getRHS(), left);
  const clang::Expr* value = expression->getRHS()->IgnoreParens();
  if (const auto* call = llvm::dyn_cast<clang::CallExpr>(value);
      call != nullptr && std::holds_alternative<LeavesPlace>(target)) {
    CallLowering(lowering_).call_into(call, target);
    return target;
  }
  Origin origin = lowering_.origin_of(expression);
  if (use == ValueUse::Needed) {
    target = AggregateLowering(lowering_).with_fixed_address(target, target,
                                                             origin); // writing the object may change what leads to it
  }
  AggregateLowering(lowering_).copy(target, AggregateLowering(lowering_).aggregate(value), left->getType(), origin);
  return target;
}

cfa::ExpressionRef AssignmentLowering::compound_assignment(const clang::CompoundAssignOperator* expression,
                                                           ValueUse use) {
  const clang::Expr* left = expression->getLHS();
  const clang::Expr* right = expression->getRHS();
  auto type = unit_.types.scalar(left->getType());
  auto computation_type = unit_.types.scalar(expression->getComputationLHSType());
  if (is_approximated(lowering_, left->getType())) {
    Place target = lowering_.stabilised(lowering_.places().place(left), right, left);
    lowering_.expressions().effects(right);
    approximate(lowering_, target, left->getType(), lowering_.origin_of(expression));
    return nullptr;
  }
  if (!type || !computation_type || !unit_.types.scalar(right->getType())) {
    return lowering_.unsupported_value("value of type " + left->getType().getAsString(), expression);
  }
  require_one_assignment(lowering_, expression);
  Place target = lowering_.stabilised(lowering_.places().place(left), right, left);
  // The right side comes first, as in all compilers: a call in it may change what is read here.
  cfa::ExpressionRef operand = lowering_.expressions().rvalue(right);
  cfa::ExpressionRef old = lowering_.places().read(target, left->getType(), left);
  cfa::ExpressionRef result =
      OperatorLowering(lowering_).arithmetic(clang::BinaryOperator::getOpForCompoundAssignment(expression->getOpcode()),
                                             unit_.expressions.convert(old, *computation_type), operand,
                                             expression->getComputationLHSType(), right->getType(), expression);
  if (is_boolean(left->getType())) {
    result = unit_.expressions.value_of(unit_.expressions.truth(result));
  }
  return stored(target, unit_.expressions.convert(result, *type), lowering_.origin_of(expression), use);
}

cfa::ExpressionRef AssignmentLowering::increment(const clang::UnaryOperator* expression, ValueUse use) {
  auto& build = unit_.expressions;
  const clang::Expr* operand = expression->getSubExpr();
  clang::QualType type = operand->getType();
  auto lowered = unit_.types.scalar(type);
  if (!lowered && is_approximated(lowering_, type)) {
    approximate(lowering_, lowering_.places().place(operand), type, lowering_.origin_of(expression));
    return nullptr;
  }
  if (!lowered) {
    return lowering_.unsupported_value("value of type " + type.getAsString(), expression);
  }
  Place target = lowering_.places().place(operand);
  Origin origin = lowering_.origin_of(expression);
  cfa::ExpressionRef old = lowering_.places().read(target, type, operand);
  cfa::ExpressionRef result = old;
  bool is_postfix = expression->isPostfix();
  if (use == ValueUse::Needed && is_postfix) {
    cfa::VariableId saved = lowering_.temporary("value", *lowered);
    lowering_.emit(cfa::Assign{saved, old}, {origin.range, {}});
    result = build.read(saved, *lowered);
  }
  cfa::ExpressionRef changed = nullptr;
  auto op = expression->isIncrementOp() ? clang::BO_Add : clang::BO_Sub;
  if (type->isPointerType()) {
    changed = OperatorLowering(lowering_).pointer_arithmetic(op, old, build.integer(1), type, unit_.context.IntTy,
                                                             expression);
  } else if (is_boolean(type)) {
    cfa::ExpressionRef one = build.constant(1, *lowered);
    changed = op == clang::BO_Add ? one : build.binary(cfa::BinaryOperator::BitXor, old, one);
  } else {
    // Narrow types are computed as int: the result wraps on the way back.
    clang::QualType promoted = unit_.context.isPromotableIntegerType(type) ? unit_.context.getPromotedIntegerType(type)
                                                                           : type.getUnqualifiedType();
    cfa::Type wide = *unit_.types.scalar(promoted);
    changed = build.convert(OperatorLowering(lowering_).arithmetic(
                                op, build.convert(old, wide), build.constant(1, wide), promoted, promoted, expression),
                            *lowered);
  }
  if (is_postfix) {
    lowering_.places().write(target, changed, origin);
    return use == ValueUse::Needed ? result : nullptr;
  }
  return stored(target, changed, origin, use);
}

} // namespace vouch::frontend
