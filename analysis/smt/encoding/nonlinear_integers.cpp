#include "analysis/smt/encoding/nonlinear_integers.hpp"

#include <array>

namespace vouch::smt {

Term NonlinearIntegers::apply(const char* function, const Value& x, const Value& y) {
  const std::array arguments{x.term, y.term};
  return terms_.apply(function, arguments, Sort::integer());
}

// Signs that the bounds already decide fold, and with them the axioms that do not apply.
Term NonlinearIntegers::not_negative(const Value& x) {
  return x.range.low >= 0 ? terms_.boolean(true)
                          : (x.range.high < 0 ? terms_.boolean(false) : at_least(x.term, zero()));
}

Term NonlinearIntegers::positive(const Value& x) {
  return x.range.low > 0 ? terms_.boolean(true) : (x.range.high <= 0 ? terms_.boolean(false) : greater(x.term, zero()));
}

Term NonlinearIntegers::negative(const Value& x) { return terms_.logical_not(not_negative(x)); }

Term NonlinearIntegers::product(const Value& x, const Value& y, Step& step) {
  step.over_approximate();
  Term r = apply("multiply", x, y);
  step.require(terms_.equal(r, apply("multiply", y, x)));
  step.require(terms_.equal(is(r, 0), terms_.logical_or(is(x.term, 0), is(y.term, 0))));
  for (const auto& [factor, other] : {std::pair(x, y), std::pair(y, x)}) {
    step.require(terms_.implies(is(factor.term, 1), terms_.equal(r, other.term)));
    if (factor.range.low < 0) {
      step.require(terms_.implies(is(factor.term, -1), terms_.equal(r, terms_.negate(other.term))));
    }
    // |r| >= |factor| if the other one is not zero, with the sign of the product.
    step.require(terms_.implies(both(positive(factor), positive(other)), at_least(r, factor.term)));
    step.require(terms_.implies(both(negative(factor), positive(other)), terms_.less_equal(r, factor.term)));
    step.require(
        terms_.implies(both(positive(factor), negative(other)), terms_.less_equal(r, terms_.negate(factor.term))));
    step.require(terms_.implies(both(negative(factor), negative(other)), at_least(r, terms_.negate(factor.term))));
  }
  Term two = terms_.integer(2);
  Term are_large = both(at_least(x.term, two), at_least(y.term, two));
  step.require(terms_.implies(are_large, at_least(r, terms_.add(x.term, y.term))));
  return r;
}

Term NonlinearIntegers::quotient(const Value& x, const Value& y, Step& step) {
  step.over_approximate();
  Term q = apply("divide", x, y);
  step.require(terms_.implies(is(y.term, 1), terms_.equal(q, x.term)));
  step.require(terms_.implies(is(y.term, -1), terms_.equal(q, terms_.negate(x.term))));
  step.require(
      terms_.implies(both(not_negative(x), positive(y)), both(at_least(q, zero()), terms_.less_equal(q, x.term))));
  step.require(terms_.implies(both(negative(x), positive(y)), both(terms_.less_equal(q, zero()), at_least(q, x.term))));
  step.require(terms_.implies(both(not_negative(x), negative(y)),
                              both(terms_.less_equal(q, zero()), at_least(q, terms_.negate(x.term)))));
  step.require(terms_.implies(both(negative(x), negative(y)),
                              both(at_least(q, zero()), terms_.less_equal(q, terms_.negate(x.term)))));
  Term halves = both(both(not_negative(x), positive(y)), at_least(y.term, terms_.integer(2)));
  step.require(terms_.implies(halves, terms_.less_equal(terms_.add(q, q), x.term)));
  step.require(terms_.implies(both(not_negative(x), positive(y)), terms_.equal(is(q, 0), terms_.less(x.term, y.term))));
  return q;
}

Term NonlinearIntegers::remainder(const Value& x, const Value& y, Step& step) {
  step.over_approximate();
  Term r = apply("remainder", x, y);
  // |r| < |y|, |r| <= |x|, and r has the sign of x.
  Term below_divisor =
      both(terms_.implies(positive(y), both(terms_.less(r, y.term), greater(r, terms_.negate(y.term)))),
           terms_.implies(negative(y), both(terms_.less(r, terms_.negate(y.term)), greater(r, y.term))));
  step.require(below_divisor);
  step.require(terms_.implies(not_negative(x), both(at_least(r, zero()), terms_.less_equal(r, x.term))));
  step.require(terms_.implies(negative(x), both(terms_.less_equal(r, zero()), at_least(r, x.term))));
  Term is_smaller = both(both(not_negative(x), positive(y)), terms_.less(x.term, y.term));
  step.require(terms_.implies(is_smaller, terms_.equal(r, x.term)));
  Term fits_once = both(both(positive(x), positive(y)),
                        both(at_least(x.term, y.term), terms_.less(x.term, terms_.add(y.term, y.term))));
  step.require(terms_.implies(fits_once, terms_.equal(r, terms_.subtract(x.term, y.term))));
  return r;
}

Term NonlinearIntegers::shifted_left(const Value& x, const Value& y, Step& step) {
  step.over_approximate();
  Term r = apply("shift_left", x, y);
  step.require(terms_.implies(is(y.term, 0), terms_.equal(r, x.term)));
  step.require(terms_.equal(is(r, 0), is(x.term, 0)));
  Term doubled = terms_.add(x.term, x.term);
  step.require(terms_.implies(not_negative(x), at_least(r, x.term)));
  step.require(terms_.implies(both(not_negative(x), positive(y)), at_least(r, doubled)));
  step.require(terms_.implies(negative(x), terms_.less_equal(r, x.term)));
  step.require(terms_.implies(both(negative(x), positive(y)), terms_.less_equal(r, doubled)));
  return r;
}

Term NonlinearIntegers::shifted_right(const Value& x, const Value& y, Step& step) {
  step.over_approximate();
  Term r = apply("shift_right", x, y);
  step.require(terms_.implies(is(y.term, 0), terms_.equal(r, x.term)));
  step.require(terms_.implies(not_negative(x), both(at_least(r, zero()), terms_.less_equal(r, x.term))));
  step.require(terms_.implies(both(not_negative(x), positive(y)), terms_.less_equal(terms_.add(r, r), x.term)));
  step.require(terms_.implies(negative(x), both(terms_.less(r, zero()), at_least(r, x.term))));
  return r;
}

Term NonlinearIntegers::bit_and(const Value& x, const Value& y, Step& step) {
  step.over_approximate();
  Term r = apply("bit_and", x, y);
  step.require(terms_.equal(r, apply("bit_and", y, x)));
  step.require(terms_.implies(terms_.equal(x.term, y.term), terms_.equal(r, x.term)));
  step.require(terms_.equal(terms_.less(r, zero()), both(negative(x), negative(y))));
  for (const auto& [one, other] : {std::pair(x, y), std::pair(y, x)}) {
    step.require(terms_.implies(not_negative(one), terms_.less_equal(r, one.term)));
    step.require(terms_.implies(negative(other), terms_.less_equal(r, one.term)));
    step.require(terms_.implies(is(one.term, -1), terms_.equal(r, other.term)));
  }
  // x & y >= x + y - mask, as x | y <= mask, where both are at most a mask of ones.
  std::optional<Interval> either = result_of(cfa::BinaryOperator::BitOr, x.range, y.range);
  step.require(at_least(r, terms_.subtract(terms_.add(x.term, y.term), terms_.integer(either->high))));
  // As x | y >= -mask - 1 for negative ones.
  step.require(terms_.less_equal(r, terms_.subtract(terms_.add(x.term, y.term), terms_.integer(either->low))));
  return r;
}

} // namespace vouch::smt
