#include "server/formats/witness_export.hpp"

#include "server/support/source_scan.hpp"

#include <algorithm>
#include <filesystem>

namespace vouch::server {
namespace {

WitnessLocation location_at(const std::string& name, const std::string& text, std::size_t offset,
                            const std::string& function) {
  const LineColumn position = position_at(text, offset);
  return {name, position.line, position.column, function};
}

/// The number in `97 'a'`; empty for what is no number.
std::string number_of(const std::string& value) {
  const std::string number = value.substr(0, value.find(' '));
  if (number == "NULL") {
    return "0";
  }
  const bool is_number = !number.empty() && number.find_first_not_of("-0123456789.eE+") == std::string::npos;
  return is_number ? number : "";
}

/// The closing bracket of the only call in the step's text.
std::optional<std::size_t> end_of_only_call(std::string_view code, const Place& place) {
  const auto begin = offset_at(code, place.line, place.column);
  const auto end = offset_at(code, place.end_line, place.end_column);
  if (!begin || !end) {
    return std::nullopt;
  }
  std::optional<std::size_t> found;
  for (std::size_t at = code.find('(', *begin); at < *end; at = code.find('(', at + 1)) {
    const auto before = last_before(code, at);
    const bool is_call = before && !word_at(code, *before).empty();
    if (is_call && found) {
      return std::nullopt;
    }
    if (is_call) {
      found = matching_bracket(code, at);
    }
  }
  return found;
}

std::optional<Waypoint> waypoint_of(const TraceStep& step, const std::string& name, const std::string& text,
                                    const std::string& code) {
  if (step.kind == TraceStepKind::Input && step.values.size() == 1) {
    const std::string number = number_of(step.values.front().second);
    const auto bracket = end_of_only_call(code, step.place);
    if (!number.empty() && bracket) {
      return Waypoint{WaypointType::FunctionReturn, WaypointAction::Follow,
                      location_at(name, text, *bracket, step.function), "\\result == " + number};
    }
  }
  if (step.kind == TraceStepKind::BranchTaken || step.kind == TraceStepKind::BranchNotTaken) {
    if (const auto keyword = keyword_of_condition(code, step.place)) {
      return Waypoint{WaypointType::Branching, WaypointAction::Follow, location_at(name, text, *keyword, step.function),
                      step.kind == TraceStepKind::BranchTaken ? "true" : "false"};
    }
  }
  return std::nullopt;
}

std::string specification_of(Property property) {
  const auto checks = [](const std::string& formula) { return "CHECK( init(main()), LTL(G " + formula + ") )"; };
  switch (property) {
  case Property::Overflow:
    return checks("! overflow");
  case Property::Null:
  case Property::Bounds:
  case Property::UseAfterFree:
    return checks("valid-deref");
  case Property::Memory:
    return checks("valid-free");
  default:
    return checks("! call(reach_error())");
  }
}

} // namespace

ViolationWitness witness_of(const Violation& violation, const std::string& name, const std::string& text) {
  const std::string code = code_only(text);
  ViolationWitness witness;
  for (const TraceStep& step : violation.trace) {
    if (step.place.file != violation.place.file) {
      continue;
    }
    if (auto waypoint = waypoint_of(step, name, text, code)) {
      witness.segments.push_back({*std::move(waypoint)});
    }
  }
  const WitnessLocation target{name, violation.place.line, violation.place.column, violation.function};
  witness.segments.push_back({{WaypointType::Target, WaypointAction::Follow, target, ""}});
  return witness;
}

CorrectnessWitness witness_of(const std::vector<Invariant>& invariants, const std::string& name,
                              const std::string& text) {
  const std::string code = code_only(text);
  CorrectnessWitness witness;
  for (const Invariant& invariant : invariants) {
    const auto keyword = keyword_of_condition(code, invariant.place);
    if (keyword && !invariant.text.empty() && invariant.about == Invariant::About::Variables) {
      witness.invariants.push_back(
          {WitnessInvariant::Kind::Loop, location_at(name, text, *keyword, invariant.function), invariant.text});
    }
  }
  return witness;
}

std::optional<std::string> witness_document(const FileReport& report, const Options& options,
                                            const std::string& version, const std::string& text) {
  const std::string name = std::filesystem::path(report.path).filename().string();
  WitnessMetadata metadata{version, name, text, specification_of(options.properties.front()),
                           options.data_model == DataModelName::Lp64 ? "LP64" : "ILP32"};
  if (report.verdict == Verdict::Violated && !report.violations.empty()) {
    const Violation& violation = report.violations.front();
    metadata.specification = specification_of(violation.property);
    return to_yaml(witness_of(violation, name, text), metadata);
  }
  if (report.verdict == Verdict::Safe) {
    return to_yaml(witness_of(report.invariants, name, text), metadata);
  }
  return std::nullopt;
}

} // namespace vouch::server
