#include "analysis/frontend/clang_ast.hpp"
#include "analysis/frontend/function_lowering.hpp"

namespace vouch::frontend {

void FunctionLowering::assign_scalar(const Place& target, const clang::Expr* value, const Origin& origin) {
  const auto* in_register = std::get_if<RegisterPlace>(&target);
  if (in_register == nullptr) {
    write(target, rvalue(value), origin);
    return;
  }
  cfa::Type type = unit_.builder.variable(in_register->variable).type;
  Destination destination{in_register->variable, origin};
  bool can_be_direct = unit_.types.scalar(value->getType()) == type;
  cfa::ExpressionRef result = rvalue(value, can_be_direct ? &destination : nullptr);
  if (result != unit_.expressions.read(in_register->variable, type)) {
    write(target, result, origin);
  }
}

cfa::ExpressionRef FunctionLowering::stored(const Place& target, cfa::ExpressionRef value, const Origin& origin,
                                            ValueUse use) {
  if (use == ValueUse::Discarded) {
    write(target, value, origin);
    return nullptr;
  }
  if (const auto* in_register = std::get_if<RegisterPlace>(&target)) {
    write(target, value, origin);
    return unit_.expressions.read(in_register->variable, unit_.builder.variable(in_register->variable).type);
  }
  if (!unit_.expressions.is_total(value)) {
    value = saved(value, "value", {origin.range, {}});
  }
  write(target, value, origin);
  const auto* bits = std::get_if<BitFieldPlace>(&target);
  return bits != nullptr ? unit_.expressions.convert(unit_.expressions.convert(value, bits->field), value->type)
                         : value;
}

cfa::ExpressionRef FunctionLowering::assignment(const clang::BinaryOperator* expression, ValueUse use) {
  const clang::Expr* left = expression->getLHS();
  if (left->getType()->isRecordType()) {
    record_assignment(expression, ValueUse::Discarded);
    return nullptr;
  }
  if (is_approximated(left->getType())) {
    Place target = stabilised(place(left), expression->getRHS(), left);
    effects(expression->getRHS());
    approximate(target, left->getType(), origin_of(expression));
    return nullptr;
  }
  if (!unit_.types.scalar(left->getType())) {
    return unsupported_value("value of type " + left->getType().getAsString(), expression);
  }
  require_one_assignment(expression);
  Place target = stabilised(place(left), expression->getRHS(), left);
  Origin origin = origin_of(expression);
  if (std::holds_alternative<RegisterPlace>(target)) {
    assign_scalar(target, expression->getRHS(), origin);
    return use == ValueUse::Discarded ? nullptr : value_at(target, left->getType().getUnqualifiedType(), origin);
  }
  cfa::Type type = *unit_.types.scalar(left->getType());
  return stored(target, unit_.expressions.convert(rvalue(expression->getRHS()), type), origin, use);
}

Place FunctionLowering::record_assignment(const clang::BinaryOperator* expression, ValueUse use) {
  const clang::Expr* left = expression->getLHS();
  Place target = stabilised(place(left), expression->getRHS(), left);
  const clang::Expr* value = expression->getRHS()->IgnoreParens();
  if (const auto* call = llvm::dyn_cast<clang::CallExpr>(value);
      call != nullptr && std::holds_alternative<LeavesPlace>(target)) {
    call_into(call, target);
    return target;
  }
  Origin origin = origin_of(expression);
  if (use == ValueUse::Needed) {
    target = with_fixed_address(target, target, origin); // writing the object may change what leads to it
  }
  copy(target, aggregate(value), left->getType(), origin);
  return target;
}

cfa::ExpressionRef FunctionLowering::compound_assignment(const clang::CompoundAssignOperator* expression,
                                                         ValueUse use) {
  const clang::Expr* left = expression->getLHS();
  const clang::Expr* right = expression->getRHS();
  auto type = unit_.types.scalar(left->getType());
  auto computation_type = unit_.types.scalar(expression->getComputationLHSType());
  if (is_approximated(left->getType())) {
    Place target = stabilised(place(left), right, left);
    effects(right);
    approximate(target, left->getType(), origin_of(expression));
    return nullptr;
  }
  if (!type || !computation_type || !unit_.types.scalar(right->getType())) {
    return unsupported_value("value of type " + left->getType().getAsString(), expression);
  }
  require_one_assignment(expression);
  Place target = stabilised(place(left), right, left);
  // The right side comes first, as in all compilers: a call in it may change what is read here.
  cfa::ExpressionRef operand = rvalue(right);
  cfa::ExpressionRef old = read(target, left->getType(), left);
  cfa::ExpressionRef result = arithmetic(clang::BinaryOperator::getOpForCompoundAssignment(expression->getOpcode()),
                                         unit_.expressions.convert(old, *computation_type), operand,
                                         expression->getComputationLHSType(), right->getType(), expression);
  if (is_boolean(left->getType())) {
    result = unit_.expressions.value_of(unit_.expressions.truth(result));
  }
  return stored(target, unit_.expressions.convert(result, *type), origin_of(expression), use);
}

cfa::ExpressionRef FunctionLowering::increment(const clang::UnaryOperator* expression, ValueUse use) {
  auto& build = unit_.expressions;
  const clang::Expr* operand = expression->getSubExpr();
  clang::QualType type = operand->getType();
  auto lowered = unit_.types.scalar(type);
  if (!lowered && is_approximated(type)) {
    approximate(place(operand), type, origin_of(expression));
    return nullptr;
  }
  if (!lowered) {
    return unsupported_value("value of type " + type.getAsString(), expression);
  }
  Place target = place(operand);
  Origin origin = origin_of(expression);
  cfa::ExpressionRef old = read(target, type, operand);
  cfa::ExpressionRef result = old;
  bool is_postfix = expression->isPostfix();
  if (use == ValueUse::Needed && is_postfix) {
    cfa::VariableId saved = temporary("value", *lowered);
    emit(cfa::Assign{saved, old}, {origin.range, {}});
    result = build.read(saved, *lowered);
  }
  cfa::ExpressionRef changed = nullptr;
  auto op = expression->isIncrementOp() ? clang::BO_Add : clang::BO_Sub;
  if (type->isPointerType()) {
    changed = pointer_arithmetic(op, old, build.integer(1), type, unit_.context.IntTy, expression);
  } else if (is_boolean(type)) {
    cfa::ExpressionRef one = build.constant(1, *lowered);
    changed = op == clang::BO_Add ? one : build.binary(cfa::BinaryOperator::BitXor, old, one);
  } else {
    // Narrow types are computed as int: the result wraps on the way back.
    clang::QualType promoted = unit_.context.isPromotableIntegerType(type) ? unit_.context.getPromotedIntegerType(type)
                                                                           : type.getUnqualifiedType();
    cfa::Type wide = *unit_.types.scalar(promoted);
    changed = build.convert(
        arithmetic(op, build.convert(old, wide), build.constant(1, wide), promoted, promoted, expression), *lowered);
  }
  if (is_postfix) {
    write(target, changed, origin);
    return use == ValueUse::Needed ? result : nullptr;
  }
  return stored(target, changed, origin, use);
}

} // namespace vouch::frontend
