#pragma once

#include "analysis/cfa/cfa.hpp"

namespace vouch::trace {

/// Tells the edges of a run that a user sees. One initialiser, `int a[] = {1, 2, 3}`, is several edges with the same text;
/// they are one step.
class StepFinder {
public:
  explicit StepFinder(const cfa::Cfa& cfa) : cfa_(cfa) {}

  enum class Role { Invisible, BeginsStep, ContinuesStep };
  /// To be called with each edge of the run, in order.
  Role role_of_next(cfa::EdgeId id);

private:
  const cfa::Cfa& cfa_;
  const cfa::Edge* last_ = nullptr;
};

} // namespace vouch::trace
