#pragma once

#include "tests/fuzz/statement_parts.hpp"

namespace vouch::fuzz {

/// Functions that the statements below call, with names that start with the prefix.
std::string odd_helpers(const std::string& prefix);

/// A statement of what programs seldom have: statement expressions in conditions, steps and operands, compound literals
/// and jumps, blocks that end the life of what a pointer points to, jumps into loops, alignment.
Lines odd_statement(const StatementParts& parts);

} // namespace vouch::fuzz
