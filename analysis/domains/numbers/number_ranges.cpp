#include "analysis/domains/numbers/number_ranges.hpp"

#include "analysis/cfa/storage_duration.hpp"
#include "analysis/support/overloaded.hpp"

#include <algorithm>

namespace vouch::domains {
namespace {

using smt::Interval;

/// So often what is known at a loop's head, or where a function begins, may get less before bounds are widened, and elsewhere
/// before they are given up.
constexpr int changes_before_widening = 3;
constexpr int changes_before_giving_up = 40;

/// On each way round, also by recursion, is one.
bool is_widening_point(const cfa::Cfa& cfa, cfa::LocationId location) {
  return cfa.location(location).is_loop_head || cfa.function(cfa.location(location).function).entry == location;
}

/// Whether nobody has written it down. What people state is proved in front of them, with invariants that they can read.
bool is_implicit(const cfa::Target& target) { return !cfa::is_claim(target.property); }

} // namespace

NumberRanges::NumberRanges(const cfa::Cfa& cfa, const facts::MemoryRegions& regions, cfa::LocationId start)
    : cfa_(cfa), tables_(cfa, regions), thresholds_(thresholds_of(cfa)), known_(cfa.location_count()) {
  reach(start, IntervalRegisters());
  while (!work_.empty()) {
    const cfa::LocationId location = work_.begin()->second;
    work_.erase(work_.begin());
    for (cfa::EdgeId edge : cfa_.outgoing(location)) {
      follow(edge);
    }
  }
}

std::optional<Interval> NumberRanges::of(cfa::ExpressionRef number, cfa::LocationId location) const {
  const std::optional<Place>& place = known_[location.index()];
  return place ? std::optional(interval_of(number, &tables_, place->registers)) : std::nullopt;
}

std::unordered_set<cfa::LocationId> NumberRanges::impossible_targets() const {
  std::unordered_set<cfa::LocationId> result;
  std::unordered_set<cfa::LocationId> others; // that some edge leads to which a run may take
  for (std::size_t index = 0; index < cfa_.edge_count(); ++index) {
    const cfa::Edge& edge = cfa_.edge(cfa::EdgeId(index));
    const std::optional<cfa::Target>& target = cfa_.location(edge.target).target;
    if (target && is_implicit(*target) && !cfa::is_never_passed(edge.operation)) {
      (is_impossible(edge) ? result : others).insert(edge.target);
    }
  }
  std::erase_if(result, [&](cfa::LocationId target) { return others.contains(target); });
  return result;
}

/// Whether no run takes the edge, although runs may come to where it begins.
bool NumberRanges::is_impossible(const cfa::Edge& edge) const {
  const std::optional<Place>& place = known_[edge.source.index()];
  return place && !behind(cfa_, &tables_, place->registers, edge.operation);
}

void NumberRanges::follow(cfa::EdgeId id) {
  const cfa::Edge& edge = cfa_.edge(id);
  const IntervalRegisters registers = known_[edge.source.index()]->registers;
  if (const auto* call = std::get_if<cfa::Call>(&edge.operation)) {
    reach(edge.target, bound(cfa_, &tables_, registers, IntervalRegisters(), call->parameters));
    come_back(cfa_.return_of(id));
  } else if (std::holds_alternative<cfa::Return>(edge.operation)) {
    come_back(id);
  } else if (const auto next = behind(cfa_, &tables_, registers, edge.operation)) {
    reach(edge.target, *next);
  }
}

/// From a call, if a run comes to it and to the end of the function: with what the caller knew of its own registers.
void NumberRanges::come_back(cfa::EdgeId id) {
  const cfa::Edge& edge = cfa_.edge(id);
  const auto& back = std::get<cfa::Return>(edge.operation);
  const std::optional<Place>& before = known_[cfa_.edge(back.call).source.index()];
  const std::optional<Place>& end = known_[edge.source.index()];
  if (before && end) {
    const IntervalRegisters own = before->registers.filtered([this](std::uint64_t key, const Interval& /*known*/) {
      return cfa::has_automatic_storage(cfa_.variable(cfa::VariableId(key)));
    });
    reach(edge.target, bound(cfa_, &tables_, end->registers, own, back.results));
  }
}

void NumberRanges::reach(cfa::LocationId location, const IntervalRegisters& registers) {
  std::optional<Place>& place = known_[location.index()];
  if (!place) {
    place = Place{registers};
  } else {
    const bool is_widened = is_widening_point(cfa_, location) && place->changes >= changes_before_widening;
    const bool is_given_up = place->changes >= changes_before_giving_up;
    const auto combine = [&](std::uint64_t key, const Interval& known, const Interval& other) {
      const cfa::Type& type = cfa_.variable(cfa::VariableId(key)).type;
      const Interval both = is_widened ? widened(thresholds_, known, other, type) : smt::hull(known, other);
      const bool is_anything = both.contains(Interval::of(type)) || (is_given_up && !(both == known));
      return is_anything ? std::nullopt : std::optional(both);
    };
    IntervalRegisters joined = place->registers.intersection(registers, combine);
    if (joined == place->registers) {
      return;
    }
    place->registers = std::move(joined);
    ++place->changes;
  }
  work_.emplace(cfa_.location(location).reverse_post_order, location);
}

} // namespace vouch::domains
