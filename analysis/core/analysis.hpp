#pragma once

#include "analysis/core/configurable_program_analysis.hpp"
#include "analysis/core/erased_value.hpp"
#include "analysis/core/product_view.hpp"
#include "analysis/core/state_text.hpp"
#include "analysis/support/overloaded.hpp"

#include <cassert>
#include <memory>
#include <span>
#include <utility>
#include <vector>

/// The one interface through which the engine sees every domain, and the adapter that turns a domain into it.
namespace vouch::core {

/// A configurable program analysis whose state and precision types are hidden; the contracts are those of
/// `ConfigurableProgramAnalysis`. Copies share the domain. States and precisions given to it must be its own.
class Analysis {
public:
  [[nodiscard]] AbstractState initial_state(cfa::LocationId location) const {
    return interface_->initial_state(location);
  }
  [[nodiscard]] Precision initial_precision() const { return interface_->initial_precision(); }
  [[nodiscard]] std::vector<AbstractState> post(const AbstractState& state, const Precision& precision,
                                                const EdgeContext& edge) const {
    return interface_->post(state, precision, edge);
  }
  [[nodiscard]] std::vector<AbstractState> strengthen(const AbstractState& own, const ProductView& product,
                                                      const EdgeContext& edge) const {
    return interface_->strengthen(own, product, edge);
  }
  /// Whether `strengthen` may give anything but the state itself.
  [[nodiscard]] bool strengthens() const { return interface_->strengthens(); }
  /// `reached` itself, or an upper bound of both.
  [[nodiscard]] AbstractState merge(const AbstractState& added, const AbstractState& reached,
                                    const Precision& precision) const {
    return interface_->merge(added, reached, precision);
  }
  [[nodiscard]] bool stop(const AbstractState& state, std::span<const AbstractState* const> reached,
                          const Precision& precision) const {
    return interface_->stop(state, reached, precision);
  }
  [[nodiscard]] Adjustment<AbstractState, Precision> adjust(const AbstractState& state, const Precision& precision,
                                                            const ReachedView<AbstractState>& reached) const {
    return interface_->adjust(state, precision, reached);
  }
  [[nodiscard]] Adjustment<AbstractState, Precision>
  adjust_together(const AbstractState& state, const Precision& precision, const ProductChange& change) const {
    return interface_->adjust_together(state, precision, change);
  }
  /// A state that contains both. Nothing: they have to stay apart.
  [[nodiscard]] std::optional<AbstractState> join(const AbstractState& added, const AbstractState& reached) const {
    return interface_->join(added, reached);
  }
  [[nodiscard]] MergeBound merge_bound() const { return interface_->merge_bound(); }
  [[nodiscard]] bool keeps_apart() const { return interface_->keeps_apart(); }
  [[nodiscard]] Coverage coverage() const { return interface_->coverage(); }
  [[nodiscard]] std::vector<TargetReason> targets(const AbstractState& state) const {
    return interface_->targets(state);
  }
  /// For a composite, `increment` may also be a precision of one of its components.
  [[nodiscard]] Precision join_precision(const Precision& precision, const Precision& increment) const {
    return interface_->join_precision(precision, increment);
  }
  [[nodiscard]] std::size_t partition(const AbstractState& state) const { return interface_->partition(state); }
  [[nodiscard]] std::size_t merge_key(const AbstractState& state) const { return interface_->merge_key(state); }
  [[nodiscard]] std::size_t shape(const AbstractState& state) const { return interface_->shape(state); }
  [[nodiscard]] std::size_t projection(const AbstractState& state, const AbstractState& onto) const {
    return interface_->projection(state, onto);
  }
  /// Conditions that hold in the state.
  [[nodiscard]] std::vector<cfa::ExpressionRef> says(const AbstractState& state) const {
    return interface_->says(state);
  }
  /// What the state knows beyond its location, for people. Parts that say nothing are left out.
  [[nodiscard]] std::vector<StatePart> describe(const AbstractState& state, const cfa::Cfa& cfa) const {
    return interface_->describe(state, cfa);
  }
  /// Invalid if the analysis does not know locations.
  [[nodiscard]] cfa::LocationId location(const AbstractState& state) const { return interface_->location(state); }
  [[nodiscard]] std::size_t call_depth(const AbstractState& state) const { return interface_->call_depth(state); }
  [[nodiscard]] std::vector<std::size_t> traversal_place(const AbstractState& state) const {
    return interface_->traversal_place(state);
  }
  [[nodiscard]] std::optional<AbstractState> reduce(const AbstractState& state, const Precision& precision,
                                                    const BlockContext& block) const {
    return interface_->reduce(state, precision, block);
  }
  [[nodiscard]] Precision reduce_precision(const Precision& precision, const BlockContext& block) const {
    return interface_->reduce_precision(precision, block);
  }
  [[nodiscard]] AbstractState expand(const AbstractState& entry, const BlockContext& block,
                                     const AbstractState& exit) const {
    return interface_->expand(entry, block, exit);
  }
  [[nodiscard]] AbstractState rebuild(const AbstractState& entry, const BlockContext& block,
                                      const AbstractState& expanded) const {
    return interface_->rebuild(entry, block, expanded);
  }

private:
  template <ConfigurableProgramAnalysis A>
  friend Analysis erase(A analysis);

