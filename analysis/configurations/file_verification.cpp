#include "analysis/configurations/file_verification.hpp"

#include "analysis/configurations/cached_verification.hpp"
#include "analysis/configurations/impossible_checks.hpp"
#include "analysis/facts/call_graph.hpp"
#include "analysis/facts/passed_checks.hpp"
#include "analysis/findings/function_summaries.hpp"
#include "analysis/findings/function_verdicts.hpp"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <memory>
#include <numeric>
#include <optional>
#include <ranges>
#include <set>
#include <span>
#include <string>
#include <tuple>
#include <unordered_set>
#include <vector>

namespace vouch::configurations {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

/// One attempt after the other to verify an entry point.
struct EntryProgress {
  findings::EntryOutcome outcome{.open = {not_finished_reason}};
  std::uint64_t milliseconds = 0;
  std::chrono::milliseconds share{0};  ///< of the last attempt; zero: there was none
  std::chrono::milliseconds budget{0}; ///< if each has one of its own
  bool is_final = false;
  std::vector<transformation::Assumption> assumptions; ///< of callers
  std::vector<Violation> preconditions;                ///< the violations that are gone with these, one for each
  std::size_t rounds = 0;                              ///< how often something was assumed
  LearntPredicates learnt;                             ///< by the attempts so far
};

/// The program as one entry point is verified in it.
class EntryProgram {
public:
  EntryProgram(cfa::Cfa cfa, std::shared_ptr<const reuse::StableNames> names, const Options& options,
               Preconditions preconditions, LearntPredicates learnt)
      : options_(options), preconditions_(preconditions), learnt_(std::move(learnt)),
        asked_(std::move(cfa), options.blocks, std::move(names)) {}

  /// Throws `Interrupted`; `outcome` then has what was found so far.
  void verify(const cfa::EntryPoint& entry, reuse::LazyStore& store, RunContext& context,
              findings::EntryOutcome& outcome) {
    CachedVerifier verifier(
        asked_, [&]() -> EntryVerifier& { return anew(entry.start); }, options_, preconditions_, store);
    verifier.verify(entry, context, outcome);
  }

  /// Whether the cache did not know everything.
  [[nodiscard]] bool has_facts() const { return asked_.has_facts() || (verified_ ? verified_->has_facts() : false); }
  [[nodiscard]] const LearntPredicates& learnt() const { return verifier_ ? verifier_->learnt() : learnt_; }

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
  LearntPredicates learnt_;
  VerifiedProgram asked_;                   ///< that the cache is asked about
  std::optional<VerifiedProgram> verified_; ///< if it is another one
  std::optional<EntryVerifier> verifier_;   ///< once the cache has not known enough
};

/// So often an entry point is looked at again under one assumption more; what it asks of callers then stays open.
constexpr std::size_t most_assumptions = 8;

/// How often `VerificationContext::on_partial_report` is called at most.
constexpr std::chrono::milliseconds partial_report_interval{200};

/// How much longer the verification goes on than it has told of what it found: that takes the longer the larger the
/// file is.
constexpr int verifying_per_reporting = 9;

/// The indices of the entry points: the internal ones come last; before that, those in `first`, and called functions
/// before their callers.
std::vector<std::size_t> order_of(const cfa::Cfa& cfa, const std::vector<const cfa::EntryPoint*>& points,
                                  const std::unordered_set<std::string>& first) {
  std::vector<std::size_t> positions(cfa.function_count());
  std::size_t next = 0;
  for (const std::vector<cfa::FunctionId>& component : facts::CallGraph(cfa).components()) {
    for (cfa::FunctionId function : component) {
      positions[function.index()] = next++;
    }
  }
  std::vector<std::size_t> order(points.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, {}, [&](std::size_t index) {
    const cfa::FunctionId function = points[index]->function;
    const bool is_internal = index >= cfa.entry_points().size();
    return std::tuple(is_internal, !first.contains(cfa.function(function).name), positions[function.index()]);
  });
  return order;
}

/// Those where runs begin, then the internal ones.
std::vector<const cfa::EntryPoint*> points_of(const cfa::Cfa& cfa) {
  std::vector<const cfa::EntryPoint*> result;
  for (const std::span<const cfa::EntryPoint> points : {cfa.entry_points(), cfa.internal_entry_points()}) {
    std::ranges::transform(points, std::back_inserter(result), [](const cfa::EntryPoint& point) { return &point; });
  }
  return result;
}

/// Leaves the first hint of each function and parameter, if there is no finding in the same place.
void keep_one_hint_for_each_parameter(FileReport& report) {
  std::set<std::pair<std::string, std::string>> told;
  std::erase_if(report.hints, [&](const Violation& hint) {
    const bool is_found = std::ranges::any_of(report.violations, [&](const Violation& violation) {
      return violation.code == hint.code && violation.place.file == hint.place.file &&
             violation.place.line == hint.place.line && violation.place.column == hint.place.column;
    });
    return is_found || !told.emplace(hint.run.entry, hint.precondition.parameter).second;
  });
}

/// See `verify_program`. Each attempt sees the program as its entry point does. Functions that only the file calls are
/// verified on their own where their callers leave them open.
class FileVerification {
public:
  FileVerification(const cfa::Cfa& cfa, const Options& options, VerificationContext& context, FileReport& report)
      : cfa_(cfa), options_(options), context_(context), report_(report), targets_(cfa),
        passed_checks_(facts::targets_of_passed_checks(cfa)), names_(std::make_shared<const reuse::StableNames>(cfa)),
        store_(options.cache_folder), verdicts_(cfa, targets_), points_(points_of(cfa)), entries_(points_.size()),
        first_(options.first_entries.begin(), options.first_entries.end()), order_(order_of(cfa, points_, first_)),
        messages_before_(report.messages.size()) {
    set_budgets();
  }

