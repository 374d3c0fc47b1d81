#include "analysis/cfa/float_format.hpp"
#include "analysis/trace/evaluation.hpp"

#include <algorithm>
#include <cstring>

/// The part of evaluation that reads memory, and with it bytes that nothing has determined yet.
namespace vouch::trace {
namespace {

std::uint64_t size_of_access(const Instruction& instruction) { return (instruction.width + 7U) / 8; }

/// The format of 80 bits has patterns that the processor takes for no number.
bool is_number(const Value& value, cfa::FloatType type) {
  cfa::Integer bits = 0;
  std::memcpy(&bits, value.bytes(), type.width / 8);
  return cfa::canonical_float_bits(bits, type) == bits;
}

} // namespace

Fault Evaluator::load(const Instruction& instruction) {
  std::uint64_t size = size_of_access(instruction);
  auto [place, error] = machine_.memory.access(left(instruction), size);
  if (error) {
    return fail(*error);
  }
  if (machine_.memory.settle(place, size)) {
    if (Fault fault = determine(instruction, place, size); fault != Fault::None) {
      return fault;
    }
  }
  Value value;
  Memory::read(place, value.bytes(), size);
  switch (instruction.opcode) {
  case Opcode::LoadPointer:
    machine_.slots[instruction.target] = machine_.memory.read_pointer(place, value.address());
    return Fault::None;
  case Opcode::LoadFloat:
    if (!is_number(value, cfa::FloatType{instruction.width})) {
      return fail(UndefinedBehaviourKind::TrapRepresentation);
    }
    machine_.slots[instruction.target] = value;
    break;
  case Opcode::LoadSigned:
    set(instruction, sign_extend(value.integer(), instruction.width));
    break;
  default: // LoadUnsigned
    set(instruction, static_cast<std::int64_t>(zero_extend(value.address(), instruction.width)));
    break;
  }
  machine_.depends_on_addresses = machine_.depends_on_addresses || machine_.memory.holds_pointer(place, size);
  return Fault::None;
}

InputRequest Evaluator::request_for(const Instruction& instruction, ByteState state) const {
  InputRequest request;
  request.edge = edge_;
  request.step = step_;
  request.load = program_.loads[instruction.third];
  request.type = request.load->type;
  switch (state) {
  case ByteState::Havoced:
    request.kind = cfa::InputKind::External;
    break;
  case ByteState::HavocedByOverapproximation:
    request.kind = cfa::InputKind::Overapproximated;
    break;
  default:
    request.kind = cfa::InputKind::Uninitialised;
    break;
  }
  request.origin = "memory";
  return request;
}

Fault Evaluator::determine(const Instruction& instruction, MemoryPlace place, std::uint64_t size) {
  Object& object = *place.object;
  auto is_determined = [&](std::uint64_t offset) { return object.states[offset] == ByteState::Determined; };
  bool is_whole = true;
  ByteState state = ByteState::Undetermined; // of all bytes the one that confirms least
  for (std::uint64_t offset = place.offset; offset < place.offset + size; ++offset) {
    is_whole = is_whole && !is_determined(offset);
    state = is_determined(offset) ? state : std::max(state, machine_.memory.undetermined_since(object, offset));
  }
  // One input for the whole value where nothing of it is known, otherwise one for each byte.
  if (is_whole) {
    auto [value, fault] = inputs_.read(request_for(instruction, state), machine_.memory);
    if (fault != Fault::None) {
      return fault;
    }
    for (std::uint64_t i = 0; i < size; ++i) {
      machine_.memory.determine(object, place.offset + i, value.bytes()[i]);
    }
    return Fault::None;
  }
  for (std::uint64_t offset = place.offset; offset < place.offset + size; ++offset) {
    if (is_determined(offset)) {
      continue;
    }
    InputRequest request = request_for(instruction, machine_.memory.undetermined_since(object, offset));
    request.type = cfa::IntegerType{8, cfa::Signedness::Unsigned};
    auto [value, fault] = inputs_.read(request, machine_.memory);
    if (fault != Fault::None) {
      return fault;
    }
    machine_.memory.determine(object, offset, value.bytes()[0]);
  }
  return Fault::None;
}

} // namespace vouch::trace