  struct Interface {
    Interface() = default;
    Interface(const Interface&) = delete;
    Interface& operator=(const Interface&) = delete;
    virtual ~Interface() = default;

    virtual AbstractState initial_state(cfa::LocationId location) const = 0;
    virtual Precision initial_precision() const = 0;
    virtual std::vector<AbstractState> post(const AbstractState& state, const Precision& precision,
                                            const EdgeContext& edge) const = 0;
    virtual std::vector<AbstractState> strengthen(const AbstractState& own, const ProductView& product,
                                                  const EdgeContext& edge) const = 0;
    virtual bool strengthens() const = 0;
    virtual AbstractState merge(const AbstractState& added, const AbstractState& reached,
                                const Precision& precision) const = 0;
    virtual bool stop(const AbstractState& state, std::span<const AbstractState* const> reached,
                      const Precision& precision) const = 0;
    virtual Adjustment<AbstractState, Precision> adjust(const AbstractState& state, const Precision& precision,
                                                        const ReachedView<AbstractState>& reached) const = 0;
    virtual Adjustment<AbstractState, Precision> adjust_together(const AbstractState& state, const Precision& precision,
                                                                 const ProductChange& change) const = 0;
    virtual std::optional<AbstractState> join(const AbstractState& added, const AbstractState& reached) const = 0;
    virtual MergeBound merge_bound() const = 0;
    virtual bool keeps_apart() const = 0;
    virtual Coverage coverage() const = 0;
    virtual std::vector<TargetReason> targets(const AbstractState& state) const = 0;
    virtual Precision join_precision(const Precision& precision, const Precision& increment) const = 0;
    virtual std::size_t partition(const AbstractState& state) const = 0;
    virtual std::size_t merge_key(const AbstractState& state) const = 0;
    virtual std::size_t shape(const AbstractState& state) const = 0;
    virtual std::size_t projection(const AbstractState& state, const AbstractState& onto) const = 0;
    virtual std::vector<cfa::ExpressionRef> says(const AbstractState& state) const = 0;
    virtual std::vector<StatePart> describe(const AbstractState& state, const cfa::Cfa& cfa) const = 0;
    virtual cfa::LocationId location(const AbstractState& state) const = 0;
    virtual std::size_t call_depth(const AbstractState& state) const = 0;
    virtual std::vector<std::size_t> traversal_place(const AbstractState& state) const = 0;
    virtual std::optional<AbstractState> reduce(const AbstractState& state, const Precision& precision,
                                                const BlockContext& block) const = 0;
    virtual Precision reduce_precision(const Precision& precision, const BlockContext& block) const = 0;
    virtual AbstractState expand(const AbstractState& entry, const BlockContext& block,
                                 const AbstractState& exit) const = 0;
    virtual AbstractState rebuild(const AbstractState& entry, const BlockContext& block,
                                  const AbstractState& expanded) const = 0;
  };

  template <ConfigurableProgramAnalysis A>
  class Adapter;

  explicit Analysis(std::shared_ptr<const Interface> implementation) : interface_(std::move(implementation)) {}

