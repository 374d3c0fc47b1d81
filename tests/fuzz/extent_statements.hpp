#pragma once

#include "tests/fuzz/statement_parts.hpp"

namespace vouch::fuzz {

/// Functions that the statements below call, with names that start with the prefix.
std::string extent_helpers(const std::string& prefix);

/// A statement about types whose sizes are computed: variable length arrays, typedefs of them, pointers to them,
/// `sizeof` and `typeof`. A size is computed where C says so and nowhere else, with its side effects.
Lines extent_statement(const StatementParts& parts);

} // namespace vouch::fuzz
