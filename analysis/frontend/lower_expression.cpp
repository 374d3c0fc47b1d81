#include "analysis/frontend/lower_expression.hpp"

#include "analysis/frontend/call_arguments.hpp"
#include "analysis/frontend/clang_ast.hpp"
#include "analysis/frontend/lower_assignment.hpp"
#include "analysis/frontend/lower_atomic.hpp"
#include "analysis/frontend/lower_block.hpp"
#include "analysis/frontend/lower_call.hpp"
#include "analysis/frontend/lower_condition.hpp"
#include "analysis/frontend/lower_model_call.hpp"
#include "analysis/frontend/lower_operator.hpp"
#include "analysis/frontend/lower_order.hpp"
#include "analysis/frontend/lower_place.hpp"
#include "analysis/frontend/lower_size.hpp"
#include "analysis/frontend/lower_statement.hpp"
#include "analysis/frontend/lower_variable_arguments.hpp"
#include "analysis/frontend/lower_wide_integer.hpp"
#include "analysis/frontend/property_targets.hpp"

#include <clang/AST/Attr.h>
#include <clang/AST/ExprCXX.h>
#include <cstring>

namespace vouch::frontend {
namespace {

/// The value of a constant in one of the binary formats up to 80 bits.
long double floating_value(llvm::APFloat value) {
  bool loses_information = false;
  value.convert(llvm::APFloat::x87DoubleExtended(), llvm::APFloat::rmNearestTiesToEven, &loses_information);
  llvm::APInt bits = value.bitcastToAPInt();
  long double result = 0;
  std::memcpy(&result, bits.getRawData(), 10);
  return result;
}

} // namespace

void ExpressionLowering::find_wide_bit_fields() {
  const clang::FunctionDecl* function = lowering_.interface()->declaration;
  wide_bit_fields_ = wide_bit_field_uses(function->getBody(), unit_.context);
  if (wide_bit_fields_.has_types) {
    lowering_.unsupported("type of a bit-field wider than int",
                          Origin{lowering_.range_of(function->getSourceRange()), {}});
  }
}

cfa::ExpressionRef ExpressionLowering::rvalue(const clang::Expr* expression, const Destination* destination) {
  expression = expression->IgnoreParens();
  auto type = unit_.types.scalar(expression->getType());
  if (!type || expression->getType()->isVoidType()) {
    return lowering_.unsupported_value("value of type " + expression->getType().getAsString(), expression);
  }
  if (wide_bit_fields_.values.contains(expression)) {
    return value_in_bit_field(expression);
  }
  if (auto value = compile_time_value(expression, *type)) {
    return *value;
  }
  EvaluationScope scope(lowering_, expression);
  return scope.used(rvalue_by_kind(expression, *type, destination));
}

cfa::ExpressionRef ExpressionLowering::rvalue_by_kind(const clang::Expr* expression, const cfa::Type& type,
                                                      const Destination* destination) {
  using clang::Stmt;
  switch (expression->getStmtClass()) {
  case Stmt::IntegerLiteralClass:
  case Stmt::CharacterLiteralClass:
  case Stmt::FloatingLiteralClass:
    return literal(expression, type);
  case Stmt::DeclRefExprClass:
    return declaration_value(llvm::cast<clang::DeclRefExpr>(expression), type);
  case Stmt::ImplicitCastExprClass:
  case Stmt::CStyleCastExprClass:
    return cast(llvm::cast<clang::CastExpr>(expression), type, destination);
  case Stmt::UnaryOperatorClass:
    return OperatorLowering(lowering_).unary(llvm::cast<clang::UnaryOperator>(expression));
  case Stmt::BinaryOperatorClass:
    return OperatorLowering(lowering_).binary(llvm::cast<clang::BinaryOperator>(expression), destination);
  case Stmt::CompoundAssignOperatorClass:
    return AssignmentLowering(lowering_).compound_assignment(llvm::cast<clang::CompoundAssignOperator>(expression),
                                                             ValueUse::Needed);
  case Stmt::ConditionalOperatorClass:
  case Stmt::BinaryConditionalOperatorClass:
    return lowering_.conditions().conditional(llvm::cast<clang::AbstractConditionalOperator>(expression), destination);
  case Stmt::CallExprClass:
    return CallLowering(lowering_).call(llvm::cast<clang::CallExpr>(expression), destination, ResultUse::Needed);
  case Stmt::StmtExprClass:
    return statement_expression(llvm::cast<clang::StmtExpr>(expression), destination);
  case Stmt::AtomicExprClass:
    return AtomicLowering(lowering_).atomic(llvm::cast<clang::AtomicExpr>(expression));
  case Stmt::ConstantExprClass:
    return rvalue(llvm::cast<clang::ConstantExpr>(expression)->getSubExpr(), destination);
  case Stmt::ExprWithCleanupsClass:
    return rvalue(llvm::cast<clang::ExprWithCleanups>(expression)->getSubExpr(), destination);
  case Stmt::ImplicitValueInitExprClass:
  case Stmt::GNUNullExprClass:
    return unit_.expressions.zero(type);
  case Stmt::InitListExprClass: {
    const auto* list = llvm::cast<clang::InitListExpr>(expression);
    return list->getNumInits() == 0 ? unit_.expressions.zero(type) : rvalue(list->getInit(0), destination);
  }
  case Stmt::MemberExprClass:
    // A member of a struct that is no lvalue, for instance the result of a call.
    return lowering_.places().read(lowering_.places().place(expression), expression->getType(), expression);
  case Stmt::OpaqueValueExprClass: {
    const auto* opaque = llvm::cast<clang::OpaqueValueExpr>(expression);
    if (cfa::ExpressionRef bound = lowering_.conditions().bound_value(opaque)) {
      return bound;
    }
    return opaque->getSourceExpr() != nullptr ? rvalue(opaque->getSourceExpr())
                                              : lowering_.unsupported_value("OpaqueValueExpr", expression);
  }
  case Stmt::UnaryExprOrTypeTraitExprClass: {
    const auto* trait = llvm::cast<clang::UnaryExprOrTypeTraitExpr>(expression);
    if (trait->getKind() == clang::UETT_SizeOf) {
      lowering_.sizes().evaluate_operand(trait);
      return unit_.expressions.convert(lowering_.sizes().size_of(trait->getTypeOfArgument()), type);
    }
    return lowering_.unsupported_value("alignof", expression);
  }
  case Stmt::OffsetOfExprClass:
    return unit_.expressions.convert(lowering_.sizes().offset_of(llvm::cast<clang::OffsetOfExpr>(expression)), type);
  case Stmt::BuiltinBitCastExprClass:
    return bit_cast(llvm::cast<clang::CastExpr>(expression), type);
  case Stmt::AddrLabelExprClass:
    return lowering_.blocks().label_address(llvm::cast<clang::AddrLabelExpr>(expression)->getLabel());
  case Stmt::VAArgExprClass:
    return VariableArgumentLowering(lowering_).variable_argument(llvm::cast<clang::VAArgExpr>(expression), type);
  default:
    return lowering_.unsupported_value(expression->getStmtClassName(), expression);
  }
}

cfa::ExpressionRef ExpressionLowering::value_in_bit_field(const clang::Expr* expression) {
  auto asked = wide_bit_fields_.values.extract(expression);
  cfa::ExpressionRef value = rvalue(expression);
  const Interval& range = asked.mapped();
  Origin origin = lowering_.origin_of(expression);
  DraftLocation differs = lowering_.add_location();
  DraftLocation agree = lowering_.add_location();
  cfa::ExpressionRef is_beyond =
      range.low > range.high ? unit_.expressions.integer(1) : unit_.expressions.is_outside(value, range);
  lowering_.branch(is_beyond, differs, agree, {origin.range, {}});
  lowering_.start_at(differs);
  lowering_.unsupported("arithmetic on a bit-field wider than int, in which compilers differ", origin);
  lowering_.start_at(agree);
  wide_bit_fields_.values.insert(std::move(asked)); // the same code may be lowered again
  return value;
}

std::optional<cfa::ExpressionRef> ExpressionLowering::compile_time_value(const clang::Expr* expression,
                                                                         const cfa::Type& type) {
  // Only where the value is not to be had by folding operands; asking for every operator would be quadratic.
  bool is_candidate =
      llvm::isa<clang::UnaryExprOrTypeTraitExpr, clang::OffsetOfExpr, clang::TypeTraitExpr, clang::ImaginaryLiteral>(
          expression);
  if (const auto* call = llvm::dyn_cast<clang::CallExpr>(expression)) {
    is_candidate = call->getBuiltinCallee() != 0;
  }
  if (is_candidate && cfa::is_float(type)) {
    llvm::APFloat number(0.0);
    bool is_known = expression->EvaluateAsFloat(number, unit_.context, clang::Expr::SE_NoSideEffects);
    // Of NaNs the engine has only the plain one as a constant.
    bool is_plain =
        is_known && (!number.isNaN() || number.bitwiseIsEqual(llvm::APFloat::getQNaN(number.getSemantics())));
    return is_plain ? std::optional(unit_.expressions.floating(floating_value(number), std::get<cfa::FloatType>(type)))
                    : std::nullopt;
  }
  if (!is_candidate || cfa::as_integer(type) == nullptr) {
    return std::nullopt;
  }
  clang::Expr::EvalResult result;
  if (!expression->EvaluateAsInt(result, unit_.context, clang::Expr::SE_NoSideEffects)) {
    return std::nullopt;
  }
  return unit_.expressions.constant(integer_of(result.Val.getInt()), type);
}

cfa::ExpressionRef ExpressionLowering::literal(const clang::Expr* expression, const cfa::Type& type) {
  if (const auto* character = llvm::dyn_cast<clang::CharacterLiteral>(expression)) {
    return unit_.expressions.constant(character->getValue(), type);
  }
  if (const auto* number = llvm::dyn_cast<clang::FloatingLiteral>(expression)) {
    return unit_.expressions.floating(floating_value(number->getValue()), std::get<cfa::FloatType>(type));
  }
  llvm::APInt value = llvm::cast<clang::IntegerLiteral>(expression)->getValue();
  return unit_.expressions.constant(cfa::Integer{value.getZExtValue()}, type);
}

cfa::ExpressionRef ExpressionLowering::declaration_value(const clang::DeclRefExpr* reference, const cfa::Type& type) {
  if (const auto* constant = llvm::dyn_cast<clang::EnumConstantDecl>(reference->getDecl())) {
    return unit_.expressions.constant(integer_of(constant->getInitVal()), type);
  }
  if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(reference->getDecl())) {
    const cfa::ExpressionRef address = unit_.expressions.function_address(unit_.interface_of(function).id);
    return may_be_absent(function) ? lowering_.places().address_of_weak_symbol(function, address) : address;
  }
  return lowering_.unsupported_value(reference->getDecl()->getDeclKindName(), reference);
}

