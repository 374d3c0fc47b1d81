#pragma once

#include "tests/fuzz/statement_parts.hpp"

#include <optional>

namespace vouch::fuzz {

/// A statement about memory over the variables in scope: bytes that are set, copied and looked at, strings, differences
/// of pointers, pointers to pointers, a list on the heap. None if the scope has nothing for it. Local names start with
/// `name`. The given percentage of what is set and copied may be out of bounds.
std::optional<Lines> memory_statement(Random& random, ExpressionGenerator& expressions,
                                      const std::vector<StructKind>& structs, const std::string& name,
                                      unsigned misuse_percent);

/// Declares `variable`, an array or a pointer to a struct, as memory from the heap that is filled with values.
Lines allocation(Random& random, const Variable& variable, const std::vector<StructKind>& structs);

} // namespace vouch::fuzz
