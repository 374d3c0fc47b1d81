#include "analysis/frontend/clang_ast.hpp"

#include <clang/AST/ExprCXX.h>

namespace vouch::frontend {

std::vector<const clang::Stmt*> evaluated_children(const clang::Stmt* statement) {
  if (const auto* selection = llvm::dyn_cast<clang::GenericSelectionExpr>(statement)) {
    return {selection->getResultExpr()};
  }
  if (const auto* choice = llvm::dyn_cast<clang::ChooseExpr>(statement)) {
    return {choice->getChosenSubExpr()};
  }
  if (const auto* size = llvm::dyn_cast<clang::UnaryExprOrTypeTraitExpr>(statement)) {
    bool is_evaluated = !size->isArgumentType() && size->getKind() == clang::UETT_SizeOf &&
                        size->getArgumentExpr()->getType()->isVariablyModifiedType();
    return is_evaluated ? std::vector<const clang::Stmt*>{size->getArgumentExpr()} : std::vector<const clang::Stmt*>{};
  }
  std::vector<const clang::Stmt*> result;
  for (const clang::Stmt* child : statement->children()) {
    if (child != nullptr) {
      result.push_back(child);
    }
  }
  return result;
}

const clang::Expr* skip_wrappers(const clang::Expr* expression) {
  while (true) {
    const clang::Expr* inner = expression->IgnoreParens();
    if (const auto* constant = llvm::dyn_cast<clang::ConstantExpr>(inner)) {
      inner = constant->getSubExpr();
    } else if (const auto* cast = llvm::dyn_cast<clang::CastExpr>(inner);
               cast != nullptr && cast->getCastKind() == clang::CK_NoOp) {
      inner = cast->getSubExpr();
    }
    if (inner == expression) {
      return expression;
    }
    expression = inner;
  }
}

const clang::VarDecl* base_variable(const clang::Expr* expression) {
  while (true) {
    expression = skip_wrappers(expression);
    if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(expression); member != nullptr && !member->isArrow()) {
      expression = member->getBase();
      continue;
    }
    if (const auto* operation = llvm::dyn_cast<clang::UnaryOperator>(expression);
        operation != nullptr &&
        (operation->getOpcode() == clang::UO_Real || operation->getOpcode() == clang::UO_Imag)) {
      expression = operation->getSubExpr();
      continue;
    }
    const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(expression);
    return reference != nullptr ? llvm::dyn_cast<clang::VarDecl>(reference->getDecl()) : nullptr;
  }
}

const clang::FunctionDecl* direct_callee(const clang::CallExpr* call) {
  const clang::Expr* callee = call->getCallee()->IgnoreParenImpCasts();
  while (const auto* operation = llvm::dyn_cast<clang::UnaryOperator>(callee)) {
    if (operation->getOpcode() != clang::UO_Deref && operation->getOpcode() != clang::UO_AddrOf) {
      return nullptr;
    }
    callee = operation->getSubExpr()->IgnoreParenImpCasts();
  }
  const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(callee);
  return reference != nullptr ? llvm::dyn_cast<clang::FunctionDecl>(reference->getDecl()) : nullptr;
}

bool is_static_storage(const clang::VarDecl* variable) { return variable->hasGlobalStorage(); }

cfa::Integer integer_of(const llvm::APSInt& value) {
  return value.isSigned() ? cfa::Integer{value.getSExtValue()} : cfa::Integer{value.getZExtValue()};
}

} // namespace vouch::frontend
