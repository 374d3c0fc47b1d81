#include "analysis/refinement/predicates/predicate_refiner.hpp"

#include "analysis/domains/predicates/predicate_analysis.hpp"
#include "analysis/refinement/path_checker.hpp"
#include "analysis/support/overloaded.hpp"

#include <algorithm>
#include <set>

namespace vouch::refinement {
namespace {

/// The node of `reached` at which the block that `end` stands for ends; nothing if it has been taken back.
std::optional<core::ArgNodeId> node_of(const core::ReachedSet& reached, const domains::AbstractionRef& end) {
  for (core::ArgNodeId id : reached.arg().ids()) {
    const core::AbstractState& state = reached.node(id).state;
    if (domains::abstraction_of(state) == end && domains::is_segment_end(state)) {
      return id;
    }
  }
  return std::nullopt;
}

std::string reason_of(const smt::TreeInterpolationResult& result) {
  return std::visit(Overloaded{
                        [](const smt::TreeInterpolants&) { return std::string(); },
                        [](const smt::Feasible&) { return std::string("the path has a model"); },
                        [](const smt::Declined& declined) { return declined.reason; },
                        [](const smt::Undecided& undecided) { return undecided.reason; },
                    },
                    result);
}

/// What a path that is feasible in the theory of the abstraction is on the level of bits.
core::Refinement refinement_of(Feasibility feasibility) {
  return std::visit(
      Overloaded{
          [](FeasiblePath& feasible) -> core::Refinement { return core::Feasible{std::move(feasible.path)}; },
          [](const InfeasiblePath&) -> core::Refinement {
            return core::Inconclusive{"the path is infeasible only on the level of bits"};
          },
          [](UndecidedPath& undecided) -> core::Refinement { return core::Inconclusive{std::move(undecided.reason)}; },
      },
      feasibility);
}

core::Refinement refinement_of(std::vector<core::Cut> cuts, const domains::PredicatePrecision& increment) {
  if (cuts.empty()) {
    return core::Inconclusive{"refinement stuck"};
  }
  return core::Spurious{std::move(cuts), core::Precision::of(increment)};
}

/// Whether the abstraction was computed without one of `predicates`.
bool is_coarser(const domains::Abstraction& abstraction, const domains::PredicateSet& predicates) {
  const std::vector<smt::Term>& tracked = abstraction.predicates;
  return std::any_of(predicates.begin(), predicates.end(), [&](const smt::Term& predicate) {
    return std::find(tracked.begin(), tracked.end(), predicate) == tracked.end();
  });
}

/// Whether the predicate speaks of values somewhere within a block, and not of those at its end.
bool is_about_inner_values(const smt::Term& predicate, smt::TermManager& terms, const smt::Encoder& encoder) {
  const std::vector<smt::Term>& constants = terms.constants(predicate);
  return std::any_of(constants.begin(), constants.end(), [&](const smt::Term& constant) {
    const auto symbol = encoder.find(constant);
    return symbol ? symbol->index.has_value() : !encoder.is_rigid(constant);
  });
}

} // namespace

PredicateRefiner::PredicateRefiner(Services services, PrecisionScope scope, PredicateAbstraction abstraction)
    : services_(services), scope_(scope), abstraction_(abstraction), explainer_(services.sequences, abstraction) {}

PathServices PredicateRefiner::path_services() const {
  return {services_.sequences.cfa, services_.sequences.terms, services_.formulas, services_.sequences.abstraction,
          services_.recursive};
}

core::Refinement PredicateRefiner::refine(const core::Exploration& exploration, core::ExploredNode target,
                                          RunContext& context) {
  const SequenceExplainer::Services& sequences = services_.sequences;
  const std::optional<OutermostChain> chain = outermost_chain(exploration, target);
  if (!chain) {
    return core::Inconclusive{"the way through the blocks has changed"};
  }
  const auto sliced = slice_or_path(chain->blocks, sequences.terms, sequences.abstraction, context);
  if (const auto* refutation = std::get_if<Refutation>(&sliced)) {
    return refute_outermost(*chain, *refutation, context);
  }
  if (exploration.size() == 1) { // without blocks there are no summaries
    return refinement_of(decide_without_summaries(chain->blocks, std::get_if<PathInTheory>(&sliced), context));
  }
  const Unfolding unfolding = unfold(exploration, *chain, path_services(), context);
  return std::visit(
      Overloaded{
          [&](const UnfoldedPath& path) {
            return refinement_of(decide_on_bits(path.edges, chain->blocks.back().end->location, context));
          },
          [&](const RefutedPath& path) { return refute_unfolded(exploration, path, context); },
          [](const smt::Undecided& undecided) -> core::Refinement { return core::Inconclusive{undecided.reason}; },
      },
      unfolding);
}

void PredicateRefiner::add_predicates(domains::PredicatePrecision& increment, cfa::LocationId location,
                                      const domains::PredicateSet& predicates) const {
  switch (scope_) {
  case PrecisionScope::Location:
    increment = increment.with_local(location, predicates);
    break;
  case PrecisionScope::Function:
    increment = increment.with_function(services_.sequences.cfa.location(location).function, predicates);
    break;
  case PrecisionScope::Global:
    increment = increment.with_global(predicates);
    break;
  }
}

core::Refinement PredicateRefiner::refute_outermost(const OutermostChain& chain, const Refutation& refutation,
                                                    RunContext& context) {
  auto explanation = explainer_.explain(chain.blocks, refutation, context);
  if (auto* inconclusive = std::get_if<core::Inconclusive>(&explanation)) {
    return std::move(*inconclusive);
  }
  const auto& predicates = std::get<std::vector<domains::PredicateSet>>(explanation);
  std::vector<core::Cut> cuts;
  domains::PredicatePrecision increment;
  std::set<core::ReachedSetId> is_cut;
  for (std::size_t i = 0; i + 1 < chain.blocks.size() && i < predicates.size(); ++i) {
    const ChainSegment& block = chain.blocks[i];
    if (predicates[i].empty()) {
      continue;
    }
    add_predicates(increment, block.end->location, predicates[i]);
    // Not by the node's precision: that is for its successors, and may be newer than the node's state.
    if (is_coarser(*block.end, predicates[i]) && is_cut.insert(chain.sets[i]).second) {
      cuts.push_back({chain.sets[i], {block.node}, {}});
    }
  }
  if (cuts.empty()) { // then no run gets to the end of some block where nobody has asked
    for (std::size_t i = 0; i < chain.blocks.size(); ++i) {
      const ChainSegment& block = chain.blocks[i];
      if (block.end->may_be_empty) {
        increment = increment.with_local(block.end->location, {services_.sequences.terms.boolean(false)});
        if (is_cut.insert(chain.sets[i]).second) {
          cuts.push_back({chain.sets[i], {block.node}, {}});
        }
      }
    }
  }
  return refinement_of(std::move(cuts), increment);
}

core::Refinement PredicateRefiner::refute_unfolded(const core::Exploration& exploration, const RefutedPath& path,
                                                   RunContext& context) {
  smt::TermManager& terms = services_.sequences.terms;
  const PathTree tree = tree_of(path.outermost, path_services());
  const smt::TreeInterpolationResult result = [&] {
    const CountedTime counted(context.statistics.interpolation_nanoseconds);
    return services_.tree_interpolator.interpolate(tree.problem, context.remaining(interpolation_limit));
  }();
  const auto* interpolants = std::get_if<smt::TreeInterpolants>(&result);
  if (context.log) {
    context.log("tree of " + std::to_string(tree.nodes.size()) + " nodes: " +
                (interpolants != nullptr ? interpolants->engine : "no interpolants: " + reason_of(result)));
  }
  if (interpolants == nullptr) {
    return core::Inconclusive{"refinement stuck: no interpolants (" + reason_of(result) + ")"};
  }
  domains::PredicatePrecision increment;
  PredicatesBySegment predicates;
  for (std::size_t i = 0; i + 1 < tree.nodes.size(); ++i) {
    const PathTree::Node& node = tree.nodes[i];
    const smt::Term formula = terms.substitute(interpolants->at[i], node.meanings);
    domains::PredicateSet found = predicates_in(formula, terms, abstraction_);
    std::erase_if(found, [&](const smt::Term& predicate) {
      return is_about_inner_values(predicate, terms, services_.sequences.abstraction.encoder);
    });
    const cfa::LocationId location = node.segment->block.end->location;
    if (context.log) {
      for (const smt::Term& predicate : found) {
        context.log("  " + to_string(services_.sequences.cfa.location(location).range) + ": " + predicate.to_string());
      }
    }
    if (!found.empty()) {
      add_predicates(increment, location, found);
      predicates.emplace(node.segment, std::move(found));
    }
  }
  std::vector<core::Cut> cuts;
  add_cuts(cuts, exploration, path.outermost, predicates);
  return refinement_of(std::move(cuts), increment);
}

bool PredicateRefiner::add_cuts(std::vector<core::Cut>& cuts, const core::Exploration& exploration,
                                const Activation& activation, const PredicatesBySegment& predicates) const {
  bool has_changed = false;
  std::set<core::ReachedSetId> has_pivot;
  for (const Segment& segment : activation.segments) {
    for (const CallOnPath& call : segment.calls) {
      if (call.inside && add_cuts(cuts, exploration, *call.inside, predicates)) {
        cuts.push_back({segment.set, {}, {call.inside->set}});
        has_changed = true;
      }
    }
    auto found = predicates.find(&segment);
    const ChainSegment& block = segment.block;
    if (found == predicates.end() || !is_coarser(*block.end, found->second)) {
      continue;
    }
    has_changed = true;
    if (!has_pivot.insert(segment.set).second) {
      continue; // below the first one
    }
    const std::optional<core::ArgNodeId> node =
        block.node.is_valid() ? block.node : node_of(exploration.reached(segment.set), block.end);
    if (node) {
      cuts.push_back({segment.set, {*node}, {}});
    }
  }
  return has_changed;
}

/// The path that exists in the theory of the abstraction comes first: it is one of many in a block, and without
/// alternatives its formula is solved in a fraction of the time.
Feasibility PredicateRefiner::decide_without_summaries(const std::vector<ChainSegment>& chain,
                                                       const PathInTheory* likely, RunContext& context) {
  const SequenceExplainer::Services& sequences = services_.sequences;
  if (likely != nullptr) {
    Feasibility feasibility = decide_on_bits(likely->edges, chain.back().end->location, context);
    if (std::holds_alternative<FeasiblePath>(feasibility)) {
      return feasibility;
    }
  }
  return decide(chain, sequences.terms, services_.bits, sequences.cfa, context);
}

Feasibility PredicateRefiner::decide_on_bits(const std::vector<cfa::EdgeId>& edges, cfa::LocationId target,
                                             RunContext& context) {
  const cfa::Cfa& cfa = services_.sequences.cfa;
  const domains::PathFormulaId formula = path_along(edges, cfa, services_.recursive, services_.formulas);
  return decide_path(formula, target, services_.sequences.terms, services_.bits, cfa, context);
}

} // namespace vouch::refinement
