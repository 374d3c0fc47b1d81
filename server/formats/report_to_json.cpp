#include "server/formats/report_to_json.hpp"

#include <cmath>

namespace vouch::server {

using OrderedJson = nlohmann::ordered_json;

namespace {

template <class Items>
OrderedJson array_of(const Items& items) {
  OrderedJson array = OrderedJson::array();
  for (const auto& item : items) {
    array.push_back(to_json(item));
  }
  return array;
}

double rounded_to_milliseconds(double seconds) { return std::round(seconds * 1000) / 1000; }

OrderedJson statistics_of(const CheckReport& report) {
  auto total = total_statistics(report);
  double parse_seconds = 0;
  for (const auto& file : report.files) {
    parse_seconds += file.parse_seconds;
  }
  return {{"seconds", rounded_to_milliseconds(report.seconds)},
          {"peakMemoryMiB", report.peak_memory_bytes >> 20U},
          {"refinements", total.refinements},
          {"interpolationSeconds", rounded_to_milliseconds(seconds_of_interpolation(total))},
          {"abstractStates", total.abstract_states},
          {"statesOf", total.states_by_analysis},
          {"solverQueries", total.solver_queries},
          {"blocks",
           {{"hits", total.block_hits},
            {"misses", total.block_misses},
            {"checked", total.block_checks},
            {"cuts", total.block_cuts},
            {"readded", total.block_readded},
            {"rounds", total.block_rounds}}},
          {"parseSeconds", rounded_to_milliseconds(parse_seconds)}};
}

} // namespace

OrderedJson to_json(const FunctionReport& function) {
  OrderedJson json = {{"name", function.name},
                      {"line", function.place.line},
                      {"verdict", spelling(function.verdict)},
                      {"milliseconds", function.milliseconds},
                      {"fromCache", function.from_cache},
                      {"checks", {{"total", function.checks.total}, {"open", function.checks.open}}}};
  if (function.checks.left_to_callers != 0) {
    json["checks"]["leftToCallers"] = function.checks.left_to_callers;
  }
  if (function.is_left_to_callers) {
    json["leftToCallers"] = true;
  }
  if (!function.reason.empty()) {
    json["reason"] = function.reason;
  }
  if (!function.preconditions.empty()) {
    json["preconditions"] = function.preconditions;
  }
  if (function.summary != FunctionSummary()) {
    json["summary"] = {{"requires", function.summary.requirements},
                       {"ensures", function.summary.guarantees},
                       {"changes", function.summary.changes}};
    if (!function.summary.followed.empty()) {
      json["summary"]["follows"] = function.summary.followed;
    }
  }
  return json;
}

OrderedJson to_json(const Invariant& invariant) {
  const char* const about = invariant.about == Invariant::About::Elements ? "elements" : "variables";
  return {{"function", invariant.function}, {"line", invariant.place.line}, {"text", invariant.text}, {"about", about}};
}

OrderedJson to_json(const TraceStep& step) {
  OrderedJson values = OrderedJson::object();
  for (const auto& [name, value] : step.values) {
    values[name] = value;
  }
  return {{"file", step.place.file},     {"line", step.place.line},     {"column", step.place.column},
          {"function", step.function},   {"kind", spelling(step.kind)}, {"text", step.text},
          {"values", std::move(values)}, {"relevant", step.is_relevant}};
}

OrderedJson to_json(const Violation& violation) {
  const bool is_native = violation.native == NativeConfirmation::Confirmed;
  OrderedJson json = {{"property", spelling(violation.property)},
                      {"code", violation.code},
                      {"severity", severity_of(violation.kind)},
                      {"kind", spelling(violation.kind)},
                      {"message", violation.message},
                      {"function", violation.function},
                      {"file", violation.place.file},
                      {"line", violation.place.line},
                      {"column", violation.place.column},
                      {"confirmed", is_native ? OrderedJson("native") : OrderedJson(violation.confirmed)},
                      {"fingerprint", violation.fingerprint},
                      {"run", {{"entry", violation.run.entry}, {"inputs", violation.run.inputs}}},
                      {"trace", array_of(violation.trace)}};
  if (violation.kind == FindingKind::OnlyIfCaller) {
    json["precondition"] = {{"parameter", violation.precondition.parameter}};
    if (!violation.precondition.condition.empty()) {
      json["precondition"]["condition"] = violation.precondition.condition;
    }
  }
  if (violation.native == NativeConfirmation::Impossible) {
    json["nativeObstacle"] = violation.native_obstacle;
  }
  return json;
}

OrderedJson to_json(const RefutedViolation& refuted) {
  OrderedJson json = to_json(refuted.violation);
  json["difference"] = refuted.difference;
  if (!refuted.doubts.empty()) {
    json["doubts"] = refuted.doubts;
  }
  return json;
}

OrderedJson to_json(const FileReport& file) {
  OrderedJson json = {{"path", file.path}, {"verdict", spelling(file.verdict)}};
  if (file.verdict == Verdict::Unknown) {
    json["reason"] = file.reason;
  }
  json["functions"] = array_of(file.functions);
  json["violations"] = array_of(file.violations);
  json["hints"] = array_of(file.hints);
  json["invariants"] = array_of(file.invariants);
  if (!file.unreachable.empty()) {
    json["unreachable"] = OrderedJson::array();
    for (const Place& place : file.unreachable) {
      json["unreachable"].push_back(
          {{"file", place.file}, {"line", place.line}, {"endLine", place.end_line}, {"column", place.column}});
    }
  }
  if (!file.assumptions.empty()) {
    json["assumptions"] = file.assumptions;
  }
  for (const Message& message : file.messages) {
    if (message.severity == MessageSeverity::Note || message.severity == MessageSeverity::Information) {
      json["notes"].push_back({{"file", message.place.file},
                               {"line", message.place.line},
                               {"column", message.place.column},
                               {"text", message.text}});
    }
  }
  if (!file.linked_files.empty()) {
    json["linkedFiles"] = file.linked_files;
  }
  return json;
}

OrderedJson to_json(const TriedTest& test) {
  const bool is_verified = test.outcome == TestOutcome::Failed;
  OrderedJson json = {{"verified", is_verified}};
  if (!test.file.empty()) {
    json["file"] = test.file;
  }
  if (!test.command.empty()) {
    json["command"] = test.command;
  }
  if (!test.doubts.empty()) {
    json["doubts"] = test.doubts;
  }
  if (!is_verified) {
    json["reason"] = test.reason;
  }
  return json;
}

OrderedJson to_json(const KnownViolation& known) {
  return {{"code", known.code}, {"message", known.message}, {"function", known.function},
          {"file", known.file}, {"line", known.line},       {"fingerprint", known.fingerprint}};
}

OrderedJson to_json(const Comparison& comparison) {
  return {{"file", comparison.since},
          {"new", count_of(comparison, BaselineState::New)},
          {"same", count_of(comparison, BaselineState::Same)},
          {"mended", array_of(comparison.mended)},
          {"open", array_of(comparison.open)}};
}

OrderedJson to_json(const CheckReport& report) {
  OrderedJson files = array_of(report.files);
  for (std::size_t i = 0; i < report.recipes.size(); ++i) {
    if (!report.files[i].violations.empty()) {
      files[i]["replay"] = to_json(report.recipes[i]);
    }
  }
  for (std::size_t i = 0; i < report.failing_tests.size(); ++i) {
    for (std::size_t k = 0; k < report.failing_tests[i].size(); ++k) {
      files[i]["violations"][k]["failingTest"] = to_json(report.failing_tests[i][k]);
    }
  }
  for (std::size_t i = 0; i < report.refuted.size(); ++i) {
    if (!report.refuted[i].empty()) {
      files[i]["refuted"] = array_of(report.refuted[i]);
    }
  }
  const auto& states = report.comparison ? report.comparison->states : std::vector<std::vector<BaselineState>>();
  for (std::size_t i = 0; i < states.size(); ++i) {
    for (std::size_t k = 0; k < states[i].size(); ++k) {
      files[i]["violations"][k]["baselineState"] = spelling(states[i][k]);
    }
  }
  OrderedJson json = {{"version", report.version},
                      {"verdict", spelling(overall_verdict(report))},
                      {"files", std::move(files)},
                      {"statistics", statistics_of(report)}};
  if (report.comparison) {
    json["since"] = to_json(*report.comparison);
  }
  if (report.witness) {
    json["witness"] = {{"verdict", spelling(report.witness->verdict)}};
    if (!report.witness->reason.empty()) {
      json["witness"]["reason"] = report.witness->reason;
    }
  }
  return json;
}

} // namespace vouch::server
