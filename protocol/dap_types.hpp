#pragma once

#include "protocol/json.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// The parts of the Debug Adapter Protocol (1.71) that the debug adapter uses. Lines and columns are the client's, who
/// says with `initialize` whether they start at 0 or 1; columns count UTF-16 units.
namespace vouch::protocol::dap {

struct InitializeArguments {
  std::string client_name;
  bool lines_start_at_1 = true;
  bool columns_start_at_1 = true;
  bool paths_are_uris = false;
};

struct LaunchArguments {
  std::optional<std::string> trace;
  std::optional<std::string> report;
  std::size_t violation = 0;
  bool stop_on_entry = true;
  std::string stop_at = "start";
};

struct Source {
  std::string name;
  std::string path;
  std::int64_t reference = 0; ///< 0: the client reads the file itself
  std::string origin;
};

struct SourceBreakpoint {
  std::int64_t line = 0;
  std::string condition;
  std::string hit_condition;
  std::string log_message;
};
struct SetBreakpointsArguments {
  Source source;
  std::vector<SourceBreakpoint> breakpoints;
};
struct FunctionBreakpoint {
  std::string name;
  std::string condition;
  std::string hit_condition;
};
struct SetFunctionBreakpointsArguments {
  std::vector<FunctionBreakpoint> breakpoints;
};
struct DataBreakpoint {
  std::string data_id;
  std::string condition;
  std::string hit_condition;
};
struct SetDataBreakpointsArguments {
  std::vector<DataBreakpoint> breakpoints;
};
struct DataBreakpointInfoArguments {
  std::int64_t variables_reference = 0;
  std::int64_t frame_id = 0;
  std::string name;
};
struct Breakpoint {
  std::int64_t id = 0;
  bool verified = false;
  std::string message;
  std::optional<Source> source;
  std::int64_t line = 0; ///< only with a source
};
struct BreakpointsAnswer {
  std::vector<Breakpoint> breakpoints;
};

struct BreakpointLocationsArguments {
  Source source;
  std::int64_t line = 0;
  std::optional<std::int64_t> end_line;
};

struct StackTraceArguments {
  std::size_t start_frame = 0;
  std::size_t levels = 0; ///< 0: all
};
struct StackFrame {
  std::int64_t id = 0;
  std::string name;
  Source source;
  std::int64_t line = 0;
  std::int64_t column = 0;
  std::int64_t end_line = 0;
  std::int64_t end_column = 0;
};

struct FrameArguments {
  std::int64_t frame_id = 0;
};
struct VariablesArguments {
  std::int64_t variables_reference = 0;
  std::size_t start = 0;
  std::size_t count = 0; ///< 0: all
};
struct Variable {
  std::string name;
  std::string value;
  std::string type;
  std::string evaluate_name;
  std::int64_t variables_reference = 0;
  std::size_t named_variables = 0;
  std::size_t indexed_variables = 0;
};
struct EvaluateArguments {
  std::string expression;
  std::int64_t frame_id = 0; ///< 0: none was given
};

struct StepArguments {
  std::string granularity = "statement";
};
struct GotoTargetsArguments {
  Source source;
  std::int64_t line = 0;
};
struct GotoArguments {
  std::int64_t target_id = 0;
};
struct SourceArguments {
  std::int64_t reference = 0;
};
struct CompletionsArguments {
  std::int64_t frame_id = 0;
  std::string text;
  std::int64_t column = 0;
};

void from_json(const Json& json, InitializeArguments& arguments);
void from_json(const Json& json, LaunchArguments& arguments);
void from_json(const Json& json, Source& source);
void from_json(const Json& json, SetBreakpointsArguments& arguments);
void from_json(const Json& json, SetFunctionBreakpointsArguments& arguments);
void from_json(const Json& json, SetDataBreakpointsArguments& arguments);
void from_json(const Json& json, DataBreakpointInfoArguments& arguments);
void from_json(const Json& json, BreakpointLocationsArguments& arguments);
void from_json(const Json& json, StackTraceArguments& arguments);
void from_json(const Json& json, FrameArguments& arguments);
void from_json(const Json& json, VariablesArguments& arguments);
void from_json(const Json& json, EvaluateArguments& arguments);
void from_json(const Json& json, StepArguments& arguments);
void from_json(const Json& json, GotoTargetsArguments& arguments);
void from_json(const Json& json, GotoArguments& arguments);
void from_json(const Json& json, SourceArguments& arguments);
void from_json(const Json& json, CompletionsArguments& arguments);
void to_json(Json& json, const Source& source);
void to_json(Json& json, const Breakpoint& breakpoint);
void to_json(Json& json, const BreakpointsAnswer& answer);
void to_json(Json& json, const StackFrame& frame);
void to_json(Json& json, const Variable& variable);

} // namespace vouch::protocol::dap
