#include "server/formats/trace_lines.hpp"

#include "server/formats/trace_phrase.hpp"

#include <algorithm>
#include <map>

namespace vouch::server {

namespace {

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

/// Without values and levels.
std::vector<TraceLine> lines_of(const Violation& violation) {
  std::vector<TraceLine> lines;
  auto fold = violation.folds.begin();
  for (std::size_t step = 0; step < violation.trace.size();) {
    if (fold != violation.folds.end() && fold->first == step && fold->count > 0) {
      lines.push_back({step, &*fold});
      step += fold->count;
      ++fold;
    } else {
      if (violation.trace[step].is_relevant) {
        lines.push_back({step});
      }
      ++step;
    }
  }
  return lines;
}

RunNode node_of(const Violation& violation, const TraceLine& line) {
  if (line.fold == nullptr) {
    return {line.step, phrase_of_step(violation, line.step), line.values};
  }
  RunNode rounds{line.step, line.fold->text, {}, RunNode::Kind::Rounds};
  const std::size_t end = std::min(line.step + line.fold->count, violation.trace.size());
  for (std::size_t step = line.step; step < end; ++step) {
    rounds.children.push_back({step, phrase_of(violation.trace[step]), violation.trace[step].values});
  }
  return rounds;
}

} // namespace

std::vector<int> nesting_levels(const std::vector<TraceStep>& trace) {
  std::vector<int> result;
  std::vector<std::string> functions;
  for (const TraceStep& step : trace) {
    const bool is_known = std::ranges::find(functions, step.function) != functions.end();
    const bool was_call = !result.empty() && trace[result.size() - 1].kind == TraceStepKind::Call;
    if (!was_call && is_known) {
      while (functions.back() != step.function) {
        functions.pop_back();
      }
    } else if (was_call || functions.empty() || functions.back() != step.function) {
      functions.push_back(step.function);
    }
    result.push_back(static_cast<int>(functions.size()) - 1);
  }
  return result;
}

std::vector<TraceLine> trace_lines(const Violation& violation) {
  std::vector<TraceLine> lines = lines_of(violation);
  const std::vector<int> levels = nesting_levels(violation.trace);
  ToldValues told;
  for (TraceLine& line : lines) {
    line.level = levels[line.step];
    if (line.fold == nullptr) {
      line.values = told.worth_telling(violation.trace[line.step], function_of_values(violation.trace, line.step));
    }
  }
  return lines;
}

std::vector<RunNode> run_tree(const Violation& violation) {
  std::vector<RunNode> roots;
  std::vector<std::pair<int, std::vector<RunNode>*>> open = {{0, &roots}}; // where lines of each level go
  for (const TraceLine& line : trace_lines(violation)) {
    while (open.back().first > line.level) {
      open.pop_back();
    }
    if (open.back().first < line.level && !open.back().second->empty()) {
      open.emplace_back(line.level, &open.back().second->back().children); // that of the call
    }
    open.back().second->push_back(node_of(violation, line));
  }
  return roots;
}

} // namespace vouch::server
