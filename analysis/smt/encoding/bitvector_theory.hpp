#pragma once

#include "analysis/smt/encoding/scalar_theory.hpp"

namespace vouch::smt {

/// Values as bit-vectors of their type's width: exact. That a signed operation does not overflow is stated, unless the
/// bounds of its operands show it.
class BitvectorTheory final : public ScalarTheory {
public:
  explicit BitvectorTheory(TermManager& terms) : ScalarTheory(terms), terms_(terms) {}

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
  Term at_most(const Term& a, const Term& b) override;
  Term plus(const Term& a, const Term& b) override;

  /// The low `width` bits of `number`, or `number` extended to so many.
  Term resized(const Term& number, unsigned width, TermManager::BitvectorExtension extension);

private:
  Term is_negative(const Term& term);
  /// That the sum or difference does not overflow: a sum has the sign of its operands if these have one sign.
  void require_same_sign(cfa::BinaryOperator op, const Term& left, const Term& right, const Term& result, Step& step);
  /// That the product or shifted number is what it is with twice as many bits.
  void require_no_overflow(TermManager::BitvectorOperator op, const Term& left, const Term& right, Step& step);
  void require_divisible(const Value& left, const Value& right, const cfa::Type& type, Step& step);
  /// The amount in the width of the shifted operand; requires that it is in range.
  Term shift_amount(const Value& amount, const cfa::Type& amount_type, unsigned width, Step& step);

  Term combine(TermManager::BitvectorOperator op, const Term& a, const Term& b) {
    return terms_.bitvector_binary(op, a, b);
  }

  /// The same in as few bits as operands of these bounds and the result need, since circuits grow with the square of them.
  /// Requires that the result is within its bounds wherever the operation is defined.
  Term combined_in_few_bits(TermManager::BitvectorOperator op, const Value& left, const Value& right,
                            const Interval& result, TermManager::BitvectorExtension extension);

  TermManager& terms_;
};

} // namespace vouch::smt
