#include "analysis/facts/congruence.hpp"

namespace vouch::facts {
namespace {

/// Beyond this the arithmetic below could leave 128 bits; such offsets do not occur in programs that run.
constexpr cfa::Integer largest = cfa::Integer{1} << 66;

bool is_small(const Congruence& a) { return -largest < a.residue && a.residue < largest && a.modulus < largest; }

Congruence limited(const Congruence& a) { return is_small(a) ? a : Congruence::anything(); }

} // namespace

Congruence Congruence::exactly(cfa::Integer value) { return {value, 0}; }

Congruence Congruence::of(cfa::Integer residue, cfa::Integer modulus) {
  modulus = modulus < 0 ? -modulus : modulus;
  if (modulus == 0) {
    return exactly(residue);
  }
  residue %= modulus;
  return {residue < 0 ? residue + modulus : residue, modulus};
}

cfa::Integer greatest_common_divisor(cfa::Integer a, cfa::Integer b) {
  while (b != 0) {
    cfa::Integer remainder = a % b;
    a = b;
    b = remainder;
  }
  return a < 0 ? -a : a;
}

Congruence join(const Congruence& a, const Congruence& b) {
  cfa::Integer modulus = greatest_common_divisor(greatest_common_divisor(a.modulus, b.modulus), a.residue - b.residue);
  return Congruence::of(a.residue, modulus);
}

Congruence add(const Congruence& a, const Congruence& b) {
  return limited(Congruence::of(a.residue + b.residue, greatest_common_divisor(a.modulus, b.modulus)));
}

Congruence subtract(const Congruence& a, const Congruence& b) {
  return limited(Congruence::of(a.residue - b.residue, greatest_common_divisor(a.modulus, b.modulus)));
}

Congruence multiply(const Congruence& a, const Congruence& b) {
  cfa::Integer product = 0;
  cfa::Integer left = 0;
  cfa::Integer right = 0;
  cfa::Integer both = 0;
  if (__builtin_mul_overflow(a.residue, b.residue, &product) || __builtin_mul_overflow(a.residue, b.modulus, &left) ||
      __builtin_mul_overflow(a.modulus, b.residue, &right) || __builtin_mul_overflow(a.modulus, b.modulus, &both)) {
    return Congruence::anything();
  }
  return limited(Congruence::of(product, greatest_common_divisor(greatest_common_divisor(left, right), both)));
}

Congruence wrap(const Congruence& a, const cfa::Type& type) {
  if (a.is_exact()) {
    return Congruence::exactly(wrap(a.residue, type));
  }
  cfa::Integer values = cfa::maximum_value(type) - cfa::minimum_value(type) + 1;
  return Congruence::of(a.residue, greatest_common_divisor(a.modulus, values));
}

Congruence fold(const Congruence& a, cfa::Integer period) {
  return period == 0 ? a : Congruence::of(a.residue, greatest_common_divisor(a.modulus, period));
}

bool may_overlap(const Congruence& a, cfa::Integer size_a, const Congruence& b, cfa::Integer size_b) {
  cfa::Integer common = greatest_common_divisor(a.modulus, b.modulus);
  Congruence distance = Congruence::of(b.residue - a.residue, common);
  if (common == 0) {
    return distance.residue < size_a && -distance.residue < size_b;
  }
  return distance.residue < size_a || common - distance.residue < size_b;
}

} // namespace vouch::facts
