#pragma once

#include <clang/AST/Decl.h>

/// What a function takes its pointer parameters for, as its body shows.
namespace vouch::frontend {

/// Whether `const char *` is a pointer to this.
bool is_string_type(clang::QualType pointee);

/// Whether the parameter is indexed, or steps through an array.
bool is_indexed(const clang::FunctionDecl* definition, const clang::ParmVarDecl* parameter);

/// Whether the function looks at the very object that it leads to, as `*p`, `p[0]` and `p->x` do.
bool is_dereferenced(const clang::FunctionDecl* definition, const clang::ParmVarDecl* parameter);

/// Whether the function adds to it.
bool is_counted_up(const clang::FunctionDecl* definition, const clang::ParmVarDecl* parameter);

/// Whether it is a `const unsigned char *` that the function passes on to somebody who expects a `const char *`.
bool is_passed_on_as_string(const clang::FunctionDecl* definition, const clang::ParmVarDecl* parameter);

/// Whether the function goes on until it comes to the zero behind the characters that the parameter leads to, at the latest: in
/// a loop, or because it asks the library how long they are.
///
/// Example: `while (*s && *s != ',') s++;` does, `end = s; while (end[0] != '\0') end++;`, `while (isspace(*s)) s++;`, and
/// `strlen(s + 1)`.
bool is_searched_for_end(const clang::FunctionDecl* definition, const clang::ParmVarDecl* parameter);

/// The struct, number or pointer that a `void *` leads to wherever the function makes something else of it; null: it may be
/// anything. Characters are the bytes of anything.
clang::QualType converted_pointee(const clang::FunctionDecl* definition, const clang::ParmVarDecl* parameter);

} // namespace vouch::frontend
