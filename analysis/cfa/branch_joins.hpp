#pragma once

#include "analysis/cfa/cfa.hpp"

#include <vector>

/// Where the ways that part at a branch come together again: the immediate post-dominator of a location, within its
/// function. What lies in front of it is executed because of the branch, what lies behind it whatever the branch decides
/// (J. Ferrante, K. Ottenstein and J. Warren, "The program dependence graph and its use in optimization", TOPLAS 1987).
///
/// The dominators are found as by K. Cooper, T. Harvey and K. Kennedy, "A simple, fast dominance algorithm", 2001.
///
/// Ways that only end (at targets, or where the program exits) are passed over where there is another one: what follows a
/// check that has passed does not lie in front of a join. A loop without an end is left behind each round.
///
/// Example:  `if (c) x = 1; else y = 2; z = 3;`   the join of the branch over c is where z is assigned.
namespace vouch::cfa {

class BranchJoins {
public:
  /// `cfa` must outlive the result.
  explicit BranchJoins(const Cfa& cfa);

  /// Invalid: the ways come together at no location of the function. All joins of a function are found when the first
  /// of them is asked for.
  LocationId join_of(LocationId location);

private:
  void find_joins(FunctionId function);

  const Cfa& cfa_;
  std::vector<LocationId> joins_; ///< by location
  std::vector<bool> is_known_;    ///< by function
};

} // namespace vouch::cfa
