#include "server/lsp/lsp_diagnostics.hpp"

#include "server/formats/property_pages.hpp"
#include "server/formats/trace_phrase.hpp"
#include "server/support/file_uri.hpp"
#include "server/support/to_protocol.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <string_view>
#include <utility>

namespace vouch::server {

namespace {

using protocol::Diagnostic;
using protocol::DiagnosticRelatedInformation;
using protocol::DiagnosticSeverity;

constexpr std::size_t maximum_errors = 50;
constexpr std::size_t maximum_steps = 40;      ///< of a trace, as related information
constexpr std::size_t first_steps = 8;         ///< of a longer trace; the rest of `maximum_steps` are its last ones
constexpr std::size_t maximum_line_steps = 12; ///< of a trace, as text in a message
constexpr std::size_t maximum_text_bytes = 200;
constexpr std::size_t maximum_value_bytes = 60;

/// `text` on one line, cut behind a whole character.
std::string shortened(std::string text, std::size_t maximum) {
  std::replace_if(text.begin(), text.end(), [](char c) { return c == '\n' || c == '\r' || c == '\t'; }, ' ');
  if (text.size() <= maximum) {
    return text;
  }
  while (maximum > 0 && (static_cast<unsigned char>(text[maximum]) & 0xC0U) == 0x80U) {
    --maximum;
  }
  return text.substr(0, maximum) + "…";
}

std::string absolute(const std::string& path, const std::string& relative_to) {
  const std::filesystem::path directory = std::filesystem::path(relative_to).parent_path();
  return path.empty() ? relative_to : (directory / path).lexically_normal().string();
}

/// The line (from 1) of the `#include` in `text` that names the file at `path`; 0 if there is none.
unsigned include_line(std::string_view text, std::string_view path) {
  unsigned line = 0;
  while (!text.empty()) {
    ++line;
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view content = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const std::size_t directive = content.find_first_not_of(" \t#");
    const std::size_t open = content.find_first_of("\"<");
    const bool includes = directive != std::string_view::npos && content.find('#') < directive &&
                          content.substr(directive).starts_with("include") && open != std::string_view::npos;
    if (!includes) {
      continue;
    }
    const std::size_t close = content.find_first_of("\">", open + 1);
    const std::string_view name = content.substr(open + 1, close - open - 1);
    const std::size_t base = name.find_first_not_of("./");
    if (close != std::string_view::npos && base != std::string_view::npos &&
        path.ends_with("/" + std::string(name.substr(base)))) {
      return line;
    }
  }
  return 0;
}

class Converter {
public:
  Converter(const FileReport& report, const DiagnosticsTarget& target, SourceTexts& texts)
      : report_(report), target_(target), texts_(texts) {}

  std::vector<Diagnostic> errors() {
    std::vector<Diagnostic> diagnostics;
    for (const Message& message : report_.messages) {
      if (message.severity == MessageSeverity::Error && diagnostics.size() < maximum_errors) {
        diagnostics.push_back(make(message.place, DiagnosticSeverity::Error, "clang", message.text));
      }
    }
    if (diagnostics.empty()) {
      diagnostics.push_back(make({}, DiagnosticSeverity::Error, "clang", "the file does not compile"));
    }
    return diagnostics;
  }

  std::vector<Diagnostic> verdicts() {
    std::vector<Diagnostic> diagnostics;
    for (const Violation& violation : report_.violations) {
      diagnostics.push_back(convert(violation));
    }
    for (const Violation& hint : report_.hints) {
      diagnostics.push_back(convert(hint));
    }
    add_undecided(diagnostics);
    add_unreachable(diagnostics);
    for (const Message& message : report_.messages) {
      if (message.severity == MessageSeverity::Information) {
        diagnostics.push_back(make(message.place, DiagnosticSeverity::Information, "not-understood", message.text));
      }
    }
    return diagnostics;
  }

private:
  protocol::Location location_of(const Place& place) {
    const std::string path = absolute(place.file, target_.path);
    return {path == target_.path ? target_.uri : uri_of(path),
            to_range(texts_.lines_of(path), place, target_.encoding)};
  }

