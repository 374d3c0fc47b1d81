#pragma once

#include "analysis/smt/encoding/float_theory.hpp"

#include <functional>
#include <optional>
#include <vector>

namespace vouch::smt {

/// Floats beside mathematical integers: a number is its *ordinal*, its place in the order of the format's patterns.
/// That of 0.0 is 0, of the next larger number 1; that of -0.0 is -1, of the next smaller number -2; infinity is as far
/// out as its pattern, and NaNs are beyond it on both sides.
///
/// Comparisons, classification, signs and the bits in memory are linear in ordinals, so exact. Arithmetic and
/// conversions are over-approximated: by when the result is NaN, its sign, and that rounding is monotone, said at the
/// landmarks, which are the constants of the program.
class OrderedFloats final : public FloatTheory {
public:
  /// `landmarks` is asked once, when arithmetic first needs it: to look through a large program takes time.
  OrderedFloats(TermManager& terms, std::function<std::vector<long double>()> landmarks)
      : terms_(terms), find_landmarks_(std::move(landmarks)) {}

  [[nodiscard]] Sort sort_of(cfa::FloatType) const override { return Sort::integer(); }
  [[nodiscard]] Sort cell_sort(cfa::FloatType) const override { return Sort::integer(); }
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
  using Facts = std::vector<Term>;
  /// A new number that is NaN exactly if `is_nan` holds, and otherwise has what `facts` says of it.
  Term approximated(cfa::FloatType type, const Term& is_nan, Step& step,
                    const std::function<void(const Term& result, Facts& facts)>& facts);
  /// What a monotone function that maps `x` to `result` says at the samples of `type`; `image` gives an ordinal or
  /// integer.
  enum class Direction { Increasing, Decreasing };
  void add_samples(Facts& facts, const Term& x, const Term& result, cfa::FloatType type, Direction direction,
                   const std::function<std::optional<cfa::Integer>(long double sample)>& image);
  void add_samples_of(Facts& facts, cfa::BinaryOperator op, const Term& x, const Term& constant, const Term& result,
                      cfa::FloatType type);
  /// Ordinals around the landmarks.
  std::vector<cfa::Integer> samples(cfa::FloatType type);
  const std::vector<long double>& landmarks();

  Term sum(const Term& left, const Term& right, cfa::FloatType type, Step& step);
  Term product(const Term& left, const Term& right, cfa::FloatType type, Step& step);
  Term quotient(const Term& left, const Term& right, cfa::FloatType type, Step& step);
  Term remainder(const Term& left, const Term& right, cfa::FloatType type, Step& step);

  Term at_most(const Term& a, const Term& b) { return terms_.less_equal(a, b); }
  Term number(cfa::Integer value) { return terms_.integer(value); }
  Term any(const std::vector<Term>& conditions) { return terms_.logical_or(conditions); }
  Term all(const std::vector<Term>& conditions) { return terms_.logical_and(conditions); }
  Term is_negative(const Term& x) { return terms_.less(x, number(0)); }
  Term is_nan(const Term& x, cfa::FloatType type);
  Term is_zero(const Term& x);
  Term is_infinite(const Term& x, cfa::FloatType type);
  Term negated(const Term& x) { return terms_.subtract(number(-1), x); }
  Term magnitude(const Term& x) { return terms_.if_then_else(is_negative(x), negated(x), x); }

  TermManager& terms_;
  std::function<std::vector<long double>()> find_landmarks_;
  std::optional<std::vector<long double>> landmarks_;
};

} // namespace vouch::smt
