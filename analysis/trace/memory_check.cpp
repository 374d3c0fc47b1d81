#include "analysis/trace/evaluation.hpp"
#include "analysis/trace/leaks.hpp"

/// The part of evaluation that says what would be wrong with using memory.
namespace vouch::trace {
namespace {

bool is_fault(cfa::MemoryFault fault, std::optional<UndefinedBehaviourKind> found) {
  if (!found) {
    return false;
  }
  switch (fault) {
  case cfa::MemoryFault::Null:
    return *found == UndefinedBehaviourKind::NullDereference;
  case cfa::MemoryFault::Dead:
    return *found == UndefinedBehaviourKind::DeadObject;
  case cfa::MemoryFault::OutOfBounds:
    return *found == UndefinedBehaviourKind::OutOfBounds || *found == UndefinedBehaviourKind::InvalidPointer;
  case cfa::MemoryFault::InvalidFree:
    return *found == UndefinedBehaviourKind::InvalidFree;
  case cfa::MemoryFault::DoubleFree:
    return *found == UndefinedBehaviourKind::DoubleFree;
  case cfa::MemoryFault::Leak:
    break;
  }
  return false;
}

} // namespace

Fault Evaluator::check_memory(const Instruction& instruction) {
  auto fault = static_cast<cfa::MemoryFault>(instruction.width);
  bool holds = false;
  switch (fault) {
  case cfa::MemoryFault::Leak:
    holds = !lost_objects(machine_, program_).empty();
    break;
  case cfa::MemoryFault::InvalidFree:
  case cfa::MemoryFault::DoubleFree:
    holds = is_fault(fault, machine_.memory.fault_of_free(left(instruction)));
    break;
  case cfa::MemoryFault::Null:
  case cfa::MemoryFault::Dead:
    holds = is_fault(fault, machine_.memory.fault_of_access(left(instruction), 0, 0));
    break;
  case cfa::MemoryFault::OutOfBounds:
    holds = is_fault(fault, machine_.memory.fault_of_access(left(instruction), right(instruction).integer(),
                                                            machine_.slots[instruction.third].address()));
    break;
  }
  set(instruction, holds ? 1 : 0);
  return Fault::None;
}

} // namespace vouch::trace
