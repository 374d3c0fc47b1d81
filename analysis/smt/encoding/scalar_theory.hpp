#pragma once

#include "analysis/smt/encoding/step.hpp"
#include "analysis/smt/terms/value.hpp"

#include <memory>

namespace vouch::smt {

enum class Theory { Integers, Bitvectors };

/// How values of C's integer and pointer types are represented in a theory, and what the operators on them mean.
/// Pointers are treated as unsigned integers. Floats have a theory of their own (FloatTheory).
///
/// Operators add to the step what their being defined requires. Each result lies in the range of its type in every run
/// that satisfies that.
class ScalarTheory {
public:
  explicit ScalarTheory(TermManager& terms) : terms_(terms) {}
  virtual ~ScalarTheory() = default;

  [[nodiscard]] virtual Sort sort_of(const cfa::Type& type) const = 0;
  /// That `number`, of the sort of `type`, is a value of `type`.
  virtual Term in_range(const Term& number, const cfa::Type& type) = 0;
  virtual Value convert(const Value& value, const cfa::Type& from, const cfa::Type& to) = 0;
  virtual Value negate(const Value& operand, const cfa::Type& type, Step& step) = 0;
  virtual Value complement(const Value& operand, const cfa::Type& type) = 0;
  /// Arithmetic, bit and shift operators; `right_type` differs from `type` for shifts only.
  virtual Value binary(cfa::BinaryOperator op, const Value& left, const Value& right, const cfa::Type& type,
                       const cfa::Type& right_type, Step& step) = 0;
  /// `Equal`, `NotEqual` and the orders.
  virtual Term compare(cfa::BinaryOperator op, const Value& left, const Value& right, const cfa::Type& type) = 0;
  /// `pointer + offset`; both have pointer width, the offset is signed.
  /// Of a sum outside of the address space: there is none; that does not matter; it is what the machine computes.
  enum class WrapAround { Excluded, Ignored, Modular };
  virtual Value add_offset(const Value& pointer, const Value& offset, const cfa::Type& type, WrapAround wrap_around,
                           Step& step) = 0;
  virtual Value pointer_difference(const Value& left, const Value& right, const cfa::Type& type, Step& step) = 0;
  /// Of unsigned numbers: `a <= b`, `a + b` and `a - b`, where nothing overflows.
  virtual Term at_most(const Term& a, const Term& b) = 0;
  virtual Term plus(const Term& a, const Term& b) = 0;

  Value constant(cfa::Integer value, const cfa::Type& type) {
    return {terms_.numeral(value, sort_of(type)), Interval::point(value)};
  }
  /// `value` in the sort of `type`, never a Boolean.
  Term number(const Value& value, const cfa::Type& type) {
    return is_truth(value) ? terms_.if_then_else(value.term, constant(1, type).term, constant(0, type).term)
                           : value.term;
  }

private:
  TermManager& terms_;
};

std::unique_ptr<ScalarTheory> make_scalar_theory(Theory theory, TermManager& terms);

} // namespace vouch::smt
