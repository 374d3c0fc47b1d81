#include "analysis/frontend/check_arithmetic.hpp"

#include "analysis/frontend/property_targets.hpp"

#include <algorithm>

/// Edges to targets where arithmetic is undefined, in front of the operation. Conditions are total themselves: they are
/// written so that they can't overflow, in a wider type where there is one, otherwise behind a branch on signs.
namespace vouch::frontend {
namespace {

using cfa::BinaryOperator;
using cfa::ExpressionRef;
using cfa::Integer;

const cfa::IntegerType wide{64, cfa::Signedness::Signed};

bool is_signed_integer(const cfa::Type& type) {
  const cfa::IntegerType* integer = cfa::as_integer(type);
  return integer != nullptr && integer->is_signed();
}

/// The values of the operand that is no constant for which the result is in `range`; nothing if no operand is constant.
struct Admissible {
  ExpressionRef operand = nullptr;
  Interval values;
};

std::optional<Admissible> with_constant(BinaryOperator op, ExpressionRef left, ExpressionRef right, Interval range) {
  const Integer* a = constant_value(left);
  const Integer* b = constant_value(right);
  if ((a == nullptr) == (b == nullptr)) {
    return std::nullopt;
  }
  Integer number = a != nullptr ? *a : *b;
  ExpressionRef other = a != nullptr ? right : left;
  switch (op) {
  case BinaryOperator::Add:
    return Admissible{other, {range.low - number, range.high - number}};
  case BinaryOperator::Subtract:
    return a != nullptr ? Admissible{other, {number - range.high, number - range.low}}
                        : Admissible{other, {range.low + number, range.high + number}};
  default: // Multiply: division that rounds towards zero is what is asked for, since the range contains zero
    if (number == 0) {
      return Admissible{other, range};
    }
    return number > 0 ? Admissible{other, {range.low / number, range.high / number}}
                      : Admissible{other, {range.high / number, range.low / number}};
  }
}

} // namespace

void ArithmeticChecks::check_arithmetic(BinaryOperator op, ExpressionRef left, ExpressionRef right,
                                        const clang::Expr* whole) {
  if (cfa::as_integer(left->type) == nullptr) {
    return;
  }
  switch (op) {
  case BinaryOperator::Add:
  case BinaryOperator::Subtract:
  case BinaryOperator::Multiply:
    if (is_signed_integer(left->type) ? lowering_.targets().checks_overflow() : lowering_.targets().checks_wrapping()) {
      check_overflow(op, left, right,
                     lowering_.targets().failure(cfa::PropertyKind::SignedOverflow,
                                                 lowering_.quoted(whole) + " can overflow", whole));
    }
    return;
  case BinaryOperator::Divide:
  case BinaryOperator::Remainder:
    return check_division(left, right, whole);
  case BinaryOperator::ShiftLeft:
  case BinaryOperator::ShiftRight:
    return check_shift(op, left, right, whole);
  default:
    return;
  }
}

void ArithmeticChecks::check_overflow(BinaryOperator op, ExpressionRef left, ExpressionRef right,
                                      const Failure& failure) {
  auto& build = unit_.expressions;
  const cfa::Type& type = left->type;
  Interval range{cfa::minimum_value(type), cfa::maximum_value(type)};
  if (cfa::as_integer(type)->width > wide.width) {
    return lowering_.unsupported("check of arithmetic in more than 64 bits", Origin{failure.range, {}});
  }
  if (is_signed_integer(type) && constant_value(left) != nullptr && constant_value(right) != nullptr) {
    bool overflows = constant_value(build.binary(op, left, right)) == nullptr; // only what is defined is folded
    return lowering_.targets().fail_if(build.integer(overflows ? 1 : 0), failure);
  }
  if (auto admissible = with_constant(op, left, right, range)) {
    lowering_.targets().fail_if(build.is_outside(admissible->operand, admissible->values), failure);
  } else if (2 * cfa::as_integer(type)->width <= wide.width) {
    ExpressionRef exact = build.binary(op, build.convert(left, wide), build.convert(right, wide));
    lowering_.targets().fail_if(build.is_outside(exact, range), failure);
  } else {
    check_wide_overflow(op, left, right, failure);
  }
}

/// There is no wider type. The bounds for `left` depend on `right`, and can be computed where its sign is known:
/// SEI CERT C, INT32-C.
void ArithmeticChecks::check_wide_overflow(BinaryOperator op, ExpressionRef left, ExpressionRef right,
                                           const Failure& failure) {
  auto& build = unit_.expressions;
  const cfa::Type& type = left->type;
  ExpressionRef zero = build.zero(type);
  ExpressionRef minimum = build.constant(cfa::minimum_value(type), type);
  ExpressionRef maximum = build.constant(cfa::maximum_value(type), type);
  auto fail_beyond = [&](BinaryOperator comparison, BinaryOperator inverse, ExpressionRef bound, ExpressionRef value) {
    lowering_.targets().fail_if(
        build.binary(comparison, value, build.binary(inverse, bound, value == left ? right : left)), failure);
  };
  DraftLocation positive = lowering_.add_location();
  DraftLocation others = lowering_.add_location();
  DraftLocation negative = lowering_.add_location();
  DraftLocation after = lowering_.add_location();
  Origin origin{failure.range, {}};
  lowering_.branch(build.binary(BinaryOperator::Greater, right, zero), positive, others, origin);
  lowering_.start_at(others);
  lowering_.branch(build.binary(BinaryOperator::Less, right, zero), negative, after, origin);
  lowering_.start_at(positive);
  switch (op) {
  case BinaryOperator::Add:
    fail_beyond(BinaryOperator::Greater, BinaryOperator::Subtract, maximum, left);
    lowering_.go_to(after);
    lowering_.start_at(negative);
    fail_beyond(BinaryOperator::Less, BinaryOperator::Subtract, minimum, left);
    break;
  case BinaryOperator::Subtract:
    fail_beyond(BinaryOperator::Less, BinaryOperator::Add, minimum, left);
    lowering_.go_to(after);
    lowering_.start_at(negative);
    fail_beyond(BinaryOperator::Greater, BinaryOperator::Add, maximum, left);
    break;
  default: { // Multiply
    fail_beyond(BinaryOperator::Greater, BinaryOperator::Divide, maximum, left);
    fail_beyond(BinaryOperator::Less, BinaryOperator::Divide, minimum, left);
    lowering_.go_to(after);
    lowering_.start_at(negative);
    DraftLocation opposite_signs = lowering_.add_location();
    DraftLocation same_sign = lowering_.add_location();
    lowering_.branch(build.binary(BinaryOperator::Greater, left, zero), opposite_signs, same_sign, origin);
    lowering_.start_at(opposite_signs);
    fail_beyond(BinaryOperator::Less, BinaryOperator::Divide, minimum,
                right); // `right` may be -1, which can't divide it
    lowering_.go_to(after);
    lowering_.start_at(same_sign);
    fail_beyond(BinaryOperator::Less, BinaryOperator::Divide, maximum, left);
    break;
  }
  }
  lowering_.go_to(after);
  lowering_.start_at(after);
}

void ArithmeticChecks::check_negation(ExpressionRef operand, const clang::Expr* whole) {
  auto& build = unit_.expressions;
  if (!is_signed_integer(operand->type) || !lowering_.targets().checks_overflow()) {
    return;
  }
  Interval defined{cfa::minimum_value(operand->type) + 1, cfa::maximum_value(operand->type)};
  lowering_.targets().fail_if(
      build.is_outside(operand, defined),
      lowering_.targets().failure(cfa::PropertyKind::SignedOverflow, lowering_.quoted(whole) + " can overflow", whole));
}

void ArithmeticChecks::check_division(ExpressionRef left, ExpressionRef right, const clang::Expr* whole) {
  auto& build = unit_.expressions;
  Interval divisors = build.interval(right);
  if (lowering_.targets().checks(cfa::PropertyKind::DivisionByZero) && divisors.low <= 0 && divisors.high >= 0) {
    lowering_.targets().fail_if(build.binary(BinaryOperator::Equal, right, build.zero(right->type)),
                                lowering_.targets().failure(cfa::PropertyKind::DivisionByZero,
                                                            lowering_.quoted(whole) + " can divide by zero", whole));
  }
  bool may_overflow = is_signed_integer(left->type) && divisors.low <= -1 && divisors.high >= -1 &&
                      build.interval(left).low == cfa::minimum_value(left->type);
  if (may_overflow && lowering_.targets().checks(cfa::PropertyKind::SignedOverflow)) {
    Integer minimum = cfa::minimum_value(left->type);
    ExpressionRef is_minimum = build.binary(BinaryOperator::Equal, left, build.constant(minimum, left->type));
    ExpressionRef is_negation = build.binary(BinaryOperator::Equal, right, build.constant(-1, right->type));
    ExpressionRef both = constant_value(is_minimum) != nullptr ? is_negation
                         : constant_value(is_negation) != nullptr
                             ? is_minimum
                             : build.binary(BinaryOperator::LogicalAnd, is_minimum, is_negation);
    lowering_.targets().fail_if(both, lowering_.targets().failure(cfa::PropertyKind::SignedOverflow,
                                                                  lowering_.quoted(whole) + " can overflow", whole));
  }
}

/// A negative number shifted to the left is taken as multiplied, as every compiler does; it must fit.
void ArithmeticChecks::check_shift(BinaryOperator op, ExpressionRef left, ExpressionRef right,
                                   const clang::Expr* whole) {
  auto& build = unit_.expressions;
  Integer width = cfa::as_integer(left->type)->width;
  if (lowering_.targets().checks(cfa::PropertyKind::InvalidShift)) {
    lowering_.targets().fail_if(build.is_outside(right, {0, width - 1}),
                                lowering_.targets().failure(cfa::PropertyKind::InvalidShift,
                                                            lowering_.quoted(whole) +
                                                                " can shift by a negative amount, or by " +
                                                                cfa::to_string(width) + " or more",
                                                            whole));
  }
  bool may_overflow =
      op == BinaryOperator::ShiftLeft && is_signed_integer(left->type) && lowering_.targets().checks_overflow();
  if (!may_overflow) {
    return;
  }
  auto limit = [&](Integer bound) {
    return build.binary(BinaryOperator::ShiftRight, build.constant(bound, left->type), right);
  };
  Interval values = build.interval(left);
  Integer farthest = std::clamp(build.interval(right).high, Integer{0}, width - 1);
  Failure overflow =
      lowering_.targets().failure(cfa::PropertyKind::SignedOverflow, lowering_.quoted(whole) + " can overflow", whole);
  if (values.high > cfa::maximum_value(left->type) >> farthest) {
    lowering_.targets().fail_if(build.binary(BinaryOperator::Greater, left, limit(cfa::maximum_value(left->type))),
                                overflow);
  }
  if (values.low < cfa::minimum_value(left->type) >> farthest) {
    lowering_.targets().fail_if(build.binary(BinaryOperator::Less, left, limit(cfa::minimum_value(left->type))),
                                overflow);
  }
}

} // namespace vouch::frontend