  void run() {
    try {
      while (round()) {
      }
    } catch (const Interrupted& interrupted) {
      // Only this place turns an interruption of the whole run into a verdict.
      for (EntryProgress& entry : entries_) {
        if (!entry.is_final) {
          entry.outcome.open = {reason_of(interrupted.cause)};
        }
      }
    }
    write_report();
    const std::vector<findings::EntryFacts> facts = entry_facts();
    const findings::CombinedFacts combined(cfa_, facts);
    report_.invariants = combined.invariants();
    report_.unreachable = combined.unreachable();
    std::optional<facts::ProgramFacts> program;
    if (has_analysed_) {
      program.emplace(cfa_, options_.blocks);
    }
    findings::add_summaries(report_.functions, cfa_, program ? &*program : nullptr, combined);
    if (std::ranges::any_of(entries_, [](const EntryProgress& entry) { return !entry.preconditions.empty(); })) {
      report_.assumptions.emplace_back("callers keep to the preconditions that hints name");
    }
    for (EntryProgress& entry : entries_) {
      if (entry.outcome.graphs) {
        report_.graphs.push_back(*std::move(entry.outcome.graphs));
      }
    }
  }

private:
  /// A function with a longer budget lends it to all entry points that may enter it.
  void set_budgets() {
    const facts::CallGraph calls(cfa_);
    for (std::size_t i = 0; i < entries_.size(); ++i) {
      std::uint64_t milliseconds = options_.entry_milliseconds;
      if (!options_.longer_budgets.empty()) {
        for (cfa::FunctionId function : calls.reachable_from(cfa_.location(points_[i]->start).function)) {
          const auto longer = options_.longer_budgets.find(cfa_.function(function).name);
          milliseconds =
              longer == options_.longer_budgets.end() ? milliseconds : std::max(milliseconds, longer->second);
        }
      }
      entries_[i].budget = std::chrono::milliseconds(milliseconds);
    }
  }

  /// False: nothing is left to do, or not enough time to do it.
  bool round() {
    std::vector<std::size_t> open;
    std::ranges::copy_if(order_, std::back_inserter(open), [this](std::size_t i) { return !entries_[i].is_final; });
    bool has_tried = false;
    std::optional<std::set<cfa::FunctionId>> left_open; // by their callers
    for (std::size_t i = 0; i < open.size(); ++i) {
      context_.check();
      if (is_internal(open[i])) {
        left_open = left_open ? left_open : verdicts_.left_open(verdicts());
        if (!left_open->contains(points_[open[i]]->function)) {
          continue;
        }
      }
      const std::chrono::milliseconds share = share_of(open[i], open.size() - i);
      if (share >= more_time * entries_[open[i]].share) {
        attempt(open[i], share);
        has_tried = true;
        const bool is_last_of_first = comes_first(open[i]) && (i + 1 == open.size() || !comes_first(open[i + 1]));
        tell_about_it(is_last_of_first ? Clock::time_point() : next_report_);
      }
    }
    return has_tried;
  }

  [[nodiscard]] bool is_internal(std::size_t index) const { return index >= cfa_.entry_points().size(); }

