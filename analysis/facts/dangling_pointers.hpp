#pragma once

#include "analysis/facts/points_to.hpp"

#include <unordered_set>

namespace vouch::facts {

/// Automatic variables whose address may be kept for longer than the variable lives: until its function returns, or
/// another life of it begins, where its block is left or entered again.
///
/// Over-approximates. An address is not kept if no object in memory holds it, and no register does but those of the
/// function itself that are not live where such a life ends, and of functions that it calls, which return before it
/// does. Recursive functions are not looked at: their variables count as kept.
std::unordered_set<cfa::VariableId> dangling_variables(const cfa::Cfa& cfa, const PointsTo& points_to);

} // namespace vouch::facts
