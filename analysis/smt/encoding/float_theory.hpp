#pragma once

#include "analysis/cfa/cfa.hpp"
#include "analysis/smt/encoding/scalar_theory.hpp"

#include <memory>

namespace vouch::smt {

/// How values of C's floating-point types are represented in a theory, and what the operators on them mean. A cell of
/// memory may have another representation than a register: memory has bits, and C programs look at them.
///
/// What a theory cannot say is over-approximated, and the step knows.
class FloatTheory {
public:
  FloatTheory() = default;
  FloatTheory(const FloatTheory&) = delete;
  FloatTheory& operator=(const FloatTheory&) = delete;
  virtual ~FloatTheory() = default;

  [[nodiscard]] virtual Sort sort_of(cfa::FloatType type) const = 0;
  [[nodiscard]] virtual Sort cell_sort(cfa::FloatType type) const = 0;
  /// The number with this bit pattern.
  virtual Term constant(cfa::Integer bits, cfa::FloatType type) = 0;
  /// That `number` is a value of the type.
  virtual Term in_range(const Term& number, cfa::FloatType type) = 0;

  virtual Term to_cell(const Term& number, cfa::FloatType type, Step& step) = 0;
  virtual Term from_cell(const Term& cell, cfa::FloatType type) = 0;
  /// The cell as the unsigned integer of the same width that has its bits, and back.
  virtual Value bits_of_cell(const Term& cell, cfa::FloatType type) = 0;
  virtual Term cell_of_bits(const Term& bits, cfa::FloatType type) = 0;

  /// All unary operators but `LogicalNot` and `SignBit`.
  virtual Term unary(cfa::UnaryOperator op, const Term& operand, cfa::FloatType type, Step& step) = 0;
  virtual Term is_signed(const Term& number, cfa::FloatType type, Step& step) = 0;
  virtual Term binary(cfa::BinaryOperator op, const Term& left, const Term& right, cfa::FloatType type, Step& step) = 0;
  /// `Equal`, `NotEqual` and the orders, of C.
  virtual Term compare(cfa::BinaryOperator op, const Term& left, const Term& right, cfa::FloatType type) = 0;
  virtual Term convert(const Term& number, cfa::FloatType from, cfa::FloatType to, Step& step) = 0;
  /// `number` is a term of the integer type's sort.
  virtual Term from_integer(const Value& number, const cfa::IntegerType& from, cfa::FloatType to, Step& step) = 0;
  /// Requires that `to` has the truncated value.
  virtual Value to_integer(const Term& number, cfa::FloatType from, const cfa::IntegerType& to, Step& step) = 0;

  /// That the number is not zero, as a condition of C.
  Term is_nonzero(const Term& number, cfa::FloatType type) {
    return compare(cfa::BinaryOperator::NotEqual, number, constant(0, type), type);
  }
};

/// Beside bit-vectors: Z3's floats. Beside integers: by their order, with the program's constants as landmarks. `cfa`
/// must outlive it.
std::unique_ptr<FloatTheory> make_float_theory(Theory theory, TermManager& terms, const cfa::Cfa& cfa);

} // namespace vouch::smt
