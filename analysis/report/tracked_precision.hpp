#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

/// What an analysis tracks, in texts that users can keep, change and give to another run (`--precision`).
namespace vouch {

/// How formulas see C's numbers.
enum class FormulaTheory { Integers, Bitvectors };

/// Predicates that are tracked at one place.
struct PredicatesAt {
  std::string place; ///< `loop 1 of f`, `entry of f`, `location 4 of f`, `every place of f`, or `every place`
  FormulaTheory theory = FormulaTheory::Integers;
  std::vector<std::string> formulas; ///< in SMT-LIB, such as `(<= |variable f::i| 9)`
  friend bool operator==(const PredicatesAt&, const PredicatesAt&) = default;
};

struct TrackedPrecision {
  /// Whose values matter: `f::flag`, `a.c:table+8` at 8 bytes from where it begins, `a.c:table+` as a whole.
  std::vector<std::string> values;
  std::map<std::string, std::uint64_t> thresholds; ///< by variable, how many values it may have
  std::vector<PredicatesAt> predicates;

  [[nodiscard]] bool empty() const { return values.empty() && thresholds.empty() && predicates.empty(); }
  friend bool operator==(const TrackedPrecision&, const TrackedPrecision&) = default;
};

} // namespace vouch
