#include "analysis/configurations/entry_verification.hpp"

#include "analysis/configurations/vacuity.hpp"
#include "analysis/facts/counted_rounds.hpp"
#include "analysis/findings/failed_runs.hpp"
#include "analysis/reuse/result_cache.hpp"
#include "analysis/trace/render_trace.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <string_view>
#include <utility>

namespace vouch::configurations {
namespace {

constexpr std::chrono::milliseconds no_limit = std::chrono::hours(1);
const std::optional<reuse::KeptProof> no_proof;

/// How long executions may take where there is reason to expect no violation.
constexpr std::chrono::milliseconds short_execution_time{15};

std::chrono::milliseconds time_of(const Share& share, const RunContext& context) {
  return context.remaining(share.cap) / share.divisor;
}

/// Whether each of the runs, executed again, violates something.
bool still_violate(Portfolio& portfolio, const std::vector<findings::RunInputs>& violations) {
  return std::ranges::all_of(violations,
                             [&](const findings::RunInputs& inputs) { return portfolio.try_inputs(inputs); });
}

/// The same of runs of the same program.
bool still_violate(Portfolio& portfolio, const std::vector<findings::ViolatingRun>& violations) {
  return std::ranges::all_of(
      violations, [&](const findings::ViolatingRun& run) { return portfolio.try_inputs(run.inputs, run.answers); });
}

/// Where the verdict of an entry point comes from, and what it rests on.
Message explanation(const cfa::Cfa& cfa, const cfa::EntryPoint& entry, const findings::EntryOutcome& outcome,
                    const std::vector<std::string>& functions) {
  const cfa::Function& function = cfa.function(entry.function);
  const std::string source = outcome.is_from_cache                 ? "from the cache"
                             : outcome.rests_on_last_proof.empty() ? "verified anew"
                                                                   : "verified " + outcome.rests_on_last_proof;
  std::string text = "'" + function.name + "': " + source + "; rests on the code of ";
  for (const std::string& name : functions) {
    text += (&name == &functions.front() ? "" : ", ") + name;
  }
  return {MessageSeverity::Note, trace::place_of(function.name_range), std::move(text)};
}

} // namespace

EntryVerifier::EntryVerifier(const cfa::Cfa& cfa, const facts::TargetReachability& targets, const Options& options,
                             Preconditions preconditions, LearntPredicates learnt)
    : cfa_(cfa), targets_(targets), options_(options), preconditions_(preconditions), learnt_(std::move(learnt)),
      preset_(*preset_named(options.analysis)), interpreter_(cfa) {}

EntryVerifier::~EntryVerifier() = default;

const facts::ProgramFacts& EntryVerifier::facts() {
  if (!facts_) {
    facts_.emplace(cfa_, options_.blocks);
  }
  return *facts_;
}

Portfolio::Program EntryVerifier::program() {
  Portfolio::Program result = program_to_execute();
  result.fingerprints = cache_ ? &cache_->fingerprints() : nullptr;
  result.learnt = learnt_;
  return result;
}

Portfolio::Program EntryVerifier::program_to_execute() {
  return {.cfa = cfa_,
          .targets = targets_,
          .interpreter = interpreter_,
          .options = options_,
          .fingerprints = nullptr,
          .preconditions = preconditions_,
          .facts = [this]() -> const facts::ProgramFacts& { return facts(); }};
}

void EntryVerifier::verify(const cfa::EntryPoint& entry, RunContext& context, findings::EntryOutcome& outcome) {
  if (!targets_.is_target_ahead(entry.start)) {
    return;
  }
  decide(entry, context, outcome);
  outcome.not_proved = findings::not_proved_for_violations(cfa_, interpreter_, entry, outcome);
}

void EntryVerifier::decide(const cfa::EntryPoint& entry, RunContext& context, findings::EntryOutcome& outcome) {
  if (options_.cache_folder.empty() || options_.graphs != ExportedGraphs::None) {
    verify_anew(entry, {}, context, outcome);
    return;
  }
  if (!cache_) {
    cache_ = std::make_unique<reuse::ResultCache>(
        cfa_, [this]() -> const facts::ProgramFacts& { return facts(); }, options_,
        [this](const std::string& message) { cache_messages_.push_back(message); });
  }
  try {
    decide_with_cache(entry, context, outcome);
  } catch (const Interrupted&) {
    tell_complaints(entry, outcome);
    throw;
  }
  tell_complaints(entry, outcome);
  if (options_.explanations == Explanations::On) {
    outcome.messages.push_back(explanation(cfa_, entry, outcome, cache_->rests_on(entry)));
  }
}

void EntryVerifier::decide_with_cache(const cfa::EntryPoint& entry, RunContext& context,
                                      findings::EntryOutcome& outcome) {
  if (options_.cache_audit == CacheAudit::Off && take_attempt_from_cache(entry, context, outcome)) {
    ++context.statistics.block_hits;
    return;
  }
  const reuse::VerificationHints hints = cache_->hints(entry);
  // A verdict has no proof in it that could be checked; what the hints have of one is checked below.
  const bool believes_verdicts = options_.proof_checks != ProofChecks::Always;
  outcome.is_from_cache = repeat_violations(entry, hints.violations, context, outcome) ||
                          (believes_verdicts && take_from_cache(entry, context, outcome));
  context.statistics.block_hits += outcome.is_from_cache ? 1 : 0;
  context.statistics.block_misses += outcome.is_from_cache ? 0 : 1;
  if (!outcome.is_from_cache) {
    verify_and_store(entry, hints, context, outcome);
  } else if (options_.cache_audit == CacheAudit::On) {
    audit(entry, context, outcome);
  }
}

void EntryVerifier::tell_complaints(const cfa::EntryPoint& entry, findings::EntryOutcome& outcome) {
  const std::string path = cfa_.function(entry.function).name_range.path();
  for (const std::string& message : std::exchange(cache_messages_, {})) {
    outcome.messages.push_back({MessageSeverity::Warning, {path, 1, 1, 1, 1}, "cache: " + message});
  }
}

void EntryVerifier::verify_and_store(const cfa::EntryPoint& entry, const reuse::VerificationHints& hints,
                                     RunContext& context, findings::EntryOutcome& outcome) {
  const auto start = std::chrono::steady_clock::now();
  const auto spent = [start] {
    return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - start);
  };
  const std::chrono::milliseconds share = context.remaining(no_limit);
  reuse::VerificationHints found;
  try {
    found = verify_anew(entry, hints, context, outcome);
  } catch (const Interrupted& interrupted) {
    if (interrupted.cause == Interruption::Timeout) {
      cache_->put_attempt(entry, outcome, reuse::AttemptEnd::OutOfTime, share, spent());
    }
    throw;
  }
  const std::chrono::milliseconds cost = spent();
  if (!outcome.open.empty()) {
    cache_->put_attempt(entry, outcome, reuse::AttemptEnd::Finished, share, cost);
    return;
  }
  if (!(found == hints)) {
    cache_->put_hints(entry, found, cost);
  }
  reuse::StoredVerdict verdict{outcome.violating_runs};
  if (outcome.facts) {
    verdict.facts = stored(*outcome.facts, cfa_, cache_->fingerprints());
  }
  cache_->put(entry, verdict, cost);
  cache_->forget_attempt(entry);
}

