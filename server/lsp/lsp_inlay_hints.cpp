#include "server/lsp/lsp_inlay_hints.hpp"

#include "server/support/to_protocol.hpp"

#include <fmt/format.h>
#include <map>
#include <string>

namespace vouch::server {

namespace {

using protocol::InlayHint;
using protocol::Position;

constexpr std::size_t most_characters = 60;

/// `text` as a label; what is too long for one is in the tooltip.
InlayHint hint(Position position, const std::string& text, std::string tooltip) {
  if (text.size() <= most_characters) {
    return {position, text, std::move(tooltip)};
  }
  std::size_t end = most_characters;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) {
    --end;
  }
  return {position, text.substr(0, end) + "…", text + "\n" + tooltip};
}

/// What a run does in a line.
struct LineOfRun {
  std::size_t first = 0; ///< of the steps at its end that follow one another
  std::size_t last = 0;
  std::map<std::string, std::string> values; ///< that the variables have after the last step
  bool fails = false;
};

std::map<std::uint32_t, LineOfRun> lines_of(const VerifiedTrace& trace) {
  std::map<std::uint32_t, LineOfRun> lines;
  for (const VerifiedStep& step : trace.steps) {
    LineOfRun& line = lines[step.range.start.line];
    line.first = line.last + 1 == step.number && line.last != 0 ? line.first : step.number;
    line.last = step.number;
    line.fails = step.kind == TraceStepKind::Violation && trace.violation.confirmed;
    for (const auto& [name, value] : step.values) {
      line.values[name] = value;
    }
  }
  return lines;
}

/// `21–22. sum = 6, fails here`
std::string label_of(const LineOfRun& line) {
  std::string text;
  for (const auto& [name, value] : line.values) {
    text += (text.empty() ? "" : ", ") + name + " = " + value;
  }
  if (line.fails) {
    text += text.empty() ? "fails here" : ", fails here";
  }
  const std::string numbers =
      line.first == line.last ? std::to_string(line.last) : fmt::format("{}–{}", line.first, line.last);
  return text.empty() ? text : numbers + ". " + text;
}

} // namespace

std::vector<InlayHint> inlay_hints(const DocumentStatus& status, const Document& document, const protocol::Range& range,
                                   protocol::PositionEncoding encoding, const HintSettings& settings,
                                   std::string_view selected) {
  std::vector<InlayHint> hints;
  if (status.state != VerificationState::Finished && !status.is_partial) {
    return hints;
  }
  const auto is_wanted = [&range](std::uint32_t line) { return range.start.line <= line && line <= range.end.line; };
  const auto end_of = [&](std::uint32_t line) {
    return to_position(document.text, to_offset(document.text, {line, UINT32_MAX}, encoding), encoding);
  };
  if (settings.invariants == HintsShown::Yes) {
    for (const VerifiedLoop& loop : status.verified.loops) {
      if (is_wanted(loop.range.start.line)) {
        hints.push_back(hint(end_of(loop.range.start.line), "holds: " + loop.text,
                             "Proved to hold whenever the loop's condition is evaluated."));
      }
    }
  }
  const VerifiedTrace* trace = trace_with(status.verified, selected);
  if (settings.values == HintsShown::Yes && trace != nullptr) {
    for (const auto& [line, run] : lines_of(*trace)) {
      const std::string text = label_of(run);
      if (is_wanted(line) && !text.empty()) {
        hints.push_back(hint(end_of(line), text, "In the run that fails: " + trace->violation.message));
      }
    }
  }
  return hints;
}

} // namespace vouch::server
