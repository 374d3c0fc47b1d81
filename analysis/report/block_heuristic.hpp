#pragma once

namespace vouch {

/// Which parts of a program are blocks of their own, whose analysis is remembered: none; the functions that can call
/// themselves, and, if following every call into its callee would be too much, those that are entered more than once;
/// only the ones that can call themselves; all functions; loops; both.
enum class BlockHeuristic { None, Automatic, RecursiveFunctions, Functions, Loops, FunctionsAndLoops };

/// Whether the result of a block counts only under the precision that the block is entered with. It is valid under any,
/// and refinement makes it finer where it is too weak.
enum class PrecisionInKey { No, Yes };

} // namespace vouch
