#include "analysis/cfa/type.hpp"

#include "analysis/support/overloaded.hpp"

#include <algorithm>

namespace vouch::cfa {
namespace {

unsigned value_width(const Type& type) {
  if (const auto* integer = as_integer(type)) {
    return integer->width;
  }
  return std::get<PointerType>(type).width;
}

bool has_sign(const Type& type) {
  const auto* integer = as_integer(type);
  return integer != nullptr && integer->is_signed();
}

} // namespace

std::string to_string(Integer value) {
  if (value == 0) {
    return "0";
  }
  bool negative = value < 0;
  __extension__ auto magnitude =
      negative ? -static_cast<unsigned __int128>(value) : static_cast<unsigned __int128>(value);
  std::string digits;
  while (magnitude != 0) {
    digits.push_back(static_cast<char>('0' + static_cast<int>(magnitude % 10)));
    magnitude /= 10;
  }
  if (negative) {
    digits.push_back('-');
  }
  std::reverse(digits.begin(), digits.end());
  return digits;
}

std::uint64_t size_in_bytes(const Type& type) {
  return std::visit(Overloaded{[](const IntegerType& t) -> std::uint64_t { return (t.width + 7) / 8; },
                               [](const PointerType& t) -> std::uint64_t { return t.width / 8; },
                               [](const FloatType& t) -> std::uint64_t { return t.width == 80 ? 16 : t.width / 8; },
                               [](const AggregateType& t) -> std::uint64_t { return t.size_bytes; }},
                    type);
}

Integer minimum_value(const Type& type) {
  return has_sign(type) ? -(Integer{1} << (value_width(type) - 1)) : Integer{0};
}

Integer maximum_value(const Type& type) {
  unsigned bits = value_width(type) - (has_sign(type) ? 1 : 0);
  return (Integer{1} << bits) - 1;
}

Integer wrap(Integer value, const Type& type) {
  Integer modulus = Integer{1} << value_width(type);
  Integer residue = value % modulus;
  if (residue < 0) {
    residue += modulus;
  }
  return residue > maximum_value(type) ? residue - modulus : residue;
}

std::string to_string(const Type& type) {
  return std::visit(
      Overloaded{[](const IntegerType& t) { return (t.is_signed() ? "i" : "u") + std::to_string(t.width); },
                 [](const PointerType&) { return std::string("ptr"); },
                 [](const FloatType& t) { return "f" + std::to_string(t.width); },
                 [](const AggregateType& t) { return "bytes[" + std::to_string(t.size_bytes) + "]"; }},
      type);
}

std::size_t hash_value(const Type& type) {
  std::size_t details = std::visit(Overloaded{[](const IntegerType& t) { return hash_of(t.width, t.is_signed()); },
                                              [](const PointerType& t) { return hash_of(t.width); },
                                              [](const FloatType& t) { return hash_of(t.width); },
                                              [](const AggregateType& t) { return hash_of(t.size_bytes); }},
                                   type);
  return hash_of(type.index(), details);
}

} // namespace vouch::cfa
