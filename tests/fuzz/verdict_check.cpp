#include "tests/fuzz/verdict_check.hpp"

#include "analysis/cfa/float_format.hpp"
#include "analysis/trace/concrete_search.hpp"
#include "analysis/verifier.hpp"

#include <cstdlib>

namespace vouch::fuzz {
namespace {

/// As the inputs of runs have it: integers as they are, floats as bit patterns.
std::int64_t input_of(const std::string& call, const std::string& value) {
  if (call.find("__VERIFIER_nondet_double") != std::string::npos) {
    return static_cast<std::int64_t>(cfa::float_bits(std::strtod(value.c_str(), nullptr), cfa::FloatType{64}));
  }
  if (call.find("__VERIFIER_nondet_float") != std::string::npos) {
    return static_cast<std::int64_t>(cfa::float_bits(std::strtof(value.c_str(), nullptr), cfa::FloatType{32}));
  }
  return value.starts_with('-') ? std::strtoll(value.c_str(), nullptr, 10)
                                : static_cast<std::int64_t>(std::strtoull(value.c_str(), nullptr, 10));
}

/// The values of the trace's inputs: `-3`, `97 'a'`, `18446744073709551615`, `0.5`, `-INFINITY`.
std::optional<std::vector<std::int64_t>> inputs_of(const std::vector<TraceStep>& trace) {
  std::vector<std::int64_t> inputs;
  for (const TraceStep& step : trace) {
    if (step.text.starts_with("... ")) {
      return std::nullopt;
    }
    if (step.kind != TraceStepKind::Input || step.text.find("__VERIFIER_nondet_") == std::string::npos) {
      continue;
    }
    if (step.values.size() != 1) {
      return std::nullopt;
    }
    inputs.push_back(input_of(step.text, step.values.front().second));
  }
  return inputs;
}

} // namespace

ClaimedVerdict verify_program(const std::filesystem::path& file, const Options& options,
                              const std::vector<std::string>& arguments, std::chrono::milliseconds time) {
  SourceInput input;
  input.path = file.string();
  input.clang_arguments = arguments;
  input.clang_arguments.emplace_back("-DNO_CHECKSUM");
  VerificationContext context;
  context.deadline = std::chrono::steady_clock::now() + time;
  FileReport report = verify(input, options, context);
  ClaimedVerdict claim;
  claim.verdict = report.verdict;
  claim.reason = report.reason;
  for (const Violation& violation : report.violations) {
    claim.violations.push_back(
        {violation.property, violation.place.line, violation.confirmed, inputs_of(violation.trace)});
  }
  return claim;
}

std::optional<std::string> contradiction(const ClaimedVerdict& claim, const testkit::InterpretedProgram& program) {
  for (const ClaimedViolation& violation : claim.violations) {
    if (!violation.confirmed) {
      return "the violation in line " + std::to_string(violation.line) + " is not confirmed";
    }
  }
  if (claim.reason.find("the proof was rejected") != std::string::npos) {
    return claim.reason;
  }
  if (claim.verdict != Verdict::Safe) {
    return std::nullopt;
  }
  RunContext context;
  trace::SearchLimits limits{.time = std::chrono::milliseconds(300), .runs = 500};
  auto search = trace::search_by_execution(program.interpreter(), program.start(), limits, context);
  if (!search.violation) {
    return std::nullopt;
  }
  std::string text = "safe, but the property in line " +
                     std::to_string(program.cfa().location(search.violation->target).range.begin.line) +
                     " is violated with the inputs";
  for (cfa::Integer value : search.violation->inputs) {
    text += " " + cfa::to_string(value);
  }
  return text;
}

std::optional<std::string> contradiction(const ClaimedVerdict& claim, const testkit::CompiledRun& run) {
  if (claim.verdict == Verdict::Safe && run.kind == testkit::RunKind::Aborted) {
    return "safe, but the assertion in line " + std::to_string(run.line) + " fails";
  }
  if (claim.verdict == Verdict::Safe && run.kind == testkit::RunKind::Undefined) {
    return "safe, but a run has undefined behaviour";
  }
  return std::nullopt;
}

std::optional<std::string> contradiction(const ClaimedViolation& claim, const testkit::CompiledRun& run) {
  bool happens = claim.property == Property::Assert ? run.kind == testkit::RunKind::Aborted && run.line == claim.line
                                                    : run.kind == testkit::RunKind::Undefined;
  if (happens || run.kind == testkit::RunKind::TimedOut) {
    return std::nullopt;
  }
  return "the violation in line " + std::to_string(claim.line) + " does not happen with its own inputs";
}

} // namespace vouch::fuzz
