#pragma once

#include "analysis/cfa/type.hpp"

#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <clang/AST/Stmt.h>
#include <vector>

/// Small questions about Clang's trees that several passes ask.
namespace vouch::frontend {

/// What is evaluated when a variably modified type is.
struct TypeOperand {
  enum class Role {
    Size,   ///< of an array: its number of elements from then on
    Typeof, ///< for its side effects; its own type was evaluated elsewhere
  } role = Role::Size;
  const clang::Expr* expression = nullptr;
};

/// The operands of `type`, in order. Those of a typedef are evaluated once, where it is declared, and not among them.
/// Of a parameter, give the type as written.
std::vector<TypeOperand> type_operands(clang::QualType type);

/// The types that `statement` evaluates: of what it declares, casts to or asks the size of.
std::vector<clang::QualType> evaluated_types(const clang::Stmt* statement);

/// Whether objects of `type` have a size that is known only when they are declared.
bool has_variable_size(clang::QualType type);

/// The children that are evaluated when `statement` is, operands of types included: not those of `sizeof`, and of
/// `_Generic` and `__builtin_choose_expr` only the chosen one. None is null.
std::vector<const clang::Stmt*> evaluated_children(const clang::Stmt* statement);

/// The variable that the lvalue `expression` is, or is a member of (`x`, `x.a.b`); null for `*p`, `a[i]`, `p->a`.
const clang::VarDecl* base_variable(const clang::Expr* expression);

/// The function that a call names directly; null for calls through pointers.
const clang::FunctionDecl* direct_callee(const clang::CallExpr* call);

/// `expression` without parentheses, `__extension__`, `_Generic` and casts that do nothing.
const clang::Expr* skip_wrappers(const clang::Expr* expression);

/// The place that an assignment or a step such as `i++` changes; null if the statement is neither.
const clang::Expr* assigned_place(const clang::Stmt* statement);

/// Whether others than C code find what is declared here: the loader runs it, or tables that the linker makes hold it.
bool is_found_by_others(const clang::Decl* declaration);

/// The function that `declaration` is another name for; null if it is none.
const clang::FunctionDecl* aliased_function(const clang::FunctionDecl* declaration);

/// Whether values of `type` are addresses of functions.
bool is_function_pointer(clang::QualType type);

/// Whether `function` is another name for what is defined elsewhere, with attributes or a name of its own in assembly.
bool is_renamed(const clang::FunctionDecl* function);

/// Whether `symbol` is weak and not defined, so that the program may be linked without it; its address is null then.
bool may_be_absent(const clang::DeclaratorDecl* symbol);

/// Whether `variable` exists for the whole run.
bool is_static_storage(const clang::VarDecl* variable);

/// Whether a header of the system has it.
bool is_of_system(const clang::Decl* declaration);

/// Requires at most 64 bits.
cfa::Integer integer_of(const llvm::APSInt& value);

} // namespace vouch::frontend