  /// A diagnostic in the target's document; a place elsewhere becomes related information, and is shown where its file
  /// is included, or else at `otherwise`.
  Diagnostic make(const Place& place, DiagnosticSeverity severity, std::string code, std::string message,
                  const Place& otherwise = {}) {
    const protocol::Location location = location_of(place);
    Diagnostic diagnostic{location.range, severity, std::move(code), "vouch", std::move(message)};
    if (location.uri == target_.uri) {
      return diagnostic;
    }
    const std::string& own_text = texts_.text_of(target_.path);
    Place include;
    include.line = include_line(own_text, absolute(place.file, target_.path));
    include.column = 1;
    include.end_line = include.line;
    include.end_column = include.line == 0 ? 0 : std::numeric_limits<unsigned>::max();
    diagnostic.range =
        to_range(texts_.lines_of(target_.path), include.line == 0 ? otherwise : include, target_.encoding);
    diagnostic.message = "in " + place.file + ":" + std::to_string(place.line) + ": " + std::move(diagnostic.message);
    add_related(diagnostic, location, "the place itself");
    return diagnostic;
  }

  void add_related(Diagnostic& diagnostic, protocol::Location location, std::string message) const {
    if (target_.related_information == protocol::Support::Yes) {
      diagnostic.related_information.push_back({std::move(location), std::move(message)});
    }
  }

  Diagnostic convert(const Violation& violation) {
    const std::string entry = entry_of(violation);
    const bool certain = violation.confirmed && violation.kind == FindingKind::WillHappen;
    std::string message = violation.message;
    const bool is_hint = violation.kind == FindingKind::OnlyIfCaller;
    if (is_hint) {
      message += " (no stated precondition of `" + entry + "` excludes it)";
    } else if (!violation.confirmed) {
      message += " (possibly: the run was not confirmed by executing it)";
    } else if (!certain && !entry.empty()) {
      message += " (when `" + entry + "` is called with arbitrary arguments)";
    }
    const DiagnosticSeverity severity = is_hint   ? DiagnosticSeverity::Hint
                                        : certain ? DiagnosticSeverity::Error
                                                  : DiagnosticSeverity::Warning;
    Diagnostic diagnostic =
        make(violation.place, severity, violation.code, std::move(message), last_own_place(violation));
    diagnostic.code_page = uri_of_property_page(violation.code, target_.pages_folder);
    if (target_.related_information == protocol::Support::Yes) {
      add_trace(diagnostic, violation);
    } else {
      append_trace(diagnostic.message, violation);
    }
    return diagnostic;
  }

  /// Where the run was in the target's document before it went elsewhere.
  [[nodiscard]] Place last_own_place(const Violation& violation) const {
    auto step = std::find_if(violation.trace.rbegin(), violation.trace.rend(), [&](const TraceStep& candidate) {
      return candidate.place.line != 0 && absolute(candidate.place.file, target_.path) == target_.path;
    });
    return step != violation.trace.rend() ? step->place : Place{};
  }

  /// Where the run that ends in the violation starts: its first step; without a trace, `main` if the file has one.
  std::string entry_of(const Violation& violation) const {
    if (!violation.trace.empty()) {
      return violation.trace.front().function;
    }
    const bool has_main =
        std::ranges::find(report_.functions, "main", &FunctionReport::name) != report_.functions.end();
    return has_main ? "main" : "";
  }

  /// The steps that are told.
  static std::vector<std::size_t> events_of(const std::vector<TraceStep>& trace) {
    std::vector<std::size_t> events;
    for (std::size_t i = 0; i < trace.size(); ++i) {
      const TraceStep& step = trace[i];
      if (step.is_relevant && (step.kind != TraceStepKind::Statement || !step.values.empty())) {
        events.push_back(i);
      }
    }
    return events;
  }

  void add_trace(Diagnostic& diagnostic, const Violation& violation) {
    const std::vector<std::size_t> events = events_of(violation.trace);
    const std::size_t left_out = events.size() <= maximum_steps ? 0 : events.size() - maximum_steps + 1;
    for (std::size_t i = 0; i < events.size(); ++i) {
      const protocol::Location location = location_of(violation.trace[events[i]].place);
      if (left_out != 0 && i == first_steps) {
        add_related(diagnostic, location, "… steps left out …");
        i += left_out - 1;
        continue;
      }
      add_related(diagnostic, location, describe(violation, events[i]));
    }
  }

