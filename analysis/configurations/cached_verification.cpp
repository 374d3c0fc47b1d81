#include "analysis/configurations/cached_verification.hpp"

#include "analysis/findings/failed_runs.hpp"
#include "analysis/reuse/result_cache.hpp"
#include "analysis/trace/render_trace.hpp"

#include <algorithm>
#include <utility>

namespace vouch::configurations {
namespace {

const std::optional<reuse::KeptProof> nothing_kept;

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

std::vector<std::string> names_in_source(const cfa::Cfa& cfa, const std::vector<cfa::FunctionId>& functions) {
  std::vector<std::string> names;
  for (const cfa::FunctionId function : functions) {
    if (!cfa.function(function).is_synthetic) {
      names.push_back(cfa.function(function).name);
    }
  }
  std::ranges::sort(names);
  return names;
}

} // namespace

Message explanation(const cfa::Cfa& cfa, const cfa::EntryPoint& entry, const findings::EntryOutcome& outcome,
                    const std::vector<cfa::FunctionId>& functions) {
  const cfa::Function& function = cfa.function(entry.function);
  const std::string source = outcome.is_from_cache                 ? "from the cache"
                             : outcome.rests_on_last_proof.empty() ? "verified anew"
                                                                   : "verified " + outcome.rests_on_last_proof;
  std::string text = "'" + function.name + "': " + source + "; rests on the code of ";
  const std::vector<std::string> names = names_in_source(cfa, functions);
  for (const std::string& name : names) {
    text += (&name == &names.front() ? "" : ", ") + name;
  }
  return {MessageSeverity::Note, trace::place_of(function.name_range), std::move(text)};
}

Message contradiction(const cfa::Cfa& cfa, const cfa::EntryPoint& entry, const std::string& stored) {
  const cfa::Function& function = cfa.function(entry.function);
  return {MessageSeverity::Error, trace::place_of(function.name_range),
          "cache: the stored verdict of '" + function.name + "' is '" + stored +
              "', and verified anew it is the opposite; please report this with the file and the cache"};
}

CachedVerifier::CachedVerifier(const VerifiedProgram& program, std::function<EntryVerifier&()> anew,
                               const Options& options, Preconditions preconditions, reuse::RunStore* store)
    : program_(program), anew_(std::move(anew)), options_(options), preconditions_(preconditions), store_(store) {}

CachedVerifier::~CachedVerifier() = default;

void CachedVerifier::verify(const cfa::EntryPoint& entry, RunContext& context, findings::EntryOutcome& outcome) {
  if (!program_.targets().is_target_ahead(entry.start)) {
    return;
  }
  decide(entry, context, outcome);
  if (!outcome.violations.empty()) {
    outcome.not_proved = findings::not_proved_for_violations(program_.cfa(), program_.interpreter(), entry, outcome);
  }
}

void CachedVerifier::decide(const cfa::EntryPoint& entry, RunContext& context, findings::EntryOutcome& outcome) {
  if (store_ == nullptr) {
    anew_().verify(entry, {}, context, outcome);
    return;
  }
  if (!cache_) {
    cache_ = std::make_unique<reuse::ResultCache>(
        program_.cfa(), program_.names(),
        [this]() -> const reuse::FingerprintTable& { return program_.fingerprints(); }, options_, *store_);
  }
  try {
    decide_with_cache(entry, context, outcome);
  } catch (const Interrupted&) {
    tell_complaints(entry, outcome);
    throw;
  }
  tell_complaints(entry, outcome);
  if (options_.explanations == Explanations::On) {
    outcome.messages.push_back(explanation(program_.cfa(), entry, outcome, cache_->entered_from(entry)));
  }
}

void CachedVerifier::decide_with_cache(const cfa::EntryPoint& entry, RunContext& context,
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

void CachedVerifier::tell_complaints(const cfa::EntryPoint& entry, findings::EntryOutcome& outcome) {
  const std::string path = program_.cfa().function(entry.function).name_range.path();
  for (const std::string& message : store_->take_complaints()) {
    outcome.messages.push_back({MessageSeverity::Warning, {path, 1, 1, 1, 1}, "cache: " + message});
  }
}

void CachedVerifier::verify_and_store(const cfa::EntryPoint& entry, const reuse::VerificationHints& hints,
                                      RunContext& context, findings::EntryOutcome& outcome) {
  const auto start = std::chrono::steady_clock::now();
  const auto spent = [start] {
    return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - start);
  };
  const std::chrono::milliseconds share = context.remaining(no_limit);
  reuse::VerificationHints found;
  try {
    found = anew_().verify(entry, hints, context, outcome);
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
    verdict.facts = stored(*outcome.facts, program_.cfa(), program_.names());
  }
  cache_->put(entry, verdict, cost);
  cache_->forget_attempt(entry);
}

bool CachedVerifier::repeat_violations(const cfa::EntryPoint& entry, const std::vector<findings::RunInputs>& violations,
                                       RunContext& context, findings::EntryOutcome& outcome) {
  findings::EntryOutcome replayed;
  Portfolio portfolio({.program = program_, .options = options_, .preconditions = preconditions_}, entry, nothing_kept,
                      context, replayed);
  if (!still_violate(portfolio, violations) || !portfolio.is_every_target_decided()) {
    return false;
  }
  outcome = std::move(replayed);
  return true;
}

bool CachedVerifier::take_from_cache(const cfa::EntryPoint& entry, RunContext& context,
                                     findings::EntryOutcome& outcome) {
  const std::optional<reuse::StoredVerdict> stored = cache_->find(entry);
  if (!stored) {
    return false;
  }
  findings::EntryOutcome replayed;
  Portfolio portfolio({.program = program_, .options = options_, .preconditions = preconditions_}, entry, nothing_kept,
                      context, replayed);
  if (!still_violate(portfolio, stored->violations)) {
    return false;
  }
  outcome = std::move(replayed);
  if (stored->facts) {
    outcome.facts = restored(*stored->facts, program_.cfa(), program_.names());
  }
  return true;
}

bool CachedVerifier::take_attempt_from_cache(const cfa::EntryPoint& entry, RunContext& context,
                                             findings::EntryOutcome& outcome) {
  const std::optional<reuse::StoredAttempt> attempt = cache_->find_attempt(entry);
  if (!attempt || context.remaining(no_limit) >= more_time * attempt->share) {
    return false;
  }
  std::optional<reuse::OpenParts> open = restored(*attempt, program_.cfa(), program_.names());
  findings::EntryOutcome replayed;
  Portfolio portfolio({.program = program_, .options = options_, .preconditions = preconditions_}, entry, nothing_kept,
                      context, replayed);
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

void CachedVerifier::audit(const cfa::EntryPoint& entry, RunContext& context, findings::EntryOutcome& outcome) {
  findings::EntryOutcome anew;
  verify_and_store(entry, {}, context, anew);
  const bool is_decided = anew.open.empty() || !anew.violations.empty();
  if (is_decided && anew.violations.empty() != outcome.violations.empty()) {
    anew.messages.push_back(contradiction(program_.cfa(), entry, outcome.violations.empty() ? "safe" : "violated"));
    outcome = std::move(anew);
  }
}

} // namespace vouch::configurations