  /// Without what takes no part in its runs, what it asks of its callers, and checks that have passed before. Its locations
  /// and edges are those of the original, and others behind them.
  [[nodiscard]] cfa::Cfa program_of(const cfa::EntryPoint& entry, const EntryProgress& progress) const {
    return transformation::only_entered_from(cfa_, entry.start, progress.assumptions, passed_checks_);
  }

  /// In place of what is weaker, if there is something.
  static void assume(EntryProgress& progress, const transformation::Assumption& assumption,
                     const Violation& violation) {
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

  /// Whether there is nothing in the function that was proved, since each of its checks is assumed to pass.
  [[nodiscard]] bool has_left_everything_to_callers(const cfa::EntryPoint& entry, const EntryProgress& progress) const {
    const std::vector<cfa::LocationId>& left = progress.outcome.left_to_callers;
    const auto is_another_check = [&](std::size_t index) {
      const cfa::LocationId location(index);
      return cfa_.location(location).target && cfa_.location(location).function == entry.function &&
             std::ranges::find(left, location) == left.end();
    };
    return !left.empty() &&
           std::ranges::none_of(std::views::iota(std::size_t{0}, cfa_.location_count()), is_another_check);
  }

  /// The hints that checks were assumed to pass for.
  static void leave_open(EntryProgress& progress) {
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

  /// Of the time that is left for `open_entries`, this one among them.
  [[nodiscard]] std::chrono::milliseconds share_of(std::size_t index, std::size_t open_entries) const {
    const std::chrono::milliseconds left = context_.remaining(std::chrono::hours(24));
    if (options_.entry_milliseconds == 0) {
      return left / static_cast<std::int64_t>(open_entries);
    }
    return std::min(left, entries_[index].budget);
  }

  void attempt(std::size_t index, std::chrono::milliseconds share) {
    const cfa::EntryPoint& entry = *points_[index];
    EntryProgress& progress = entries_[index];
    context_.report("verifying", cfa_.function(entry.function).name);
    const Clock::time_point start = Clock::now();
    RunContext entry_context = context_;
    if (context_.deadline || options_.entry_milliseconds != 0) {
      entry_context.deadline = start + share;
    }
    entry_context.on_progress = [this](const Progress& what) {
      if (context_.on_progress) {
        context_.on_progress(what);
      }
      tell_about_it(next_report_); // this attempt may take long
    };
    progress.share = share;
    findings::EntryOutcome outcome;
    bool is_final = true;
    if (targets_.is_target_ahead(entry.start)) {
      const Preconditions preconditions =
          progress.rounds < most_assumptions ? Preconditions::AreAssumed : Preconditions::StayOpen;
      EntryProgram program(program_of(entry, progress), names_, options_, preconditions, progress.learnt);
      try {
        program.verify(entry, store_, entry_context, outcome);
      } catch (const Interrupted& interrupted) {
        // Out of its share, or the whole run is over; then the next check says so.
        outcome.open.push_back(reason_of(interrupted.cause));
        is_final = false;
      }
      progress.learnt = program.learnt();
      has_analysed_ |= program.has_facts();
    }
    outcome.preconditions = progress.preconditions;
    for (const transformation::Assumption& assumption : progress.assumptions) {
      if (const auto* check = std::get_if<transformation::PassingCheck>(&assumption)) {
        outcome.left_to_callers.push_back(check->target);
      }
    }
    if (outcome.facts) {
      std::erase_if(outcome.facts->unreachable,
                    [this](cfa::LocationId location) { return location.index() >= cfa_.location_count(); });
    }
    const auto spent_before = static_cast<std::uint64_t>(outcome.spent_before.count());
    progress.outcome = std::move(outcome);
    progress.is_final = !takes_assumptions(progress) && is_final;
    if (progress.is_final && has_left_everything_to_callers(entry, progress)) {
      leave_open(progress);
    }
    has_news_ = true;
    context_.statistics = entry_context.statistics;
    context_.next_memory_check = entry_context.next_memory_check;
    progress.milliseconds += static_cast<std::uint64_t>(seconds_since(start) * 1000);
    progress.milliseconds = std::max(progress.milliseconds, spent_before);
  }

  /// Whether somebody waits for it.
  [[nodiscard]] bool comes_first(std::size_t index) const {
    return first_.contains(cfa_.function(points_[index]->function).name);
  }

  /// Unless it is earlier than `due`, or known already.
  void tell_about_it(Clock::time_point due) {
    const Clock::time_point start = Clock::now();
    if (context_.on_partial_report && has_news_ && start >= due) {
      has_news_ = false;
      write_report();
      context_.on_partial_report(report_);
      const Clock::time_point end = Clock::now();
      next_report_ = end + std::max<Clock::duration>(partial_report_interval, verifying_per_reporting * (end - start));
    }
  }

  void write_report() {
    report_.violations.clear();
    report_.hints.clear();
    report_.messages.resize(messages_before_);
    std::vector<std::string> open;
    for (std::size_t i = 0; i < cfa_.entry_points().size(); ++i) {
      const findings::EntryOutcome& outcome = entries_[i].outcome;
      open.insert(open.end(), outcome.open.begin(), outcome.open.end());
      report_.hints.insert(report_.hints.end(), outcome.preconditions.begin(), outcome.preconditions.end());
      for (const Violation& violation : outcome.violations) {
        const bool is_hint = violation.kind == FindingKind::OnlyIfCaller;
        (is_hint ? report_.hints : report_.violations).push_back(violation);
        if (is_hint) {
          open.push_back(findings::reason_of_hint(violation));
        }
      }
    }
    for (const EntryProgress& entry : entries_) {
      const std::vector<Message>& messages = entry.outcome.messages;
      report_.messages.insert(report_.messages.end(), messages.begin(), messages.end());
    }
    keep_one_hint_for_each_parameter(report_);
    report_.verdict = !report_.violations.empty() ? Verdict::Violated : open.empty() ? Verdict::Safe : Verdict::Unknown;
    if (cfa_.entry_points().empty()) {
      report_.verdict = Verdict::Unknown;
      open.emplace_back("nothing to verify: no function is defined in the file");
    }
    report_.reason = report_.verdict == Verdict::Unknown ? open.front() : "";
    report_.functions = verdicts_.reports(verdicts(), internal_verdicts());
  }

  [[nodiscard]] std::vector<findings::EntryFacts> entry_facts() const {
    std::vector<findings::EntryFacts> result;
    for (std::size_t i = 0; i < cfa_.entry_points().size(); ++i) {
      const findings::EntryOutcome& outcome = entries_[i].outcome;
      const bool is_known = outcome.open.empty() && outcome.facts.has_value();
      result.push_back({cfa_.entry_points()[i], is_known ? &*outcome.facts : nullptr, !outcome.preconditions.empty()});
    }
    return result;
  }

  /// Of the entry points from `begin` up to `end`.
  [[nodiscard]] std::vector<findings::EntryVerdict> verdicts_between(std::size_t begin, std::size_t end) const {
    std::vector<findings::EntryVerdict> result;
    for (std::size_t i = begin; i < end; ++i) {
      result.push_back({*points_[i], entries_[i].outcome, entries_[i].milliseconds});
    }
    return result;
  }
  [[nodiscard]] std::vector<findings::EntryVerdict> verdicts() const {
    return verdicts_between(0, cfa_.entry_points().size());
  }
  [[nodiscard]] std::vector<findings::EntryVerdict> internal_verdicts() const {
    return verdicts_between(cfa_.entry_points().size(), points_.size());
  }

  const cfa::Cfa& cfa_;
  const Options& options_;
  VerificationContext& context_;
  FileReport& report_;
  facts::TargetReachability targets_;
  std::unordered_set<cfa::LocationId> passed_checks_;
  std::shared_ptr<const reuse::StableNames> names_;
  reuse::LazyStore store_;
  bool has_analysed_ = false; ///< something that the cache did not know
  findings::FunctionVerdicts verdicts_;
  std::vector<const cfa::EntryPoint*> points_;
  std::vector<EntryProgress> entries_;    ///< of `points_`
  std::unordered_set<std::string> first_; ///< functions that somebody waits for
  std::vector<std::size_t> order_;        ///< in which entry points are attempted
  std::size_t messages_before_;           ///< those of the front end
  Clock::time_point next_report_ = Clock::now() + partial_report_interval;
  bool has_news_ = true; ///< that nobody was told
};

} // namespace

std::string reason_of(Interruption cause) {
  switch (cause) {
  case Interruption::Cancelled:
    return "cancelled";
  case Interruption::Timeout:
    return "timeout";
  case Interruption::Memory:
    return "memory";
  }
  return "cancelled";
}

void verify_program(const cfa::Cfa& cfa, const Options& options, VerificationContext& context, FileReport& report) {
  FileVerification(cfa, options, context, report).run();
}

} // namespace vouch::configurations
