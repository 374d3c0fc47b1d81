#include "analysis/configurations/entry_attempts.hpp"

#include "analysis/configurations/cached_verification.hpp"
#include "analysis/configurations/impossible_checks.hpp"
#include "analysis/facts/functions_of_numbers.hpp"
#include "analysis/facts/passed_checks.hpp"
#include "analysis/support/overloaded.hpp"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>
#include <variant>

namespace vouch::configurations {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

/// The program as one entry point is verified in it.
class EntryProgram {
public:
  EntryProgram(cfa::Cfa cfa, std::shared_ptr<const reuse::StableNames> names, const Options& options,
               Preconditions preconditions, LearntPrecision learnt)
      : options_(options), preconditions_(preconditions), learnt_(std::move(learnt)),
        asked_(std::move(cfa), options.blocks, std::move(names)) {}

  /// Throws `Interrupted`; `outcome` then has what was found so far.
  void verify(const cfa::EntryPoint& entry, reuse::RunStore* store, RunContext& context,
              findings::EntryOutcome& outcome) {
    CachedVerifier verifier(
        asked_, [&]() -> EntryVerifier& { return anew(entry.start); }, options_, preconditions_, store);
    verifier.verify(entry, context, outcome);
  }

  /// Whether the cache did not know everything.
  [[nodiscard]] bool has_facts() const { return asked_.has_facts() || (verified_ ? verified_->has_facts() : false); }
  [[nodiscard]] const LearntPrecision& learnt() const { return verifier_ ? verifier_->learnt() : learnt_; }

private:
  /// In the program without checks that cannot fail.
  EntryVerifier& anew(cfa::LocationId start) {
    if (!verifier_) {
      const std::unordered_set<cfa::LocationId> impossible =
          targets_of_impossible_checks(asked_.cfa(), asked_.facts().regions, start);
      if (!impossible.empty()) {
        verified_.emplace(transformation::without_edges_to(asked_.cfa(), impossible), options_.blocks,
                          asked_.shared_names());
      }
      verifier_.emplace(verified_ ? *verified_ : asked_, options_, preconditions_, learnt_);
    }
    return *verifier_;
  }

