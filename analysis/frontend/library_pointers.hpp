#pragma once

#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <string_view>
#include <vector>

namespace vouch::frontend {

/// What a function without a definition does with the pointers that it is passed.
enum class PointerUse {
  Unknown,       ///< it may keep them, give them back and pass them on
  Forgotten,     ///< nothing is kept and nothing given back
  FirstReturned, ///< nothing is kept; what is given back is null or leads into what the first does
  Copied,        ///< what the second leads to is copied to where the first does, and that is given back
  CalledAtOnce,  ///< the last is called before the function returns; nothing is kept
};

/// By name. Functions of the library that write are known only where they are builtins of the compiler, so that nothing
/// else can bear their names. Example: `snprintf`: Forgotten; `strchr`: FirstReturned; `my_printf`: Unknown.
PointerUse pointer_use(const clang::FunctionDecl* function);

/// Whether a function of the system writes nothing that pointers lead to in what it is passed as const: `writev` reads the
/// buffers that `const struct iovec *` lists, where `readv` fills them. By name.
bool only_reads_behind_const(const clang::FunctionDecl* function);

/// What a function of the library changes besides what it is passed. By name.
struct OwnVariables {
  std::vector<std::string_view> names; ///< of variables that headers declare: `optind` for `getopt`
  bool has_results = false;            ///< what its last call returned points there: `strerror`, `localtime`
};
OwnVariables own_variables(const clang::FunctionDecl* function);

/// Whether `call`, of a function that copies, leaves pointers what they are: source and destination are of one type.
bool copies_between_same_types(const clang::CallExpr* call);

} // namespace vouch::frontend
