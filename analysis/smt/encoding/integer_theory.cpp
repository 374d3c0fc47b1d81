#include "analysis/smt/encoding/integer_theory.hpp"

#include <algorithm>

namespace vouch::smt {
namespace {

using cfa::BinaryOperator;
using cfa::Integer;

/// So many different values of an operand are written as a case distinction rather than approximated.
constexpr Integer most_cases = 8;

bool is_signed(const cfa::Type& type) {
  const cfa::IntegerType* integer = cfa::as_integer(type);
  return integer != nullptr && integer->is_signed();
}

} // namespace

Sort IntegerTheory::sort_of(const cfa::Type&) const { return Sort::integer(); }

Term IntegerTheory::in_range(const Term& number, const cfa::Type& type) {
  Interval range = Interval::of(type);
  return terms_.logical_and(terms_.less_equal(terms_.integer(range.low), number),
                            terms_.less_equal(number, terms_.integer(range.high)));
}

void IntegerTheory::require_between(const Value& number, const Interval& bounds, Step& step) {
  if (number.range.low < bounds.low) {
    step.require(terms_.less_equal(terms_.integer(bounds.low), number.term));
  }
  if (number.range.high > bounds.high) {
    step.require(terms_.less_equal(number.term, terms_.integer(bounds.high)));
  }
}

Value IntegerTheory::wrapped(const Value& result, const cfa::Type& type) {
  Interval range = Interval::of(type);
  if (range.contains(result.range)) {
    return result;
  }
  Term modulus = terms_.integer(range.count());
  Term number = result.term;
  bool is_one_turn_away = Interval{range.low - range.count(), range.high + range.count()}.contains(result.range);
  if (!is_one_turn_away) {
    Term residue = terms_.modulo(number, modulus);
    Term is_high = terms_.less(terms_.integer(range.high), residue);
    bool has_high = range.low < 0;
    return {has_high ? terms_.if_then_else(is_high, terms_.subtract(residue, modulus), residue) : residue, range};
  }
  Term reduced = number;
  if (result.range.high > range.high) {
    reduced =
        terms_.if_then_else(terms_.less(terms_.integer(range.high), number), terms_.subtract(number, modulus), reduced);
  }
  if (result.range.low < range.low) {
    reduced = terms_.if_then_else(terms_.less(number, terms_.integer(range.low)), terms_.add(number, modulus), reduced);
  }
  return {reduced, range};
}

Value IntegerTheory::settle(const Value& result, const cfa::Type& type, Step& step) {
  if (!is_signed(type)) {
    return wrapped(result, type);
  }
  Interval range = Interval::of(type);
  require_between(result, range, step);
  return {result.term, clamp(result.range, range)};
}

Value IntegerTheory::convert(const Value& value, const cfa::Type& from, const cfa::Type& to) {
  if (is_truth(value) && Interval::of(to).contains(value.range)) {
    return value;
  }
  return wrapped({number(value, from), value.range}, to);
}

Value IntegerTheory::negate(const Value& operand, const cfa::Type& type, Step& step) {
  return settle({terms_.negate(number(operand, type)), {-operand.range.high, -operand.range.low}}, type, step);
}

Value IntegerTheory::complement(const Value& operand, const cfa::Type& type) {
  Integer sum = is_signed(type) ? Integer{-1} : cfa::maximum_value(type);
  return {terms_.subtract(terms_.integer(sum), number(operand, type)),
          {sum - operand.range.high, sum - operand.range.low}};
}

Value IntegerTheory::binary(BinaryOperator op, const Value& left_value, const Value& right_value, const cfa::Type& type,
                            const cfa::Type& right_type, Step& step) {
  Value left{number(left_value, type), left_value.range};
  Value right{number(right_value, right_type), right_value.range};
  // Where 126 bits do not bound the result, any bounds that no type contains will do.
  Interval range = result_of(op, left.range, right.range).value_or(Interval{-(Integer{1} << 126), Integer{1} << 126});
  switch (op) {
  case BinaryOperator::Add:
    return settle({terms_.add(left.term, right.term), range}, type, step);
  case BinaryOperator::Subtract:
    return settle({terms_.subtract(left.term, right.term), range}, type, step);
  case BinaryOperator::Multiply:
    return settle({product(left, right, step).term, range}, type, step);
  case BinaryOperator::Divide:
  case BinaryOperator::Remainder:
    return quotient(op, left, right, type, step);
  case BinaryOperator::ShiftLeft:
  case BinaryOperator::ShiftRight: {
    Interval possible{0, Integer{std::get<cfa::IntegerType>(type).width} - 1};
    require_between(right, possible, step);
    Interval amounts = clamp(right.range, possible);
    range = result_of(op, left.range, amounts).value_or(range);
    return settle({shift(op, left, {right.term, amounts}, step).term, range}, type, step);
  }
  default:
    return {bit_operation(op, left, right, step).term, clamp(range, Interval::of(type))};
  }
}

Value IntegerTheory::product(const Value& left, const Value& right, Step& step) {
  const Value& few = left.range.count() <= right.range.count() ? left : right;
  const Value& other = &few == &left ? right : left;
  if (few.range.count() > most_cases) {
    return {nonlinear_.product(left, right, step), {}};
  }
  Term result = multiple(other.term, few.range.high);
  for (Integer factor = few.range.high - 1; factor >= few.range.low; --factor) {
    Term is_factor = terms_.equal(few.term, terms_.integer(factor));
    result = terms_.if_then_else(is_factor, multiple(other.term, factor), result);
  }
  return {result, {}};
}

Value IntegerTheory::quotient(BinaryOperator op, const Value& left, const Value& right, const cfa::Type& type,
                              Step& step) {
  if (right.range.contains(Integer{0})) {
    step.require_defined(terms_.logical_not(terms_.equal(right.term, terms_.integer(0))));
  }
  bool may_overflow =
      is_signed(type) && left.range.contains(cfa::minimum_value(type)) && right.range.contains(Integer{-1});
  if (may_overflow) {
    step.require_defined(
        terms_.logical_not(terms_.logical_and(terms_.equal(left.term, terms_.integer(cfa::minimum_value(type))),
                                              terms_.equal(right.term, terms_.integer(-1)))));
  }
  Interval range = clamp(*result_of(op, left.range, right.range), Interval::of(type));
  if (right.range.is_point() && right.range.low != 0) {
    return {truncating_by_constant(op, left, right.range.low).term, range};
  }
  Term result =
      op == BinaryOperator::Divide ? nonlinear_.quotient(left, right, step) : nonlinear_.remainder(left, right, step);
  return {result, range};
}

/// C rounds towards zero, SMT-LIB so that the remainder is not negative: the same for dividends that are not negative.
Value IntegerTheory::truncating_by_constant(BinaryOperator op, const Value& left, Integer divisor) {
  Term magnitude = terms_.integer(divisor < 0 ? -divisor : divisor);
  auto of = [&](const Term& dividend) {
    return op == BinaryOperator::Divide ? terms_.divide(dividend, magnitude) : terms_.modulo(dividend, magnitude);
  };
  Term result = left.range.low >= 0 ? of(left.term)
                                    : terms_.if_then_else(terms_.less_equal(terms_.integer(0), left.term),
                                                          of(left.term), terms_.negate(of(terms_.negate(left.term))));
  bool flips_sign = op == BinaryOperator::Divide && divisor < 0;
  return {flips_sign ? terms_.negate(result) : result, {}};
}

Value IntegerTheory::shift_by_constant(BinaryOperator op, const Value& left, unsigned amount) {
  Integer factor = Integer{1} << amount;
  // Division that rounds down is the arithmetic shift.
  return {op == BinaryOperator::ShiftLeft ? multiple(left.term, factor)
                                          : terms_.divide(left.term, terms_.integer(factor)),
          {}};
}

Value IntegerTheory::shift(BinaryOperator op, const Value& left, const Value& amount, Step& step) {
  bool has_few_cases = amount.range.count() <= most_cases || left.range.is_point();
  if (!has_few_cases) {
    return {op == BinaryOperator::ShiftLeft ? nonlinear_.shifted_left(left, amount, step)
                                            : nonlinear_.shifted_right(left, amount, step),
            {}};
  }
  Term result = shift_by_constant(op, left, static_cast<unsigned>(amount.range.high)).term;
  for (Integer bits = amount.range.high - 1; bits >= amount.range.low; --bits) {
    Term is_amount = terms_.equal(amount.term, terms_.integer(bits));
    result = terms_.if_then_else(is_amount, shift_by_constant(op, left, static_cast<unsigned>(bits)).term, result);
  }
  return {result, {}};
}

namespace {

struct Run {
  unsigned begin = 0;
  unsigned end = 0;
};

/// The runs of ones in a number that is not negative, lowest first.
std::vector<Run> runs_of_ones(Integer mask) {
  std::vector<Run> runs;
  for (unsigned bit = 0; bit < 64; ++bit) {
    bool is_one = ((mask >> bit) & 1) != 0;
    if (is_one && !runs.empty() && runs.back().end == bit) {
      ++runs.back().end;
    } else if (is_one) {
      runs.push_back({bit, bit + 1});
    }
  }
  return runs;
}

} // namespace

std::optional<Term> IntegerTheory::masked(const Value& left, Integer mask) {
  constexpr std::size_t most_runs = 4;
  if (mask < 0) { // x & m = x - (x & ~m)
    std::optional<Term> rest = masked(left, -mask - 1);
    return rest ? std::optional(terms_.subtract(left.term, *rest)) : std::nullopt;
  }
  auto low_bits = [&](unsigned count) {
    Integer power = Integer{1} << count;
    bool has_no_others = left.range.low >= 0 && left.range.high < power;
    return has_no_others ? left.term : terms_.modulo(left.term, terms_.integer(power));
  };
  std::vector<Run> runs = runs_of_ones(mask);
  if (runs.size() > most_runs) {
    return std::nullopt;
  }
  Term sum = terms_.integer(0);
  for (const Run& run : runs) { // x mod 2^end - x mod 2^begin
    Term upper = low_bits(run.end);
    sum = terms_.add(sum, run.begin == 0 ? upper : terms_.subtract(upper, low_bits(run.begin)));
  }
  return sum;
}

/// Everything through `&`: x | y = x + y - (x & y), x ^ y = x + y - 2 (x & y).
Value IntegerTheory::bit_operation(BinaryOperator op, const Value& left, const Value& right, Step& step) {
  std::optional<Term> common;
  if (right.range.is_point()) {
    common = masked(left, right.range.low);
  } else if (left.range.is_point()) {
    common = masked(right, left.range.low);
  } else if (left.range.low >= 0 && left.range.high <= 1 && right.range.low >= 0) {
    common = terms_.if_then_else(terms_.equal(left.term, terms_.integer(0)), terms_.integer(0),
                                 terms_.modulo(right.term, terms_.integer(2)));
  } else if (right.range.low >= 0 && right.range.high <= 1 && left.range.low >= 0) {
    common = terms_.if_then_else(terms_.equal(right.term, terms_.integer(0)), terms_.integer(0),
                                 terms_.modulo(left.term, terms_.integer(2)));
  }
  if (!common) {
    common = nonlinear_.bit_and(left, right, step);
  }
  if (op == BinaryOperator::BitAnd) {
    return {*common, {}};
  }
  Term sum = terms_.add(left.term, right.term);
  return {terms_.subtract(sum, op == BinaryOperator::BitOr ? *common : multiple(*common, 2)), {}};
}

Term IntegerTheory::compare(BinaryOperator op, const Value& left_value, const Value& right_value,
                            const cfa::Type& type) {
  const Interval& a = left_value.range;
  const Interval& b = right_value.range;
  Term left = number(left_value, type);
  Term right = number(right_value, type);
  auto less = [&](const Term& x, const Interval& x_range, const Term& y, const Interval& y_range) {
    if (x_range.high < y_range.low || x_range.low >= y_range.high) {
      return terms_.boolean(x_range.high < y_range.low);
    }
    return terms_.less(x, y);
  };
  switch (op) {
  case BinaryOperator::Less:
    return less(left, a, right, b);
  case BinaryOperator::Greater:
    return less(right, b, left, a);
  case BinaryOperator::LessEqual:
    return a.high <= b.low || a.low > b.high ? terms_.boolean(a.high <= b.low) : terms_.less_equal(left, right);
  case BinaryOperator::GreaterEqual:
    return b.high <= a.low || b.low > a.high ? terms_.boolean(b.high <= a.low) : terms_.less_equal(right, left);
  default: {
    bool never_equal = a.high < b.low || b.high < a.low;
    Term equal = never_equal ? terms_.boolean(false) : terms_.equal(left, right);
    return op == BinaryOperator::Equal ? equal : terms_.logical_not(equal);
  }
  }
}

Value IntegerTheory::add_offset(const Value& pointer, const Value& offset, const cfa::Type& type,
                                WrapAround wrap_around, Step& step) {
  Interval range = *result_of(BinaryOperator::PointerAdd, pointer.range, offset.range);
  Value sum{terms_.add(pointer.term, offset.term), range};
  if (wrap_around == WrapAround::Modular) {
    return wrapped(sum, type);
  }
  if (wrap_around == WrapAround::Excluded) {
    require_between(sum, Interval::of(type), step);
  }
  return {sum.term, clamp(range, Interval::of(type))};
}

Value IntegerTheory::pointer_difference(const Value& left, const Value& right, const cfa::Type& type, Step& step) {
  Interval range = *result_of(BinaryOperator::PointerDifference, left.range, right.range);
  return settle({terms_.subtract(left.term, right.term), range}, type, step);
}

} // namespace vouch::smt
