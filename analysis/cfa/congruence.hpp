#pragma once

#include "analysis/cfa/type.hpp"

/// The abstract domain of linear congruences (P. Granger, "Static analysis of arithmetical congruences", 1989), as far
/// as offsets into memory objects need it. Example: the addresses of `a[i].f` with 16-byte elements and `f` at byte 8
/// are the offsets {8 + 16 k}, so they never meet those of a 4-byte field at {0 + 16 k}.
namespace vouch::cfa {

/// The integers `residue + k * modulus` for all k. Modulus 0: the residue alone. Otherwise 0 <= residue < modulus.
struct Congruence {
  Integer residue = 0;
  Integer modulus = 1;

  static Congruence exactly(Integer value);
  static Congruence anything() { return {}; }
  /// Normalises; a negative modulus counts as its magnitude.
  static Congruence of(Integer residue, Integer modulus);

  [[nodiscard]] bool is_exact() const { return modulus == 0; }
  friend bool operator==(const Congruence&, const Congruence&) = default;
};

/// Greatest common divisor of the magnitudes; gcd(0, x) = |x|.
Integer greatest_common_divisor(Integer a, Integer b);

/// The smallest congruence that contains both.
Congruence join(const Congruence& a, const Congruence& b);

/// Of mathematical integers: contains every sum (difference, product) of two members.
Congruence add(const Congruence& a, const Congruence& b);
Congruence subtract(const Congruence& a, const Congruence& b);
Congruence multiply(const Congruence& a, const Congruence& b);

/// Contains every member reduced to the range of the integer or pointer type `type`.
Congruence wrap(const Congruence& a, const Type& type);

/// All members reduced modulo `period`; unchanged if `period` is 0.
Congruence fold(const Congruence& a, Integer period);

/// Whether a byte range of `size_a` bytes that begins at a member of `a` can meet one of `size_b` at a member of `b`.
bool may_overlap(const Congruence& a, Integer size_a, const Congruence& b, Integer size_b);

} // namespace vouch::cfa
