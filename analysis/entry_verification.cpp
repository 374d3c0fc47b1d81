#include "analysis/entry_verification.hpp"

#include "analysis/analysis_runs.hpp"
#include "analysis/bam/block_proof.hpp"
#include "analysis/core/cegar.hpp"
#include "analysis/refinement/proof_check.hpp"
#include "analysis/result_cache.hpp"
#include "analysis/support/overloaded.hpp"
#include "analysis/trace/concrete_search.hpp"
#include "analysis/trace/path_inputs.hpp"
#include "analysis/trace/render_trace.hpp"
#include "analysis/trace/replay.hpp"
#include "analysis/violation_report.hpp"

#include <algorithm>
#include <utility>

namespace vouch {
namespace {

/// Why a target that was reached is not a violation.
std::string open_reason(const core::TargetReason& target, const cfa::Cfa& cfa, const std::string& detail) {
  std::string place = to_string(cfa.location(target.location).range);
  switch (target.kind) {
  case core::TargetKind::Unsupported:
    return "unsupported construct: " + target.text + " at " + place;
  case core::TargetKind::Recursion:
    return "recursion: " + target.text + " at " + place;
  case core::TargetKind::Property:
    return detail + " (" + target.text + " at " + place + ")";
  }
  return detail;
}

/// How long the check of a proof may take that nobody has insisted on.
std::chrono::steady_clock::duration check_time(std::chrono::steady_clock::duration exploration_time,
                                               const RunContext& context) {
  const std::chrono::steady_clock::duration at_most = context.remaining(std::chrono::hours(1)) / 2;
  return std::min(exploration_time / 4 + std::chrono::milliseconds(100), at_most);
}

/// Decides the targets of one entry point, by one means after the other.
class EntryVerification {
public:
  EntryVerification(const cfa::Cfa& cfa, const cfa::TargetReachability& targets, const trace::Interpreter& interpreter,
                    const cfa::EntryPoint& entry, const Options& options, RunContext& context, EntryOutcome& outcome)
      : cfa_(cfa), targets_(targets), interpreter_(interpreter), entry_(entry), options_(options), context_(context),
        outcome_(outcome) {}

  /// Complete: nothing is left for other means to do. OutOfTime: this means has not come to its end.
  enum class Decision { Complete, Open, OutOfTime };

  /// Reports a violation if the run with these inputs comes to one. They may be those of another version of the program.
  bool try_inputs(const std::vector<cfa::Integer>& values) {
    trace::ListedInputs first(values);
    const trace::RunResult run = interpreter_.run(entry_.start, first, {.context = &context_});
    const auto* reached = std::get_if<trace::ReachedTarget>(&run.outcome);
    if (reached == nullptr) {
      return false;
    }
    const core::TargetKey key{core::TargetKind::Property, reached->location};
    trace::ListedInputs inputs(values);
    if (decided_.contains(key) || !replay(reached->location, inputs).confirmed) {
      return false;
    }
    report_violation(reached->location, values);
    decided_.insert(key);
    return true;
  }

  /// Executes the program for a short while before anything is proved: shallow violations turn up in milliseconds, and
  /// a program with only one run is decided by that run.
  Decision execute() {
    trace::SearchLimits limits;
    limits.time = context_.remaining(std::chrono::milliseconds(8000)) / 16;
    const trace::SearchResult found = trace::search_by_execution(interpreter_, entry_.start, limits, context_);
    if (found.violation && !decided_.contains({core::TargetKind::Property, found.violation->target})) {
      trace::ListedInputs inputs(found.violation->inputs);
      if (!replay(found.violation->target, inputs).confirmed) {
        return Decision::Open;
      }
      report_violation(found.violation->target, found.violation->inputs);
      decided_.insert({core::TargetKind::Property, found.violation->target});
    }
    const bool starts_program = entry_.kind == cfa::EntryKind::Program;
    return found.has_only_one_run_and_it_ends && starts_program ? Decision::Complete : Decision::Open;
  }

  /// Follows all values that the program computes, as far as they are known.
  Decision explore_values(const ProgramFacts& facts, std::chrono::milliseconds limit) {
    return within(limit, [&](RunContext& limited) {
      ValueRun run(cfa_, targets_, facts);
      explore_with(run, facts, Unconfirmed::MayBeDecidedOtherwise, limited, [](const auto&, const core::TargetKeys&) {});
      return undecided_.empty() ? Decision::Complete : Decision::Open;
    });
  }

