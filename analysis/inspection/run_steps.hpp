#pragma once

#include "analysis/inspection/recorded_steps.hpp"

#include <string>
#include <vector>

/// Where the steps of a run are, and how one goes from one to another.
namespace vouch::inspection {

/// The place of a step; of the end of the run, that of what it ended at.
SourceRange place_of(const cfa::Cfa& cfa, const RecordedSteps& run, std::size_t step);

std::size_t step_over_forwards(const std::vector<RecordedStep>& steps, std::size_t step);
std::size_t step_over_backwards(const std::vector<RecordedStep>& steps, std::size_t step);
std::size_t step_out(const std::vector<RecordedStep>& steps, std::size_t step);

/// The first steps of activations of functions with this name.
std::vector<std::size_t> first_steps(const cfa::Cfa& cfa, const std::vector<RecordedStep>& steps,
                                     const std::string& function);

/// All places of the program where a step can be.
std::vector<SourceRange> step_places(const cfa::Cfa& cfa);

/// An activation that users see, as a frame of the stack.
struct Frame {
  cfa::FunctionId function;
  std::size_t activation_end = 0; ///< see `View`
  SourceRange place;
  std::uint64_t begins_at = 0; ///< edges executed when it begins, its call included
};
/// Innermost first; at least one. `at`: where control is.
std::vector<Frame> frames_of(const cfa::Cfa& cfa, const RunCursor& cursor, const SourceRange& at);

} // namespace vouch::inspection
