#include "protocol/lsp_features.hpp"

#include <utility>

namespace vouch::protocol {

namespace {

/// Diagnostics of other servers may carry anything as `data`.
std::optional<DiagnosticData> own_data(const Json& diagnostic) {
  const Json* data = diagnostic.is_object() && diagnostic.contains("data") ? &diagnostic.at("data") : nullptr;
  if (data == nullptr || !data->is_object() || diagnostic.value("source", Json()) != "vouch") {
    return std::nullopt;
  }
  const auto text = [data](const char* name) {
    const Json value = data->value(name, Json());
    return value.is_string() ? value.get<std::string>() : std::string();
  };
  return DiagnosticData{text("trace"), text("function"), text("fingerprint")};
}

} // namespace

void from_json(const Json& json, TextDocumentPositionParams& params) {
  params.text_document = required_member<TextDocumentIdentifier>(json, "textDocument");
  params.position = required_member<Position>(json, "position");
}

void from_json(const Json& json, TextDocumentRangeParams& params) {
  params.text_document = required_member<TextDocumentIdentifier>(json, "textDocument");
  params.range = required_member<Range>(json, "range");
}

void from_json(const Json& json, CodeActionParams& params) {
  params.text_document = required_member<TextDocumentIdentifier>(json, "textDocument");
  params.range = required_member<Range>(json, "range");
  const Json context = required_member<Json>(json, "context");
  for (Json& diagnostic : read_array<Json>(context, "diagnostics")) {
    std::optional<DiagnosticData> data = own_data(diagnostic);
    params.diagnostics.push_back({std::move(diagnostic), std::move(data)});
  }
  params.only = read_array<std::string>(context, "only");
}

void from_json(const Json& json, DocumentDiagnosticParams& params) {
  params.text_document = required_member<TextDocumentIdentifier>(json, "textDocument");
  params.previous_result_id = optional_member<std::string>(json, "previousResultId").value_or("");
}

void to_json(Json& json, const Command& command) {
  json = Json{{"title", command.title}, {"command", command.command}};
  if (!command.arguments.empty()) {
    json["arguments"] = command.arguments;
  }
}

void to_json(Json& json, const Hover& hover) {
  json = Json{{"contents", {{"kind", "markdown"}, {"value", hover.text}}}, {"range", hover.range}};
}

void to_json(Json& json, const CodeLens& lens) { json = Json{{"range", lens.range}, {"command", lens.command}}; }

void to_json(Json& json, const InlayHint& hint) {
  json = Json{{"position", hint.position}, {"label", hint.label}, {"paddingLeft", true}};
  if (!hint.tooltip.empty()) {
    json["tooltip"] = hint.tooltip;
  }
}

void to_json(Json& json, const TextEdit& edit) { json = Json{{"range", edit.range}, {"newText", edit.new_text}}; }

void to_json(Json& json, const WorkspaceEdit& edit) { json = Json{{"changes", edit.changes}}; }

void to_json(Json& json, const CodeAction& action) {
  json = Json{{"title", action.title}, {"kind", action.kind}};
  if (!action.diagnostics.empty()) {
    json["diagnostics"] = action.diagnostics;
  }
  if (action.edit) {
    json["edit"] = *action.edit;
  }
  if (action.command) {
    json["command"] = *action.command;
  }
}

void to_json(Json& json, const DocumentDiagnosticReport& report) {
  json = Json{{"kind", report.items ? "full" : "unchanged"}, {"resultId", report.result_id}};
  if (report.items) {
    json["items"] = *report.items;
  }
}

void to_json(Json& json, const ApplyWorkspaceEditParams& params) {
  json = Json{{"label", params.label}, {"edit", params.edit}};
}

} // namespace vouch::protocol
