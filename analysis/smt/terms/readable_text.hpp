#pragma once

#include "analysis/smt/terms/term.hpp"

#include <string>

namespace vouch::smt {

/// The term for a human reader, with C's operators where it has them: `x + 1 <= y && a != b`. What has no operator
/// is written like a call: `select(memory, p)`. Ends with "..." where it would become longer than `limit` characters,
/// as it does soon where terms share parts.
std::string readable_text(const Term& term, std::size_t limit);

} // namespace vouch::smt
