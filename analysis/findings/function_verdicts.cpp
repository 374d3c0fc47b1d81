#include "analysis/findings/function_verdicts.hpp"

#include "analysis/facts/call_graph.hpp"
#include "analysis/support/sorted.hpp"
#include "analysis/trace/render_trace.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

namespace vouch::findings {
namespace {

/// Those of `targets` that the entry point leaves open.
void add_open(const EntryOutcome& outcome, const std::vector<cfa::LocationId>& targets,
              std::set<cfa::LocationId>& result) {
  if (outcome.open.empty()) {
    return;
  }
  const auto contains = [](const std::vector<cfa::LocationId>& list, cfa::LocationId target) {
    return std::ranges::find(list, target) != list.end();
  };
  std::ranges::copy_if(targets, std::inserter(result, result.end()), [&](cfa::LocationId target) {
    return outcome.open_targets ? contains(*outcome.open_targets, target) : !contains(outcome.violated_targets, target);
  });
}

/// Those of `targets` that are proved only if callers do not cause them.
void add_left_to_callers(const EntryOutcome& outcome, const std::vector<cfa::LocationId>& targets,
                         std::set<cfa::LocationId>& result) {
  std::ranges::copy_if(outcome.left_to_callers, std::inserter(result, result.end()),
                       [&](cfa::LocationId target) { return std::ranges::find(targets, target) != targets.end(); });
}

/// By function: the variables of static lifetime that it mentions and that may change.
std::vector<std::set<std::string>> statics_of_functions(const cfa::Cfa& cfa) {
  std::vector<std::set<std::string>> result(cfa.function_count());
  for (std::size_t index = 0; index < cfa.edge_count(); ++index) {
    const cfa::Edge& edge = cfa.edge(cfa::EdgeId(index));
    for (const cfa::VariableId id : cfa::variables_mentioned(edge.operation)) {
      const cfa::Variable& variable = cfa.variable(id);
      const bool is_static =
          variable.kind == cfa::VariableKind::Global || variable.kind == cfa::VariableKind::StaticLocal;
      if (is_static && !variable.is_constant && !variable.literal) {
        result[cfa.location(edge.source).function.index()].insert(variable.name);
      }
    }
  }
  return result;
}

} // namespace

struct FunctionVerdicts::FunctionFindings {
  std::set<cfa::LocationId> open;
  std::set<cfa::LocationId> violated;
  bool is_for_all_callers = false;
  bool is_covered = false;
  bool is_from_cache = true; ///< everything that covers it is
  std::string reason;        ///< why it is not proved; empty: it is
  std::uint64_t milliseconds = 0;
  std::vector<std::string> preconditions;
  std::set<cfa::LocationId> left_to_callers;
};

struct FunctionVerdicts::AllFindings {
  std::vector<FunctionFindings> functions;
  std::set<std::string> violated;
  std::map<std::string, std::string> hinted; ///< by function: why it is not proved
};

namespace {

std::vector<std::string> preconditions_of(const EntryVerdict& entry) {
  std::vector<std::string> result = entry.entry.assumptions;
  std::ranges::transform(entry.outcome.preconditions, std::back_inserter(result),
                         [](const Violation& hint) { return hint.precondition.assumption; });
  return result;
}

std::vector<std::string> without_repetitions(std::vector<std::string> texts) {
  sort_and_keep_one_of_each(texts);
  return texts;
}

/// What a function that only the file calls is on its own, if that is more than its callers say. A violation that is no
/// hint says nothing: whether something calls the function like that, its callers know.
/// `left_to_callers` are so many of its checks. False: it is not more.
bool prove_on_its_own(const EntryVerdict& entry, std::size_t left_to_callers, FunctionReport& report) {
  report.milliseconds += entry.milliseconds;
  const std::vector<Violation>& violations = entry.outcome.violations;
  const bool has_only_hints = std::ranges::all_of(
      violations, [](const Violation& violation) { return violation.kind == FindingKind::OnlyIfCaller; });
  if (report.verdict != Verdict::Unknown || !entry.outcome.open.empty() || !has_only_hints) {
    return false;
  }
  if (!violations.empty()) {
    report.reason = reason_of_hint(violations.front());
    report.is_left_to_callers = true;
    report.checks.open = std::min(report.checks.open, entry.outcome.violated_targets.size());
    return true;
  }
  report.verdict = Verdict::Safe;
  report.reason.clear();
  report.is_left_to_callers = false;
  report.checks.open = 0;
  report.checks.left_to_callers = left_to_callers;
  report.preconditions = without_repetitions(preconditions_of(entry));
  report.preconditions.emplace_back("undecided calls in this file pass what callers may pass");
  report.from_cache = entry.outcome.is_from_cache;
  return true;
}

} // namespace

std::string reason_of_hint(const Violation& hint) {
  return "depends on a precondition that is not stated: " + hint.message + " in line " +
         std::to_string(hint.place.line);
}

FunctionVerdicts::FunctionVerdicts(const cfa::Cfa& cfa, const facts::TargetReachability& targets)
    : cfa_(cfa), targets_(targets), checks_(cfa.function_count()) {
  for (std::size_t index = 0; index < cfa.location_count(); ++index) {
    const cfa::LocationId id(index);
    if (cfa.location(id).target) {
      checks_[cfa.location(id).function.index()].push_back(id);
    }
  }
  const facts::CallGraph calls(cfa);
  const std::vector<std::set<std::string>> statics = statics_of_functions(cfa);
  for (std::size_t index = 0; index < cfa.function_count(); ++index) {
    statics_.emplace_back(statics[index].begin(), statics[index].end());
    std::vector<std::string>& names = calls_.emplace_back();
    for (const cfa::FunctionId callee : calls.callees(cfa::FunctionId(index))) {
      if (is_reported(callee)) {
        names.push_back(cfa.function(callee).name);
      }
    }
  }
  for (const cfa::EntryPoint& entry : cfa.entry_points()) {
    entered_.emplace(entry.start, calls.reachable_from(cfa.location(entry.start).function));
  }
}

FunctionVerdicts::AllFindings FunctionVerdicts::findings_of(const std::vector<EntryVerdict>& entries) const {
  AllFindings result;
  std::vector<FunctionFindings>& findings = result.functions;
  findings.resize(cfa_.function_count());
  using NameAndFile = std::pair<std::string, std::string>;
  std::set<NameAndFile> linked;
  std::set<NameAndFile> own;
  for (std::size_t i = 0; i < cfa_.function_count(); ++i) {
    const cfa::Function& function = cfa_.function(cfa::FunctionId(i));
    (function.is_linked ? linked : own).emplace(function.name, function.range.path());
  }
  std::set<cfa::FunctionId>
      for_all_callers; // verified on their own: what their callers leave open is the callers' affair
  for (const EntryVerdict& entry : entries) {
    if (entry.entry.kind == cfa::EntryKind::AnyCall) {
      for_all_callers.insert(entry.entry.function);
      findings[entry.entry.function.index()].is_for_all_callers = true;
    }
  }
  const auto says_something = [&](const EntryVerdict& entry, cfa::FunctionId function) {
    return entry.entry.function == function || !for_all_callers.contains(function);
  };
  for (const EntryVerdict& entry : entries) {
    for (cfa::FunctionId function : entered_.at(entry.entry.start)) {
      if (!says_something(entry, function)) {
        continue;
      }
      FunctionFindings& found = findings[function.index()];
      found.is_covered = true;
      found.is_from_cache = found.is_from_cache && entry.outcome.is_from_cache;
      add_open(entry.outcome, checks_[function.index()], found.open);
      add_left_to_callers(entry.outcome, checks_[function.index()], found.left_to_callers);
      if (!entry.outcome.open.empty() && found.reason.empty()) {
        found.reason = entry.outcome.open.front();
      }
    }
    for (const auto& [function, reason] : entry.outcome.not_proved) {
      if (!says_something(entry, function)) {
        continue;
      }
      FunctionFindings& found = findings[function.index()];
      found.reason = found.reason.empty() ? reason : found.reason;
    }
    findings[entry.entry.function.index()].milliseconds += entry.milliseconds;
    std::ranges::move(preconditions_of(entry),
                      std::back_inserter(findings[entry.entry.function.index()].preconditions));
    for (std::size_t i = 0; i < entry.outcome.violations.size(); ++i) {
      const Violation& violation = entry.outcome.violations[i];
      if (violation.kind == FindingKind::OnlyIfCaller) {
        const cfa::LocationId target = entry.outcome.violated_targets[i];
        const cfa::FunctionId failing = cfa_.location(target).function;
        if (says_something(entry, failing)) {
          findings[failing.index()].open.insert(target);
          result.hinted.emplace(violation.function, reason_of_hint(violation));
        }
        result.hinted.emplace(cfa_.function(entry.entry.function).name, reason_of_hint(violation));
        continue;
      }
      const cfa::LocationId target = entry.outcome.violated_targets[i];
      findings[cfa_.location(target).function.index()].violated.insert(target);
      const NameAndFile violated_function(violation.function, violation.place.file);
      if (!linked.contains(violated_function) || own.contains(violated_function)) {
        result.violated.insert(violation.function);
      }
    }
  }
  return result;
}

bool FunctionVerdicts::is_reported(cfa::FunctionId id) const {
  const cfa::Function& function = cfa_.function(id);
  return !function.is_synthetic && !function.is_linked && function.range.is_valid();
}

FunctionReport FunctionVerdicts::report_of(cfa::FunctionId id, const AllFindings& all) const {
  const cfa::Function& function = cfa_.function(id);
  const FunctionFindings& found = all.functions[id.index()];
  FunctionReport report;
  report.name = function.name;
  report.place = trace::place_of(function.name_range);
  report.body = trace::place_of(function.range);
  report.milliseconds = found.milliseconds;
  const bool is_in_cfa = !cfa_.outgoing(function.entry).empty(); // other functions are there by name only
  if (all.violated.contains(function.name)) {
    report.verdict = Verdict::Violated;
  } else if (is_in_cfa && !targets_.has_target(id)) {
    report.verdict = Verdict::Safe;
  } else if (!found.is_covered) {
    report.reason = not_called_reason;
  } else if (const auto hint = all.hinted.find(function.name); hint != all.hinted.end()) {
    report.reason = hint->second + (found.reason.empty() ? "" : "; open besides: " + found.reason);
    report.is_left_to_callers = found.reason.empty();
  } else if (!found.reason.empty()) {
    report.reason = found.reason;
  } else {
    report.verdict = Verdict::Safe;
  }
  report.checks = {checks_[id.index()].size(), report.verdict == Verdict::Unknown ? found.open.size() : 0};
  if (report.verdict == Verdict::Safe) {
    report.checks.left_to_callers = found.left_to_callers.size();
    report.preconditions = without_repetitions(found.preconditions);
  }
  report.from_cache = found.is_covered && found.is_from_cache;
  report.calls = calls_[id.index()];
  report.statics = statics_[id.index()];
  report.is_for_all_callers = found.is_for_all_callers;
  const bool is_all_open = report.verdict == Verdict::Unknown && found.open.empty();
  report.check_list = check_list(id, [&](cfa::LocationId check) {
    if (found.violated.contains(check)) {
      return CheckState::Violated;
    }
    if (!found.is_covered) {
      return CheckState::NotReached;
    }
    if (found.open.contains(check) || is_all_open) {
      return CheckState::Open;
    }
    return found.left_to_callers.contains(check) ? CheckState::LeftToCallers : CheckState::Proved;
  });
  return report;
}

/// Those of the function, in the order of the code.
std::vector<ReportedCheck>
FunctionVerdicts::check_list(cfa::FunctionId id, const std::function<CheckState(cfa::LocationId)>& state_of) const {
  std::vector<ReportedCheck> result;
  for (const cfa::LocationId check : checks_[id.index()]) {
    const cfa::Location& location = cfa_.location(check);
    result.push_back({trace::place_of(location.range), std::string(cfa::code_of(location.target->property)),
                      location.target->message, state_of(check)});
  }
  std::ranges::stable_sort(result, {},
                           [](const ReportedCheck& check) { return std::pair(check.place.line, check.place.column); });
  return result;
}

std::set<cfa::FunctionId> FunctionVerdicts::left_open(const std::vector<EntryVerdict>& entries) const {
  const AllFindings found = findings_of(entries);
  std::set<cfa::FunctionId> result;
  for (std::size_t index = 0; index < cfa_.function_count(); ++index) {
    const cfa::FunctionId id(index);
    if (is_reported(id) && report_of(id, found).verdict == Verdict::Unknown) {
      result.insert(id);
    }
  }
  return result;
}

std::vector<FunctionReport> FunctionVerdicts::reports(const std::vector<EntryVerdict>& entries,
                                                      const std::vector<EntryVerdict>& internal) const {
  const AllFindings found = findings_of(entries);
  std::unordered_map<cfa::FunctionId, const EntryVerdict*> on_their_own;
  for (const EntryVerdict& entry : internal) {
    on_their_own.emplace(entry.entry.function, &entry);
  }
  std::vector<FunctionReport> result;
  for (std::size_t index = 0; index < cfa_.function_count(); ++index) {
    const cfa::FunctionId id(index);
    if (!is_reported(id)) {
      continue;
    }
    result.push_back(report_of(id, found));
    if (const auto entry = on_their_own.find(id); entry != on_their_own.end()) {
      std::set<cfa::LocationId> left_to_callers;
      add_left_to_callers(entry->second->outcome, checks_[index], left_to_callers);
      if (prove_on_its_own(*entry->second, left_to_callers.size(), result.back())) {
        const std::vector<cfa::LocationId>& open = entry->second->outcome.violated_targets;
        result.back().check_list = check_list(id, [&](cfa::LocationId check) {
          const bool is_open = std::ranges::find(open, check) != open.end();
          return is_open                           ? CheckState::Open
                 : left_to_callers.contains(check) ? CheckState::LeftToCallers
                                                   : CheckState::Proved;
        });
      }
    }
  }
  return result;
}

} // namespace vouch::findings
