#pragma once

/// What the user can choose about how states are explored, whatever they say.
namespace vouch {

/// Which waiting state comes next.
enum class TraversalOrder {
  DepthFirst,   ///< the youngest
  BreadthFirst, ///< the oldest
  /// What the analysis says (`traversal_place`); then deeper call stacks first, then the smaller position in the reverse
  /// post-order of the function, then the oldest. Every path into a join point arrives before the join point is expanded,
  /// so that merging meets all of them.
  ReversePostOrder,
  /// The same with the position in a weak topological order: a loop comes to its end before what is behind it begins.
  WeakTopological,
  Random, ///< any, by a seed
};

/// How products merge, and how many reached states cover one together (core/product_operators.hpp). AsPreset: as the preset has
/// it.
enum class ProductMerge { AsPreset, Agree, PerLocation, All };
enum class ProductStop { AsPreset, One, Union };

/// Whether states that differ in explicit values stay apart, or are joined where the other components agree.
enum class ValueMerge { Separate, Join };

/// Where a value is tracked that matters at a location: there alone, or as long as its variable lives, so that what is found in one
/// branch is known in the others.
enum class ValueScope { Location, Variable };

/// Which values interpolation tries first to do without: memory and counters of loops, which cost most to track, or those of
/// variables in the order of their declarations, or the last ones first. Where either of two is enough, that decides.
enum class EliminationOrder { CostlyFirst, DeclaredFirst, DeclaredLast };

/// Where the values of a variable are counted that make it too expensive: at each location, along each path, or everywhere.
enum class ValueCounting { Location, Path, Run };

} // namespace vouch
