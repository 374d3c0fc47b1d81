#include "analysis/trace/render_trace.hpp"

#include "analysis/support/overloaded.hpp"
#include "analysis/trace/loop_rounds.hpp"
#include "analysis/trace/object_history.hpp"
#include "analysis/trace/run_slice.hpp"
#include "analysis/trace/value_text.hpp"

#include <algorithm>
#include <functional>
#include <iterator>
#include <optional>
#include <utility>

namespace vouch::trace {
namespace {

using NamedValues = std::vector<std::pair<std::string, std::string>>;

/// Describes one edge right after it was executed.
class StepRenderer {
public:
  StepRenderer(const Program& program, const Machine& machine)
      : program_(program), cfa_(*program.cfa), machine_(machine) {}

  TraceStep render(cfa::EdgeId id) const {
    const cfa::Edge& edge = cfa_.edge(id);
    TraceStep step;
    step.place = place_of(edge.range);
    step.function = function_name(edge.source);
    step.text = edge.text;
    std::visit([&](const auto& operation) { describe(operation, id, step); }, edge.operation);
    return step;
  }

  /// Variables that the edge's expressions read and places that they loaded from; not the pointers that lead there.
  NamedValues values_read(cfa::EdgeId id) const {
    const ProgramEdge& edge = program_.edges[id.index()];
    NamedValues loaded;
    for (const Instruction& instruction : program_.code_of(edge)) {
      if (is_load(instruction.opcode)) {
        const Value& place = machine_.slots[instruction.left];
        const cfa::Type& type = program_.loads[instruction.third]->type;
        add_place(place, machine_.slots[instruction.target], type, name_through_read(edge, place, type), loaded);
      }
    }
    NamedValues values;
    for (std::uint32_t variable : program_.reads_of(edge)) {
      const bool is_way_to_a_place = !loaded.empty() && cfa::is_pointer(cfa_.variable(cfa::VariableId(variable)).type);
      if (!is_way_to_a_place) { // what it leads to says where that is
        add_variable(cfa::VariableId(variable), values);
      }
    }
    for (auto& [name, text] : loaded) {
      add(std::move(name), std::move(text), values);
    }
    return values;
  }

  std::string function_name(cfa::LocationId location) const {
    cfa::FunctionId function = cfa_.location(location).function;
    return function.is_valid() ? cfa_.function(function).name : std::string();
  }

private:
  void describe(const cfa::Assume& operation, cfa::EdgeId id, TraceStep& step) const {
    step.kind = operation.polarity == cfa::Polarity::Holds ? TraceStepKind::BranchTaken : TraceStepKind::BranchNotTaken;
    step.values = values_read(id);
  }

  void describe(const cfa::Assign& operation, cfa::EdgeId id, TraceStep& step) const {
    step.kind = TraceStepKind::Assignment;
    const cfa::Function& function = cfa_.function(cfa_.location(cfa_.edge(id).source).function);
    const auto& results = function.return_variables;
    if (std::find(results.begin(), results.end(), operation.target) != results.end()) {
      step.kind = TraceStepKind::Return;
      step.values.emplace_back(function.name + "()", text_of(operation.target));
      return;
    }
    add_variable(operation.target, step.values);
  }

  void describe(const cfa::Store& operation, cfa::EdgeId id, TraceStep& step) const {
    step.kind = TraceStepKind::Assignment;
    auto operands = program_.operands_of(program_.edges[id.index()]);
    add_place(machine_.slots[operands[0]], machine_.slots[operands[1]], operation.value->type,
              {assigned_place(step.text).value_or("")}, step.values);
  }

  void describe(const cfa::Input& operation, cfa::EdgeId /*id*/, TraceStep& step) const {
    step.kind = TraceStepKind::Input;
    if (is_shown(operation.target)) {
      add_variable(operation.target, step.values);
    } else {
      step.values.emplace_back(operation.origin + "()", text_of(operation.target));
    }
  }

  void describe(const cfa::Allocate& operation, cfa::EdgeId /*id*/, TraceStep& step) const {
    const bool is_declaration = operation.kind == cfa::AllocationKind::Automatic;
    step.kind = is_declaration ? TraceStepKind::Statement : TraceStepKind::Assignment;
    add_variable(operation.target, step.values);
  }

  void describe(const cfa::Call& operation, cfa::EdgeId id, TraceStep& step) const {
    step.kind = TraceStepKind::Call;
    if (cfa_.function(operation.callee).is_synthetic) { // its parameters are those of a model
      step.values = values_read(id);
      return;
    }
    for (const cfa::Binding& binding : operation.parameters) {
      add_variable(binding.variable, step.values);
    }
  }

