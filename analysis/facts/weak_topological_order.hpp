#pragma once

#include "analysis/cfa/cfa.hpp"

#include <cstddef>
#include <vector>

namespace vouch::facts {

/// By location: its position in a weak topological order of its function, after F. Bourdoncle: "Efficient chaotic iteration
/// strategies with widenings", FMPA 1993.
///
/// Invariant: the locations of a loop stand together, its head first, and so do those of a loop within it; a way on leads to a larger
/// position, unless it leads back to the head of a loop that it is in. So whoever always goes on at the smallest position comes to the
/// end of a loop before what is behind it.
///
/// Example: `while (a) { while (b) x(); y(); } z();` has the order (a (b x) y) z, where a reverse post-order may have z in front of b.
std::vector<std::size_t> weak_topological_positions(const cfa::Cfa& cfa);

} // namespace vouch::facts
