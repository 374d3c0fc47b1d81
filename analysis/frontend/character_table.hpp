#pragma once

#include <clang/AST/Expr.h>
#include <optional>

namespace vouch::frontend {

/// `(*function())[index]`, where the function is declared only: how the macros of <ctype.h> look up a character in the C
/// library's tables.
struct CharacterTableEntry {
  const clang::FunctionDecl* function = nullptr; ///< not null, and it has a name
  const clang::Expr* index = nullptr;
};

/// Nothing if `expression` is something else.
std::optional<CharacterTableEntry> character_table_entry(const clang::Expr* expression);

} // namespace vouch::frontend
