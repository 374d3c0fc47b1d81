#pragma once

#include <array>
#include <string_view>

namespace vouch::cfa {

/// What must never happen at a target location.
enum class PropertyKind {
  Assertion,
  Annotation, ///< an assertion in a comment for verifiers
  ErrorCall,
  SignedOverflow,
  InvalidShift,
  DivisionByZero,
  NullDereference,
  OutOfBounds,
  UseAfterFree,
  InvalidFree,
  DoubleFree,
  MemoryLeak,
};

inline constexpr std::array all_property_kinds = {
    PropertyKind::Assertion,       PropertyKind::Annotation,   PropertyKind::ErrorCall,
    PropertyKind::SignedOverflow,  PropertyKind::InvalidShift, PropertyKind::DivisionByZero,
    PropertyKind::NullDereference, PropertyKind::OutOfBounds,  PropertyKind::UseAfterFree,
    PropertyKind::InvalidFree,     PropertyKind::DoubleFree,   PropertyKind::MemoryLeak,
};

/// The code of diagnostics, and the name of the page in docs/properties.
constexpr std::string_view code_of(PropertyKind kind) {
  switch (kind) {
  case PropertyKind::Assertion:
    return "assert";
  case PropertyKind::Annotation:
    return "annotation";
  case PropertyKind::ErrorCall:
    return "reach-error";
  case PropertyKind::SignedOverflow:
    return "signed-overflow";
  case PropertyKind::InvalidShift:
    return "invalid-shift";
  case PropertyKind::DivisionByZero:
    return "division-by-zero";
  case PropertyKind::NullDereference:
    return "null-dereference";
  case PropertyKind::OutOfBounds:
    return "out-of-bounds";
  case PropertyKind::UseAfterFree:
    return "use-after-free";
  case PropertyKind::InvalidFree:
    return "invalid-free";
  case PropertyKind::DoubleFree:
    return "double-free";
  case PropertyKind::MemoryLeak:
    break;
  }
  return "memory-leak";
}

/// Whether the program claims it, rather than C.
constexpr bool is_claim(PropertyKind kind) {
  return kind == PropertyKind::Assertion || kind == PropertyKind::Annotation || kind == PropertyKind::ErrorCall;
}

} // namespace vouch::cfa
