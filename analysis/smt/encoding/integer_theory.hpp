#pragma once

#include "analysis/smt/encoding/nonlinear_integers.hpp"
#include "analysis/smt/encoding/scalar_theory.hpp"

namespace vouch::smt {

/// Values as mathematical integers. Linear operations, conversions, division by constants, shifts by and bit operations
/// with constants are exact, with wrap-around written out as `x > max ? x - 2^w : x`; everything else is approximated
/// by uninterpreted functions with axioms (nonlinear_integers.hpp).
class IntegerTheory final : public ScalarTheory {
public:
  explicit IntegerTheory(TermManager& terms) : ScalarTheory(terms), terms_(terms), nonlinear_(terms) {}

  [[nodiscard]] Sort sort_of(const cfa::Type& type) const override;
  Term in_range(const Term& number, const cfa::Type& type) override;
  Value convert(const Value& value, const cfa::Type& from, const cfa::Type& to) override;
  Value negate(const Value& operand, const cfa::Type& type, Step& step) override;
  Value complement(const Value& operand, const cfa::Type& type) override;
  Value binary(cfa::BinaryOperator op, const Value& left, const Value& right, const cfa::Type& type,
               const cfa::Type& right_type, Step& step) override;
  Term compare(cfa::BinaryOperator op, const Value& left, const Value& right, const cfa::Type& type) override;
  Value add_offset(const Value& pointer, const Value& offset, const cfa::Type& type, WrapAround wrap_around,
                   Step& step) override;
  Value pointer_difference(const Value& left, const Value& right, const cfa::Type& type, Step& step) override;
  Term at_most(const Term& a, const Term& b) override { return terms_.less_equal(a, b); }
  Term plus(const Term& a, const Term& b) override { return terms_.add(a, b); }

private:
  /// The mathematical result of an operator as a value of `type`: unsigned wraps, signed must not overflow.
  Value settle(const Value& result, const cfa::Type& type, Step& step);
  /// `result` reduced to `type` as two's complement does.
  Value wrapped(const Value& result, const cfa::Type& type);
  void require_between(const Value& number, const Interval& bounds, Step& step);

  Value product(const Value& left, const Value& right, Step& step);
  Value quotient(cfa::BinaryOperator op, const Value& left, const Value& right, const cfa::Type& type, Step& step);
  Value truncating_by_constant(cfa::BinaryOperator op, const Value& left, cfa::Integer divisor);
  Value shift(cfa::BinaryOperator op, const Value& left, const Value& amount, Step& step);
  Value shift_by_constant(cfa::BinaryOperator op, const Value& left, unsigned amount);
  Value bit_operation(cfa::BinaryOperator op, const Value& left, const Value& right, Step& step);
  /// `left & mask`, if the mask has few enough runs of ones or zeros to be written with divisions.
  std::optional<Term> masked(const Value& left, cfa::Integer mask);

  Term multiple(const Term& number, cfa::Integer factor) { return terms_.multiply(terms_.integer(factor), number); }

  TermManager& terms_;
  NonlinearIntegers nonlinear_;
};

} // namespace vouch::smt
