#pragma once

#include "analysis/smt/encoding/float_theory.hpp"

namespace vouch::smt {

/// Floats of IEEE 754 beside bit-vectors: exact. In memory they are bit patterns. There is one NaN, whose pattern and
/// sign are anything each time they are looked at.
class IeeeFloats final : public FloatTheory {
public:
  explicit IeeeFloats(TermManager& terms) : terms_(terms) {}

  [[nodiscard]] Sort sort_of(cfa::FloatType type) const override { return Sort::floating(type.width); }
  [[nodiscard]] Sort cell_sort(cfa::FloatType type) const override { return Sort::bitvector(type.width); }
  Term constant(cfa::Integer bits, cfa::FloatType type) override;
  Term in_range(const Term& number, cfa::FloatType type) override;
  Term to_cell(const Term& number, cfa::FloatType type, Step& step) override;
  Term from_cell(const Term& cell, cfa::FloatType type) override;
  Value bits_of_cell(const Term& cell, cfa::FloatType type) override;
  Term cell_of_bits(const Term& bits, cfa::FloatType type) override;
  Term unary(cfa::UnaryOperator op, const Term& operand, cfa::FloatType type, Step& step) override;
  Term is_signed(const Term& number, cfa::FloatType type, Step& step) override;
  Term binary(cfa::BinaryOperator op, const Term& left, const Term& right, cfa::FloatType type, Step& step) override;
  Term compare(cfa::BinaryOperator op, const Term& left, const Term& right, cfa::FloatType type) override;
  Term convert(const Term& number, cfa::FloatType from, cfa::FloatType to, Step& step) override;
  Term from_integer(const Value& number, const cfa::IntegerType& from, cfa::FloatType to, Step& step) override;
  Value to_integer(const Term& number, cfa::FloatType from, const cfa::IntegerType& to, Step& step) override;

private:
  Term remainder(const Term& left, const Term& right, cfa::FloatType type, Step& step);

  TermManager& terms_;
};

} // namespace vouch::smt
