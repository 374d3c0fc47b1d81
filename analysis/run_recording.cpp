#include "analysis/run_recording.hpp"

#include "analysis/findings/violation_report.hpp"
#include "analysis/frontend/frontend.hpp"
#include "analysis/inspection/evaluate.hpp"
#include "analysis/inspection/line_arrivals.hpp"
#include "analysis/inspection/run_steps.hpp"
#include "analysis/inspection/value_format.hpp"
#include "analysis/inspection/writes.hpp"
#include "analysis/support/overloaded.hpp"
#include "analysis/trace/render_trace.hpp"
#include "analysis/trace/value_text.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <unordered_map>
#include <utility>

namespace vouch {
namespace {

using namespace inspection;

/// What a recording is made of, in the order in which the parts refer to each other.
struct RecordedProgram {
  RecordedProgram(cfa::Cfa automaton, cfa::SourceSymbols table)
      : cfa(std::move(automaton)), interpreter(cfa), symbols(cfa, std::move(table)) {}

  cfa::Cfa cfa;
  trace::Interpreter interpreter;
  ProgramSymbols symbols;
};

/// Whether all of it is evaluated each time.
bool has_one_way(const Syntax& expression) {
  const bool branches = expression.kind == SyntaxKind::And || expression.kind == SyntaxKind::Or ||
                        expression.kind == SyntaxKind::Conditional;
  return !branches && std::ranges::all_of(expression.operands, has_one_way);
}

class RecordedRun final : public RunRecording {
public:
  RecordedRun(std::unique_ptr<RecordedProgram> program, RecordedSteps run, Violation violation)
      : program_(std::move(program)), cfa_(program_->cfa), run_(std::move(run)), arrivals_(cfa_, run_.steps()),
        violation_(std::move(violation)) {}

  [[nodiscard]] const Violation& violation() const override { return violation_; }
  [[nodiscard]] std::size_t last_step() const override { return run_.steps().size() - 1; }

  [[nodiscard]] RunStep step(std::size_t index) const override {
    const RecordedStep& step = run_.steps()[index];
    if (!step.edge.is_valid()) {
      return {violation_.place, violation_.function, violation_.message, step.depth};
    }
    const cfa::Edge& edge = cfa_.edge(step.edge);
    return {trace::place_of(edge.range), cfa_.function(cfa_.location(edge.source).function).name, edge.text,
            step.depth};
  }

  [[nodiscard]] std::size_t step_over(std::size_t step, Direction direction) const override {
    return direction == Direction::Forwards ? step_over_forwards(run_.steps(), step)
                                            : step_over_backwards(run_.steps(), step);
  }
  [[nodiscard]] std::size_t step_out(std::size_t step) const override {
    return inspection::step_out(run_.steps(), step);
  }

  [[nodiscard]] std::vector<Place> code_places() const override {
    std::vector<Place> result;
    std::ranges::transform(step_places(cfa_), std::back_inserter(result), trace::place_of);
    return result;
  }
  [[nodiscard]] std::vector<std::size_t> arrivals(const std::string& file, unsigned line) const override {
    return arrivals_.at(file, line);
  }
  [[nodiscard]] std::vector<std::size_t> calls_of(const std::string& function) const override {
    return first_steps(cfa_, run_.steps(), function);
  }

  std::vector<StackFrame> stack(std::size_t step) override {
    std::vector<StackFrame> result;
    for (const Frame& frame : frames(step)) {
      const std::string name = frame.function.is_valid() ? cfa_.function(frame.function).name : violation_.run.entry;
      result.push_back({name, trace::place_of(frame.place), first_step_since(frame.begins_at, step)});
    }
    return result;
  }

  std::vector<InspectedVariable> variables(std::size_t step, std::size_t frame, VariableScope scope) override {
    if (scope == VariableScope::ReturnValue) {
      return frame == 0 ? return_value(step) : std::vector<InspectedVariable>();
    }
    if (scope == VariableScope::ChangedInStep) {
      return frame == 0 ? changes(step) : std::vector<InspectedVariable>();
    }
    const View view = view_at(step, frame);
    const auto found = scope == VariableScope::Locals      ? program_->symbols.locals(view.scope)
                       : scope == VariableScope::Arguments ? program_->symbols.parameters(view.scope)
                                                           : program_->symbols.globals();
    std::vector<InspectedVariable> result;
    for (const cfa::SourceVariable* variable : found) {
      result.push_back(inspected(view, *variable));
    }
    return result;
  }

