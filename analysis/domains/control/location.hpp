#pragma once

#include "analysis/core/configurable_program_analysis.hpp"

#include <optional>
#include <span>
#include <vector>

namespace vouch::domains {

/// Where control stands.
struct LocationState {
  cfa::LocationId location;
  /// Set: control is behind this edge, whose operation the engine does not understand.
  std::optional<cfa::EdgeId> unsupported;

  friend bool operator==(const LocationState&, const LocationState&) = default;
  friend std::size_t hash_value(const LocationState& state);
};

/// Follows the edges of the CFA. Targets are the locations that the CFA marks, and what an unsupported operation leads
/// to; the latter has no successors. States at different locations never meet.
class LocationAnalysis {
public:
  using State = LocationState;
  using Precision = core::NoPrecision;

  /// `cfa` must outlive the analysis.
  explicit LocationAnalysis(const cfa::Cfa& cfa) : cfa_(&cfa) {}

  [[nodiscard]] State initial_state(cfa::LocationId location) const { return {location, std::nullopt}; }
  [[nodiscard]] Precision initial_precision() const { return {}; }
  [[nodiscard]] std::vector<State> post(const State& state, const Precision& precision,
                                        const core::EdgeContext& edge) const;
  [[nodiscard]] State merge(const State& added, const State& reached, const Precision& precision) const;
  [[nodiscard]] static bool keeps_apart() { return true; }
  [[nodiscard]] bool stop(const State& state, std::span<const State* const> reached, const Precision& precision) const;
  [[nodiscard]] core::Adjustment<State, Precision> adjust(const State& state, const Precision& precision,
                                                          const core::ReachedView<State>& reached) const;
  [[nodiscard]] std::optional<core::TargetReason> target(const State& state) const;
  [[nodiscard]] std::size_t partition(const State& state) const { return hash_value(state); }
  [[nodiscard]] static std::optional<std::size_t> number(const State& state) {
    return state.unsupported ? std::nullopt : std::optional(state.location.index());
  }
  [[nodiscard]] cfa::LocationId location(const State& state) const { return state.location; }

private:
  const cfa::Cfa* cfa_;
};

} // namespace vouch::domains