  /// Follows values, and tracks predicates for what depends on unknown ones.
  Decision explore_values_and_predicates(const ProgramFacts& facts, std::chrono::milliseconds limit) {
    return within(limit, [&](RunContext& limited) {
      PredicateRun run(cfa_, targets_, facts, options_, smt::Theory::Integers, FollowedValues::All, limited);
      explore_with(run, facts, Unconfirmed::MayBeDecidedOtherwise, limited, [](const auto&, const core::TargetKeys&) {});
      return undecided_.empty() ? Decision::Complete : Decision::Open;
    });
  }

  /// Explores and refines until every target is decided that this theory can decide.
  Decision explore_predicates(const ProgramFacts& facts, smt::Theory theory, std::chrono::milliseconds limit) {
    return within(limit, [&](RunContext& limited) {
      const auto start_time = std::chrono::steady_clock::now();
      PredicateRun run(cfa_, targets_, facts, options_, theory, FollowedValues::None, limited);
      auto check_if_proved = [&](const auto& reached, const core::TargetKeys& ignored) {
        if (!open_.empty() || !undecided_.empty()) {
          return;
        }
        RunContext check_context = context_;
        if (options_.proof_checks == ProofChecks::WhenCheap) {
          const auto now = std::chrono::steady_clock::now();
          check_context.deadline = now + check_time(now - start_time, context_);
        }
        check_proof(claims_of(reached, run), ignored, run, check_context);
      };
      explore_with(run, facts, Unconfirmed::StaysOpen, limited, check_if_proved);
      return undecided_.empty() ? Decision::Complete : Decision::Open;
    });
  }

  /// Why some targets stay unknown whatever the theory.
  [[nodiscard]] const std::vector<std::string>& undecidable() const { return open_; }

  /// Why what is left is not proved: these, and what the last theory could not decide.
  [[nodiscard]] std::vector<std::string> open() const {
    std::vector<std::string> result = open_;
    result.insert(result.end(), undecided_.begin(), undecided_.end());
    return result;
  }

private:
  /// What becomes of a target for which an execution was found that cannot be replayed.
  enum class Unconfirmed { StaysOpen, MayBeDecidedOtherwise };

  /// Does `explore` within a part of the time.
  template <class Explore>
  Decision within(std::chrono::milliseconds limit, const Explore& explore) {
    RunContext limited = context_;
    limited.deadline = std::chrono::steady_clock::now() + context_.remaining(limit);
    Decision decision = Decision::OutOfTime;
    try {
      decision = explore(limited);
    } catch (const Interrupted&) {
      context_.statistics = limited.statistics;
      context_.check(); // perhaps the whole run is over
    }
    context_.statistics = limited.statistics;
    return decision;
  }

  /// Runs the CEGAR loop on one reached set, or on one for each block where there are blocks. Calls `done` with what was
  /// reached, and the targets that were.
  template <class Run, class Done>
  void explore_with(Run& run, const ProgramFacts& facts, Unconfirmed unconfirmed, RunContext& run_context,
                    const Done& done) {
    if (facts.blocks.size() == 0) {
      core::ReachedSet reached(run.analysis(), cfa_, entry_.start, core::TraversalOrder::ReversePostOrder);
      done(reached, decide_targets(reached, run.refiner(), unconfirmed, run_context));
    } else {
      bam::BlockMemoization memoization(run.analysis(), {cfa_, facts.blocks, facts.effects}, entry_.start,
                                        options_.precision_in_key);
      done(memoization, decide_targets(memoization, run.nested_refiner(), unconfirmed, run_context));
      const bam::BlockStatistics& blocks = memoization.statistics();
      run_context.statistics.block_hits += blocks.hits + blocks.coverage_hits;
      run_context.statistics.block_misses += blocks.analyses;
      run_context.statistics.block_cuts += blocks.cuts;
      run_context.statistics.block_readded += blocks.readded;
      run_context.statistics.block_rounds += blocks.rounds;
    }
  }

  /// Runs the CEGAR loop until each target is decided or given up. Returns the targets that were reached.
  template <class Reached, class Refiner>
  core::TargetKeys decide_targets(Reached& reached, Refiner& refiner, Unconfirmed unconfirmed,
                                  RunContext& run_context) {
    undecided_.clear();
    core::TargetKeys ignored = decided_;
    auto on_undecided = [&](const core::Undecided& undecided) {
      undecided_.push_back(open_reason(undecided.target, cfa_, undecided.reason));
      ignored.insert(core::key_of(undecided.target));
      return true;
    };
    auto on_violated = [&](const core::Violated& violated) {
      ignored.insert(core::key_of(violated.target));
      decide(violated, unconfirmed);
      return true;
    };
    auto on_proved = [](const core::Proved&) { return false; };
    while (std::visit(Overloaded{on_undecided, on_violated, on_proved},
                      run_cegar(reached, refiner, run_context, ignored))) {
    }
    return ignored;
  }