  /// For clients that show only messages: the last steps.
  void append_trace(std::string& message, const Violation& violation) const {
    const std::vector<std::size_t> events = events_of(violation.trace);
    const std::size_t first = events.size() <= maximum_line_steps ? 0 : events.size() - maximum_line_steps;
    if (first != 0) {
      message += "\n  … steps left out …";
    }
    for (std::size_t i = first; i < events.size(); ++i) {
      const Place& place = violation.trace[events[i]].place;
      const bool is_own = absolute(place.file, target_.path) == target_.path;
      message += (is_own ? "\n  line " : "\n  " + place.file + ":") + std::to_string(place.line) + ": " +
                 describe(violation, events[i]);
    }
  }

  /// Functions that are undecided for the same reason share one diagnostic: a whole file that ran out of time says so
  /// once. Cancelled ones say nothing, the user knows; nor do those that `main` does not call, nobody has asked.
  void add_undecided(std::vector<Diagnostic>& diagnostics) {
    std::vector<std::pair<std::string, std::vector<const FunctionReport*>>> reasons;
    for (const FunctionReport& function : report_.functions) {
      const bool is_told = std::ranges::find(report_.hints, function.name, &Violation::function) != report_.hints.end();
      if (function.verdict != Verdict::Unknown || function.reason == "cancelled" ||
          function.reason == not_called_reason || is_told) {
        continue;
      }
      auto found = std::ranges::find(reasons, function.reason, [](const auto& entry) { return entry.first; });
      if (found == reasons.end()) {
        found = reasons.insert(reasons.end(), {function.reason, {}});
      }
      found->second.push_back(&function);
    }
    for (const auto& [reason, functions] : reasons) {
      diagnostics.push_back(undecided(reason, functions));
    }
    if (reasons.empty() && report_.hints.empty() && report_.verdict == Verdict::Unknown &&
        report_.reason != "cancelled") {
      diagnostics.push_back(make({}, DiagnosticSeverity::Information, "unknown", "not decided: " + report_.reason));
    }
  }

  /// Editors fade what is tagged so.
  void add_unreachable(std::vector<Diagnostic>& diagnostics) {
    for (const Place& place : report_.unreachable) {
      if (const protocol::Location location = location_of(place); location.uri == target_.uri) {
        Diagnostic diagnostic{location.range, DiagnosticSeverity::Hint, "unreachable", "vouch",
                              "proved: no run comes here"};
        diagnostic.tags = {protocol::DiagnosticTag::Unnecessary};
        diagnostics.push_back(std::move(diagnostic));
      }
    }
  }

  Diagnostic undecided(const std::string& reason, const std::vector<const FunctionReport*>& functions) {
    const FunctionReport& first = *functions.front();
    std::string subject = "`" + first.name + "`";
    if (functions.size() > 1) {
      subject += " and " + std::to_string(functions.size() - 1) + " more";
    }
    Diagnostic diagnostic = make(first.place, DiagnosticSeverity::Information, "unknown",
                                 subject + " not decided: " + shortened(reason, maximum_text_bytes));
    for (std::size_t i = 1; i < functions.size() && i < maximum_steps; ++i) {
      add_related(diagnostic, location_of(functions[i]->place), "`" + functions[i]->name + "` not decided either");
    }
    return diagnostic;
  }

  const FileReport& report_;
  const DiagnosticsTarget& target_;
  SourceTexts& texts_;
};

} // namespace

std::string describe(const Violation& violation, std::size_t step) {
  std::string text = shortened(phrase_of_step(violation, step), maximum_text_bytes);
  std::string values;
  for (const auto& [name, value] : violation.trace[step].values) {
    values += (values.empty() ? "" : ", ") + name + " = " + shortened(value, maximum_value_bytes);
  }
  return values.empty() ? text : text + "  (" + shortened(values, maximum_text_bytes) + ")";
}

std::vector<Diagnostic> to_diagnostics(const FileReport& report, const DiagnosticsTarget& target, SourceTexts& texts) {
  Converter converter(report, target, texts);
  return report.compiles ? converter.verdicts() : converter.errors();
}

} // namespace vouch::server
