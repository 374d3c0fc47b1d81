#include "analysis/frontend/unordered_operands.hpp"

#include "analysis/frontend/clang_ast.hpp"

#include <algorithm>

namespace vouch::frontend {
namespace {

using AddressTaken = std::function<bool(const clang::VarDecl*)>;

bool is_in_memory(const clang::VarDecl* variable, const AddressTaken& is_address_taken) {
  return is_static_storage(variable) || is_address_taken(variable);
}

bool reads_through_pointer(const clang::Stmt* statement) {
  if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(statement)) {
    return member->isArrow();
  }
  const auto* operation = llvm::dyn_cast<clang::UnaryOperator>(statement);
  return llvm::isa<clang::ArraySubscriptExpr>(statement) ||
         (operation != nullptr && operation->getOpcode() == clang::UO_Deref);
}

/// Whether something that `effects` may change is mentioned.
bool may_notice(const clang::Stmt* statement, const Effects& effects, const AddressTaken& is_address_taken) {
  bool changes_memory =
      effects.calls || effects.stores || effects.any_variable ||
      std::any_of(effects.variables.begin(), effects.variables.end(),
                  [&](const clang::VarDecl* variable) { return is_in_memory(variable, is_address_taken); });
  if (changes_memory && reads_through_pointer(statement)) {
    return true;
  }
  if (const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(statement)) {
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(reference->getDecl());
    if (variable != nullptr && (effects.any_variable || effects.variables.contains(variable->getCanonicalDecl()) ||
                                (changes_memory && is_in_memory(variable, is_address_taken)))) {
      return true;
    }
  }
  std::vector<const clang::Stmt*> children = evaluated_children(statement);
  return std::any_of(children.begin(), children.end(),
                     [&](const clang::Stmt* child) { return may_notice(child, effects, is_address_taken); });
}

/// Side effects on `variable` that no sequence point separates from the value of `expression`.
bool changes_besides(const clang::Expr* expression, const clang::VarDecl* variable) {
  expression = expression->IgnoreParenImpCasts();
  if (const auto* step = llvm::dyn_cast<clang::UnaryOperator>(expression);
      step != nullptr && step->isIncrementDecrementOp() && base_variable(step->getSubExpr()) == variable) {
    return true;
  }
  if (const auto* operation = llvm::dyn_cast<clang::BinaryOperator>(expression)) {
    bool is_sequenced = operation->isLogicalOp() || operation->isCommaOp();
    return (operation->isAssignmentOp() && base_variable(operation->getLHS()) == variable) ||
           (!is_sequenced && changes_besides(operation->getLHS(), variable)) ||
           changes_besides(operation->getRHS(), variable);
  }
  if (const auto* choice = llvm::dyn_cast<clang::AbstractConditionalOperator>(expression)) {
    return changes_besides(choice->getTrueExpr(), variable) || changes_besides(choice->getFalseExpr(), variable);
  }
  if (llvm::isa<clang::CallExpr, clang::StmtExpr, clang::UnaryExprOrTypeTraitExpr>(expression)) {
    return false; // over before the value is there
  }
  for (const clang::Stmt* child : evaluated_children(expression)) {
    const auto* operand = llvm::dyn_cast<clang::Expr>(child);
    if (operand != nullptr && changes_besides(operand, variable)) {
      return true;
    }
  }
  return false;
}

} // namespace

std::vector<const clang::Expr*> unordered_operands(const clang::Expr* expression) {
  if (const auto* operation = llvm::dyn_cast<clang::BinaryOperator>(expression)) {
    bool is_ordered = operation->isLogicalOp() || operation->isCommaOp();
    return is_ordered ? std::vector<const clang::Expr*>()
                      : std::vector<const clang::Expr*>{operation->getLHS(), operation->getRHS()};
  }
  if (const auto* subscript = llvm::dyn_cast<clang::ArraySubscriptExpr>(expression)) {
    return {subscript->getLHS(), subscript->getRHS()};
  }
  std::vector<const clang::Expr*> result;
  if (const auto* call = llvm::dyn_cast<clang::CallExpr>(expression)) {
    if (direct_callee(call) == nullptr) {
      result.push_back(call->getCallee());
    }
    result.insert(result.end(), call->arg_begin(), call->arg_end());
  } else if (llvm::isa<clang::InitListExpr, clang::AtomicExpr>(expression)) {
    for (const clang::Stmt* child : evaluated_children(expression)) {
      result.push_back(llvm::cast<clang::Expr>(child));
    }
  }
  return result;
}

bool may_depend_on_order(const std::vector<const clang::Expr*>& operands, EffectsOf& effects_of,
                         const AddressTaken& is_address_taken) {
  for (const clang::Expr* changing : operands) {
    const Effects& effects = effects_of(changing);
    if (effects.is_empty()) {
      continue;
    }
    for (const clang::Expr* other : operands) {
      if (other != changing && (!effects_of(other).is_empty() || may_notice(other, effects, is_address_taken))) {
        return true;
      }
    }
  }
  return false;
}

bool assigns_again(const clang::BinaryOperator* expression) {
  const clang::VarDecl* variable = base_variable(expression->getLHS());
  if (variable == nullptr || !expression->getLHS()->getType()->isScalarType()) {
    return false;
  }
  const clang::Expr* value = expression->getRHS()->IgnoreParenImpCasts();
  // `i = ++i` and `i = i = 1` store the same twice.
  const auto* step = llvm::dyn_cast<clang::UnaryOperator>(value);
  const auto* assignment = llvm::dyn_cast<clang::BinaryOperator>(value);
  bool is_same_value = expression->getOpcode() == clang::BO_Assign &&
                       ((step != nullptr && step->isIncrementDecrementOp() && step->isPrefix()) ||
                        (assignment != nullptr && assignment->isAssignmentOp()));
  if (is_same_value) {
    return assignment != nullptr && assigns_again(assignment);
  }
  return changes_besides(value, variable);
}

} // namespace vouch::frontend
