#include "analysis/configurations/entry_verification.hpp"

#include "analysis/configurations/vacuity.hpp"
#include "analysis/facts/counted_rounds.hpp"
#include "analysis/transformation/cells.hpp"
#include "analysis/transformation/checking_loops.hpp"
#include "analysis/transformation/symbolic_bounds.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <string_view>
#include <utility>

namespace vouch::configurations {
namespace {

/// How long executions may take where there is reason to expect no violation.
constexpr std::chrono::milliseconds short_execution_time{15};

std::chrono::milliseconds time_of(const Share& share, const RunContext& context) {
  return context.remaining(share.cap) / share.divisor;
}

AttemptLimits limits_of(const Share& share, const Pausing& pausing, const RunContext& context) {
  constexpr std::uint64_t bytes_per_mebibyte = 1024 * 1024;
  const std::chrono::milliseconds time = time_of(share, context);
  const std::chrono::milliseconds wanted(pausing.milliseconds);
  return {wanted.count() != 0 ? std::min(time, wanted) : time, pausing.states, pausing.mebibytes * bytes_per_mebibyte};
}

Pausing twice_as_far(const Pausing& pausing) {
  const auto twice = [](std::uint64_t threshold) { return std::min(2 * threshold, 2 * largest_pausing_threshold); };
  return {twice(pausing.milliseconds), twice(pausing.states), twice(pausing.mebibytes)};
}

bool is_any(const Pausing& pausing) {
  return pausing.milliseconds != 0 || pausing.states != 0 || pausing.mebibytes != 0;
}

} // namespace

/// The program as it is changed for some attempts, for runs from one start.
struct ProgramVariants {
  ProgramVariants(const cfa::Cfa& cfa, cfa::LocationId from, BlockHeuristic heuristic) : start(from) {
    auto changed = transformation::program_at_one_index(cfa, from);
    if (!changed) {
      return;
    }
    heads = std::move(changed->heads);
    const auto add = [&](ProgramVariant variant, std::optional<cfa::Cfa> program) {
      if (program) {
        programs.try_emplace(variant, *std::move(program), heuristic);
      }
    };
    auto symbolic = transformation::with_symbolic_bounds(changed->cfa, from);
    add(ProgramVariant::AtOneIndexWithCells, transformation::with_cells(symbolic ? *symbolic : changed->cfa));
    add(ProgramVariant::AtOneIndexWithSymbolicBounds, std::move(symbolic));
    add(ProgramVariant::AtOneIndex, std::move(changed->cfa));
  }

  [[nodiscard]] const VerifiedProgram* of(ProgramVariant wanted) const {
    const auto found = programs.find(wanted);
    return found != programs.end() ? &found->second : nullptr;
  }

