#pragma once

#include "analysis/cfa/type.hpp"

/// The abstract domain of linear congruences (P. Granger, "Static analysis of arithmetical congruences", 1989), as far
/// as offsets into memory objects need it. Example: the addresses of `a[i].f` with 16-byte elements and `f` at byte 8
/// are the offsets {8 + 16 k}, so they never meet those of a 4-byte field at {0 + 16 k}.
namespace vouch::facts {

/// The integers `residue + k * modulus` for all k. Modulus 0: the residue alone. Otherwise 0 <= residue < modulus.
struct Congruence {
  cfa::Integer residue = 0;
  cfa::Integer modulus = 1;

  static Congruence exactly(cfa::Integer value);
  static Congruence anything() { return {}; }
  /// Normalises; a negative modulus counts as its magnitude.
  static Congruence of(cfa::Integer residue, cfa::Integer modulus);

  [[nodiscard]] bool is_exact() const { return modulus == 0; }
  friend bool operator==(const Congruence&, const Congruence&) = default;
};

/// Greatest common divisor of the magnitudes; gcd(0, x) = |x|.
cfa::Integer greatest_common_divisor(cfa::Integer a, cfa::Integer b);

/// The smallest congruence that contains both.
Congruence join(const Congruence& a, const Congruence& b);

/// Of mathematical integers: contains every sum (difference, product) of two members.
Congruence add(const Congruence& a, const Congruence& b);
Congruence subtract(const Congruence& a, const Congruence& b);
Congruence multiply(const Congruence& a, const Congruence& b);

/// Contains every member reduced to the range of the integer or pointer type `type`.
Congruence wrap(const Congruence& a, const cfa::Type& type);

/// All members reduced modulo `period`; unchanged if `period` is 0.
Congruence fold(const Congruence& a, cfa::Integer period);

/// Whether a byte range of `size_a` bytes that begins at a member of `a` can meet one of `size_b` at a member of `b`.
bool may_overlap(const Congruence& a, cfa::Integer size_a, const Congruence& b, cfa::Integer size_b);

} // namespace vouch::facts
