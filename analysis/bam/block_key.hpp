#pragma once

#include "analysis/report/block_heuristic.hpp"

namespace vouch::bam {

/// From which states the result of a block is used: from the state in which the block is entered, or also from larger ones. A
/// larger state's result is valid, but where that state does not know a value, no refinement inside the block finds it; for
/// relations, which refinement finds inside, it does not matter. Recursion uses larger ones in any case, since it has to end.
enum class KeyStates { Larger, Equal };

/// Which results are used where a block is entered. What is under way is used whatever its precision.
struct BlockKey {
  KeyStates states = KeyStates::Larger;
  PrecisionInKey precision = PrecisionInKey::No;
};

} // namespace vouch::bam
