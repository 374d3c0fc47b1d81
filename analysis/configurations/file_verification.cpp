#include "analysis/configurations/file_verification.hpp"

#include "analysis/configurations/cached_verification.hpp"
#include "analysis/configurations/helped_attempts.hpp"
#include "analysis/facts/call_graph.hpp"
#include "analysis/findings/function_summaries.hpp"
#include "analysis/findings/function_verdicts.hpp"
#include "analysis/findings/proved_facts.hpp"

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
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace vouch::configurations {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds no_deadline = std::chrono::hours(24);

/// How often `VerificationContext::on_partial_report` is called at most.
constexpr std::chrono::milliseconds partial_report_interval{200};

/// How much longer the verification goes on than it has told of what it found: that takes the longer the larger the
/// file is.
constexpr int verifying_per_reporting = 9;

/// With less time an entry point of a large file is not even set up, and if all have so little, nothing is decided: then the
/// first ones have enough (docs/decisions/0277).
constexpr std::chrono::milliseconds too_little{100};
constexpr std::chrono::milliseconds enough{300};

/// Of a program that is looked at for what its functions change, and where their pointers lead, though all of it came from the
/// cache.
constexpr std::size_t most_edges_looked_at = 20'000;

/// Whether `index` is that of one of the internal entry points among all.
bool is_internal(const cfa::Cfa& cfa, std::size_t index) {
  const std::size_t first = cfa.entry_points().size();
  return index >= first && index < first + cfa.internal_entry_points().size();
}

/// The same for those of linked functions.
bool is_linked(const cfa::Cfa& cfa, std::size_t index) {
  return index >= cfa.entry_points().size() + cfa.internal_entry_points().size();
}

/// Names of functions that somebody waits for.
std::unordered_set<std::string> first_functions(const cfa::Cfa& cfa, const Options& options) {
  std::unordered_set<std::string> result(options.first_entries.begin(), options.first_entries.end());
  for (std::size_t index = 0; index < cfa.function_count(); ++index) {
    const cfa::Function& one = cfa.function(cfa::FunctionId(index));
    const bool is_in_lines =
        one.range.begin.line <= options.first_lines.last && one.range.end.line >= options.first_lines.first;
    if (is_in_lines && findings::is_in_main_file(one)) {
      result.insert(one.name);
    }
  }
  return result;
}

/// The indices of the entry points: the internal ones come last; before that, those in `first` with what they call and what
/// may hold in every call, and called functions before their callers.
std::vector<std::size_t> order_of(const cfa::Cfa& cfa, const std::vector<const cfa::EntryPoint*>& points,
                                  const EntryAttempts& attempts, const std::unordered_set<std::string>& first) {
  const facts::CallGraph calls(cfa);
  std::vector<std::size_t> positions(cfa.function_count());
  std::size_t next = 0;
  for (const std::vector<cfa::FunctionId>& component : calls.components()) {
    for (cfa::FunctionId function : component) {
      positions[function.index()] = next++;
    }
  }
  std::unordered_set<cfa::FunctionId> called_by_first;
  for (const cfa::EntryPoint* point : points) {
    if (first.contains(cfa.function(point->function).name)) {
      const std::vector<cfa::FunctionId> called = calls.reachable_from(point->function);
      called_by_first.insert(called.begin(), called.end());
    }
  }
  std::vector<std::size_t> order(points.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, {}, [&](std::size_t index) {
    const cfa::FunctionId function = points[index]->function;
    const bool comes_first = first.contains(cfa.function(function).name) ||
                             (called_by_first.contains(function) && attempts.may_hold_in_every_call(*points[index]));
    return std::tuple(is_internal(cfa, index), !comes_first, positions[function.index()]);
  });
  return order;
}

/// Those where runs begin, then the internal ones, then those of linked functions with checks that may hold in every call.
std::vector<const cfa::EntryPoint*> points_of(const cfa::Cfa& cfa, const facts::TargetReachability& targets,
                                              const EntryAttempts& attempts) {
  std::vector<const cfa::EntryPoint*> result;
  for (const std::span<const cfa::EntryPoint> points : {cfa.entry_points(), cfa.internal_entry_points()}) {
    std::ranges::transform(points, std::back_inserter(result), [](const cfa::EntryPoint& point) { return &point; });
  }
  for (const cfa::EntryPoint& point : cfa.linked_entry_points()) {
    if (targets.has_target(point.function) && attempts.may_hold_in_every_call(point)) {
      result.push_back(&point);
    }
  }
  return result;
}

/// Leaves the first hint of each kind for each function and parameter, if there is no finding in the same place: that a
/// pointer may be null says nothing of how much it leads to.
void keep_one_hint_for_each_parameter(FileReport& report) {
  std::set<std::tuple<std::string, std::string, std::string>> told;
  std::erase_if(report.hints, [&](const Violation& hint) {
    const bool is_found = std::ranges::any_of(report.violations, [&](const Violation& violation) {
      return violation.code == hint.code && violation.place.file == hint.place.file &&
             violation.place.line == hint.place.line && violation.place.column == hint.place.column;
    });
    return is_found || !told.emplace(hint.run.entry, hint.precondition.parameter, hint.code).second;
  });
}

/// See `verify_program`. Functions that only the file calls are verified on their own where their callers leave them open.
class FileVerification : private HelpedAttempts::Plan {
public:
  FileVerification(const cfa::Cfa& cfa, const Options& options, VerificationContext& context, FileReport& report)
      : cfa_(cfa), options_(options), context_(context), report_(report), targets_(cfa),
        attempts_(cfa, targets_, options), store_(options.cache_folder), verdicts_(cfa, targets_),
        points_(points_of(cfa, targets_, attempts_)), entries_(points_.size()), budgets_(points_.size()),
        useful_callees_(points_.size()), first_(first_functions(cfa, options)),
        order_(order_of(cfa, points_, attempts_, first_)), messages_before_(report.messages.size()) {
    set_budgets();
    find_useful_callees();
  }

  void run() {
    limit_linked_functions();
    try {
      start_helpers();
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
    if (cfa_.edge_count() <= most_edges_looked_at || std::ranges::any_of(entries_, &EntryProgress::has_analysed)) {
      program.emplace(cfa_, options_.blocks);
    }
    findings::add_summaries(report_.functions, cfa_, program ? &*program : nullptr, combined);
    if (std::ranges::any_of(entries_, [](const EntryProgress& entry) { return !entry.preconditions.empty(); })) {
      report_.assumptions.emplace_back("callers keep to the preconditions that hints name");
    }
    if (options_.exported_precision == ExportedPrecision::Found) {
      LearntPrecision learnt(options_.precision);
      for (const EntryProgress& entry : entries_) {
        learnt = learnt.joined(entry.learnt);
      }
      report_.precision = learnt.as_text();
      report_.precision.thresholds = options_.precision.thresholds;
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
      budgets_[i] = std::chrono::milliseconds(milliseconds);
    }
  }

  /// They are a means: all of them together get half of the time, or as much as four functions of the file.
  void limit_linked_functions() {
    linked_waiting_ = points_.size() - cfa_.entry_points().size() - cfa_.internal_entry_points().size();
    left_for_linked_ = options_.entry_milliseconds == 0 ? context_.remaining(no_deadline) / 2
                                                        : std::chrono::milliseconds(options_.entry_milliseconds) * 4;
  }

  /// What one of them may take at most: most need less than their part.
  [[nodiscard]] std::chrono::milliseconds most_for_linked() const {
    constexpr std::int64_t more_than_their_part = 4;
    const auto waiting = static_cast<std::int64_t>(std::max<std::size_t>(linked_waiting_, 1));
    return std::min(left_for_linked_, left_for_linked_ * more_than_their_part / waiting);
  }

  /// Those that come before it in the order, but for what they call themselves.
  void find_useful_callees() {
    const facts::CallGraph calls(cfa_);
    std::unordered_map<cfa::FunctionId, std::size_t> serving; // so far
    for (const std::size_t index : order_) {
      std::vector<cfa::FunctionId> open = {points_[index]->function};
      std::unordered_set<cfa::FunctionId> entered = {open.front()};
      while (!open.empty()) {
        const cfa::FunctionId caller = open.back();
        open.pop_back();
        for (const cfa::FunctionId callee : calls.callees(caller)) {
          const auto known = serving.find(callee);
          if (known != serving.end()) {
            useful_callees_[index].push_back(known->second);
          } else if (entered.insert(callee).second) {
            open.push_back(callee);
          }
        }
      }
      if (attempts_.may_hold_in_every_call(*points_[index])) {
        serving.emplace(points_[index]->function, index);
      }
    }
  }

  /// If somebody offers them, and there is work for more than one.
  void start_helpers() {
    const auto has_work = [this](const cfa::EntryPoint* point) { return targets_.is_target_ahead(point->start); };
    if (context_.start_helpers && may_be_helped(options_) && std::ranges::count_if(points_, has_work) > 1) {
      helped_.emplace(HelpedAttempts::File{attempts_, points_, options_}, context_.start_helpers, context_, store_);
    }
  }

  /// False: nothing is left to do, or not enough time to do it.
  bool round() {
    std::vector<std::size_t> open;
    std::ranges::copy_if(order_, std::back_inserter(open), [this](std::size_t i) {
      return !entries_[i].is_final && (is_first_round_ || !is_linked(cfa_, i));
    });
    is_first_round_ = false;
    const auto internal = std::ranges::find_if(open, [this](std::size_t index) { return is_internal(cfa_, index); });
    waiting_behind_ = static_cast<std::size_t>(open.end() - internal);
    bool has_tried = attempt_all({open.begin(), internal});
    std::vector<std::size_t> on_their_own(internal, open.end());
    if (!on_their_own.empty()) {
      const std::set<cfa::FunctionId> left_open = verdicts_.left_open(verdicts()); // by their callers
      std::erase_if(on_their_own, [&](std::size_t index) { return !left_open.contains(points_[index]->function); });
      waiting_behind_ = 0;
      has_tried = attempt_all(on_their_own) || has_tried;
    }
    return has_tried;
  }

  /// Whether there was time for one of them.
  bool attempt_all(const std::vector<std::size_t>& indices) {
    has_tried_ = false;
    first_waiting_ = static_cast<std::size_t>(
        std::ranges::count_if(indices, [this](std::size_t index) { return comes_first(index); }));
    waiting_ = {indices.begin(), indices.end()};
    if (helped_) {
      helped_->attempt(indices, context_, *this);
      return has_tried_;
    }
    for (std::size_t i = 0; i < indices.size(); ++i) {
      context_.check();
      if (const auto share = share_of(indices[i], indices.size() - i)) {
        attempt(indices[i], *share);
        tell(indices[i]);
      }
    }
    return has_tried_;
  }

  void attempt(std::size_t index, std::chrono::milliseconds share) {
    RunContext context = context_;
    context.on_progress = [this](const Progress& what) {
      if (context_.on_progress) {
        context_.on_progress(what);
      }
      report_.statistics = what.statistics;
      const bool is_over = context_.remaining(no_deadline) == std::chrono::milliseconds(0);
      has_news_ = has_news_ || is_over;
      tell_about_it(is_over ? Clock::time_point() : next_report_); // this attempt may take long
    };
    attempts_.attempt(*points_[index], {share, proved_in_every_call_, keeps_results(options_) ? &store_ : nullptr},
                      context, entries_[index]);
    context_.statistics = context.statistics;
    context_.next_memory_check = context.next_memory_check;
  }

  std::optional<std::chrono::milliseconds> share_of(std::size_t index, std::size_t waiting) override {
    const std::chrono::milliseconds left = context_.remaining(no_deadline);
    const std::size_t shares = std::max<std::size_t>(waiting + waiting_behind_, 1);
    const std::size_t at_a_time = helped_ ? std::min(helped_->helpers(), shares) : 1;
    const std::chrono::milliseconds equal =
        left * static_cast<std::int64_t>(at_a_time) / static_cast<std::int64_t>(shares);
    const std::chrono::milliseconds shared = equal < too_little ? std::min(left, enough) : equal;
    const std::chrono::milliseconds usual = options_.entry_milliseconds == 0 ? shared : std::min(left, budgets_[index]);
    const std::chrono::milliseconds share = is_linked(cfa_, index) ? std::min(usual, most_for_linked()) : usual;
    if (share < more_time * entries_[index].share) {
      waiting_.erase(index);
      first_waiting_ -= comes_first(index) ? 1 : 0;
      return std::nullopt;
    }
    context_.report("verifying", cfa_.function(points_[index]->function).name);
    return share;
  }

  EntryProgress& progress_of(std::size_t index) override { return entries_[index]; }

  bool is_ready(std::size_t index) override {
    return std::ranges::none_of(useful_callees_[index],
                                [this](std::size_t callee) { return waiting_.contains(callee); });
  }

  const std::vector<cfa::FunctionId>& proved_in_every_call() override { return proved_in_every_call_; }

  void tell(std::size_t index) override {
    waiting_.erase(index);
    if (is_linked(cfa_, index)) {
      left_for_linked_ -= std::min(left_for_linked_, std::chrono::milliseconds(entries_[index].milliseconds));
      --linked_waiting_;
    }
    if (attempts_.holds_in_every_call(*points_[index], entries_[index])) {
      proved_in_every_call_.push_back(points_[index]->function);
    }
    has_tried_ = true;
    has_news_ = true;
    first_waiting_ -= comes_first(index) ? 1 : 0;
    const bool is_last_of_first = comes_first(index) && first_waiting_ == 0;
    tell_about_it(is_last_of_first ? Clock::time_point() : next_report_);
  }

  void while_waiting() override { tell_about_it(next_report_); }

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
    const std::size_t first = cfa_.entry_points().size();
    return verdicts_between(first, first + cfa_.internal_entry_points().size());
  }

  const cfa::Cfa& cfa_;
  const Options& options_;
  VerificationContext& context_;
  FileReport& report_;
  facts::TargetReachability targets_;
  EntryAttempts attempts_;
  reuse::RunStore store_;
  std::optional<HelpedAttempts> helped_;
  findings::FunctionVerdicts verdicts_;
  std::vector<const cfa::EntryPoint*> points_;
  std::vector<EntryProgress> entries_;                   ///< of `points_`
  std::vector<std::chrono::milliseconds> budgets_;       ///< if each has one of its own
  std::chrono::milliseconds left_for_linked_{0};         ///< functions, together
  std::size_t linked_waiting_ = 0;                       ///< entry points of linked functions
  std::vector<std::vector<std::size_t>> useful_callees_; ///< by entry point: others whose proofs may be of use for it
  std::vector<cfa::FunctionId> proved_in_every_call_;    ///< in every call
  std::unordered_set<std::size_t> waiting_;              ///< of the entry points that are attempted now
  std::unordered_set<std::string> first_;                ///< functions that somebody waits for
  std::vector<std::size_t> order_;                       ///< in which entry points are attempted
  std::size_t messages_before_;                          ///< those of the front end
  std::size_t waiting_behind_ = 0;                       ///< entry points that this round comes to later
  std::size_t first_waiting_ = 0;                        ///< those of `first_` that this round has not come to
  bool has_tried_ = false;
  bool is_first_round_ = true;
  Clock::time_point next_report_ = Clock::now() + partial_report_interval;
  bool has_news_ = true; ///< that nobody was told
};

} // namespace

void verify_program(const cfa::Cfa& cfa, const Options& options, VerificationContext& context, FileReport& report) {
  if (!options.precision.empty()) {
    const facts::ProgramFacts facts(cfa, options.blocks);
    for (const std::string& unknown : not_understood(options.precision, cfa, facts.regions)) {
      report.messages.push_back(
          {MessageSeverity::Warning, {}, "the precision has '" + unknown + "', which means nothing in this file"});
    }
  }
  FileVerification(cfa, options, context, report).run();
}

} // namespace vouch::configurations
