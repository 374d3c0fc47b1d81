#pragma once

#include "tests/fuzz/statement_parts.hpp"

namespace vouch::fuzz {

/// Functions that the statements below call, with names that start with the prefix.
std::string effect_helpers(const std::string& prefix);

/// A statement whose side effects are where they are easily lost, doubled, or seen too early: in the values of
/// assignments, in the places that are assigned, in calls that change what is assigned. Its result is the same in every
/// order of evaluation.
Lines effect_statement(const StatementParts& parts);

} // namespace vouch::fuzz
