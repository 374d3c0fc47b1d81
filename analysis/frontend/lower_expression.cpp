#include "analysis/frontend/clang_ast.hpp"
#include "analysis/frontend/function_lowering.hpp"

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

cfa::ExpressionRef FunctionLowering::rvalue(const clang::Expr* expression, const Destination* destination) {
  expression = expression->IgnoreParens();
  auto type = unit_.types.scalar(expression->getType());
  if (!type || expression->getType()->isVoidType()) {
    return unsupported_value("value of type " + expression->getType().getAsString(), expression);
  }
  if (wide_bit_fields_.values.contains(expression)) {
    return value_in_bit_field(expression);
  }
  if (auto value = compile_time_value(expression, *type)) {
    return *value;
  }
  EvaluationScope scope(*this, expression);
  return scope.used(rvalue_by_kind(expression, *type, destination));
}

cfa::ExpressionRef FunctionLowering::rvalue_by_kind(const clang::Expr* expression, const cfa::Type& type,
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
    return unary(llvm::cast<clang::UnaryOperator>(expression));
  case Stmt::BinaryOperatorClass:
    return binary(llvm::cast<clang::BinaryOperator>(expression), destination);
  case Stmt::CompoundAssignOperatorClass:
    return compound_assignment(llvm::cast<clang::CompoundAssignOperator>(expression), ValueUse::Needed);
  case Stmt::ConditionalOperatorClass:
  case Stmt::BinaryConditionalOperatorClass:
    return conditional(llvm::cast<clang::AbstractConditionalOperator>(expression), destination);
  case Stmt::CallExprClass:
    return call(llvm::cast<clang::CallExpr>(expression), destination, ResultUse::Needed);
  case Stmt::StmtExprClass:
    return statement_expression(llvm::cast<clang::StmtExpr>(expression), destination);
  case Stmt::AtomicExprClass:
    return atomic(llvm::cast<clang::AtomicExpr>(expression));
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
    return read(place(expression), expression->getType(), expression);
  case Stmt::OpaqueValueExprClass: {
    const auto* opaque = llvm::cast<clang::OpaqueValueExpr>(expression);
    if (auto bound = opaque_values_.find(opaque); bound != opaque_values_.end()) {
      return bound->second;
    }
    return opaque->getSourceExpr() != nullptr ? rvalue(opaque->getSourceExpr())
                                              : unsupported_value("OpaqueValueExpr", expression);
  }
  case Stmt::UnaryExprOrTypeTraitExprClass: {
    const auto* trait = llvm::cast<clang::UnaryExprOrTypeTraitExpr>(expression);
    if (trait->getKind() == clang::UETT_SizeOf) {
      evaluate_operand(trait);
      return unit_.expressions.convert(size_of(trait->getTypeOfArgument()), type);
    }
    return unsupported_value("alignof", expression);
  }
  case Stmt::OffsetOfExprClass:
    return unit_.expressions.convert(offset_of(llvm::cast<clang::OffsetOfExpr>(expression)), type);
  case Stmt::BuiltinBitCastExprClass:
    return bit_cast(llvm::cast<clang::CastExpr>(expression), type);
  case Stmt::AddrLabelExprClass:
    return label_address(llvm::cast<clang::AddrLabelExpr>(expression)->getLabel());
  case Stmt::VAArgExprClass:
    return variable_argument(llvm::cast<clang::VAArgExpr>(expression), type);
  default:
    return unsupported_value(expression->getStmtClassName(), expression);
  }
}

cfa::ExpressionRef FunctionLowering::value_in_bit_field(const clang::Expr* expression) {
  auto asked = wide_bit_fields_.values.extract(expression);
  cfa::ExpressionRef value = rvalue(expression);
  const Interval& range = asked.mapped();
  Origin origin = origin_of(expression);
  DraftLocation differs = draft_.add_location();
  DraftLocation agree = draft_.add_location();
  cfa::ExpressionRef is_beyond =
      range.low > range.high ? unit_.expressions.integer(1) : unit_.expressions.is_outside(value, range);
  branch(is_beyond, differs, agree, {origin.range, {}});
  start_at(differs);
  unsupported("arithmetic on a bit-field wider than int, in which compilers differ", origin);
  start_at(agree);
  wide_bit_fields_.values.insert(std::move(asked)); // the same code may be lowered again
  return value;
}

