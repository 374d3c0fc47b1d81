#include "analysis/inspection/typed_value.hpp"

#include "analysis/support/overloaded.hpp"

#include <cstring>

namespace vouch::inspection {
namespace {

using trace::Value;

const cfa::Type& scalar_type(const View& view, const TypedValue& value) {
  const cfa::CType& type = view.symbols.type(value.type);
  if (!type.scalar) {
    throw EvaluationError{"a value of type " + type.spelling + " is no number and no pointer"};
  }
  return *type.scalar;
}

std::uint64_t bytes_of(const cfa::Type& type) {
  const auto* number = std::get_if<cfa::FloatType>(&type);
  return number != nullptr ? number->width / 8 : cfa::size_in_bytes(type);
}

Value read_registers(const View& view, const InRegisters& place) {
  const auto [value, written_by] = view.cursor.read(place.variable->parts.at(place.first_part), place.activation_end);
  if (!written_by.is_valid() && place.variable->kind == cfa::VariableKind::Global) {
    throw EvaluationError{"\"" + place.variable->name + "\" has no value in this run"};
  }
  const auto* input =
      written_by.is_valid() ? std::get_if<cfa::Input>(&view.program.cfa->edge(written_by).operation) : nullptr;
  if (!written_by.is_valid() || (input != nullptr && input->kind == cfa::InputKind::Uninitialised)) {
    throw EvaluationError{"\"" + place.variable->name + "\" is uninitialised"};
  }
  return value;
}

/// Bytes from a place that has been checked; throws if one of them is not determined.
std::uint64_t read_bytes(const View& view, const Value& pointer, std::uint64_t size, std::uint8_t* bytes) {
  const trace::Memory& memory = view.cursor.machine().memory;
  if (const std::string problem = problem_with_access(view, pointer, size); !problem.empty()) {
    throw EvaluationError{problem};
  }
  const trace::Object& object = memory.object(pointer.provenance());
  const std::uint64_t offset = pointer.address() - object.base;
  for (std::uint64_t i = 0; i < size; ++i) {
    const auto byte = memory.known_byte(object, offset + i);
    if (!byte) {
      const bool is_uninitialised = memory.undetermined_since(object, offset + i) == trace::ByteState::Undetermined;
      throw EvaluationError{is_uninitialised ? "the memory there is uninitialised" : not_read_yet};
    }
    bytes[i] = *byte;
  }
  return offset;
}

Value read_bit_field(const View& view, const InMemory& place, const cfa::IntegerType& type, unsigned width) {
  const std::uint64_t first_byte = place.bit_offset / 8;
  const unsigned shift = static_cast<unsigned>(place.bit_offset % 8);
  std::uint8_t bytes[16] = {};
  const Value pointer = Value::of_pointer(place.pointer.address() + first_byte, place.pointer.provenance());
  read_bytes(view, pointer, (shift + width + 7) / 8, bytes);
  __extension__ unsigned __int128 bits = 0;
  std::memcpy(&bits, bytes, sizeof bits);
  const auto field = static_cast<std::uint64_t>(bits >> shift);
  return Value::of_integer(type.is_signed() ? trace::sign_extend(static_cast<std::int64_t>(field), width)
                                            : static_cast<std::int64_t>(trace::zero_extend(field, width)));
}

Value read_memory(const View& view, const InMemory& place, const cfa::Type& type) {
  Value value;
  const std::uint64_t size = bytes_of(type);
  const std::uint64_t offset = read_bytes(view, place.pointer, size, value.bytes());
  if (cfa::is_pointer(type)) {
    const trace::Memory& memory = view.cursor.machine().memory;
    return memory.read_pointer(memory.object(place.pointer.provenance()), offset, value.address());
  }
  if (const auto* integer = cfa::as_integer(type)) {
    return Value::of_integer(integer->is_signed()
                                 ? trace::sign_extend(value.integer(), integer->width)
                                 : static_cast<std::int64_t>(trace::zero_extend(value.address(), integer->width)));
  }
  return value;
}

Value character(const InLiteral& literal) {
  if (literal.offset >= literal.characters->size()) {
    throw EvaluationError{"this is outside of the string"};
  }
  return Value::of_integer((*literal.characters)[literal.offset]);
}

std::string described(trace::UndefinedBehaviourKind kind, const Value& pointer) {
  switch (kind) {
  case trace::UndefinedBehaviourKind::NullDereference:
    return pointer.address() == 0 ? "the pointer is null" : "the pointer is derived from a null pointer";
  case trace::UndefinedBehaviourKind::DeadObject:
    return "the pointer is dangling: the object does not exist any more";
  case trace::UndefinedBehaviourKind::OutOfBounds:
    return "this is outside of the object that the pointer points into";
  default:
    return "the pointer points to no object";
  }
}

} // namespace

std::string problem_with_access(const View& view, const Value& pointer, std::uint64_t size) {
  const auto fault = view.cursor.machine().memory.fault_of_access(pointer, 0, size);
  return fault ? described(*fault, pointer) : std::string();
}

TypedValue variable_value(const View& view, const cfa::SourceVariable& variable) {
  const trace::Machine& machine = view.cursor.machine();
  if (variable.parts.empty() && view.symbols.part_count(variable.type) != 0) {
    throw EvaluationError{"\"" + variable.name + "\" has no value in this run"};
  }
  if (variable.storage == cfa::SymbolStorage::Registers) {
    return {variable.type, InRegisters{&variable, 0, view.activation_end}};
  }
  cfa::VariableId address = variable.storage == cfa::SymbolStorage::Address
                                ? variable.parts.front()
                                : view.symbols.address_register(variable.parts.front());
  trace::Value pointer;
  if (address.is_valid()) {
    const auto [value, written_by] = view.cursor.read(address, view.activation_end);
    pointer = written_by.is_valid() ? value : trace::Value();
  } else if (const auto object = view.cursor.object_of(variable.parts.front(), view.activation_end);
             !object.is_none()) {
    pointer = machine.memory.address_of(object);
  }
  if (pointer.provenance().is_none() || !machine.memory.is_alive(pointer.provenance())) {
    throw EvaluationError{"\"" + variable.name + "\" does not exist yet"};
  }
  return {variable.type, InMemory{pointer}};
}

TypedValue field_value(const View& view, const TypedValue& record, const cfa::CField& field) {
  TypedValue result{field.type, {}, field.bit_width};
  if (const auto* registers = std::get_if<InRegisters>(&record.place)) {
    InRegisters part = *registers;
    for (const cfa::CField& other : view.symbols.type(record.type).fields) {
      if (&other == &field) {
        break;
      }
      part.first_part += view.symbols.part_count(other.type);
    }
    result.place = part;
  } else if (const auto* memory = std::get_if<InMemory>(&record.place)) {
    const bool is_bit_field = field.bit_width != 0;
    const std::uint64_t bytes = is_bit_field ? 0 : field.offset_bits / 8;
    result.place = InMemory{Value::of_pointer(memory->pointer.address() + bytes, memory->pointer.provenance()),
                            is_bit_field ? field.offset_bits : 0};
  } else {
    throw EvaluationError{"the value has no fields"};
  }
  return result;
}

TypedValue pointee(const View& view, const TypedValue& pointer, std::int64_t index) {
  const cfa::CType& type = view.symbols.type(pointer.type);
  const cfa::CType& target = view.symbols.type(type.element);
  if (target.kind == cfa::CTypeKind::Void || target.kind == cfa::CTypeKind::Function || target.size_bytes == 0) {
    throw EvaluationError{"a pointer of type " + type.spelling + " points to no object of a known size"};
  }
  const Value value = scalar_of(view, pointer);
  const auto distance = static_cast<std::uint64_t>(index) * target.size_bytes;
  const Value moved = Value::of_pointer(value.address() + distance, value.provenance());
  if (const std::string problem = problem_with_access(view, moved, target.size_bytes); !problem.empty()) {
    throw EvaluationError{problem};
  }
  return {type.element, InMemory{moved}};
}

std::uint64_t array_length(const View& view, const TypedValue& array) {
  const cfa::CType& type = view.symbols.type(array.type);
  const cfa::CType& element_type = view.symbols.type(type.element);
  if (type.length != 0 || element_type.size_bytes == 0) {
    return type.length;
  }
  const auto* memory = std::get_if<InMemory>(&array.place);
  if (memory == nullptr || !view.cursor.machine().memory.is_alive(memory->pointer.provenance())) {
    return 0;
  }
  const trace::Object& object = view.cursor.machine().memory.object(memory->pointer.provenance());
  const std::uint64_t before = memory->pointer.address() - object.base;
  return before <= object.size ? (object.size - before) / element_type.size_bytes : 0;
}

TypedValue element(const View& view, const TypedValue& array, std::int64_t index) {
  const cfa::CTypeId type = view.symbols.type(array.type).element;
  const std::uint64_t length = array_length(view, array);
  if (index < 0 || static_cast<std::uint64_t>(index) >= length) {
    throw EvaluationError{"the index " + std::to_string(index) + " is outside of the array of " +
                          std::to_string(length)};
  }
  const std::uint64_t distance = static_cast<std::uint64_t>(index) * view.symbols.type(type).size_bytes;
  return std::visit(
      Overloaded{[&](const InMemory& place) -> TypedValue {
                   return {type,
                           InMemory{Value::of_pointer(place.pointer.address() + distance, place.pointer.provenance())}};
                 },
                 [&](const InLiteral& place) -> TypedValue {
                   return {type, InLiteral{place.characters, place.offset + distance}};
                 },
                 [](const auto&) -> TypedValue { throw EvaluationError{"the array has no elements here"}; }},
      array.place);
}

Value scalar_of(const View& view, const TypedValue& value) {
  const cfa::Type& type = scalar_type(view, value);
  return std::visit(Overloaded{[](const Temporary& place) { return place.value; },
                               [&](const InRegisters& place) { return read_registers(view, place); },
                               [](const InLiteral& place) { return character(place); },
                               [&](const InMemory& place) {
                                 const auto* integer = cfa::as_integer(type);
                                 return value.bit_width != 0 && integer != nullptr
                                            ? read_bit_field(view, place, *integer, value.bit_width)
                                            : read_memory(view, place, type);
                               }},
                    value.place);
}

Value address_of(const View& /*view*/, const TypedValue& value) {
  if (value.bit_width != 0) {
    throw EvaluationError{"a bit-field has no address"};
  }
  return std::visit(
      Overloaded{
          [](const InMemory& place) { return place.pointer; },
          [](const InRegisters& place) -> Value {
            throw EvaluationError{"\"" + place.variable->name +
                                  "\" has no address in this run: the program never takes it"};
          },
          [](const InLiteral&) -> Value { throw EvaluationError{"a string literal of an expression has no address"}; },
          [](const Temporary&) -> Value { throw EvaluationError{"only what is stored somewhere has an address"}; }},
      value.place);
}

} // namespace vouch::inspection
