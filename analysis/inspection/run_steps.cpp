#include "analysis/inspection/run_steps.hpp"

#include <algorithm>

namespace vouch::inspection {
namespace {

cfa::FunctionId function_of(const cfa::Cfa& cfa, const RecordedStep& step) {
  return step.edge.is_valid() ? cfa.location(cfa.edge(step.edge).source).function : cfa::FunctionId();
}

} // namespace

SourceRange place_of(const cfa::Cfa& cfa, const RecordedSteps& run, std::size_t step) {
  if (const cfa::EdgeId edge = run.steps()[step].edge; edge.is_valid()) {
    return cfa.edge(edge).range;
  }
  const auto* reached = std::get_if<trace::ReachedTarget>(&run.result().outcome);
  return reached != nullptr ? cfa.location(reached->location).range : SourceRange();
}

std::size_t step_over_forwards(const std::vector<RecordedStep>& steps, std::size_t step) {
  std::size_t next = std::min(step + 1, steps.size() - 1);
  while (next + 1 < steps.size() && steps[next].depth > steps[step].depth) {
    ++next;
  }
  return next;
}

std::size_t step_over_backwards(const std::vector<RecordedStep>& steps, std::size_t step) {
  return steps[step].previous != RecordedStep::none ? steps[step].previous : step - std::min<std::size_t>(step, 1);
}

std::size_t step_out(const std::vector<RecordedStep>& steps, std::size_t step) {
  std::size_t next = std::min(step + 1, steps.size() - 1);
  while (next + 1 < steps.size() && steps[next].depth >= steps[step].depth) {
    ++next;
  }
  return next;
}

std::vector<std::size_t> first_steps(const cfa::Cfa& cfa, const std::vector<RecordedStep>& steps,
                                     const std::string& function) {
  std::vector<std::size_t> result;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const cfa::FunctionId own = function_of(cfa, steps[i]);
    if (own.is_valid() && steps[i].previous == RecordedStep::none && cfa.function(own).name == function) {
      result.push_back(i);
    }
  }
  return result;
}

std::vector<SourceRange> step_places(const cfa::Cfa& cfa) {
  std::vector<SourceRange> result;
  for (std::size_t i = 0; i < cfa.edge_count(); ++i) {
    const cfa::Edge& edge = cfa.edge(cfa::EdgeId(i));
    const cfa::FunctionId function = cfa.location(edge.source).function;
    if (!edge.text.empty() && edge.range.is_valid() && function.is_valid() && !cfa.function(function).is_synthetic) {
      result.push_back(edge.range);
    }
  }
  const auto key = [](const SourceRange& range) { return std::tuple(std::string_view(*range.file), range.begin); };
  std::ranges::sort(result, {}, key);
  const auto repeated = std::ranges::unique(result, {}, key);
  result.erase(repeated.begin(), repeated.end());
  return result;
}

std::vector<Frame> frames_of(const cfa::Cfa& cfa, const RunCursor& cursor, const SourceRange& at) {
  const auto activations = cursor.activations();
  std::vector<Frame> result;
  SourceRange place = at;
  for (std::size_t i = activations.size(); i-- > 0;) {
    const cfa::FunctionId function(activations[i].function);
    if (!cfa.function(function).is_synthetic) {
      result.push_back({function, i + 1, place, activations[i].entered_at + 1});
    }
    place = cfa.edge(cfa::EdgeId(activations[i].call)).range;
  }
  if (result.empty()) { // before or behind the entry function
    result.push_back({cfa::FunctionId(), 0, at, 0});
  }
  return result;
}

} // namespace vouch::inspection
