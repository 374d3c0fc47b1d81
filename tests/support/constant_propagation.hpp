#pragma once

#include "analysis/core/analysis.hpp"
#include "analysis/support/hash.hpp"

#include <map>
#include <optional>
#include <set>
#include <utility>

/// A small domain for tests of the engine: the constant values of some variables. What is tracked is the precision.
namespace vouch::test {

/// The variables whose value is known; every other one may have any value.
struct ConstantState {
  std::map<cfa::VariableId, cfa::Integer> known;

  friend bool operator==(const ConstantState&, const ConstantState&) = default;
  friend std::size_t hash_value(const ConstantState& state) {
    std::size_t seed = state.known.size();
    for (const auto& [variable, value] : state.known) {
      hash_combine(seed, hash_of(variable, static_cast<std::uint64_t>(value)));
    }
    return seed;
  }
};

/// The tracked variables.
struct ConstantPrecision {
  std::set<cfa::VariableId> tracked;

  friend bool operator==(const ConstantPrecision&, const ConstantPrecision&) = default;
};

enum class ConstantMerge { Separate, Join };

class ConstantPropagation {
public:
  using State = ConstantState;
  using Precision = ConstantPrecision;

  ConstantPropagation(ConstantMerge merge, Precision precision) : merge_(merge), precision_(std::move(precision)) {}

  State initial_state(cfa::LocationId) const { return {}; }
  Precision initial_precision() const { return precision_; }
  std::vector<State> post(const State& state, const Precision& precision, const core::EdgeContext& edge) const;
  State merge(const State& added, const State& reached, const Precision& precision) const;
  std::optional<State> join(const State& added, const State& reached) const;
  bool stop(const State& state, std::span<const State* const> reached, const Precision& precision) const;
  core::Adjustment<State, Precision> adjust(const State& state, const Precision& precision,
                                            const core::ReachedView<State>& reached) const;
  Precision join_precision(const Precision& left, const Precision& right) const;

private:
  ConstantMerge merge_;
  Precision precision_;
};

/// The value of `expression`, if the known values determine it.
std::optional<cfa::Integer> evaluate(cfa::ExpressionRef expression, const ConstantState& state);

/// The location domain in its smallest form, so that tests of the engine do not depend on the real one.
struct PlaceState {
  cfa::LocationId location;

  friend bool operator==(const PlaceState&, const PlaceState&) = default;
  friend std::size_t hash_value(const PlaceState& state) { return hash_of(state.location); }
};

class Place {
public:
  using State = PlaceState;
  using Precision = core::NoPrecision;

  explicit Place(const cfa::Cfa& cfa) : cfa_(&cfa) {}

  State initial_state(cfa::LocationId location) const { return {location}; }
  Precision initial_precision() const { return {}; }
  std::vector<State> post(const State&, const Precision&, const core::EdgeContext& edge) const {
    return {{edge.edge.target}};
  }
  State merge(const State&, const State& reached, const Precision&) const { return reached; }
  bool stop(const State& state, std::span<const State* const> reached, const Precision&) const;
  core::Adjustment<State, Precision> adjust(const State& state, const Precision&,
                                            const core::ReachedView<State>&) const {
    return core::Continue<State, Precision>{state};
  }
  std::optional<core::TargetReason> target(const State& state) const;
  std::size_t partition(const State& state) const { return state.location.index(); }
  cfa::LocationId location(const State& state) const { return state.location; }

private:
  const cfa::Cfa* cfa_;
};

} // namespace vouch::test