  std::shared_ptr<const Interface> interface_;
};

template <ConfigurableProgramAnalysis A>
class Analysis::Adapter final : public Analysis::Interface {
  using State = typename A::State;
  using OwnPrecision = typename A::Precision;

public:
  explicit Adapter(A analysis) : analysis_(std::move(analysis)) {}

  AbstractState initial_state(cfa::LocationId location) const override {
    return AbstractState::of(analysis_.initial_state(location));
  }

  Precision initial_precision() const override { return Precision::of(analysis_.initial_precision()); }

  std::vector<AbstractState> post(const AbstractState& state, const Precision& precision,
                                  const EdgeContext& edge) const override {
    std::vector<State> states = analysis_.post(state.as<State>(), precision.as<OwnPrecision>(), edge);
    if constexpr (requires { analysis_.number(state.as<State>()); }) {
      return numbered(std::move(states));
    } else {
      return erased(state, std::move(states));
    }
  }

  std::vector<AbstractState> strengthen(const AbstractState& own, const ProductView& product,
                                        const EdgeContext& edge) const override {
    if constexpr (requires { analysis_.strengthen(own.as<State>(), product, edge); }) {
      return erased(own, analysis_.strengthen(own.as<State>(), product, edge));
    } else {
      return {own};
    }
  }

  bool strengthens() const override {
    return requires(const State& own, const ProductView& product, const EdgeContext& edge) {
      analysis_.strengthen(own, product, edge);
    };
  }

  AbstractState merge(const AbstractState& added, const AbstractState& reached,
                      const Precision& precision) const override {
    const State& reached_state = reached.as<State>();
    State merged = analysis_.merge(added.as<State>(), reached_state, precision.as<OwnPrecision>());
    return merged == reached_state ? reached : AbstractState::of(std::move(merged));
  }

  bool stop(const AbstractState& state, std::span<const AbstractState* const> reached,
            const Precision& precision) const override {
    if (reached.size() == 1) { // the common case, spared the allocation
      const State* candidate = &reached.front()->as<State>();
      return analysis_.stop(state.as<State>(), std::span<const State* const>(&candidate, 1),
                            precision.as<OwnPrecision>());
    }
    std::vector<const State*> candidates;
    candidates.reserve(reached.size());
    for (const AbstractState* candidate : reached) {
      candidates.push_back(&candidate->as<State>());
    }
    return analysis_.stop(state.as<State>(), candidates, precision.as<OwnPrecision>());
  }

  Adjustment<AbstractState, Precision> adjust(const AbstractState& state, const Precision& precision,
                                              const ReachedView<AbstractState>& reached) const override {
    ReachedView<State> view(reached.size(),
                            [&reached](std::size_t index) -> const State& { return reached[index].as<State>(); });
    return erased(state, precision, analysis_.adjust(state.as<State>(), precision.as<OwnPrecision>(), view));
  }

  Adjustment<AbstractState, Precision> adjust_together(const AbstractState& state, const Precision& precision,
                                                       const ProductChange& change) const override {
    const State& own = state.as<State>();
    const OwnPrecision& own_precision = precision.as<OwnPrecision>();
    if constexpr (requires { analysis_.adjust_together(own, own_precision, change); }) {
      return erased(state, precision, analysis_.adjust_together(own, own_precision, change));
    } else {
      return Continue<AbstractState, Precision>{state};
    }
  }

  std::optional<AbstractState> join(const AbstractState& added, const AbstractState& reached) const override {
    const State& reached_state = reached.as<State>();
    if constexpr (requires { analysis_.join(added.as<State>(), reached_state); }) {
      std::optional<State> joined = analysis_.join(added.as<State>(), reached_state);
      if (!joined) {
        return std::nullopt;
      }
      return *joined == reached_state ? reached : AbstractState::of(*std::move(joined));
    } else {
      return std::nullopt;
    }
  }

  bool keeps_apart() const override {
    if constexpr (requires { analysis_.keeps_apart(); }) {
      return analysis_.keeps_apart();
    } else {
      return false;
    }
  }

  MergeBound merge_bound() const override {
    if constexpr (requires { analysis_.merge_bound(); }) {
      return analysis_.merge_bound();
    } else {
      return MergeBound::Both;
    }
  }

