#include "analysis/trace/execution.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace vouch::trace {
namespace {

constexpr std::uint64_t steps_between_stop_checks = 1U << 14U;
constexpr std::size_t deepest_recursion = 100'000;

} // namespace

Execution::Execution(const Program& program, InputSource& inputs, const Limits& limits, RunObserver* observer)
    : program_(program), cfa_(*program.cfa), limits_(limits), observer_(observer),
      machine_{.slots = std::vector<Value>(program.slot_count),
               .variables = std::vector<Provenance>(program.cfa->variable_count()),
               .memory = Memory(program.pointer_width, limits.memory_bytes, limits.layout),
               .activations = std::vector<std::uint32_t>(program.cfa->function_count(), 0),
               .suspended_registers = {}},
      inputs_(inputs), evaluator_(program, machine_, inputs_), is_assigned_(program.cfa->variable_count(), 0),
      was_executed_(program.cfa->edge_count(), 0) {
  std::copy(program.constants.begin(), program.constants.end(),
            machine_.slots.begin() + static_cast<std::ptrdiff_t>(program.cfa->variable_count()));
}

Execution::Execution(const Execution& other, InputSource& inputs)
    : program_(other.program_), cfa_(other.cfa_),
      limits_{other.limits_.steps, other.limits_.memory_bytes, nullptr, other.limits_.layout},
      observer_(other.observer_), machine_(other.machine_), inputs_(other.inputs_, inputs),
      evaluator_(program_, machine_, inputs_), outcome_(other.outcome_), steps_(other.steps_),
      location_(other.location_), edge_(other.edge_), is_assigned_(other.is_assigned_),
      was_executed_(other.was_executed_), frames_(other.frames_), stack_objects_(other.stack_objects_) {}

RunResult Execution::run(cfa::LocationId start) {
  begin(start);
  while (advance()) {
    if (observer_ != nullptr) {
      observer_->executed(last_edge(), machine_);
    }
  }
  return result();
}

bool Execution::advance() {
  const auto edge = choose_edge(location_);
  if (!edge) {
    return false;
  }
  if (steps_ >= limits_.steps) {
    outcome_ = StepLimit{};
    return false;
  }
  if (steps_ % steps_between_stop_checks == 0 && must_stop()) {
    return false;
  }
  edge_ = *edge;
  if (Fault fault = execute(*edge); fault != Fault::None) {
    outcome_ = outcome_of(fault);
    return false;
  }
  ++steps_;
  location_ = program_.edges[*edge].target;
  return true;
}

RunResult Execution::result() const {
  return {outcome_, steps_, inputs_.count(), inputs_.has_overapproximated(), machine_.depends_on_addresses};
}

bool Execution::must_stop() {
  const auto cause = limits_.context != nullptr ? limits_.context->interruption() : std::nullopt;
  if (cause) {
    outcome_ = Stopped{*cause};
  }
  return cause.has_value();
}

std::optional<std::uint32_t> Execution::choose_edge(std::uint32_t index) {
  const ProgramLocation& location = program_.locations[index];
  std::uint32_t first = location.edges.begin;
  switch (location.kind) {
  case LocationKind::Straight:
    return program_.outgoing[first];
  case LocationKind::Branch: {
    std::uint32_t edge = program_.outgoing[first];
    edge_ = edge;
    if (Fault fault = evaluate(edge); fault != Fault::None) {
      outcome_ = outcome_of(fault);
      return std::nullopt;
    }
    bool holds = operand(program_.edges[edge], 0).integer() != 0;
    return holds == program_.edges[edge].holds ? edge : program_.outgoing[first + 1];
  }
  case LocationKind::Choice:
    return choose_assumption(index);
  case LocationKind::Exit:
    if (!frames_.empty()) {
      return static_cast<std::uint32_t>(cfa_.return_of(cfa::EdgeId(frames_.back().call)).index());
    }
    outcome_ = Halted{HaltReason::Returned, cfa::LocationId(index)};
    return std::nullopt;
  case LocationKind::Target:
    outcome_ = ReachedTarget{cfa::LocationId(index)};
    return std::nullopt;
  case LocationKind::End: {
    const cfa::Location& end = cfa_.location(cfa::LocationId(index));
    bool is_exit = end.function.is_valid() && cfa_.function(end.function).exit == cfa::LocationId(index);
    outcome_ = Halted{is_exit ? HaltReason::Returned : HaltReason::Ended, cfa::LocationId(index)};
    return std::nullopt;
  }
  case LocationKind::Ambiguous:
    break;
  }
  outcome_ = ReachedUnsupported{"a choice between edges without conditions", cfa::EdgeId(program_.outgoing[first])};
  return std::nullopt;
}

