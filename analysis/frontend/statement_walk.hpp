#pragma once

#include <clang/AST/DeclBase.h>
#include <clang/AST/Stmt.h>
#include <llvm/ADT/STLFunctionalExtras.h>

namespace vouch::frontend {

/// Calls `visit` with each statement and expression below `root`, and with `root` if it is one, those further outside first:
/// what is written, also in types and where nothing is evaluated. The one instance of Clang's visitor for those who only
/// look: to compile one takes seconds.
void for_each_statement(clang::Stmt* root, llvm::function_ref<void(clang::Stmt*)> visit);
void for_each_statement(clang::Decl* root, llvm::function_ref<void(clang::Stmt*)> visit);

} // namespace vouch::frontend
