#include "analysis/inspection/recorded_steps.hpp"

#include "analysis/trace/step_finder.hpp"

#include <algorithm>

namespace vouch::inspection {
namespace {

constexpr std::size_t most_checkpoint_bytes = std::size_t{256} << 20U;
constexpr std::size_t fewest_checkpoints = 8;

/// Makes the list of steps while a run goes by.
class StepRecorder {
public:
  explicit StepRecorder(const cfa::Cfa& cfa) : cfa_(cfa), finder_(cfa) {}

  /// After each edge.
  void note(const RunCursor& cursor) {
    const cfa::EdgeId id = cursor.last_edge();
    const cfa::Edge& edge = cfa_.edge(id);
    const bool is_shown =
        cfa_.location(edge.source).function.is_valid() && is_in_source(cfa_.location(edge.source).function);
    if (finder_.role_of_next(id) == trace::StepFinder::Role::BeginsStep && is_shown) {
      add(cursor.time() - 1, id);
    }
    if (const auto* call = std::get_if<cfa::Call>(&edge.operation)) {
      depth_ += is_in_source(call->callee) ? 1 : 0;
    } else if (std::holds_alternative<cfa::Return>(edge.operation)) {
      depth_ -= is_in_source(cfa_.location(edge.source).function) ? 1 : 0;
    }
  }

  std::vector<RecordedStep> finish(std::uint64_t time) {
    add(time, {});
    return std::move(steps_);
  }
  [[nodiscard]] std::size_t count() const { return steps_.size(); }

private:
  [[nodiscard]] bool is_in_source(cfa::FunctionId function) const { return !cfa_.function(function).is_synthetic; }

  void add(std::uint64_t time, cfa::EdgeId edge) {
    RecordedStep step{time, edge, depth_, RecordedStep::none};
    last_by_depth_.resize(std::min<std::size_t>(last_by_depth_.size(), depth_ + 1)); // what was deeper has returned
    if (last_by_depth_.size() == depth_ + 1) {
      step.previous = last_by_depth_.back();
    } else {
      last_by_depth_.resize(depth_ + 1, RecordedStep::none);
    }
    last_by_depth_.back() = static_cast<std::uint32_t>(steps_.size());
    steps_.push_back(step);
  }

  const cfa::Cfa& cfa_;
  trace::StepFinder finder_;
  std::uint32_t depth_ = 0;
  std::vector<std::uint32_t> last_by_depth_;
  std::vector<RecordedStep> steps_;
};

} // namespace

void RecordedSteps::Checkpoints::consider(const RunCursor& cursor) {
  if (!cursors_.empty() && cursor.time() < cursors_.back()->time() + distance_) {
    return;
  }
  cursors_.push_back(std::make_unique<RunCursor>(cursor));
  bytes_ += cursor.size_in_bytes();
  if (bytes_ > most_checkpoint_bytes && cursors_.size() > fewest_checkpoints) {
    thin_out();
  }
}

void RecordedSteps::Checkpoints::thin_out() {
  std::vector<std::unique_ptr<RunCursor>> kept;
  for (std::size_t i = 0; i < cursors_.size(); i += 2) {
    kept.push_back(std::move(cursors_[i]));
  }
  cursors_ = std::move(kept);
  distance_ *= 2;
  bytes_ = 0;
  for (const auto& cursor : cursors_) {
    bytes_ += cursor->size_in_bytes();
  }
}

const RunCursor& RecordedSteps::Checkpoints::last_before(std::uint64_t time) const {
  auto next = std::ranges::upper_bound(cursors_, time, {}, [](const auto& cursor) { return cursor->time(); });
  return **std::prev(next); // the first one is at time 0
}

Result<RecordedSteps> RecordedSteps::record(const trace::Program& program, cfa::LocationId start,
                                            const std::vector<cfa::Integer>& inputs, const trace::Limits& limits) {
  RecordedSteps result;
  StepRecorder recorder(*program.cfa);
  RunCursor cursor(program, start, inputs, limits);
  result.checkpoints_.consider(cursor);
  while (cursor.advance()) {
    recorder.note(cursor);
    result.checkpoints_.consider(cursor);
    if (recorder.count() >= most_steps) {
      return Error{"the run has more than " + std::to_string(most_steps) + " steps"};
    }
  }
  result.result_ = cursor.result();
  result.steps_ = recorder.finish(cursor.time());
  return result;
}

const RunCursor& RecordedSteps::at_time(std::uint64_t time) {
  const RunCursor& checkpoint = checkpoints_.last_before(time);
  if (current_ == nullptr || current_->time() > time || current_->time() < checkpoint.time()) {
    current_ = std::make_unique<RunCursor>(checkpoint);
  }
  while (current_->time() < time && current_->advance()) {
  }
  return *current_;
}

std::optional<std::size_t> RecordedSteps::step_at(std::uint64_t time) const {
  auto next = std::ranges::upper_bound(steps_, time, {}, &RecordedStep::time);
  return next == steps_.begin() ? std::nullopt : std::optional(static_cast<std::size_t>(next - steps_.begin()) - 1);
}

} // namespace vouch::inspection
