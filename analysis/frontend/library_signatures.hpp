#pragma once

#include <clang/AST/Decl.h>

namespace vouch::frontend {

/// Whether `function`, which has the name of a function that is understood by name but no definition, can be that one:
/// a header of the system declares it, or it is declared as the library does, as far as values of one kind can be
/// passed for those of another. `int close(struct window *)` is not the one of POSIX. Where the compiler is told that
/// names are not those of the library (`-ffreestanding`, `-fno-builtin`), only the system's headers are believed.
///
/// Names that verification gives a meaning (`reach_error`, `__VERIFIER_assume`) are always theirs.
bool may_be_of_library(const clang::FunctionDecl* function);

/// Whether compilers may put the operation itself in place of a call of `function` by name, although the program
/// defines it (C 7.1.3 reserves the name): gcc and Clang do so for absolute values, without optimisation too.
bool may_be_expanded(const clang::FunctionDecl* function);

/// Whether a call of `function` can violate something by itself, whatever its body.
bool is_error_function(const clang::FunctionDecl* function);

} // namespace vouch::frontend