std::optional<cfa::ExpressionRef> FunctionLowering::compile_time_value(const clang::Expr* expression,
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

cfa::ExpressionRef FunctionLowering::literal(const clang::Expr* expression, const cfa::Type& type) {
  if (const auto* character = llvm::dyn_cast<clang::CharacterLiteral>(expression)) {
    return unit_.expressions.constant(character->getValue(), type);
  }
  if (const auto* number = llvm::dyn_cast<clang::FloatingLiteral>(expression)) {
    return unit_.expressions.floating(floating_value(number->getValue()), std::get<cfa::FloatType>(type));
  }
  llvm::APInt value = llvm::cast<clang::IntegerLiteral>(expression)->getValue();
  return unit_.expressions.constant(cfa::Integer{value.getZExtValue()}, type);
}

cfa::ExpressionRef FunctionLowering::declaration_value(const clang::DeclRefExpr* reference, const cfa::Type& type) {
  if (const auto* constant = llvm::dyn_cast<clang::EnumConstantDecl>(reference->getDecl())) {
    return unit_.expressions.constant(integer_of(constant->getInitVal()), type);
  }
  if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(reference->getDecl())) {
    const cfa::ExpressionRef address = unit_.expressions.function_address(unit_.interface_of(function).id);
    return may_be_absent(function) ? address_of_weak_symbol(function, address) : address;
  }
  return unsupported_value(reference->getDecl()->getDeclKindName(), reference);
}

cfa::ExpressionRef FunctionLowering::cast(const clang::CastExpr* expression, const cfa::Type& type,
                                          const Destination* destination) {
  const clang::Expr* operand = expression->getSubExpr();
  auto& build = unit_.expressions;
  for (clang::QualType written : evaluated_types(expression)) {
    evaluate_array_sizes(written);
  }
  if (is_approximated(operand->getType())) {
    effects(operand);
    return approximated(type, expression);
  }
  switch (expression->getCastKind()) {
  case clang::CK_LValueToRValue:
    if (const auto* literal = llvm::dyn_cast<clang::CompoundLiteralExpr>(operand->IgnoreParens())) {
      return rvalue(literal->getInitializer(), destination); // the object itself is not needed
    }
    if (auto entry = character_table_entry(operand, type)) {
      return *entry;
    }
    return read(place(operand), operand->getType(), expression);
  case clang::CK_NoOp:
  case clang::CK_AtomicToNonAtomic:
  case clang::CK_NonAtomicToAtomic:
    return rvalue(operand, destination);
  case clang::CK_BitCast:
  case clang::CK_AddressSpaceConversion:
    return unit_.types.scalar(operand->getType()) == type ? rvalue(operand, destination)
                                                          : unsupported_value("vector", expression);
  case clang::CK_ArrayToPointerDecay:
    return address(operand);
  case clang::CK_FunctionToPointerDecay:
  case clang::CK_BuiltinFnToFnPtr:
    return address(operand);
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
      return build.convert(rvalue(operand), type);
    }
    return unsupported_value("value of type " + operand->getType().getAsString(), expression);
  case clang::CK_PointerToBoolean:
  case clang::CK_IntegralToBoolean:
  case clang::CK_FloatingToBoolean:
    return build.convert(build.value_of(build.truth(rvalue(operand))), type);
  default:
    return unsupported_value(std::string("cast ") + expression->getCastKindName(), expression);
  }
}

cfa::ExpressionRef FunctionLowering::statement_expression(const clang::StmtExpr* expression,
                                                          const Destination* destination) {
  open_block(expression->getSubStmt());
  cfa::ExpressionRef value = value_of_statements(expression, destination);
  if (!open_blocks_.back().endings.empty() && !unit_.expressions.is_total(value)) {
    value = saved(value, "value", {origin_of(expression).range, {}}); // it may be that of a variable of the block
  }
  close_block();
  return value;
}

cfa::ExpressionRef FunctionLowering::value_of_statements(const clang::StmtExpr* expression,
                                                         const Destination* destination) {
  const clang::CompoundStmt* body = expression->getSubStmt();
  const auto* last = body->body_empty() ? nullptr : llvm::dyn_cast<clang::ValueStmt>(body->getStmtExprResult());
  for (const clang::Stmt* part : body->body()) {
    if (part != last) {
      statement(part);
    }
  }
  const clang::Expr* value = last != nullptr ? last->getExprStmt() : nullptr;
  if (value == nullptr) {
    return unsupported_value("statement expression without a value", expression);
  }
  for (const clang::Stmt* labelled = last; labelled != value;) {
    const auto* with_label = llvm::dyn_cast<clang::LabelStmt>(labelled);
    if (with_label == nullptr) {
      return unsupported_value("label before the value of a statement expression", expression);
    }
    go_to(label(with_label->getDecl()));
    start_at(label(with_label->getDecl()));
    labelled = with_label->getSubStmt();
  }
  return rvalue(value, destination);
}

cfa::ExpressionRef FunctionLowering::bit_cast(const clang::CastExpr* expression, const cfa::Type& type) {
  const clang::Expr* operand = expression->getSubExpr();
  auto from = unit_.types.scalar(operand->getType());
  if (!from || cfa::size_in_bytes(*from) != cfa::size_in_bytes(type)) {
    return unsupported_value("bit cast", expression);
  }
  Origin invisible{origin_of(expression).range, {}};
  cfa::ExpressionRef value =
      operand->isLValue() ? read(place(operand), operand->getType(), expression) : rvalue(operand);
  auto object = std::get<MemoryPlace>(unit_.make_place("<bits>", operand->getType(), cfa::VariableKind::Temporary,
                                                       cfa::Storage::Memory, function_, invisible.range));
  emit(cfa::Declare{std::get<cfa::AddressOf>(object.address->node).variable}, invisible);
  write(object, value, invisible);
  return unit_.expressions.load(object.address, type);
}

