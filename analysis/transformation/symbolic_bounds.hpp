#pragma once

#include "analysis/cfa/cfa.hpp"

#include <optional>

namespace vouch::transformation {

/// The program with numbers that loops are bounded by as unknown ones: `i < 100000` becomes `i < bound`, and `n = 100000` becomes
/// `n = bound` if a loop compares something with `n`, where `bound` is set once, at the start of the run, to any value from 1 to
/// the number. The same number is the same unknown in all of these places.
///
/// Its runs contain those of the program as written, so what is proved of it holds for that. Interpolants of a path through a
/// few rounds can say of a number that it is far away; of an unknown they have to say what is the same in all rounds.
///
/// Ids stay what they are. Nothing if no loop is bounded by a number above a few rounds. Runs begin at `start`.
std::optional<cfa::Cfa> with_symbolic_bounds(const cfa::Cfa& cfa, cfa::LocationId start);

} // namespace vouch::transformation