  void describe(const cfa::Return& operation, cfa::EdgeId /*id*/, TraceStep& step) const {
    step.kind = TraceStepKind::Return;
    for (const cfa::Binding& binding : operation.results) {
      add_variable(binding.variable, step.values);
    }
  }

  template <class Operation>
  void describe(const Operation& /*operation*/, cfa::EdgeId /*id*/, TraceStep& step) const {
    step.kind = step.text.starts_with("return") ? TraceStepKind::Return : TraceStepKind::Statement;
  }

  bool is_shown(cfa::VariableId id) const {
    const cfa::Variable& variable = cfa_.variable(id);
    return variable.kind != cfa::VariableKind::Temporary && !variable.name.starts_with('<');
  }

  std::string text_of(cfa::VariableId id) const {
    const cfa::Variable& variable = cfa_.variable(id);
    return value_text(machine_.slots[id.index()], variable.type, variable.type_spelling, machine_, cfa_);
  }

  static void add(std::string name, std::string text, NamedValues& values) {
    bool is_known = std::any_of(values.begin(), values.end(), [&](const auto& value) { return value.first == name; });
    if (!is_known) {
      values.emplace_back(std::move(name), std::move(text));
    }
  }

  void add_variable(cfa::VariableId id, NamedValues& values) const {
    if (is_shown(id)) {
      add(cfa_.variable(id).name, text_of(id), values);
    }
  }

  /// What a place is called that has no name of its own, and of which type it is if that is known.
  struct WrittenName {
    std::string text; ///< empty: nothing
    std::string type_spelling = {};
  };

  /// By a pointer that the edge reads.
  WrittenName name_through_read(const ProgramEdge& edge, const Value& place, const cfa::Type& type) const {
    for (std::uint32_t id : program_.reads_of(edge)) {
      const cfa::Variable& variable = cfa_.variable(cfa::VariableId(id));
      const std::optional<std::string> name =
          is_shown(cfa::VariableId(id)) && cfa::is_pointer(variable.type)
              ? name_through(variable, machine_.slots[id], place, cfa::size_in_bytes(type))
              : std::nullopt;
      if (name) {
        const bool is_element = variable.pointee.front().path.empty();
        const std::string& spelling = variable.type_spelling;
        return {*name, is_element ? spelling.substr(0, spelling.find_last_of('*')) : std::string()};
      }
    }
    return {};
  }

  /// `as_written` is the name if the place has none of its own, as in an allocated object.
  void add_place(const Value& pointer, const Value& value, const cfa::Type& type, WrittenName as_written,
                 NamedValues& values) const {
    std::string spelling = std::move(as_written.type_spelling);
    std::string name;
    if (auto own_name = place_name(pointer, cfa::size_in_bytes(type), machine_, cfa_)) {
      name = *own_name;
      spelling = cfa_.variable(machine_.memory.object(pointer.provenance()).variable).type_spelling;
    }
    if (name.empty()) {
      name = part_name(pointer, cfa::size_in_bytes(type), machine_, cfa_).value_or(std::move(as_written.text));
    }
    if (!name.empty() && !name.starts_with('<')) {
      add(name, value_text(value, type, spelling, machine_, cfa_), values);
    }
  }

  const Program& program_;
  const cfa::Cfa& cfa_;
  const Machine& machine_;
};

/// What is to be known of a whole run before it is rendered.
class RunNotes : public RunObserver {
public:
  explicit RunNotes(const Program& program) : cfa_(*program.cfa), finder_(cfa_), rounds_(cfa_), slice_(program) {}

  void executed(cfa::EdgeId edge, const Machine& machine) override {
    const StepFinder::Role role = finder_.role_of_next(edge);
    rounds_.note(edge, role);
    slice_.executed(edge, machine);
    if (slice_.is_complete()) {
      step_of_edge_.push_back(role == StepFinder::Role::Invisible ? std::nullopt : std::optional(rounds_.steps() - 1));
    } else {
      step_of_edge_ = {}; // the run may have a hundred million
    }
    if (role == StepFinder::Role::BeginsStep) {
      is_input_.push_back(std::holds_alternative<cfa::Input>(cfa_.edge(edge).operation));
    }
  }

  /// By step, whether the program asks for a value there.
  [[nodiscard]] const std::vector<bool>& inputs() const { return is_input_; }

  [[nodiscard]] const LoopRounds& rounds() const { return rounds_; }

