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

} // namespace vouch
