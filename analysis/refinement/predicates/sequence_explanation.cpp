#include "analysis/refinement/predicates/sequence_explanation.hpp"

#include "analysis/support/overloaded.hpp"

#include <algorithm>

namespace vouch::refinement {
namespace {

constexpr std::chrono::milliseconds longest_patience{1000};
constexpr std::chrono::milliseconds shortest_patience{60};

bool is_trivial(const smt::Term& predicate) { return predicate.is_true() || predicate.is_false(); }

/// The predicates for each block end but the last. An interpolation that only offers candidates gives those.
std::vector<domains::PredicateSet> predicates_per_cut(const smt::InterpolationResult& result, smt::TermManager& terms,
                                                      PredicateAbstraction abstraction) {
  std::vector<domains::PredicateSet> sets;
  auto add = [&](const std::vector<smt::Term>& formulas) {
    domains::PredicateSet& set = sets.emplace_back();
    for (const smt::Term& formula : formulas) {
      set.merge(predicates_in(formula, terms, abstraction));
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
              const std::vector<ChainSegment>& chain, const cfa::Cfa& cfa, const RunContext& context) {
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

domains::PredicateSet predicates_in(const smt::Term& formula, smt::TermManager& terms,
                                    PredicateAbstraction abstraction) {
  domains::PredicateSet result;
  // A Cartesian abstraction is a conjunction: it can express an interpolant if it has the interpolant's conjuncts. A
  // Boolean one combines atoms by itself.
  for (const smt::Term& part :
       abstraction == PredicateAbstraction::Cartesian ? terms.conjuncts(formula) : terms.atoms(formula)) {
    if (!is_trivial(part)) {
      result.insert(part);
    }
  }
  return result;
}

SequenceExplainer::SequenceExplainer(Services services, PredicateAbstraction abstraction)
    : services_(services), abstraction_(abstraction), patience_with_loops_(longest_patience) {}

smt::InterpolationResult SequenceExplainer::interpolants(const std::vector<ChainSegment>& chain,
                                                         const Refutation& refutation, RunContext& context) {
  const CountedTime counted(context.statistics.interpolation_nanoseconds);
  auto problem = [&](const std::vector<smt::Term>& relations) {
    return interpolation_problem(chain, relations, services_.terms, services_.abstraction);
  };
  // Where values are followed, these already tell the rounds of a loop apart.
  const bool follows_values =
      std::any_of(chain.begin(), chain.end(), [](const ChainSegment& block) { return !block.end->known.empty(); });
  if (!follows_values && patience_with_loops_ >= shortest_patience) {
    smt::InterpolationResult result = services_.loop_interpolator.interpolate(problem(refutation.relations()),
                                                                              context.remaining(patience_with_loops_));
    if (std::holds_alternative<smt::Interpolants>(result)) {
      patience_with_loops_ = longest_patience;
      return result;
    }
    patience_with_loops_ /= 2;
  }
  return services_.interpolator.interpolate(problem(refutation.slice()), context.remaining(interpolation_limit));
}

std::variant<std::vector<domains::PredicateSet>, core::Inconclusive>
SequenceExplainer::explain(const std::vector<ChainSegment>& chain, const Refutation& refutation, RunContext& context) {
  smt::InterpolationResult result = interpolants(chain, refutation, context);
  if (std::optional<std::string> reason = why_nothing(result)) {
    return core::Inconclusive{"refinement stuck: no interpolants (" + *reason + ")"};
  }
  std::vector<domains::PredicateSet> cuts = predicates_per_cut(result, services_.terms, abstraction_);
  log_cuts(result, cuts, chain, services_.cfa, context);
  return cuts;
}

} // namespace vouch::refinement