  /// By step, whether the end of the run depends on it.
  [[nodiscard]] std::vector<bool> relevant_steps() const {
    const std::vector<bool> edges = slice_.relevant_edges();
    std::vector<bool> steps(rounds_.steps(), edges.empty());
    for (std::size_t edge = 0; edge < edges.size(); ++edge) {
      if (edges[edge] && step_of_edge_[edge]) {
        steps[*step_of_edge_[edge]] = true;
      }
    }
    return steps;
  }

private:
  const cfa::Cfa& cfa_;
  StepFinder finder_;
  LoopRounds rounds_;
  RunSlice slice_;
  std::vector<bool> is_input_;
  std::vector<std::optional<std::size_t>> step_of_edge_;
};

/// Of a run with `steps` steps, `longest` lines: a fold is one, and so is each other step. What is left out between them
/// becomes a fold, too.
std::vector<FoldedSteps> without_middle(const std::vector<FoldedSteps>& folds, std::size_t steps, std::size_t longest) {
  std::size_t lines = steps;
  for (const FoldedSteps& fold : folds) {
    lines -= fold.count - 1;
  }
  if (lines <= longest) {
    return folds;
  }
  const auto step_of_line = [&folds](std::size_t line) {
    for (const FoldedSteps& fold : folds) {
      if (line <= fold.first) {
        break;
      }
      line += fold.count - 1;
    }
    return line;
  };
  const std::size_t first = step_of_line(longest / 2);
  const std::size_t end = step_of_line(lines - longest / 2);
  std::vector<FoldedSteps> result;
  std::ranges::copy_if(folds, std::back_inserter(result), [&](const FoldedSteps& fold) { return fold.first < first; });
  result.push_back({first, end - first, "... " + std::to_string(end - first) + " steps left out ..."});
  std::ranges::copy_if(folds, std::back_inserter(result), [&](const FoldedSteps& fold) { return fold.first >= end; });
  return result;
}

/// Which steps of a run are rendered. Gaps are of those that are not left out, and become one step each.
struct WantedSteps {
  std::vector<bool> is_relevant; ///< by step
  std::vector<bool> is_kept;     ///< likewise
  std::vector<FoldedSteps> gaps = {};
};

/// Renders them as the run goes on.
class StepCollector : public RunObserver {
public:
  StepCollector(const Program& program, WantedSteps wanted)
      : program_(program), finder_(*program.cfa), history_(program), wanted_(std::move(wanted)) {}

  void executed(cfa::EdgeId id, const Machine& machine) override {
    StepRenderer renderer(program_, machine);
    history_.note(id, machine);
    if (program_.cfa->location(program_.cfa->edge(id).target).target) {
      violation_ = violation_at(id, renderer, machine);
    }
    switch (finder_.role_of_next(id)) {
    case StepFinder::Role::Invisible:
      return;
    case StepFinder::Role::ContinuesStep:
      if (!is_left_out_) {
        extend(steps_.back(), renderer.render(id));
      }
      return;
    case StepFinder::Role::BeginsStep:
      begin(count_++, id, renderer);
      return;
    }
  }

  std::vector<TraceStep> take_steps() { return std::move(steps_); }
  /// For the gaps.
  std::vector<FoldedSteps> take_folds() { return std::move(folds_); }
  /// The step for the violation, if the run came to one.
  std::optional<TraceStep> take_violation() { return std::move(violation_); }

private:
  TraceStep violation_at(cfa::EdgeId id, const StepRenderer& renderer, const Machine& machine) const {
    const cfa::Location& location = program_.cfa->location(program_.cfa->edge(id).target);
    TraceStep step;
    step.place = place_of(location.range);
    step.function = location.function.is_valid() ? program_.cfa->function(location.function).name : "";
    step.kind = TraceStepKind::Violation;
    step.text = history_.violation_at(id, machine);
    const bool is_in_source = !location.function.is_valid() || !program_.cfa->function(location.function).is_synthetic;
    step.values = is_in_source ? renderer.values_read(id) : NamedValues();
    return step;
  }