std::optional<std::uint32_t> Execution::choose_assumption(std::uint32_t index) {
  const ProgramLocation& location = program_.locations[index];
  std::optional<std::uint32_t> chosen;
  for (std::uint32_t position = location.edges.begin; position < location.edges.end; ++position) {
    edge_ = program_.outgoing[position];
    const ProgramEdge& edge = program_.edges[edge_];
    if (Fault fault = evaluate(edge_); fault != Fault::None) {
      outcome_ = outcome_of(fault);
      return std::nullopt;
    }
    if ((operand(edge, 0).integer() != 0) != edge.holds) {
      continue;
    }
    if (chosen) {
      outcome_ = ReachedUnsupported{"a choice between conditions that both hold", cfa::EdgeId(edge_)};
      return std::nullopt;
    }
    chosen = edge_;
  }
  if (!chosen) {
    outcome_ = Halted{HaltReason::Blocked, cfa::LocationId(index)};
  }
  return chosen;
}

Fault Execution::evaluate(std::uint32_t index) {
  // Registers stay assigned once they are, so the first time tells for all times.
  if (was_executed_[index] == 0) {
    was_executed_[index] = 1;
    if (Fault fault = determine_registers(index); fault != Fault::None) {
      return fault;
    }
  }
  return evaluator_.evaluate(program_.edges[index], cfa::EdgeId(index), steps_);
}

InputRequest Execution::request(cfa::InputKind kind, const cfa::Type& type, std::string_view origin) const {
  InputRequest result;
  result.edge = cfa::EdgeId(edge_);
  result.step = steps_;
  result.kind = kind;
  result.type = type;
  result.origin = origin;
  return result;
}

Fault Execution::determine_registers(std::uint32_t index) {
  for (std::uint32_t variable : program_.reads_of(program_.edges[index])) {
    if (is_assigned_[variable] != 0) {
      continue;
    }
    const cfa::Variable& declaration = cfa_.variable(cfa::VariableId(variable));
    InputRequest wanted = request(cfa::InputKind::Uninitialised, declaration.type, declaration.name);
    wanted.variable = cfa::VariableId(variable);
    auto [value, fault] = inputs_.read(wanted, machine_.memory);
    if (fault != Fault::None) {
      return fault;
    }
    assign(variable, value);
  }
  return Fault::None;
}

Fault Execution::execute(std::uint32_t index) {
  const ProgramEdge& edge = program_.edges[index];
  if (edge.operation != OperationKind::Assume) { // whose condition was evaluated to choose the edge
    if (Fault fault = evaluate(index); fault != Fault::None) {
      return fault;
    }
  }
  switch (edge.operation) {
  case OperationKind::Skip:
  case OperationKind::Assume:
    return Fault::None;
  case OperationKind::Assign:
    assign(edge.written, operand(edge, 0));
    return Fault::None;
  case OperationKind::Store:
    return store(edge);
  case OperationKind::Input:
    return input(edge);
  case OperationKind::Declare:
    return declare();
  case OperationKind::Allocate:
    return allocate(edge);
  case OperationKind::Free:
    return release(edge);
  case OperationKind::CopyMemory:
    return copy(edge);
  case OperationKind::SetMemory:
  case OperationKind::ReceiveMemory:
    return fill(edge);
  case OperationKind::WriteBytes:
    return write(edge);
  case OperationKind::HavocMemory:
    havoc(edge);
    return Fault::None;
  case OperationKind::Call:
    return call(edge);
  case OperationKind::Return:
    return_from_call(edge);
    return Fault::None;
  case OperationKind::Unsupported:
    break;
  }
  return Fault::Unsupported;
}

void Execution::assign(std::uint32_t variable, const Value& value) {
  machine_.slots[variable] = value;
  is_assigned_[variable] = 1;
}