cfa::ExpressionRef ExpressionLowering::cast(const clang::CastExpr* expression, const cfa::Type& type,
                                            const Destination* destination) {
  const clang::Expr* operand = expression->getSubExpr();
  auto& build = unit_.expressions;
  for (clang::QualType written : evaluated_types(expression)) {
    lowering_.sizes().evaluate_array_sizes(written);
  }
  if (is_approximated(lowering_, operand->getType())) {
    effects(operand);
    return approximated(lowering_, type, expression);
  }
  switch (expression->getCastKind()) {
  case clang::CK_LValueToRValue:
    if (const auto* literal = llvm::dyn_cast<clang::CompoundLiteralExpr>(operand->IgnoreParens())) {
      return rvalue(literal->getInitializer(), destination); // the object itself is not needed
    }
    if (auto entry = ModelCallLowering(lowering_).character_table_entry(operand, type)) {
      return *entry;
    }
    return lowering_.places().read(lowering_.places().place(operand), operand->getType(), expression);
  case clang::CK_NoOp:
  case clang::CK_AtomicToNonAtomic:
  case clang::CK_NonAtomicToAtomic:
    return rvalue(operand, destination);
  case clang::CK_BitCast:
  case clang::CK_AddressSpaceConversion:
    return unit_.types.scalar(operand->getType()) == type ? rvalue(operand, destination)
                                                          : lowering_.unsupported_value("vector", expression);
  case clang::CK_ArrayToPointerDecay:
    return lowering_.places().address(operand);
  case clang::CK_FunctionToPointerDecay:
  case clang::CK_BuiltinFnToFnPtr:
    return lowering_.places().address(operand);
  case clang::CK_NullToPointer:
    effects(operand);
    return build.zero(type);
  case clang::CK_IntegralToPointer:
  case clang::CK_PointerToIntegral:
  case clang::CK_IntegralCast:
  case clang::CK_IntegralToFloating:
  case clang::CK_FloatingToIntegral:
  case clang::CK_FloatingCast:
  case clang::CK_BooleanToSignedIntegral:
    if (unit_.types.scalar(operand->getType())) {
      const cfa::ExpressionRef value = rvalue(operand);
      if (llvm::isa<clang::ImplicitCastExpr>(expression)) {
        lowering_.targets().check_conversion(value, type, expression);
      }
      return build.convert(value, type);
    }
    return lowering_.unsupported_value("value of type " + operand->getType().getAsString(), expression);
  case clang::CK_PointerToBoolean:
  case clang::CK_IntegralToBoolean:
  case clang::CK_FloatingToBoolean:
    return build.convert(build.value_of(build.truth(rvalue(operand))), type);
  default:
    return lowering_.unsupported_value(std::string("cast ") + expression->getCastKindName(), expression);
  }
}

