#include "analysis/inspection/run_cursor.hpp"

#include <algorithm>

namespace vouch::inspection {

RunCursor::RunCursor(const trace::Program& program, cfa::LocationId start, const std::vector<cfa::Integer>& inputs,
                     const trace::Limits& limits)
    : program_(program), inputs_(inputs), execution_(program, inputs_, limits, nullptr),
      written_by_(program.cfa->variable_count()) {
  execution_.begin(start);
}

RunCursor::RunCursor(const RunCursor& other)
    : program_(other.program_), inputs_(other.inputs_), execution_(other.execution_, inputs_),
      written_by_(other.written_by_), suspended_(other.suspended_) {}

bool RunCursor::advance() {
  const auto before = execution_.activations();
  const std::size_t depth = before.size();
  const std::uint32_t function = depth == 0 ? 0 : before.back().function;
  const std::size_t saved = depth == 0 ? 0 : before.back().saved_registers;
  if (!execution_.advance()) {
    return false;
  }
  if (execution_.activations().size() > depth) {
    note_call();
  } else if (execution_.activations().size() < depth) {
    note_return(function, saved);
  }
  note_writes();
  return true;
}

void RunCursor::note_writes() {
  const auto note = [this](const std::vector<cfa::Binding>& bindings) {
    for (const cfa::Binding& binding : bindings) {
      written_by_[binding.variable.index()] = last_edge();
    }
  };
  const trace::ProgramEdge& edge = program_.edges[last_edge().index()];
  switch (edge.operation) {
  case trace::OperationKind::Assign:
  case trace::OperationKind::Input:
  case trace::OperationKind::Allocate:
    written_by_[edge.written] = last_edge();
    break;
  case trace::OperationKind::Call:
    note(std::get<cfa::Call>(program_.cfa->edge(last_edge()).operation).parameters);
    break;
  case trace::OperationKind::Return:
    note(std::get<cfa::Return>(program_.cfa->edge(last_edge()).operation).results);
    break;
  default:
    break;
  }
}

void RunCursor::note_call() {
  const trace::Activation& entered = activations().back();
  const auto& locals = program_.local_registers[entered.function];
  if (entered.saved_registers != 0) {
    std::ranges::transform(locals, std::back_inserter(suspended_),
                           [this](std::uint32_t variable) { return written_by_[variable]; });
  }
  for (std::uint32_t variable : locals) {
    written_by_[variable] = {};
  }
}

void RunCursor::note_return(std::uint32_t function, std::size_t saved) {
  const auto& locals = program_.local_registers[function];
  for (std::size_t i = saved; i-- > 0;) {
    written_by_[locals[i]] = suspended_.back();
    suspended_.pop_back();
  }
}

const trace::Activation* RunCursor::saving_activation(cfa::VariableId variable, std::size_t end,
                                                      std::size_t& saved_before) const {
  const cfa::FunctionId function = program_.cfa->variable(variable).function;
  const auto frames = activations();
  saved_before = 0;
  for (std::size_t i = 0; i < frames.size(); ++i) {
    if (i >= end && function.is_valid() && frames[i].function == function.index()) {
      return &frames[i];
    }
    saved_before += frames[i].saved_registers;
  }
  return nullptr;
}

RunCursor::Register RunCursor::read(cfa::VariableId variable, std::size_t end) const {
  std::size_t saved_before = 0;
  const trace::Activation* saving = saving_activation(variable, end, saved_before);
  if (saving == nullptr || saving->saved_registers == 0) {
    return {machine().slots[variable.index()], written_by_[variable.index()]};
  }
  const auto& locals = program_.local_registers[saving->function];
  const auto found = std::ranges::find(locals, static_cast<std::uint32_t>(variable.index()));
  const std::size_t index = saved_before + static_cast<std::size_t>(found - locals.begin());
  return {machine().suspended_registers[index].second, suspended_[index]};
}

trace::Provenance RunCursor::object_of(cfa::VariableId variable, std::size_t end) const {
  std::size_t saved_before = 0;
  const trace::Activation* saving = saving_activation(variable, end, saved_before);
  if (saving == nullptr || saving->saved_objects.empty()) {
    return machine().variables[variable.index()];
  }
  const auto& locals = program_.local_objects[saving->function];
  const auto found = std::ranges::find(locals, static_cast<std::uint32_t>(variable.index()));
  return saving->saved_objects[static_cast<std::size_t>(found - locals.begin())];
}

std::size_t RunCursor::size_in_bytes() const {
  constexpr std::size_t bytes_per_memory_byte = 2; // with what is known of it
  return sizeof *this + machine().slots.size() * sizeof(trace::Value) + written_by_.size() * sizeof(cfa::EdgeId) +
         program_.cfa->edge_count() + activations().size() * sizeof(trace::Activation) +
         machine().suspended_registers.size() * sizeof(machine().suspended_registers.front()) +
         machine().memory.live_bytes() * bytes_per_memory_byte;
}

} // namespace vouch::inspection
