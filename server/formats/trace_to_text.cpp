#include "server/formats/trace_to_text.hpp"

#include "server/formats/trace_phrase.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <vector>

namespace vouch::server {
namespace {

using NamedValues = std::vector<std::pair<std::string, std::string>>;

constexpr std::size_t widest_phrase_column = 60;

/// A line of the trace: a step that the violation depends on, or a fold.
struct Line {
  std::size_t step = 0;
  const FoldedSteps* fold = nullptr;
};

/// A step before it is laid out in columns.
struct Row {
  std::string position; ///< `line:column`, with the file in front where it is another one
  std::string phrase;
  std::string values;
};

std::vector<Line> lines_of(const Violation& violation) {
  std::vector<Line> lines;
  auto fold = violation.folds.begin();
  for (std::size_t step = 0; step < violation.trace.size();) {
    if (fold != violation.folds.end() && fold->first == step && fold->count > 0) {
      lines.push_back({step, &*fold});
      step += fold->count;
      ++fold;
    } else {
      if (violation.trace[step].is_relevant) {
        lines.push_back({step, nullptr});
      }
      ++step;
    }
  }
  return lines;
}

/// What the lines so far tell about values.
class ToldValues {
public:
  /// Of the values of a step, which are of variables that `function` sees, those that belong into its line.
  NamedValues worth_telling(const TraceStep& step, const std::string& function) {
    NamedValues result;
    for (const auto& [name, value] : step.values) {
      const auto known = told_.find(name);
      const bool is_told = known != told_.end() && known->second.function == function && known->second.value == value;
      const std::size_t lines_ago = is_told ? line_ - known->second.line : line_ + 1;
      if (lines_ago > most_lines_remembered(step.kind)) {
        result.emplace_back(name, value);
      }
    }
    for (const auto& [name, value] : result) {
      told_.insert_or_assign(name, Told{function, value, line_});
    }
    ++line_;
    return result;
  }

private:
  /// What fails is looked at first, and what a step writes is what it is about.
  [[nodiscard]] std::size_t most_lines_remembered(TraceStepKind kind) const {
    switch (kind) {
    case TraceStepKind::BranchTaken:
    case TraceStepKind::BranchNotTaken:
      return line_;
    case TraceStepKind::Violation:
      return 1;
    default:
      return 0;
    }
  }

  struct Told {
    std::string function; ///< another one may mean something else by the name
    std::string value;
    std::size_t line = 0;
  };
  std::map<std::string, Told> told_;
  std::size_t line_ = 0;
};

/// Arguments are told by the names of the parameters.
const std::string& function_of_values(const std::vector<TraceStep>& trace, std::size_t step) {
  const bool is_call = trace[step].kind == TraceStepKind::Call && step + 1 < trace.size();
  return trace[is_call ? step + 1 : step].function;
}

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
  const std::vector<Line> lines = lines_of(violation);
  std::vector<Row> rows(lines.size());
  ToldValues told;
  std::size_t position_width = 0;
  std::size_t phrase_width = 0;
  for (std::size_t index = 0; index < lines.size(); ++index) {
    if (lines[index].fold == nullptr) {
      const TraceStep& step = violation.trace[lines[index].step];
      rows[index] = {position_of(step.place, path), phrase_of(step),
                     to_text(told.worth_telling(step, function_of_values(violation.trace, lines[index].step)))};
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
