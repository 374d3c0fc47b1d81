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

cfa::ExpressionRef FunctionLowering::assignment(const clang::BinaryOperator* expression) {
  const clang::Expr* left = expression->getLHS();
  if (left->getType()->isRecordType()) {
    record_assignment(expression);
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
  Place target = stabilised(place(left), expression->getRHS(), left);
  Origin origin = origin_of(expression);
  if (std::holds_alternative<RegisterPlace>(target)) {
    assign_scalar(target, expression->getRHS(), origin);
    return value_at(target, left->getType().getUnqualifiedType(), origin);
  }
  cfa::ExpressionRef value = rvalue(expression->getRHS());
  write(target, value, origin);
  if (!unit_.expressions.is_total(value)) {
    return value_at(target, left->getType().getUnqualifiedType(), origin);
  }
  // A total value reads no memory, so the store has not changed it; to name it again is cheaper than to load it.
  if (const auto* bits = std::get_if<BitFieldPlace>(&target)) {
    value = unit_.expressions.convert(value, bits->field);
  }
  return unit_.expressions.convert(value, *unit_.types.scalar(left->getType()));
}

Place FunctionLowering::record_assignment(const clang::BinaryOperator* expression) {
  const clang::Expr* left = expression->getLHS();
  Place target = stabilised(place(left), expression->getRHS(), left);
  const clang::Expr* value = expression->getRHS()->IgnoreParens();
  if (const auto* call = llvm::dyn_cast<clang::CallExpr>(value);
      call != nullptr && std::holds_alternative<LeavesPlace>(target)) {
    call_into(call, target);
    return target;
  }
  copy(target, aggregate(value), left->getType(), origin_of(expression));
  return target;
}

cfa::ExpressionRef FunctionLowering::compound_assignment(const clang::CompoundAssignOperator* expression) {
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
  Place target = stabilised(place(left), right, left);
  cfa::ExpressionRef old = stabilised(read(target, left->getType(), left), right, left);
  cfa::ExpressionRef operand = rvalue(right);
  cfa::ExpressionRef result = arithmetic(clang::BinaryOperator::getOpForCompoundAssignment(expression->getOpcode()),
                                         unit_.expressions.convert(old, *computation_type), operand,
                                         expression->getComputationLHSType(), right->getType(), expression);
  if (is_boolean(left->getType())) {
    result = unit_.expressions.value_of(unit_.expressions.truth(result));
  }
  Origin origin = origin_of(expression);
  write(target, unit_.expressions.convert(result, *type), origin);
  return value_at(target, left->getType().getUnqualifiedType(), origin);
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
    changed =
        build.convert(arithmetic(op, build.convert(old, wide), build.constant(1, wide), promoted, promoted, expression),
                      *lowered);
  }
  write(target, changed, origin);
  if (use == ValueUse::Discarded) {
    return nullptr;
  }
  return is_postfix ? result : value_at(target, type.getUnqualifiedType(), origin);
}

} // namespace vouch::frontend
