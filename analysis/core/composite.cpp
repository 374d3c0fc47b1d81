#include "analysis/core/composite.hpp"

#include "analysis/support/hash.hpp"

#include <algorithm>
#include <cassert>
#include <iterator>
#include <optional>

namespace vouch::core {
namespace {

/// All ways to choose one state of each component.
std::vector<CompositeState> cartesian_product(const std::vector<std::vector<AbstractState>>& choices) {
  std::vector<CompositeState> products(1);
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
  for (std::size_t i = 0; i < components_.size(); ++i) {
    successors.push_back(components_[i].post(state.components[i], precision.components[i], edge));
    if (successors.back().empty()) {
      return {};
    }
  }
  std::vector<CompositeState> result;
  for (const CompositeState& product : cartesian_product(successors)) {
    const ProductView view(product.components, components_);
    std::vector<std::vector<AbstractState>> strengthened;
    for (std::size_t i = 0; i < components_.size(); ++i) {
      strengthened.push_back(components_[i].strengthen(product.components[i], view, edge));
    }
    std::vector<CompositeState> products = cartesian_product(strengthened);
    std::move(products.begin(), products.end(), std::back_inserter(result));
  }
  return result;
}

CompositeState Composite::merge(const State& added, const State& reached, const Precision& precision) const {
  std::optional<State> merged; // none as long as no component has merged
  std::vector<std::size_t> undecided;
  for (std::size_t i = 0; i < components_.size(); ++i) {
    if (added.components[i] == reached.components[i]) {
      continue;
    }
    AbstractState component = components_[i].merge(added.components[i], reached.components[i], precision.components[i]);
    if (component == reached.components[i]) {
      undecided.push_back(i); // apart, or covered: only `stop` can tell
      continue;
    }
    if (!merged) {
      merged = reached;
    }
    merged->components[i] = std::move(component);
  }
  if (!merged) {
    return reached;
  }
  const bool agree = std::all_of(undecided.begin(), undecided.end(), [&](std::size_t i) {
    const AbstractState* candidate = &reached.components[i];
    return components_[i].merge_key(added.components[i]) == components_[i].merge_key(*candidate) &&
           components_[i].stop(added.components[i], {&candidate, 1}, precision.components[i]);
  });
  return agree ? *std::move(merged) : reached;
}

bool Composite::stop(const State& state, std::span<const State* const> reached, const Precision& precision) const {
  return std::any_of(reached.begin(), reached.end(), [&](const State* candidate) {
    for (std::size_t i = 0; i < components_.size(); ++i) {
      const AbstractState* component = &candidate->components[i];
      if (!(state.components[i] == *component) &&
          !components_[i].stop(state.components[i], {&component, 1}, precision.components[i])) {
        return false;
      }
    }
    return true;
  });
}

Adjustment<CompositeState, CompositePrecision> Composite::adjust(const State& state, const Precision& precision,
                                                                 const ReachedView<State>& reached) const {
  Continue<State, Precision> result{state};
  for (std::size_t i = 0; i < components_.size(); ++i) {
    ReachedView<AbstractState> view(reached.size(), [&reached, i](std::size_t index) -> const AbstractState& {
      return reached[index].components[i];
    });
    auto adjustment = components_[i].adjust(state.components[i], precision.components[i], view);
    auto* next = std::get_if<Continue<AbstractState, core::Precision>>(&adjustment);
    if (next == nullptr) {
      return Bottom{};
    }
    result.state.components[i] = std::move(next->state);
    if (next->precision) {
      if (!result.precision) {
        result.precision = precision;
      }
      result.precision->components[i] = std::move(*next->precision);
    }
  }
  return result;
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
      joined.components[i] = components_[i].join(precision.components[i], product->components[i]);
    }
    return joined;
  }
  [[maybe_unused]] bool known = false;
  for (std::size_t i = 0; i < components_.size(); ++i) {
    if (precision.components[i].has_type_of(increment)) {
      joined.components[i] = components_[i].join(precision.components[i], increment);
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
  return combined(components_.size(), [&](std::size_t i) { return components_[i].merge_key(state.components[i]); });
}

std::size_t Composite::shape(const State& state) const {
  return combined(components_.size(), [&](std::size_t i) { return components_[i].shape(state.components[i]); });
}

std::size_t Composite::projection(const State& state, const State& onto) const {
  return combined(components_.size(),
                  [&](std::size_t i) { return components_[i].projection(state.components[i], onto.components[i]); });
}

std::vector<cfa::ExpressionRef> Composite::says(const State& state) const {
  return ProductView(state.components, components_).says();
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

Analysis compose(std::vector<Analysis> components) { return erase(Composite(std::move(components))); }

} // namespace vouch::core
