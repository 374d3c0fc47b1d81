#include "analysis/domains/predicate_analysis.hpp"

#include "analysis/domains/value_state.hpp"

namespace vouch::domains {

static_assert(core::ConfigurableProgramAnalysis<PredicateAnalysis>);

bool Blocks::end_behind(const cfa::Edge& edge) const {
  const cfa::Location& target = cfa_.location(edge.target);
  const auto* call = std::get_if<cfa::Call>(&edge.operation);
  if (target.is_loop_head || target.target || std::holds_alternative<cfa::Unsupported>(edge.operation) ||
      (call != nullptr && recursive_.contains(call->callee))) {
    return true;
  }
  switch (block_operator_) {
  case BlockOperator::Loops:
    return false;
  case BlockOperator::LoopsAndFunctions:
    return call != nullptr || std::holds_alternative<cfa::Return>(edge.operation);
  case BlockOperator::SingleBlock:
    return true;
  }
  return true;
}

PredicateAnalysis::PredicateAnalysis(const cfa::Cfa& cfa, PathFormulas& formulas, PredicateAbstractor& abstractor,
                                     const Blocks& blocks, const smt::Term& truth)
    : cfa_(&cfa), formulas_(&formulas), abstractor_(&abstractor), blocks_(&blocks), truth_(truth) {}

PredicateState PredicateAnalysis::initial_state(cfa::LocationId start) const {
  auto abstraction = std::make_shared<const Abstraction>(Abstraction{truth_, start, formulas_->start(), nullptr, {}});
  return {start, std::move(abstraction), formulas_->start(), BlockPhase::Inside};
}

std::vector<PredicateState> PredicateAnalysis::post(const State& state, const Precision& /*precision*/,
                                                    const core::EdgeContext& context) const {
  BlockPhase phase = blocks_->end_behind(context.edge) ? BlockPhase::Ended : BlockPhase::Inside;
  return {State{context.edge.target, state.abstraction, formulas_->extend(state.path, context.id), phase}};
}

std::vector<PredicateState> PredicateAnalysis::strengthen(const State& state, const core::ProductView& product,
                                                          const core::EdgeContext& /*context*/) const {
  const auto* values = product.find<ValueState>();
  if (state.phase == BlockPhase::Inside || values == nullptr) {
    return {state};
  }
  State strengthened = state;
  strengthened.values = values->registers;
  return {std::move(strengthened)};
}

PredicateState PredicateAnalysis::merge(const State& added, const State& reached,
                                        const Precision& /*precision*/) const {
  if (is_block_end(added) || is_block_end(reached) || added.abstraction != reached.abstraction ||
      added.location != reached.location) {
    return reached;
  }
  return {reached.location, reached.abstraction, formulas_->merge(reached.path, added.path), reached.phase};
}

bool PredicateAnalysis::stop(const State& state, std::span<const State* const> reached,
                             const Precision& /*precision*/) const {
  for (const State* other : reached) {
    if (state.location != other->location || is_block_end(state) != is_block_end(*other)) {
      continue;
    }
    bool covered = is_block_end(state)
                       ? abstractor_->implies(state.abstraction->formula, other->abstraction->formula)
                       : state.abstraction == other->abstraction && formulas_->is_merged_into(state.path, other->path);
    if (covered) {
      return true;
    }
  }
  return false;
}

core::Adjustment<PredicateState, PredicatePrecision>
PredicateAnalysis::adjust(const State& state, const Precision& precision,
                          const core::ReachedView<State>& /*reached*/) const {
  if (state.phase == BlockPhase::Inside) {
    return core::Continue<State, Precision>{state};
  }
  std::vector<smt::Term> predicates = precision.at(state.location, cfa_->location(state.location).function);
  std::optional<smt::Term> formula = abstractor_->abstract(*state.abstraction, state.path, predicates);
  if (!formula) {
    return core::Bottom{};
  }
  auto abstraction = std::make_shared<const Abstraction>(
      Abstraction{*formula, state.location, state.path, state.abstraction, std::move(predicates),
                  abstractor_->facts_of(state.values, *cfa_)});
  return core::Continue<State, Precision>{State{state.location, std::move(abstraction), formulas_->start()}};
}

} // namespace vouch::domains
