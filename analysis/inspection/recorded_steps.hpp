#pragma once

#include "analysis/inspection/run_cursor.hpp"
#include "analysis/support/result.hpp"

#include <memory>
#include <optional>
#include <vector>

namespace vouch::inspection {

/// A moment of a run: right before a statement that a user sees is executed, or at its end.
struct RecordedStep {
  std::uint64_t time = 0;        ///< edges executed before
  cfa::EdgeId edge;              ///< the first one of the statement; invalid at the end of the run
  std::uint32_t depth = 0;       ///< activations of functions that the source shows
  std::uint32_t previous = none; ///< the step before in the same activation

  static constexpr std::uint32_t none = 0xffffffff;
};

/// A whole run with its steps, and its state at any of them.
///
/// Keeps checkpoints at even distances. A state is what executing from the last checkpoint before it gives; runs are
/// deterministic. Where checkpoints take too much memory every second one is dropped.
///
/// Example with checkpoints at edges 0 and 4096: the state at edge 5000 costs a copy of the second and 904 edges, at 25
/// million edges per second.
class RecordedSteps {
public:
  /// Executes the run to its end; an error if it has more steps than `most_steps`. `program` must outlive the result.
  static Result<RecordedSteps> record(const trace::Program& program, cfa::LocationId start,
                                      const std::vector<cfa::Integer>& inputs, const trace::Limits& limits);

  static constexpr std::size_t most_steps = 20'000'000;

  /// At least one; the last one is the end of the run.
  [[nodiscard]] const std::vector<RecordedStep>& steps() const { return steps_; }
  [[nodiscard]] const trace::RunResult& result() const { return result_; }

  /// The state at a time. Valid until the next call.
  const RunCursor& at_time(std::uint64_t time);
  const RunCursor& at(std::size_t step) { return at_time(steps_[step].time); }

  /// The step during which the edge with this number was executed; none: before the first one.
  [[nodiscard]] std::optional<std::size_t> step_at(std::uint64_t time) const;

private:
  RecordedSteps() = default;

  class Checkpoints {
  public:
    /// To be called with every state of the run, in order.
    void consider(const RunCursor& cursor);
    [[nodiscard]] const RunCursor& last_before(std::uint64_t time) const;

  private:
    void thin_out();

    std::uint64_t distance_ = 4096;
    std::size_t bytes_ = 0;
    std::vector<std::unique_ptr<RunCursor>> cursors_;
  };

  std::vector<RecordedStep> steps_;
  trace::RunResult result_;
  Checkpoints checkpoints_;
  std::unique_ptr<RunCursor> current_;
};

} // namespace vouch::inspection
