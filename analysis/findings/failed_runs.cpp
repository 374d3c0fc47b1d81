#include "analysis/findings/failed_runs.hpp"

#include "analysis/facts/call_graph.hpp"
#include "analysis/findings/unreached_code.hpp"

#include <algorithm>

namespace vouch::findings {
namespace {

/// Keeps where a run has been.
class Visits : public trace::RunObserver {
public:
  Visits(const cfa::Cfa& cfa, cfa::LocationId start) : cfa_(cfa), is_visited_(cfa.location_count(), false) {
    is_visited_[start.index()] = true;
  }

  void executed(cfa::EdgeId edge, const trace::Machine& /*machine*/) override {
    last_ = edge;
    is_visited_[cfa_.edge(edge).target.index()] = true;
  }

  [[nodiscard]] const std::vector<bool>& is_visited() const { return is_visited_; }
  [[nodiscard]] std::optional<cfa::EdgeId> last() const { return last_; }

private:
  const cfa::Cfa& cfa_;
  std::vector<bool> is_visited_; ///< by location
  std::optional<cfa::EdgeId> last_;
};

/// A run that violates something, executed once more.
struct FailedRun {
  cfa::LocationId target;
  cfa::LocationId before; ///< the last location that is no target
  std::vector<bool> is_visited;
};

std::optional<FailedRun> failed_run(const cfa::Cfa& cfa, const trace::Interpreter& interpreter,
                                    const cfa::EntryPoint& entry, const RunInputs& values) {
  trace::ListedInputs inputs(values);
  Visits visits(cfa, entry.start);
  const trace::RunResult run = interpreter.run(entry.start, inputs, {}, &visits);
  const auto* reached = std::get_if<trace::ReachedTarget>(&run.outcome);
  if (reached == nullptr || !visits.last()) {
    return std::nullopt;
  }
  return FailedRun{reached->location, cfa.edge(*visits.last()).source, visits.is_visited()};
}

std::string in_line_of(const Violation& violation) { return " in line " + std::to_string(violation.place.line); }

/// Why a function is not proved that calls the one with this target, and perhaps the one that is to blame.
std::string reason_of_caller(const cfa::Cfa& cfa, cfa::LocationId target, const Violation& violation,
                             const std::vector<cfa::FunctionId>& called) {
  const bool calls_who_fails = std::ranges::any_of(
      called, [&](cfa::FunctionId function) { return cfa.function(function).name == violation.function; });
  if (calls_who_fails) {
    return "calls '" + violation.function + "', which fails" + in_line_of(violation);
  }
  const std::string& contract = cfa.location(target).target->contract_of;
  return contract.empty() ? "calls a library function that is called wrongly" + in_line_of(violation)
                          : "calls '" + contract + "', whose contract is broken" + in_line_of(violation);
}

} // namespace

std::map<cfa::FunctionId, std::string> not_proved_for_violations(const cfa::Cfa& cfa,
                                                                 const trace::Interpreter& interpreter,
                                                                 const cfa::EntryPoint& entry,
                                                                 const EntryOutcome& outcome) {
  std::map<cfa::FunctionId, std::string> result;
  if (outcome.violations.empty()) {
    return result;
  }
  const facts::CallGraph calls(cfa);
  const std::vector<cfa::FunctionId> entered = calls.reachable_from(cfa.location(entry.start).function);
  std::vector<std::pair<FailedRun, const Violation*>> runs;
  for (std::size_t i = 0; i < outcome.violating_runs.size(); ++i) {
    if (std::optional<FailedRun> run = failed_run(cfa, interpreter, entry, outcome.violating_runs[i].inputs)) {
      runs.emplace_back(*std::move(run), &outcome.violations[i]);
    }
  }
  for (const auto& [run, violation] : runs) {
    const cfa::FunctionId failing = cfa.location(run.target).function;
    for (cfa::FunctionId function : entered) {
      if (function == failing || cfa.function(function).name == violation->function) {
        continue;
      }
      const std::vector<cfa::FunctionId> called = calls.reachable_from(function);
      if (std::ranges::find(called, failing) != called.end()) {
        result.emplace(function, reason_of_caller(cfa, run.target, *violation, called));
      }
    }
  }
  const auto is_unreached = [&](cfa::LocationId location) {
    return outcome.facts
               ? outcome.facts->unreachable.contains(location)
               : std::ranges::none_of(runs, [&](const auto& run) { return run.first.is_visited[location.index()]; });
  };
  for (const auto& [run, violation] : runs) {
    std::vector<cfa::LocationId> next;
    for (cfa::EdgeId edge : cfa.outgoing(run.before)) {
      next.push_back(cfa.edge(edge).target);
    }
    for (cfa::LocationId location : unreached_from(cfa, next, is_unreached)) {
      const cfa::FunctionId function = cfa.location(location).function;
      if (cfa.function(function).entry == location) {
        result.emplace(function, "only reached behind the violation" + in_line_of(*violation));
      }
    }
  }
  return result;
}

} // namespace vouch::findings