  const Options& options_;
  Preconditions preconditions_;
  LearntPrecision learnt_;
  VerifiedProgram asked_;                   ///< that the cache is asked about
  std::optional<VerifiedProgram> verified_; ///< if it is another one
  std::optional<EntryVerifier> verifier_;   ///< once the cache has not known enough
};

/// So often an entry point is looked at again under one assumption more; what it asks of callers then stays open.
constexpr std::size_t most_assumptions = 8;

/// In place of what is weaker, if there is something.
void assume(EntryProgress& progress, const transformation::Assumption& assumption, const Violation& violation) {
  const auto weaker = std::ranges::find_if(progress.assumptions, [&](const transformation::Assumption& known) {
    return transformation::implies(assumption, known);
  });
  if (weaker == progress.assumptions.end()) {
    progress.assumptions.push_back(assumption);
    progress.preconditions.push_back(violation);
  } else {
    progress.preconditions[static_cast<std::size_t>(weaker - progress.assumptions.begin())] = violation;
    *weaker = assumption;
  }
}

/// Whether the entry point is to be verified again under what its last attempt asks of callers.
bool takes_assumptions(EntryProgress& progress) {
  const findings::EntryOutcome& outcome = progress.outcome;
  std::vector<Violation> preconditions;
  std::ranges::copy_if(outcome.violations, std::back_inserter(preconditions),
                       [](const Violation& violation) { return !violation.precondition.assumption.empty(); });
  const bool is_new = std::ranges::any_of(outcome.assumptions, [&](const transformation::Assumption& assumption) {
    return std::ranges::find(progress.assumptions, assumption) == progress.assumptions.end();
  });
  if (!is_new) {
    return false;
  }
  ++progress.rounds;
  for (std::size_t i = 0; i < outcome.assumptions.size() && i < preconditions.size(); ++i) {
    assume(progress, outcome.assumptions[i], preconditions[i]);
  }
  progress.share = std::chrono::milliseconds(0);
  return true;
}

/// What was found out about the part, said of the whole program.
void say_of_whole(const transformation::ProgramPart& part, findings::EntryOutcome& outcome) {
  const auto in_whole = [&](cfa::LocationId location) { return part.in_whole(location); };
  std::ranges::transform(outcome.violated_targets, outcome.violated_targets.begin(), in_whole);
  if (outcome.open_targets) {
    std::ranges::transform(*outcome.open_targets, outcome.open_targets->begin(), in_whole);
  }
  for (transformation::Assumption& assumption : outcome.assumptions) {
    std::visit(Overloaded{[&](transformation::ExcludedInput& input) { input.edge = part.in_whole(input.edge); },
                          [&](transformation::PassingCheck& check) { check.target = part.in_whole(check.target); }},
               assumption);
  }
  if (outcome.facts) {
    for (findings::LoopFacts& loop : outcome.facts->loops) {
      loop.head = part.in_whole(loop.head);
    }
    std::set<cfa::LocationId> unreachable;
    for (const cfa::LocationId location : outcome.facts->unreachable) {
      if (part.in_whole(location).is_valid()) { // a place that is only in the part says nothing
        unreachable.insert(part.in_whole(location));
      }
    }
    outcome.facts->unreachable = std::move(unreachable);
  }
}

/// The hints that checks were assumed to pass for.
void leave_open(EntryProgress& progress) {
  findings::EntryOutcome& outcome = progress.outcome;
  outcome.left_to_callers.clear();
  outcome.preconditions.clear();
  for (std::size_t i = 0; i < progress.assumptions.size(); ++i) {
    const auto* check = std::get_if<transformation::PassingCheck>(&progress.assumptions[i]);
    (check != nullptr ? outcome.violations : outcome.preconditions).push_back(progress.preconditions[i]);
    if (check != nullptr) {
      outcome.violated_targets.push_back(check->target);
    }
  }
}

/// Whether nothing is said under a condition, and nothing is left.
bool is_proved_for_all_callers(const EntryProgress& progress) {
  const findings::EntryOutcome& outcome = progress.outcome;
  const bool is_proved = progress.is_final && outcome.open.empty() && outcome.violations.empty();
  return is_proved && progress.assumptions.empty() && outcome.preconditions.empty() && outcome.left_to_callers.empty();
}

/// What is known has no claims in it that could be checked.
bool believes_answers(const Options& options) {
  return options.proof_checks != ProofChecks::Always && options.cache_audit == CacheAudit::Off &&
         options.graphs == ExportedGraphs::None;
}

/// How an attempt has ended that leaves something open and says nothing else; nothing: it is not one of these.
std::optional<reuse::AttemptEnd> end_without_findings(const EntryProgress& progress) {
  const findings::EntryOutcome& outcome = progress.outcome;
  const bool has_only_open = !outcome.open.empty() && outcome.violations.empty() && outcome.preconditions.empty() &&
                             outcome.left_to_callers.empty() && progress.assumptions.empty();
  if (!has_only_open || outcome.is_from_cache ||
      (progress.interruption && progress.interruption != Interruption::Timeout)) {
    return std::nullopt;
  }
  return progress.interruption ? reuse::AttemptEnd::OutOfTime : reuse::AttemptEnd::Finished;
}

} // namespace

EntryAttempts::EntryAttempts(const cfa::Cfa& cfa, const facts::TargetReachability& targets, const Options& options)
    : cfa_(cfa), targets_(targets), options_(options), parts_(cfa),
      passed_checks_(facts::targets_of_passed_checks(cfa)), checks_(cfa.function_count()),
      is_of_numbers_(facts::functions_of_numbers(cfa)), names_(std::make_shared<const reuse::StableNames>(cfa)),
      known_(cfa, *names_, options), given_(options.precision) {
  for (std::size_t index = 0; index < cfa.location_count(); ++index) {
    const cfa::Location& location = cfa.location(cfa::LocationId(index));
    if (location.target && location.function.is_valid()) {
      checks_[location.function.index()].emplace_back(index);
    }
  }
}

