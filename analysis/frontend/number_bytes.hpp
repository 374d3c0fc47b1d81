#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <cstdint>
#include <optional>
#include <vector>

namespace vouch::frontend {

/// What an object is in memory that consists of numbers alone.
struct NumberBytes {
  std::vector<std::uint8_t> bytes;
  bool has_gaps = false; ///< some bits belong to no number; they are zero in `bytes`
};

/// At the start of the program; the target is little-endian. Nothing: it has no initialiser, one that Clang does not know the
/// value of, or parts that are no numbers of a usual format.
///
/// Example: `static const struct { short a; char b; } s[2] = {{1, 2}, {3}};` is 01 00 02 00 03 00 00 00, with gaps.
std::optional<NumberBytes> bytes_of_numbers(const clang::ASTContext& context, const clang::VarDecl* variable);

} // namespace vouch::frontend
