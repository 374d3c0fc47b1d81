#pragma once

#include "analysis/cfa/cfa.hpp"

#include <vector>

namespace vouch::cfa {

/// From which locations a run may come to a target, or to an operation that the engine does not understand, as far as
/// the edges alone tell. Where none is ahead, nothing is left to verify.
///
/// Calls are matched with their returns: behind a call, a location sees what is ahead in the caller, and before it also
/// what is ahead in the callee.
///
/// Behind an operation that is not understood a run may come to anything. But where the whole Cfa has no target, and
/// none is hidden in what the engine does not understand, there is none to come to.
///
/// Example: `void f(int x) { assert(x); g(); }` with a harmless g: no target is ahead in g, nor behind the assertion. If
/// a caller asserts something behind `f(1)`, a run in g still has that before it: who knows the calls that have not
/// returned asks `is_target_behind` too.
class TargetReachability {
public:
  /// `cfa` must outlive the result.
  explicit TargetReachability(const Cfa& cfa);

  /// Before the function of `location` returns to its caller; the location itself counts.
  [[nodiscard]] bool is_target_ahead(LocationId location) const { return is_ahead_[location.index()]; }
  /// Behind the return that belongs to `call`, before the calling function returns.
  [[nodiscard]] bool is_target_behind(EdgeId call) const { return is_target_ahead(cfa_.edge(cfa_.return_of(call)).target); }
  /// In `function` or in what it calls.
  [[nodiscard]] bool has_target(FunctionId function) const { return is_target_ahead(cfa_.function(function).entry); }

private:
  const Cfa& cfa_;
  std::vector<bool> is_ahead_; ///< by location
};

} // namespace vouch::cfa