  Coverage coverage() const override {
    if constexpr (requires { analysis_.coverage(); }) {
      return analysis_.coverage();
    } else {
      return Coverage::ByOne;
    }
  }

  std::vector<TargetReason> targets(const AbstractState& state) const override {
    if constexpr (requires { analysis_.targets(state.as<State>()); }) {
      return analysis_.targets(state.as<State>());
    } else if constexpr (requires { analysis_.target(state.as<State>()); }) {
      std::optional<TargetReason> reason = analysis_.target(state.as<State>());
      return reason ? std::vector<TargetReason>{std::move(*reason)} : std::vector<TargetReason>{};
    } else {
      return {};
    }
  }

  Precision join_precision(const Precision& precision, const Precision& increment) const override {
    const OwnPrecision& own = precision.as<OwnPrecision>();
    if (precision.identity() == increment.identity()) {
      return precision;
    }
    auto keep_identity = [&](OwnPrecision joined) {
      return joined == own ? precision : Precision::of(std::move(joined));
    };
    if constexpr (requires { analysis_.join_precision(own, increment); }) {
      return keep_identity(analysis_.join_precision(own, increment)); // a composite takes its components' precisions
    } else if constexpr (requires { analysis_.join_precision(own, own); }) {
      return keep_identity(analysis_.join_precision(own, increment.as<OwnPrecision>()));
    } else {
      return precision;
    }
  }

  std::size_t partition(const AbstractState& state) const override {
    if constexpr (requires { analysis_.partition(state.as<State>()); }) {
      return analysis_.partition(state.as<State>());
    } else {
      return 0;
    }
  }

  std::size_t merge_key(const AbstractState& state) const override {
    if constexpr (requires { analysis_.merge_key(state.as<State>()); }) {
      return analysis_.merge_key(state.as<State>());
    } else {
      return partition(state);
    }
  }

  std::size_t shape(const AbstractState& state) const override {
    if constexpr (requires { analysis_.shape(state.as<State>()); }) {
      return analysis_.shape(state.as<State>());
    } else {
      return 0;
    }
  }

  std::size_t projection(const AbstractState& state, const AbstractState& onto) const override {
    if constexpr (requires { analysis_.projection(state.as<State>(), onto.as<State>()); }) {
      return analysis_.projection(state.as<State>(), onto.as<State>());
    } else {
      return 0;
    }
  }

  std::vector<cfa::ExpressionRef> says(const AbstractState& state) const override {
    if constexpr (requires { analysis_.says(state.as<State>()); }) {
      return analysis_.says(state.as<State>());
    } else {
      return {};
    }
  }

  std::vector<StatePart> describe(const AbstractState& state, const cfa::Cfa& cfa) const override {
    if constexpr (requires { analysis_.describe(state.as<State>(), cfa); }) {
      return analysis_.describe(state.as<State>(), cfa);
    } else if constexpr (requires { A::name; }) {
      std::string text = text_of(says(state), cfa);
      return text.empty() ? std::vector<StatePart>{} : std::vector<StatePart>{{A::name, std::move(text)}};
    } else {
      return {};
    }
  }

  cfa::LocationId location(const AbstractState& state) const override {
    if constexpr (requires { analysis_.location(state.as<State>()); }) {
      return analysis_.location(state.as<State>());
    } else {
      return {};
    }
  }

  std::size_t call_depth(const AbstractState& state) const override {
    if constexpr (requires { analysis_.call_depth(state.as<State>()); }) {
      return analysis_.call_depth(state.as<State>());
    } else {
      return 0;
    }
  }

  std::vector<std::size_t> traversal_place(const AbstractState& state) const override {
    if constexpr (requires { analysis_.traversal_place(state.as<State>()); }) {
      return analysis_.traversal_place(state.as<State>());
    } else {
      return {};
    }
  }

  std::optional<AbstractState> reduce(const AbstractState& state, const Precision& precision,
                                      const BlockContext& block) const override {
    if constexpr (requires { analysis_.reduce(state.as<State>(), precision.as<OwnPrecision>(), block); }) {
      std::optional<State> reduced = analysis_.reduce(state.as<State>(), precision.as<OwnPrecision>(), block);
      return reduced ? std::optional(AbstractState::of(*std::move(reduced))) : std::nullopt;
    } else {
      return state;
    }
  }

