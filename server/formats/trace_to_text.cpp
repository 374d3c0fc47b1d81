#include "server/formats/trace_to_text.hpp"

#include "server/formats/trace_lines.hpp"
#include "server/formats/trace_phrase.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <vector>

namespace vouch::server {
namespace {

constexpr std::size_t widest_phrase_column = 60;

/// A step before it is laid out in columns.
struct Row {
  std::string position; ///< `line:column`, with the file in front where it is another one
  std::string phrase;
  std::string values;
};

std::string to_text(const NamedValues& values) {
  std::string text;
  for (const auto& [name, value] : values) {
    text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", name, value);
  }
  return text;
}

std::string position_of(const Place& place, const std::string& path) {
  const auto position = fmt::format("{}:{}", place.line, place.column);
  return place.file == path ? position : place.file + ":" + position;
}

} // namespace

void append_trace(std::string& out, const Violation& violation, const std::string& path, const Painter& paint) {
  const std::vector<TraceLine> lines = trace_lines(violation);
  std::vector<Row> rows(lines.size());
  std::size_t position_width = 0;
  std::size_t phrase_width = 0;
  for (std::size_t index = 0; index < lines.size(); ++index) {
    if (lines[index].fold == nullptr) {
      const TraceStep& step = violation.trace[lines[index].step];
      rows[index] = {position_of(step.place, path), phrase_of(step), to_text(lines[index].values)};
      position_width = std::max(position_width, rows[index].position.size());
      phrase_width = std::max(phrase_width, std::min(rows[index].phrase.size(), widest_phrase_column));
    }
  }

  const std::string* function = nullptr;
  for (std::size_t index = 0; index < lines.size(); ++index) {
    const TraceStep& step = violation.trace[lines[index].step];
    if (function == nullptr || *function != step.function) {
      function = &step.function;
      out += "    " + paint(Style::Faint, "in " + *function) + "\n";
    }
    if (const FoldedSteps* fold = lines[index].fold) {
      out += "         " + paint(Style::Faint, fold->text) + "\n";
      continue;
    }
    const Row& row = rows[index];
    out += fmt::format("    {:>3}  {:<{}}  {:<{}}", lines[index].step + 1, row.position, position_width, row.phrase,
                       row.values.empty() ? 0 : phrase_width);
    out += row.values.empty() ? "\n" : "  " + paint(Style::Bold, row.values) + "\n";
  }
}

} // namespace vouch::server
