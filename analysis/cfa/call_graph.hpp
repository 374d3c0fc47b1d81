#pragma once

#include "analysis/cfa/cfa.hpp"

#include <unordered_set>

namespace vouch::cfa {

/// The functions that can call themselves, directly or through others.
std::unordered_set<FunctionId> recursive_functions(const Cfa& cfa);

} // namespace vouch::cfa