  cfa::LocationId start;
  std::map<ProgramVariant, VerifiedProgram> programs; ///< those that are other ones than the program as written
  std::unordered_set<cfa::LocationId> heads;          ///< of the loops that only check
};

bool keeps_results(const Options& options) {
  return !options.cache_folder.empty() && options.graphs == ExportedGraphs::None &&
         options.exported_precision == ExportedPrecision::None;
}

EntryVerifier::EntryVerifier(const VerifiedProgram& program, const Options& options, Preconditions preconditions,
                             LearntPrecision learnt)
    : program_(program), options_(options), preconditions_(preconditions), learnt_(std::move(learnt)),
      preset_(*preset_named(options.analysis)) {}

EntryVerifier::~EntryVerifier() = default;

reuse::VerificationHints EntryVerifier::verify(const cfa::EntryPoint& entry, const reuse::VerificationHints& hints,
                                               RunContext& context, findings::EntryOutcome& outcome) {
  const Portfolio::Program program{.program = program_,
                                   .options = options_,
                                   .kept_proofs = keeps_results(options_) ? KeptProofs::All : KeptProofs::None,
                                   .preconditions = preconditions_,
                                   .learnt = learnt_};
  Portfolio portfolio(program, entry, hints.proof, context, outcome);
  if (!program_.targets().is_target_ahead(entry.start)) { // no check is left that can fail
    if (options_.executions == Executions::On) {
      portfolio.execute(short_execution_time);
    }
    look_for_runs(portfolio, context, outcome);
    return {};
  }
  try {
    decide(portfolio, hints, context);
  } catch (const Interrupted&) {
    outcome.open = portfolio.undecidable();
    learnt_ = portfolio.learnt();
    throw;
  }
  learnt_ = portfolio.learnt();
  outcome.open = portfolio.open();
  outcome.open_targets = portfolio.open_targets();
  if (outcome.open.empty() && outcome.violations.empty()) {
    look_for_runs(portfolio, context, outcome);
  }
  std::vector<findings::RunInputs> violations;
  std::ranges::transform(outcome.violating_runs, std::back_inserter(violations), &findings::ViolatingRun::inputs);
  reuse::VerificationHints found{
      std::move(violations),
      std::string(portfolio.proved_by() != nullptr ? portfolio.proved_by()->name : std::string_view()),
      portfolio.proof()};
  if (options_.graphs == ExportedGraphs::LastExploration && !outcome.graphs) {
    try {
      attempt(portfolio, Executions::Off, context);
    } catch (const Interrupted&) {
      // The verdict is there; the graphs are what they are.
    }
  }
  return found;
}

void EntryVerifier::look_for_runs(const Portfolio& portfolio, RunContext& context, findings::EntryOutcome& outcome) {
  if (!vacuity_) {
    vacuity_ = std::make_unique<Vacuity>(program_, options_);
  }
  if (std::optional<std::string> reason =
          vacuity_->reason(portfolio.entry(), outcome, portfolio.ends(), portfolio.proved_by(), context)) {
    outcome.open.push_back(*std::move(reason));
    outcome.open_targets.reset();
  }
}

void EntryVerifier::decide(Portfolio& portfolio, const reuse::VerificationHints& hints, RunContext& context) {
  for (const findings::RunInputs& inputs : hints.violations) {
    portfolio.try_inputs(inputs);
  }
  const Configuration* last = configuration_named(hints.proved_by);
  const bool is_expected = last != nullptr && has_attempt(preset_, last->name) && is_allowed(*last);
  if (is_expected && !portfolio.asks_for_assumption()) {
    const bool is_decided_by_execution =
        options_.executions == Executions::On && portfolio.execute(short_execution_time) == Decision::Complete;
    if (is_decided_by_execution || portfolio.explore(*last, {context.remaining(no_limit) / 4}) == Decision::Complete) {
      return;
    }
  }
  attempt(portfolio, options_.executions, context);
}

void EntryVerifier::attempt(Portfolio& portfolio, Executions executions, RunContext& context) {
  LastDecisions last;
  Pausing pausing = options_.pausing;
  while (attempt_each(portfolio, executions, pausing, last, context) && is_any(options_.pausing) &&
         !portfolio.is_verdict_known()) {
    pausing = twice_as_far(pausing);
  }
}

bool EntryVerifier::attempt_each(Portfolio& portfolio, Executions executions, const Pausing& pausing,
                                 LastDecisions& last, RunContext& context) {
  const auto last_of = [&](std::string_view configuration, ProgramVariant variant) {
    const auto known = last.find({variant, configuration});
    return known == last.end() ? Decision::OutOfTime : known->second;
  };
  std::optional<bool> counts;
  const auto counts_up_to_inputs = [&] {
    counts = counts ? counts : std::optional(facts::counts_up_to_inputs(program_.cfa(), portfolio.entry().start));
    return *counts;
  };
  for (const Attempt& attempt : preset_.attempts) {
    if (portfolio.asks_for_assumption()) {
      return false;
    }
    if (attempt.after && last_of(attempt.after->configuration, ProgramVariant::AsWritten) != attempt.after->decision) {
      continue;
    }
    const bool has_callers = portfolio.entry().kind == cfa::EntryKind::AnyCall;
    const bool is_for_known_rounds =
        attempt.where == Where::RoundsAreKnown || (attempt.where == Where::RoundsMayBeBounded && has_callers);
    if (is_for_known_rounds && counts_up_to_inputs()) {
      continue;
    }
    Decision decision = Decision::Open;
    if (const Configuration* configuration = configuration_named(attempt.configuration)) {
      if (!is_allowed(*configuration) || last_of(configuration->name, attempt.variant) == Decision::Open) {
        continue; // what has come to its end would do so again
      }
      const AttemptLimits limits = limits_of(attempt.time, pausing, context);
      decision = attempt.variant == ProgramVariant::AsWritten
                     ? portfolio.explore(*configuration, limits)
                     : explore_variant(portfolio, attempt.variant, *configuration, limits, context);
      last[{attempt.variant, configuration->name}] = decision;
    } else if (executions == Executions::On) {
      decision = portfolio.execute(time_of(attempt.time, context));
    }
    if (decision == Decision::Complete) {
      return false;
    }
  }
  return std::ranges::any_of(last, [](const auto& entry) { return entry.second == Decision::OutOfTime; });
}

Decision EntryVerifier::explore_variant(Portfolio& portfolio, ProgramVariant wanted, const Configuration& configuration,
                                        const AttemptLimits& limits, RunContext& context) {
  const cfa::EntryPoint& entry = portfolio.entry();
  if (!variants_ || variants_->start != entry.start) {
    variants_ = std::make_unique<ProgramVariants>(program_.cfa(), entry.start, options_.blocks);
  }
  const VerifiedProgram* program = variants_->of(wanted);
  if (program == nullptr) {
    return Decision::Open;
  }
  const std::optional<reuse::KeptProof> nothing_known;
  findings::EntryOutcome outcome;
  Portfolio changed({.program = *program,
                     .options = options_,
                     .wanted = Wanted::Proofs,
                     .preconditions = Preconditions::StayOpen,
                     .decided = portfolio.settled()},
                    entry, nothing_known, context, outcome);
  const Decision decision =
      changed.explore(configuration, {portfolio.share_of(limits.time), limits.states, limits.memory_bytes});
  if (decision == Decision::OutOfTime) {
    return decision;
  }
  if (!changed.open().empty()) {
    return portfolio.take_proved(changed.proved_by_last_attempt());
  }
  if (outcome.facts) {
    const std::size_t locations = program_.cfa().location_count();
    std::erase_if(outcome.facts->loops, [&](const findings::LoopFacts& facts) {
      return variants_->heads.contains(facts.head) || facts.head.index() >= locations;
    });
    std::erase_if(outcome.facts->unreachable, [&](cfa::LocationId location) { return location.index() >= locations; });
    for (auto& [function, followed] : outcome.facts->followed) {
      const std::size_t variables = program_.cfa().variable_count();
      std::erase_if(followed, [&](cfa::VariableId variable) { return variable.index() >= variables; });
    }
  }
  portfolio.take_proof(std::move(outcome.facts));
  return Decision::Complete;
}

/// Whoever insists on checked proofs gets those analyses whose proofs can be checked, if the preset has any.
bool EntryVerifier::is_allowed(const Configuration& configuration) const {
  return options_.proof_checks != ProofChecks::Always || has_checkable_proofs(configuration) ||
         !has_checkable_attempt(preset_);
}

} // namespace vouch::configurations