bool EntryAttempts::may_hold_in_every_call(const cfa::EntryPoint& entry) const {
  return is_of_numbers_[entry.function.index()] && facts::gives_all_arguments(cfa_, entry);
}

bool EntryAttempts::holds_in_every_call(const cfa::EntryPoint& entry, const EntryProgress& progress) const {
  return is_proved_for_all_callers(progress) && may_hold_in_every_call(entry);
}

std::function<bool(cfa::LocationId)>
EntryAttempts::never_fails(const std::vector<cfa::FunctionId>& proved_in_every_call) const {
  std::vector<bool> is_proved(cfa_.function_count(), false);
  for (const cfa::FunctionId function : proved_in_every_call) {
    is_proved[function.index()] = true;
  }
  return [this, is_proved = std::move(is_proved)](cfa::LocationId target) {
    return is_proved[cfa_.location(target).function.index()] || passed_checks_.contains(target);
  };
}

std::optional<std::chrono::milliseconds> EntryAttempts::limit_of(const Request& request,
                                                                 const RunContext& context) const {
  const bool is_limited = context.deadline || options_.entry_milliseconds != 0;
  return is_limited ? std::optional(request.share) : std::nullopt;
}

std::optional<EntryAttempts::Question> EntryAttempts::question_about(const cfa::EntryPoint& entry,
                                                                     const Request& request,
                                                                     const EntryProgress& progress) const {
  if (request.store == nullptr || !progress.assumptions.empty() || !targets_.is_target_ahead(entry.start)) {
    return std::nullopt;
  }
  std::function<bool(cfa::LocationId)> is_impossible = never_fails(request.proved_in_every_call);
  std::vector<cfa::FunctionId> entered = parts_.functions_entered_from(entry.start, is_impossible);
  return Question{entry, std::move(entered), std::move(is_impossible), is_of_numbers_[entry.function.index()]};
}

bool EntryAttempts::recall(const cfa::EntryPoint& entry, const Request& request, RunContext& context,
                           EntryProgress& progress) const {
  const std::optional<Question> question = question_about(entry, request, progress);
  return question && take_answer(*question, request, context, progress);
}

bool EntryAttempts::take_answer(const Question& question, const Request& request, RunContext& context,
                                EntryProgress& progress) const {
  if (!believes_answers(options_)) {
    return false;
  }
  std::optional<findings::EntryOutcome> outcome = known_.find_proof(question, *request.store);
  std::optional<Interruption> interruption;
  if (!outcome) {
    std::optional<reuse::KnownEntries::OpenAttempt> open = known_.find_attempt(question, *request.store);
    if (!open || limit_of(request, context).value_or(no_limit) >= more_time * open->share) {
      return false;
    }
    outcome = std::move(open->outcome);
    if (open->end == reuse::AttemptEnd::OutOfTime) {
      interruption = Interruption::Timeout;
      outcome->open.push_back(reason_of(*interruption));
    }
  }
  if (options_.explanations == Explanations::On) {
    outcome->messages.push_back(explanation(cfa_, question.entry, *outcome, question.entered));
  }
  progress.milliseconds = std::max(progress.milliseconds, static_cast<std::uint64_t>(outcome->spent_before.count()));
  progress.outcome = *std::move(outcome);
  progress.share = request.share;
  progress.interruption = interruption;
  progress.is_final = !interruption;
  ++context.statistics.block_hits;
  return true;
}

