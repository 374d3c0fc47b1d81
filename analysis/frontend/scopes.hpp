#pragma once

#include "analysis/frontend/unit.hpp"

namespace vouch::frontend {

/// Says of the variables of the main file, and of those that it includes, where their names mean them
/// (`Variable::scope`) and how their parts are called (`Variable::parts`). To be called when everything is lowered.
///
/// Example: `int f(int n) { for (int i = 0; i < n; i++) { int n = i; g(n); } return n; }`
///   the parameter n: the body, without what follows the inner declaration in the loop's body; i: the loop.
void note_scopes(Unit& unit);

} // namespace vouch::frontend
