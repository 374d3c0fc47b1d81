#include "server/lsp/verified_document.hpp"

#include "server/engine/native_confirmation.hpp"
#include "server/formats/acceptance.hpp"
#include "server/support/to_protocol.hpp"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <set>
#include <unordered_map>
#include <utility>

namespace vouch::server {

namespace {

using protocol::Position;
using protocol::Range;

/// Places of the engine in the target's document.
class OwnPlaces {
public:
  OwnPlaces(const DiagnosticsTarget& target, SourceTexts& texts)
      : target_(target), directory_(std::filesystem::path(target.path).parent_path()),
        lines_(texts.lines_of(target.path)) {}

  [[nodiscard]] bool contain(const Place& place) {
    if (place.line == 0 || place.file.empty()) {
      return place.line != 0;
    }
    const auto [known, is_new] = is_own_.try_emplace(place.file);
    if (is_new) {
      known->second = (directory_ / place.file).lexically_normal().string() == target_.path;
    }
    return known->second;
  }
  [[nodiscard]] Range range_of(const Place& place) const { return to_range(lines_, place, target_.encoding); }

private:
  const DiagnosticsTarget& target_;
  std::filesystem::path directory_;
  const LineIndex& lines_;
  std::unordered_map<std::string, bool> is_own_; ///< by file, as the engine calls it
};

VerifiedFunction to_function(const FunctionReport& report, OwnPlaces& places) {
  VerifiedFunction function{report.name,
                            places.range_of(report.place),
                            places.range_of(report.body.line == 0 ? report.place : report.body),
                            report.verdict,
                            report.reason,
                            report.milliseconds,
                            report.from_cache,
                            report.summary,
                            report.checks,
                            report.preconditions,
                            report.is_left_to_callers};
  for (const ReportedCheck& check : report.check_list) {
    if (places.contain(check.place)) {
      function.check_list.push_back({places.range_of(check.place), check.code, check.message, check.state});
    }
  }
  function.calls = report.calls;
  function.statics = report.statics;
  function.is_for_all_callers = report.is_for_all_callers;
  function.assumptions = report.assumptions;
  for (const PointerFact& pointer : report.pointers) {
    if (places.contain(pointer.scope)) {
      function.pointers.push_back(
          {pointer.name, places.range_of(pointer.scope), pointer.objects, pointer.leads_elsewhere});
    }
  }
  return function;
}

VerifiedTrace to_trace(const Violation& violation, OwnPlaces& places) {
  VerifiedTrace trace{{}, violation.function, violation.run.entry, {}, violation, {}, {}};
  trace.range = places.contain(violation.place) ? places.range_of(violation.place) : Range{};
  for (std::size_t number = 1; number <= violation.trace.size(); ++number) {
    const TraceStep& step = violation.trace[number - 1];
    const bool is_shown = !step.values.empty() || step.kind == TraceStepKind::Violation;
    if (is_shown && places.contain(step.place)) {
      trace.steps.push_back({places.range_of(step.place), step.values, number, step.kind});
    }
  }
  return trace;
}

/// Lets the diagnostic of a violation lead to its run, and keep quiet if it is accepted.
void connect(protocol::Diagnostic& diagnostic, const VerifiedTrace& trace) {
  diagnostic.data = {trace.id, trace.function, trace.violation.fingerprint};
  if (trace.accepted_because) {
    diagnostic.severity = protocol::DiagnosticSeverity::Hint;
    diagnostic.message = "accepted (" + *trace.accepted_because + "): " + diagnostic.message;
  }
}

/// That of the run with this id, or the end.
auto diagnostic_of(VerifiedDocument& document, std::string_view trace) {
  return std::ranges::find_if(document.diagnostics, [trace](const protocol::Diagnostic& diagnostic) {
    return diagnostic.data && diagnostic.data->trace == trace;
  });
}

/// What is inserted where a range begins comes before it, and where it ends behind it.
enum class End { Front, Back };

Position moved(Position position, End end, const Range& range, Position new_end) {
  const bool comes_behind = end == End::Front && position == range.start && position == range.end;
  if (position <= range.start && !comes_behind) {
    return position;
  }
  if (position < range.end) {
    return range.start;
  }
  const std::uint32_t line = position.line - range.end.line + new_end.line;
  const bool is_in_last_line = position.line == range.end.line;
  return {line, is_in_last_line ? position.character - range.end.character + new_end.character : position.character};
}

} // namespace

VerifiedDocument to_verified_document(const FileReport& report, const DiagnosticsTarget& target, SourceTexts& texts,
                                      const KeepTrace& keep_trace) {
  OwnPlaces places(target, texts);
  VerifiedDocument document;
  document.compiles = report.compiles;
  document.verdict = report.verdict;
  document.reason = report.reason;
  document.seconds = report.seconds;
  document.assumptions = report.assumptions;
  document.linked_files = report.linked_files;
  document.included_files = report.included_files;
  for (const FunctionReport& function : report.functions) {
    if (places.contain(function.place)) {
      document.functions.push_back(to_function(function, places));
    }
  }
  for (const Invariant& invariant : report.invariants) {
    if (places.contain(invariant.place)) {
      document.loops.push_back(
          {invariant.function, places.range_of(invariant.place), invariant.text, invariant.variables});
    }
  }
  document.diagnostics = to_diagnostics(report, target, texts);
  if (!report.compiles) {
    return document;
  }
  std::vector<Violation> told = report.violations; // the first diagnostics are those of violations and hints
  told.insert(told.end(), report.hints.begin(), report.hints.end());
  for (std::size_t i = 0; i < told.size(); ++i) {
    const Violation& violation = told[i];
    VerifiedTrace trace = to_trace(violation, places);
    trace.id = keep_trace(violation);
    trace.accepted_because = places.contain(violation.place)
                                 ? acceptance(texts.text_of(target.path), violation.place.line, violation.code)
                                 : std::nullopt;
    connect(document.diagnostics[i], trace);
    document.traces.push_back(std::move(trace));
  }
  return document;
}

VerifiedDocument updated(VerifiedDocument before, const VerifiedDocument& partial) {
  std::set<std::string> open;
  VerifiedDocument result = partial;
  for (VerifiedFunction& function : result.functions) {
    if (function.reason != not_finished_reason) {
      continue;
    }
    open.insert(function.name);
    const auto known = std::ranges::find(before.functions, function.name, &VerifiedFunction::name);
    if (known != before.functions.end()) {
      function = *known;
    }
    function.is_open = true;
  }
  const auto keep_open = [&open](const auto& from, auto& to, const auto& function_of) {
    std::ranges::copy_if(from, std::back_inserter(to),
                         [&](const auto& item) { return open.contains(function_of(item)); });
  };
  keep_open(before.loops, result.loops, [](const VerifiedLoop& loop) { return loop.function; });
  std::erase_if(result.diagnostics, [](const protocol::Diagnostic& diagnostic) {
    return diagnostic.severity == protocol::DiagnosticSeverity::Information;
  });
  const auto is_known = [&result](const VerifiedTrace& trace) {
    return std::ranges::find(result.traces, trace.violation.fingerprint, [](const VerifiedTrace& other) {
             return other.violation.fingerprint;
           }) != result.traces.end();
  };
  std::erase_if(before.traces, is_known);
  std::erase_if(before.diagnostics, [&](const protocol::Diagnostic& diagnostic) {
    return diagnostic.data &&
           std::ranges::find(result.diagnostics, diagnostic.data->fingerprint, [](const auto& other) {
             return other.data ? other.data->fingerprint : std::string();
           }) != result.diagnostics.end();
  });
  keep_open(before.traces, result.traces, [](const VerifiedTrace& trace) { return trace.function; });
  keep_open(before.diagnostics, result.diagnostics, [](const protocol::Diagnostic& diagnostic) {
    return diagnostic.data ? diagnostic.data->function : std::string();
  });
  return result;
}

VerifiedDocument moved(VerifiedDocument document, const Range& range, Position new_end) {
  const auto move = [&](Range& moving) {
    moving = {moved(moving.start, End::Front, range, new_end), moved(moving.end, End::Back, range, new_end)};
    moving.end = std::max(moving.start, moving.end);
  };
  for (VerifiedFunction& function : document.functions) {
    move(function.name_range);
    move(function.body);
    for (VerifiedCheck& check : function.check_list) {
      move(check.range);
    }
    for (VerifiedPointer& pointer : function.pointers) {
      move(pointer.scope);
    }
  }
  for (VerifiedLoop& loop : document.loops) {
    move(loop.range);
  }
  for (VerifiedTrace& trace : document.traces) {
    move(trace.range);
    for (VerifiedStep& step : trace.steps) {
      move(step.range);
    }
  }
  for (protocol::Diagnostic& diagnostic : document.diagnostics) {
    move(diagnostic.range);
  }
  return document;
}

VerifiedDocument confirmed_natively(VerifiedDocument document, std::string_view trace) {
  const auto found = std::ranges::find(document.traces, trace, &VerifiedTrace::id);
  if (found == document.traces.end() || found->violation.native == NativeConfirmation::Confirmed) {
    return document;
  }
  found->violation.native = NativeConfirmation::Confirmed;
  const auto diagnostic = diagnostic_of(document, trace);
  if (diagnostic != document.diagnostics.end()) {
    std::string& message = diagnostic->message;
    message.insert(std::min(message.find('\n'), message.size()), " (confirmed: native)"); // in front of the steps
  }
  return document;
}

VerifiedDocument refuted_natively(VerifiedDocument document, std::string_view trace, const std::string& difference) {
  const auto found = std::ranges::find(document.traces, trace, &VerifiedTrace::id);
  if (found == document.traces.end()) {
    return document;
  }
  const std::string function = found->function;
  const std::string reason = refutation({found->violation, difference, {}});
  const auto diagnostic = diagnostic_of(document, trace);
  if (diagnostic != document.diagnostics.end()) {
    diagnostic->severity = protocol::DiagnosticSeverity::Information;
    diagnostic->code = "unknown";
    diagnostic->code_page.clear();
    diagnostic->message = "`" + function + "` not decided: " + reason;
    diagnostic->related_information.clear();
    diagnostic->data.reset();
  }
  document.traces.erase(found);
  const auto is_finding_of_function = [&](const VerifiedTrace& other) {
    return other.function == function && is_finding(other);
  };
  if (std::ranges::none_of(document.traces, is_finding_of_function)) {
    for (VerifiedFunction& verified : document.functions) {
      if (verified.name == function && verified.verdict == Verdict::Violated) {
        verified.verdict = Verdict::Unknown;
        verified.reason = reason;
      }
    }
  }
  if (std::ranges::none_of(document.traces, is_finding) && document.verdict == Verdict::Violated) {
    document.verdict = Verdict::Unknown;
    document.reason = reason;
  }
  return document;
}

bool is_finding(const VerifiedTrace& trace) { return trace.violation.kind != FindingKind::OnlyIfCaller; }

bool contains(const Range& range, Position position) { return range.start <= position && position <= range.end; }

const VerifiedFunction* function_at(const VerifiedDocument& document, Position position) {
  const auto found = std::ranges::find_if(
      document.functions, [position](const VerifiedFunction& function) { return contains(function.body, position); });
  return found == document.functions.end() ? nullptr : &*found;
}

const VerifiedTrace* trace_with(const VerifiedDocument& document, std::string_view id) {
  const auto found = std::ranges::find(document.traces, id, &VerifiedTrace::id);
  return found == document.traces.end() ? nullptr : &*found;
}

} // namespace vouch::server
