#pragma once

#include "analysis/cfa/type.hpp"

#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <clang/AST/Stmt.h>
#include <vector>

/// Small questions about Clang's trees that several passes ask.
namespace vouch::frontend {

/// The children that are evaluated when `statement` is: not those of `sizeof`, and of `_Generic` and
/// `__builtin_choose_expr` only the chosen one. None is null.
std::vector<const clang::Stmt*> evaluated_children(const clang::Stmt* statement);

/// The variable that the lvalue `expression` is, or is a member of (`x`, `x.a.b`); null for `*p`, `a[i]`, `p->a`.
const clang::VarDecl* base_variable(const clang::Expr* expression);

/// The function that a call names directly; null for calls through pointers.
const clang::FunctionDecl* direct_callee(const clang::CallExpr* call);

/// `expression` without parentheses, `__extension__`, `_Generic` and casts that do nothing.
const clang::Expr* skip_wrappers(const clang::Expr* expression);

/// Whether `variable` exists for the whole run.
bool is_static_storage(const clang::VarDecl* variable);

/// Requires at most 64 bits.
cfa::Integer integer_of(const llvm::APSInt& value);

} // namespace vouch::frontend
