#include "analysis/frontend/lower_condition.hpp"

#include "analysis/frontend/annotated_source.hpp"
#include "analysis/frontend/clang_ast.hpp"
#include "analysis/frontend/lower_expression.hpp"
#include "analysis/frontend/lower_float_function.hpp"
#include "analysis/frontend/property_targets.hpp"

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

void ConditionLowering::condition(const clang::Expr* expression, DraftLocation if_true, DraftLocation if_false) {
  expression = skip_wrappers(expression);
  while (const clang::Expr* operand = converted_condition(expression)) {
    expression = skip_wrappers(operand);
  }
  if (const auto* negation = llvm::dyn_cast<clang::UnaryOperator>(expression);
      negation != nullptr && negation->getOpcode() == clang::UO_LNot) {
    return condition(negation->getSubExpr(), if_false, if_true);
  }
  if (const clang::BinaryOperator* operation = logical_operator(expression)) {
    DraftLocation second = lowering_.add_location();
    bool is_and = operation->getOpcode() == clang::BO_LAnd;
    condition(operation->getLHS(), is_and ? second : if_true, is_and ? if_false : second);
    lowering_.start_at(second);
    return condition(operation->getRHS(), if_true, if_false);
  }
  if (const auto* operation = llvm::dyn_cast<clang::BinaryOperator>(expression);
      operation != nullptr && operation->getOpcode() == clang::BO_Comma) {
    lowering_.expressions().effects(operation->getLHS());
    return condition(operation->getRHS(), if_true, if_false);
  }
  if (const clang::Expr* annotated = argument_of_annotation(expression)) {
    return lowering_.targets().annotated_condition(annotated, if_true, if_false);
  }
  std::optional<cfa::ExpressionRef> sign = FloatFunctionLowering(lowering_).sign_bit(expression);
  lowering_.branch(sign ? *sign : lowering_.expressions().rvalue(expression), if_true, if_false,
                   lowering_.origin_of(expression));
}

ConditionLowering::Branch ConditionLowering::branch_value(const clang::Expr* expression) {
  DraftLocation before = lowering_.current();
  std::size_t edges_before = lowering_.draft().edge_count();
  Branch result;
  result.begin = lowering_.add_location();
  lowering_.start_at(result.begin);
  result.value = lowering_.expressions().rvalue(expression);
  result.end = lowering_.current();
  const bool does_nothing = lowering_.draft().edge_count() == edges_before && result.end == result.begin;
  result.is_plain = does_nothing && unit_.expressions.is_total(result.value);
  lowering_.start_at(before);
  return result;
}

cfa::ExpressionRef ConditionLowering::logical(const clang::BinaryOperator* expression, const Destination* destination) {
  auto& build = unit_.expressions;
  bool is_and = expression->getOpcode() == clang::BO_LAnd;
  Branch right = branch_value(expression->getRHS());
  cfa::ExpressionRef right_value = build.value_of(build.truth(right.value));
  if (right.is_plain) {
    cfa::ExpressionRef left = build.value_of(build.truth(lowering_.expressions().rvalue(expression->getLHS())));
    if (const cfa::Integer* known = constant_value(left)) {
      return (*known != 0) == is_and ? right_value : left;
    }
    return build.binary(is_and ? cfa::BinaryOperator::LogicalAnd : cfa::BinaryOperator::LogicalOr, left, right_value);
  }
  Origin origin = destination != nullptr ? destination->origin : lowering_.origin_of(expression);
  cfa::VariableId result = lowering_.result_variable("condition", right_value->type, destination);
  DraftLocation decided = lowering_.add_location();
  DraftLocation after = lowering_.add_location();
  condition(expression->getLHS(), is_and ? right.begin : decided, is_and ? decided : right.begin);
  lowering_.start_at(right.end);
  lowering_.emit(cfa::Assign{result, right_value}, origin);
  lowering_.go_to(after);
  lowering_.start_at(decided);
  lowering_.emit(cfa::Assign{result, build.integer(is_and ? 0 : 1)}, origin);
  lowering_.go_to(after);
  lowering_.start_at(after);
  return build.read(result, right_value->type);
}

const clang::Expr* ConditionLowering::bind_common(const clang::AbstractConditionalOperator* expression) {
  if (const auto* short_form = llvm::dyn_cast<clang::BinaryConditionalOperator>(expression)) {
    cfa::ExpressionRef common = lowering_.expressions().rvalue(short_form->getCommon());
    // Both the condition and the result read it; a temporary also keeps side effects of the operands away.
    if (!unit_.expressions.is_total(common)) {
      cfa::VariableId saved = lowering_.temporary("value", common->type);
      lowering_.emit(cfa::Assign{saved, common}, lowering_.origin_of(short_form->getCommon()));
      common = unit_.expressions.read(saved, common->type);
    }
    opaque_values_.insert_or_assign(short_form->getOpaqueValue(), common);
  }
  return expression->getCond();
}

cfa::ExpressionRef ConditionLowering::bound_value(const clang::OpaqueValueExpr* common) const {
  auto bound = opaque_values_.find(common);
  return bound != opaque_values_.end() ? bound->second : nullptr;
}

cfa::ExpressionRef ConditionLowering::conditional(const clang::AbstractConditionalOperator* expression,
                                                  const Destination* destination) {
  auto& build = unit_.expressions;
  const clang::Expr* chosen_by = bind_common(expression);
  cfa::Type type = *unit_.types.scalar(expression->getType());
  Branch yes = branch_value(expression->getTrueExpr());
  Branch no = branch_value(expression->getFalseExpr());
  yes.value = build.convert(yes.value, type);
  no.value = build.convert(no.value, type);
  if (yes.is_plain && no.is_plain) {
    std::optional<cfa::ExpressionRef> sign = FloatFunctionLowering(lowering_).sign_bit(skip_wrappers(chosen_by));
    return build.conditional(build.truth(sign ? *sign : lowering_.expressions().rvalue(chosen_by)), yes.value,
                             no.value);
  }
  Origin origin = destination != nullptr ? destination->origin : lowering_.origin_of(expression);
  cfa::VariableId result = lowering_.result_variable("conditional", type, destination);
  condition(chosen_by, yes.begin, no.begin);
  DraftLocation after = lowering_.add_location();
  for (const Branch& taken : {yes, no}) {
    lowering_.start_at(taken.end);
    lowering_.emit(cfa::Assign{result, taken.value}, origin);
    lowering_.go_to(after);
  }
  lowering_.start_at(after);
  return build.read(result, type);
}

} // namespace vouch::frontend
