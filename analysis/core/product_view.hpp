#pragma once

#include "analysis/cfa/expression.hpp"
#include "analysis/core/erased_value.hpp"

#include <cassert>
#include <span>
#include <vector>

/// What the components of a product may see of each other.
namespace vouch::core {

class Analysis;

/// The components of a product state, seen by one of them while it is strengthened.
class ProductView {
public:
  /// `analyses` are those that the components are states of.
  ProductView(std::span<const AbstractState> components, std::span<const Analysis> analyses)
      : components_(components), analyses_(analyses) {}

  /// What the components say, all of it.
  [[nodiscard]] std::vector<cfa::ExpressionRef> says() const;

  /// The first component that is a `State`, or null.
  template <class State>
  [[nodiscard]] const State* find() const {
    for (const AbstractState& component : components_) {
      if (const State* state = component.find<State>()) {
        return state;
      }
    }
    return nullptr;
  }

  /// Requires that there is one.
  template <class State>
  [[nodiscard]] const State& get() const {
    const State* state = find<State>();
    assert(state != nullptr);
    return *state;
  }

private:
  std::span<const AbstractState> components_;
  std::span<const Analysis> analyses_;
};

/// What the components of a product know before precision adjustment, and what each has left of its own state when it
/// looked at nothing else.
struct ProductChange {
  ProductView before;
  ProductView after;
  std::span<const Precision> precisions_before; ///< in the order of the components
  std::span<const Precision> precisions_after;
};

} // namespace vouch::core
