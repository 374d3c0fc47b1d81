#pragma once

#include "analysis/cfa/cfa.hpp"

#include <unordered_set>
#include <vector>

namespace vouch::facts {

/// From which locations a run may come to a target, or to an operation that the engine does not understand, as far as
/// the edges alone tell. Where none is ahead, nothing is left to verify.
///
/// Calls are matched with their returns: behind a call, a location sees what is ahead in the caller, and before it also
/// what is ahead in the callee.
///
/// Behind an operation that is not understood a run may come to anything. But where the whole Cfa has no target, and
/// none is hidden in what the engine does not understand, there is none to come to.
///
/// Example: `void f(int x) { assert(x); g(); }` with a harmless g: no target is ahead in g, nor behind the assertion.
/// If a caller asserts something behind `f(1)`, a run in g still has that before it: who knows the calls that have not
/// returned asks `is_target_behind` too.
class TargetReachability {
public:
  /// `cfa` must outlive the result.
  explicit TargetReachability(const cfa::Cfa& cfa);

  /// Before the function of `location` returns to its caller; the location itself counts.
  [[nodiscard]] bool is_target_ahead(cfa::LocationId location) const { return is_ahead_[location.index()]; }
  /// Behind the return that belongs to `call`, before the calling function returns.
  [[nodiscard]] bool is_target_behind(cfa::EdgeId call) const {
    return is_target_ahead(cfa_.edge(cfa_.return_of(call)).target);
  }
  /// In `function` or in what it calls.
  [[nodiscard]] bool has_target(cfa::FunctionId function) const {
    return is_target_ahead(cfa_.function(function).entry);
  }

private:
  const cfa::Cfa& cfa_;
  std::vector<bool> is_ahead_; ///< by location
};

/// Where an exploration comes that follows runs only as long as a target is ahead of them: to these locations it
/// follows every run that gets there.
///
/// Example: `int f(int n) { int i = 0; while (i < n) i++; return i; }` called as `assert(f(5) == 5); f(7);`: of the
/// second call nothing is followed, so what was found at the loop's head holds of the first one only.
class FollowedRuns {
public:
  /// Of runs from `start`. All must outlive the object.
  FollowedRuns(const cfa::Cfa& cfa, const TargetReachability& targets, cfa::LocationId start);

  /// The locations of functions that runs from `start` may enter, as far as edges tell.
  [[nodiscard]] const std::vector<cfa::LocationId>& locations() const { return locations_; }
  /// Whether all runs to `location`, which is one of these, are followed.
  [[nodiscard]] bool are_followed_to(cfa::LocationId location) const {
    return targets_.is_target_ahead(location) || !may_have_nothing_behind_.contains(cfa_.location(location).function);
  }

private:
  const cfa::Cfa& cfa_;
  const TargetReachability& targets_;
  std::vector<cfa::LocationId> locations_;
  /// The functions that may be entered by calls such that no target is behind any of them.
  std::unordered_set<cfa::FunctionId> may_have_nothing_behind_;
};

} // namespace vouch::facts