cfa::ExpressionRef ExpressionLowering::statement_expression(const clang::StmtExpr* expression,
                                                            const Destination* destination) {
  lowering_.blocks().open_block(expression->getSubStmt());
  cfa::ExpressionRef value = value_of_statements(expression, destination);
  if (lowering_.blocks().ends_lifetimes() && !unit_.expressions.is_total(value)) {
    value = lowering_.saved(value, "value",
                            {lowering_.origin_of(expression).range, {}}); // it may be that of a variable of the block
  }
  lowering_.blocks().close_block();
  return value;
}

cfa::ExpressionRef ExpressionLowering::value_of_statements(const clang::StmtExpr* expression,
                                                           const Destination* destination) {
  const clang::CompoundStmt* body = expression->getSubStmt();
  const auto* last = body->body_empty() ? nullptr : llvm::dyn_cast<clang::ValueStmt>(body->getStmtExprResult());
  for (const clang::Stmt* part : body->body()) {
    if (part != last) {
      lowering_.statements().statement(part);
    }
  }
  const clang::Expr* value = last != nullptr ? last->getExprStmt() : nullptr;
  if (value == nullptr) {
    return lowering_.unsupported_value("statement expression without a value", expression);
  }
  for (const clang::Stmt* labelled = last; labelled != value;) {
    const auto* with_label = llvm::dyn_cast<clang::LabelStmt>(labelled);
    if (with_label == nullptr) {
      return lowering_.unsupported_value("label before the value of a statement expression", expression);
    }
    lowering_.go_to(lowering_.blocks().label(with_label->getDecl()));
    lowering_.start_at(lowering_.blocks().label(with_label->getDecl()));
    labelled = with_label->getSubStmt();
  }
  return rvalue(value, destination);
}