  Result<InspectedValue> evaluate(std::size_t step, std::size_t frame, const std::string& expression) override {
    return attempt<InspectedValue>([&] {
      const View view = view_at(step, frame);
      return checked(view, inspection::evaluate(view, parsed(expression)));
    });
  }

  Result<bool> holds(std::size_t step, std::size_t frame, const std::string& expression) override {
    // Conditions of breakpoints are evaluated thousands of times, and exceptions are slow.
    const auto place = std::pair(expression, run_.steps()[step].edge);
    const bool is_innermost = frame == 0;
    if (const auto known = hopeless_.find(place); is_innermost && known != hopeless_.end()) {
      return Error{known->second};
    }
    try {
      return evaluate_condition(view_at(step, frame), parsed(expression));
    } catch (const EvaluationError& problem) {
      const bool is_hopeless =
          problem.depends == EvaluationError::Depends::OnThePlace && has_one_way(parsed(expression));
      if (is_innermost && is_hopeless) {
        hopeless_.emplace(place, problem.message);
      }
      return Error{problem.message};
    }
  }

  Result<std::vector<InspectedVariable>> children(std::size_t step, std::size_t frame, const std::string& expression,
                                                  std::size_t start, std::size_t count) override {
    return attempt<std::vector<InspectedVariable>>([&] {
      const View view = view_at(step, frame);
      std::vector<InspectedVariable> result;
      const TypedValue value = inspection::evaluate(view, parsed(expression));
      for (const Child& child : children_of(view, value, expression, start, count)) {
        result.push_back({child.name, child.expression, inspected(view, child.value)});
      }
      return result;
    });
  }

  Result<Watch> watch(std::size_t step, std::size_t frame, const std::string& expression) override {
    return attempt<Watch>([&] {
      const View view = view_at(step, frame);
      const WatchedPlace place = watched_place(view, inspection::evaluate(view, parsed(expression)));
      return Watch{inspection::to_string(place), expression};
    });
  }

  std::optional<std::size_t> find_write(std::size_t from, std::size_t to, const std::string& watch_id) override {
    const auto place = watched_place_from(watch_id);
    if (!place) {
      return std::nullopt;
    }
    const std::uint64_t now = run_.steps()[from].time;
    const std::uint64_t limit = run_.steps()[to].time;
    if (from <= to) {
      const auto time = first_write(*place, now, limit);
      return time ? run_.step_at(*time) : std::nullopt;
    }
    // Backwards piece by piece: in each one the run goes forwards.
    for (std::uint64_t end = now; end > limit;) {
      const std::uint64_t begin = end - limit > piece_length ? end - piece_length : limit;
      if (const auto time = last_write(*place, begin, end)) {
        return run_.step_at(*time);
      }
      end = begin;
    }
    return std::nullopt;
  }

private:
  static constexpr std::uint64_t piece_length = 65'536; ///< in edges

  template <class Value, class Compute>
  static Result<Value> attempt(Compute compute) {
    try {
      return compute();
    } catch (const EvaluationError& problem) {
      return Error{problem.message};
    }
  }

  const Syntax& parsed(const std::string& expression) {
    auto known = expressions_.find(expression);
    if (known == expressions_.end()) {
      known = expressions_.emplace(expression, parse_expression(expression, program_->symbols)).first;
    }
    return known->second;
  }

  std::vector<Frame> frames(std::size_t step) { return frames_of(cfa_, run_.at(step), place_of(cfa_, run_, step)); }

  View view_at(std::size_t step, std::size_t frame) {
    const RunCursor& cursor = run_.at(step);
    if (frame == 0) { // conditions of breakpoints: deep stacks are not looked at
      const SourceRange place = place_of(cfa_, run_, step);
      const auto activations = cursor.activations();
      const bool is_in_source =
          !activations.empty() && !cfa_.function(cfa::FunctionId(activations.back().function)).is_synthetic;
      if (is_in_source) {
        return {program_->interpreter.program(),
                program_->symbols,
                cursor,
                activations.size(),
                {cfa::FunctionId(activations.back().function), place}};
      }
    }
    const auto all = frames(step);
    const Frame& chosen = all[std::min(frame, all.size() - 1)];
    return {program_->interpreter.program(),
            program_->symbols,
            cursor,
            chosen.activation_end,
            {chosen.function, chosen.place}};
  }

