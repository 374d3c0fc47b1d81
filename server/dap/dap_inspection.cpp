#include "server/dap/dap_inspection.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

namespace vouch::server {
namespace {

using protocol::ErrorCode;
using protocol::Json;
using protocol::Outcome;
using protocol::ResponseError;
namespace dap = protocol::dap;

/// For clients that do not ask for pieces of large arrays.
constexpr std::size_t most_children = 1'000;

struct ScopeName {
  VariableScope scope;
  const char* name;
  const char* hint; ///< may be null
};
constexpr std::array<ScopeName, 5> scope_names = {{
    {VariableScope::Locals, "Locals", "locals"},
    {VariableScope::Arguments, "Arguments", "arguments"},
    {VariableScope::ReturnValue, "Return value", "returnValue"},
    {VariableScope::ChangedInStep, "Changed in this step", nullptr},
    {VariableScope::Globals, "Globals", nullptr},
}};

ResponseError stale(const std::string& what) {
  return {ErrorCode::InvalidParams, what + " does not exist at this step"};
}

} // namespace

DapInspection::DapInspection(RunRecording& recording, const DapSources& sources, ClientPositions positions)
    : recording_(recording), sources_(sources), positions_(positions) {}

void DapInspection::move_to(std::size_t step) {
  step_ = step;
  stack_ = recording_.stack(step);
  deepest_stack_ = std::max(deepest_stack_, stack_.size());
  first_reference_ += static_cast<std::int64_t>(containers_.size());
  containers_.clear();
}

const StackFrame* DapInspection::frame(std::int64_t id) const {
  return id >= 1 && static_cast<std::size_t>(id) <= stack_.size() ? &stack_[static_cast<std::size_t>(id) - 1] : nullptr;
}

std::size_t DapInspection::frame_index(std::int64_t id) const {
  return frame(id) != nullptr ? static_cast<std::size_t>(id) - 1 : 0;
}

Json DapInspection::stack_trace(const dap::StackTraceArguments& arguments) const {
  std::vector<dap::StackFrame> frames;
  const std::size_t levels = arguments.levels == 0 ? stack_.size() : arguments.levels;
  const auto column = [&](const Place& place, unsigned line, unsigned byte_column) {
    return static_cast<std::int64_t>(sources_.utf16_column(place.file, line, byte_column)) - 1 +
           positions_.first_column;
  };
  const auto line = [&](unsigned number) { return static_cast<std::int64_t>(number) - 1 + positions_.first_line; };
  for (std::size_t i = arguments.start_frame; i < stack_.size() && frames.size() < levels; ++i) {
    const Place& place = stack_[i].place;
    dap::StackFrame frame;
    frame.id = static_cast<std::int64_t>(i) + 1;
    frame.name = stack_[i].function;
    if (!place.file.empty() && place.line != 0) {
      frame.source = sources_.source_of(place.file);
      frame.line = line(place.line);
      frame.column = column(place, place.line, place.column);
      frame.end_line = line(std::max(place.line, place.end_line));
      frame.end_column = column(place, std::max(place.line, place.end_line), std::max(place.column, place.end_column));
    }
    frames.push_back(std::move(frame));
  }
  return {{"stackFrames", frames}, {"totalFrames", stack_.size()}};
}

std::int64_t DapInspection::reference_for(Container container) {
  containers_.push_back(std::move(container));
  return first_reference_ + static_cast<std::int64_t>(containers_.size()) - 1;
}

const DapInspection::Container* DapInspection::container(std::int64_t reference) const {
  const auto index = static_cast<std::size_t>(reference - first_reference_);
  return reference >= first_reference_ && index < containers_.size() ? &containers_[index] : nullptr;
}

Outcome<Json> DapInspection::scopes(const dap::FrameArguments& arguments) {
  Json scopes = Json::array();
  if (frame(arguments.frame_id) == nullptr) {
    const bool was_there = arguments.frame_id >= 1 && arguments.frame_id <= static_cast<std::int64_t>(deepest_stack_);
    return was_there ? Outcome<Json>(Json{{"scopes", std::move(scopes)}}) : Outcome<Json>(stale("this frame"));
  }
  const std::size_t index = frame_index(arguments.frame_id);
  for (const ScopeName& known : scope_names) {
    const auto variables = recording_.variables(step_, index, known.scope);
    if (variables.empty()) {
      continue;
    }
    Json scope = {{"name", known.name},
                  {"variablesReference", reference_for({index, known.scope})},
                  {"namedVariables", variables.size()},
                  {"expensive", false}};
    if (known.hint != nullptr) {
      scope["presentationHint"] = known.hint;
    }
    scopes.push_back(std::move(scope));
  }
  return Json{{"scopes", std::move(scopes)}};
}

dap::Variable DapInspection::shown(const InspectedVariable& variable, std::size_t frame) {
  dap::Variable result;
  result.name = variable.name;
  result.value = variable.value.text;
  // Editors show the type when the mouse stands still.
  const std::string& explanation = variable.value.explanation;
  result.type = variable.value.type + (explanation.empty() ? "" : ": " + explanation);
  result.evaluate_name = variable.expression;
  result.named_variables = variable.value.named_children;
  result.indexed_variables = variable.value.indexed_children;
  const bool has_children = result.named_variables + result.indexed_variables != 0;
  if (has_children && !variable.expression.empty()) {
    result.variables_reference = reference_for({frame, variable.expression});
  }
  return result;
}

Outcome<Json> DapInspection::variables(const dap::VariablesArguments& arguments) {
  const Container* known = container(arguments.variables_reference);
  if (known == nullptr) {
    const bool was_there = arguments.variables_reference >= 1 && arguments.variables_reference < first_reference_;
    return was_there ? Outcome<Json>(Json{{"variables", Json::array()}}) : Outcome<Json>(stale("this variable"));
  }
  const Container wanted = *known; // a copy: the list grows
  const std::size_t count = arguments.count == 0 ? most_children : arguments.count;
  std::vector<InspectedVariable> found;
  if (const auto* scope = std::get_if<VariableScope>(&wanted.content)) {
    found = recording_.variables(step_, wanted.frame, *scope);
    found.erase(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(std::min(arguments.start, found.size())));
    found.resize(std::min(found.size(), arguments.count == 0 ? found.size() : count));
  } else {
    auto children =
        recording_.children(step_, wanted.frame, std::get<std::string>(wanted.content), arguments.start, count);
    if (!children) {
      return ResponseError{ErrorCode::RequestFailed, children.error().message};
    }
    found = std::move(children).value();
  }
  std::vector<dap::Variable> variables;
  for (const InspectedVariable& variable : found) {
    variables.push_back(shown(variable, wanted.frame));
  }
  return Json{{"variables", variables}};
}

Outcome<Json> DapInspection::evaluate(const dap::EvaluateArguments& arguments) {
  if (arguments.frame_id != 0 && frame(arguments.frame_id) == nullptr) {
    return stale("this frame");
  }
  const std::size_t index = frame_index(arguments.frame_id);
  auto value = recording_.evaluate(step_, index, arguments.expression);
  if (!value) {
    return ResponseError{ErrorCode::RequestFailed, value.error().message};
  }
  const dap::Variable variable = shown({arguments.expression, arguments.expression, *value}, index);
  Json json = {{"result", variable.value},
               {"type", variable.type},
               {"variablesReference", variable.variables_reference},
               {"presentationHint", {{"attributes", Json::array({"readOnly"})}}}};
  if (variable.variables_reference != 0) {
    json["namedVariables"] = variable.named_variables;
    json["indexedVariables"] = variable.indexed_variables;
  }
  return json;
}

std::string DapInspection::expression_of(const dap::DataBreakpointInfoArguments& arguments) {
  const Container* known = container(arguments.variables_reference);
  const auto* parent = known != nullptr ? std::get_if<std::string>(&known->content) : nullptr;
  if (parent == nullptr) {
    return arguments.name;
  }
  const auto children = recording_.children(step_, known->frame, *parent, 0, std::numeric_limits<std::size_t>::max());
  if (children) {
    for (const InspectedVariable& child : *children) {
      if (child.name == arguments.name) {
        return child.expression;
      }
    }
  }
  return arguments.name;
}

Json DapInspection::data_breakpoint_info(const dap::DataBreakpointInfoArguments& arguments) {
  const Container* parent = container(arguments.variables_reference);
  const std::size_t frame = parent != nullptr ? parent->frame : frame_index(arguments.frame_id);
  const auto watch = recording_.watch(step_, frame, expression_of(arguments));
  if (!watch) {
    return {{"dataId", nullptr}, {"description", watch.error().message}};
  }
  return {{"dataId", watch->id},
          {"description", watch->description},
          {"accessTypes", Json::array({"write"})},
          {"canPersist", false}};
}

Json DapInspection::completions(const dap::CompletionsArguments& arguments) {
  const auto is_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  const auto cursor = static_cast<std::size_t>(std::max<std::int64_t>(arguments.column - positions_.first_column, 0));
  const std::string before = arguments.text.substr(0, cursor);
  std::size_t begin = before.size();
  while (begin > 0 && is_word(before[begin - 1])) {
    --begin;
  }
  const std::string prefix = before.substr(begin);
  const std::size_t frame = frame_index(arguments.frame_id);
  Json targets = Json::array();
  const auto add = [&](const InspectedVariable& variable, const char* type) {
    if (variable.name.starts_with(prefix)) {
      targets.push_back({{"label", variable.name},
                         {"type", type},
                         {"detail", variable.value.type},
                         {"start", static_cast<std::int64_t>(begin) + positions_.first_column},
                         {"length", prefix.size()}});
    }
  };
  const bool is_field = before.substr(0, begin).ends_with('.') || before.substr(0, begin).ends_with("->");
  if (is_field) {
    std::size_t first = begin - (before[begin - 1] == '.' ? 1 : 2);
    const std::size_t end = first;
    while (first > 0 && (is_word(before[first - 1]) ||
                         std::string_view("[].->").find(before[first - 1]) != std::string_view::npos)) {
      --first;
    }
    const auto fields = recording_.children(step_, frame, before.substr(first, end - first), 0, most_children);
    for (const InspectedVariable& field : fields ? *fields : std::vector<InspectedVariable>()) {
      add(field, "field");
    }
  } else {
    for (VariableScope scope : {VariableScope::Locals, VariableScope::Arguments, VariableScope::Globals}) {
      for (const InspectedVariable& variable : recording_.variables(step_, frame, scope)) {
        add(variable, "variable");
      }
    }
  }
  return {{"targets", std::move(targets)}};
}

} // namespace vouch::server
