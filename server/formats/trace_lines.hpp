#pragma once

#include "analysis/report/report.hpp"

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

/// A run as people read it: what it does not depend on is left out, rounds of a loop that do as others share a line, and
/// no value is told twice.
namespace vouch::server {

using NamedValues = std::vector<std::pair<std::string, std::string>>;

/// A step that the violation depends on, or a fold.
struct TraceLine {
  std::size_t step = 0;              ///< its index, or the first one of the fold
  const FoldedSteps* fold = nullptr; ///< of the violation; null: a step
  NamedValues values = {};           ///< those that were not told before
  int level = 0;                     ///< how deep in calls, from 0
};

/// The lines of the violation's run, which must outlive them.
std::vector<TraceLine> trace_lines(const Violation& violation);

/// How deep in calls each step is, from 0: a call is a step of the caller.
std::vector<int> nesting_levels(const std::vector<TraceStep>& trace);

/// The run as a tree: what happens in a call is below the call, and what a fold leaves out is below the fold.
struct RunNode {
  std::size_t first_step = 0; ///< as in `TraceLine`
  std::string text;           ///< a phrase without the values
  NamedValues values = {};
  enum class Kind { Step, Rounds } kind = Kind::Step;
  std::vector<RunNode> children = {};
};
std::vector<RunNode> run_tree(const Violation& violation);

} // namespace vouch::server
