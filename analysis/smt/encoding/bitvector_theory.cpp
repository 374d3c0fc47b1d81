#include "analysis/smt/encoding/bitvector_theory.hpp"

#include <algorithm>

namespace vouch::smt {
namespace {

using cfa::BinaryOperator;
using Extension = TermManager::BitvectorExtension;
using Operator = TermManager::BitvectorOperator;
using Relation = TermManager::BitvectorRelation;

bool is_signed(const cfa::Type& type) {
  const cfa::IntegerType* integer = cfa::as_integer(type);
  return integer != nullptr && integer->is_signed();
}

Extension extension_of(const cfa::Type& type) { return is_signed(type) ? Extension::Sign : Extension::Zero; }

Operator operator_of(BinaryOperator op, bool with_sign) {
  switch (op) {
  case BinaryOperator::Add:
    return Operator::Add;
  case BinaryOperator::Subtract:
    return Operator::Subtract;
  case BinaryOperator::Multiply:
    return Operator::Multiply;
  case BinaryOperator::Divide:
    return with_sign ? Operator::SignedDivide : Operator::UnsignedDivide;
  case BinaryOperator::Remainder:
    return with_sign ? Operator::SignedRemainder : Operator::UnsignedRemainder;
  case BinaryOperator::ShiftLeft:
    return Operator::ShiftLeft;
  case BinaryOperator::ShiftRight:
    return with_sign ? Operator::ArithmeticShiftRight : Operator::LogicalShiftRight;
  case BinaryOperator::BitAnd:
    return Operator::And;
  case BinaryOperator::BitOr:
    return Operator::Or;
  default:
    return Operator::Xor;
  }
}

/// Whether the circuit for it grows with the square of the width, in a type of which the bounds are known.
bool is_costly(BinaryOperator op, const cfa::Type& type) {
  return cfa::size_in_bytes(type) <= 8 &&
         (op == BinaryOperator::Multiply || op == BinaryOperator::Divide || op == BinaryOperator::Remainder);
}

/// Whether `width` bits hold each number of the interval, in two's complement or without a sign.
bool fits_into(const Interval& range, unsigned width, Extension extension) {
  const cfa::Integer least = extension == Extension::Sign ? -(cfa::Integer{1} << (width - 1)) : 0;
  return Interval{least, least + (cfa::Integer{1} << width) - 1}.contains(range);
}

} // namespace

Sort BitvectorTheory::sort_of(const cfa::Type& type) const {
  if (const cfa::IntegerType* integer = cfa::as_integer(type)) {
    return Sort::bitvector(integer->width);
  }
  return Sort::bitvector(static_cast<unsigned>(8 * cfa::size_in_bytes(type)));
}

Term BitvectorTheory::in_range(const Term&, const cfa::Type&) { return terms_.boolean(true); }

Term BitvectorTheory::resized(const Term& number, unsigned width, Extension extension) {
  unsigned own = number.sort().width;
  if (width < own) {
    return terms_.bitvector_extract(number, width - 1, 0);
  }
  return width == own ? number : terms_.bitvector_extend(extension, number, width - own);
}

Value BitvectorTheory::convert(const Value& value, const cfa::Type& from, const cfa::Type& to) {
  bool keeps_value = Interval::of(to).contains(value.range);
  if (is_truth(value) && keeps_value) {
    return value;
  }
  Term result = resized(number(value, from), sort_of(to).width, extension_of(from));
  return {result, keeps_value ? value.range : Interval::of(to)};
}

Term BitvectorTheory::is_negative(const Term& term) {
  return terms_.bitvector_compare(Relation::SignedLess, term, terms_.bitvector(0, term.sort().width));
}

void BitvectorTheory::require_same_sign(BinaryOperator op, const Term& left, const Term& right, const Term& result,
                                        Step& step) {
  Term have_same_sign = terms_.equal(is_negative(left), is_negative(right));
  Term cannot_overflow = op == BinaryOperator::Add ? terms_.logical_not(have_same_sign) : have_same_sign;
  step.require(terms_.logical_or(cannot_overflow, terms_.equal(is_negative(result), is_negative(left))));
}

void BitvectorTheory::require_no_overflow(Operator op, const Term& left, const Term& right, Step& step) {
  unsigned width = left.sort().width;
  auto widened = [&](const Term& term) { return terms_.bitvector_extend(Extension::Sign, term, width); };
  step.require(terms_.equal(combine(op, widened(left), widened(right)), widened(combine(op, left, right))));
}

Value BitvectorTheory::negate(const Value& operand, const cfa::Type& type, Step& step) {
  Term term = number(operand, type);
  cfa::Integer least = cfa::minimum_value(type);
  if (is_signed(type) && operand.range.contains(least)) {
    step.require(terms_.logical_not(terms_.equal(term, constant(least, type).term)));
  }
  Interval range{-operand.range.high, -operand.range.low};
  return {terms_.bitvector_negate(term), is_signed(type) ? clamp(range, Interval::of(type)) : Interval::of(type)};
}

Value BitvectorTheory::complement(const Value& operand, const cfa::Type& type) {
  cfa::Integer sum = is_signed(type) ? cfa::Integer{-1} : cfa::maximum_value(type);
  return {terms_.bitvector_not(number(operand, type)), {sum - operand.range.high, sum - operand.range.low}};
}

void BitvectorTheory::require_divisible(const Value& left, const Value& right, const cfa::Type& type, Step& step) {
  if (right.range.contains(cfa::Integer{0})) {
    step.require_defined(terms_.logical_not(terms_.equal(right.term, constant(0, type).term)));
  }
  cfa::Integer least = cfa::minimum_value(type);
  if (is_signed(type) && left.range.contains(least) && right.range.contains(cfa::Integer{-1})) {
    step.require_defined(terms_.logical_not(terms_.logical_and(terms_.equal(left.term, constant(least, type).term),
                                                               terms_.equal(right.term, constant(-1, type).term))));
  }
}

Term BitvectorTheory::shift_amount(const Value& amount, const cfa::Type& amount_type, unsigned width, Step& step) {
  if (amount.range.low < 0 || amount.range.high >= width) {
    // Wide enough for `width` itself; compared without sign, negative amounts are too large.
    Term wide = resized(amount.term, std::max({amount.term.sort().width, width, 8U}), extension_of(amount_type));
    step.require(terms_.bitvector_compare(Relation::UnsignedLess, wide, terms_.bitvector(width, wide.sort().width)));
  }
  return resized(amount.term, width, Extension::Zero);
}

Term BitvectorTheory::combined_in_few_bits(Operator op, const Value& left, const Value& right, const Interval& result,
                                           Extension extension) {
  const unsigned whole = left.term.sort().width;
  unsigned width = 1;
  while (width < whole && !(fits_into(left.range, width, extension) && fits_into(right.range, width, extension) &&
                            fits_into(result, width, extension))) {
    ++width;
  }
  const Term narrow = combine(op, resized(left.term, width, extension), resized(right.term, width, extension));
  return resized(narrow, whole, extension);
}

Value BitvectorTheory::binary(BinaryOperator op, const Value& left_value, const Value& right_value,
                              const cfa::Type& type, const cfa::Type& right_type, Step& step) {
  Value left{number(left_value, type), left_value.range};
  Value right{number(right_value, right_type), right_value.range};
  bool with_sign = is_signed(type);
  Interval whole = Interval::of(type);
  bool is_shift = op == BinaryOperator::ShiftLeft || op == BinaryOperator::ShiftRight;
  if (is_shift) {
    unsigned width = sort_of(type).width;
    right = {shift_amount(right, right_type, width, step), clamp(right.range, {0, cfa::Integer{width} - 1})};
  } else if (op == BinaryOperator::Divide || op == BinaryOperator::Remainder) {
    require_divisible(left, right, type, step);
  }
  std::optional<Interval> range = result_of(op, left.range, right.range);
  bool fits = range && whole.contains(*range);
  bool may_overflow = with_sign && !fits;
  Operator operation = operator_of(op, with_sign);
  Term term = fits && is_costly(op, type) ? combined_in_few_bits(operation, left, right, *range, extension_of(type))
                                          : combine(operation, left.term, right.term);
  if (may_overflow && (op == BinaryOperator::Add || op == BinaryOperator::Subtract)) {
    require_same_sign(op, left.term, right.term, term, step);
  } else if (may_overflow && (op == BinaryOperator::Multiply || op == BinaryOperator::ShiftLeft)) {
    require_no_overflow(operation, left.term, right.term, step);
  }
  Interval result = fits ? *range : (with_sign && range ? clamp(*range, whole) : whole);
  return {term, result};
}

Term BitvectorTheory::compare(BinaryOperator op, const Value& left_value, const Value& right_value,
                              const cfa::Type& type) {
  Term left = number(left_value, type);
  Term right = number(right_value, type);
  Relation less = is_signed(type) ? Relation::SignedLess : Relation::UnsignedLess;
  Relation less_equal = is_signed(type) ? Relation::SignedLessEqual : Relation::UnsignedLessEqual;
  switch (op) {
  case BinaryOperator::Less:
    return terms_.bitvector_compare(less, left, right);
  case BinaryOperator::Greater:
    return terms_.bitvector_compare(less, right, left);
  case BinaryOperator::LessEqual:
    return terms_.bitvector_compare(less_equal, left, right);
  case BinaryOperator::GreaterEqual:
    return terms_.bitvector_compare(less_equal, right, left);
  case BinaryOperator::Equal:
    return terms_.equal(left, right);
  default:
    return terms_.logical_not(terms_.equal(left, right));
  }
}

Value BitvectorTheory::add_offset(const Value& pointer, const Value& offset, const cfa::Type& type,
                                  WrapAround wrap_around, Step& step) {
  Interval whole = Interval::of(type);
  Interval range = *result_of(BinaryOperator::PointerAdd, pointer.range, offset.range);
  Term sum = plus(pointer.term, offset.term);
  if (wrap_around == WrapAround::Excluded && !whole.contains(range)) {
    step.require(terms_.if_then_else(is_negative(offset.term), at_most(sum, pointer.term), at_most(pointer.term, sum)));
  }
  return {sum, whole.contains(range) ? range : whole};
}

Value BitvectorTheory::pointer_difference(const Value& left, const Value& right, const cfa::Type& type, Step& step) {
  Interval whole = Interval::of(type);
  Interval range = *result_of(BinaryOperator::PointerDifference, left.range, right.range);
  Term difference = combine(Operator::Subtract, left.term, right.term);
  if (!whole.contains(range)) {
    Term is_below = terms_.bitvector_compare(Relation::UnsignedLess, left.term, right.term);
    step.require(terms_.equal(is_negative(difference), is_below));
  }
  return {difference, clamp(range, whole)};
}

Term BitvectorTheory::at_most(const Term& a, const Term& b) {
  return terms_.bitvector_compare(Relation::UnsignedLessEqual, a, b);
}

Term BitvectorTheory::plus(const Term& a, const Term& b) { return combine(Operator::Add, a, b); }

} // namespace vouch::smt
