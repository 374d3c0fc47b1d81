#include "analysis/trace/fault.hpp"

namespace vouch::trace {

std::string_view to_string(UndefinedBehaviourKind kind) {
  switch (kind) {
  case UndefinedBehaviourKind::SignedOverflow:
    return "signed integer overflow";
  case UndefinedBehaviourKind::DivisionByZero:
    return "division by zero";
  case UndefinedBehaviourKind::InvalidShift:
    return "shift by an amount outside of the type's width";
  case UndefinedBehaviourKind::FloatToIntegerOverflow:
    return "conversion of a floating-point value outside of the integer type's range";
  case UndefinedBehaviourKind::TrapRepresentation:
    return "read of bytes that stand for no value of the type";
  case UndefinedBehaviourKind::NullDereference:
    return "access through a null pointer";
  case UndefinedBehaviourKind::InvalidPointer:
    return "access through an address that belongs to no object";
  case UndefinedBehaviourKind::OutOfBounds:
    return "access outside of the object's bounds";
  case UndefinedBehaviourKind::DeadObject:
    return "access to an object outside of its lifetime";
  case UndefinedBehaviourKind::InvalidFree:
    return "free of something that was not allocated";
  case UndefinedBehaviourKind::DoubleFree:
    return "free of an object that was freed before";
  }
  return "undefined behaviour";
}

} // namespace vouch::trace