void EntryAttempts::keep_answer(const Question& question, reuse::ResultStore& store, std::chrono::milliseconds time,
                                std::chrono::milliseconds spent, EntryProgress& progress) const {
  findings::EntryOutcome& outcome = progress.outcome;
  const bool is_violated = progress.is_final && !outcome.violations.empty();
  const bool contradicts = is_violated && known_.find_proof(question, store);
  if (contradicts) {
    outcome.messages.push_back(contradiction(cfa_, question.entry, "safe"));
  }
  if (contradicts || is_proved_for_all_callers(progress)) {
    known_.put_proof(question, outcome, spent, store);
  } else if (const std::optional<reuse::AttemptEnd> end = end_without_findings(progress)) {
    reuse::KnownEntries::OpenAttempt open{outcome, *end, time};
    if (*end == reuse::AttemptEnd::OutOfTime) {
      open.outcome.open.pop_back(); // that it was, it says
    }
    known_.put_attempt(question, open, spent, store);
  }
}

/// Whether there is nothing in the function that was proved, since each of its checks is assumed to pass.
bool EntryAttempts::has_left_everything_to_callers(const cfa::EntryPoint& entry, const EntryProgress& progress) const {
  const std::vector<cfa::LocationId>& left = progress.outcome.left_to_callers;
  return !left.empty() && std::ranges::all_of(checks_[entry.function.index()], [&](cfa::LocationId check) {
    return std::ranges::find(left, check) != left.end();
  });
}

void EntryAttempts::attempt(const cfa::EntryPoint& entry, const Request& request, RunContext& context,
                            EntryProgress& progress) const {
  const std::optional<Question> question = question_about(entry, request, progress);
  if (question && take_answer(*question, request, context, progress)) {
    return;
  }
  const std::chrono::milliseconds time = limit_of(request, context).value_or(no_limit);
  const std::uint64_t before = progress.milliseconds;
  make_attempt(entry, request, context, progress);
  if (question) {
    keep_answer(*question, *request.store, time, std::chrono::milliseconds(progress.milliseconds - before), progress);
  }
}

void EntryAttempts::make_attempt(const cfa::EntryPoint& entry, const Request& request, RunContext& context,
                                 EntryProgress& progress) const {
  const Clock::time_point start = Clock::now();
  RunContext entry_context = context;
  if (const std::optional<std::chrono::milliseconds> limit = limit_of(request, context)) {
    entry_context.deadline = start + *limit;
  }
  progress.share = request.share;
  progress.interruption.reset();
  findings::EntryOutcome outcome;
  if (targets_.is_target_ahead(entry.start)) {
    const Preconditions preconditions =
        progress.rounds < most_assumptions ? Preconditions::AreAssumed : Preconditions::StayOpen;
    const transformation::ProgramPart part =
        parts_.entered_from(entry.start, progress.assumptions, never_fails(request.proved_in_every_call));
    cfa::EntryPoint entry_of_part = entry;
    entry_of_part.start = part.in_part(entry.start);
    EntryProgram program(part.cfa(), names_, options_, preconditions, progress.learnt.joined(given_));
    try {
      program.verify(entry_of_part, request.store, entry_context, outcome);
    } catch (const Interrupted& interrupted) {
      // Out of its share, or the whole run is over; then the next check says so.
      outcome.open.push_back(reason_of(interrupted.cause));
      progress.interruption = interrupted.cause;
    }
    say_of_whole(part, outcome);
    progress.learnt = program.learnt();
    progress.has_analysed |= program.has_facts();
  }
  outcome.preconditions = progress.preconditions;
  for (const transformation::Assumption& assumption : progress.assumptions) {
    if (const auto* check = std::get_if<transformation::PassingCheck>(&assumption)) {
      outcome.left_to_callers.push_back(check->target);
    }
  }
  const auto spent_before = static_cast<std::uint64_t>(outcome.spent_before.count());
  progress.outcome = std::move(outcome);
  progress.is_final = !takes_assumptions(progress) && !progress.interruption;
  if (progress.is_final && has_left_everything_to_callers(entry, progress)) {
    leave_open(progress);
  }
  context.statistics = entry_context.statistics;
  context.next_memory_check = entry_context.next_memory_check;
  progress.milliseconds += static_cast<std::uint64_t>(seconds_since(start) * 1000);
  progress.milliseconds = std::max(progress.milliseconds, spent_before);
}

} // namespace vouch::configurations
