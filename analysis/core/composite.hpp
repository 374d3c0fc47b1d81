#pragma once

#include "analysis/core/analysis.hpp"
#include "analysis/core/product_operators.hpp"

#include <algorithm>
#include <boost/container/small_vector.hpp>
#include <memory>
#include <span>
#include <vector>

/// The product of several analyses, itself an analysis (Beyer, Henzinger, Theoduloz: CAV 2007, section 3).
///
///   post         the Cartesian product of the components' successors; none as soon as one component has none. Then
///                every component is strengthened once, seeing the product as post left it, so that the order does
///                not matter.
///   merge        Agree: two product states merge only if, in every component, they are equal, merge, or the reached
///                one covers the new one and has its merge key. Otherwise they stay apart as a whole: merging only some
///                of the components would weaken the reached state without making it cover the new one.
///                PerLocation: of two states with the same partition, each component gives its join, or else what
///                merging makes of it, perhaps the reached one as it is. Contains the reached state only.
///                All: of two states with the same partition, every component gives its join; those that cannot must
///                agree as above, or all stay apart.
///   stop         One: one reached product state covers in every component.
///                Union: or several together cover in one component, and each of them in every other one. Then each
///                concrete state is within that one of them that has it in the former.
///   adjust       every component on its own; empty as soon as one is, paused as soon as one is. Together: then every
///                component once more, seeing all as they were and as they are after that.
///   targets, says, describe
///                those of all components.
///
/// Example, with a location, a path formula that merges and an abstraction that does not: (l7, p, A) and (l7, q, A)
/// become (l7, p or q, A). (l7, p, A) and (l7, q, B) stay apart, although the formulas alone could merge.
///
/// Put cheap components that decide much (location, call stack) first: later ones are not asked once one said "none".
namespace vouch::core {

struct CompositeState {
  /// Few, so that they lie in the state itself: there are as many states as nodes.
  boost::container::small_vector<AbstractState, 4> components;

  [[nodiscard]] std::span<const AbstractState> parts() const { return {components.data(), components.size()}; }

  friend bool operator==(const CompositeState&, const CompositeState&) = default;
  friend std::size_t hash_value(const CompositeState& state);
};

struct CompositePrecision {
  std::vector<Precision> components;

  friend bool operator==(const CompositePrecision&, const CompositePrecision&) = default;
};

class Composite {
public:
  using State = CompositeState;
  using Precision = CompositePrecision;

  explicit Composite(std::vector<Analysis> components, ProductOperators operators = {})
      : components_(std::move(components)), operators_(operators),
        is_strengthened_(std::ranges::any_of(components_, &Analysis::strengthens)) {}

  [[nodiscard]] State initial_state(cfa::LocationId location) const;
  [[nodiscard]] Precision initial_precision() const;
  [[nodiscard]] std::vector<State> post(const State& state, const Precision& precision, const EdgeContext& edge) const;
  [[nodiscard]] State merge(const State& added, const State& reached, const Precision& precision) const;
  [[nodiscard]] bool stop(const State& state, std::span<const State* const> reached, const Precision& precision) const;
  [[nodiscard]] Adjustment<State, Precision> adjust(const State& state, const Precision& precision,
                                                    const ReachedView<State>& reached) const;
  [[nodiscard]] MergeBound merge_bound() const;
  [[nodiscard]] bool keeps_apart() const;
  [[nodiscard]] Coverage coverage() const;
  [[nodiscard]] std::vector<TargetReason> targets(const State& state) const;
  /// `increment` is a `CompositePrecision`, or the precision of some of the components.
  [[nodiscard]] Precision join_precision(const Precision& precision, const core::Precision& increment) const;
  [[nodiscard]] std::size_t partition(const State& state) const;
  [[nodiscard]] std::size_t merge_key(const State& state) const;
  [[nodiscard]] std::size_t shape(const State& state) const;
  [[nodiscard]] std::size_t projection(const State& state, const State& onto) const;
  [[nodiscard]] std::vector<cfa::ExpressionRef> says(const State& state) const;
  [[nodiscard]] std::vector<StatePart> describe(const State& state, const cfa::Cfa& cfa) const;
  /// Of the first component that knows.
  [[nodiscard]] cfa::LocationId location(const State& state) const;
  [[nodiscard]] std::size_t call_depth(const State& state) const;
  /// Of the first component that has one.
  [[nodiscard]] std::vector<std::size_t> traversal_place(const State& state) const;
  /// Component by component; nothing as soon as one has nothing.
  [[nodiscard]] std::optional<State> reduce(const State& state, const Precision& precision,
                                            const BlockContext& block) const;
  [[nodiscard]] Precision reduce_precision(const Precision& precision, const BlockContext& block) const;
  [[nodiscard]] State expand(const State& entry, const BlockContext& block, const State& exit) const;
  [[nodiscard]] State rebuild(const State& entry, const BlockContext& block, const State& expanded) const;

private:
  [[nodiscard]] bool covers(std::size_t component, const State& reached, const State& state,
                            const Precision& precision) const;
  [[nodiscard]] bool cover_together(std::span<const State* const> reached, const State& state,
                                    const Precision& precision) const;

  std::vector<Analysis> components_;
  ProductOperators operators_;
  bool is_strengthened_; ///< whether some component is
};

/// The composite of `components`, ready for the engine.
Analysis compose(std::vector<Analysis> components, ProductOperators operators = {});

/// The first component of type `T` of a state or precision (`state` itself included), or null.
template <class T>
const T* find_component(const AbstractState& state);
template <class T>
const T* find_component(const Precision& precision);

/// The same where there surely is one.
template <class T>
const T& component(const AbstractState& state);
template <class T>
const T& component(const Precision& precision);

/// `state` with its component of the type of `value` replaced by it. Requires that there is one.
template <class T>
AbstractState with_component(const AbstractState& state, T value);

namespace detail {
template <class T, class Product, class Value>
const T* find_component(const Value& value) {
  if (const T* own = value.template find<T>()) {
    return own;
  }
  if (const Product* product = value.template find<Product>()) {
    for (const Value& part : product->components) {
      if (const T* found = find_component<T, Product>(part)) {
        return found;
      }
    }
  }
  return nullptr;
}
} // namespace detail

template <class T>
const T* find_component(const AbstractState& state) {
  return detail::find_component<T, CompositeState>(state);
}
template <class T>
const T* find_component(const Precision& precision) {
  return detail::find_component<T, CompositePrecision>(precision);
}
template <class T>
const T& component(const AbstractState& state) {
  const T* found = find_component<T>(state);
  assert(found != nullptr);
  return *found;
}
template <class T>
const T& component(const Precision& precision) {
  const T* found = find_component<T>(precision);
  assert(found != nullptr);
  return *found;
}

template <class T>
AbstractState with_component(const AbstractState& state, T value) {
  if (state.find<T>() != nullptr) {
    return AbstractState::of(std::move(value));
  }
  CompositeState product = *state.find<CompositeState>();
  for (AbstractState& part : product.components) {
    if (find_component<T>(part) != nullptr) {
      part = with_component(part, std::move(value));
      break;
    }
  }
  return AbstractState::of(std::move(product));
}

} // namespace vouch::core
