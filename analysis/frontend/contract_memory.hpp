#pragma once

#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <unordered_map>

/// What contracts say of the memory that parameters lead to.
///
/// Example: `VOUCH_REQUIRES(VOUCH_READABLE(a, n) && (!name || VOUCH_STRING(name)));` says of `a` that there are `n` elements,
///   and of `name` that it is null or a string.
namespace vouch::frontend {

struct StatedMemory {
  enum class Kind {
    Elements,     ///< so many
    Bytes,        ///< so many, whatever the type
    String,       ///< and not null
    StringOrNull, ///< a string, unless it is null
    Other,        ///< something else, which only the contract itself expresses
  } kind = Kind::Other;
  const clang::Expr* count =
      nullptr; ///< of elements or bytes: calculated from constants and from parameters that are numbers
};

/// By parameter, of those of which the contract of `function`, a definition, says something in every call.
std::unordered_map<const clang::ValueDecl*, StatedMemory> stated_memory(const clang::FunctionDecl* function);

/// Whether its contract asks for strings: that takes a loop, which is not worth being looked at again where it was assumed.
bool asks_for_strings(const clang::FunctionDecl* function);

} // namespace vouch::frontend