void FunctionLowering::effects(const clang::Expr* expression) {
  expression = expression->IgnoreParens();
  EvaluationScope scope(*this, expression);
  effects_by_kind(expression);
}

void FunctionLowering::effects_by_kind(const clang::Expr* expression) {
  using clang::Stmt;
  switch (expression->getStmtClass()) {
  case Stmt::CallExprClass:
    call(llvm::cast<clang::CallExpr>(expression), nullptr, ResultUse::Discarded);
    return;
  case Stmt::ConditionalOperatorClass:
  case Stmt::BinaryConditionalOperatorClass: {
    const auto* choice = llvm::cast<clang::AbstractConditionalOperator>(expression);
    const clang::Expr* condition = bind_common(choice);
    return conditional_effects(condition, choice->getTrueExpr(), choice->getFalseExpr());
  }
  case Stmt::CompoundAssignOperatorClass:
    compound_assignment(llvm::cast<clang::CompoundAssignOperator>(expression), ValueUse::Discarded);
    return;
  case Stmt::BinaryOperatorClass: {
    const auto* operation = llvm::cast<clang::BinaryOperator>(expression);
    if (operation->getOpcode() == clang::BO_Assign) {
      assignment(operation, ValueUse::Discarded);
    } else if (operation->getOpcode() == clang::BO_LAnd) {
      conditional_effects(operation->getLHS(), operation->getRHS(), nullptr);
    } else if (operation->getOpcode() == clang::BO_LOr) {
      conditional_effects(operation->getLHS(), nullptr, operation->getRHS());
    } else if (operation->getOpcode() != clang::BO_Comma && checks_undefined_behaviour()) {
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
      increment(operation, ValueUse::Discarded);
    } else if (operation->getOpcode() == clang::UO_Minus && checks_undefined_behaviour()) {
      rvalue(operation);
    } else {
      effects(operation->getSubExpr());
    }
    return;
  }
  case Stmt::StmtExprClass:
    return statement(llvm::cast<clang::StmtExpr>(expression)->getSubStmt());
  case Stmt::AtomicExprClass:
    atomic(llvm::cast<clang::AtomicExpr>(expression));
    return;
  case Stmt::UnaryExprOrTypeTraitExprClass:
    return evaluate_operand(llvm::cast<clang::UnaryExprOrTypeTraitExpr>(expression));
  case Stmt::OffsetOfExprClass: // an index may have side effects
    for (const Stmt* index : evaluated_children(expression)) {
      effects(llvm::cast<clang::Expr>(index));
    }
    return;
  case Stmt::OpaqueValueExprClass: // evaluated where it is bound
    return;
  case Stmt::VAArgExprClass:
    next_argument(llvm::cast<clang::VAArgExpr>(expression));
    return;
  default:
    if (const auto* cast = llvm::dyn_cast<clang::CastExpr>(expression);
        cast != nullptr && cast->getCastKind() == clang::CK_LValueToRValue && checks_undefined_behaviour() &&
        unit_.types.scalar(cast->getType())) {
      rvalue(cast);
      return;
    }
    for (const Stmt* child : evaluated_children(expression)) {
      if (const auto* operand = llvm::dyn_cast<clang::Expr>(child)) {
        effects(operand);
      } else {
        unsupported(expression->getStmtClassName(), expression);
      }
    }
  }
}

void FunctionLowering::conditional_effects(const clang::Expr* condition, const clang::Expr* if_true,
                                           const clang::Expr* if_false) {
  DraftLocation then = draft_.add_location();
  DraftLocation otherwise = draft_.add_location();
  DraftLocation after = draft_.add_location();
  std::size_t edges_before = draft_.edge_count();
  DraftLocation begin = current_;
  start_at(then);
  if (if_true != nullptr) {
    effects(if_true);
  }
  DraftLocation then_end = current_;
  start_at(otherwise);
  if (if_false != nullptr) {
    effects(if_false);
  }
  DraftLocation otherwise_end = current_;
  start_at(begin);
  // A branch that does not go on, such as a failed `assert` that is no property, needs no edge to matter.
  const bool both_go_on = then_end == then && otherwise_end == otherwise;
  if (draft_.edge_count() == edges_before && both_go_on) {
    effects(condition);
    return;
  }
  this->condition(condition, then, otherwise);
  draft_.add_skip(then_end, after);
  draft_.add_skip(otherwise_end, after);
  start_at(after);
}

} // namespace vouch::frontend
