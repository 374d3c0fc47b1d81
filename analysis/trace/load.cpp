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

InputRequest Evaluator::request_for(const Instruction& instruction, const MemoryPlace& place, ByteState state) const {
  const Object* holder = machine_.memory.first_holder(*place.object, place.offset).first;
  const bool has_known_contents = holder != nullptr && holder->given.is_valid();
  InputRequest request;
  request.edge = edge_;
  request.step = step_;
  request.load = program_.loads[instruction.third];
  request.type = request.load->type;
  switch (state) {
  case ByteState::Havoced:
    request.kind = cfa::InputKind::External;
    break;
  case ByteState::HavocedWithinTypes: // which pointers of its type there are, a run knows of objects of callers alone
    request.kind = cfa::is_pointer(request.type) && !has_known_contents ? cfa::InputKind::Overapproximated
                                                                        : cfa::InputKind::External;
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

const cfa::GivenType::Pointer* Evaluator::given_at(const MemoryPlace& place) const {
  const auto [object, offset] = machine_.memory.first_holder(*place.object, place.offset);
  if (object == nullptr || !object->given.is_valid()) {
    return nullptr;
  }
  const cfa::GivenType& type = program_.cfa->given_type(object->given);
  const auto within = static_cast<cfa::Integer>(offset) % type.size;
  const auto found = std::ranges::find(type.pointers, within, &cfa::GivenType::Pointer::offset);
  return found != type.pointers.end() && found->leads_to.is_valid() ? &*found : nullptr;
}

void Evaluator::ask_for_given(InputRequest& request, cfa::GivenTypeId type) const {
  if (!type.is_valid()) {
    return;
  }
  request.given = type;
  request.given_since = [this, type] {
    std::vector<std::optional<std::uint64_t>> result;
    for (const GivenObject& met : machine_.given) {
      if (met.type == type && machine_.memory.is_alive(met.start.provenance())) {
        result.push_back(machine_.memory.object(met.start.provenance()).made_at);
      }
    }
    return result;
  };
}

InputReader::Answer Evaluator::given_pointer(cfa::GivenTypeId type, std::uint64_t number) {
  if (number == 0) {
    return {Value::of_pointer(0, {})};
  }
  const std::pair key(type.index(), number);
  if (const auto known = machine_.given_by_number.find(key); known != machine_.given_by_number.end()) {
    return {known->second};
  }
  if (number <= machine_.given.size()) { // a run may have met thousands
    std::uint64_t count = 0;
    for (const GivenObject& met : machine_.given) {
      if (met.type == type && machine_.memory.is_alive(met.start.provenance()) && ++count == number) {
        return {machine_.given_by_number.emplace(key, met.start).first->second};
      }
    }
  }
  const std::optional<Provenance> made = machine_.memory.create_given(type, program_.cfa->given_type(type));
  if (!made) {
    return {{}, Fault::MemoryLimit};
  }
  machine_.given.push_back({type, machine_.memory.address_of(*made)});
  return {machine_.given_by_number.emplace(key, machine_.given.back().start).first->second};
}

void Evaluator::leave_to_callers(Provenance id, cfa::GivenTypeId type) {
  if (!type.is_valid()) {
    return;
  }
  Object& object = machine_.memory.object(id);
  object.given = type;
  const bool has_an_element = object.size >= static_cast<std::uint64_t>(program_.cfa->given_type(type).size);
  if (has_an_element) { // pointers further inside lead to nothing less
    machine_.given.push_back({type, machine_.memory.address_of(id)});
  }
}

void Evaluator::hand_on(const Value& pointer, cfa::GivenTypeId type) {
  const Value start = machine_.memory.address_of(pointer.provenance());
  const bool is_known = std::ranges::any_of(machine_.given, [&](const GivenObject& met) {
    return met.type == type && met.start.provenance() == pointer.provenance();
  });
  if (type.is_valid() && !is_known && start.address() == pointer.address() &&
      machine_.memory.object(pointer.provenance()).size >=
          static_cast<std::uint64_t>(program_.cfa->given_type(type).size)) {
    machine_.given.push_back({type, start, GivenObject::Maker::Program});
  }
}

Fault Evaluator::determine_whole(const Instruction& instruction, MemoryPlace& place, std::uint64_t size,
                                 ByteState state) {
  InputRequest request = request_for(instruction, place, state);
  if (const cfa::GivenType::Pointer* pointer = given_at(place); pointer != nullptr && cfa::is_pointer(request.type)) {
    ask_for_given(request, pointer->leads_to);
    request.origin = pointer->name;
  }
  InputReader::Answer answer = inputs_.read(request, machine_.memory);
  if (answer.fault == Fault::None && request.given.is_valid()) {
    const std::size_t slot = static_cast<std::size_t>(place.object - machine_.memory.objects().data());
    answer = given_pointer(request.given, answer.value.address());
    place.object = machine_.memory.object_in(slot);
  }
  if (answer.fault != Fault::None) {
    return answer.fault;
  }
  for (std::uint64_t i = 0; i < size; ++i) {
    machine_.memory.determine(*place.object, place.offset + i, answer.value.bytes()[i]);
  }
  if (request.given.is_valid()) {
    machine_.memory.write_provenance(place, answer.value.provenance()); // the object may be gone
  }
  return Fault::None;
}

Fault Evaluator::determine(const Instruction& instruction, MemoryPlace& place, std::uint64_t size) {
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
    return determine_whole(instruction, place, size, state);
  }
  for (std::uint64_t offset = place.offset; offset < place.offset + size; ++offset) {
    if (is_determined(offset)) {
      continue;
    }
    InputRequest request =
        request_for(instruction, {&object, offset}, machine_.memory.undetermined_since(object, offset));
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
