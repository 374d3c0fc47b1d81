#include "analysis/trace/execution.hpp"

#include <algorithm>
#include <bit>

/// The part of execution that changes memory: what lives in it, and what it holds.
namespace vouch::trace {

Fault Execution::store(const ProgramEdge& edge) {
  const cfa::Type& type = operation_of_current_edge<cfa::Store>().value->type;
  const auto* number = std::get_if<cfa::FloatType>(&type);
  // Of x87's format only the bytes that have a meaning.
  std::uint64_t size = number != nullptr ? number->width / 8 : cfa::size_in_bytes(type);
  auto [place, error] = machine_.memory.access(operand(edge, 0), size);
  if (error) {
    return evaluator_.fail(*error);
  }
  const Value& value = operand(edge, 1);
  machine_.memory.write(place, value.bytes(), size);
  if (cfa::is_pointer(type)) {
    machine_.memory.write_provenance(place, value.provenance());
  }
  return Fault::None;
}

Fault Execution::declare() {
  auto variable = static_cast<std::uint32_t>(operation_of_current_edge<cfa::Declare>().variable.index());
  Provenance& object = machine_.variables[variable];
  if (!object.is_none()) {
    machine_.memory.destroy(object); // the block is entered again
    object = {};
  }
  return evaluator_.object_of(variable).is_none() ? Fault::MemoryLimit : Fault::None;
}

Fault Execution::allocate(const ProgramEdge& edge) {
  const auto& operation = operation_of_current_edge<cfa::Allocate>();
  if (operation.failure == cfa::AllocationFailure::MayReturnNull) {
    InputRequest wanted = request(cfa::InputKind::Failure, cfa::IntegerType{8, cfa::Signedness::Unsigned}, "malloc");
    wanted.range = cfa::Input::Range::Boolean;
    auto [fails, fault] = inputs_.read(wanted, machine_.memory);
    if (fault == Fault::None && fails.integer() != 0) {
      assign(edge.written, Value::of_pointer(0, {}));
    }
    if (fault != Fault::None || fails.integer() != 0) {
      return fault;
    }
  }
  const ObjectKind kind = cfa::is_from_heap(operation.kind) ? ObjectKind::Heap
                          : operation.variable.is_valid()   ? ObjectKind::Variable
                                                            : ObjectKind::Stack;
  if (operation.kind == cfa::AllocationKind::Automatic) {
    end_lifetime_of_last(operation.target);
  }
  auto object = machine_.memory.create(
      operand(edge, 0).address(), alignment(edge), kind,
      operation.kind == cfa::AllocationKind::ZeroedHeap ? InitialContents::Zero : InitialContents::Undetermined,
      operation.variable);
  if (!object) {
    return Fault::MemoryLimit;
  }
  if (kind != ObjectKind::Heap) {
    stack_objects_.push_back({*object, operation.target});
  }
  machine_.memory.object(*object).made_at = steps_;
  assign(edge.written, machine_.memory.address_of(*object));
  return Fault::None;
}

std::uint64_t Execution::alignment(const ProgramEdge& edge) const {
  constexpr std::uint64_t largest = std::uint64_t{1} << 24U;
  const auto& operation = operation_of_current_edge<cfa::Allocate>();
  if (operation.alignment != nullptr) {
    const std::uint64_t wanted = operand(edge, 1).address();
    return std::has_single_bit(wanted) && wanted <= largest ? wanted : 1; // what is no alignment promises nothing
  }
  return operation.variable.is_valid() ? cfa_.variable(operation.variable).alignment
                                       : static_cast<std::uint64_t>(cfa::strictest_alignment);
}

/// The block is entered again or left: the object that `target` held in this activation is no more.
void Execution::end_lifetime_of_last(cfa::VariableId target) {
  const std::size_t first = frames_.empty() ? 0 : frames_.back().first_stack_object;
  auto begin = stack_objects_.begin() + static_cast<std::ptrdiff_t>(first);
  auto last =
      std::find_if(begin, stack_objects_.end(), [target](const StackObject& made) { return made.held_by == target; });
  if (last != stack_objects_.end()) {
    machine_.memory.destroy(last->object);
    stack_objects_.erase(last);
  }
}

Fault Execution::release(const ProgramEdge& edge) {
  const Value& pointer = operand(edge, 0);
  if (auto fault = machine_.memory.fault_of_free(pointer)) {
    return evaluator_.fail(*fault);
  }
  if (pointer.address() != 0) {
    machine_.memory.destroy(pointer.provenance());
  }
  return Fault::None;
}

Fault Execution::copy(const ProgramEdge& edge) {
  std::uint64_t size = operand(edge, 2).address();
  if (operation_of_current_edge<cfa::CopyMemory>().extent == cfa::CopyMemory::Extent::AtMostSource) {
    const Value& source = operand(edge, 1);
    if (source.provenance().is_none()) {
      return evaluator_.fail(UndefinedBehaviourKind::InvalidPointer);
    }
    if (!machine_.memory.is_alive(source.provenance())) {
      return evaluator_.fail(UndefinedBehaviourKind::DeadObject);
    }
    const Object& object = machine_.memory.object(source.provenance());
    size = std::min(size, object.base + object.size - std::min(source.address(), object.base + object.size));
  }
  if (size == 0) {
    return Fault::None;
  }
  auto [destination, destination_error] = machine_.memory.access(operand(edge, 0), size);
  auto [source, source_error] = machine_.memory.access(operand(edge, 1), size);
  if (destination_error || source_error) {
    return evaluator_.fail(destination_error ? *destination_error : *source_error);
  }
  return machine_.memory.copy(destination, source, size) ? Fault::None : Fault::MemoryLimit;
}

Fault Execution::fill(const ProgramEdge& edge) {
  const bool is_received = edge.operation == OperationKind::ReceiveMemory;
  const std::uint64_t size = operand(edge, is_received ? 1 : 2).address();
  if (size == 0) {
    return Fault::None;
  }
  auto [place, error] = machine_.memory.access(operand(edge, 0), size);
  if (!error && is_received) {
    machine_.memory.receive(place, size);
  } else if (!error) {
    machine_.memory.fill(place, static_cast<std::uint8_t>(operand(edge, 1).integer()), size);
  }
  return error ? evaluator_.fail(*error) : Fault::None;
}

Fault Execution::write(const ProgramEdge& edge) {
  const std::vector<std::uint8_t>& bytes = *operation_of_current_edge<cfa::WriteBytes>().bytes;
  auto [place, error] = machine_.memory.access(operand(edge, 0), bytes.size());
  if (!error) {
    machine_.memory.fill(place, bytes);
  }
  return error ? evaluator_.fail(*error) : Fault::None;
}

void Execution::havoc(const ProgramEdge& edge) {
  const auto& operation = operation_of_current_edge<cfa::HavocMemory>();
  if (operation.address == nullptr) {
    using enum Memory::ReachedBy;
    machine_.memory.havoc_all(operation, *program_.cfa, machine_.depends_on_addresses ? Anything : Pointers);
  } else if (Provenance id = operand(edge, 0).provenance();
             machine_.memory.is_alive(id) && !Memory::is_kept(machine_.memory.object(id), operation, *program_.cfa)) {
    Memory::havoc(machine_.memory.object(id), operation, *program_.cfa);
    evaluator_.leave_to_callers(id, operation.contents);
  }
}

} // namespace vouch::trace
