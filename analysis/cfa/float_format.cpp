#include "analysis/cfa/float_format.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace vouch::cfa {
namespace {

static_assert(std::numeric_limits<long double>::digits == 64, "long double is x87's format");

constexpr std::size_t x87_bytes = 10; ///< the rest of a long double is padding

Integer mask(unsigned bits) { return (Integer{1} << bits) - 1; }

template <class Float>
Integer bits_as(Float value) {
  Integer bits = 0;
  std::memcpy(&bits, &value, std::min(sizeof value, x87_bytes));
  return bits;
}

template <class Float>
long double value_as(Integer bits) {
  Float value = 0;
  std::memcpy(&value, &bits, std::min(sizeof value, x87_bytes));
  return value;
}

} // namespace

unsigned exponent_bits(FloatType type) {
  switch (type.width) {
  case 32:
    return 8;
  case 64:
    return 11;
  default:
    return 15;
  }
}

unsigned precision_bits(FloatType type) {
  bool stores_leading_bit = type.width == 80;
  return type.width - exponent_bits(type) - (stores_leading_bit ? 1 : 0);
}

Integer float_bits(long double value, FloatType type) {
  if (std::isnan(value)) {
    return infinity_bits(type) | (Integer{1} << (precision_bits(type) - 2));
  }
  switch (type.width) {
  case 32:
    return bits_as(static_cast<float>(value));
  case 64:
    return bits_as(static_cast<double>(value));
  default:
    return bits_as(value);
  }
}

long double float_of_bits(Integer bits, FloatType type) {
  switch (type.width) {
  case 32:
    return value_as<float>(bits);
  case 64:
    return value_as<double>(bits);
  default:
    return value_as<long double>(bits);
  }
}

Integer canonical_float_bits(Integer bits, FloatType type) {
  bits &= mask(type.width);
  if (type.width != 80) {
    return bits;
  }
  Integer leading_bit = Integer{1} << 63U;
  bool is_normal = ((bits >> 64U) & mask(15)) != 0;
  return is_normal ? bits | leading_bit : bits & ~leading_bit;
}

Integer infinity_bits(FloatType type) {
  Integer exponent = mask(exponent_bits(type));
  unsigned fraction_bits = precision_bits(type) - 1;
  return type.width == 80 ? (exponent << 64U) | (Integer{1} << 63U) : exponent << fraction_bits;
}

} // namespace vouch::cfa
