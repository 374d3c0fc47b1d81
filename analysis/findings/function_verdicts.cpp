#include "analysis/findings/function_verdicts.hpp"

#include "analysis/facts/call_graph.hpp"
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

struct Findings {
  std::set<cfa::LocationId> open;
  bool is_covered = false;
  bool is_from_cache = true; ///< everything that covers it is
  std::string reason;        ///< why it is not proved; empty: it is
  std::uint64_t milliseconds = 0;
  std::vector<std::string> preconditions;
};

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
  for (const cfa::EntryPoint& entry : cfa.entry_points()) {
    entered_.emplace(entry.start, calls.reachable_from(cfa.location(entry.start).function));
  }
}

std::vector<FunctionReport> FunctionVerdicts::reports(const std::vector<EntryVerdict>& entries) const {
  std::vector<Findings> findings(cfa_.function_count());
  using NameAndFile = std::pair<std::string, std::string>;
  std::set<NameAndFile> linked;
  std::set<NameAndFile> own;
  for (std::size_t i = 0; i < cfa_.function_count(); ++i) {
    const cfa::Function& function = cfa_.function(cfa::FunctionId(i));
    (function.is_linked ? linked : own).emplace(function.name, function.range.path());
  }
  std::set<std::string> violated;
  std::map<std::string, std::string> hinted; // by function: why it is not proved
  std::set<cfa::FunctionId>
      for_all_callers; // verified on their own: what their callers leave open is the callers' affair
  for (const EntryVerdict& entry : entries) {
    if (entry.entry.kind == cfa::EntryKind::AnyCall) {
      for_all_callers.insert(entry.entry.function);
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
      Findings& found = findings[function.index()];
      found.is_covered = true;
      found.is_from_cache = found.is_from_cache && entry.outcome.is_from_cache;
      add_open(entry.outcome, checks_[function.index()], found.open);
      if (!entry.outcome.open.empty() && found.reason.empty()) {
        found.reason = entry.outcome.open.front();
      }
    }
    for (const auto& [function, reason] : entry.outcome.not_proved) {
      if (!says_something(entry, function)) {
        continue;
      }
      Findings& found = findings[function.index()];
      found.reason = found.reason.empty() ? reason : found.reason;
    }
    findings[entry.entry.function.index()].milliseconds += entry.milliseconds;
    std::vector<std::string>& preconditions = findings[entry.entry.function.index()].preconditions;
    preconditions.insert(preconditions.end(), entry.entry.assumptions.begin(), entry.entry.assumptions.end());
    std::ranges::transform(entry.outcome.preconditions, std::back_inserter(preconditions),
                           [](const Violation& hint) { return hint.precondition.assumption; });
    for (std::size_t i = 0; i < entry.outcome.violations.size(); ++i) {
      const Violation& violation = entry.outcome.violations[i];
      if (violation.kind == FindingKind::OnlyIfCaller) {
        const cfa::LocationId target = entry.outcome.violated_targets[i];
        findings[cfa_.location(target).function.index()].open.insert(target);
        for (const std::string& name : {violation.function, cfa_.function(entry.entry.function).name}) {
          hinted.emplace(name, reason_of_hint(violation));
        }
        continue;
      }
      const NameAndFile violated_function(violation.function, violation.place.file);
      if (!linked.contains(violated_function) || own.contains(violated_function)) {
        violated.insert(violation.function);
      }
    }
  }
  std::vector<FunctionReport> result;
  for (std::size_t i = 0; i < findings.size(); ++i) {
    const cfa::Function& function = cfa_.function(cfa::FunctionId(i));
    if (function.is_synthetic || function.is_linked || !function.range.is_valid()) {
      continue;
    }
    FunctionReport report;
    report.name = function.name;
    report.place = trace::place_of(function.name_range);
    report.body = trace::place_of(function.range);
    report.milliseconds = findings[i].milliseconds;
    const bool is_in_cfa = !cfa_.outgoing(function.entry).empty(); // other functions are there by name only
    if (violated.contains(function.name)) {
      report.verdict = Verdict::Violated;
    } else if (is_in_cfa && !targets_.has_target(cfa::FunctionId(i))) {
      report.verdict = Verdict::Safe;
    } else if (!findings[i].is_covered) {
      report.reason = not_called_reason;
    } else if (hinted.contains(function.name)) {
      report.reason = hinted.at(function.name);
      report.reason += findings[i].reason.empty() ? "" : "; open besides: " + findings[i].reason;
      report.is_left_to_callers = findings[i].reason.empty();
    } else if (!findings[i].reason.empty()) {
      report.reason = findings[i].reason;
    } else {
      report.verdict = Verdict::Safe;
    }
    report.checks = {checks_[i].size(), report.verdict == Verdict::Unknown ? findings[i].open.size() : 0};
    std::ranges::sort(findings[i].preconditions);
    const auto repeated = std::ranges::unique(findings[i].preconditions);
    findings[i].preconditions.erase(repeated.begin(), repeated.end());
    if (report.verdict == Verdict::Safe) {
      report.preconditions = std::move(findings[i].preconditions);
    }
    report.from_cache = findings[i].is_covered && findings[i].is_from_cache;
    result.push_back(std::move(report));
  }
  return result;
}

} // namespace vouch::findings
