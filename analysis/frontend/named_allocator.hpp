#pragma once

#include <clang/AST/Expr.h>
#include <optional>

namespace vouch::frontend {

class Unit;

/// A function without a body that gives a new object of so many bytes as it is asked for, or null.
struct NamedAllocator {
  unsigned size_argument = 0;
  enum class Failure { ReturnsNull, NeverReturns } failure = Failure::ReturnsNull;
  const clang::FunctionDecl* function = nullptr; ///< null: it is called through a pointer
};

/// Whether the function that `call` calls, directly or through a pointer, says so: by `alloc_size` with one argument, or by
/// its name, if it returns `void *` and takes one integer: `jsonp_malloc`, `hooks->allocate`, `xmalloc` (which does not
/// return without memory).
std::optional<NamedAllocator> named_allocator(const clang::CallExpr* call);

/// The same, where callers are supposed to mean what names say. The called function is none that is seen.
std::optional<NamedAllocator> supposed_allocator(const Unit& unit, const clang::CallExpr* call);

} // namespace vouch::frontend
