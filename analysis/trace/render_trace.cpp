#include "analysis/trace/render_trace.hpp"

#include "analysis/support/overloaded.hpp"
#include "analysis/trace/step_finder.hpp"
#include "analysis/trace/value_text.hpp"

#include <algorithm>

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
      bool is_load = instruction.opcode >= Opcode::LoadSigned && instruction.opcode <= Opcode::LoadFloat;
      if (is_load) {
        add_place(machine_.slots[instruction.left], machine_.slots[instruction.target],
                  program_.loads[instruction.third]->type, {}, loaded);
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
              assigned_place(step.text).value_or(""), step.values);
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

  void describe(const cfa::Call& operation, cfa::EdgeId /*id*/, TraceStep& step) const {
    step.kind = TraceStepKind::Call;
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

  /// `as_written` is the name if the place has none of its own; empty: it stays unnamed.
  void add_place(const Value& pointer, const Value& value, const cfa::Type& type, std::string as_written,
                 NamedValues& values) const {
    std::string spelling;
    std::string name = std::move(as_written);
    if (auto own_name = place_name(pointer, cfa::size_in_bytes(type), machine_, cfa_)) {
      name = *own_name;
      spelling = cfa_.variable(machine_.memory.object(pointer.provenance()).variable).type_spelling;
    }
    if (name.empty()) {
      name = part_name(pointer, cfa::size_in_bytes(type), machine_, cfa_).value_or("");
    }
    if (!name.empty() && !name.starts_with('<')) {
      add(name, value_text(value, type, spelling, machine_, cfa_), values);
    }
  }

  const Program& program_;
  const cfa::Cfa& cfa_;
  const Machine& machine_;
};

class StepCounter : public RunObserver {
public:
  explicit StepCounter(const cfa::Cfa& cfa) : finder_(cfa) {}
  void executed(cfa::EdgeId edge, const Machine& /*machine*/) override {
    count_ += finder_.role_of_next(edge) == StepFinder::Role::BeginsStep ? 1 : 0;
  }
  [[nodiscard]] std::size_t count() const { return count_; }

private:
  StepFinder finder_;
  std::size_t count_ = 0;
};

/// Keeps the steps except those with an index in [first_left_out, end_left_out).
class StepCollector : public RunObserver {
public:
  StepCollector(const Program& program, std::size_t first_left_out, std::size_t end_left_out)
      : program_(program), finder_(*program.cfa), first_left_out_(first_left_out), end_left_out_(end_left_out) {}

  void executed(cfa::EdgeId id, const Machine& machine) override {
    StepRenderer renderer(program_, machine);
    if (program_.cfa->location(program_.cfa->edge(id).target).target) {
      values_at_target_ = renderer.values_read(id);
    }
    switch (finder_.role_of_next(id)) {
    case StepFinder::Role::Invisible:
      return;
    case StepFinder::Role::ContinuesStep:
      if (is_kept(count_ - 1)) {
        extend(steps_.back(), renderer.render(id));
      }
      return;
    case StepFinder::Role::BeginsStep:
      if (std::size_t index = count_++; is_kept(index) || index == first_left_out_) {
        begin(index, renderer.render(id));
      }
      return;
    }
  }

  std::vector<TraceStep> take_steps() { return std::move(steps_); }
  NamedValues take_values_at_target() { return std::move(values_at_target_); }

private:
  [[nodiscard]] bool is_kept(std::size_t index) const { return index < first_left_out_ || index >= end_left_out_; }

  void begin(std::size_t index, TraceStep step) {
    if (is_kept(index)) {
      steps_.push_back(std::move(step));
    } else {
      step.kind = TraceStepKind::Statement;
      step.text = "... " + std::to_string(end_left_out_ - first_left_out_) + " steps left out ...";
      step.values.clear();
      steps_.push_back(std::move(step));
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
  std::size_t first_left_out_;
  std::size_t end_left_out_;
  std::size_t count_ = 0;
  std::vector<TraceStep> steps_;
  NamedValues values_at_target_;
};

} // namespace

Place place_of(const SourceRange& range) {
  return {range.path(), range.begin.line, range.begin.column, range.end.line, range.end.column};
}

std::vector<TraceStep> render_trace(const Interpreter& interpreter, cfa::LocationId start,
                                    const std::vector<cfa::Integer>& inputs, const Limits& limits,
                                    std::size_t longest) {
  // Runs are deterministic: the first one counts the steps, so that the second one renders only those that are kept.
  const Program& program = interpreter.program();
  StepCounter counter(*program.cfa);
  ListedInputs counted_inputs(inputs);
  interpreter.run(start, counted_inputs, limits, &counter);
  std::size_t kept_at_each_end = longest / 2;
  bool is_short = counter.count() <= longest;
  StepCollector collector(program, is_short ? counter.count() : kept_at_each_end,
                          is_short ? counter.count() : counter.count() - kept_at_each_end);
  ListedInputs rendered_inputs(inputs);
  RunResult result = interpreter.run(start, rendered_inputs, limits, &collector);
  std::vector<TraceStep> steps = collector.take_steps();
  if (const auto* reached = std::get_if<ReachedTarget>(&result.outcome)) {
    const cfa::Location& location = program.cfa->location(reached->location);
    TraceStep violation;
    violation.place = place_of(location.range);
    violation.function = location.function.is_valid() ? program.cfa->function(location.function).name : "";
    violation.kind = TraceStepKind::Violation;
    violation.text = location.target->message;
    violation.values = collector.take_values_at_target();
    steps.push_back(std::move(violation));
  }
  return steps;
}

} // namespace vouch::trace
