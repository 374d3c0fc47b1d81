#pragma once

#include "analysis/cfa/cfa.hpp"

#include <vector>

namespace vouch::facts {

/// Whether what happens in `function` happens once, where a verification begins: it is the function of `start`, or one
/// of the front end's own that is called from such a function, and from nowhere else.
bool is_part_of_start(const cfa::Cfa& cfa, cfa::LocationId start, cfa::FunctionId function);

/// By function: whether it is a part of some start, for all entry points of `cfa`.
std::vector<bool> parts_of_starts(const cfa::Cfa& cfa);

} // namespace vouch::facts
