#pragma once

#include "analysis/support/hash.hpp"

#include <cstdint>
#include <string>
#include <variant>

namespace vouch::cfa {

/// Wide enough for every value of every C integer type up to 64 bits and for all differences of two of them.
__extension__ using Integer = __int128;

/// Decimal notation.
std::string to_string(Integer value);

enum class Signedness { Signed, Unsigned };

/// An integer of 1 to 64 bits in two's complement. `_Bool` is an 8-bit unsigned integer that holds 0 or 1; a
/// bit-field has the width of its declaration; an enumeration is its underlying integer.
struct IntegerType {
  unsigned width = 32;
  Signedness signedness = Signedness::Signed;

  friend bool operator==(const IntegerType&, const IntegerType&) = default;
  [[nodiscard]] bool is_signed() const { return signedness == Signedness::Signed; }
};

/// An address. Every pointer has the data model's pointer width, whatever it points to.
struct PointerType {
  unsigned width = 64;

  friend bool operator==(const PointerType&, const PointerType&) = default;
};

/// An IEEE binary format of `width` bits (32, 64, 80, 128).
struct FloatType {
  unsigned width = 64;

  friend bool operator==(const FloatType&, const FloatType&) = default;
};

/// A struct, union or array as a whole; it has no values of its own, only bytes in memory.
struct AggregateType {
  std::uint64_t size_bytes = 0;

  friend bool operator==(const AggregateType&, const AggregateType&) = default;
};

/// The semantic part of a C type: what the engine needs to compute, and nothing of how it was spelt.
using Type = std::variant<IntegerType, PointerType, FloatType, AggregateType>;

inline const IntegerType* as_integer(const Type& type) { return std::get_if<IntegerType>(&type); }
inline bool is_pointer(const Type& type) { return std::holds_alternative<PointerType>(type); }
inline bool is_float(const Type& type) { return std::holds_alternative<FloatType>(type); }
inline bool is_aggregate(const Type& type) { return std::holds_alternative<AggregateType>(type); }

/// Bytes that a value of `type` takes in memory (a bit-field type: the bytes its bits need).
std::uint64_t size_in_bytes(const Type& type);

/// Smallest and largest value; for pointers those of the unsigned address.
/// Requires an integer or pointer type.
Integer minimum_value(const Type& type);
Integer maximum_value(const Type& type);

/// `value` reduced to the range of `type` as two's complement hardware does.
Integer wrap(Integer value, const Type& type);

/// For messages and dumps: `i32`, `u8`, `ptr`, `f64`, `bytes[12]`.
std::string to_string(const Type& type);

std::size_t hash_value(const Type& type);

} // namespace vouch::cfa
