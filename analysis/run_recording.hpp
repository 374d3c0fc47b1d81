#pragma once

#include "analysis/report/report.hpp"
#include "analysis/support/result.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

/// A violating run that can be looked at, step by step in both directions: what a debugger needs. The second door to
/// the engine; like the first one it shows plain data only.
namespace vouch {

/// A moment of the run: before a statement, a condition or a call is executed, or at its end.
struct RunStep {
  Place place;
  std::string function;
  std::string text;      ///< what is executed next; at the end, what is violated
  std::size_t depth = 0; ///< calls that it is inside of
};

struct StackFrame {
  std::string function;
  Place place;
  std::size_t first_step = 0; ///< the first one in this activation
};

/// A value as a C programmer writes it. Children: fields, elements, or what a pointer points to.
struct InspectedValue {
  std::string text;
  std::string type;
  std::size_t named_children = 0;
  std::size_t indexed_children = 0;
  std::string explanation = {}; ///< of a text that says nothing by itself, `?`; empty: none
};

struct InspectedVariable {
  std::string name;
  std::string expression; ///< what evaluates to it in the same frame; empty: nothing does
  InspectedValue value;
};

enum class VariableScope { Locals, Arguments, ReturnValue, ChangedInStep, Globals };
enum class Direction { Forwards, Backwards };

/// Something whose writes can be looked for.
struct Watch {
  std::string id;          ///< means the same at every step of the same recording
  std::string description; ///< the expression that it was made of
};

/// Steps count from 0 to `last_step()`, the violation. Frames count from 0, the innermost. `step` and `frame` must
/// exist. Not for several threads at once.
class RunRecording {
public:
  virtual ~RunRecording() = default;

  /// As it happened when it was recorded.
  [[nodiscard]] virtual const Violation& violation() const = 0;
  [[nodiscard]] virtual std::size_t last_step() const = 0;
  [[nodiscard]] virtual RunStep step(std::size_t step) const = 0;

  /// The next or last step that is not inside of a call which begins or ends here; `last_step()` or 0 where there is
  /// none.
  [[nodiscard]] virtual std::size_t step_over(std::size_t step, Direction direction) const = 0;
  /// The next step in the caller.
  [[nodiscard]] virtual std::size_t step_out(std::size_t step) const = 0;

  /// Places where a step can be, by file, ascending. Paths are those of `Place`.
  [[nodiscard]] virtual std::vector<Place> code_places() const = 0;
  /// The steps that come to a line, ascending: not those that stay on it.
  [[nodiscard]] virtual std::vector<std::size_t> arrivals(const std::string& file, unsigned line) const = 0;
  /// The first steps in activations of a function, ascending.
  [[nodiscard]] virtual std::vector<std::size_t> calls_of(const std::string& function) const = 0;

  virtual std::vector<StackFrame> stack(std::size_t step) = 0;
  virtual std::vector<InspectedVariable> variables(std::size_t step, std::size_t frame, VariableScope scope) = 0;

  /// Any C expression without side effects. Fails with what is wrong with it.
  virtual Result<InspectedValue> evaluate(std::size_t step, std::size_t frame, const std::string& expression) = 0;
  virtual Result<bool> holds(std::size_t step, std::size_t frame, const std::string& expression) = 0;
  /// The children of what an expression evaluates to: `count` of them from `start` on.
  virtual Result<std::vector<InspectedVariable>> children(std::size_t step, std::size_t frame,
                                                          const std::string& expression, std::size_t start,
                                                          std::size_t count) = 0;

  virtual Result<Watch> watch(std::size_t step, std::size_t frame, const std::string& expression) = 0;
  /// From the moment of step `from` to that of `to`: the first step during which something is written to it, or, if
  /// `to` is earlier, the last one. Nothing if there is none, or the id is none.
  virtual std::optional<std::size_t> find_write(std::size_t from, std::size_t to, const std::string& watch_id) = 0;
};

using RecordRun = std::function<Result<std::unique_ptr<RunRecording>>(const SourceInput&, const Options&,
                                                                      const Violation&, RunContext&)>;

/// Executes the run of a violation once more. Fails, with a sentence for the user, if the sources do not compile, if
/// the violation has no run, or if the run ends in anything else, as it may where sources have changed since.
Result<std::unique_ptr<RunRecording>> record_run(const SourceInput& input, const Options& options,
                                                 const Violation& expected, RunContext& context);

} // namespace vouch
