#pragma once

/// What a configuration chooses about backward reachability.
namespace vouch::backward {

/// Where predicates are tracked that the precondition at a place consists of: there alone, as in lazy abstraction, or at
/// all places.
enum class Tracked { WhereFound, Everywhere };

struct Settings {
  Tracked tracked = Tracked::Everywhere;
  /// Up to so many pairs of indices that can't all be equal become inequalities; 0: preconditions' own atoms only.
  unsigned longest_disjunction = 2;
  unsigned most_rounds = 60;
};

} // namespace vouch::backward
