#pragma once

#include "tests/fuzz/program_parts.hpp"

namespace vouch::fuzz {

/// Appends the definitions of structs and unions to `text`; their tags start with `prefix`. There are always two
/// structs of numbers; each of a union and a struct with structs and unions inside comes with the given chance.
std::vector<StructKind> generate_types(Random& random, const std::string& prefix, unsigned nested_percent,
                                       std::string& text);

} // namespace vouch::fuzz
