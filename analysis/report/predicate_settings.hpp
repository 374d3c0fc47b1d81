#pragma once

/// What the user can choose about the predicate analysis.
namespace vouch {

/// Where blocks end: at loop heads only, at the boundaries of functions too, or behind every edge.
enum class BlockOperator { LoopsAndFunctions, Loops, SingleBlock };
enum class PredicateAbstraction { Cartesian, Boolean };
/// Where a predicate that was found at a location is tracked.
enum class PrecisionScope { Location, Function, Global };
/// Whether every proof is checked once more before it counts, or only if that takes little time.
enum class ProofChecks { WhenCheap, Always };
/// How interpolants of a path with calls that have returned are computed, which form a tree: from the recursive program
/// that the path is folded into, from the tree as a whole, or by binary interpolation: along the stack of calls, of
/// each node on its own, or from the leaves upwards.
enum class TreeInterpolation { Folded, Tree, Nested, WellScoped, CraigTree };

} // namespace vouch
