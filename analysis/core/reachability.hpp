#pragma once

#include "analysis/core/reached_set.hpp"
#include "analysis/support/run_context.hpp"

#include <set>
#include <variant>

namespace vouch::core {

/// What makes two targets the same for the user: their places, not the way there.
struct TargetKey {
  TargetKind kind = TargetKind::Property;
  cfa::LocationId location;

  friend auto operator<=>(const TargetKey&, const TargetKey&) = default;
};
using TargetKeys = std::set<TargetKey>;

TargetKey key_of(const TargetReason& reason);

/// The first reason why `id` is a target that is not in `ignored`.
std::optional<TargetReason> open_target(const ReachedSet& reached, ArgNodeId id, const TargetKeys& ignored);

/// Nothing waits any more: the reached states contain every state that the program can reach.
struct Exhausted {};
struct TargetFound {
  ArgNodeId node;
};
using ExplorationResult = std::variant<Exhausted, TargetFound>;

/// Expands waiting nodes until none is left or there is a target that is not in `ignored`. Can be called again, also
/// after `prune`; ignored targets are expanded like every other state. Throws `Interrupted` when `context` ends the
/// run; `reached` then is as valid as before.
ExplorationResult explore(ReachedSet& reached, RunContext& context, const TargetKeys& ignored = {});

} // namespace vouch::core