  void begin(std::size_t step, cfa::EdgeId id, const StepRenderer& renderer) {
    is_left_out_ = !wanted_.is_kept[step];
    if (is_left_out_) {
      return;
    }
    const std::size_t index = kept_++;
    const std::vector<FoldedSteps>& gaps = wanted_.gaps;
    while (next_gap_ < gaps.size() && index >= gaps[next_gap_].first + gaps[next_gap_].count) {
      ++next_gap_;
    }
    is_left_out_ = next_gap_ < gaps.size() && index >= gaps[next_gap_].first;
    if (!is_left_out_) {
      steps_.push_back(renderer.render(id));
      steps_.back().is_relevant = wanted_.is_relevant[step];
    } else if (index == gaps[next_gap_].first) {
      TraceStep gap = renderer.render(id);
      gap.kind = TraceStepKind::Statement;
      gap.text = gaps[next_gap_].text;
      gap.values.clear();
      folds_.push_back({steps_.size(), 1, gap.text});
      steps_.push_back(std::move(gap));
    }
  }

  static void extend(TraceStep& step, const TraceStep& more) {
    constexpr std::size_t most_values = 16;
    step.kind = TraceStepKind::Assignment;
    for (const auto& value : more.values) {
      if (step.values.size() < most_values) {
        step.values.push_back(value);
      }
    }
  }

  const Program& program_;
  StepFinder finder_;
  ObjectHistory history_;
  WantedSteps wanted_;
  std::size_t next_gap_ = 0;
  bool is_left_out_ = false;
  std::size_t count_ = 0; ///< of all steps
  std::size_t kept_ = 0;
  std::vector<TraceStep> steps_;
  std::vector<FoldedSteps> folds_;
  std::optional<TraceStep> violation_;
};

/// Rounds that have a relevant step in them.
std::vector<FoldedSteps> folds_of(const LoopRounds& rounds, const std::vector<bool>& is_relevant, const cfa::Cfa& cfa) {
  std::vector<FoldedSteps> folds;
  for (const FoldedRounds& folded : rounds.folded()) {
    const auto begin = is_relevant.begin() + static_cast<std::ptrdiff_t>(folded.first_step);
    const auto end = begin + static_cast<std::ptrdiff_t>(folded.steps);
    if (std::find(begin, end, true) != end) {
      folds.push_back({folded.first_step, folded.steps, to_string(folded, cfa)});
    }
  }
  return folds;
}

/// Of the kept steps alone.
std::vector<FoldedSteps> renumbered(std::vector<FoldedSteps> folds, const std::vector<bool>& is_kept) {
  std::vector<std::size_t> kept_before = {0};
  for (const bool is_one : is_kept) {
    kept_before.push_back(kept_before.back() + (is_one ? 1 : 0));
  }
  for (FoldedSteps& fold : folds) {
    const std::size_t first = kept_before[fold.first];
    fold = {first, kept_before[fold.first + fold.count] - first, fold.text};
  }
  return folds;
}

} // namespace

Place place_of(const SourceRange& range) {
  return {range.path(), range.begin.line, range.begin.column, range.end.line, range.end.column};
}

RenderedTrace render_trace(const Interpreter& interpreter, cfa::LocationId start,
                           const std::vector<cfa::Integer>& inputs, const Limits& limits, std::size_t longest) {
  // Runs are deterministic: the first one finds what matters, so that the second one renders only what is kept.
  const Program& program = interpreter.program();
  RunNotes notes(program);
  ListedInputs noted_inputs(inputs);
  interpreter.run(start, noted_inputs, limits, &notes);
  WantedSteps wanted{notes.relevant_steps(), {}};
  const std::size_t steps = wanted.is_relevant.size();
  wanted.is_kept.assign(steps, true);
  RenderedTrace trace;
  trace.folds = folds_of(notes.rounds(), wanted.is_relevant, *program.cfa);
  bool has_gaps = false;
  if (steps > longest) { // whoever repeats the run needs its inputs
    std::transform(wanted.is_relevant.begin(), wanted.is_relevant.end(), notes.inputs().begin(), wanted.is_kept.begin(),
                   std::logical_or<>());
    const auto kept = static_cast<std::size_t>(std::ranges::count(wanted.is_kept, true));
    if (kept < steps) {
      trace.folds = renumbered(std::move(trace.folds), wanted.is_kept);
    }
    has_gaps = kept > longest;
    wanted.gaps = has_gaps ? without_middle(trace.folds, kept, longest) : std::vector<FoldedSteps>();
  }
  StepCollector collector(program, std::move(wanted));
  ListedInputs rendered_inputs(inputs);
  interpreter.run(start, rendered_inputs, limits, &collector);
  trace.steps = collector.take_steps();
  if (has_gaps) {
    trace.folds = collector.take_folds();
  }
  if (auto violation = collector.take_violation()) {
    trace.steps.push_back(*std::move(violation));
  }
  return trace;
}

} // namespace vouch::trace
