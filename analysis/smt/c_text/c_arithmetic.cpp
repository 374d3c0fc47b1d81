#include "analysis/smt/c_text/c_arithmetic.hpp"

#include <algorithm>
#include <array>

namespace vouch::smt {
namespace {

using cfa::BinaryOperator;
using cfa::Integer;
using cfa::IntegerType;
using cfa::Signedness;

constexpr IntegerType c_int{32, Signedness::Signed};
constexpr IntegerType c_long_long{64, Signedness::Signed};
constexpr IntegerType c_int128{128, Signedness::Signed};
/// Beyond this nothing is computed, so that products of two such numbers do not overflow `Integer`.
constexpr Integer far = static_cast<Integer>(1) << 62U << 1U;
constexpr Integer very_far = far << 60U;

Interval range_of(const IntegerType& type) {
  return type.width > 64 ? Interval{-very_far, very_far} : Interval::of(type);
}

bool fits(const Interval& values, const IntegerType& type) { return range_of(type).contains(values); }

std::optional<Interval> scaled(const Interval& values, Integer factor) {
  if (factor > far || factor < -far || values.low < -far || values.high > far) {
    return std::nullopt;
  }
  const Interval result{values.low * factor, values.high * factor};
  return factor < 0 ? Interval{result.high, result.low} : result;
}

std::optional<Interval> added(const Interval& a, const Interval& b) {
  const Interval sum{a.low + b.low, a.high + b.high};
  return sum.low < -very_far || sum.high > very_far ? std::nullopt : std::optional(sum);
}

/// Where casts come in. The first that computes without wrap-around is taken.
enum class Widening { None, ToLongLong, ToInt128 };
constexpr std::array widenings = {Widening::None, Widening::ToLongLong, Widening::ToInt128};

CNumber widened(const CNumber& number, Widening widening) {
  switch (widening) {
  case Widening::None:
    break;
  case Widening::ToLongLong:
    return fits(number.range, c_long_long) ? c_cast(number, c_long_long) : number;
  case Widening::ToInt128:
    return c_cast(number, c_int128);
  }
  return number;
}

/// `a op b` for a sum or product with the values `range`, if C computes it in a type that has them and the operands'.
std::optional<CNumber> combined(const CNumber& a, const char* op, const CNumber& b, CLevel level,
                                const std::optional<Interval>& range) {
  const IntegerType type = common_type(a.type, b.type);
  if (!range || !fits(a.range, type) || !fits(b.range, type) || !fits(*range, type)) {
    return std::nullopt;
  }
  CText text{in_brackets_below(level, a.text), level};
  text.text.append(op);
  const auto tighter = static_cast<CLevel>(static_cast<int>(level) + 1);
  text.text.append(in_brackets_below(tighter, b.text));
  return CNumber{std::move(text), type, *range};
}

std::optional<CNumber> scaled_number(const CSummand& summand, Widening widening) {
  const Integer factor = summand.factor < 0 ? -summand.factor : summand.factor;
  if (factor == 1) {
    return summand.number;
  }
  const std::optional<CNumber> literal = c_literal(factor);
  return literal ? combined(*literal, " * ", widened(summand.number, widening), CLevel::Product,
                            scaled(summand.number.range, factor))
                 : std::nullopt;
}

/// Those with positive factors come first.
std::optional<CNumber> sum_in(const std::vector<CSummand>& summands, Integer constant, Widening widening) {
  std::optional<CNumber> sum;
  if (summands.empty() || (summands.front().factor < 0 && constant != 0)) {
    sum = c_literal(constant);
    constant = 0;
    if (!sum) {
      return std::nullopt;
    }
  }
  for (const CSummand& summand : summands) {
    std::optional<CNumber> part = scaled_number(summand, widening);
    if (!part) {
      return std::nullopt;
    }
    if (!sum) {
      sum = widened(*part, summands.size() == 1 && constant == 0 ? Widening::None : widening);
      if (summand.factor < 0) {
        const std::optional<Interval> range = scaled(sum->range, -1);
        if (!range || !fits(*range, sum->type) || !sum->type.is_signed()) {
          return std::nullopt;
        }
        CText text = c_text("-", CLevel::Unary);
        text.text.append(in_brackets_below(CLevel::Primary, sum->text));
        sum = CNumber{std::move(text), sum->type, *range};
      }
      continue;
    }
    const bool is_negative = summand.factor < 0;
    const std::optional<Interval> values = is_negative ? scaled(part->range, -1) : std::optional(part->range);
    sum = combined(*sum, is_negative ? " - " : " + ", *part, CLevel::Sum,
                   values ? added(sum->range, *values) : std::nullopt);
    if (!sum) {
      return std::nullopt;
    }
  }
  if (constant != 0) {
    const std::optional<CNumber> literal = c_literal(constant < 0 ? -constant : constant);
    sum = literal ? combined(*sum, constant < 0 ? " - " : " + ", *literal, CLevel::Sum,
                             added(sum->range, Interval::point(constant)))
                  : std::nullopt;
  }
  return sum;
}

const char* symbol_of(cfa::BinaryOperator op) {
  switch (op) {
  case cfa::BinaryOperator::Equal:
    return " == ";
  case cfa::BinaryOperator::NotEqual:
    return " != ";
  case cfa::BinaryOperator::Less:
    return " < ";
  case cfa::BinaryOperator::LessEqual:
    return " <= ";
  case cfa::BinaryOperator::Greater:
    return " > ";
  default:
    return " >= ";
  }
}

/// The sum, if it is a single operation in a signed type and equal to a variable of that type: then it does not
/// overflow.
std::optional<CNumber> one_operation(const std::vector<CSummand>& summands, Integer constant,
                                     const std::vector<CSummand>& other, Integer other_constant) {
  const bool is_variable = other.size() == 1 && other.front().factor == 1 && other_constant == 0;
  if (!is_variable || summands.empty()) {
    return std::nullopt;
  }
  const IntegerType type = other.front().number.type;
  std::size_t operations = summands.size() - 1 + (constant != 0 ? 1 : 0);
  for (const CSummand& summand : summands) {
    operations += summand.factor != 1 ? 1 : 0;
    if (summand.number.type != type || !fits(Interval::point(summand.factor), c_int)) {
      return std::nullopt;
    }
  }
  if (operations != 1 || !type.is_signed() || !fits(Interval::point(constant), c_int)) {
    return std::nullopt;
  }
  // As if the variables were small enough, which they are wherever this is true.
  std::vector<CSummand> small = summands;
  for (CSummand& summand : small) {
    summand.number.range = Interval::point(0);
  }
  std::optional<CNumber> sum = c_sum(small, constant);
  if (sum) {
    sum->range = other.front().number.range;
  }
  return sum;
}

CText joined(const std::vector<CText>& operands, const char* op, CLevel level, CLevel least) {
  if (operands.size() == 1) {
    return operands.front();
  }
  CText result{{}, level};
  for (const CText& operand : operands) {
    result.text.append(&operand == operands.data() ? "" : op);
    result.text.append(in_brackets_below(least, operand));
  }
  return result;
}

} // namespace

CText c_text(std::string_view text, CLevel level) {
  CText result{{}, level};
  result.text.append(text);
  return result;
}

cfa::WrittenExpression in_brackets_below(CLevel least, const CText& text) {
  if (text.level >= least) {
    return text.text;
  }
  cfa::WrittenExpression result;
  result.append("(");
  result.append(text.text);
  result.append(")");
  return result;
}

std::optional<CNumber> c_literal(Integer value) {
  const Interval range = Interval::point(value);
  const CLevel level = value < 0 ? CLevel::Unary : CLevel::Primary;
  // The smallest value of a type is not its digits with a minus sign: those are too large without it.
  if (value == cfa::minimum_value(c_long_long)) {
    return CNumber{c_text(cfa::to_string(value + 1) + " - 1", CLevel::Sum), c_long_long, range};
  }
  if (fits(range, c_int) && value != cfa::minimum_value(c_int)) {
    return CNumber{c_text(cfa::to_string(value), level), c_int, range};
  }
  if (fits(range, c_long_long)) {
    return CNumber{c_text(cfa::to_string(value), level), c_long_long, range};
  }
  const IntegerType unsigned_long_long{64, Signedness::Unsigned};
  if (fits(range, unsigned_long_long)) {
    return CNumber{c_text(cfa::to_string(value) + "u", level), unsigned_long_long, range};
  }
  return std::nullopt;
}

std::optional<CNumber> c_place(const cfa::NamedPlace& place, const IntegerType& type) {
  const bool is_promoted = type.width < 32;
  if (!is_promoted && type.width != 32 && type.width != 64) {
    return std::nullopt;
  }
  CText text;
  text.text.append(place);
  return CNumber{std::move(text), is_promoted ? c_int : type, Interval::of(type)};
}

std::string c_name(const IntegerType& type) {
  const std::string sign = type.is_signed() ? "" : "unsigned ";
  switch (type.width) {
  case 8:
    return type.is_signed() ? "signed char" : "unsigned char";
  case 16:
    return sign + "short";
  case 32:
    return sign + "int";
  case 64:
    return sign + "long long";
  default:
    return sign + "__int128";
  }
}

CNumber c_cast(const CNumber& number, const IntegerType& type) {
  if (number.type == type) {
    return number;
  }
  CText text = c_text("(" + c_name(type) + ")", CLevel::Unary);
  text.text.append(in_brackets_below(CLevel::Unary, number.text));
  return {std::move(text), type, fits(number.range, type) ? number.range : range_of(type)};
}

IntegerType common_type(const IntegerType& a, const IntegerType& b) {
  if (a.width != b.width) {
    return a.width > b.width ? a : b;
  }
  return a.is_signed() ? b : a;
}

std::optional<CNumber> c_sum(std::vector<CSummand> summands, Integer constant) {
  std::ranges::stable_partition(summands, [](const CSummand& summand) { return summand.factor > 0; });
  for (Widening widening : widenings) {
    if (std::optional<CNumber> sum = sum_in(summands, constant, widening)) {
      return sum;
    }
  }
  return std::nullopt;
}

std::optional<CNumber> c_product(const CNumber& left, const CNumber& right) {
  if (left.range.low < -far || left.range.high > far) {
    return std::nullopt;
  }
  const std::optional<Interval> low = scaled(right.range, left.range.low);
  const std::optional<Interval> high = scaled(right.range, left.range.high);
  if (!low || !high) {
    return std::nullopt;
  }
  for (Widening widening : widenings) {
    if (auto product = combined(widened(left, widening), " * ", right, CLevel::Product, hull(*low, *high))) {
      return product;
    }
  }
  return std::nullopt;
}

std::optional<CText> c_comparison(cfa::BinaryOperator op, const CNumber& left, const CNumber& right) {
  for (Widening widening : widenings) {
    const CNumber wide_left = widened(left, widening);
    const CNumber wide_right = widened(right, widening);
    for (const auto& [a, b] :
         {std::pair(wide_left, right), std::pair(left, wide_right), std::pair(wide_left, wide_right)}) {
      const IntegerType type = common_type(a.type, b.type);
      if (fits(a.range, type) && fits(b.range, type)) {
        const bool is_equality = op == cfa::BinaryOperator::Equal || op == cfa::BinaryOperator::NotEqual;
        CText text{in_brackets_below(CLevel::Sum, a.text), is_equality ? CLevel::Equality : CLevel::Relation};
        text.text.append(symbol_of(op));
        text.text.append(in_brackets_below(CLevel::Sum, b.text));
        return text;
      }
    }
  }
  return std::nullopt;
}

std::optional<CText> c_linear(cfa::BinaryOperator op, const std::vector<CSummand>& summands, Integer constant,
                              Truth truth) {
  std::vector<CSummand> left;
  std::vector<CSummand> right;
  for (const CSummand& summand : summands) {
    (summand.factor > 0 ? left : right)
        .push_back({summand.factor < 0 ? -summand.factor : summand.factor, summand.number});
  }
  const bool is_order = op == cfa::BinaryOperator::LessEqual;
  // left + constant <= right
  if (left.empty()) {
    std::swap(left, right);
    op = is_order ? cfa::BinaryOperator::GreaterEqual : op;
    constant = -constant;
  }
  Integer left_constant = 0;
  Integer right_constant = 0;
  if (right.empty()) {
    right_constant = -constant;
  } else if (is_order && op == cfa::BinaryOperator::LessEqual && constant == 1) {
    op = cfa::BinaryOperator::Less;
  } else if (constant > 0) {
    left_constant = constant;
  } else {
    right_constant = -constant;
  }
  std::optional<CNumber> a = c_sum(left, left_constant);
  std::optional<CNumber> b = c_sum(right, right_constant);
  if (op == BinaryOperator::Equal && truth == Truth::Known) {
    if (const auto exact = one_operation(left, left_constant, right, right_constant)) {
      a = exact;
    } else if (const auto other = one_operation(right, right_constant, left, left_constant)) {
      b = other;
    }
  }
  if (!a || !b) {
    return std::nullopt;
  }
  const bool is_at_limit = right.empty() && left_constant == 0;
  if (is_order && is_at_limit && a->range.contains(right_constant) &&
      (op == cfa::BinaryOperator::LessEqual ? a->range.low : a->range.high) == right_constant) {
    op = cfa::BinaryOperator::Equal; // `n <= 0` of an unsigned n
  }
  return c_comparison(op, *a, *b);
}

CText c_and(const std::vector<CText>& operands) { return joined(operands, " && ", CLevel::And, CLevel::And); }

CText c_or(const std::vector<CText>& operands) {
  return joined(operands, " || ", CLevel::Or, CLevel::Equality); // compilers warn of && within || without brackets
}

} // namespace vouch::smt
