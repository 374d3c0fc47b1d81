#include "analysis/domains/control/location.hpp"

#include "analysis/support/hash.hpp"

#include <algorithm>
#include <cassert>

namespace vouch::domains {

static_assert(core::ConfigurableProgramAnalysis<LocationAnalysis>);

std::size_t hash_value(const LocationState& state) {
  return hash_of(state.location, state.unsupported.value_or(cfa::EdgeId()));
}

std::vector<LocationState> LocationAnalysis::post(const State& state, const Precision& /*precision*/,
                                                  const core::EdgeContext& edge) const {
  assert(edge.edge.source == state.location);
  if (state.unsupported || cfa::is_never_passed(edge.edge.operation)) {
    return {};
  }
  if (std::holds_alternative<cfa::Unsupported>(edge.edge.operation)) {
    return {{edge.edge.target, edge.id}};
  }
  return {{edge.edge.target, std::nullopt}};
}

LocationState LocationAnalysis::merge(const State& /*added*/, const State& reached,
                                      const Precision& /*precision*/) const {
  return reached;
}

bool LocationAnalysis::stop(const State& state, std::span<const State* const> reached,
                            const Precision& /*precision*/) const {
  return std::any_of(reached.begin(), reached.end(), [&](const State* candidate) { return *candidate == state; });
}

core::Adjustment<LocationState, core::NoPrecision>
LocationAnalysis::adjust(const State& state, const Precision& /*precision*/,
                         const core::ReachedView<State>& /*reached*/) const {
  return core::Continue<State, Precision>{state};
}

std::optional<core::TargetReason> LocationAnalysis::target(const State& state) const {
  if (state.unsupported) {
    const cfa::Edge& edge = cfa_->edge(*state.unsupported);
    return core::TargetReason{core::TargetKind::Unsupported, edge.source,
                              std::get<cfa::Unsupported>(edge.operation).construct};
  }
  if (const std::optional<cfa::Target>& target = cfa_->location(state.location).target) {
    return core::TargetReason{core::TargetKind::Property, state.location, target->message};
  }
  return std::nullopt;
}

} // namespace vouch::domains
