#pragma once

#include "analysis/cfa/cfa.hpp"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <unordered_map>
#include <unordered_set>

namespace vouch::frontend {

/// The functions with internal linkage whose address may get out of the translation unit, as canonical declarations:
/// through variables that others can name, arguments of functions that are not defined here, results and pointers of
/// functions that others can call, and whatever these lead to. Whoever gets such an address may call the function.
///
/// Where addresses may go is found by inclusion constraints over whole variables, whatever the order of statements
/// (L. O. Andersen, "Program analysis and specialization for the C programming language", 1994).
///
/// Example: `static int get(void) {...}  static int cmp(const void *, const void *) {...}
///           static const struct ops ops = {.get = get};  int init(void) { qsort(a, n, 4, cmp); return add(&ops); }`
///   get escapes, by `ops`; cmp does not, as `qsort` calls it here and now.
std::unordered_set<const clang::FunctionDecl*> escaping_functions(const clang::ASTContext& context);

/// The automatic variables whose address never gets out of the translation unit, in the same sense, or only as pointers to
/// const, as canonical declarations: no code elsewhere changes them. Addresses that are made into numbers get out.
///
/// Example: `void f(void) { int a[2] = {0}, b[2] = {0}, n = 0; fill(a); print(b); read_number(&n); }` with a definition of
///   fill at hand, and of print this declaration, `void print(const int *)`: a is unshared, b is shown.
std::unordered_map<const clang::VarDecl*, cfa::Sharing> kept_variables(const clang::ASTContext& context);

/// The variables with internal linkage, also those of functions, whose address never gets out in that sense: nobody passes a
/// pointer to one.
std::unordered_set<const clang::VarDecl*> confined_statics(const clang::ASTContext& context);

} // namespace vouch::frontend