cfa::ExpressionRef ExpressionLowering::bit_cast(const clang::CastExpr* expression, const cfa::Type& type) {
  const clang::Expr* operand = expression->getSubExpr();
  auto from = unit_.types.scalar(operand->getType());
  if (!from || cfa::size_in_bytes(*from) != cfa::size_in_bytes(type)) {
    return lowering_.unsupported_value("bit cast", expression);
  }
  Origin invisible{lowering_.origin_of(expression).range, {}};
  cfa::ExpressionRef value =
      operand->isLValue() ? lowering_.places().read(lowering_.places().place(operand), operand->getType(), expression)
                          : rvalue(operand);
  auto object = std::get<MemoryPlace>(unit_.make_place("<bits>", operand->getType(), cfa::VariableKind::Temporary,
                                                       cfa::Storage::Memory, lowering_.function(), invisible.range));
  lowering_.emit(cfa::Declare{std::get<cfa::AddressOf>(object.address->node).variable}, invisible);
  lowering_.places().write(object, value, invisible);
  return unit_.expressions.load(object.address, type);
}

void ExpressionLowering::effects(const clang::Expr* expression) {
  expression = expression->IgnoreParens();
  EvaluationScope scope(lowering_, expression);
  effects_by_kind(expression);
}

void ExpressionLowering::effects_by_kind(const clang::Expr* expression) {
  using clang::Stmt;
  switch (expression->getStmtClass()) {
  case Stmt::CallExprClass:
    CallLowering(lowering_).call(llvm::cast<clang::CallExpr>(expression), nullptr, ResultUse::Discarded);
    return;
  case Stmt::ConditionalOperatorClass:
  case Stmt::BinaryConditionalOperatorClass: {
    const auto* choice = llvm::cast<clang::AbstractConditionalOperator>(expression);
    const clang::Expr* condition = lowering_.conditions().bind_common(choice);
    return conditional_effects(condition, choice->getTrueExpr(), choice->getFalseExpr());
  }
  case Stmt::CompoundAssignOperatorClass:
    AssignmentLowering(lowering_).compound_assignment(llvm::cast<clang::CompoundAssignOperator>(expression),
                                                      ValueUse::Discarded);
    return;
  case Stmt::BinaryOperatorClass: {
    const auto* operation = llvm::cast<clang::BinaryOperator>(expression);
    if (operation->getOpcode() == clang::BO_Assign) {
      AssignmentLowering(lowering_).assignment(operation, ValueUse::Discarded);
    } else if (operation->getOpcode() == clang::BO_LAnd) {
      conditional_effects(operation->getLHS(), operation->getRHS(), nullptr);
    } else if (operation->getOpcode() == clang::BO_LOr) {
      conditional_effects(operation->getLHS(), nullptr, operation->getRHS());
    } else if (operation->getOpcode() != clang::BO_Comma && lowering_.targets().checks_undefined_behaviour()) {
      rvalue(operation); // for what can be undefined in computing it
    } else {
      effects(operation->getLHS());
      effects(operation->getRHS());
    }
    return;
  }
  case Stmt::UnaryOperatorClass: {
    const auto* operation = llvm::cast<clang::UnaryOperator>(expression);
    if (operation->isIncrementDecrementOp()) {
      AssignmentLowering(lowering_).increment(operation, ValueUse::Discarded);
    } else if (operation->getOpcode() == clang::UO_Minus && lowering_.targets().checks_undefined_behaviour()) {
      rvalue(operation);
    } else {
      effects(operation->getSubExpr());
    }
    return;
  }
  case Stmt::StmtExprClass:
    return lowering_.statements().statement(llvm::cast<clang::StmtExpr>(expression)->getSubStmt());
  case Stmt::AtomicExprClass:
    AtomicLowering(lowering_).atomic(llvm::cast<clang::AtomicExpr>(expression));
    return;
  case Stmt::UnaryExprOrTypeTraitExprClass:
    return lowering_.sizes().evaluate_operand(llvm::cast<clang::UnaryExprOrTypeTraitExpr>(expression));
  case Stmt::OffsetOfExprClass: // an index may have side effects
    for (const Stmt* index : evaluated_children(expression)) {
      effects(llvm::cast<clang::Expr>(index));
    }
    return;
  case Stmt::OpaqueValueExprClass: // evaluated where it is bound
    return;
  case Stmt::VAArgExprClass:
    VariableArgumentLowering(lowering_).next_argument(llvm::cast<clang::VAArgExpr>(expression));
    return;
  default:
    if (const auto* cast = llvm::dyn_cast<clang::CastExpr>(expression);
        cast != nullptr && cast->getCastKind() == clang::CK_LValueToRValue &&
        lowering_.targets().checks_undefined_behaviour() && unit_.types.scalar(cast->getType())) {
      rvalue(cast);
      return;
    }
    for (const Stmt* child : evaluated_children(expression)) {
      if (const auto* operand = llvm::dyn_cast<clang::Expr>(child)) {
        effects(operand);
      } else {
        lowering_.unsupported(expression->getStmtClassName(), expression);
      }
    }
  }
}

void ExpressionLowering::conditional_effects(const clang::Expr* condition, const clang::Expr* if_true,
                                             const clang::Expr* if_false) {
  DraftLocation then = lowering_.add_location();
  DraftLocation otherwise = lowering_.add_location();
  DraftLocation after = lowering_.add_location();
  std::size_t edges_before = lowering_.draft().edge_count();
  DraftLocation begin = lowering_.current();
  lowering_.start_at(then);
  if (if_true != nullptr) {
    effects(if_true);
  }
  DraftLocation then_end = lowering_.current();
  lowering_.start_at(otherwise);
  if (if_false != nullptr) {
    effects(if_false);
  }
  DraftLocation otherwise_end = lowering_.current();
  lowering_.start_at(begin);
  // A branch that does not go on, such as a failed `assert` that is no property, needs no edge to matter.
  const bool both_go_on = then_end == then && otherwise_end == otherwise;
  if (lowering_.draft().edge_count() == edges_before && both_go_on) {
    effects(condition);
    return;
  }
  lowering_.conditions().condition(condition, then, otherwise);
  lowering_.draft().add_skip(then_end, after);
  lowering_.draft().add_skip(otherwise_end, after);
  lowering_.start_at(after);
}

} // namespace vouch::frontend
