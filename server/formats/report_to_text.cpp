#include "server/formats/report_to_text.hpp"

#include "server/formats/trace_phrase.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <map>

namespace vouch::server {
namespace {

enum class Style { Bold, Red, Green, Yellow, Faint };

class Painter {
public:
  explicit Painter(Colours colours) : colours_(colours) {}

  [[nodiscard]] std::string operator()(Style style, std::string_view text) const {
    if (colours_ == Colours::Off) {
      return std::string(text);
    }
    return fmt::format("\033[{}m{}\033[0m", code(style), text);
  }

private:
  static std::string_view code(Style style) {
    switch (style) {
    case Style::Bold:
      return "1";
    case Style::Red:
      return "1;31";
    case Style::Green:
      return "1;32";
    case Style::Yellow:
      return "1;33";
    case Style::Faint:
      break;
    }
    return "2";
  }

  Colours colours_;
};

/// `file:line:column`, without what is not known.
std::string to_text(const Place& place) {
  if (place.line == 0) {
    return place.file;
  }
  return fmt::format("{}:{}:{}", place.file, place.line, place.column);
}

std::string with_values(const TraceStep& step) {
  std::string text;
  for (const auto& [name, value] : step.values) {
    text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", name, value);
  }
  return text;
}

/// A line of the trace before it is laid out in columns.
struct TraceRow {
  std::size_t number;
  std::string position; ///< `line:column`, with the file in front where it is not the violation's
  std::string phrase;
  std::string values;
};

TraceRow row_of(std::size_t number, const TraceStep& step, const Violation& violation) {
  auto position = fmt::format("{}:{}", step.place.line, step.place.column);
  if (step.place.file != violation.place.file) {
    position = step.place.file + ":" + position;
  }
  return {number, std::move(position), phrase_of(step, violation.property), with_values(step)};
}

/// The middle of a longer trace is left out; JSON has all of it.
constexpr std::size_t first_steps_shown = 100;
constexpr std::size_t last_steps_shown = 100;
constexpr std::size_t widest_phrase_column = 60;

void append_trace(std::string& out, const Violation& violation, const Painter& paint) {
  const auto& trace = violation.trace;
  std::size_t resume_at =
      trace.size() <= first_steps_shown + last_steps_shown ? first_steps_shown : trace.size() - last_steps_shown;
  auto is_shown = [&](std::size_t index) { return index < first_steps_shown || index >= resume_at; };

  std::vector<TraceRow> rows;
  std::size_t position_width = 0;
  std::size_t phrase_width = 0;
  for (std::size_t index = 0; index < trace.size(); ++index) {
    rows.push_back(row_of(index + 1, trace[index], violation));
    position_width = std::max(position_width, rows.back().position.size());
    phrase_width = std::max(phrase_width, std::min(rows.back().phrase.size(), widest_phrase_column));
  }

  const std::string* function = nullptr;
  for (std::size_t index = 0; index < rows.size(); ++index) {
    if (!is_shown(index)) {
      if (index == first_steps_shown) {
        fmt::format_to(std::back_inserter(out), "        ... {} steps left out, --format json has all of them\n",
                       resume_at - first_steps_shown);
      }
      continue;
    }
    if (function == nullptr || *function != trace[index].function) {
      function = &trace[index].function;
      out += "    " + paint(Style::Faint, "in " + *function) + "\n";
    }
    auto line = fmt::format("    {:>3}  {:<{}}  {:<{}}", rows[index].number, rows[index].position, position_width,
                            rows[index].phrase, rows[index].values.empty() ? 0 : phrase_width);
    if (!rows[index].values.empty()) {
      line += "  " + paint(Style::Bold, rows[index].values);
    }
    out += line + "\n";
  }
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

void append_violation(std::string& out, const Violation& violation, const Painter& paint) {
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
  append_trace(out, violation, paint);
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
  }
  if (!file.compiles || (sum.total == 0 && file.verdict != Verdict::Safe)) {
    return {};
  }
  if (sum.total == 0) {
    return ", nothing to check";
  }
  const std::string total = fmt::format("{} check{}", sum.total, sum.total == 1 ? "" : "s");
  return sum.open == 0 ? ", " + total : fmt::format(", {} of {} open", sum.open, total);
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
  append("abstract states", total.abstract_states);
  append("solver queries", total.solver_queries);
  append("block hits", total.block_hits);
  append("block misses", total.block_misses);
  append("block claims checked", total.block_checks);
  append("block cuts", total.block_cuts);
  append("block entries readded", total.block_readded);
  append("block rounds", total.block_rounds);
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
    append_violation(out, violation, paint);
  }
  if (hints == HintsPrinted::All) {
    for (const auto& hint : file.hints) {
      append_violation(out, hint, paint);
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
  if (statistics == StatisticsTable::Print) {
    append_statistics(out, report);
  }
  return out;
}

} // namespace vouch::server
