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

/// By line, the values that the variables have after the run's last step there.
std::map<std::uint32_t, std::map<std::string, std::string>> last_values(const VerifiedTrace& trace) {
  std::map<std::uint32_t, std::map<std::string, std::string>> lines;
  for (const VerifiedStep& step : trace.steps) {
    for (const auto& [name, value] : step.values) {
      lines[step.range.start.line][name] = value;
    }
  }
  return lines;
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
    for (const auto& [line, values] : last_values(*trace)) {
      std::string text;
      for (const auto& [name, value] : values) {
        text += (text.empty() ? "" : ", ") + name + " = " + value;
      }
      if (is_wanted(line)) {
        hints.push_back(hint(end_of(line), text, "In the run that fails: " + trace->violation.message));
      }
    }
  }
  return hints;
}

} // namespace vouch::server
