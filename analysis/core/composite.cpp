#include "analysis/core/composite.hpp"

#include "analysis/support/hash.hpp"
#include "analysis/support/overloaded.hpp"

#include <algorithm>
#include <cassert>
#include <iterator>
#include <optional>

namespace vouch::core {
namespace {

/// All ways to choose one state of each component.
std::vector<CompositeState> cartesian_product(std::vector<std::vector<AbstractState>> choices) {
  std::vector<CompositeState> products(1);
  if (std::ranges::all_of(choices, [](const auto& component) { return component.size() == 1; })) { // nearly always
    products.front().components.reserve(choices.size());
    for (std::vector<AbstractState>& component : choices) {
      products.front().components.push_back(std::move(component.front()));
    }
    return products;
  }
  for (const std::vector<AbstractState>& component : choices) {
    std::vector<CompositeState> longer;
    longer.reserve(products.size() * component.size());
    for (const CompositeState& product : products) {
      for (const AbstractState& state : component) {
        longer.push_back(product);
        longer.back().components.push_back(state);
      }
    }
    products = std::move(longer);
  }
  return products;
}

} // namespace

std::size_t hash_value(const CompositeState& state) {
  std::size_t seed = state.components.size();
  for (const AbstractState& component : state.components) {
    hash_combine(seed, hash_value(component));
  }
  return seed;
}

CompositeState Composite::initial_state(cfa::LocationId location) const {
  CompositeState state;
  for (const Analysis& analysis : components_) {
    state.components.push_back(analysis.initial_state(location));
  }
  return state;
}

CompositePrecision Composite::initial_precision() const {
  CompositePrecision precision;
  for (const Analysis& analysis : components_) {
    precision.components.push_back(analysis.initial_precision());
  }
  return precision;
}

std::vector<CompositeState> Composite::post(const State& state, const Precision& precision,
                                            const EdgeContext& edge) const {
  std::vector<std::vector<AbstractState>> successors;
  successors.reserve(components_.size());
  for (std::size_t i = 0; i < components_.size(); ++i) {
    successors.push_back(components_[i].post(state.components[i], precision.components[i], edge));
    if (successors.back().empty()) {
      return {};
    }
  }
  std::vector<CompositeState> products_before = cartesian_product(std::move(successors));
  if (!is_strengthened_) {
    return products_before;
  }
  std::vector<CompositeState> result;
  for (const CompositeState& product : products_before) {
    const ProductView view(product.parts(), components_);
    std::vector<std::vector<AbstractState>> strengthened;
    for (std::size_t i = 0; i < components_.size(); ++i) {
      strengthened.push_back(components_[i].strengthen(product.components[i], view, edge));
    }
    std::vector<CompositeState> products = cartesian_product(std::move(strengthened));
    std::move(products.begin(), products.end(), std::back_inserter(result));
  }
  return result;
}

CompositeState Composite::merge(const State& added, const State& reached, const Precision& precision) const {
  const bool is_joined = operators_.merge != MergeOperator::Agree;
  if (is_joined && partition(added) != partition(reached)) {
    return reached;
  }
  std::optional<State> merged; // none as long as no component has merged
  std::vector<std::size_t> undecided;
  for (std::size_t i = 0; i < components_.size(); ++i) {
    const AbstractState& own = reached.components[i];
    if (added.components[i] == own) {
      continue;
    }
    std::optional<AbstractState> component = is_joined ? components_[i].join(added.components[i], own) : std::nullopt;
    if (!component) {
      component = components_[i].merge(added.components[i], own, precision.components[i]);
      if (*component == own) {
        undecided.push_back(i); // apart, or covered: only `stop` can tell
      }
    }
    if (!(*component == own)) {
      if (!merged) {
        merged = reached;
      }
      merged->components[i] = *std::move(component);
    }
  }
  if (!merged) {
    return reached;
  }
  const bool agree =
      operators_.merge == MergeOperator::PerLocation || std::ranges::all_of(undecided, [&](std::size_t i) {
        const bool may_meet = is_joined || components_[i].merge_key(added.components[i]) ==
                                               components_[i].merge_key(reached.components[i]);
        return may_meet && covers(i, reached, added, precision);
      });
  return agree ? *std::move(merged) : reached;
}

MergeBound Composite::merge_bound() const {
  const bool bounds_both =
      operators_.merge != MergeOperator::PerLocation && std::ranges::all_of(components_, [](const Analysis& component) {
        return component.merge_bound() == MergeBound::Both;
      });
  return bounds_both ? MergeBound::Both : MergeBound::Reached;
}

bool Composite::keeps_apart() const {
  return operators_.merge == MergeOperator::Agree && std::ranges::all_of(components_, &Analysis::keeps_apart);
}

/// Whether `reached` covers `state` in one component.
bool Composite::covers(std::size_t component, const State& reached, const State& state,
                       const Precision& precision) const {
  const AbstractState* candidate = &reached.components[component];
  return state.components[component] == *candidate ||
         components_[component].stop(state.components[component], {&candidate, 1}, precision.components[component]);
}

bool Composite::stop(const State& state, std::span<const State* const> reached, const Precision& precision) const {
  const bool is_covered_by_one = std::ranges::any_of(reached, [&](const State* candidate) {
    for (std::size_t i = 0; i < components_.size(); ++i) {
      if (!covers(i, *candidate, state, precision)) {
        return false;
      }
    }
    return true;
  });
  return is_covered_by_one ||
         (operators_.stop == StopOperator::Union && reached.size() > 1 && cover_together(reached, state, precision));
}

/// Whether some of `reached` cover all but one and the same component, and in that one cover together.
bool Composite::cover_together(std::span<const State* const> reached, const State& state,
                               const Precision& precision) const {
  std::vector<std::vector<const AbstractState*>> missed_in(components_.size());
  for (const State* candidate : reached) {
    std::vector<std::size_t> missed;
    for (std::size_t i = 0; i < components_.size() && missed.size() < 2; ++i) {
      if (!covers(i, *candidate, state, precision)) {
        missed.push_back(i);
      }
    }
    if (missed.size() == 1) {
      missed_in[missed.front()].push_back(&candidate->components[missed.front()]);
    }
  }
  for (std::size_t i = 0; i < components_.size(); ++i) {
    if (missed_in[i].size() > 1 && components_[i].stop(state.components[i], missed_in[i], precision.components[i])) {
      return true;
    }
  }
  return false;
}

Coverage Composite::coverage() const {
  return operators_.stop == StopOperator::Union ? Coverage::ByUnion : Coverage::ByOne;
}

namespace {

/// The adjustments of the components, put together as they come in.
class GatheredAdjustment {
public:
  GatheredAdjustment(CompositeState state, const CompositePrecision& before)
      : state_(std::move(state)), before_(&before) {}

