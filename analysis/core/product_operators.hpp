#pragma once

/// Which operators a product of analyses has. Each of them is made of the components' own (Beyer, Henzinger, Theoduloz:
/// CAV 2007, section 3.4, and ASE 2008, section 3); the choice is the configuration's.
///
/// Example, with locations, predicates and values. (l, p, x=1) is reached and (l, q, x=2) is new.
///
///   Agree         they stay apart, because predicates do; (l, p, x=2) would become (l, p, x=any) if values merged.
///   PerLocation   the reached state becomes (l, p, x=any), and the new one is added all the same: q is not within p.
///   All           they stay apart, unless predicates can be joined.
///
/// (l, p, 3<=x<=5) is new, (l, p, 0<=x<=4) and (l, p, 4<=x<=9) are reached: with Union, these two cover it together.
namespace vouch::core {

enum class MergeOperator {
  /// All components merge, each by its own operator, or the whole stays apart. With components that keep their states
  /// apart this is a model checker, with some that merge a predicated lattice.
  Agree,
  /// At each location every component that has a join joins; what the others know of the reached state stays. Bounds
  /// the reached state only.
  PerLocation,
  /// At each location all components join, or the whole stays apart: data-flow analysis.
  All,
};

enum class StopOperator {
  One,   ///< one reached state covers
  Union, ///< several together may, if they differ from the new one in the same single component
};

enum class AdjustOperator {
  EachAlone, ///< each component looks at its own states
  Together,  ///< then each once more, at what all components have known and what they have given up
};

struct ProductOperators {
  MergeOperator merge = MergeOperator::Agree;
  StopOperator stop = StopOperator::One;
  AdjustOperator adjust = AdjustOperator::EachAlone;

  friend bool operator==(const ProductOperators&, const ProductOperators&) = default;
};

} // namespace vouch::core