  [[nodiscard]] std::size_t first_step_since(std::uint64_t time, std::size_t latest) const {
    const auto first = std::ranges::lower_bound(run_.steps(), time, {}, &RecordedStep::time);
    return std::min(latest, static_cast<std::size_t>(first - run_.steps().begin()));
  }

  InspectedValue inspected(const View& view, const TypedValue& value) const {
    const ChildCount children = child_count(view, value);
    std::string text = text_of(view, value);
    std::string explanation = text == inspection::unread ? inspection::not_read_yet : "";
    return {std::move(text), view.symbols.type(value.type).spelling, children.named, children.indexed,
            std::move(explanation)};
  }

  InspectedVariable inspected(const View& view, const cfa::SourceVariable& variable) const {
    try {
      return {variable.name, variable.name, inspected(view, variable_value(view, variable))};
    } catch (const EvaluationError&) {
      return {variable.name, "", {"<does not exist yet>", view.symbols.type(variable.type).spelling, 0, 0}};
    }
  }

  /// As `inspected`, but a scalar that has no value is an error.
  InspectedValue checked(const View& view, const TypedValue& value) const {
    if (view.symbols.type(value.type).scalar) {
      scalar_of(view, value);
    }
    return inspected(view, value);
  }

  /// Executes the step before `step` once more; `visit` sees the run behind each of its edges.
  template <class Visit>
  void replay_step_before(std::size_t step, Visit visit) {
    RunCursor cursor = run_.at(step - 1);
    while (cursor.time() < run_.steps()[step].time && cursor.advance()) {
      visit(std::as_const(cursor));
    }
  }

  std::vector<InspectedVariable> changes(std::size_t step) {
    if (step == 0) {
      return {};
    }
    std::vector<Write> writes;
    replay_step_before(step, [&](const RunCursor& cursor) {
      std::ranges::move(writes_of(program_->interpreter.program(), cursor), std::back_inserter(writes));
    });
    const View view = view_at(step, 0);
    std::vector<InspectedVariable> result;
    for (const Write& write : writes) {
      const auto expression = expression_for(view, write, this->step(step - 1).text);
      const bool is_new =
          expression && std::ranges::find(result, *expression, &InspectedVariable::name) == result.end();
      if (is_new && result.size() < most_changes) {
        if (auto value = attempt<InspectedValue>(
                [&] { return inspected(view, inspection::evaluate(view, parsed(*expression))); })) {
          result.push_back({*expression, *expression, *value});
        }
      }
    }
    return result;
  }

  std::vector<InspectedVariable> return_value(std::size_t step) {
    std::vector<InspectedVariable> result;
    if (step == 0) {
      return result;
    }
    replay_step_before(step, [&](const RunCursor& cursor) {
      const cfa::Edge& edge = cfa_.edge(cursor.last_edge());
      const auto* returned = std::get_if<cfa::Return>(&edge.operation);
      const cfa::Function& function = cfa_.function(cfa_.location(edge.source).function);
      if (returned == nullptr || function.is_synthetic) {
        return;
      }
      result.clear(); // the last one counts
      if (function.return_variables.size() == 1 && returned->results.size() == 1) {
        const cfa::Variable& variable = cfa_.variable(function.return_variables.front());
        const cfa::VariableId target = returned->results.front().variable;
        const std::string text = trace::value_text(cursor.machine().slots[target.index()], cfa_.variable(target).type,
                                                   variable.type_spelling, cursor.machine(), cfa_);
        result.push_back({function.name + "()", "", {text, variable.type_spelling, 0, 0}});
      }
    });
    return result;
  }

  std::optional<std::uint64_t> first_write(const WatchedPlace& place, std::uint64_t begin, std::uint64_t end) {
    RunCursor cursor = run_.at_time(begin);
    while (cursor.time() < end && cursor.advance()) {
      if (writes_to(program_->interpreter.program(), cursor, place)) {
        return cursor.time() - 1;
      }
    }
    return std::nullopt;
  }

  std::optional<std::uint64_t> last_write(const WatchedPlace& place, std::uint64_t begin, std::uint64_t end) {
    std::optional<std::uint64_t> last;
    RunCursor cursor = run_.at_time(begin);
    while (cursor.time() < end && cursor.advance()) {
      if (writes_to(program_->interpreter.program(), cursor, place)) {
        last = cursor.time() - 1;
      }
    }
    return last;
  }

  static constexpr std::size_t most_changes = 100;