Fault Execution::input(const ProgramEdge& edge) {
  const auto& operation = operation_of_current_edge<cfa::Input>();
  InputRequest wanted = request(operation.kind, cfa_.variable(operation.target).type, operation.origin);
  wanted.range = operation.range;
  evaluator_.ask_for_given(wanted, operation.given);
  wanted.author = operation.author;
  wanted.variable = operation.target;
  InputReader::Answer answer;
  if (operation.kind == cfa::InputKind::External) {
    std::vector<std::string> call = {operation.origin};
    for (std::size_t i = 0; i < operation.arguments.size(); ++i) {
      std::size_t size = cfa::is_float(operation.arguments[i]->type) ? 10 : 8; // not a pointer's provenance
      call.emplace_back(reinterpret_cast<const char*>(operand(edge, i).bytes()), size);
      const Provenance passed = operand(edge, i).provenance();
      if (cfa::is_pointer(operation.arguments[i]->type) && machine_.memory.is_alive(passed)) {
        machine_.memory.object(passed).is_known_outside = true;
        if (i < operation.argument_types.size()) {
          evaluator_.hand_on(operand(edge, i), operation.argument_types[i]);
        }
      }
    }
    answer = inputs_.read_external(wanted, std::move(call), machine_.memory);
  } else {
    answer = inputs_.read(wanted, machine_.memory);
  }
  if (answer.fault == Fault::None && operation.given.is_valid()) {
    answer = evaluator_.given_pointer(operation.given, answer.value.address());
  }
  if (answer.fault == Fault::None) {
    assign(edge.written, answer.value);
  }
  return answer.fault;
}

void Execution::read_bound_values(const ProgramEdge& edge) {
  bound_values_.clear();
  for (std::uint32_t slot : program_.operands_of(edge)) {
    bound_values_.push_back(machine_.slots[slot]);
  }
}

void Execution::bind(const std::vector<cfa::Binding>& bindings) {
  for (std::size_t i = 0; i < bindings.size(); ++i) {
    assign(static_cast<std::uint32_t>(bindings[i].variable.index()), bound_values_[i]);
  }
}

Fault Execution::call(const ProgramEdge& edge) {
  if (frames_.size() >= deepest_recursion) {
    return Fault::MemoryLimit;
  }
  const auto& operation = operation_of_current_edge<cfa::Call>();
  auto function = static_cast<std::uint32_t>(operation.callee.index());
  read_bound_values(edge);
  Activation& frame = frames_.emplace_back();
  frame.call = edge_;
  frame.entered_at = steps_;
  frame.function = function;
  frame.first_stack_object = stack_objects_.size();
  if (machine_.activations[function]++ > 0) {
    for (std::uint32_t variable : program_.local_registers[function]) {
      machine_.suspended_registers.emplace_back(variable, machine_.slots[variable]);
    }
    frame.saved_registers = program_.local_registers[function].size();
    for (std::uint32_t variable : program_.local_objects[function]) {
      frame.saved_objects.push_back(std::exchange(machine_.variables[variable], Provenance{}));
    }
  }
  bind(operation.parameters);
  return Fault::None;
}

void Execution::end_lifetimes(std::uint32_t function, std::size_t first_stack_object) {
  for (std::uint32_t variable : program_.local_objects[function]) {
    if (!machine_.variables[variable].is_none()) {
      machine_.memory.destroy(std::exchange(machine_.variables[variable], Provenance{}));
    }
  }
  for (; stack_objects_.size() > first_stack_object; stack_objects_.pop_back()) {
    machine_.memory.destroy(stack_objects_.back().object);
  }
}

void Execution::return_from_call(const ProgramEdge& edge) {
  read_bound_values(edge);
  Activation frame = std::move(frames_.back());
  frames_.pop_back();
  --machine_.activations[frame.function];
  end_lifetimes(frame.function, frame.first_stack_object);
  for (std::size_t i = 0; i < frame.saved_registers; ++i) {
    const auto& [variable, value] = machine_.suspended_registers.back();
    machine_.slots[variable] = value;
    machine_.suspended_registers.pop_back();
  }
  for (std::size_t i = 0; i < frame.saved_objects.size(); ++i) {
    machine_.variables[program_.local_objects[frame.function][i]] = frame.saved_objects[i];
  }
  bind(operation_of_current_edge<cfa::Return>().results);
}

Outcome Execution::outcome_of(Fault fault) const {
  cfa::EdgeId edge(edge_);
  switch (fault) {
  case Fault::UndefinedBehaviour:
    return UndefinedBehaviour{evaluator_.undefined_behaviour(), edge};
  case Fault::MemoryLimit:
    return MemoryLimit{};
  case Fault::InputsExhausted:
    return InputsExhausted{edge};
  case Fault::InconsistentInput:
    return InconsistentInput{edge};
  default:
    break;
  }
  const auto* unsupported = std::get_if<cfa::Unsupported>(&cfa_.edge(edge).operation);
  return ReachedUnsupported{unsupported != nullptr ? unsupported->construct : evaluator_.unsupported_construct(), edge};
}

} // namespace vouch::trace
