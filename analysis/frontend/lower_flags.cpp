#include "analysis/frontend/lower_flags.hpp"

#include "analysis/frontend/clang_ast.hpp"

#include <vector>

/// What compiler flags make of the program that the engine does not compute (dialect.hpp).
namespace vouch::frontend {
namespace {

bool is_floating(const clang::Expr* expression) {
  return expression->getType()->isFloatingType() || expression->getType()->isVectorType();
}

bool is_product(const clang::Expr* expression) {
  const auto* operation = llvm::dyn_cast<clang::BinaryOperator>(expression);
  return operation != nullptr && is_floating(operation) &&
         (operation->getOpcode() == clang::BO_Mul || operation->getOpcode() == clang::BO_MulAssign);
}

/// A part of `statement`, which is evaluated with it, that `is_wanted`; null if there is none. Statements inside of
/// control flow are not parts of it: they are asked on their own.
template <class Predicate>
const clang::Expr* find_evaluated(const clang::Stmt* statement, Predicate is_wanted) {
  if (const auto* expression = llvm::dyn_cast<clang::Expr>(statement); expression != nullptr && is_wanted(expression)) {
    return expression;
  }
  for (const clang::Stmt* child : evaluated_children(statement)) {
    if (const clang::Expr* found = find_evaluated(child, is_wanted)) {
      return found;
    }
  }
  return nullptr;
}

/// What `statement` evaluates itself.
std::vector<const clang::Stmt*> own_parts(const clang::Stmt* statement) {
  std::vector<const clang::Stmt*> result;
  if (llvm::isa<clang::CompoundStmt, clang::LabelStmt, clang::AttributedStmt, clang::SwitchCase>(statement)) {
    return result;
  }
  if (const auto* selection = llvm::dyn_cast<clang::IfStmt>(statement)) {
    return {selection->getCond()};
  }
  if (const auto* selection = llvm::dyn_cast<clang::SwitchStmt>(statement)) {
    return {selection->getCond()};
  }
  if (const auto* loop = llvm::dyn_cast<clang::WhileStmt>(statement)) {
    return {loop->getCond()};
  }
  if (const auto* loop = llvm::dyn_cast<clang::DoStmt>(statement)) {
    return {loop->getCond()};
  }
  if (const auto* loop = llvm::dyn_cast<clang::ForStmt>(statement)) {
    for (const clang::Expr* part : {loop->getCond(), loop->getInc()}) {
      if (part != nullptr) {
        result.push_back(part);
      }
    }
    return result;
  }
  return {statement};
}

} // namespace

void note_floats(LoweringContext& lowering, const clang::Stmt* statement) {
  const Dialect& dialect = lowering.unit().linkage.dialect;
  if (dialect.other_floats.empty() && dialect.contracted_floats.empty()) {
    return;
  }
  for (const clang::Stmt* part : own_parts(statement)) {
    const clang::Expr* found =
        !dialect.other_floats.empty() ? find_evaluated(part, is_floating) : find_evaluated(part, is_product);
    if (found != nullptr) {
      const std::string& flag = !dialect.other_floats.empty() ? dialect.other_floats : dialect.contracted_floats;
      return lowering.unknown_behaviour("floating-point arithmetic under " + flag, lowering.origin_of(found));
    }
  }
}

void note_pointer_comparison(LoweringContext& lowering, clang::BinaryOperatorKind op, clang::QualType type,
                             const clang::Expr* whole) {
  const std::string& flag = lowering.unit().linkage.dialect.wrapping_pointers;
  if (!flag.empty() && lowering.unit().role == UnitRole::Program && clang::BinaryOperator::isRelationalOp(op) &&
      type->isPointerType()) {
    lowering.unknown_behaviour("order of pointers that may wrap around under " + flag, lowering.origin_of(whole));
  }
}

} // namespace vouch::frontend
