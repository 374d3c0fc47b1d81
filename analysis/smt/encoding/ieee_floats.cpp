#include "analysis/smt/encoding/ieee_floats.hpp"

#include "analysis/cfa/float_format.hpp"

namespace vouch::smt {
namespace {

using cfa::BinaryOperator;
using cfa::FloatType;
using cfa::UnaryOperator;
using Class = TermManager::FloatClass;
using Function = TermManager::FloatFunction;
using Operator = TermManager::FloatOperator;
using Relation = TermManager::FloatRelation;
using Rounding = TermManager::FloatRounding;

TermManager::BitvectorExtension extension_of(const cfa::IntegerType& type) {
  return type.is_signed() ? TermManager::BitvectorExtension::Sign : TermManager::BitvectorExtension::Zero;
}

Rounding rounding_of(UnaryOperator op) {
  switch (op) {
  case UnaryOperator::RoundDown:
    return Rounding::Down;
  case UnaryOperator::RoundUp:
    return Rounding::Up;
  case UnaryOperator::RoundToZero:
    return Rounding::ToZero;
  case UnaryOperator::RoundAway:
    return Rounding::Away;
  default:
    return Rounding::ToEven;
  }
}

} // namespace

Term IeeeFloats::constant(cfa::Integer bits, FloatType type) { return terms_.numeral(bits, sort_of(type)); }

Term IeeeFloats::in_range(const Term&, FloatType) { return terms_.boolean(true); }

Term IeeeFloats::to_cell(const Term& number, FloatType type, Step& step) {
  Term is_nan = terms_.float_is(Class::Nan, number);
  if (is_nan.is_false()) {
    return terms_.bits_of_float(number);
  }
  Term pattern_of_nan = step.choose(cell_sort(type));
  step.over_approximate();
  step.require(terms_.float_is(Class::Nan, terms_.float_of_bits(pattern_of_nan)));
  return terms_.if_then_else(is_nan, pattern_of_nan, terms_.bits_of_float(number));
}

Term IeeeFloats::from_cell(const Term& cell, FloatType) { return terms_.float_of_bits(cell); }

Value IeeeFloats::bits_of_cell(const Term& cell, FloatType type) {
  return {cell, {0, (cfa::Integer{1} << type.width) - 1}};
}

Term IeeeFloats::cell_of_bits(const Term& bits, FloatType) { return bits; }

Term IeeeFloats::unary(UnaryOperator op, const Term& operand, FloatType, Step&) {
  switch (op) {
  case UnaryOperator::Negate:
    return terms_.float_unary(Function::Negate, operand);
  case UnaryOperator::AbsoluteValue:
    return terms_.float_unary(Function::AbsoluteValue, operand);
  case UnaryOperator::SquareRoot:
    return terms_.float_unary(Function::SquareRoot, operand);
  default:
    return terms_.float_rounded(rounding_of(op), operand);
  }
}

Term IeeeFloats::is_signed(const Term& number, FloatType, Step& step) {
  Term is_nan = terms_.float_is(Class::Nan, number);
  Term is_negative = terms_.float_is(Class::Negative, number);
  if (is_nan.is_false()) {
    return is_negative;
  }
  step.over_approximate();
  return terms_.if_then_else(is_nan, step.choose(Sort::boolean()), is_negative);
}

Term IeeeFloats::binary(BinaryOperator op, const Term& left, const Term& right, FloatType type, Step& step) {
  switch (op) {
  case BinaryOperator::Add:
    return terms_.float_binary(Operator::Add, left, right);
  case BinaryOperator::Subtract:
    return terms_.float_binary(Operator::Subtract, left, right);
  case BinaryOperator::Multiply:
    return terms_.float_binary(Operator::Multiply, left, right);
  case BinaryOperator::Divide:
    return terms_.float_binary(Operator::Divide, left, right);
  case BinaryOperator::CopySign: {
    Term magnitude = terms_.float_unary(Function::AbsoluteValue, left);
    return terms_.if_then_else(is_signed(right, type, step), terms_.float_unary(Function::Negate, magnitude),
                               magnitude);
  }
  default:
    return remainder(left, right, type, step);
  }
}

/// fmod is exact, but SMT-LIB has only the remainder that rounds the quotient to nearest. Said is in which cases there
/// is none, and what bounds and sign it has.
Term IeeeFloats::remainder(const Term& left, const Term& right, FloatType type, Step& step) {
  step.over_approximate();
  Term result = step.choose(sort_of(type));
  auto is = [&](Class property, const Term& number) { return terms_.float_is(property, number); };
  auto magnitude = [&](const Term& number) { return terms_.float_unary(Function::AbsoluteValue, number); };
  Term has_none = terms_.logical_or(std::vector<Term>{is(Class::Nan, left), is(Class::Nan, right),
                                                      is(Class::Infinite, left), is(Class::Zero, right)});
  Term is_left = terms_.float_compare(Relation::Less, magnitude(left), magnitude(right));
  Term bounds = terms_.logical_and(
      std::vector<Term>{terms_.float_compare(Relation::Less, magnitude(result), magnitude(right)),
                        terms_.float_compare(Relation::LessEqual, magnitude(result), magnitude(left)),
                        terms_.equal(is(Class::Negative, result), is(Class::Negative, left)),
                        terms_.implies(is_left, terms_.equal(result, left))});
  step.require(terms_.if_then_else(has_none, is(Class::Nan, result), bounds));
  return result;
}

Term IeeeFloats::compare(BinaryOperator op, const Term& left, const Term& right, FloatType) {
  switch (op) {
  case BinaryOperator::Less:
    return terms_.float_compare(Relation::Less, left, right);
  case BinaryOperator::LessEqual:
    return terms_.float_compare(Relation::LessEqual, left, right);
  case BinaryOperator::Greater:
    return terms_.float_compare(Relation::Less, right, left);
  case BinaryOperator::GreaterEqual:
    return terms_.float_compare(Relation::LessEqual, right, left);
  case BinaryOperator::Equal:
    return terms_.float_compare(Relation::Equal, left, right);
  default:
    return terms_.logical_not(terms_.float_compare(Relation::Equal, left, right));
  }
}

Term IeeeFloats::convert(const Term& number, FloatType, FloatType to, Step&) {
  return terms_.float_convert(number, to.width);
}

Term IeeeFloats::from_integer(const Value& number, const cfa::IntegerType& from, FloatType to, Step&) {
  return terms_.float_of_number(extension_of(from), number.term, to.width);
}

Value IeeeFloats::to_integer(const Term& number, FloatType from, const cfa::IntegerType& to, Step& step) {
  auto low = static_cast<long double>(cfa::minimum_value(to)); // both bounds are powers of two or zero
  auto end = static_cast<long double>(cfa::maximum_value(to) + 1);
  auto bound = [&](long double value) { return constant(cfa::float_bits(value, from), from); };
  bool has_next_lower = cfa::float_of_bits(cfa::float_bits(low - 1, from), from) == low - 1;
  step.require(has_next_lower ? terms_.float_compare(Relation::Less, bound(low - 1), number)
                              : terms_.float_compare(Relation::LessEqual, bound(low), number));
  step.require(terms_.float_compare(Relation::Less, number, bound(end)));
  return {terms_.number_of_float(extension_of(to), number, to.width), Interval::of(to)};
}

} // namespace vouch::smt
