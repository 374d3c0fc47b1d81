#include "analysis/trace/evaluation.hpp"

#include "analysis/cfa/shared_literals.hpp"

#include <algorithm>
#include <limits>

namespace vouch::trace {

Fault Evaluator::evaluate(const ProgramEdge& edge, cfa::EdgeId id, std::uint64_t step) {
  edge_ = id;
  step_ = step;
  for (const Instruction& instruction : program_.code_of(edge)) {
    if (Fault fault = execute(instruction); fault != Fault::None) {
      return fault;
    }
  }
  return Fault::None;
}

Provenance Evaluator::object_of(std::uint32_t variable) {
  Provenance& object = machine_.variables[variable];
  if (object.is_none()) {
    const cfa::Variable& declaration = program_.cfa->variable(cfa::VariableId(variable));
    object = machine_.memory
                 .create(cfa::size_in_bytes(declaration.type), declaration.alignment, ObjectKind::Variable,
                         InitialContents::Undetermined, cfa::VariableId(variable))
                 .value_or(Provenance{});
  }
  return object;
}

Fault Evaluator::execute(const Instruction& instruction) {
  switch (instruction.opcode) {
  case Opcode::AddSigned:
  case Opcode::SubtractSigned:
  case Opcode::MultiplySigned:
  case Opcode::DivideSigned:
  case Opcode::RemainderSigned:
  case Opcode::NegateSigned:
    return execute_signed(instruction);
  case Opcode::AddUnsigned:
  case Opcode::SubtractUnsigned:
  case Opcode::MultiplyUnsigned:
  case Opcode::DivideUnsigned:
  case Opcode::RemainderUnsigned:
  case Opcode::NegateUnsigned:
  case Opcode::ComplementUnsigned:
    return execute_unsigned(instruction);
  case Opcode::ShiftLeftSigned:
  case Opcode::ShiftRightSigned:
  case Opcode::ShiftLeftUnsigned:
  case Opcode::ShiftRightUnsigned:
    return execute_shift(instruction);
  case Opcode::BitAnd:
    set(instruction, left(instruction).integer() & right(instruction).integer());
    return Fault::None;
  case Opcode::BitOr:
    set(instruction, left(instruction).integer() | right(instruction).integer());
    return Fault::None;
  case Opcode::BitXor:
    set(instruction, left(instruction).integer() ^ right(instruction).integer());
    return Fault::None;
  case Opcode::ComplementSigned:
    set(instruction, ~left(instruction).integer());
    return Fault::None;
  case Opcode::Equal:
    set(instruction, left(instruction).integer() == right(instruction).integer() ? 1 : 0);
    return Fault::None;
  case Opcode::NotEqual:
    set(instruction, left(instruction).integer() != right(instruction).integer() ? 1 : 0);
    return Fault::None;
  case Opcode::LessSigned:
    set(instruction, left(instruction).integer() < right(instruction).integer() ? 1 : 0);
    return Fault::None;
  case Opcode::LessEqualSigned:
    set(instruction, left(instruction).integer() <= right(instruction).integer() ? 1 : 0);
    return Fault::None;
  case Opcode::LessUnsigned:
    set(instruction, left(instruction).address() < right(instruction).address() ? 1 : 0);
    return Fault::None;
  case Opcode::LessEqualUnsigned:
    set(instruction, left(instruction).address() <= right(instruction).address() ? 1 : 0);
    return Fault::None;
  case Opcode::LogicalAnd:
    set(instruction, left(instruction).integer() != 0 && right(instruction).integer() != 0 ? 1 : 0);
    return Fault::None;
  case Opcode::LogicalOr:
    set(instruction, left(instruction).integer() != 0 || right(instruction).integer() != 0 ? 1 : 0);
    return Fault::None;
  case Opcode::LogicalNot:
    set(instruction, left(instruction).integer() == 0 ? 1 : 0);
    return Fault::None;
  case Opcode::Select:
    machine_.slots[instruction.target] =
        machine_.slots[instruction.third].integer() != 0 ? left(instruction) : right(instruction);
    return Fault::None;
  case Opcode::SignExtend:
    set(instruction, sign_extend(left(instruction).integer(), instruction.width));
    return Fault::None;
  case Opcode::ZeroExtend:
    set(instruction, static_cast<std::int64_t>(zero_extend(left(instruction).address(), instruction.width)));
    return Fault::None;
  case Opcode::PointerEqual:
  case Opcode::PointerNotEqual:
  case Opcode::PointerLess:
  case Opcode::PointerLessEqual:
  case Opcode::PointerAdd:
  case Opcode::PointerDifference:
  case Opcode::IntegerToPointer:
  case Opcode::PointerToInteger:
    execute_pointer(instruction);
    return Fault::None;
  case Opcode::FloatAdd:
  case Opcode::FloatSubtract:
  case Opcode::FloatMultiply:
  case Opcode::FloatDivide:
  case Opcode::FloatRemainder:
  case Opcode::FloatCopySign:
  case Opcode::FloatNegate:
  case Opcode::FloatAbsoluteValue:
  case Opcode::FloatSquareRoot:
  case Opcode::FloatRoundDown:
  case Opcode::FloatRoundUp:
  case Opcode::FloatRoundToZero:
  case Opcode::FloatRoundToEven:
  case Opcode::FloatRoundAway:
  case Opcode::FloatSignBit:
  case Opcode::FloatEqual:
  case Opcode::FloatNotEqual:
  case Opcode::FloatLess:
  case Opcode::FloatLessEqual:
  case Opcode::FloatIsNonzero:
  case Opcode::SignedToFloat:
  case Opcode::UnsignedToFloat:
  case Opcode::FloatToSigned:
  case Opcode::FloatToUnsigned:
  case Opcode::FloatToFloat:
    return execute_float(instruction);
  case Opcode::AddressOf: {
    Provenance object = object_of(instruction.left);
    if (object.is_none()) {
      return Fault::MemoryLimit;
    }
    machine_.slots[instruction.target] = machine_.memory.address_of(object);
    return Fault::None;
  }
  case Opcode::LoadSigned:
  case Opcode::LoadUnsigned:
  case Opcode::LoadPointer:
  case Opcode::LoadFloat:
    return load(instruction);
  case Opcode::CheckMemory:
    return check_memory(instruction);
  case Opcode::Unsupported:
    unsupported_construct_ = program_.unsupported[instruction.left];
    return Fault::Unsupported;
  }
  return Fault::None;
}

Fault Evaluator::execute_signed(const Instruction& instruction) {
  std::int64_t a = left(instruction).integer();
  std::int64_t b = instruction.opcode == Opcode::NegateSigned ? 0 : right(instruction).integer();
  std::int64_t result = 0;
  bool overflows = false;
  switch (instruction.opcode) {
  case Opcode::AddSigned:
    overflows = __builtin_add_overflow(a, b, &result);
    break;
  case Opcode::SubtractSigned:
    overflows = __builtin_sub_overflow(a, b, &result);
    break;
  case Opcode::MultiplySigned:
    overflows = __builtin_mul_overflow(a, b, &result);
    break;
  case Opcode::NegateSigned:
    overflows = __builtin_sub_overflow(std::int64_t{0}, a, &result);
    break;
  default: // division
    if (b == 0) {
      return fail(UndefinedBehaviourKind::DivisionByZero);
    }
    // minimum / -1 is the one quotient that does not fit; C leaves the remainder undefined with it.
    if (b == -1 && a == std::numeric_limits<std::int64_t>::min() >> (64U - instruction.width)) {
      overflows = true;
    } else {
      result = instruction.opcode == Opcode::DivideSigned ? a / b : a % b;
    }
    break;
  }
  if (overflows || result != sign_extend(result, instruction.width)) {
    return fail(UndefinedBehaviourKind::SignedOverflow);
  }
  set(instruction, result);
  return Fault::None;
}

Fault Evaluator::execute_unsigned(const Instruction& instruction) {
  std::uint64_t a = left(instruction).address();
  bool is_unary = instruction.opcode == Opcode::NegateUnsigned || instruction.opcode == Opcode::ComplementUnsigned;
  std::uint64_t b = is_unary ? 0 : right(instruction).address();
  std::uint64_t result = 0;
  switch (instruction.opcode) {
  case Opcode::AddUnsigned:
    result = a + b;
    break;
  case Opcode::SubtractUnsigned:
    result = a - b;
    break;
  case Opcode::MultiplyUnsigned:
    result = a * b;
    break;
  case Opcode::NegateUnsigned:
    result = 0 - a;
    break;
  case Opcode::ComplementUnsigned:
    result = ~a;
    break;
  default: // division
    if (b == 0) {
      return fail(UndefinedBehaviourKind::DivisionByZero);
    }
    result = instruction.opcode == Opcode::DivideUnsigned ? a / b : a % b;
    break;
  }
  set(instruction, static_cast<std::int64_t>(zero_extend(result, instruction.width)));
  return Fault::None;
}

Fault Evaluator::execute_shift(const Instruction& instruction) {
  std::int64_t value = left(instruction).integer();
  std::uint64_t amount = right(instruction).address(); // a negative amount is huge
  if (amount >= instruction.width) {
    return fail(UndefinedBehaviourKind::InvalidShift);
  }
  switch (instruction.opcode) {
  case Opcode::ShiftRightSigned:
    set(instruction, value >> amount);
    return Fault::None;
  case Opcode::ShiftRightUnsigned:
    set(instruction, static_cast<std::int64_t>(static_cast<std::uint64_t>(value) >> amount));
    return Fault::None;
  case Opcode::ShiftLeftUnsigned:
    set(instruction,
        static_cast<std::int64_t>(zero_extend(static_cast<std::uint64_t>(value) << amount, instruction.width)));
    return Fault::None;
  default: {
    cfa::Integer shifted = cfa::Integer{value} * (cfa::Integer{1} << amount);
    auto result = static_cast<std::int64_t>(shifted);
    if (shifted != sign_extend(result, instruction.width)) {
      return fail(UndefinedBehaviourKind::SignedOverflow);
    }
    set(instruction, result);
    return Fault::None;
  }
  }
}

/// Equality is C's to say: distinct objects differ, and so does null. That leaves the pointers that are not inside of
/// their object, and literals, which may be one object.
bool Evaluator::are_equal(const Value& a, const Value& b) {
  const bool have_same_address = a.address() == b.address();
  if (a.provenance() == b.provenance()) {
    return have_same_address;
  }
  auto is_inside = [this](const Value& pointer) {
    return machine_.memory.is_alive(pointer.provenance()) &&
           pointer.address() - machine_.memory.object(pointer.provenance()).base <
               machine_.memory.object(pointer.provenance()).size;
  };
  const bool is_open = may_be_equal(a, b);
  const bool is_decided = (a.address() == 0 || is_inside(a)) && (b.address() == 0 || is_inside(b)) && !is_open;
  machine_.depends_on_addresses = machine_.depends_on_addresses || !is_decided;
  return have_same_address || (is_open && machine_.memory.layout() == Layout::Shared);
}

/// Of pointers into different objects.
bool Evaluator::may_be_equal(const Value& a, const Value& b) const {
  const Memory& memory = machine_.memory;
  if (!memory.is_alive(a.provenance()) || !memory.is_alive(b.provenance())) {
    return false;
  }
  const Object& first = memory.object(a.provenance());
  const Object& second = memory.object(b.provenance());
  const std::uint64_t offset = a.address() - first.base;
  const std::uint64_t other = b.address() - second.base;
  if ((offset == first.size && other == 0) || (offset == 0 && other == second.size)) {
    return true;
  }
  if (!first.variable.is_valid() || !second.variable.is_valid()) {
    return false;
  }
  const std::optional<cfa::Integer> distance =
      cfa::shared_distance(program_.cfa->variable(first.variable), program_.cfa->variable(second.variable));
  return distance && static_cast<cfa::Integer>(offset) == static_cast<cfa::Integer>(other) + *distance;
}

void Evaluator::execute_pointer(const Instruction& instruction) {
  const Value& a = left(instruction);
  std::uint64_t address = a.address();
  switch (instruction.opcode) {
  case Opcode::PointerToInteger:
    machine_.depends_on_addresses = machine_.depends_on_addresses || !a.provenance().is_none();
    set(instruction, a.integer());
    return;
  case Opcode::IntegerToPointer:
    machine_.slots[instruction.target] =
        machine_.memory.pointer_from_address(zero_extend(address, program_.pointer_width));
    return;
  case Opcode::PointerAdd:
    machine_.slots[instruction.target] =
        Value::of_pointer(zero_extend(address + right(instruction).address(), program_.pointer_width), a.provenance());
    return;
  default:
    break;
  }
  const Value& b = right(instruction);
  std::uint64_t other = b.address();
  switch (instruction.opcode) {
  case Opcode::PointerEqual:
    set(instruction, are_equal(a, b) ? 1 : 0);
    return;
  case Opcode::PointerNotEqual:
    set(instruction, are_equal(a, b) ? 0 : 1);
    return;
  default:
    break;
  }
  // Which of two objects comes first is not C's to say.
  machine_.depends_on_addresses = machine_.depends_on_addresses || a.provenance() != b.provenance();
  switch (instruction.opcode) {
  case Opcode::PointerLess:
    set(instruction, address < other ? 1 : 0);
    return;
  case Opcode::PointerLessEqual:
    set(instruction, address <= other ? 1 : 0);
    return;
  default: // PointerDifference
    set(instruction, sign_extend(static_cast<std::int64_t>(address - other), program_.pointer_width));
    return;
  }
}

} // namespace vouch::trace
