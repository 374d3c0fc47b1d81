#include "analysis/frontend/lower_aggregate.hpp"

#include "analysis/frontend/lower_assignment.hpp"
#include "analysis/frontend/lower_block.hpp"
#include "analysis/frontend/lower_call.hpp"
#include "analysis/frontend/lower_condition.hpp"
#include "analysis/frontend/lower_expression.hpp"
#include "analysis/frontend/lower_initialiser.hpp"
#include "analysis/frontend/lower_order.hpp"
#include "analysis/frontend/lower_place.hpp"
#include "analysis/frontend/lower_statement.hpp"
#include "analysis/frontend/lower_variable_arguments.hpp"

#include <algorithm>
#include <clang/AST/ExprCXX.h>

/// Values of struct and union type: the objects that they are, and their copies.
namespace vouch::frontend {
namespace {

/// Structs in memory with more parts than this are copied as bytes.
constexpr std::size_t most_leaves_to_copy_one_by_one = 16;

} // namespace

Place AggregateLowering::aggregate(const clang::Expr* expression) {
  expression = expression->IgnoreParens();
  EvaluationScope scope(lowering_, expression);
  return scope.used_whole(aggregate_by_kind(expression), expression->getType());
}

Place AggregateLowering::aggregate_by_kind(const clang::Expr* expression) {
  using clang::Stmt;
  if (expression->isLValue()) {
    return lowering_.places().place(expression);
  }
  Origin origin = lowering_.origin_of(expression);
  if (const auto* cast = llvm::dyn_cast<clang::CastExpr>(expression);
      cast != nullptr && cast->getCastKind() != clang::CK_LValueToRValue && cast->getCastKind() != clang::CK_NoOp) {
    lowering_.unsupported("value of type " + expression->getType().getAsString(), expression);
    return lowering_.temporary_place("unsupported", expression->getType(), origin);
  }
  switch (expression->getStmtClass()) {
  case Stmt::ImplicitCastExprClass:
  case Stmt::CStyleCastExprClass:
  case Stmt::ConstantExprClass:
  case Stmt::ExprWithCleanupsClass:
    return aggregate(llvm::cast<clang::Expr>(*expression->child_begin()));
  case Stmt::BinaryOperatorClass: {
    const auto* operation = llvm::cast<clang::BinaryOperator>(expression);
    if (operation->getOpcode() == clang::BO_Assign) {
      return AssignmentLowering(lowering_).record_assignment(operation, ValueUse::Needed);
    }
    lowering_.expressions().effects(operation->getLHS());
    return aggregate(operation->getRHS());
  }
  case Stmt::CallExprClass: {
    Place result = lowering_.temporary_place("call", expression->getType(), origin);
    CallLowering(lowering_).call_into(llvm::cast<clang::CallExpr>(expression), result);
    return result;
  }
  case Stmt::ConditionalOperatorClass: {
    const auto* choice = llvm::cast<clang::ConditionalOperator>(expression);
    Place result = lowering_.temporary_place("conditional", expression->getType(), origin);
    DraftLocation yes = lowering_.add_location();
    DraftLocation no = lowering_.add_location();
    DraftLocation after = lowering_.add_location();
    lowering_.conditions().condition(choice->getCond(), yes, no);
    lowering_.start_at(yes);
    copy(result, aggregate(choice->getTrueExpr()), expression->getType(), origin);
    lowering_.go_to(after);
    lowering_.start_at(no);
    copy(result, aggregate(choice->getFalseExpr()), expression->getType(), origin);
    lowering_.go_to(after);
    lowering_.start_at(after);
    return result;
  }
  case Stmt::StmtExprClass: {
    const clang::CompoundStmt* body = llvm::cast<clang::StmtExpr>(expression)->getSubStmt();
    const Stmt* last = body->body_empty() ? nullptr : body->body_back();
    if (last == nullptr || !llvm::isa<clang::Expr>(last)) {
      break;
    }
    lowering_.blocks().open_block(body);
    for (const Stmt* part : body->body()) {
      if (part != last) {
        lowering_.statements().statement(part);
      }
    }
    Place result = aggregate(llvm::cast<clang::Expr>(last));
    lowering_.blocks().merge_block(); // the result may be a variable of the block, and is yet to be read
    return result;
  }
  case Stmt::CompoundLiteralExprClass: { // only as what is passed for a transparent union, which has no life of its own
    Place result = lowering_.temporary_place("value", expression->getType(), origin);
    InitialiserLowering(lowering_).initialise(
        result, expression->getType(), llvm::cast<clang::CompoundLiteralExpr>(expression)->getInitializer(), origin);
    return result;
  }
  case Stmt::InitListExprClass:
  case Stmt::ImplicitValueInitExprClass: {
    Place result = lowering_.temporary_place("value", expression->getType(), origin);
    InitialiserLowering(lowering_).initialise(result, expression->getType(), expression, origin);
    return result;
  }
  case Stmt::MemberExprClass:
    return lowering_.places().place(expression);
  case Stmt::VAArgExprClass: {
    Place result = lowering_.temporary_place("va_arg", expression->getType(), origin);
    copy(result, VariableArgumentLowering(lowering_).next_argument(llvm::cast<clang::VAArgExpr>(expression)),
         expression->getType(), origin);
    return result;
  }
  default:
    break;
  }
  lowering_.unsupported(std::string("struct value ") + expression->getStmtClassName(), expression);
  return lowering_.temporary_place("unsupported", expression->getType(), origin);
}

void AggregateLowering::copy(const Place& to, const Place& from, clang::QualType type, const Origin& origin) {
  lowering_.places().check_place(from, type, origin);
  lowering_.places().check_place(to, type, origin);
  transfer(to, from, type, origin);
}

void AggregateLowering::transfer(const Place& to, const Place& from, clang::QualType type, const Origin& origin) {
  const auto* to_memory = std::get_if<MemoryPlace>(&to);
  const auto* from_memory = std::get_if<MemoryPlace>(&from);
  if (to_memory != nullptr && from_memory != nullptr && !is_copied_by_parts(type)) {
    auto size = static_cast<cfa::Integer>(unit_.types.size_in_bytes(type));
    if (size != 0) {
      lowering_.emit(cfa::CopyMemory{to_memory->address, from_memory->address,
                                     unit_.expressions.constant(size, unit_.types.size_type())},
                     origin);
    }
    return;
  }
  const std::vector<Leaf>& leaves = unit_.types.leaves(record_of(type)).leaves;
  // The first part that is written may be what the addresses of the others are computed from: `p = *p.next`.
  std::vector<Place> targets =
      lowering_.places().leaf_places(leaves.size() > 1 ? with_fixed_address(to, to, origin) : to, type);
  std::vector<Place> sources =
      lowering_.places().leaf_places(leaves.size() > 1 ? with_fixed_address(from, to, origin) : from, type);
  for (std::size_t index = 0; index < leaves.size(); ++index) {
    lowering_.places().put(targets[index],
                           lowering_.places().value_at(sources[index], leaves[index].type.getUnqualifiedType(), origin),
                           origin);
  }
}

bool AggregateLowering::is_copied_by_parts(clang::QualType type) const {
  if (!type->isRecordType()) {
    return false;
  }
  const RecordLeaves& parts = unit_.types.leaves(record_of(type));
  return !parts.has_union_or_array && !parts.has_bit_field && !parts.has_unsupported &&
         parts.leaves.size() <= most_leaves_to_copy_one_by_one;
}

Place AggregateLowering::with_fixed_address(const Place& object, const Place& written, const Origin& origin) {
  const auto* memory = std::get_if<MemoryPlace>(&object);
  if (memory == nullptr) {
    return object;
  }
  const auto* registers = std::get_if<LeavesPlace>(&written);
  bool may_change = false;
  cfa::for_each_subexpression(memory->address, [&](cfa::ExpressionRef part) {
    const auto* read = std::get_if<cfa::VariableRead>(&part->node);
    bool is_written =
        read != nullptr && registers != nullptr &&
        std::find(registers->leaves.begin(), registers->leaves.end(), read->variable) != registers->leaves.end();
    may_change = may_change || is_written || std::holds_alternative<cfa::Load>(part->node);
  });
  if (!may_change) {
    return object;
  }
  cfa::VariableId saved = lowering_.temporary("address", memory->address->type);
  lowering_.emit(cfa::Assign{saved, memory->address}, {origin.range, {}});
  return MemoryPlace{unit_.expressions.read(saved, memory->address->type)};
}

} // namespace vouch::frontend
