#include "analysis/domains/predicates/predicate_analysis.hpp"

#include "analysis/core/composite.hpp"
#include "analysis/smt/terms/readable_text.hpp"

#include <algorithm>
#include <set>
#include <unordered_set>
#include <utility>

namespace vouch::domains {

static_assert(core::ConfigurableProgramAnalysis<PredicateAnalysis>);

namespace {

/// One question about many branches that meet may save as many refinements; but not if it takes longer than these.
constexpr std::chrono::milliseconds short_look{50};

} // namespace

PredicateAnalysis::PredicateAnalysis(const cfa::Cfa& cfa, PathFormulas& formulas, PredicateAbstractor& abstractor,
                                     const Segments& segments, smt::Encoder& encoder)
    : cfa_(&cfa), formulas_(&formulas), abstractor_(&abstractor), segments_(&segments), symbols_(cfa, encoder),
      truth_(encoder.terms().boolean(true)) {}

PredicateAnalysis PredicateAnalysis::leaving(const LeftToOthers& left) const {
  PredicateAnalysis result = *this;
  result.left_to_others_ = left;
  return result;
}

PredicateAnalysis PredicateAnalysis::taking_over(std::shared_ptr<ConditionPredicates> conditions) const {
  PredicateAnalysis result = *this;
  result.conditions_ = std::move(conditions);
  return result;
}

PredicateState PredicateAnalysis::initial_state(cfa::LocationId start) const {
  auto abstraction = std::make_shared<const Abstraction>(Abstraction{truth_, start, formulas_->start(), nullptr, {}});
  return {start, std::move(abstraction), formulas_->start(), SegmentPhase::Inside};
}

std::vector<PredicateState> PredicateAnalysis::post(const State& state, const Precision& /*precision*/,
                                                    const core::EdgeContext& context) const {
  SegmentPhase phase = segments_->end_behind(context.edge) ? SegmentPhase::Ended : SegmentPhase::Inside;
  PathFormulaId path = state.path;
  if (const auto* call = std::get_if<cfa::Call>(&context.edge.operation);
      call != nullptr && segments_->is_remembered(call->callee) && segments_->is_recursive(call->callee)) {
    path = formulas_->save(path, call->callee);
  }
  return {State{context.edge.target, state.abstraction, formulas_->extend(path, context.id), phase}};
}

PredicateState PredicateAnalysis::merge(const State& added, const State& reached,
                                        const Precision& /*precision*/) const {
  if (is_segment_end(added) || is_segment_end(reached) || added.abstraction != reached.abstraction ||
      added.location != reached.location) {
    return reached;
  }
  return {reached.location, reached.abstraction, formulas_->merge(reached.path, added.path), reached.phase};
}

bool PredicateAnalysis::stop(const State& state, std::span<const State* const> reached,
                             const Precision& /*precision*/) const {
  for (const State* other : reached) {
    if (state.location != other->location || is_segment_end(state) != is_segment_end(*other)) {
      continue;
    }
    bool covered = is_segment_end(state)
                       ? abstractor_->implies(*state.abstraction, *other->abstraction)
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
  if (state.phase == SegmentPhase::Inside) {
    return core::Continue<State, Precision>{state};
  }
  std::vector<smt::Term> predicates = predicates_at(state.location, precision);
  const bool is_asked = left_to_others_.emptiness == Emptiness::AskedEverywhere || !predicates.empty();
  const std::optional<smt::Term> formula =
      is_asked ? abstractor_->abstract(*state.abstraction, state.path, predicates) : looked_at_shortly(state);
  if (!formula) {
    return core::Bottom{};
  }
  auto abstraction = std::make_shared<const Abstraction>(
      Abstraction{*formula, state.location, state.path, state.abstraction, std::move(predicates), {}, !is_asked});
  return core::Continue<State, Precision>{State{state.location, std::move(abstraction), formulas_->start()}};
}

std::optional<smt::Term> PredicateAnalysis::looked_at_shortly(const State& state) const {
  return cfa_->location(state.location).target ? abstractor_->abstract(*state.abstraction, state.path, {}, short_look)
                                               : truth_;
}

core::Adjustment<PredicateState, PredicatePrecision>
PredicateAnalysis::adjust_together(const State& state, const Precision& precision,
                                   const core::ProductChange& change) const {
  const PredicateSet more = taken_over(change);
  const Precision tracked = more.empty() ? precision : precision.with_global(more);
  if (!is_segment_end(state)) {
    return core::Continue<State, Precision>{state, tracked};
  }
  Abstraction abstraction = more.empty() ? *state.abstraction : computed_again(*state.abstraction, tracked);
  abstraction.known = abstractor_->known_from(change.after.says());
  if (left_to_others_.said == SaidByOthers::LeftOut && abstractor_->is_known(abstraction)) {
    abstraction.formula = truth_;
  }
  return core::Continue<State, Precision>{
      State{state.location, std::make_shared<const Abstraction>(std::move(abstraction)), state.path}, tracked};
}

PredicateSet PredicateAnalysis::taken_over(const core::ProductChange& change) const {
  const bool has_changed = !std::ranges::equal(change.precisions_before, change.precisions_after, {},
                                               &core::Precision::identity, &core::Precision::identity);
  if (conditions_ == nullptr || !has_changed) {
    return {};
  }
  const std::vector<cfa::ExpressionRef> said = change.after.says();
  const std::unordered_set<cfa::ExpressionRef> still_said(said.begin(), said.end());
  std::set<cfa::VariableId> variables;
  for (cfa::ExpressionRef condition : change.before.says()) {
    const auto compared = still_said.contains(condition) ? std::nullopt : cfa::compared_place(condition);
    if (compared && std::holds_alternative<cfa::VariableRead>(compared->place->node)) {
      variables.insert(compared->variable);
    }
  }
  return conditions_->about(variables);
}

Abstraction PredicateAnalysis::computed_again(const Abstraction& abstraction, const Precision& precision) const {
  if (abstraction.previous == nullptr) {
    return abstraction;
  }
  Abstraction result = abstraction;
  result.predicates = predicates_at(abstraction.location, precision);
  // Nothing is behind it: that was not seen with fewer predicates, and is seen at the next location.
  result.formula =
      abstractor_->abstract(*abstraction.previous, abstraction.block, result.predicates).value_or(abstraction.formula);
  return result;
}

std::vector<smt::Term> PredicateAnalysis::predicates_at(cfa::LocationId location, const Precision& precision) const {
  std::vector<smt::Term> predicates = precision.at(location, cfa_->location(location).function);
  if (const cfa::Function* function = segments_->function_left_at(location)) {
    std::erase_if(predicates,
                  [&](const smt::Term& predicate) { return !symbols_.is_visible_at_exit(predicate, *function); });
  }
  return predicates;
}

std::optional<PredicateState> PredicateAnalysis::reduce(const State& state, const Precision& precision,
                                                        const core::BlockContext& block) const {
  std::vector<smt::Term> predicates = precision.at(block.block.entry, block.block.function);
  std::erase_if(predicates, [&](const smt::Term& predicate) { return !symbols_.matters_at_entry(predicate, block); });
  const std::optional<smt::Term> formula = abstractor_->abstract(*state.abstraction, state.path, predicates);
  if (!formula) {
    return std::nullopt;
  }
  smt::Term start = abstractor_->conjunction(*formula, symbols_.entry_equalities(block));
  auto abstraction = std::make_shared<const Abstraction>(
      Abstraction{std::move(start), block.block.entry, formulas_->start(), nullptr, std::move(predicates)});
  return State{block.block.entry, std::move(abstraction), formulas_->start()};
}

PredicateState PredicateAnalysis::expand(const State& entry, const core::BlockContext& block, const State& exit) const {
  BlockSummary summary{exit.abstraction, exit.abstraction->formula, symbols_.changed(block, exit.abstraction->formula)};
  const bool is_end =
      block.block.kind == facts::BlockKind::Loop && segments_->end_behind_loop(block.block, exit.location);
  const SegmentPhase phase = is_end ? SegmentPhase::Ended : SegmentPhase::Inside;
  return {exit.location, entry.abstraction, formulas_->summarise(entry.path, std::move(summary)), phase};
}

PredicateState PredicateAnalysis::rebuild(const State& /*entry*/, const core::BlockContext& block,
                                          const State& expanded) const {
  if (!segments_->is_recursive(block.block.function)) {
    return expanded; // no other activation has lost anything
  }
  State rebuilt = expanded;
  rebuilt.path = formulas_->restore(expanded.path, block.block.function);
  return rebuilt;
}

std::vector<core::StatePart> PredicateAnalysis::describe(const State& state, const cfa::Cfa& cfa) const {
  std::vector<core::StatePart> parts = {
      {"predicates", smt::readable_text(state.abstraction->formula, core::longest_text)}};
  if (!is_segment_end(state)) {
    const SourceRange& from = cfa.location(state.abstraction->location).range;
    parts.push_back({"path", "since the abstraction at line " + std::to_string(from.begin.line)});
  }
  std::erase_if(parts, [](const core::StatePart& part) { return part.text.empty(); });
  return parts;
}

const AbstractionRef& abstraction_of(const core::AbstractState& state) {
  return core::component<PredicateState>(state).abstraction;
}

PathFormulaId path_since_abstraction(const core::AbstractState& state) {
  return core::component<PredicateState>(state).path;
}

bool is_segment_end(const core::AbstractState& state) { return path_since_abstraction(state) == PathFormulas::start(); }

core::AbstractState with_abstraction(const core::AbstractState& state, AbstractionRef abstraction) {
  const cfa::LocationId location = abstraction->location;
  return core::with_component(state, PredicateState{location, std::move(abstraction), PathFormulas::start()});
}

} // namespace vouch::domains
