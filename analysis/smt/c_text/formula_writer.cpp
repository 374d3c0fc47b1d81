#include "analysis/smt/c_text/formula_writer.hpp"

#include "analysis/smt/terms/z3_access.hpp"

#include <algorithm>

namespace vouch::smt {
namespace {

using cfa::BinaryOperator;

CText choice(const CText& condition, const CText& one, const CText& other) {
  CText result{in_brackets_below(CLevel::Or, condition), CLevel::Choice};
  result.text.append(" ? ");
  result.text.append(in_brackets_below(CLevel::Or, one));
  result.text.append(" : ");
  result.text.append(in_brackets_below(CLevel::Or, other));
  return result;
}

/// Logical expressions have the values 0 and 1.
CText equal_truths(const CText& left, const CText& right) {
  CText result{in_brackets_below(CLevel::Sum, left), CLevel::Equality};
  result.text.append(" == ");
  result.text.append(in_brackets_below(CLevel::Sum, right));
  return result;
}

/// Nothing if it is no integer, or a large one.
std::optional<cfa::Integer> number_of(const Rational& value) {
  static const Rational bound(boost::multiprecision::cpp_int(1) << 66U);
  if (denominator(value) != 1 || value > bound || value < -bound) {
    return std::nullopt;
  }
  return numerator(value).convert_to<cfa::Integer>();
}

std::optional<CNumber> choice_of(const CText& condition, const CNumber& one, const CNumber& other) {
  const cfa::IntegerType type = common_type(one.type, other.type);
  const Interval range = hull(one.range, other.range);
  if (type.width > 64 || !Interval::of(type).contains(range)) {
    return std::nullopt;
  }
  return CNumber{choice(condition, one.text, other.text), type, range};
}

Rational floor_of(const Rational& value) {
  boost::multiprecision::cpp_int quotient = numerator(value) / denominator(value);
  if (value < 0 && Rational(quotient) != value) {
    --quotient;
  }
  return quotient;
}

} // namespace

std::optional<CText> FormulaWriter::whole(const z3::expr& term, Truth truth) {
  const bool is_equation = kind_of(term) == Z3_OP_EQ && term.arg(0).is_int();
  truth_ = is_equation ? truth : Truth::Open; // parts of what is true need not be
  return formula(term, cfa::Polarity::Holds);
}

std::optional<CText> FormulaWriter::formula(const z3::expr& term, cfa::Polarity polarity) {
  const bool holds = polarity == cfa::Polarity::Holds;
  switch (kind_of(term)) {
  case Z3_OP_TRUE:
  case Z3_OP_FALSE:
    return c_text((kind_of(term) == Z3_OP_TRUE) == holds ? "1" : "0", CLevel::Primary);
  case Z3_OP_NOT:
    return formula(term.arg(0), opposite(polarity));
  case Z3_OP_AND:
    return junction(term, polarity, holds ? c_and : c_or);
  case Z3_OP_OR:
    return junction(term, polarity, holds ? c_or : c_and);
  case Z3_OP_IMPLIES: {
    const std::optional<CText> premise = formula(term.arg(0), opposite(polarity));
    const std::optional<CText> conclusion = formula(term.arg(1), polarity);
    return premise && conclusion ? std::optional((holds ? c_or : c_and)({*premise, *conclusion})) : std::nullopt;
  }
  case Z3_OP_ITE: {
    const std::optional<CText> condition = formula(term.arg(0), cfa::Polarity::Holds);
    const std::optional<CText> one = formula(term.arg(1), polarity);
    const std::optional<CText> other = formula(term.arg(2), polarity);
    return condition && one && other ? std::optional(choice(*condition, *one, *other)) : std::nullopt;
  }
  default:
    return atom(term, polarity);
  }
}

std::optional<FormulaWriter::Bound> FormulaWriter::bound_of(const z3::expr& term, cfa::Polarity polarity,
                                                            cfa::VariableId variable) {
  if (kind_of(term) == Z3_OP_NOT) {
    return bound_of(term.arg(0), opposite(polarity), variable);
  }
  std::optional<std::pair<BinaryOperator, Linear>> comparison = comparison_of(term, polarity);
  if (!comparison || comparison->first != BinaryOperator::LessEqual) {
    return std::nullopt;
  }
  Linear& sum = comparison->second;
  sum.normalise();
  const auto own = std::ranges::find_if(sum.coefficients, [&](const auto& part) {
    const std::optional<CPlace> place = places_.place(Z3Access::expression(part.first));
    return place && place->place == cfa::NamedPlace{variable};
  });
  if (own == sum.coefficients.end() || (own->second != 1 && own->second != -1)) {
    return std::nullopt;
  }
  const bool is_first = own->second == -1; // first - variable <= 0, variable - behind + 1 <= 0
  sum.coefficients.erase(own);
  Linear value;
  value.add(sum, is_first ? 1 : -1);
  value.offset = is_first ? -floor_of(-value.offset) : floor_of(value.offset) + 1;
  const std::optional<cfa::Integer> constant = number_of(value.offset);
  const auto summands = constant ? summands_of(value) : std::nullopt;
  const std::optional<CNumber> number = !summands           ? std::nullopt
                                        : summands->empty() ? c_literal(*constant)
                                                            : c_sum(*summands, *constant);
  return number ? std::optional(Bound{is_first ? Bound::Which::First : Bound::Which::Behind, *number}) : std::nullopt;
}

std::optional<bool> FormulaWriter::answer_by_type(const z3::expr& term, cfa::Polarity polarity) {
  if (kind_of(term) == Z3_OP_NOT) {
    return answer_by_type(term.arg(0), opposite(polarity));
  }
  std::optional<std::pair<BinaryOperator, Linear>> comparison = comparison_of(term, polarity);
  if (!comparison || comparison->first != BinaryOperator::LessEqual || comparison->second.coefficients.size() != 1) {
    return std::nullopt;
  }
  const auto& [value, factor] = *comparison->second.coefficients.begin();
  const std::optional<CNumber> known = number(Z3Access::expression(value));
  const std::optional<cfa::Integer> constant = number_of(comparison->second.offset);
  if (!known || !constant || (factor != 1 && factor != -1)) {
    return std::nullopt;
  }
  const cfa::Integer largest = (factor == 1 ? known->range.high : -known->range.low) + *constant;
  const cfa::Integer smallest = (factor == 1 ? known->range.low : -known->range.high) + *constant;
  return largest <= 0 ? std::optional(true) : smallest > 0 ? std::optional(false) : std::nullopt;
}

std::optional<CText> FormulaWriter::junction(const z3::expr& term, cfa::Polarity polarity,
                                             CText (*join)(const std::vector<CText>&)) {
  std::vector<CText> operands;
  for (unsigned i = 0; i < term.num_args(); ++i) {
    std::optional<CText> operand = formula(term.arg(i), polarity);
    if (!operand) {
      return std::nullopt;
    }
    operands.push_back(*std::move(operand));
  }
  return join(operands);
}

std::optional<CText> FormulaWriter::atom(const z3::expr& term, cfa::Polarity polarity) {
  if (term.num_args() != 2) {
    return std::nullopt;
  }
  if (kind_of(term) == Z3_OP_EQ && term.arg(0).is_bool()) {
    const std::optional<CText> left = formula(term.arg(0), cfa::Polarity::Holds);
    const std::optional<CText> right = formula(term.arg(1), polarity);
    return left && right ? std::optional(equal_truths(*left, *right)) : std::nullopt;
  }
  if (kind_of(term) == Z3_OP_EQ && (term.arg(0).is_int() || term.arg(0).is_bv())) {
    if (std::optional<CText> pointers = pointer_equality(term, polarity)) {
      return pointers;
    }
  }
  if (term.arg(0).is_int()) {
    return linear_atom(term, polarity);
  }
  return term.arg(0).is_bv() ? bits_.atom(term, polarity) : std::nullopt;
}

std::optional<CText> FormulaWriter::pointer_equality(const z3::expr& term, cfa::Polarity polarity) {
  z3::expr pointer = term.arg(0);
  z3::expr other = term.arg(1);
  if (pointer.is_numeral()) {
    std::swap(pointer, other);
  }
  const std::optional<CPlace> place = places_.place(pointer);
  if (!place || !cfa::is_pointer(place->type)) {
    return std::nullopt;
  }
  CText text;
  text.text.append(place->place);
  text.text.append(polarity == cfa::Polarity::Holds ? " == " : " != ");
  text.level = CLevel::Equality;
  const std::optional<CPlace> other_place = places_.place(other);
  if (integer_of(other) == cfa::Integer(0)) {
    text.text.append("0");
  } else if (other_place && places_.have_one_type(*place, *other_place)) {
    text.text.append(other_place->place);
  } else {
    return std::nullopt;
  }
  return text;
}

std::optional<CText> FormulaWriter::linear_atom(const z3::expr& term, cfa::Polarity polarity) {
  const std::optional<std::pair<BinaryOperator, Linear>> comparison = comparison_of(term, polarity);
  return comparison ? linear(comparison->first, comparison->second) : std::nullopt;
}

std::optional<std::pair<cfa::BinaryOperator, Linear>> FormulaWriter::comparison_of(const z3::expr& term,
                                                                                   cfa::Polarity polarity) {
  if (term.num_args() != 2 || !term.arg(0).is_int()) {
    return std::nullopt;
  }
  TermManager& terms = places_.terms();
  const std::optional<Linear> left = to_linear(terms, Z3Access::term(terms, term.arg(0)), OpaqueTerms::Allowed);
  const std::optional<Linear> right = to_linear(terms, Z3Access::term(terms, term.arg(1)), OpaqueTerms::Allowed);
  if (!left || !right) {
    return std::nullopt;
  }
  const bool holds = polarity == cfa::Polarity::Holds;
  BinaryOperator op = BinaryOperator::LessEqual;
  Linear sum;
  const auto kind = kind_of(term);
  if (kind == Z3_OP_EQ || kind == Z3_OP_DISTINCT) {
    op = (kind == Z3_OP_EQ) == holds ? BinaryOperator::Equal : BinaryOperator::NotEqual;
    sum = *left;
    sum.add(*right, -1);
  } else if (kind == Z3_OP_LE || kind == Z3_OP_LT || kind == Z3_OP_GE || kind == Z3_OP_GT) {
    const bool is_less = (kind == Z3_OP_LE || kind == Z3_OP_LT) == holds;
    sum = is_less ? *left : *right;
    sum.add(is_less ? *right : *left, -1);
    const bool is_strict = (kind == Z3_OP_LT || kind == Z3_OP_GT) == holds;
    sum.offset += is_strict ? 1 : 0;
  } else {
    return std::nullopt;
  }
  return std::pair(op, std::move(sum));
}

std::optional<CText> FormulaWriter::linear(BinaryOperator op, Linear sum) {
  const Truth truth = std::exchange(truth_, Truth::Open);
  if (sum.is_constant()) {
    return std::nullopt;
  }
  sum.normalise();
  if (op == BinaryOperator::LessEqual) {
    // As strong as the integers allow: 2x + 1 <= 0 is x <= -1.
    const auto bound = floor_of(-sum.offset);
    sum.offset = -bound;
  }
  const std::optional<cfa::Integer> constant = number_of(sum.offset);
  const std::optional<std::vector<CSummand>> summands = summands_of(sum);
  return constant && summands ? c_linear(op, *summands, *constant, truth) : std::nullopt;
}

std::optional<std::vector<CSummand>> FormulaWriter::summands_of(const Linear& sum) {
  std::vector<CSummand> result;
  for (const auto& [term, coefficient] : sum.coefficients) {
    const std::optional<cfa::Integer> factor = number_of(coefficient);
    const std::optional<CNumber> value = number(Z3Access::expression(term));
    if (!factor || !value) {
      return std::nullopt;
    }
    result.push_back({*factor, *value});
  }
  return result;
}

std::optional<CNumber> FormulaWriter::number(const z3::expr& term) {
  if (const std::optional<CCell> known = elements_ == Elements::Anywhere ? places_.cell(term) : std::nullopt) {
    return cell(*known);
  }
  if (const std::optional<CPlace> place = places_.place(term)) {
    const cfa::IntegerType* type = cfa::as_integer(place->type);
    return type != nullptr ? c_place(place->place, *type) : std::nullopt;
  }
  switch (kind_of(term)) {
  case Z3_OP_ITE: {
    const std::optional<CText> condition = formula(term.arg(0), cfa::Polarity::Holds);
    const std::optional<CNumber> one = number(term.arg(1));
    const std::optional<CNumber> other = number(term.arg(2));
    return condition && one && other ? choice_of(*condition, *one, *other) : std::nullopt;
  }
  case Z3_OP_MUL: {
    const std::optional<CNumber> left = term.num_args() == 2 ? number(term.arg(0)) : std::nullopt;
    const std::optional<CNumber> right = left ? number(term.arg(1)) : std::nullopt;
    return right ? c_product(*left, *right) : std::nullopt;
  }
  case Z3_OP_IDIV:
  case Z3_OP_MOD:
    return division(term);
  case Z3_OP_SELECT:
    return elements_ == Elements::Anywhere ? element(term) : std::nullopt;
  case Z3_OP_UNINTERPRETED:
    return std::nullopt;
  default:
    break;
  }
  TermManager& terms = places_.terms();
  const std::optional<Linear> sum = to_linear(terms, Z3Access::term(terms, term), OpaqueTerms::Allowed);
  const bool is_opaque = !sum || (sum->coefficients.size() == 1 && sum->coefficients.begin()->second == 1 &&
                                  sum->coefficients.begin()->first == Z3Access::term(terms, term));
  const std::optional<cfa::Integer> constant = is_opaque ? std::nullopt : number_of(sum->offset);
  const auto summands = constant ? summands_of(*sum) : std::nullopt;
  return summands ? c_sum(*summands, *constant) : std::nullopt;
}

std::optional<CNumber> FormulaWriter::element(const z3::expr& select) {
  const std::optional<CElement> element = places_.computed_element(select);
  const cfa::IntegerType* type = element ? cfa::as_integer(element->type) : nullptr;
  const std::optional<cfa::Integer> constant = type != nullptr ? number_of(element->index.offset) : std::nullopt;
  const auto summands = constant ? summands_of(element->index) : std::nullopt;
  const std::optional<CNumber> index = !summands ? std::nullopt : c_sum(*summands, *constant);
  std::optional<CNumber> result = index ? c_place(element->array, *type) : std::nullopt;
  if (result) {
    result->text.text.append("[");
    result->text.text.append(index->text.text);
    result->text.text.append("]");
  }
  return result;
}

std::optional<CNumber> FormulaWriter::cell(const CCell& cell) {
  const cfa::IntegerType* type = cfa::as_integer(cell.type);
  std::optional<CNumber> result = type != nullptr ? c_place(cell.array, *type) : std::nullopt;
  if (result) {
    result->text.text.append("[");
    result->text.text.append(cfa::NamedPlace{cell.index});
    result->text.text.append("]");
  }
  return result;
}

/// C rounds towards zero, formulas down: they agree on what is not negative.
std::optional<CNumber> FormulaWriter::division(const z3::expr& term) {
  const std::optional<cfa::Integer> divisor = integer_of(term.arg(1));
  const std::optional<CNumber> dividend = number(term.arg(0));
  const std::optional<CNumber> literal = divisor ? c_literal(*divisor) : std::nullopt;
  if (!literal || !dividend || *divisor <= 0 || dividend->range.low < 0) {
    return std::nullopt;
  }
  const cfa::IntegerType type = common_type(dividend->type, literal->type);
  if (type.width > 64 || !Interval::of(type).contains(dividend->range)) {
    return std::nullopt;
  }
  const bool is_remainder = kind_of(term) == Z3_OP_MOD;
  CText text{in_brackets_below(CLevel::Product, dividend->text), CLevel::Product};
  text.text.append(is_remainder ? " % " : " / ");
  text.text.append(literal->text.text);
  const Interval range = is_remainder ? Interval{0, *divisor - 1}
                                      : Interval{dividend->range.low / *divisor, dividend->range.high / *divisor};
  return CNumber{std::move(text), type, range};
}

} // namespace vouch::smt
