#pragma once

#include "analysis/report/block_heuristic.hpp"

namespace vouch::bam {

/// Whose result counts where a block is entered: that of a larger state is valid for all states within it, but says less
/// of each of them, and where the larger state does not know a value, no refinement inside the block finds it.
enum class KeyStates { Larger, Equal };

/// What an analysis that has ended must agree on with the state that enters its block, for its result to be used. While it
/// is under way, any analysis of a larger state is: recursion has to end.
struct BlockKey {
  KeyStates states = KeyStates::Larger;
  PrecisionInKey precision = PrecisionInKey::No;
};

} // namespace vouch::bam
