#pragma once

#include "tests/fuzz/expression_generator.hpp"

namespace vouch::fuzz {

/// Lines of C; those inside of braces are indented.
using Lines = std::vector<std::string>;

void append(Lines& lines, const Lines& others);

/// What statements are made of that say more than one thing.
struct StatementParts {
  Random& random;
  ExpressionGenerator& expressions;
  std::string name;   ///< local names and labels start with it
  std::string prefix; ///< of the names of file scope
  unsigned misuse_percent = 0;
};

/// An `int` from 0 to `mask`, of what is in scope. Free of side effects.
std::string small_value(const StatementParts& parts, unsigned mask);

/// Says that `condition` holds, or now and then that it does not, where something rare is true.
std::string claim(const StatementParts& parts, const std::string& condition);

/// Adds an integer to the checksum, and maybe to a variable in scope on which assertions depend.
Lines outcome(const StatementParts& parts, const std::string& value);

/// One of the strings with every `$` replaced by the local name and every `@` by the prefix.
std::string named(const StatementParts& parts, std::string_view text);

/// `lines` in braces, each named.
Lines block_of(const StatementParts& parts, const Lines& lines);

} // namespace vouch::fuzz
