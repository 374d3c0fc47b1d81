#include "analysis/frontend/clang_ast.hpp"
#include "analysis/frontend/function_lowering.hpp"

namespace vouch::frontend {
namespace {

const clang::BinaryOperator* logical_operator(const clang::Expr* expression) {
  const auto* operation = llvm::dyn_cast<clang::BinaryOperator>(expression);
  return operation != nullptr && operation->isLogicalOp() ? operation : nullptr;
}

/// The operand of a conversion that keeps zero and nonzero apart, as conditions often have around them.
const clang::Expr* converted_condition(const clang::Expr* expression) {
  if (const auto* cast = llvm::dyn_cast<clang::CastExpr>(expression)) {
    const clang::Expr* operand = cast->getSubExpr();
    bool to_boolean = cast->getCastKind() == clang::CK_IntegralToBoolean ||
                      cast->getCastKind() == clang::CK_PointerToBoolean ||
                      cast->getCastKind() == clang::CK_FloatingToBoolean;
    const clang::Expr* core = skip_wrappers(operand);
    bool from_boolean = cast->getCastKind() == clang::CK_IntegralCast &&
                        (logical_operator(core) != nullptr || core->getType()->isBooleanType());
    if (to_boolean || from_boolean || cast->getCastKind() == clang::CK_NoOp) {
      return operand;
    }
  }
  if (const auto* call = llvm::dyn_cast<clang::CallExpr>(expression)) {
    const clang::FunctionDecl* callee = direct_callee(call);
    if (callee != nullptr && callee->getIdentifier() != nullptr && callee->getName() == "__builtin_expect") {
      return call->getArg(0);
    }
  }
  return nullptr;
}

} // namespace

void FunctionLowering::condition(const clang::Expr* expression, DraftLocation if_true, DraftLocation if_false) {
  expression = skip_wrappers(expression);
  while (const clang::Expr* operand = converted_condition(expression)) {
    expression = skip_wrappers(operand);
  }
  if (const auto* negation = llvm::dyn_cast<clang::UnaryOperator>(expression);
      negation != nullptr && negation->getOpcode() == clang::UO_LNot) {
    return condition(negation->getSubExpr(), if_false, if_true);
  }
  if (const clang::BinaryOperator* operation = logical_operator(expression)) {
    DraftLocation second = draft_.add_location();
    bool is_and = operation->getOpcode() == clang::BO_LAnd;
    condition(operation->getLHS(), is_and ? second : if_true, is_and ? if_false : second);
    start_at(second);
    return condition(operation->getRHS(), if_true, if_false);
  }
  if (const auto* operation = llvm::dyn_cast<clang::BinaryOperator>(expression);
      operation != nullptr && operation->getOpcode() == clang::BO_Comma) {
    effects(operation->getLHS());
    return condition(operation->getRHS(), if_true, if_false);
  }
  std::optional<cfa::ExpressionRef> sign = sign_bit(expression);
  branch(sign ? *sign : rvalue(expression), if_true, if_false, origin_of(expression));
}

FunctionLowering::Branch FunctionLowering::branch_value(const clang::Expr* expression) {
  DraftLocation before = current_;
  std::size_t edges_before = draft_.edge_count();
  Branch result;
  result.begin = draft_.add_location();
  start_at(result.begin);
  result.value = rvalue(expression);
  result.end = current_;
  const bool does_nothing = draft_.edge_count() == edges_before && result.end == result.begin;
  result.is_plain = does_nothing && unit_.expressions.is_total(result.value);
  start_at(before);
  return result;
}

cfa::ExpressionRef FunctionLowering::logical(const clang::BinaryOperator* expression, const Destination* destination) {
  auto& build = unit_.expressions;
  bool is_and = expression->getOpcode() == clang::BO_LAnd;
  Branch right = branch_value(expression->getRHS());
  cfa::ExpressionRef right_value = build.value_of(build.truth(right.value));
  if (right.is_plain) {
    cfa::ExpressionRef left = build.value_of(build.truth(rvalue(expression->getLHS())));
    if (const cfa::Integer* known = constant_value(left)) {
      return (*known != 0) == is_and ? right_value : left;
    }
    return build.binary(is_and ? cfa::BinaryOperator::LogicalAnd : cfa::BinaryOperator::LogicalOr, left, right_value);
  }
  Origin origin = destination != nullptr ? destination->origin : origin_of(expression);
  cfa::VariableId result = result_variable("condition", right_value->type, destination);
  DraftLocation decided = draft_.add_location();
  DraftLocation after = draft_.add_location();
  condition(expression->getLHS(), is_and ? right.begin : decided, is_and ? decided : right.begin);
  start_at(right.end);
  emit(cfa::Assign{result, right_value}, origin);
  go_to(after);
  start_at(decided);
  emit(cfa::Assign{result, build.integer(is_and ? 0 : 1)}, origin);
  go_to(after);
  start_at(after);
  return build.read(result, right_value->type);
}

const clang::Expr* FunctionLowering::bind_common(const clang::AbstractConditionalOperator* expression) {
  if (const auto* short_form = llvm::dyn_cast<clang::BinaryConditionalOperator>(expression)) {
    cfa::ExpressionRef common = rvalue(short_form->getCommon());
    // Both the condition and the result read it; a temporary also keeps side effects of the operands away.
    if (!unit_.expressions.is_total(common)) {
      cfa::VariableId saved = temporary("value", common->type);
      emit(cfa::Assign{saved, common}, origin_of(short_form->getCommon()));
      common = unit_.expressions.read(saved, common->type);
    }
    opaque_values_.insert_or_assign(short_form->getOpaqueValue(), common);
  }
  return expression->getCond();
}

cfa::ExpressionRef FunctionLowering::conditional(const clang::AbstractConditionalOperator* expression,
                                                 const Destination* destination) {
  auto& build = unit_.expressions;
  const clang::Expr* chosen_by = bind_common(expression);
  cfa::Type type = *unit_.types.scalar(expression->getType());
  Branch yes = branch_value(expression->getTrueExpr());
  Branch no = branch_value(expression->getFalseExpr());
  yes.value = build.convert(yes.value, type);
  no.value = build.convert(no.value, type);
  if (yes.is_plain && no.is_plain) {
    std::optional<cfa::ExpressionRef> sign = sign_bit(skip_wrappers(chosen_by));
    return build.conditional(build.truth(sign ? *sign : rvalue(chosen_by)), yes.value, no.value);
  }
  Origin origin = destination != nullptr ? destination->origin : origin_of(expression);
  cfa::VariableId result = result_variable("conditional", type, destination);
  condition(chosen_by, yes.begin, no.begin);
  DraftLocation after = draft_.add_location();
  for (const Branch& taken : {yes, no}) {
    start_at(taken.end);
    emit(cfa::Assign{result, taken.value}, origin);
    go_to(after);
  }
  start_at(after);
  return build.read(result, type);
}

} // namespace vouch::frontend