bool EntryVerifier::repeat_violations(const cfa::EntryPoint& entry, const std::vector<findings::RunInputs>& violations,
                                      RunContext& context, findings::EntryOutcome& outcome) {
  findings::EntryOutcome replayed;
  Portfolio portfolio(program_to_execute(), entry, no_proof, context, replayed);
  if (!still_violate(portfolio, violations) || !portfolio.is_every_target_decided()) {
    return false;
  }
  outcome = std::move(replayed);
  return true;
}

bool EntryVerifier::take_from_cache(const cfa::EntryPoint& entry, RunContext& context,
                                    findings::EntryOutcome& outcome) {
  const std::optional<reuse::StoredVerdict> stored = cache_->find(entry);
  if (!stored) {
    return false;
  }
  findings::EntryOutcome replayed;
  Portfolio portfolio(program_to_execute(), entry, no_proof, context, replayed);
  if (!still_violate(portfolio, stored->violations)) {
    return false;
  }
  outcome = std::move(replayed);
  if (stored->facts) {
    outcome.facts = restored(*stored->facts, cfa_, cache_->fingerprints());
  }
  return true;
}

bool EntryVerifier::take_attempt_from_cache(const cfa::EntryPoint& entry, RunContext& context,
                                            findings::EntryOutcome& outcome) {
  const std::optional<reuse::StoredAttempt> attempt = cache_->find_attempt(entry);
  if (!attempt || context.remaining(no_limit) >= more_time * attempt->share) {
    return false;
  }
  std::optional<reuse::OpenParts> open = restored(*attempt, cfa_, cache_->names());
  findings::EntryOutcome replayed;
  Portfolio portfolio(program_to_execute(), entry, no_proof, context, replayed);
  if (!open || !still_violate(portfolio, attempt->violations)) {
    return false;
  }
  outcome = std::move(replayed);
  outcome.open = std::move(open->reasons);
  outcome.open_targets = std::move(open->targets);
  outcome.spent_before = attempt->spent;
  outcome.is_from_cache = true;
  if (attempt->end == reuse::AttemptEnd::OutOfTime) {
    throw Interrupted{Interruption::Timeout};
  }
  return true;
}

