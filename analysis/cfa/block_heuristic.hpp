#pragma once

namespace vouch {

/// Which parts of a program are blocks of their own, whose analysis is remembered: none; the functions that can call
/// themselves; all functions; loops; both.
enum class BlockHeuristic { None, RecursiveFunctions, Functions, Loops, FunctionsAndLoops };

} // namespace vouch
