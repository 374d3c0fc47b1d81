#include "analysis/refinement/predicate_refiner.hpp"

#include "analysis/core/composite.hpp"
#include "analysis/domains/predicate_analysis.hpp"
#include "analysis/refinement/path_slice.hpp"
#include "analysis/support/overloaded.hpp"

#include <algorithm>

namespace vouch::refinement {
namespace {

constexpr std::chrono::milliseconds interpolation_limit{20000};
constexpr std::chrono::milliseconds longest_patience{1000};
constexpr std::chrono::milliseconds shortest_patience{60};

bool is_trivial(const smt::Term& predicate) { return predicate.is_true() || predicate.is_false(); }

/// The predicates for each block end but the last. An interpolation that only offers candidates gives those.
std::vector<domains::PredicateSet> predicates_per_cut(const smt::InterpolationResult& result, smt::TermManager& terms,
                                                      PredicateAbstraction abstraction) {
  auto parts = [&](const smt::Term& formula) {
    // A Cartesian abstraction is a conjunction: it can express an interpolant if it has the interpolant's conjuncts. A
    // Boolean one combines atoms by itself.
    return abstraction == PredicateAbstraction::Cartesian ? terms.conjuncts(formula) : terms.atoms(formula);
  };
  std::vector<domains::PredicateSet> sets;
  auto add = [&](const std::vector<smt::Term>& formulas) {
    domains::PredicateSet& set = sets.emplace_back();
    for (const smt::Term& formula : formulas) {
      for (const smt::Term& part : parts(formula)) {
        if (!is_trivial(part)) {
          set.insert(part);
        }
      }
    }
  };
  std::visit(Overloaded{
                 [&](const smt::Interpolants& interpolants) {
                   for (const smt::Term& cut : interpolants.cuts) {
                     add({cut});
                   }
                 },
                 [&](const smt::Predicates& candidates) {
                   for (const std::vector<smt::Term>& cut : candidates.cuts) {
                     add(cut);
                   }
                 },
                 [](const auto&) {},
             },
             result);
  return sets;
}

std::string engine_of(const smt::InterpolationResult& result) {
  return std::visit(Overloaded{
                        [](const smt::Interpolants& interpolants) { return interpolants.engine; },
                        [](const smt::Predicates& predicates) { return predicates.engine + " (candidates)"; },
                        [](const auto&) { return std::string("no engine"); },
                    },
                    result);
}

/// What a refinement found, for the log.
void log_cuts(const smt::InterpolationResult& result, const std::vector<domains::PredicateSet>& cuts,
              const std::vector<ChainBlock>& chain, const cfa::Cfa& cfa, const RunContext& context) {
  if (!context.log) {
    return;
  }
  for (std::size_t cut = 0; cut < cuts.size() && cut + 1 < chain.size(); ++cut) {
    for (const smt::Term& predicate : cuts[cut]) {
      context.log(engine_of(result) + ": " + to_string(cfa.location(chain[cut].end->location).range) + ": " +
                  predicate.to_string());
    }
  }
}

/// Set if `result` has neither interpolants nor predicates.
std::optional<std::string> why_nothing(const smt::InterpolationResult& result) {
  return std::visit(Overloaded{
                        [](const smt::Feasible&) { return std::optional<std::string>("the path has a model"); },
                        [](const smt::Declined& declined) { return std::optional(declined.reason); },
                        [](const smt::Undecided& undecided) { return std::optional(undecided.reason); },
                        [](const auto&) { return std::optional<std::string>(); },
                    },
                    result);
}

} // namespace

PredicateRefiner::PredicateRefiner(Services services, PrecisionScope scope, PredicateAbstraction abstraction)
    : services_(services), scope_(scope), abstraction_(abstraction), patience_with_loops_(longest_patience) {}

core::Refinement PredicateRefiner::refine(const core::ReachedSet& reached, core::ArgNodeId target,
                                          RunContext& context) {
  std::vector<ChainBlock> chain = block_chain(reached, target);
  if (auto slice = refuting_slice(chain, services_.terms, services_.abstraction, context)) {
    return refine_spurious(chain, *slice, context);
  }
  Feasibility feasibility = decide(chain, services_.terms, services_.bits, services_.cfa, context);
  if (auto* feasible = std::get_if<FeasiblePath>(&feasibility)) {
    return core::Feasible{std::move(feasible->path)};
  }
  if (auto* undecided = std::get_if<UndecidedPath>(&feasibility)) {
    return core::Inconclusive{std::move(undecided->reason)};
  }
  return core::Inconclusive{"the path is infeasible only on the level of bits"};
}

smt::InterpolationResult PredicateRefiner::interpolants(const std::vector<ChainBlock>& chain,
                                                        const std::vector<smt::Term>& slice, RunContext& context) {
  auto problem = [&](const std::vector<smt::Term>& relations) {
    return interpolation_problem(chain, relations, services_.terms, services_.abstraction);
  };
  // Where values are followed, these already tell the rounds of a loop apart.
  const bool follows_values =
      std::any_of(chain.begin(), chain.end(), [](const ChainBlock& block) { return !block.end->known.empty(); });
  if (!follows_values && patience_with_loops_ >= shortest_patience) {
    smt::InterpolationResult result = services_.loop_interpolator.interpolate(
        problem(relations_of(chain, services_.abstraction)), context.remaining(patience_with_loops_));
    if (std::holds_alternative<smt::Interpolants>(result)) {
      patience_with_loops_ = longest_patience;
      return result;
    }
    patience_with_loops_ /= 2;
  }
  return services_.interpolator.interpolate(problem(slice), context.remaining(interpolation_limit));
}

core::Refinement PredicateRefiner::refine_spurious(const std::vector<ChainBlock>& chain,
                                                   const std::vector<smt::Term>& slice, RunContext& context) {
  smt::InterpolationResult result = interpolants(chain, slice, context);
  if (std::optional<std::string> reason = why_nothing(result)) {
    return core::Inconclusive{"refinement stuck: no interpolants (" + *reason + ")"};
  }
  std::vector<domains::PredicateSet> cuts = predicates_per_cut(result, services_.terms, abstraction_);

  log_cuts(result, cuts, chain, services_.cfa, context);

  std::optional<core::ArgNodeId> pivot;
  domains::PredicatePrecision increment;
  for (std::size_t cut = 0; cut < cuts.size() && cut + 1 < chain.size(); ++cut) {
    if (cuts[cut].empty()) {
      continue;
    }
    cfa::LocationId location = chain[cut].end->location;
    cfa::FunctionId function = services_.cfa.location(location).function;
    // Not the node's precision: that is for its successors, and may be newer than the node's state.
    const std::vector<smt::Term>& tracked = chain[cut].end->predicates;
    bool has_new = std::any_of(cuts[cut].begin(), cuts[cut].end(), [&](const smt::Term& predicate) {
      return std::find(tracked.begin(), tracked.end(), predicate) == tracked.end();
    });
    if (has_new && !pivot) {
      pivot = chain[cut].node;
    }
    switch (scope_) {
    case PrecisionScope::Location:
      increment = increment.with_local(location, cuts[cut]);
      break;
    case PrecisionScope::Function:
      increment = increment.with_function(function, cuts[cut]);
      break;
    case PrecisionScope::Global:
      increment = increment.with_global(cuts[cut]);
      break;
    }
  }
  if (!pivot) {
    return core::Inconclusive{"refinement stuck"};
  }
  return core::Spurious{*pivot, core::Precision::of(increment)};
}

} // namespace vouch::refinement