  [[nodiscard]] const CompositeState& state() const { return state_; }
  [[nodiscard]] const CompositePrecision& precision() const { return precision_ ? *precision_ : *before_; }

  void take(std::size_t component, Adjustment<AbstractState, Precision> adjustment) {
    std::visit(Overloaded{
                   [&](Bottom) { is_empty_ = true; },
                   [&](Continue<AbstractState, Precision>& next) {
                     replace(component, std::move(next.state), std::move(next.precision));
                   },
                   [&](Pause<AbstractState, Precision>& next) {
                     replace(component, std::move(next.state), std::move(next.precision));
                     if (!reason_) {
                       reason_ = std::move(next.reason);
                     }
                   },
               },
               adjustment);
  }
  /// Whether a component has found that there is no such state. The others need not be asked any more.
  [[nodiscard]] bool is_empty() const { return is_empty_; }

  [[nodiscard]] Adjustment<CompositeState, CompositePrecision> result() && {
    if (is_empty_) {
      return Bottom{};
    }
    if (reason_) {
      return Pause<CompositeState, CompositePrecision>{std::move(state_), std::move(precision_), *std::move(reason_)};
    }
    return Continue<CompositeState, CompositePrecision>{std::move(state_), std::move(precision_)};
  }

private:
  void replace(std::size_t component, AbstractState state, std::optional<Precision> precision) {
    state_.components[component] = std::move(state);
    if (precision) {
      if (!precision_) {
        precision_ = *before_;
      }
      precision_->components[component] = *std::move(precision);
    }
  }

