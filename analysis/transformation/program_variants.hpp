#pragma once

#include "analysis/cfa/cfa.hpp"

#include <set>
#include <unordered_set>
#include <variant>
#include <vector>

/// The same program, changed so that something else can be asked of it. Ids of locations, edges and variables stay.
namespace vouch::transformation {

/// The places where runs stop.
struct WaysOut {
  /// As the program means it: where it returns from the function that it starts in, where it calls `exit` or the like,
  /// and, of loops that cannot be left, the ends of their rounds.
  ///
  /// Where a run cannot go on otherwise is no such place: what is behind an operation that is undefined, and behind an
  /// assumption that does not hold.
  std::set<cfa::LocationId> ends;
  /// Targets in the place of an end, as behind `for (i = 1; i; ++i);` in `assert(0)`: whatever comes there fails, or
  /// they are the only way out of a loop that receives nothing from outside, so that going on is not what it is for.
  /// Not so the targets of assertions in the loop, which every round checks.
  std::set<cfa::LocationId> failures;
};
WaysOut ways_out(const cfa::Cfa& cfa);

/// Whether `edge`, which leads to a target, decides what is asserted there, and not whether control gets there: that of
/// `assert(x)`, and not that of `while (x)` in front of `assert(0)`.
bool is_condition_of_target(const cfa::Cfa& cfa, const cfa::Edge& edge);

/// Whether the operation receives something from outside of the program, or may do anything.
bool is_input(const cfa::Operation& operation);

/// With targets at `locations` and nowhere else.
cfa::Cfa with_targets_at(const cfa::Cfa& cfa, const std::set<cfa::LocationId>& locations);

/// Where signed addition, subtraction, multiplication, negation and shifts to the left wrap around instead of being
/// undefined. Nothing: it has none of these.
std::optional<cfa::Cfa> with_wrapping_arithmetic(const cfa::Cfa& cfa);

/// Values that an input is assumed not to have: this one, or all below it.
struct ExcludedInput {
  cfa::EdgeId edge; ///< of an `Input`, which alone leads to where it leads
  cfa::Integer value = 0;
  enum class Which { Equal, Below } which = Which::Equal;
  friend bool operator==(const ExcludedInput&, const ExcludedInput&) = default;
};

/// A check that is assumed to pass.
struct PassingCheck {
  cfa::LocationId target; ///< where it would lead if it failed
  friend bool operator==(const PassingCheck&, const PassingCheck&) = default;
};

/// What is assumed of callers.
using Assumption = std::variant<ExcludedInput, PassingCheck>;

/// Whether who keeps to `stronger` keeps to `weaker` as well.
bool implies(const Assumption& stronger, const Assumption& weaker);

/// The same program, in which no edge to one of `impossible`, targets that no run comes to, is taken.
cfa::Cfa without_edges_to(const cfa::Cfa& cfa, const std::unordered_set<cfa::LocationId>& impossible);

} // namespace vouch::transformation