  /// A target that the engine has reached is decided: violated, or not decidable by anyone.
  void decide(const core::Violated& violated, Unconfirmed unconfirmed) {
    if (violated.target.kind != core::TargetKind::Property) {
      decided_.insert(core::key_of(violated.target));
      open_.push_back(open_reason(violated.target, cfa_, {}));
      return;
    }
    trace::PathInputs path_inputs(cfa_, violated.path);
    trace::RecordedInputs inputs(path_inputs);
    const trace::Replay replayed = replay(violated.path.target, inputs);
    if (replayed.confirmed) {
      decided_.insert(core::key_of(violated.target));
      report_violation(violated.path.target, inputs.values());
      return;
    }
    std::string reason =
        open_reason(violated.target, cfa_, "a possible violation was not confirmed: " + replayed.reason);
    if (unconfirmed == Unconfirmed::MayBeDecidedOtherwise) {
      undecided_.push_back(std::move(reason));
    } else {
      decided_.insert(core::key_of(violated.target));
      open_.push_back(std::move(reason));
    }
  }

  static bam::BlockProof claims_of(const core::ReachedSet& reached, PredicateRun& /*run*/) {
    return {refinement::proof_of(reached), {}};
  }
  static bam::BlockProof claims_of(const bam::BlockMemoization& memoization, PredicateRun& run) {
    return bam::proof_of(memoization, run.encoder());
  }

  /// A second opinion on what `run` proved. An objection makes the entry point undecided.
  void check_proof(const bam::BlockProof& proof, const core::TargetKeys& excluded, PredicateRun& run,
                   RunContext& check_context) {
    try {
      const refinement::ProofVerdict verdict = refinement::check_proof(
          proof.program, proof.blocks, cfa_, targets_, entry_.start, excluded, run.encoder(), check_context);
      if (const auto* rejected = std::get_if<refinement::ProofRejected>(&verdict)) {
        undecided_.push_back("the proof was rejected: " + rejected->reason);
      }
      const auto* unchecked = std::get_if<refinement::ProofUnchecked>(&verdict);
      if (unchecked != nullptr && options_.proof_checks == ProofChecks::Always) {
        undecided_.push_back("the proof was not checked: " + unchecked->reason);
      }
    } catch (const Interrupted&) {
      context_.check(); // perhaps the whole run is over, and not only the time for the check
    }
  }

  trace::Replay replay(cfa::LocationId target, trace::InputSource& inputs) {
    return trace::replay(interpreter_, entry_.start, target, inputs, {.context = &context_});
  }

  void report_violation(cfa::LocationId target, const std::vector<cfa::Integer>& inputs) {
    outcome_.violations.push_back(confirmed_violation(cfa_, interpreter_, entry_, target, inputs));
    outcome_.violating_inputs.push_back(inputs);
  }

