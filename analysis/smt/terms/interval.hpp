#pragma once

#include "analysis/cfa/expression.hpp"
#include "analysis/support/hash.hpp"

#include <cstdint>
#include <optional>

/// Bounds on what an expression can evaluate to, from the types of its leaves: they show where wrap-around and overflow
/// cannot happen, so that formulas need not speak of it.
namespace vouch::smt {

/// All integers from `low` to `high`; never empty.
struct Interval {
  cfa::Integer low = 0;
  cfa::Integer high = 0;

  static Interval point(cfa::Integer value) { return {value, value}; }
  /// Every value of an integer or pointer type.
  static Interval of(const cfa::Type& type) { return {cfa::minimum_value(type), cfa::maximum_value(type)}; }

  [[nodiscard]] bool is_point() const { return low == high; }
  [[nodiscard]] bool contains(cfa::Integer value) const { return low <= value && value <= high; }
  [[nodiscard]] bool contains(const Interval& other) const { return low <= other.low && other.high <= high; }
  /// One more than the difference of the bounds.
  [[nodiscard]] cfa::Integer count() const { return high - low + 1; }
  friend bool operator==(const Interval&, const Interval&) = default;
  friend std::size_t hash_value(const Interval& interval) {
    return hash_of(static_cast<std::uint64_t>(interval.low), static_cast<std::uint64_t>(interval.high));
  }
};

Interval hull(const Interval& a, const Interval& b);
/// The common part; `b` where there is none.
Interval clamp(const Interval& a, const Interval& b);

/// What `op` gives before it is reduced to any type, for an arithmetic, bit or shift operator on operands of at most 64
/// bits that do not violate its preconditions. Nothing if that may be beyond 126 bits.
std::optional<Interval> result_of(cfa::BinaryOperator op, const Interval& left, const Interval& right);

} // namespace vouch::smt
