#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <unordered_map>
#include <vector>

namespace vouch::frontend {

/// What the variables with internal linkage can hold whenever a function of the translation unit is called from
/// outside, as far as it follows from the unit's code: nobody else can write them unless their address gets out.
///
/// A variable is here if it is used in two ways only: it is read, as a whole, by members or by elements, or a constant
/// is assigned to it as a whole. By canonical declaration: the constants, without the initialiser. Flow-insensitive: that
/// a constant is assigned in code that never runs counts, too.
///
/// Example: `static int state; static int limit = 5; static int *where; void start(void) { state = 1; where = &limit; }`
///   state holds 0 or 1. limit is not here, as its address is taken, and neither is where.
using FileStatics = std::unordered_map<const clang::VarDecl*, std::vector<const clang::Expr*>>;

/// Of the definitions in `context`, before others are linked into it.
FileStatics file_statics(const clang::ASTContext& context);

} // namespace vouch::frontend
