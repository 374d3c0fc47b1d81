#pragma once

#include "analysis/trace/concrete_interpreter.hpp"

#include <vector>

/// Runs worth reading: of all that end in the same violation, a short one with small inputs.
///
/// A. Zeller and R. Hildebrandt, "Simplifying and isolating failure-inducing input", TSE 2002 (delta debugging): leave out
/// ever smaller parts of the inputs as long as the run still fails. Here a run must end at the same target, so that what
/// fails stays what it is. Values are then brought closer to zero, one after the other.
///
/// Invariant: the inputs at hand lead to the target, and no step makes the run longer. The same inputs always become the
/// same ones: what limits the search is counted, not timed.
///
/// Example: commands 7 2 9 2 2 0 3 2 for a buffer with room for three, in which a 2 puts something and 0 takes it out
///   without the first half: 2 0 3 2 does not fail; without the second: 7 2 9 2 does not; without 7, 9, 0, 3: 2 2 2 2 does.
namespace vouch::trace {

/// `inputs`, of which the run from `start` to `target` asks for all: others that lead there, too, in at most as many steps.
/// Runs that used over-approximations or depend on addresses are left alone.
std::vector<cfa::Integer> minimised_inputs(const Interpreter& interpreter, cfa::LocationId start,
                                           cfa::LocationId target, const std::vector<cfa::Integer>& inputs);

} // namespace vouch::trace
