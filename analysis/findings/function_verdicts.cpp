#include "analysis/findings/function_verdicts.hpp"

#include "analysis/facts/call_graph.hpp"
#include "analysis/trace/render_trace.hpp"

#include <set>

namespace vouch::findings {
namespace {

struct Findings {
  bool is_covered = false;
  bool is_from_cache = true; ///< everything that covers it is
  std::string reason;        ///< why it is not proved; empty: it is
  std::uint64_t milliseconds = 0;
};

} // namespace

FunctionVerdicts::FunctionVerdicts(const cfa::Cfa& cfa, const facts::TargetReachability& targets)
    : cfa_(cfa), targets_(targets) {
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
  for (const EntryVerdict& entry : entries) {
    for (cfa::FunctionId function : entered_.at(entry.entry.start)) {
      Findings& found = findings[function.index()];
      found.is_covered = true;
      found.is_from_cache = found.is_from_cache && entry.outcome.is_from_cache;
      if (!entry.outcome.open.empty() && found.reason.empty()) {
        found.reason = entry.outcome.open.front();
      }
    }
    for (const auto& [function, reason] : entry.outcome.not_proved) {
      Findings& found = findings[function.index()];
      found.reason = found.reason.empty() ? reason : found.reason;
    }
    findings[entry.entry.function.index()].milliseconds += entry.milliseconds;
    for (const Violation& violation : entry.outcome.violations) {
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
    } else if (!findings[i].reason.empty()) {
      report.reason = findings[i].reason;
    } else {
      report.verdict = Verdict::Safe;
    }
    report.from_cache = findings[i].is_covered && findings[i].is_from_cache;
    result.push_back(std::move(report));
  }
  return result;
}

} // namespace vouch::findings
