#pragma once

#include <clang/AST/Decl.h>

namespace vouch::frontend {

/// Whether `definition` treats `parameter`, a pointer, as an array that it only reads: it indexes it or passes it on, never
/// writes through it, and lets others have it only as a pointer to what is constant.
///
/// Example: `int f(char *s) { while (*s) s++; return puts(s); }` does. `s[0] = 0`, `p = s`, `return s` and `free(s)` do not.
bool is_array_only_read(const clang::FunctionDecl* definition, const clang::ParmVarDecl* parameter);

} // namespace vouch::frontend
