#include "analysis/configurations/entry_verification.hpp"

#include "analysis/configurations/vacuity.hpp"
#include "analysis/findings/failed_runs.hpp"
#include "analysis/reuse/result_cache.hpp"
#include "analysis/trace/render_trace.hpp"

#include <algorithm>
#include <utility>

namespace vouch::configurations {
namespace {

constexpr std::chrono::milliseconds no_limit = std::chrono::hours(1);
const std::optional<reuse::KeptProof> no_proof;

/// How long executions may look for shallow violations before anything is proved.
std::chrono::milliseconds execution_time(const RunContext& context) {
  return context.remaining(std::chrono::seconds(8)) / 16;
}

/// The same where there is reason to expect none.
constexpr std::chrono::milliseconds short_execution_time{15};

/// How long each means may try before the next one does. Most functions are decided at once by one means or another,
/// and whoever edits one, or opens a file with a thousand, waits for it: what does not come to an end must not take
/// much longer than a proof does.
constexpr std::chrono::milliseconds first_execution_time{4};
constexpr std::chrono::milliseconds first_values_time{60};
constexpr std::chrono::milliseconds first_predicates_time{150};
constexpr std::chrono::milliseconds second_execution_time{40};
constexpr std::chrono::milliseconds second_values_time{100};

/// Predicates alone. Integers find invariants, bit-vectors decide what integers cannot express.
void explore_predicates(VerificationMeans& means, const facts::ProgramFacts& facts, Decision integers) {
  if (integers == Decision::OutOfTime) {
    integers = means.explore(Means::PredicatesOverIntegers, facts, no_limit);
  }
  if (integers == Decision::Open) {
    means.explore(Means::PredicatesOverBitvectors, facts, no_limit);
  }
}

/// One means after the other, until all is decided: first each for a short time, which is enough for most programs,
/// then what is likely to come to an end.
void explore(VerificationMeans& means, const facts::ProgramFacts& facts, const RunContext& context) {
  const std::chrono::milliseconds share = context.remaining(std::chrono::seconds(16)) / 16;
  Decision values = means.explore(Means::Values, facts, share / 4);
  if (values == Decision::Complete) {
    return;
  }
  const Decision integers = means.explore(Means::PredicatesOverIntegers, facts, share);
  if (integers == Decision::Complete) {
    return;
  }
  if (values == Decision::OutOfTime) {
    values = means.explore(Means::Values, facts, share);
  }
  // Values that come to an end make the predicate analysis cheaper, others unroll its loops.
  if (values == Decision::Open) {
    values = means.explore(Means::ValuesAndPredicates, facts, context.remaining(no_limit) / 3);
  }
  if (values != Decision::Complete) {
    explore_predicates(means, facts, integers);
  }
}

/// Whether `preset` would come to this means, too.
bool is_part_of(Means means, AnalysisPreset preset, ProofChecks checks) {
  const bool is_predicates = means == Means::PredicatesOverIntegers || means == Means::PredicatesOverBitvectors;
  switch (preset) {
  case AnalysisPreset::Default:
    return means != Means::None && (is_predicates || checks != ProofChecks::Always);
  case AnalysisPreset::Value:
    return means == Means::Values;
  case AnalysisPreset::Predicate:
    return is_predicates;
  }
  return false;
}

/// Whether each of the runs, executed again, violates something.
bool still_violate(VerificationMeans& means, const std::vector<findings::RunInputs>& violations) {
  return std::ranges::all_of(violations, [&](const findings::RunInputs& inputs) { return means.try_inputs(inputs); });
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

EntryVerifier::EntryVerifier(const cfa::Cfa& cfa, const facts::TargetReachability& targets, const Options& options)
    : cfa_(cfa), targets_(targets), options_(options), interpreter_(cfa) {}

EntryVerifier::~EntryVerifier() = default;

const facts::ProgramFacts& EntryVerifier::facts() {
  if (!facts_) {
    facts_.emplace(cfa_, options_.blocks);
  }
  return *facts_;
}

VerificationMeans::Program EntryVerifier::program() {
  return {cfa_, targets_, interpreter_, options_, cache_ ? &cache_->fingerprints() : nullptr};
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
  const std::string path = cfa_.function(entry.function).name_range.path();
  for (const std::string& message : std::exchange(cache_messages_, {})) {
    outcome.messages.push_back({MessageSeverity::Warning, {path, 1, 1, 1, 1}, "cache: " + message});
  }
  if (options_.explanations == Explanations::On) {
    outcome.messages.push_back(explanation(cfa_, entry, outcome, cache_->rests_on(entry)));
  }
}

void EntryVerifier::verify_and_store(const cfa::EntryPoint& entry, const reuse::VerificationHints& hints,
                                     RunContext& context, findings::EntryOutcome& outcome) {
  const auto start = std::chrono::steady_clock::now();
  const reuse::VerificationHints found = verify_anew(entry, hints, context, outcome);
  if (!outcome.open.empty()) {
    return;
  }
  const auto cost = std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - start);
  if (!(found == hints)) {
    cache_->put_hints(entry, found, cost);
  }
  reuse::StoredVerdict verdict{outcome.violating_inputs};
  if (outcome.facts) {
    verdict.facts = stored(*outcome.facts, cfa_, cache_->fingerprints());
  }
  cache_->put(entry, verdict, cost);
}

bool EntryVerifier::repeat_violations(const cfa::EntryPoint& entry, const std::vector<findings::RunInputs>& violations,
                                      RunContext& context, findings::EntryOutcome& outcome) {
  findings::EntryOutcome replayed;
  VerificationMeans means(program(), entry, no_proof, context, replayed);
  if (!still_violate(means, violations) || !means.is_every_target_decided()) {
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
  VerificationMeans means(program(), entry, no_proof, context, replayed);
  if (!still_violate(means, stored->violations)) {
    return false;
  }
  outcome = std::move(replayed);
  if (stored->facts) {
    outcome.facts = restored(*stored->facts, cfa_, cache_->fingerprints());
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
  VerificationMeans means(program(), entry, hints.proof, context, outcome);
  try {
    decide(means, hints, context);
  } catch (const Interrupted&) {
    outcome.open = means.undecidable();
    throw;
  }
  outcome.open = means.open();
  if (outcome.open.empty() && outcome.violations.empty()) {
    if (!vacuity_) {
      vacuity_ = std::make_unique<Vacuity>(cfa_, targets_, interpreter_, options_);
    }
    if (std::optional<std::string> reason =
            vacuity_->reason(entry, outcome, means.ends(), means.proved_by(), context)) {
      outcome.open.push_back(*std::move(reason));
    }
  }
  reuse::VerificationHints found{outcome.violating_inputs, std::string(name_of(means.proved_by())), means.proof()};
  if (options_.graphs == ExportedGraphs::LastExploration && !outcome.graphs) {
    try {
      explore_all(means, context);
    } catch (const Interrupted&) {
      // The verdict is there; the graphs are what they are.
    }
  }
  return found;
}

void EntryVerifier::decide(VerificationMeans& means, const reuse::VerificationHints& hints, RunContext& context) {
  for (const findings::RunInputs& inputs : hints.violations) {
    means.try_inputs(inputs);
  }
  const auto comes_to_an_end = [](Decision decision) { return decision == Decision::Complete; };
  const auto executions_decide = [&](std::chrono::milliseconds limit) {
    return options_.executions == Executions::On && comes_to_an_end(means.execute(limit));
  };
  const Means last = means_named(hints.proved_by);
  const bool is_repeated = is_part_of(last, options_.analysis, options_.proof_checks) &&
                           (executions_decide(short_execution_time) ||
                            comes_to_an_end(means.explore(last, facts(), context.remaining(no_limit) / 4)));
  const auto explorations_decide = [&](Means means_to_try, std::chrono::milliseconds limit) {
    return is_part_of(means_to_try, options_.analysis, options_.proof_checks) &&
           comes_to_an_end(means.explore(means_to_try, facts(), limit));
  };
  if (is_repeated || executions_decide(first_execution_time) || explorations_decide(Means::Values, first_values_time) ||
      explorations_decide(Means::PredicatesOverIntegers, first_predicates_time) ||
      executions_decide(second_execution_time) || explorations_decide(Means::Values, second_values_time) ||
      executions_decide(execution_time(context))) {
    return;
  }
  explore_all(means, context);
}

void EntryVerifier::explore_all(VerificationMeans& means, RunContext& context) {
  if (options_.analysis == AnalysisPreset::Value) {
    means.explore(Means::Values, facts(), no_limit);
  } else if (options_.analysis == AnalysisPreset::Predicate || options_.proof_checks == ProofChecks::Always) {
    explore_predicates(means, facts(), Decision::OutOfTime); // what values prove is not checked once more
  } else {
    explore(means, facts(), context);
  }
}

} // namespace vouch::configurations
