#include "analysis/trace/evaluation.hpp"

#include <cmath>
#include <limits>

/// The part of evaluation that computes with floats: as the host does, in the same format, which is what gcc's code for
/// x86-64 does.
namespace vouch::trace {
namespace {

/// Calls `action` with a zero of the format that has `width` bits.
template <class Action>
auto with_format(unsigned width, Action action) {
  switch (width) {
  case 32:
    return action(0.0F);
  case 64:
    return action(0.0);
  default:
    return action(0.0L);
  }
}

/// The result of truncation, if the integer type with `width` bits has it.
template <class Integer, class Float>
std::optional<Integer> truncated(Float number, unsigned width) {
  constexpr bool is_signed = std::numeric_limits<Integer>::is_signed;
  Float limit = std::ldexp(Float{1}, static_cast<int>(is_signed ? width - 1 : width)); // exact
  Float whole = std::trunc(number);
  if (std::isnan(number) || !(whole < limit) || !(is_signed ? whole >= -limit : whole >= 0)) {
    return std::nullopt;
  }
  return static_cast<Integer>(whole);
}

} // namespace

Fault Evaluator::execute_float(const Instruction& instruction) {
  if (instruction.opcode == Opcode::FloatToSigned || instruction.opcode == Opcode::FloatToUnsigned ||
      instruction.opcode == Opcode::FloatToFloat) {
    return execute_from_float(instruction);
  }
  with_format(instruction.width, [&](auto zero) { compute_float<decltype(zero)>(instruction); });
  return Fault::None;
}

template <class Float>
void Evaluator::compute_float(const Instruction& instruction) {
  auto result = [&](Float number) { machine_.slots[instruction.target] = Value::of_float(number); };
  switch (instruction.opcode) {
  case Opcode::SignedToFloat:
    return result(static_cast<Float>(left(instruction).integer()));
  case Opcode::UnsignedToFloat:
    return result(static_cast<Float>(left(instruction).address()));
  default:
    break;
  }
  auto a = left(instruction).floating<Float>();
  switch (instruction.opcode) {
  case Opcode::FloatNegate:
    return result(-a);
  case Opcode::FloatAbsoluteValue:
    return result(std::fabs(a));
  case Opcode::FloatSquareRoot:
    return result(std::sqrt(a));
  case Opcode::FloatRoundDown:
    return result(std::floor(a));
  case Opcode::FloatRoundUp:
    return result(std::ceil(a));
  case Opcode::FloatRoundToZero:
    return result(std::trunc(a));
  case Opcode::FloatRoundToEven:
    return result(std::nearbyint(a));
  case Opcode::FloatRoundAway:
    return result(std::round(a));
  case Opcode::FloatSignBit:
    return set(instruction, std::signbit(a) ? 1 : 0);
  case Opcode::FloatIsNonzero:
    return set(instruction, a != 0 ? 1 : 0);
  default:
    break;
  }
  auto b = right(instruction).floating<Float>();
  switch (instruction.opcode) {
  case Opcode::FloatAdd:
    result(a + b);
    break;
  case Opcode::FloatSubtract:
    result(a - b);
    break;
  case Opcode::FloatMultiply:
    result(a * b);
    break;
  case Opcode::FloatDivide:
    result(a / b);
    break;
  case Opcode::FloatRemainder:
    result(std::fmod(a, b));
    break;
  case Opcode::FloatCopySign:
    result(std::copysign(a, b));
    break;
  case Opcode::FloatEqual:
    set(instruction, a == b ? 1 : 0);
    break;
  case Opcode::FloatNotEqual:
    set(instruction, a != b ? 1 : 0);
    break;
  case Opcode::FloatLess:
    set(instruction, a < b ? 1 : 0);
    break;
  default: // FloatLessEqual
    set(instruction, a <= b ? 1 : 0);
    break;
  }
}

Fault Evaluator::execute_from_float(const Instruction& instruction) {
  return with_format(instruction.source_width, [&](auto zero) {
    using Float = decltype(zero);
    auto number = left(instruction).template floating<Float>();
    if (instruction.opcode == Opcode::FloatToFloat) {
      machine_.slots[instruction.target] = with_format(
          instruction.width, [&](auto target) { return Value::of_float(static_cast<decltype(target)>(number)); });
      return Fault::None;
    }
    std::optional<std::int64_t> integer;
    if (instruction.opcode == Opcode::FloatToSigned) {
      integer = truncated<std::int64_t>(number, instruction.width);
    } else if (auto bits = truncated<std::uint64_t>(number, instruction.width)) {
      integer = static_cast<std::int64_t>(*bits);
    }
    if (!integer) {
      return fail(UndefinedBehaviourKind::FloatToIntegerOverflow);
    }
    set(instruction, *integer);
    return Fault::None;
  });
}

} // namespace vouch::trace
