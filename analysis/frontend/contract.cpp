#include "analysis/frontend/contract.hpp"

#include "analysis/frontend/clang_ast.hpp"
#include "analysis/frontend/library_functions.hpp"

#include <clang/AST/Expr.h>

namespace vouch::frontend {
namespace {

/// What the parts of a statement do, as far as contracts are concerned.
struct Parts {
  bool asserts = false;
  bool reads_parameter = false;
  bool does_anything_else = false;
};

bool is_assertion_call(const clang::CallExpr* call) {
  const clang::FunctionDecl* callee = direct_callee(call);
  if (callee == nullptr || callee->getIdentifier() == nullptr) {
    return false;
  }
  auto known = library_function(callee->getName());
  return known == LibraryFunction::AssertFail ||
         (known == LibraryFunction::Assert && callee->getDefinition() == nullptr);
}

void collect(const clang::Stmt* statement, Parts& parts) {
  if (const auto* call = llvm::dyn_cast<clang::CallExpr>(statement)) {
    const clang::FunctionDecl* callee = direct_callee(call);
    bool is_harmless = callee != nullptr && callee->getIdentifier() != nullptr &&
                       library_function(callee->getName()) == LibraryFunction::Expect;
    parts.asserts = parts.asserts || is_assertion_call(call);
    parts.does_anything_else = parts.does_anything_else || (!is_assertion_call(call) && !is_harmless);
  } else if (const auto* operation = llvm::dyn_cast<clang::BinaryOperator>(statement)) {
    parts.does_anything_else = parts.does_anything_else || operation->isAssignmentOp();
  } else if (const auto* step = llvm::dyn_cast<clang::UnaryOperator>(statement)) {
    parts.does_anything_else = parts.does_anything_else || step->isIncrementDecrementOp();
  } else if (const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(statement)) {
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(reference->getDecl());
    bool is_parameter = variable != nullptr && llvm::isa<clang::ParmVarDecl>(variable);
    parts.reads_parameter = parts.reads_parameter || is_parameter;
    parts.does_anything_else =
        parts.does_anything_else || (variable != nullptr && !is_parameter && !is_static_storage(variable));
  } else if (!llvm::isa<clang::Expr, clang::CompoundStmt, clang::IfStmt, clang::NullStmt>(statement) ||
             llvm::isa<clang::AtomicExpr, clang::VAArgExpr>(statement)) {
    parts.does_anything_else = true;
  }
  for (const clang::Stmt* child : evaluated_children(statement)) {
    collect(child, parts);
  }
}

bool declares_without_effect(const clang::Stmt* statement) {
  const auto* declaration = llvm::dyn_cast<clang::DeclStmt>(statement);
  if (declaration == nullptr) {
    return false;
  }
  for (const clang::Decl* part : declaration->decls()) {
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(part);
    bool may_do_something = variable != nullptr && (variable->getType()->isVariablyModifiedType() ||
                                                    (variable->getInit() != nullptr && !is_static_storage(variable)));
    if (may_do_something) {
      return false;
    }
  }
  return true;
}

} // namespace

std::vector<const clang::Stmt*> contract_of(const clang::FunctionDecl* function) {
  std::vector<const clang::Stmt*> result;
  const auto* body = llvm::dyn_cast_or_null<clang::CompoundStmt>(function->getBody());
  if (body == nullptr || function->isMain()) {
    return result;
  }
  for (const clang::Stmt* statement : body->body()) {
    if (declares_without_effect(statement)) {
      continue;
    }
    Parts parts;
    if (llvm::isa<clang::Expr>(statement)) {
      collect(statement, parts);
    }
    if (!parts.asserts || !parts.reads_parameter || parts.does_anything_else) {
      break;
    }
    result.push_back(statement);
  }
  return result;
}

} // namespace vouch::frontend