  CompositeState state_;
  const CompositePrecision* before_;
  std::optional<CompositePrecision> precision_; ///< none: as before
  std::optional<std::string> reason_;           ///< to pause
  bool is_empty_ = false;
};

} // namespace

Adjustment<CompositeState, CompositePrecision> Composite::adjust(const State& state, const Precision& precision,
                                                                 const ReachedView<State>& reached) const {
  GatheredAdjustment result(state, precision);
  for (std::size_t i = 0; i < components_.size() && !result.is_empty(); ++i) {
    ReachedView<AbstractState> view(reached.size(), [&reached, i](std::size_t index) -> const AbstractState& {
      return reached[index].components[i];
    });
    result.take(i, components_[i].adjust(state.components[i], precision.components[i], view));
  }
  if (operators_.adjust == AdjustOperator::EachAlone) {
    return std::move(result).result();
  }
  const State alone = result.state();
  const Precision alone_precision = result.precision();
  const ProductChange change{
      {state.parts(), components_}, {alone.parts(), components_}, precision.components, alone_precision.components};
  for (std::size_t i = 0; i < components_.size() && !result.is_empty(); ++i) {
    result.take(i, components_[i].adjust_together(alone.components[i], alone_precision.components[i], change));
  }
  return std::move(result).result();
}

std::vector<TargetReason> Composite::targets(const State& state) const {
  std::vector<TargetReason> result;
  for (std::size_t i = 0; i < components_.size(); ++i) {
    std::vector<TargetReason> reasons = components_[i].targets(state.components[i]);
    std::move(reasons.begin(), reasons.end(), std::back_inserter(result));
  }
  return result;
}

CompositePrecision Composite::join_precision(const Precision& precision, const core::Precision& increment) const {
  CompositePrecision joined = precision;
  if (const auto* product = increment.find<CompositePrecision>()) {
    for (std::size_t i = 0; i < components_.size(); ++i) {
      joined.components[i] = components_[i].join_precision(precision.components[i], product->components[i]);
    }
    return joined;
  }
  [[maybe_unused]] bool known = false;
  for (std::size_t i = 0; i < components_.size(); ++i) {
    if (precision.components[i].has_type_of(increment)) {
      joined.components[i] = components_[i].join_precision(precision.components[i], increment);
      known = true;
    }
  }
  assert(known && "the increment belongs to no component");
  return joined;
}

namespace {

/// The components' keys in one; `key_of` gives that of a component by its number.
template <class KeyOf>
std::size_t combined(std::size_t count, const KeyOf& key_of) {
  std::size_t seed = count;
  for (std::size_t i = 0; i < count; ++i) {
    hash_combine(seed, key_of(i));
  }
  return seed;
}

} // namespace

std::size_t Composite::partition(const State& state) const {
  return combined(components_.size(), [&](std::size_t i) { return components_[i].partition(state.components[i]); });
}

std::size_t Composite::merge_key(const State& state) const {
  if (operators_.merge != MergeOperator::Agree) {
    return partition(state);
  }
  return combined(components_.size(), [&](std::size_t i) { return components_[i].merge_key(state.components[i]); });
}

std::size_t Composite::shape(const State& state) const {
  if (operators_.stop == StopOperator::Union) {
    return 0; // of several that cover together, none says the same as what they cover
  }
  return combined(components_.size(), [&](std::size_t i) { return components_[i].shape(state.components[i]); });
}

std::size_t Composite::projection(const State& state, const State& onto) const {
  if (operators_.stop == StopOperator::Union) {
    return 0;
  }
  return combined(components_.size(),
                  [&](std::size_t i) { return components_[i].projection(state.components[i], onto.components[i]); });
}

std::vector<cfa::ExpressionRef> Composite::says(const State& state) const {
  return ProductView(state.parts(), components_).says();
}

std::vector<StatePart> Composite::describe(const State& state, const cfa::Cfa& cfa) const {
  std::vector<StatePart> parts;
  for (std::size_t i = 0; i < components_.size(); ++i) {
    std::ranges::move(components_[i].describe(state.components[i], cfa), std::back_inserter(parts));
  }
  return parts;
}

cfa::LocationId Composite::location(const State& state) const {
  for (std::size_t i = 0; i < components_.size(); ++i) {
    cfa::LocationId location = components_[i].location(state.components[i]);
    if (location.is_valid()) {
      return location;
    }
  }
  return {};
}

std::size_t Composite::call_depth(const State& state) const {
  std::size_t depth = 0;
  for (std::size_t i = 0; i < components_.size(); ++i) {
    depth = std::max(depth, components_[i].call_depth(state.components[i]));
  }
  return depth;
}

std::vector<std::size_t> Composite::traversal_place(const State& state) const {
  for (std::size_t i = 0; i < components_.size(); ++i) {
    std::vector<std::size_t> place = components_[i].traversal_place(state.components[i]);
    if (!place.empty()) {
      return place;
    }
  }
  return {};
}

std::optional<CompositeState> Composite::reduce(const State& state, const Precision& precision,
                                                const BlockContext& block) const {
  State reduced;
  for (std::size_t i = 0; i < components_.size(); ++i) {
    std::optional<AbstractState> component = components_[i].reduce(state.components[i], precision.components[i], block);
    if (!component) {
      return std::nullopt;
    }
    reduced.components.push_back(*std::move(component));
  }
  return reduced;
}

CompositePrecision Composite::reduce_precision(const Precision& precision, const BlockContext& block) const {
  Precision reduced;
  for (std::size_t i = 0; i < components_.size(); ++i) {
    reduced.components.push_back(components_[i].reduce_precision(precision.components[i], block));
  }
  return reduced;
}

CompositeState Composite::expand(const State& entry, const BlockContext& block, const State& exit) const {
  State expanded;
  for (std::size_t i = 0; i < components_.size(); ++i) {
    expanded.components.push_back(components_[i].expand(entry.components[i], block, exit.components[i]));
  }
  return expanded;
}

CompositeState Composite::rebuild(const State& entry, const BlockContext& block, const State& expanded) const {
  State rebuilt;
  for (std::size_t i = 0; i < components_.size(); ++i) {
    rebuilt.components.push_back(components_[i].rebuild(entry.components[i], block, expanded.components[i]));
  }
  return rebuilt;
}

Analysis compose(std::vector<Analysis> components, ProductOperators operators) {
  return erase(Composite(std::move(components), operators));
}

} // namespace vouch::core
