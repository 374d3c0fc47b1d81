#pragma once

#include "analysis/domains/numbers/interval_evaluation.hpp"

#include <optional>
#include <set>
#include <unordered_set>
#include <utility>
#include <vector>

/// Which numbers registers have in all runs, by intervals with widening (P. Cousot and R. Cousot, 1976) over all functions
/// that a run comes to: M. Sharir and A. Pnueli, "Two approaches to interprocedural data flow analysis", 1981, with call
/// strings of length 0.
namespace vouch::domains {

/// Invariant: in every run that is at a location, each integer register of its function is within its interval there, where
/// it has one. A function's parameters are what all calls pass, and a call's result is what all ways to the end of the
/// function leave; what has static storage is not known behind a call. What is found in constant tables is between their least
/// and their largest number (facts/constant_tables.hpp).
///
/// Example: `static const char digits[16] = ...;  char low(unsigned n) { return digits[n & 15]; }`
///   n & 15 is in [0, 15], and the check whether it is larger cannot fail.
///          `for (int i = 0; i < n; i++)`
///   i is in [0, 0], [0, 1], ... at the head, and widened to [0, INT_MAX]; where i < n it is less, and i++ cannot overflow.
class NumberRanges {
public:
  /// Of all runs from `start`. `cfa` and its regions must outlive the object.
  NumberRanges(const cfa::Cfa& cfa, const facts::MemoryRegions& regions, cfa::LocationId start);

  /// Between which numbers an integer is whenever a run is at the location; nothing: no run is.
  [[nodiscard]] std::optional<smt::Interval> of(cfa::ExpressionRef number, cfa::LocationId location) const;

  /// The targets that no run comes to, of those that nobody has written as an assertion.
  [[nodiscard]] std::unordered_set<cfa::LocationId> impossible_targets() const;

private:
  struct Place {
    IntervalRegisters registers;
    int changes = 0;
  };

  void follow(cfa::EdgeId id);
  void come_back(cfa::EdgeId id);
  void reach(cfa::LocationId location, const IntervalRegisters& registers);
  [[nodiscard]] bool is_impossible(const cfa::Edge& edge) const;

  const cfa::Cfa& cfa_;
  facts::ConstantTables tables_;
  std::set<cfa::Integer> thresholds_;
  std::vector<std::optional<Place>> known_;                ///< by location; nothing: no run comes there
  std::set<std::pair<std::size_t, cfa::LocationId>> work_; ///< in reverse post-order
};

} // namespace vouch::domains
