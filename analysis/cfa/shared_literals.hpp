#pragma once

#include "analysis/cfa/cfa.hpp"

#include <optional>

/// String literals that may lie in the same memory: whether they are distinct objects is unspecified as long as each
/// has its bytes (C 6.4.5 7). Compilers and linkers let equal ones share, and one the end of another: "bc" in "abc".
namespace vouch::cfa {

/// Where `b` begins in `a` if the two share memory, in bytes behind the start of `a` and negative if `a` lies in `b`;
/// nothing if they can't share. Example: 1 for "abc" and "bc".
std::optional<Integer> shared_distance(const Variable& a, const Variable& b);

} // namespace vouch::cfa
