#pragma once

#include "analysis/report/report.hpp"
#include "analysis/trace/concrete_interpreter.hpp"

#include <vector>

namespace vouch::trace {

/// A range as reports have it.
Place place_of(const SourceRange& range);

struct RenderedTrace {
  std::vector<TraceStep> steps;
  std::vector<FoldedSteps> folds; ///< of `steps`; also those that stand for others
};

/// The run from `start` with `inputs` as steps for the user: statements, branches, calls, returns and inputs that the
/// source shows (edges with a text and a place), with the values that they wrote or, for branches, read. If the run
/// ends at a target, a step for the violation comes last. Rounds of loops that need not be read are folds. Of a run of more
/// than `longest` steps only those are kept that its end depends on, and inputs; if these are still more, one step stands for each fold
/// instead, and if that is too much as well, the middle is left out.
RenderedTrace render_trace(const Interpreter& interpreter, cfa::LocationId start,
                           const std::vector<cfa::Integer>& inputs, const Limits& limits = {},
                           std::size_t longest = 200);

} // namespace vouch::trace
