#include "analysis/bam/nested_predicate_refiner.hpp"

#include "analysis/core/composite.hpp"
#include "analysis/domains/predicates/predicate_analysis.hpp"
#include "analysis/refinement/path_checker.hpp"
#include "analysis/refinement/path_slice.hpp"
#include "analysis/support/overloaded.hpp"

#include <algorithm>

namespace vouch::bam {
namespace {

constexpr std::chrono::milliseconds interpolation_limit{20000};

/// The node of `analysis` at which the block that `end` stands for ends; nothing if it has been taken back.
std::optional<core::ArgNodeId> node_of(const BlockAnalysis& analysis, const domains::AbstractionRef& end) {
  for (core::ArgNodeId id : analysis.reached.arg().ids()) {
    const auto& state = core::component<domains::PredicateState>(analysis.reached.node(id).state);
    if (state.abstraction == end && state.path == domains::PathFormulas::start()) {
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

} // namespace

NestedPredicateRefiner::NestedPredicateRefiner(Services services, PrecisionScope scope,
                                               PredicateAbstraction abstraction)
    : services_(services), scope_(scope), abstraction_(abstraction),
      sequence_refiner_(services.predicates, scope, abstraction) {}

NestedRefinement NestedPredicateRefiner::refine(const BlockMemoization& memoization, const BlockTarget& target,
                                                RunContext& context) {
  const auto& predicates = services_.predicates;
  const std::optional<OutermostChain> chain = outermost_chain(memoization, target);
  if (!chain) {
    return core::Inconclusive{"the way through the blocks has changed"};
  }
  if (auto slice = refinement::refuting_slice(chain->blocks, predicates.terms, predicates.abstraction, context)) {
    return refute_outermost(*chain, *slice, context);
  }
  const Unfolding unfolding = unfold(
      memoization, *chain, {predicates.cfa, predicates.terms, services_.formulas, predicates.abstraction}, context);
  return std::visit(
      Overloaded{
          [&](const UnfoldedPath& path) { return decide(path, chain->blocks.back().end->location, context); },
          [&](const RefutedPath& path) { return refute_unfolded(memoization, path, context); },
          [](const smt::Undecided& undecided) -> NestedRefinement { return core::Inconclusive{undecided.reason}; },
      },
      unfolding);
}

void NestedPredicateRefiner::add_predicates(Changes& changes, cfa::LocationId location,
                                            const domains::PredicateSet& predicates) const {
  changes.increment = refinement::extended(changes.increment, location,
                                           services_.predicates.cfa.location(location).function, predicates, scope_);
  for (const smt::Term& predicate : predicates) {
    hash_combine(changes.signature, hash_of(location, predicate.id()));
  }
}

NestedRefinement NestedPredicateRefiner::refute_outermost(const OutermostChain& chain,
                                                          const std::vector<smt::Term>& slice, RunContext& context) {
  auto explanation = sequence_refiner_.explain(chain.blocks, slice, context);
  if (auto* inconclusive = std::get_if<core::Inconclusive>(&explanation)) {
    return std::move(*inconclusive);
  }
  const auto& predicates = std::get<std::vector<domains::PredicateSet>>(explanation);
  Changes changes;
  std::set<BlockAnalysisId> cut;
  for (std::size_t i = 0; i + 1 < chain.blocks.size() && i < predicates.size(); ++i) {
    const refinement::ChainBlock& block = chain.blocks[i];
    if (predicates[i].empty()) {
      continue;
    }
    add_predicates(changes, block.end->location, predicates[i]);
    if (refinement::is_coarser(*block.end, predicates[i]) && cut.insert(chain.analyses[i]).second) {
      changes.cuts.push_back({chain.analyses[i], {block.node}, {}});
      hash_combine(changes.signature, hash_of(chain.analyses[i], block.end->location));
    }
  }
  return finish(std::move(changes));
}

NestedRefinement NestedPredicateRefiner::refute_unfolded(const BlockMemoization& memoization, const RefutedPath& path,
                                                         RunContext& context) {
  smt::TermManager& terms = services_.predicates.terms;
  const PathTree tree =
      tree_of(path.outermost, {services_.predicates.cfa, terms, services_.formulas, services_.predicates.abstraction});
  const smt::TreeInterpolationResult result =
      services_.tree_interpolator.interpolate(tree.problem, context.remaining(interpolation_limit));
  const auto* interpolants = std::get_if<smt::TreeInterpolants>(&result);
  if (context.log) {
    context.log("tree of " + std::to_string(tree.nodes.size()) + " nodes: " +
                (interpolants != nullptr ? interpolants->engine : "no interpolants: " + reason_of(result)));
  }
  if (interpolants == nullptr) {
    return core::Inconclusive{"refinement stuck: no interpolants (" + reason_of(result) + ")"};
  }
  Changes changes;
  std::map<const Segment*, domains::PredicateSet> predicates;
  for (std::size_t i = 0; i + 1 < tree.nodes.size(); ++i) {
    const PathTree::Node& node = tree.nodes[i];
    const smt::Term formula = terms.substitute(interpolants->at[i], node.meanings);
    domains::PredicateSet found = refinement::predicates_in(formula, terms, abstraction_);
    std::erase_if(found, [&](const smt::Term& predicate) {
      const std::vector<smt::Term>& constants = terms.constants(predicate);
      return std::any_of(constants.begin(), constants.end(), [&](const smt::Term& constant) {
        const auto symbol = services_.predicates.abstraction.encoder.find(constant);
        return symbol ? symbol->index.has_value() : !services_.predicates.abstraction.encoder.is_rigid(constant);
      });
    });
    if (context.log) {
      for (const smt::Term& predicate : found) {
        context.log("  " + to_string(services_.predicates.cfa.location(node.segment->block.end->location).range) +
                    ": " + predicate.to_string());
      }
    }
    if (!found.empty()) {
      add_predicates(changes, node.segment->block.end->location, found);
      predicates.emplace(node.segment, std::move(found));
    }
  }
  add_cuts(changes, memoization, path.outermost, predicates);
  return finish(std::move(changes));
}

bool NestedPredicateRefiner::add_cuts(Changes& changes, const BlockMemoization& memoization,
                                      const Activation& activation,
                                      const std::map<const Segment*, domains::PredicateSet>& predicates) const {
  bool has_changed = false;
  std::set<BlockAnalysisId> has_pivot;
  for (const Segment& segment : activation.segments) {
    for (const CallOnPath& call : segment.calls) {
      if (call.inside && add_cuts(changes, memoization, *call.inside, predicates)) {
        changes.cuts.push_back({segment.analysis, {}, {call.inside->analysis}});
        has_changed = true;
      }
    }
    auto found = predicates.find(&segment);
    const refinement::ChainBlock& block = segment.block;
    if (found == predicates.end() || !refinement::is_coarser(*block.end, found->second)) {
      continue;
    }
    has_changed = true;
    if (!has_pivot.insert(segment.analysis).second) {
      continue; // below the first one
    }
    const std::optional<core::ArgNodeId> node =
        block.node.is_valid() ? block.node : node_of(memoization[segment.analysis], block.end);
    hash_combine(changes.signature, hash_of(segment.analysis, block.end->location));
    if (node) {
      changes.cuts.push_back({segment.analysis, {*node}, {}});
    }
  }
  return has_changed;
}

NestedRefinement NestedPredicateRefiner::finish(Changes changes) {
  if (changes.cuts.empty() || !tried_.insert(changes.signature).second) {
    return core::Inconclusive{"refinement stuck"};
  }
  return NestedSpurious{std::move(changes.cuts), core::Precision::of(changes.increment)};
}

NestedRefinement NestedPredicateRefiner::decide(const UnfoldedPath& path, cfa::LocationId target, RunContext& context) {
  const auto& predicates = services_.predicates;
  const domains::PathFormulaId formula =
      refinement::path_along(path.edges, predicates.cfa, services_.recursive, services_.formulas);
  return std::visit(
      Overloaded{[](refinement::FeasiblePath feasible) -> NestedRefinement {
                   return core::Feasible{std::move(feasible.path)};
                 },
                 [](const refinement::InfeasiblePath&) -> NestedRefinement {
                   return core::Inconclusive{"the path is infeasible only on the level of bits"};
                 },
                 [](const refinement::UndecidedPath& undecided) -> NestedRefinement {
                   return core::Inconclusive{undecided.reason};
                 }},
      refinement::decide_path(formula, target, predicates.terms, predicates.bits, predicates.cfa, context));
}

} // namespace vouch::bam
