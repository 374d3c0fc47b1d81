#include "analysis/frontend/statement_walk.hpp"

#include <clang/AST/RecursiveASTVisitor.h>

namespace vouch::frontend {
namespace {

class StatementWalk : public clang::RecursiveASTVisitor<StatementWalk> {
public:
  explicit StatementWalk(llvm::function_ref<void(clang::Stmt*)> visit) : visit_(visit) {}

  bool VisitStmt(clang::Stmt* statement) { // NOLINT(readability-identifier-naming): Clang calls it so
    visit_(statement);
    return true;
  }

private:
  llvm::function_ref<void(clang::Stmt*)> visit_;
};

} // namespace

void for_each_statement(clang::Stmt* root, llvm::function_ref<void(clang::Stmt*)> visit) {
  StatementWalk(visit).TraverseStmt(root);
}

void for_each_statement(clang::Decl* root, llvm::function_ref<void(clang::Stmt*)> visit) {
  StatementWalk(visit).TraverseDecl(root);
}

} // namespace vouch::frontend
