#include "server/formats/branch_reasons.hpp"

#include "server/formats/run_places.hpp"
#include "server/formats/trace_phrase.hpp"

namespace vouch::server {

std::map<std::size_t, std::vector<BranchReason>> branch_reasons(const Violation& violation,
                                                                const ProgramNames& program) {
  std::map<std::size_t, std::vector<BranchReason>> result;
  RunVariables variables(violation, program);
  for (std::size_t step = 0; step < violation.trace.size(); ++step) {
    const TraceStep& one = violation.trace[step];
    if (one.kind == TraceStepKind::BranchTaken || one.kind == TraceStepKind::BranchNotTaken) {
      for (const auto& [name, value] : one.values) {
        const auto found = variables.found_by_next(name, value);
        result[step].push_back({name, value, found ? found->writer : std::nullopt, found && found->is_from_start});
      }
    }
    variables.go_on();
  }
  return result;
}

ValueOrigin origin_of(const Violation& violation, const BranchReason& reason) {
  if (!reason.writer) {
    return reason.is_from_start ? ValueOrigin::Start : ValueOrigin::Unknown;
  }
  const TraceStep& writer = violation.trace[*reason.writer];
  const bool gets_result = written_place(writer.text).variable == reason.name;
  const bool is_passed = writer.kind == TraceStepKind::Call && !gets_result;
  return is_passed                             ? ValueOrigin::Caller
         : writer.kind == TraceStepKind::Input ? ValueOrigin::Input
                                               : ValueOrigin::Write;
}

std::string phrase_of(const Violation& violation, const BranchReason& reason) {
  const std::string text = reason.name + " = " + reason.value;
  const auto by_step = [&](const char* how) {
    return text + ", " + how + " step " + std::to_string(*reason.writer + 1) + ": " +
           phrase_of(violation.trace[*reason.writer]);
  };
  switch (origin_of(violation, reason)) {
  case ValueOrigin::Write:
    return by_step("written by");
  case ValueOrigin::Input:
    return by_step("the input of");
  case ValueOrigin::Caller:
    return by_step("passed by");
  case ValueOrigin::Start:
    return text + ", as it was at the start: no step has written it";
  case ValueOrigin::Unknown:
    break;
  }
  return text;
}

} // namespace vouch::server
