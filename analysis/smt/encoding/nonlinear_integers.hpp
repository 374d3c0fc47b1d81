#pragma once

#include "analysis/smt/encoding/step.hpp"
#include "analysis/smt/terms/value.hpp"

namespace vouch::smt {

/// Functions on mathematical integers that linear arithmetic does not have, as uninterpreted functions of which every
/// occurrence comes with axioms: true facts about the real function, enough for the proofs that programs usually need.
/// So every formula with them over-approximates. Why not Z3's nonlinear arithmetic: docs/decisions/0061.
class NonlinearIntegers {
public:
  explicit NonlinearIntegers(TermManager& terms) : terms_(terms) {}

  Term product(const Value& x, const Value& y, Step& step);
  /// Truncating, as in C. The divisor is not zero.
  Term quotient(const Value& x, const Value& y, Step& step);
  Term remainder(const Value& x, const Value& y, Step& step);
  /// x * 2^y and x / 2^y rounded down, for y >= 0.
  Term shifted_left(const Value& x, const Value& y, Step& step);
  Term shifted_right(const Value& x, const Value& y, Step& step);
  /// Of infinite two's complement numbers.
  Term bit_and(const Value& x, const Value& y, Step& step);

private:
  Term apply(const char* function, const Value& x, const Value& y);
  Term zero() { return terms_.integer(0); }
  Term at_least(const Term& a, const Term& b) { return terms_.less_equal(b, a); }
  Term greater(const Term& a, const Term& b) { return terms_.less(b, a); }
  Term both(const Term& a, const Term& b) { return terms_.logical_and(a, b); }
  Term is(const Term& a, cfa::Integer value) { return terms_.equal(a, terms_.integer(value)); }
  Term not_negative(const Value& x);
  Term positive(const Value& x);
  Term negative(const Value& x);

  TermManager& terms_;
};

} // namespace vouch::smt