  std::unique_ptr<RecordedProgram> program_;
  const cfa::Cfa& cfa_;
  RecordedSteps run_;
  LineArrivals arrivals_;
  Violation violation_;
  std::unordered_map<std::string, Syntax> expressions_;
  std::map<std::pair<std::string, cfa::EdgeId>, std::string> hopeless_; ///< conditions that have no value at a place
};

Result<std::vector<cfa::Integer>> inputs_of(const ReplayableRun& run) {
  std::vector<cfa::Integer> result;
  for (const std::string& text : run.inputs) {
    const bool is_negative = text.starts_with('-');
    cfa::Integer value = 0;
    bool is_number = text.size() > (is_negative ? 1U : 0U) && text.size() <= 40;
    for (const char digit : text.substr(is_negative ? 1 : 0)) {
      is_number = is_number && digit >= '0' && digit <= '9' && !__builtin_mul_overflow(value, 10, &value) &&
                  !__builtin_sub_overflow(value, digit - '0', &value); // negative: there is one more of them
    }
    if (!is_number || (!is_negative && value == std::numeric_limits<cfa::Integer>::min())) {
      return Error{"the input \"" + text + "\" is no number"};
    }
    result.push_back(is_negative ? value : -value);
  }
  return result;
}

const cfa::EntryPoint* entry_named(const cfa::Cfa& cfa, const std::string& name) {
  const auto found = std::ranges::find_if(
      cfa.entry_points(), [&](const cfa::EntryPoint& entry) { return cfa.function(entry.function).name == name; });
  return found != cfa.entry_points().end() ? &*found : nullptr;
}

std::string place_text(const Violation& violation) {
  return violation.place.file + ":" + std::to_string(violation.place.line);
}

bool is_same(const Violation& a, const Violation& b) {
  const bool is_at_same_place = a.place.line == b.place.line && a.place.column == b.place.column && a.code == b.code;
  return is_at_same_place || (!a.fingerprint.empty() && a.fingerprint == b.fingerprint);
}

std::string first_error(const std::vector<Message>& messages) {
  const auto found = std::ranges::find(messages, MessageSeverity::Error, &Message::severity);
  return found != messages.end() ? found->place.file + ":" + std::to_string(found->place.line) + ": " + found->text
                                 : std::string("it does not compile");
}

} // namespace

Result<std::unique_ptr<RunRecording>> record_run(const SourceInput& input, const Options& options,
                                                 const Violation& expected, RunContext& context) {
  if (expected.run.entry.empty()) {
    return Error{"there is no run of this violation that could be executed: it was found, but not confirmed"};
  }
  auto inputs = inputs_of(expected.run);
  if (!inputs) {
    return inputs.error();
  }
  try {
    frontend::Translation translation =
        frontend::translate(input, options, context, {.symbols = frontend::SymbolTable::Make});
    if (!translation.cfa || !translation.symbols) {
      return Error{"the program cannot be executed any more: " + first_error(translation.messages)};
    }
    auto program = std::make_unique<RecordedProgram>(*std::move(translation.cfa), *std::move(translation.symbols));
    const cfa::EntryPoint* entry = entry_named(program->cfa, expected.run.entry);
    if (entry == nullptr) {
      return Error{"the run starts in \"" + expected.run.entry + "\", and the program has no such function any more"};
    }
    trace::Limits limits;
    limits.context = &context;
    auto run = RecordedSteps::record(program->interpreter.program(), entry->start, *inputs, limits);
    if (!run) {
      return run.error();
    }
    const auto* reached = std::get_if<trace::ReachedTarget>(&run->result().outcome);
    const std::string wanted = "\"" + expected.message + "\" at " + place_text(expected);
    if (reached == nullptr) {
      return Error{"executed again, the run does not end in " + wanted + ": " +
                   trace::to_string(run->result().outcome, program->cfa)};
    }
    std::optional<findings::ConfirmedViolation> confirmed = findings::confirmed_violation(
        program->cfa, program->interpreter, *entry, reached->location, *inputs, options.callers);
    if (!confirmed) {
      return Error{"executed again, the run ends where no sensible caller leads instead of in " + wanted};
    }
    Violation& violation = confirmed->violation;
    if (!is_same(violation, expected)) {
      return Error{"executed again, the run ends in \"" + violation.message + "\" at " + place_text(violation) +
                   " instead of " + wanted};
    }
    return std::unique_ptr<RunRecording>(
        std::make_unique<RecordedRun>(std::move(program), std::move(run).value(), std::move(violation)));
  } catch (const Interrupted&) {
    return Error{"executing the run again was interrupted"};
  }
}

} // namespace vouch