  Precision reduce_precision(const Precision& precision, const BlockContext& block) const override {
    if constexpr (requires { analysis_.reduce_precision(precision.as<OwnPrecision>(), block); }) {
      return Precision::of(analysis_.reduce_precision(precision.as<OwnPrecision>(), block));
    } else {
      return precision;
    }
  }

  AbstractState expand(const AbstractState& entry, const BlockContext& block,
                       const AbstractState& exit) const override {
    if constexpr (requires { analysis_.expand(entry.as<State>(), block, exit.as<State>()); }) {
      return AbstractState::of(analysis_.expand(entry.as<State>(), block, exit.as<State>()));
    } else {
      return exit;
    }
  }

  AbstractState rebuild(const AbstractState& entry, const BlockContext& block,
                        const AbstractState& expanded) const override {
    if constexpr (requires { analysis_.rebuild(entry.as<State>(), block, expanded.as<State>()); }) {
      return AbstractState::of(analysis_.rebuild(entry.as<State>(), block, expanded.as<State>()));
    } else {
      return expanded;
    }
  }

private:
  /// `adjustment` is what was made of `state` and `precision`. Unchanged values keep their identity, which makes later
  /// comparisons cheap.
  static Adjustment<AbstractState, Precision> erased(const AbstractState& state, const Precision& precision,
                                                     Adjustment<State, OwnPrecision> adjustment) {
    using Result = Adjustment<AbstractState, Precision>;
    auto state_of = [&](State& next) { return next == state.as<State>() ? state : AbstractState::of(std::move(next)); };
    auto precision_of = [&](std::optional<OwnPrecision>& next) {
      const bool is_new = next && !(*next == precision.as<OwnPrecision>());
      return is_new ? std::optional(Precision::of(*std::move(next))) : std::nullopt;
    };
    return std::visit(Overloaded{
                          [](Bottom) -> Result { return Bottom{}; },
                          [&](Continue<State, OwnPrecision>& next) -> Result {
                            return Continue<AbstractState, Precision>{state_of(next.state),
                                                                      precision_of(next.precision)};
                          },
                          [&](Pause<State, OwnPrecision>& next) -> Result {
                            return Pause<AbstractState, Precision>{state_of(next.state), precision_of(next.precision),
                                                                   std::move(next.reason)};
                          },
                      },
                      adjustment);
  }

  /// What was made of `from`, which keeps its identity where it is unchanged.
  static std::vector<AbstractState> erased(const AbstractState& from, std::vector<State> states) {
    std::vector<AbstractState> result;
    result.reserve(states.size());
    for (State& state : states) {
      result.push_back(state == from.as<State>() ? from : AbstractState::of(std::move(state)));
    }
    return result;
  }

  /// States that are few in number: each is made once.
  std::vector<AbstractState> numbered(std::vector<State> states) const {
    std::vector<AbstractState> result;
    result.reserve(states.size());
    for (State& state : states) {
      const std::optional<std::size_t> number = analysis_.number(state);
      if (!number) {
        result.push_back(AbstractState::of(std::move(state)));
        continue;
      }
      if (numbered_.size() <= *number) {
        numbered_.resize(*number + 1);
      }
      std::optional<AbstractState>& known = numbered_[*number];
      if (!known) {
        known = AbstractState::of(std::move(state));
      }
      result.push_back(*known);
    }
    return result;
  }

  A analysis_;
  mutable std::vector<std::optional<AbstractState>> numbered_; ///< those that there were so far
};

inline std::vector<cfa::ExpressionRef> ProductView::says() const {
  std::vector<cfa::ExpressionRef> conditions;
  for (std::size_t i = 0; i < components_.size(); ++i) {
    const std::vector<cfa::ExpressionRef> said = analyses_[i].says(components_[i]);
    conditions.insert(conditions.end(), said.begin(), said.end());
  }
  return conditions;
}

/// Makes a domain usable by the engine.
template <ConfigurableProgramAnalysis A>
Analysis erase(A analysis) {
  return Analysis(std::make_shared<const Analysis::Adapter<A>>(std::move(analysis)));
}

} // namespace vouch::core