  const cfa::Cfa& cfa_;
  const cfa::TargetReachability& targets_;
  const trace::Interpreter& interpreter_;
  const cfa::EntryPoint& entry_;
  const Options& options_;
  RunContext& context_;
  EntryOutcome& outcome_;
  core::TargetKeys decided_;           ///< targets that need no further look
  std::vector<std::string> open_;      ///< what stays unknown whatever the theory
  std::vector<std::string> undecided_; ///< what another theory may decide
};

using Decision = EntryVerification::Decision;

constexpr std::chrono::milliseconds no_limit = std::chrono::hours(1);

/// Predicates alone. Integers find invariants, bit-vectors decide what integers cannot express.
void explore_predicates(EntryVerification& verification, const ProgramFacts& facts, Decision integers) {
  if (integers == Decision::OutOfTime) {
    integers = verification.explore_predicates(facts, smt::Theory::Integers, no_limit);
  }
  if (integers == Decision::Open) {
    verification.explore_predicates(facts, smt::Theory::Bitvectors, no_limit);
  }
}

/// One means after the other, until all is decided: first each for a short time, which is enough for most programs,
/// then what is likely to come to an end.
void explore(EntryVerification& verification, const ProgramFacts& facts, const RunContext& context) {
  const std::chrono::milliseconds share = context.remaining(std::chrono::seconds(16)) / 16;
  Decision values = verification.explore_values(facts, share / 4);
  if (values == Decision::Complete) {
    return;
  }
  const Decision integers = verification.explore_predicates(facts, smt::Theory::Integers, share);
  if (integers == Decision::Complete) {
    return;
  }
  if (values == Decision::OutOfTime) {
    values = verification.explore_values(facts, share);
  }
  // Values that come to an end make the predicate analysis cheaper, others unroll its loops.
  if (values == Decision::Open) {
    values = verification.explore_values_and_predicates(facts, context.remaining(no_limit) / 3);
  }
  if (values != Decision::Complete) {
    explore_predicates(verification, facts, integers);
  }
}

/// Where the verdict of an entry point comes from, and what it rests on.
Message explanation(const cfa::Cfa& cfa, const cfa::EntryPoint& entry, const EntryOutcome& outcome,
                    const std::vector<std::string>& functions) {
  const cfa::Function& function = cfa.function(entry.function);
  std::string text = "'" + function.name + "': " + (outcome.is_from_cache ? "from the cache" : "verified anew") +
                     "; rests on the code of ";
  for (const std::string& name : functions) {
    text += (&name == &functions.front() ? "" : ", ") + name;
  }
  return {MessageSeverity::Note, trace::place_of(function.name_range), std::move(text)};
}

} // namespace

EntryVerifier::EntryVerifier(const cfa::Cfa& cfa, const cfa::TargetReachability& targets, const Options& options)
    : cfa_(cfa), targets_(targets), options_(options), interpreter_(cfa) {}

EntryVerifier::~EntryVerifier() = default;

const ProgramFacts& EntryVerifier::facts() {
  if (!facts_) {
    facts_.emplace(cfa_, options_.blocks);
  }
  return *facts_;
}

void EntryVerifier::verify(const cfa::EntryPoint& entry, RunContext& context, EntryOutcome& outcome) {
  if (!targets_.is_target_ahead(entry.start)) {
    return;
  }
  if (options_.cache_folder.empty()) {
    verify_anew(entry, context, outcome);
    return;
  }
  if (!cache_) {
    cache_ = std::make_unique<ResultCache>(
        cfa_, facts(), options_, [this](const std::string& message) { cache_messages_.push_back(message); });
  }
  outcome.is_from_cache = take_from_cache(entry, context, outcome);
  if (!outcome.is_from_cache) {
    verify_and_store(entry, context, outcome);
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

void EntryVerifier::verify_and_store(const cfa::EntryPoint& entry, RunContext& context, EntryOutcome& outcome) {
  const auto start = std::chrono::steady_clock::now();
  verify_anew(entry, context, outcome);
  if (outcome.open.empty()) {
    const auto cost = std::chrono::steady_clock::now() - start;
    cache_->put(entry, {outcome.violating_inputs}, std::chrono::duration_cast<std::chrono::milliseconds>(cost));
  }
}

bool EntryVerifier::take_from_cache(const cfa::EntryPoint& entry, RunContext& context, EntryOutcome& outcome) {
  const std::optional<StoredVerdict> stored = cache_->find(entry);
  context.statistics.block_hits += stored ? 1 : 0;
  context.statistics.block_misses += stored ? 0 : 1;
  if (!stored) {
    return false;
  }
  EntryOutcome replayed;
  EntryVerification verification(cfa_, targets_, interpreter_, entry, options_, context, replayed);
  for (const RunInputs& inputs : stored->violations) {
    if (!verification.try_inputs(inputs)) {
      return false;
    }
  }
  outcome = std::move(replayed);
  return true;
}

void EntryVerifier::audit(const cfa::EntryPoint& entry, RunContext& context, EntryOutcome& outcome) {
  EntryOutcome anew;
  verify_and_store(entry, context, anew);
  const bool is_decided = anew.open.empty() || !anew.violations.empty();
  if (is_decided && anew.violations.empty() != outcome.violations.empty()) {
    const cfa::Function& function = cfa_.function(entry.function);
    anew.messages.push_back({MessageSeverity::Error, trace::place_of(function.name_range),
                             "cache: the stored verdict of '" + function.name + "' is '" +
                                 (outcome.violations.empty() ? "safe" : "violated") +
                                 "', and verified anew it is the opposite; please report this with the file and the cache"});
    outcome = std::move(anew);
  }
}

void EntryVerifier::verify_anew(const cfa::EntryPoint& entry, RunContext& context, EntryOutcome& outcome) {
  EntryVerification verification(cfa_, targets_, interpreter_, entry, options_, context, outcome);
  if (cache_) {
    for (const RunInputs& inputs : cache_->last_inputs(entry)) {
      verification.try_inputs(inputs);
    }
  }
  if (verification.execute() == Decision::Complete) {
    return;
  }
  try {
    if (options_.analysis == AnalysisPreset::Value) {
      verification.explore_values(facts(), no_limit);
    } else if (options_.analysis == AnalysisPreset::Predicate || options_.proof_checks == ProofChecks::Always) {
      explore_predicates(verification, facts(), Decision::OutOfTime); // what values prove is not checked once more
    } else {
      explore(verification, facts(), context);
    }
  } catch (const Interrupted&) {
    outcome.open = verification.undecidable();
    throw;
  }
  outcome.open = verification.open();
}

} // namespace vouch
