#pragma once

#include "tests/support/constant_propagation.hpp"
#include "tests/support/shrinking_precision.hpp"

#include <memory>
#include <set>
#include <utility>
#include <vector>

/// Two small domains that look at each other, as values and predicates do in Beyer, Henzinger, Theoduloz: ASE 2008,
/// section 4.4.5. Values are followed as long as a variable has few of them at a location; comparisons take over.
///
/// Example: at most one value each. Behind `x = 1` there is x=1; when x=2 comes to the same location, x is given up, and
/// from then on it is known there whether x == 2.
namespace vouch::test {

struct BoundedState {
  ConstantState values;

  friend bool operator==(const BoundedState&, const BoundedState&) = default;
  friend std::size_t hash_value(const BoundedState& state) { return hash_value(state.values); }
};

class BoundedConstants {
public:
  using State = BoundedState;
  using Precision = ShrinkingPrecision<cfa::VariableId>;
  enum class AtLimit { GiveUp, Pause };

  BoundedConstants(std::set<cfa::VariableId> tracked, std::size_t most_values, AtLimit at_limit)
      : tracked_(std::move(tracked)), most_values_(most_values), at_limit_(at_limit) {}

  State initial_state(cfa::LocationId) const { return {}; }
  Precision initial_precision() const { return Precision(tracked_); }
  std::vector<State> post(const State& state, const Precision&, const core::EdgeContext& edge) const;
  State merge(const State&, const State& reached, const Precision&) const { return reached; }
  bool stop(const State& state, std::span<const State* const> reached, const Precision&) const;
  core::Adjustment<State, Precision> adjust(const State& state, const Precision& precision,
                                            const core::ReachedView<State>& reached) const;
  Precision join_precision(const Precision& left, const Precision& right) const { return left.joined_with(right); }
  std::vector<cfa::ExpressionRef> says(const State& state) const;

private:
  std::set<cfa::VariableId> tracked_;
  std::size_t most_values_;
  AtLimit at_limit_;
  ConstantPropagation exact_{ConstantMerge::Separate, {}};
  std::shared_ptr<cfa::ExpressionPool> said_ = std::make_shared<cfa::ExpressionPool>();
};

/// Which comparisons of a variable with a constant hold; those in the precision.
struct ComparisonState {
  ConstantState equal;

  friend bool operator==(const ComparisonState&, const ComparisonState&) = default;
  friend std::size_t hash_value(const ComparisonState& state) { return hash_value(state.equal); }
};

struct ComparisonPrecision {
  std::set<std::pair<cfa::VariableId, cfa::Integer>> tracked;

  friend bool operator==(const ComparisonPrecision&, const ComparisonPrecision&) = default;
};

/// Tracks what others give up.
class Comparisons {
public:
  using State = ComparisonState;
  using Precision = ComparisonPrecision;

  State initial_state(cfa::LocationId) const { return {}; }
  Precision initial_precision() const { return {}; }
  std::vector<State> post(const State& state, const Precision&, const core::EdgeContext& edge) const;
  State merge(const State&, const State& reached, const Precision&) const { return reached; }
  bool stop(const State& state, std::span<const State* const> reached, const Precision&) const;
  core::Adjustment<State, Precision> adjust(const State& state, const Precision& precision,
                                            const core::ReachedView<State>& reached) const;
  core::Adjustment<State, Precision> adjust_together(const State& state, const Precision& precision,
                                                     const core::ProductChange& change) const;
  Precision join_precision(const Precision& left, const Precision& right) const;

private:
  ConstantPropagation exact_{ConstantMerge::Separate, {}};
};

} // namespace vouch::test
