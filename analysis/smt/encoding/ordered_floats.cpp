#include "analysis/smt/encoding/ordered_floats.hpp"

#include "analysis/cfa/float_format.hpp"
#include "analysis/smt/terms/z3_access.hpp"

#include <cmath>
#include <set>

namespace vouch::smt {
namespace {

using cfa::BinaryOperator;
using cfa::FloatType;
using cfa::Integer;
using cfa::UnaryOperator;

/// Its own inverse.
Integer ordinal_of_bits(Integer bits, FloatType type) {
  Integer sign = Integer{1} << (type.width - 1);
  return bits < sign ? bits : sign - 1 - bits;
}
Integer bits_of_ordinal(Integer ordinal, FloatType type) {
  Integer sign = Integer{1} << (type.width - 1);
  return ordinal >= 0 ? ordinal : sign - 1 - ordinal;
}
Integer ordinal(long double value, FloatType type) { return ordinal_of_bits(cfa::float_bits(value, type), type); }
long double value_of(Integer ordinal, FloatType type) {
  return cfa::float_of_bits(cfa::canonical_float_bits(bits_of_ordinal(ordinal, type), type), type);
}

/// In the order of magnitude infinity is the last number.
Integer infinity(FloatType type) { return cfa::infinity_bits(type); }

std::optional<long double> constant_value(const Term& number, FloatType type) {
  std::optional<Integer> known = integer_of(Z3Access::expression(number));
  return known ? std::optional(value_of(*known, type)) : std::nullopt;
}

template <class Float>
long double computed_as(BinaryOperator op, long double left, long double right) {
  auto a = static_cast<Float>(left);
  auto b = static_cast<Float>(right);
  switch (op) {
  case BinaryOperator::Add:
    return a + b;
  case BinaryOperator::Multiply:
    return a * b;
  default: // Divide
    return a / b;
  }
}

long double computed(BinaryOperator op, long double left, long double right, FloatType type) {
  switch (type.width) {
  case 32:
    return computed_as<float>(op, left, right);
  case 64:
    return computed_as<double>(op, left, right);
  default:
    return computed_as<long double>(op, left, right);
  }
}

template <class Float>
long double root_as(long double value) {
  return std::sqrt(static_cast<Float>(value));
}

long double root(long double value, FloatType type) {
  return type.width == 32   ? root_as<float>(value)
         : type.width == 64 ? root_as<double>(value)
                            : root_as<long double>(value);
}

/// Exact in every format.
long double rounded(UnaryOperator op, long double value) {
  switch (op) {
  case UnaryOperator::RoundDown:
    return std::floor(value);
  case UnaryOperator::RoundUp:
    return std::ceil(value);
  case UnaryOperator::RoundToZero:
    return std::trunc(value);
  case UnaryOperator::RoundAway:
    return std::round(value);
  default:
    return std::nearbyint(value);
  }
}

std::optional<Integer> ordinal_or_none(long double value, FloatType type) {
  return std::isnan(value) ? std::nullopt : std::optional(ordinal(value, type));
}

} // namespace

Term OrderedFloats::constant(Integer bits, FloatType type) { return number(ordinal_of_bits(bits, type)); }

Term OrderedFloats::in_range(const Term& x, FloatType type) {
  Integer end = Integer{1} << (type.width - 1);
  return terms_.logical_and(at_most(number(-end), x), at_most(x, number(end - 1)));
}

Term OrderedFloats::to_cell(const Term& x, FloatType, Step&) { return x; }
Term OrderedFloats::from_cell(const Term& cell, FloatType) { return cell; }

Value OrderedFloats::bits_of_cell(const Term& cell, FloatType type) {
  Integer sign = Integer{1} << (type.width - 1);
  return {terms_.if_then_else(is_negative(cell), terms_.subtract(number(sign - 1), cell), cell), {0, 2 * sign - 1}};
}

Term OrderedFloats::cell_of_bits(const Term& bits, FloatType type) {
  Integer sign = Integer{1} << (type.width - 1);
  return terms_.if_then_else(terms_.less(bits, number(sign)), bits, terms_.subtract(number(sign - 1), bits));
}

Term OrderedFloats::is_nan(const Term& x, FloatType type) {
  return any({terms_.less(number(infinity(type)), x), terms_.less(x, number(-1 - infinity(type)))});
}

Term OrderedFloats::is_zero(const Term& x) { return any({terms_.equal(x, number(0)), terms_.equal(x, number(-1))}); }

Term OrderedFloats::is_infinite(const Term& x, FloatType type) {
  return any({terms_.equal(x, number(infinity(type))), terms_.equal(x, number(-1 - infinity(type)))});
}

Term OrderedFloats::is_signed(const Term& x, FloatType, Step&) { return is_negative(x); }

Term OrderedFloats::compare(BinaryOperator op, const Term& x, const Term& y, FloatType type) {
  Term lowest = number(-1 - infinity(type));
  Term highest = number(infinity(type));
  Term are_zeros = all({terms_.equal(x, number(0)), terms_.equal(y, number(-1))}); // 0.0 and -0.0
  Term are_other_zeros = all({terms_.equal(x, number(-1)), terms_.equal(y, number(0))});
  switch (op) {
  case BinaryOperator::Less: // what lies between two numbers that are in order is no NaN
    return all({at_most(lowest, x), at_most(y, highest), terms_.less(x, y), terms_.logical_not(are_other_zeros)});
  case BinaryOperator::LessEqual:
    return all({at_most(lowest, x), at_most(y, highest), any({at_most(x, y), are_zeros})});
  case BinaryOperator::Greater:
    return compare(BinaryOperator::Less, y, x, type);
  case BinaryOperator::GreaterEqual:
    return compare(BinaryOperator::LessEqual, y, x, type);
  case BinaryOperator::Equal:
    return all({at_most(lowest, x), at_most(x, highest), any({terms_.equal(x, y), are_zeros, are_other_zeros})});
  default:
    return terms_.logical_not(compare(BinaryOperator::Equal, x, y, type));
  }
}

const std::vector<long double>& OrderedFloats::landmarks() {
  if (!landmarks_) {
    landmarks_ = find_landmarks_();
  }
  return *landmarks_;
}

std::vector<Integer> OrderedFloats::samples(FloatType type) {
  std::set<Integer> result;
  for (long double landmark : landmarks()) {
    Integer center = ordinal(landmark, type);
    for (Integer near : {center - 1, center, center + 1}) {
      if (near <= infinity(type) && near >= -1 - infinity(type)) {
        result.insert(near);
      }
    }
  }
  return {result.begin(), result.end()};
}

Term OrderedFloats::approximated(FloatType type, const Term& nan_condition, Step& step,
                                 const std::function<void(const Term&, Facts&)>& describe) {
  step.over_approximate();
  Term result = step.choose(Sort::integer());
  step.require(in_range(result, type));
  Facts facts;
  describe(result, facts);
  Term is_number = terms_.logical_not(is_nan(result, type));
  step.require(terms_.equal(nan_condition, is_nan(result, type)));
  step.require(terms_.implies(is_number, all(facts)));
  return result;
}

void OrderedFloats::add_samples(Facts& facts, const Term& x, const Term& result, FloatType type, Direction direction,
                                const std::function<std::optional<Integer>(long double)>& image) {
  for (Integer sample : samples(type)) {
    std::optional<Integer> value = image(value_of(sample, type));
    if (!value) {
      continue;
    }
    Term below = at_most(result, number(*value));
    Term above = at_most(number(*value), result);
    facts.push_back(terms_.implies(at_most(x, number(sample)), direction == Direction::Increasing ? below : above));
    facts.push_back(terms_.implies(at_most(number(sample), x), direction == Direction::Increasing ? above : below));
  }
}

void OrderedFloats::add_samples_of(Facts& facts, BinaryOperator op, const Term& x, const Term& constant,
                                   const Term& result, FloatType type) {
  std::optional<long double> known = constant_value(constant, type);
  if (!known || !std::isfinite(*known) || *known == 0) {
    return;
  }
  bool is_increasing = op == BinaryOperator::Add || *known > 0;
  add_samples(facts, x, result, type, is_increasing ? Direction::Increasing : Direction::Decreasing,
              [&](long double sample) { return ordinal_or_none(computed(op, sample, *known, type), type); });
}

Term OrderedFloats::unary(UnaryOperator op, const Term& x, FloatType type, Step& step) {
  if (op == UnaryOperator::Negate) {
    return negated(x);
  }
  if (op == UnaryOperator::AbsoluteValue) {
    return magnitude(x);
  }
  if (op == UnaryOperator::SquareRoot) {
    return approximated(type, any({is_nan(x, type), terms_.less(x, number(-1))}), step,
                        [&](const Term& result, Facts& facts) {
                          facts.push_back(terms_.equal(is_negative(x), is_negative(result)));
                          add_samples(facts, x, result, type, Direction::Increasing,
                                      [&](long double sample) { return ordinal_or_none(root(sample, type), type); });
                        });
  }
  return approximated(type, is_nan(x, type), step, [&](const Term& result, Facts& facts) {
    facts.push_back(terms_.equal(is_negative(x), is_negative(result)));
    if (op == UnaryOperator::RoundDown || op == UnaryOperator::RoundToZero) {
      Term is_below = at_most(result, x);
      facts.push_back(op == UnaryOperator::RoundDown ? is_below : any({is_negative(x), is_below}));
    }
    if (op == UnaryOperator::RoundUp || op == UnaryOperator::RoundToZero) {
      Term is_above = at_most(x, result);
      facts.push_back(op == UnaryOperator::RoundUp ? is_above : terms_.implies(is_negative(x), is_above));
    }
    add_samples(facts, x, result, type, Direction::Increasing,
                [&](long double sample) { return ordinal_or_none(rounded(op, sample), type); });
  });
}

Term OrderedFloats::binary(BinaryOperator op, const Term& x, const Term& y, FloatType type, Step& step) {
  switch (op) {
  case BinaryOperator::Add:
    return sum(x, y, type, step);
  case BinaryOperator::Subtract:
    return sum(x, negated(y), type, step);
  case BinaryOperator::Multiply:
    return product(x, y, type, step);
  case BinaryOperator::Divide:
    return quotient(x, y, type, step);
  case BinaryOperator::CopySign:
    return terms_.if_then_else(terms_.equal(is_negative(x), is_negative(y)), x, negated(x));
  default:
    return remainder(x, y, type, step);
  }
}

Term OrderedFloats::sum(const Term& x, const Term& y, FloatType type, Step& step) {
  Term positive = number(infinity(type));
  Term negative = number(-1 - infinity(type));
  Term cancel = any({all({terms_.equal(x, positive), terms_.equal(y, negative)}),
                     all({terms_.equal(x, negative), terms_.equal(y, positive)})});
  return approximated(type, any({is_nan(x, type), is_nan(y, type), cancel}), step,
                      [&](const Term& result, Facts& facts) {
                        for (const auto& [a, b] : {std::pair{x, y}, std::pair{y, x}}) {
                          facts.push_back(terms_.if_then_else(is_negative(b), at_most(result, a), at_most(a, result)));
                        }
                        add_samples_of(facts, BinaryOperator::Add, x, y, result, type);
                        add_samples_of(facts, BinaryOperator::Add, y, x, result, type);
                      });
}

Term OrderedFloats::product(const Term& x, const Term& y, FloatType type, Step& step) {
  Term has_none = any({is_nan(x, type), is_nan(y, type), all({is_zero(x), is_infinite(y, type)}),
                       all({is_infinite(x, type), is_zero(y)})});
  return approximated(type, has_none, step, [&](const Term& result, Facts& facts) {
    Term same_sign = terms_.equal(is_negative(x), is_negative(y));
    facts.push_back(terms_.equal(is_negative(result), terms_.logical_not(same_sign)));
    add_samples_of(facts, BinaryOperator::Multiply, x, y, result, type);
    add_samples_of(facts, BinaryOperator::Multiply, y, x, result, type);
  });
}

Term OrderedFloats::quotient(const Term& x, const Term& y, FloatType type, Step& step) {
  Term has_none = any({is_nan(x, type), is_nan(y, type), all({is_zero(x), is_zero(y)}),
                       all({is_infinite(x, type), is_infinite(y, type)})});
  return approximated(type, has_none, step, [&](const Term& result, Facts& facts) {
    Term same_sign = terms_.equal(is_negative(x), is_negative(y));
    facts.push_back(terms_.equal(is_negative(result), terms_.logical_not(same_sign)));
    add_samples_of(facts, BinaryOperator::Divide, x, y, result, type);
  });
}

Term OrderedFloats::remainder(const Term& x, const Term& y, FloatType type, Step& step) {
  Term has_none = any({is_nan(x, type), is_nan(y, type), is_infinite(x, type), is_zero(y)});
  return approximated(type, has_none, step, [&](const Term& result, Facts& facts) {
    facts.push_back(terms_.equal(is_negative(result), is_negative(x)));
    facts.push_back(at_most(magnitude(result), magnitude(x)));
    facts.push_back(terms_.less(magnitude(result), magnitude(y)));
    facts.push_back(terms_.implies(terms_.less(magnitude(x), magnitude(y)), terms_.equal(result, x)));
  });
}

Term OrderedFloats::convert(const Term& x, FloatType from, FloatType to, Step& step) {
  if (std::optional<long double> known = constant_value(x, from); known && !std::isnan(*known)) {
    return number(ordinal(*known, to));
  }
  return approximated(to, is_nan(x, from), step, [&](const Term& result, Facts& facts) {
    facts.push_back(terms_.equal(is_negative(x), is_negative(result)));
    add_samples(facts, x, result, from, Direction::Increasing,
                [&](long double sample) { return ordinal_or_none(sample, to); });
  });
}

Term OrderedFloats::from_integer(const Value& integer, const cfa::IntegerType&, FloatType to, Step& step) {
  auto image = [&](Integer value) { return number(ordinal(static_cast<long double>(value), to)); };
  if (integer.range.is_point()) {
    return image(integer.range.low);
  }
  return approximated(to, terms_.boolean(false), step, [&](const Term& result, Facts& facts) {
    std::set<Integer> points = {integer.range.low, integer.range.high};
    for (long double landmark : landmarks()) {
      bool is_inside = landmark >= static_cast<long double>(integer.range.low) &&
                       landmark <= static_cast<long double>(integer.range.high);
      if (is_inside) {
        points.insert({static_cast<Integer>(std::floor(landmark)), static_cast<Integer>(std::ceil(landmark))});
      }
    }
    for (Integer point : points) {
      facts.push_back(terms_.implies(at_most(integer.term, number(point)), at_most(result, image(point))));
      facts.push_back(terms_.implies(at_most(number(point), integer.term), at_most(image(point), result)));
    }
  });
}

Value OrderedFloats::to_integer(const Term& x, FloatType from, const cfa::IntegerType& to, Step& step) {
  auto low = static_cast<long double>(cfa::minimum_value(to)); // both bounds are powers of two or zero
  auto end = static_cast<long double>(cfa::maximum_value(to) + 1);
  bool has_next_lower = cfa::float_of_bits(cfa::float_bits(low - 1, from), from) == low - 1;
  Integer least = has_next_lower ? ordinal(low - 1, from) + 1 : ordinal(low, from);
  step.require(at_most(number(least), x));
  step.require(terms_.less(x, number(ordinal(end, from))));
  Interval range = Interval::of(to);
  step.over_approximate();
  Term result = step.choose(Sort::integer());
  step.require(terms_.logical_and(at_most(number(range.low), result), at_most(result, number(range.high))));
  Facts facts;
  add_samples(facts, x, result, from, Direction::Increasing, [&](long double sample) -> std::optional<Integer> {
    long double whole = std::trunc(sample);
    bool is_inside = whole >= low && whole < end;
    return is_inside ? std::optional(static_cast<Integer>(whole)) : std::nullopt;
  });
  step.require(all(facts));
  return {result, range};
}

} // namespace vouch::smt
