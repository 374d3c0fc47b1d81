#include "server/formats/report_to_text.hpp"

#include "server/formats/trace_to_text.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <map>

namespace vouch::server {
namespace {

/// `file:line:column`, without what is not known.
std::string to_text(const Place& place) {
  if (place.line == 0) {
    return place.file;
  }
  return fmt::format("{}:{}:{}", place.file, place.line, place.column);
}

std::string confirmation_of(const Violation& violation) {
  std::string text = violation.confirmed ? "confirmed by executing it" : "not confirmed by executing it";
  switch (violation.native) {
  case NativeConfirmation::Confirmed:
    return "confirmed by executing the compiled program (native)";
  case NativeConfirmation::Impossible:
    return text + " (not natively: " + violation.native_obstacle + ")";
  case NativeConfirmation::NotTried:
    break;
  }
  return text;
}

void append_violation(std::string& out, const Violation& violation, const std::string& path, const Painter& paint) {
  const std::string severity = std::string(severity_of(violation.kind)) + ":";
  const bool is_certain = violation.kind == FindingKind::WillHappen;
  const bool can_happen = violation.kind == FindingKind::CanHappen;
  fmt::format_to(std::back_inserter(out), "{}: {} {} [{}]\n", to_text(violation.place),
                 paint(is_certain   ? Style::Red
                       : can_happen ? Style::Yellow
                                    : Style::Faint,
                       severity),
                 paint(Style::Bold, violation.message + (can_happen ? " for some caller" : "")), violation.code);
  if (violation.trace.empty()) {
    return;
  }
  fmt::format_to(std::back_inserter(out), "  this run leads there, {}:\n", confirmation_of(violation));
  append_trace(out, violation, path, paint);
}

std::string summary_of(const FileReport& file, const Painter& paint) {
  if (!file.compiles) {
    return paint(Style::Red, "does not compile");
  }
  switch (file.verdict) {
  case Verdict::Safe:
    return paint(Style::Green, "safe");
  case Verdict::Violated:
    return paint(Style::Red, "violated") +
           fmt::format(", {} violation{}", file.violations.size(), file.violations.size() == 1 ? "" : "s");
  case Verdict::Unknown:
    break;
  }
  return paint(Style::Yellow, "unknown") + ": " + file.reason;
}

/// Of several functions verified on their own, how many are proved.
std::string functions_proved(const FileReport& file) {
  if (!file.compiles || file.functions.size() < 2) {
    return {};
  }
  auto proved = std::ranges::count(file.functions, Verdict::Safe, &FunctionReport::verdict);
  return fmt::format(", {} of {} functions proved", proved, file.functions.size());
}

/// How much there was to prove.
std::string checks_done(const FileReport& file) {
  CheckCount sum;
  for (const FunctionReport& function : file.functions) {
    sum.total += function.checks.total;
    sum.open += function.checks.open;
    sum.left_to_callers += function.checks.left_to_callers;
  }
  if (!file.compiles || (sum.total == 0 && file.verdict != Verdict::Safe)) {
    return {};
  }
  if (sum.total == 0) {
    return ", nothing to check";
  }
  const std::string total = fmt::format("{} check{}", sum.total, sum.total == 1 ? "" : "s");
  const std::string left = sum.left_to_callers == 0 ? "" : fmt::format(", {} left to callers", sum.left_to_callers);
  return (sum.open == 0 ? ", " + total : fmt::format(", {} of {} open", sum.open, total)) + left;
}

/// Which functions are undecided, once for each reason; nothing if that is all of them for the file's own reason.
void append_undecided(std::string& out, const FileReport& file, const Painter& paint) {
  std::map<std::string_view, std::vector<const FunctionReport*>> by_reason;
  for (const auto& function : file.functions) {
    if (function.verdict == Verdict::Unknown) {
      by_reason[function.reason].push_back(&function);
    }
  }
  for (const auto& [reason, functions] : by_reason) {
    if (reason == file.reason && functions.size() == file.functions.size()) {
      continue;
    }
    std::string names;
    for (const auto* function : functions) {
      names += (names.empty() ? "'" : ", '") + function->name + "'";
    }
    fmt::format_to(std::back_inserter(out), "{}: {} undecided: {}: {}\n", to_text(functions.front()->place),
                   paint(Style::Yellow, "note:"), names, reason);
  }
}

/// What the proof says beyond the verdict.
void append_facts(std::string& out, const FileReport& file) {
  for (const Invariant& invariant : file.invariants) {
    fmt::format_to(std::back_inserter(out), "{}: in '{}', here always: {}\n", to_text(invariant.place),
                   invariant.function, invariant.text);
  }
  for (const Place& place : file.unreachable) {
    fmt::format_to(std::back_inserter(out), "{}: unreachable up to line {}\n", to_text(place), place.end_line);
  }
  for (const FunctionReport& function : file.functions) {
    auto append = [&](std::string_view kind, const std::vector<std::string>& texts) {
      for (const std::string& text : texts) {
        fmt::format_to(std::back_inserter(out), "{}: '{}' {} {}\n", to_text(function.place), function.name, kind, text);
      }
    };
    append("requires", function.summary.requirements);
    append("ensures", function.summary.guarantees);
    append("changes", function.summary.changes);
    append("follows the value of", function.summary.followed);
  }
}

void append_statistics(std::string& out, const CheckReport& report) {
  auto total = total_statistics(report);
  double parse_seconds = 0;
  for (const auto& file : report.files) {
    parse_seconds += file.parse_seconds;
  }
  auto append = [&](std::string_view name, const auto& value) {
    fmt::format_to(std::back_inserter(out), "  {:<21} {}\n", name, value);
  };
  out += "statistics\n";
  append("seconds", fmt::format("{:.3f}", report.seconds));
  append("parsing seconds", fmt::format("{:.3f}", parse_seconds));
  append("peak memory", fmt::format("{} MiB", report.peak_memory_bytes >> 20U));
  append("refinements", total.refinements);
  append("interpolation seconds", fmt::format("{:.3f}", seconds_of_interpolation(total)));
  append("abstract states", total.abstract_states);
  for (const auto& [analysis, states] : total.states_by_analysis) {
    append("states of", fmt::format("{} {}", analysis, states));
  }
  append("solver queries", total.solver_queries);
  append("block hits", total.block_hits);
  append("block misses", total.block_misses);
  append("block claims checked", total.block_checks);
  append("block cuts", total.block_cuts);
  append("block entries readded", total.block_readded);
  append("block rounds", total.block_rounds);
}

void append_known(std::string& out, const std::string& word, const KnownViolation& known) {
  fmt::format_to(std::back_inserter(out), "  {}: {}:{}: {} [{}]\n", word, known.file, known.line, known.message,
                 known.code);
}

void append_comparison(std::string& out, const CheckReport& report, const Painter& paint) {
  const Comparison& comparison = *report.comparison;
  fmt::format_to(std::back_inserter(out), "since {}: {} new, {} mended, {} as before", comparison.since,
                 count_of(comparison, BaselineState::New), comparison.mended.size(),
                 count_of(comparison, BaselineState::Same));
  out += comparison.open.empty() ? "\n" : fmt::format(", {} undecided now\n", comparison.open.size());
  for (std::size_t i = 0; i < comparison.states.size(); ++i) {
    for (std::size_t k = 0; k < comparison.states[i].size(); ++k) {
      const Violation& violation = report.files[i].violations[k];
      if (comparison.states[i][k] == BaselineState::New) {
        append_known(out, paint(Style::Red, "new"),
                     {violation.fingerprint, violation.code, violation.message, violation.function,
                      violation.place.file.empty() ? report.files[i].path : violation.place.file,
                      violation.place.line});
      }
    }
  }
  for (const KnownViolation& known : comparison.mended) {
    append_known(out, paint(Style::Green, "mended"), known);
  }
  for (const KnownViolation& known : comparison.open) {
    append_known(out, paint(Style::Yellow, "undecided now"), known);
  }
}

} // namespace

std::string to_text(const Message& message, Colours colours) {
  Painter paint(colours);
  std::string severity;
  switch (message.severity) {
  case MessageSeverity::Error:
    severity = paint(Style::Red, "error:");
    break;
  case MessageSeverity::Warning:
    severity = paint(Style::Yellow, "warning:");
    break;
  case MessageSeverity::Note:
  case MessageSeverity::Information:
    severity = paint(Style::Faint, "note:");
    break;
  }
  auto place = to_text(message.place);
  return place + (place.empty() ? "" : ": ") + severity + " " + message.text + "\n";
}

std::string to_text(const FileReport& file, Colours colours, HintsPrinted hints) {
  Painter paint(colours);
  std::string out;
  for (const auto& violation : file.violations) {
    append_violation(out, violation, file.path, paint);
  }
  if (hints == HintsPrinted::All) {
    for (const auto& hint : file.hints) {
      append_violation(out, hint, file.path, paint);
    }
  } else if (!file.hints.empty()) {
    fmt::format_to(std::back_inserter(out), "{}: {} {} that callers keep to and nobody states; --hints shows {}\n",
                   file.path, paint(Style::Faint, "note:"),
                   file.hints.size() == 1 ? "a precondition" : std::to_string(file.hints.size()) + " preconditions",
                   file.hints.size() == 1 ? "it" : "them");
  }
  append_undecided(out, file, paint);
  if (file.compiles && file.verdict == Verdict::Safe) {
    for (const auto& assumption : file.assumptions) {
      fmt::format_to(std::back_inserter(out), "{}: {} assumed: {}\n", file.path, paint(Style::Faint, "note:"),
                     assumption);
    }
  }
  fmt::format_to(std::back_inserter(out), "{}: {}{}{} ({:.2f} s)\n", file.path, summary_of(file, paint),
                 functions_proved(file), checks_done(file), file.seconds);
  return out;
}

std::string to_text(const CheckReport& report, Colours colours, StatisticsTable statistics, HintsPrinted hints) {
  std::string out;
  for (const auto& file : report.files) {
    out += to_text(file, colours, hints);
    if (statistics == StatisticsTable::Print) {
      append_facts(out, file);
    }
  }
  if (report.comparison) {
    append_comparison(out, report, Painter(colours));
  }
  if (statistics == StatisticsTable::Print) {
    append_statistics(out, report);
  }
  return out;
}

} // namespace vouch::server
