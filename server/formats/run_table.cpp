#include "server/formats/run_table.hpp"

#include "server/formats/run_places.hpp"
#include "server/formats/trace_lines.hpp"
#include "server/formats/trace_phrase.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

namespace vouch::server {

namespace {

/// A table has to fit a screen.
constexpr std::size_t most_deciding_names = 8;

void add_name(std::vector<std::string>& names, const std::string& name) {
  if (!variable_of(name).empty() && std::ranges::find(names, name) == names.end()) {
    names.push_back(name);
  }
}

} // namespace

RunTable run_table(const Violation& violation, const ProgramNames& program, std::vector<std::string> names) {
  RunTable table{std::move(names), {}};
  RunVariables variables(violation, program);
  const std::vector<StepActivation> activations = activations_of(violation);
  std::map<std::pair<std::size_t, std::string>, std::string> seen; // by activation and name
  for (const TraceLine& line : trace_lines(violation)) {
    const std::size_t end = line.step + (line.fold == nullptr ? 1 : line.fold->count);
    while (variables.steps_taken() < std::min(end, violation.trace.size())) {
      variables.go_on();
    }
    RunTable::Row row{
        line.step, line.fold == nullptr ? phrase_of_step(violation, line.step) : line.fold->text, line.fold, {}};
    for (const std::string& name : table.names) {
      const std::optional<KnownValue> known = variables.after_last(name);
      if (!known) {
        row.cells.emplace_back();
        continue;
      }
      std::string& before = seen[{activations[variables.steps_taken() - 1].number, name}];
      row.cells.push_back(RunTable::Cell{known->value, before == known->value ? RunTable::Cell::Change::Same
                                                                              : RunTable::Cell::Change::Changed});
      before = known->value;
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

std::vector<std::string> names_in_run(const Violation& violation) {
  std::vector<std::string> names;
  for (const TraceStep& step : violation.trace) {
    for (const auto& [name, value] : step.values) {
      add_name(names, name);
    }
  }
  return names;
}

std::vector<std::string> names_that_decide(const Violation& violation) {
  std::vector<std::string> deciding; // the last one first
  for (auto step = violation.trace.rbegin(); step != violation.trace.rend(); ++step) {
    const bool is_branch = step->kind == TraceStepKind::BranchTaken || step->kind == TraceStepKind::BranchNotTaken;
    if (step->is_relevant && (is_branch || step->kind == TraceStepKind::Violation)) {
      for (const auto& [name, value] : step->values) {
        if (deciding.size() < most_deciding_names) {
          add_name(deciding, name);
        }
      }
    }
  }
  std::vector<std::string> names;
  std::ranges::copy_if(names_in_run(violation), std::back_inserter(names),
                       [&](const std::string& name) { return std::ranges::find(deciding, name) != deciding.end(); });
  return names;
}

} // namespace vouch::server
