#include "analysis/verifier.hpp"

#include "analysis/entry_verification.hpp"
#include "analysis/frontend/frontend.hpp"

#include <algorithm>

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

Place place_of(const SourceRange& range) {
  return {range.path(), range.begin.line, range.begin.column, range.end.line, range.end.column};
}

/// The functions that an execution from `start` may enter.
std::vector<bool> reachable_functions(const cfa::Cfa& cfa, cfa::LocationId start) {
  std::vector<std::vector<cfa::FunctionId>> callees(cfa.function_count());
  for (std::size_t i = 0; i < cfa.edge_count(); ++i) {
    const cfa::Edge& edge = cfa.edge(cfa::EdgeId(i));
    if (const auto* call = std::get_if<cfa::Call>(&edge.operation)) {
      callees[cfa.location(edge.source).function.index()].push_back(call->callee);
    }
  }
  std::vector<bool> reached(cfa.function_count(), false);
  std::vector<cfa::FunctionId> work = {cfa.location(start).function};
  while (!work.empty()) {
    cfa::FunctionId function = work.back();
    work.pop_back();
    if (!reached[function.index()]) {
      reached[function.index()] = true;
      work.insert(work.end(), callees[function.index()].begin(), callees[function.index()].end());
    }
  }
  return reached;
}

/// Collects what the entry points say about each function.
class FunctionVerdicts {
public:
  explicit FunctionVerdicts(const cfa::Cfa& cfa) : cfa_(cfa), entries_(cfa.function_count()) {}

  void add(const cfa::EntryPoint& entry, const EntryOutcome& outcome, std::uint64_t milliseconds) {
    std::vector<bool> reached = reachable_functions(cfa_, entry.start);
    for (std::size_t i = 0; i < entries_.size(); ++i) {
      if (reached[i]) {
        PerFunction& function = entries_[i];
        function.is_covered = true;
        if (!outcome.open.empty() && function.reason.empty()) {
          function.reason = outcome.open.front();
        }
      }
    }
    entries_[entry.function.index()].milliseconds += milliseconds;
    for (const Violation& violation : outcome.violations) {
      violated_.push_back(violation.function);
    }
  }

  [[nodiscard]] std::vector<FunctionReport> reports() const {
    std::vector<FunctionReport> result;
    for (std::size_t i = 0; i < entries_.size(); ++i) {
      const cfa::Function& function = cfa_.function(cfa::FunctionId(i));
      if (function.is_synthetic || !function.range.is_valid()) {
        continue;
      }
      const PerFunction& entry = entries_[i];
      FunctionReport report;
      report.name = function.name;
      report.place = place_of(function.name_range);
      report.milliseconds = entry.milliseconds;
      if (std::find(violated_.begin(), violated_.end(), function.name) != violated_.end()) {
        report.verdict = Verdict::Violated;
      } else if (!entry.is_covered) {
        report.reason = not_called_reason;
      } else if (!entry.reason.empty()) {
        report.reason = entry.reason;
      } else {
        report.verdict = Verdict::Safe;
      }
      result.push_back(std::move(report));
    }
    return result;
  }

private:
  struct PerFunction {
    bool is_covered = false;
    std::string reason;
    std::uint64_t milliseconds = 0;
  };
  const cfa::Cfa& cfa_;
  std::vector<PerFunction> entries_;
  std::vector<std::string> violated_;
};

void verify_entries(const cfa::Cfa& cfa, const Options& options, RunContext& context, FileReport& report) {
  FunctionVerdicts functions(cfa);
  std::vector<std::string> open;
  for (const cfa::EntryPoint& entry : cfa.entry_points()) {
    context.report("verifying", cfa.function(entry.function).name);
    Clock::time_point start = Clock::now();
    EntryOutcome outcome;
    try {
      context.check();
      verify_entry(cfa, entry, options, context, outcome);
    } catch (const Interrupted& interrupted) {
      // Only this place turns an interruption into a verdict; the next entry is interrupted at once.
      outcome.open.push_back(reason_of(interrupted.cause));
    }
    functions.add(entry, outcome, static_cast<std::uint64_t>(seconds_since(start) * 1000));
    open.insert(open.end(), outcome.open.begin(), outcome.open.end());
    std::move(outcome.violations.begin(), outcome.violations.end(), std::back_inserter(report.violations));
    std::move(outcome.invariants.begin(), outcome.invariants.end(), std::back_inserter(report.invariants));
  }
  report.functions = functions.reports();
  if (!report.violations.empty()) {
    report.verdict = Verdict::Violated;
  } else if (open.empty()) {
    report.verdict = Verdict::Safe;
  } else {
    report.reason = open.front();
  }
}

} // namespace

FileReport verify(const SourceInput& input, const Options& options, RunContext& context) {
  Clock::time_point start = Clock::now();
  FileReport report;
  report.path = input.path;
  context.report("parsing", input.path);
  try {
    frontend::Translation translation = frontend::translate(input, options, context);
    report.parse_seconds = translation.parse_seconds;
    report.messages = std::move(translation.messages);
    report.compiles = translation.compiles && translation.entry_exists;
    if (translation.cfa) {
      report.assumptions.emplace_back(
          "no undefined behaviour: signed arithmetic does not overflow, every access is inside of a live object");
      verify_entries(*translation.cfa, options, context, report);
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

std::string version_text() { return "vouch " VOUCH_VERSION " (Clang " VOUCH_CLANG_VERSION ", Z3 " VOUCH_Z3_VERSION ")"; }

} // namespace vouch
