#include "analysis/smt/terms/interval.hpp"

#include <algorithm>

namespace vouch::smt {
namespace {

using cfa::BinaryOperator;
using cfa::Integer;

constexpr Integer largest = Integer{1} << 126;

std::optional<Interval> product(const Interval& a, const Interval& b) {
  std::optional<Interval> result;
  for (Integer x : {a.low, a.high}) {
    for (Integer y : {b.low, b.high}) {
      Integer value = 0;
      if (__builtin_mul_overflow(x, y, &value) || value > largest || value < -largest) {
        return std::nullopt;
      }
      result = result ? hull(*result, Interval::point(value)) : Interval::point(value);
    }
  }
  return result;
}

Integer magnitude(const Interval& a) { return std::max(a.high, -a.low); }

/// The smallest 2^k - 1 that is at least `value`.
Integer mask_above(Integer value) {
  Integer mask = 0;
  while (mask < value) {
    mask = 2 * mask + 1;
  }
  return mask;
}

Interval quotient(const Interval& a, const Interval& b) {
  if (a.low >= 0 && b.low >= 0) {
    return {a.low / std::max(b.high, Integer{1}), a.high / std::max(b.low, Integer{1})};
  }
  return {-magnitude(a), magnitude(a)};
}

Interval remainder(const Interval& a, const Interval& b) {
  Integer bound = std::min(magnitude(a), std::max(magnitude(b) - 1, Integer{0}));
  return {a.low < 0 ? -bound : 0, a.high > 0 ? bound : 0};
}

Interval bit_and(const Interval& a, const Interval& b) {
  if (a.low >= 0 && b.low >= 0) {
    return {0, std::min(a.high, b.high)};
  }
  if (a.low >= 0 || b.low >= 0) {
    return {0, a.low >= 0 ? a.high : b.high};
  }
  Integer mask = mask_above(std::max(magnitude(a), magnitude(b)));
  return {-mask - 1, mask};
}

Interval bit_or_xor(const Interval& a, const Interval& b) {
  Integer mask = mask_above(std::max(magnitude(a), magnitude(b)));
  return {a.low >= 0 && b.low >= 0 ? 0 : -mask - 1, mask};
}

std::optional<Interval> shift_left(const Interval& a, const Interval& amount) {
  if (amount.low < 0 || amount.high > 63) {
    return std::nullopt;
  }
  return product(a,
                 {Integer{1} << static_cast<unsigned>(amount.low), Integer{1} << static_cast<unsigned>(amount.high)});
}

Interval shift_right(const Interval& a, const Interval& amount) {
  auto least = static_cast<unsigned>(std::clamp(amount.low, Integer{0}, Integer{64}));
  return {std::min(a.low >> least, a.low < 0 ? Integer{-1} : Integer{0}), std::max(a.high >> least, Integer{-1})};
}

} // namespace

Interval hull(const Interval& a, const Interval& b) { return {std::min(a.low, b.low), std::max(a.high, b.high)}; }

Interval clamp(const Interval& a, const Interval& b) {
  Interval common{std::max(a.low, b.low), std::min(a.high, b.high)};
  return common.low <= common.high ? common : b;
}

std::optional<Interval> result_of(BinaryOperator op, const Interval& left, const Interval& right) {
  switch (op) {
  case BinaryOperator::Add:
  case BinaryOperator::PointerAdd:
    return Interval{left.low + right.low, left.high + right.high};
  case BinaryOperator::Subtract:
  case BinaryOperator::PointerDifference:
    return Interval{left.low - right.high, left.high - right.low};
  case BinaryOperator::Multiply:
    return product(left, right);
  case BinaryOperator::Divide:
    return quotient(left, right);
  case BinaryOperator::Remainder:
    return remainder(left, right);
  case BinaryOperator::ShiftLeft:
    return shift_left(left, right);
  case BinaryOperator::ShiftRight:
    return shift_right(left, right);
  case BinaryOperator::BitAnd:
    return bit_and(left, right);
  case BinaryOperator::BitOr:
  case BinaryOperator::BitXor:
    return bit_or_xor(left, right);
  default:
    return Interval{0, 1};
  }
}

} // namespace vouch::smt
