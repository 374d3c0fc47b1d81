#include "analysis/verifier.hpp"

#include "analysis/configurations/entry_verification.hpp"
#include "analysis/facts/call_graph.hpp"
#include "analysis/findings/function_summaries.hpp"
#include "analysis/findings/function_verdicts.hpp"
#include "analysis/frontend/frontend.hpp"

#include <algorithm>
#include <functional>
#include <iterator>
#include <numeric>
#include <optional>
#include <set>
#include <unordered_set>

namespace vouch {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

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

/// One attempt after the other to verify an entry point.
struct EntryProgress {
  findings::EntryOutcome outcome{.open = {not_finished_reason}};
  std::uint64_t milliseconds = 0;
  std::chrono::milliseconds share{0};  ///< of the last attempt; zero: there was none
  std::chrono::milliseconds budget{0}; ///< if each has one of its own
  bool is_final = false;
  std::vector<transformation::ExcludedInput> excluded; ///< what callers are assumed not to choose
  std::vector<Violation> preconditions;                ///< the violations that are gone with these, one for each
  std::size_t assumptions = 0;                         ///< how often something was assumed
};

/// The program as one entry point is verified in it. Its locations and edges are those of the original, and others behind
/// them.
struct EntryProgram {
  EntryProgram(cfa::Cfa program, const Options& options)
      : cfa(std::move(program)), targets(cfa), verifier(cfa, targets, options) {}
  cfa::Cfa cfa;
  facts::TargetReachability targets;
  configurations::EntryVerifier verifier;
};

/// So often an entry point is looked at again under one assumption more.
constexpr std::size_t most_assumptions = 8;

/// How often `VerificationContext::on_partial_report` is called at most.
constexpr std::chrono::milliseconds partial_report_interval{200};

/// How much longer the verification goes on than it has told of what it found: that takes the longer the larger the
/// file is.
constexpr int verifying_per_reporting = 9;

/// The indices of the entry points: those in `first`, then called functions before their callers.
std::vector<std::size_t> order_of(const cfa::Cfa& cfa, const std::unordered_set<std::string>& first) {
  std::vector<std::size_t> positions(cfa.function_count());
  std::size_t next = 0;
  for (const std::vector<cfa::FunctionId>& component : facts::CallGraph(cfa).components()) {
    for (cfa::FunctionId function : component) {
      positions[function.index()] = next++;
    }
  }
  std::vector<std::size_t> order(cfa.entry_points().size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, {}, [&](std::size_t index) {
    const cfa::FunctionId function = cfa.entry_points()[index].function;
    return std::pair(!first.contains(cfa.function(function).name), positions[function.index()]);
  });
  return order;
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

/// Verifies the entry points in rounds. In each, what time is left is shared among those that are open; who needs less
/// leaves more to the others, who try again if that at least doubles their share. Where callers are to blame for a
/// violation, the next round assumes that they do not cause it. Each attempt sees the program as its entry point does.
class FileVerification {
public:
  FileVerification(const cfa::Cfa& cfa, const Options& options, VerificationContext& context, FileReport& report)
      : cfa_(cfa), options_(options), context_(context), report_(report), targets_(cfa), verdicts_(cfa, targets_),
        entries_(cfa.entry_points().size()), first_(options.first_entries.begin(), options.first_entries.end()),
        order_(order_of(cfa, first_)), messages_before_(report.messages.size()) {
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
        for (cfa::FunctionId function : calls.reachable_from(cfa_.location(cfa_.entry_points()[i].start).function)) {
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
    for (std::size_t i = 0; i < open.size(); ++i) {
      context_.check();
      const std::chrono::milliseconds share = share_of(open[i], open.size() - i);
      if (share >= configurations::more_time * entries_[open[i]].share) {
        attempt(open[i], share);
        has_tried = true;
        const bool is_last_of_first = comes_first(open[i]) && (i + 1 == open.size() || !comes_first(open[i + 1]));
        tell_about_it(is_last_of_first ? Clock::time_point() : next_report_);
      }
    }
    return has_tried;
  }

  /// Without what takes no part in its runs, and without what it asks of its callers.
  [[nodiscard]] cfa::Cfa program_of(const cfa::EntryPoint& entry, const EntryProgress& progress) const {
    return transformation::only_entered_from(cfa_, entry.start, progress.excluded);
  }

  /// In place of what is weaker, if there is something.
  static void assume(EntryProgress& progress, const transformation::ExcludedInput& input, const Violation& violation) {
    const auto weaker = std::ranges::find_if(progress.excluded, [&](const transformation::ExcludedInput& known) {
      return known.edge == input.edge && known.which == input.which && known.value <= input.value &&
             known.which == transformation::ExcludedInput::Which::Below;
    });
    if (weaker == progress.excluded.end()) {
      progress.excluded.push_back(input);
      progress.preconditions.push_back(violation);
    } else {
      progress.preconditions[static_cast<std::size_t>(weaker - progress.excluded.begin())] = violation;
      *weaker = input;
    }
  }

  /// Whether the entry point is to be verified again under what its last attempt asks of callers.
  bool takes_assumptions(EntryProgress& progress) {
    const findings::EntryOutcome& outcome = progress.outcome;
    std::vector<Violation> preconditions;
    std::ranges::copy_if(outcome.violations, std::back_inserter(preconditions),
                         [](const Violation& violation) { return !violation.precondition.assumption.empty(); });
    const bool is_new = std::ranges::any_of(outcome.excluded, [&](const transformation::ExcludedInput& input) {
      return std::ranges::find(progress.excluded, input) == progress.excluded.end();
    });
    if (!is_new || progress.assumptions++ >= most_assumptions) {
      return false;
    }
    for (std::size_t i = 0; i < outcome.excluded.size() && i < preconditions.size(); ++i) {
      assume(progress, outcome.excluded[i], preconditions[i]);
    }
    progress.share = std::chrono::milliseconds(0);
    return true;
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
    const cfa::EntryPoint& entry = cfa_.entry_points()[index];
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
    std::optional<EntryProgram> program;
    if (targets_.is_target_ahead(entry.start)) {
      program.emplace(program_of(entry, progress), options_);
    }
    try {
      if (program) {
        program->verifier.verify(entry, entry_context, outcome);
      }
    } catch (const Interrupted& interrupted) {
      // Out of its share, or the whole run is over; then the next check says so.
      outcome.open.push_back(reason_of(interrupted.cause));
      is_final = false;
    }
    has_analysed_ |= program && program->verifier.known_facts() != nullptr;
    outcome.preconditions = progress.preconditions;
    if (outcome.facts) {
      std::erase_if(outcome.facts->unreachable,
                    [this](cfa::LocationId location) { return location.index() >= cfa_.location_count(); });
    }
    const auto spent_before = static_cast<std::uint64_t>(outcome.spent_before.count());
    progress.outcome = std::move(outcome);
    progress.is_final = !takes_assumptions(progress) && is_final;
    has_news_ = true;
    context_.statistics = entry_context.statistics;
    context_.next_memory_check = entry_context.next_memory_check;
    progress.milliseconds += static_cast<std::uint64_t>(seconds_since(start) * 1000);
    progress.milliseconds = std::max(progress.milliseconds, spent_before);
  }

  /// Whether somebody waits for it.
  [[nodiscard]] bool comes_first(std::size_t index) const {
    return first_.contains(cfa_.function(cfa_.entry_points()[index].function).name);
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
    for (const EntryProgress& entry : entries_) {
      const findings::EntryOutcome& outcome = entry.outcome;
      open.insert(open.end(), outcome.open.begin(), outcome.open.end());
      report_.hints.insert(report_.hints.end(), outcome.preconditions.begin(), outcome.preconditions.end());
      for (const Violation& violation : outcome.violations) {
        const bool is_hint = violation.kind == FindingKind::OnlyIfCaller;
        (is_hint ? report_.hints : report_.violations).push_back(violation);
        if (is_hint) {
          open.push_back(findings::reason_of_hint(violation));
        }
      }
      report_.messages.insert(report_.messages.end(), outcome.messages.begin(), outcome.messages.end());
    }
    keep_one_hint_for_each_parameter(report_);
    report_.verdict = !report_.violations.empty() ? Verdict::Violated : open.empty() ? Verdict::Safe : Verdict::Unknown;
    if (entries_.empty()) {
      report_.verdict = Verdict::Unknown;
      open.emplace_back("nothing to verify: no function is defined in the file");
    }
    report_.reason = report_.verdict == Verdict::Unknown ? open.front() : "";
    report_.functions = function_reports();
  }

  [[nodiscard]] std::vector<findings::EntryFacts> entry_facts() const {
    std::vector<findings::EntryFacts> result;
    for (std::size_t i = 0; i < entries_.size(); ++i) {
      const findings::EntryOutcome& outcome = entries_[i].outcome;
      const bool is_known = outcome.open.empty() && outcome.facts.has_value();
      result.push_back({cfa_.entry_points()[i], is_known ? &*outcome.facts : nullptr, !outcome.preconditions.empty()});
    }
    return result;
  }

  [[nodiscard]] std::vector<FunctionReport> function_reports() const {
    std::vector<findings::EntryVerdict> verdicts;
    for (std::size_t i = 0; i < entries_.size(); ++i) {
      verdicts.push_back({cfa_.entry_points()[i], entries_[i].outcome, entries_[i].milliseconds});
    }
    return verdicts_.reports(verdicts);
  }

  const cfa::Cfa& cfa_;
  const Options& options_;
  VerificationContext& context_;
  FileReport& report_;
  facts::TargetReachability targets_;
  bool has_analysed_ = false; ///< something that the cache did not know
  findings::FunctionVerdicts verdicts_;
  std::vector<EntryProgress> entries_;
  std::unordered_set<std::string> first_; ///< functions that somebody waits for
  std::vector<std::size_t> order_;        ///< in which entry points are attempted
  std::size_t messages_before_;           ///< those of the front end
  Clock::time_point next_report_ = Clock::now() + partial_report_interval;
  bool has_news_ = true; ///< that nobody was told
};

/// Whether an edge that `is_meant` evaluates something, as a whole or as a part, that is `wanted`.
bool evaluates(const cfa::Cfa& cfa, const std::function<bool(const cfa::Edge&)>& is_meant,
               const std::function<bool(cfa::ExpressionRef)>& wanted) {
  bool found = false;
  for (std::size_t index = 0; index < cfa.edge_count() && !found; ++index) {
    const cfa::Edge& edge = cfa.edge(cfa::EdgeId(index));
    if (!is_meant(edge)) {
      continue;
    }
    for (cfa::ExpressionRef expression : cfa::expressions_of(edge.operation)) {
      cfa::for_each_subexpression(expression, [&](cfa::ExpressionRef part) { found = found || wanted(part); });
    }
  }
  return found;
}

bool rounds_numbers(const cfa::Cfa& cfa) {
  const auto rounds = [](cfa::ExpressionRef part) {
    const bool is_calculated = std::holds_alternative<cfa::Unary>(part->node) ||
                               std::holds_alternative<cfa::Binary>(part->node) ||
                               std::holds_alternative<cfa::Convert>(part->node);
    return is_calculated && cfa::is_float(part->type);
  };
  return evaluates(cfa, [](const cfa::Edge&) { return true; }, rounds);
}

/// Whether code of the file asks which of two pointers comes first, or how far they are apart.
bool orders_pointers(const cfa::Cfa& cfa) {
  const auto is_in_source = [&](const cfa::Edge& edge) {
    return !cfa.function(cfa.location(edge.source).function).is_synthetic;
  };
  const auto orders = [](cfa::ExpressionRef part) {
    const auto* binary = std::get_if<cfa::Binary>(&part->node);
    return binary != nullptr && cfa::is_pointer(binary->left->type) && cfa::is_pointer(binary->right->type) &&
           binary->op != cfa::BinaryOperator::Equal && binary->op != cfa::BinaryOperator::NotEqual;
  };
  return evaluates(cfa, is_in_source, orders);
}

/// What is undefined in C and not checked is left out.
std::vector<std::string> assumptions(const std::vector<Property>& properties, const cfa::Cfa& cfa) {
  auto is_checked = [&](Property property) {
    return std::find(properties.begin(), properties.end(), property) != properties.end();
  };
  std::string excluded;
  auto exclude = [&](Property property, const char* text) {
    if (!is_checked(property)) {
      excluded += (excluded.empty() ? "" : ", ") + std::string(text);
    }
  };
  exclude(Property::Overflow, "signed arithmetic does not overflow");
  exclude(Property::DivisionByZero, "no divisor is zero");
  bool checks_accesses =
      is_checked(Property::Null) || is_checked(Property::Bounds) || is_checked(Property::UseAfterFree);
  if (!checks_accesses) {
    excluded += (excluded.empty() ? "" : ", ") + std::string("every access is inside of a live object");
  } else {
    exclude(Property::Null, "no access is through a null pointer");
    exclude(Property::Bounds, "no access is outside of its object");
    exclude(Property::UseAfterFree, "no access is to an object that does not exist any more");
  }
  exclude(Property::Memory, "memory is freed once and as it was allocated");
  excluded += (excluded.empty() ? "" : ", ") + std::string("floating-point numbers converted to integers fit");
  std::vector<std::string> result = {"no undefined behaviour other than what is checked: " + excluded};
  bool has_callers = std::any_of(cfa.entry_points().begin(), cfa.entry_points().end(),
                                 [](const cfa::EntryPoint& entry) { return entry.kind == cfa::EntryKind::AnyCall; });
  if (has_callers) {
    result.emplace_back("callers keep to the assertions on parameters with which a function begins");
    result.emplace_back(
        "pointers that callers pass are null, or point to the start of an array of one element to 16 MiB, which "
        "is one that another such pointer points to, or overlaps with none; so are the pointers in its "
        "first element");
    bool leads_further = false;
    for (std::size_t index = 0; index < cfa.given_type_count(); ++index) {
      leads_further |= std::ranges::any_of(cfa.given_type(cfa::GivenTypeId(index)).pointers,
                                           [](const auto& pointer) { return pointer.leads_to.is_valid(); });
    }
    if (leads_further) {
      result.emplace_back("pointers further inside of what callers pass are null, or lead to the start of an object of "
                          "their type that callers made and that exists");
    }
  }
  if (checks_accesses || is_checked(Property::Memory)) {
    result.emplace_back("functions without a definition or a model access and free nothing wrongly");
  }
  if (!facts::CallGraph(cfa).recursive_functions().empty()) {
    result.emplace_back("there is stack for all calls of functions that call themselves");
  }
  if (orders_pointers(cfa)) {
    result.emplace_back(
        "pointers that are subtracted, or of which is asked which one comes first, lead into one object");
  }
  if (rounds_numbers(cfa)) {
    result.emplace_back("floating-point numbers are rounded to nearest");
  }
  return result;
}

} // namespace

std::vector<PresetName> presets() {
  std::vector<PresetName> names;
  for (const configurations::Preset& preset : configurations::all_presets()) {
    names.push_back(preset.name);
  }
  return names;
}

FileReport verify(const SourceInput& input, const Options& options, VerificationContext& context) {
  Clock::time_point start = Clock::now();
  FileReport report;
  report.path = input.path;
  if (configurations::preset_named(options.analysis) == nullptr) {
    report.reason = "there is no preset '" + options.analysis + "' of the analysis";
    return report;
  }
  context.report("parsing", input.path);
  try {
    frontend::Translation translation = frontend::translate(input, options, context);
    report.parse_seconds = translation.parse_seconds;
    report.messages = std::move(translation.messages);
    report.linked_files = std::move(translation.linked_files);
    report.included_files = std::move(translation.included_files);
    report.compiles = translation.compiles && translation.entry_exists;
    if (translation.cfa) {
      report.assumptions = assumptions(options.properties, *translation.cfa);
      report.assumptions.insert(report.assumptions.end(), translation.assumptions.begin(),
                                translation.assumptions.end());
      FileVerification(*translation.cfa, options, context, report).run();
    } else {
      report.reason = translation.compiles ? "the entry function is not defined" : "does not compile";
    }
  } catch (const Interrupted& interrupted) {
    report.reason = reason_of(interrupted.cause);
  }
  report.statistics = context.statistics;
  report.seconds = seconds_since(start);
  return report;
}

} // namespace vouch
