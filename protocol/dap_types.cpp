#include "protocol/dap_types.hpp"

namespace vouch::protocol::dap {
namespace {

std::string text_or_empty(const Json& json, const char* name) {
  return optional_member<std::string>(json, name).value_or("");
}

template <class Number>
Number number_or_zero(const Json& json, const char* name) {
  return optional_member<Number>(json, name).value_or(0);
}

} // namespace

void from_json(const Json& json, InitializeArguments& arguments) {
  arguments.client_name = text_or_empty(json, "clientName");
  arguments.lines_start_at_1 = optional_member<bool>(json, "linesStartAt1").value_or(true);
  arguments.columns_start_at_1 = optional_member<bool>(json, "columnsStartAt1").value_or(true);
  arguments.paths_are_uris = text_or_empty(json, "pathFormat") == "uri";
}

void from_json(const Json& json, LaunchArguments& arguments) {
  arguments.trace = optional_member<std::string>(json, "trace");
  arguments.report = optional_member<std::string>(json, "report");
  arguments.violation = number_or_zero<std::size_t>(json, "violation");
  arguments.stop_on_entry = optional_member<bool>(json, "stopOnEntry").value_or(true);
  arguments.stop_at = optional_member<std::string>(json, "stopAt").value_or("start");
  if (arguments.stop_at != "start" && arguments.stop_at != "violation") {
    throw InvalidParams("`stopAt` must be \"start\" or \"violation\"");
  }
  if (arguments.trace.has_value() == arguments.report.has_value()) {
    throw InvalidParams("either `trace` (an id or the path of a trace file) or `report` must be given");
  }
}

void from_json(const Json& json, Source& source) {
  source.path = text_or_empty(json, "path");
  source.reference = number_or_zero<std::int64_t>(json, "sourceReference");
}

void from_json(const Json& json, SourceBreakpoint& breakpoint) {
  breakpoint.line = required_member<std::int64_t>(json, "line");
  breakpoint.condition = text_or_empty(json, "condition");
  breakpoint.hit_condition = text_or_empty(json, "hitCondition");
  breakpoint.log_message = text_or_empty(json, "logMessage");
}

void from_json(const Json& json, SetBreakpointsArguments& arguments) {
  arguments.source = required_member<Source>(json, "source");
  arguments.breakpoints = read_array<SourceBreakpoint>(json, "breakpoints");
}

void from_json(const Json& json, FunctionBreakpoint& breakpoint) {
  breakpoint.name = required_member<std::string>(json, "name");
  breakpoint.condition = text_or_empty(json, "condition");
  breakpoint.hit_condition = text_or_empty(json, "hitCondition");
}

void from_json(const Json& json, SetFunctionBreakpointsArguments& arguments) {
  arguments.breakpoints = read_array<FunctionBreakpoint>(json, "breakpoints");
}

void from_json(const Json& json, DataBreakpoint& breakpoint) {
  breakpoint.data_id = required_member<std::string>(json, "dataId");
  breakpoint.condition = text_or_empty(json, "condition");
  breakpoint.hit_condition = text_or_empty(json, "hitCondition");
}

void from_json(const Json& json, SetDataBreakpointsArguments& arguments) {
  arguments.breakpoints = read_array<DataBreakpoint>(json, "breakpoints");
}

void from_json(const Json& json, DataBreakpointInfoArguments& arguments) {
  arguments.variables_reference = number_or_zero<std::int64_t>(json, "variablesReference");
  arguments.frame_id = number_or_zero<std::int64_t>(json, "frameId");
  arguments.name = required_member<std::string>(json, "name");
}

void from_json(const Json& json, BreakpointLocationsArguments& arguments) {
  arguments.source = required_member<Source>(json, "source");
  arguments.line = required_member<std::int64_t>(json, "line");
  arguments.end_line = optional_member<std::int64_t>(json, "endLine");
}

void from_json(const Json& json, StackTraceArguments& arguments) {
  arguments.start_frame = number_or_zero<std::size_t>(json, "startFrame");
  arguments.levels = number_or_zero<std::size_t>(json, "levels");
}

void from_json(const Json& json, FrameArguments& arguments) {
  arguments.frame_id = required_member<std::int64_t>(json, "frameId");
}

void from_json(const Json& json, VariablesArguments& arguments) {
  arguments.variables_reference = required_member<std::int64_t>(json, "variablesReference");
  arguments.start = number_or_zero<std::size_t>(json, "start");
  arguments.count = number_or_zero<std::size_t>(json, "count");
}

void from_json(const Json& json, EvaluateArguments& arguments) {
  arguments.expression = required_member<std::string>(json, "expression");
  arguments.frame_id = number_or_zero<std::int64_t>(json, "frameId");
}

void from_json(const Json& json, StepArguments& arguments) {
  arguments.granularity = optional_member<std::string>(json, "granularity").value_or("statement");
}

void from_json(const Json& json, GotoTargetsArguments& arguments) {
  arguments.source = required_member<Source>(json, "source");
  arguments.line = required_member<std::int64_t>(json, "line");
}

void from_json(const Json& json, GotoArguments& arguments) {
  arguments.target_id = required_member<std::int64_t>(json, "targetId");
}

void from_json(const Json& json, SourceArguments& arguments) {
  arguments.reference = number_or_zero<std::int64_t>(json, "sourceReference");
  if (const Json* source = find_member(json, "source"); source != nullptr && arguments.reference == 0) {
    arguments.reference = number_or_zero<std::int64_t>(*source, "sourceReference");
  }
}

void from_json(const Json& json, CompletionsArguments& arguments) {
  arguments.frame_id = number_or_zero<std::int64_t>(json, "frameId");
  arguments.text = required_member<std::string>(json, "text");
  arguments.column = required_member<std::int64_t>(json, "column");
}

void to_json(Json& json, const Source& source) {
  json = {{"name", source.name}, {"path", source.path}};
  if (source.reference != 0) {
    json["sourceReference"] = source.reference;
    json["origin"] = source.origin;
  }
}

void to_json(Json& json, const Breakpoint& breakpoint) {
  json = {{"id", breakpoint.id}, {"verified", breakpoint.verified}};
  if (!breakpoint.message.empty()) {
    json["message"] = breakpoint.message;
  }
  if (breakpoint.source) {
    json["source"] = *breakpoint.source;
    json["line"] = breakpoint.line;
  }
}

void to_json(Json& json, const BreakpointsAnswer& answer) { json = {{"breakpoints", answer.breakpoints}}; }

void to_json(Json& json, const StackFrame& frame) {
  json = {{"id", frame.id},         {"name", frame.name},        {"line", frame.line},
          {"column", frame.column}, {"endLine", frame.end_line}, {"endColumn", frame.end_column}};
  if (frame.source.path.empty()) {
    json["presentationHint"] = "label";
  } else {
    json["source"] = frame.source;
  }
}

void to_json(Json& json, const Variable& variable) {
  json = {{"name", variable.name},
          {"value", variable.value},
          {"type", variable.type},
          {"variablesReference", variable.variables_reference},
          {"presentationHint", {{"attributes", Json::array({"readOnly"})}}}};
  if (!variable.evaluate_name.empty()) {
    json["evaluateName"] = variable.evaluate_name;
  }
  if (variable.variables_reference != 0) {
    json["namedVariables"] = variable.named_variables;
    json["indexedVariables"] = variable.indexed_variables;
  }
}

} // namespace vouch::protocol::dap