void EntryVerifier::audit(const cfa::EntryPoint& entry, RunContext& context, findings::EntryOutcome& outcome) {
  findings::EntryOutcome anew;
  verify_and_store(entry, {}, context, anew);
  const bool is_decided = anew.open.empty() || !anew.violations.empty();
  if (is_decided && anew.violations.empty() != outcome.violations.empty()) {
    const cfa::Function& function = cfa_.function(entry.function);
    anew.messages.push_back(
        {MessageSeverity::Error, trace::place_of(function.name_range),
         "cache: the stored verdict of '" + function.name + "' is '" +
             (outcome.violations.empty() ? "safe" : "violated") +
             "', and verified anew it is the opposite; please report this with the file and the cache"});
    outcome = std::move(anew);
  }
}

reuse::VerificationHints EntryVerifier::verify_anew(const cfa::EntryPoint& entry, const reuse::VerificationHints& hints,
                                                    RunContext& context, findings::EntryOutcome& outcome) {
  Portfolio portfolio(program(), entry, hints.proof, context, outcome);
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
    if (!vacuity_) {
      vacuity_ = std::make_unique<Vacuity>(cfa_, targets_, interpreter_, options_);
    }
    if (std::optional<std::string> reason =
            vacuity_->reason(entry, outcome, portfolio.ends(), portfolio.proved_by(), context)) {
      outcome.open.push_back(*std::move(reason));
      outcome.open_targets.reset();
    }
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

void EntryVerifier::decide(Portfolio& portfolio, const reuse::VerificationHints& hints, RunContext& context) {
  for (const findings::RunInputs& inputs : hints.violations) {
    portfolio.try_inputs(inputs);
  }
  const Configuration* last = configuration_named(hints.proved_by);
  const bool is_expected = last != nullptr && has_attempt(preset_, last->name) && is_allowed(*last);
  if (is_expected && !portfolio.asks_for_assumption()) {
    const bool is_decided_by_execution =
        options_.executions == Executions::On && portfolio.execute(short_execution_time) == Decision::Complete;
    if (is_decided_by_execution ||
        portfolio.explore(*last, facts(), context.remaining(no_limit) / 4) == Decision::Complete) {
      return;
    }
  }
  attempt(portfolio, options_.executions, context);
}

void EntryVerifier::attempt(Portfolio& portfolio, Executions executions, RunContext& context) {
  std::map<std::string_view, Decision> last;
  const auto last_of = [&](std::string_view configuration) {
    const auto known = last.find(configuration);
    return known == last.end() ? Decision::OutOfTime : known->second;
  };
  std::optional<bool> counts;
  const auto counts_up_to_inputs = [&] {
    counts = counts ? counts : std::optional(facts::counts_up_to_inputs(cfa_, portfolio.entry().start));
    return *counts;
  };
  for (const Attempt& attempt : preset_.attempts) {
    if (portfolio.asks_for_assumption()) {
      return;
    }
    if (attempt.after && last_of(attempt.after->configuration) != attempt.after->decision) {
      continue;
    }
    if (attempt.where == Where::RoundsAreKnown && counts_up_to_inputs()) {
      continue;
    }
    Decision decision = Decision::Open;
    if (const Configuration* configuration = configuration_named(attempt.configuration)) {
      if (!is_allowed(*configuration) || last_of(configuration->name) == Decision::Open) {
        continue; // what has come to its end would do so again
      }
      decision = portfolio.explore(*configuration, facts(), time_of(attempt.time, context));
      last[configuration->name] = decision;
    } else if (executions == Executions::On) {
      decision = portfolio.execute(time_of(attempt.time, context));
    }
    if (decision == Decision::Complete) {
      return;
    }
  }
}

/// Whoever insists on checked proofs gets those analyses whose proofs can be checked, if the preset has any.
bool EntryVerifier::is_allowed(const Configuration& configuration) const {
  return options_.proof_checks != ProofChecks::Always || has_checkable_proofs(configuration) ||
         !has_checkable_attempt(preset_);
}

} // namespace vouch::configurations
