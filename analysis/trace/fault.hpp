#pragma once

#include <cstdint>
#include <string_view>

namespace vouch::trace {

/// Undefined behaviour of C that the interpreter recognises.
enum class UndefinedBehaviourKind : std::uint8_t {
  SignedOverflow,
  DivisionByZero,
  InvalidShift, ///< by a negative amount or by at least the width
  FloatToIntegerOverflow,
  TrapRepresentation, ///< bytes that stand for no value of the type that they are read with
  NullDereference,
  InvalidPointer, ///< an address that belongs to no object
  OutOfBounds,
  DeadObject,  ///< freed, or out of its lifetime
  InvalidFree, ///< not the start of an object from the heap
  DoubleFree,
};

/// In words, for a message that goes on "at <place>".
std::string_view to_string(UndefinedBehaviourKind kind);

/// Why an evaluation could not be finished.
enum class Fault : std::uint8_t {
  None,
  UndefinedBehaviour,
  Unsupported,
  MemoryLimit,
  InputsExhausted,
  InconsistentInput,
};

} // namespace vouch::trace
