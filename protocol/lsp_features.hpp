#pragma once

#include "protocol/lsp_diagnostic.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

/// What editors ask about a place or a document (LSP 3.17, section "Language Features"), as far as the server answers
/// it.
namespace vouch::protocol {

/// The params of requests about a place.
struct TextDocumentPositionParams {
  TextDocumentIdentifier text_document;
  Position position;
};

/// The params of requests about a part of a document.
struct TextDocumentRangeParams {
  TextDocumentIdentifier text_document;
  Range range;
};

struct Command {
  std::string title;
  std::string command; ///< empty: only the title is shown
  std::vector<Json> arguments;
};

/// In Markdown.
struct Hover {
  std::string text;
  Range range;
};

struct CodeLens {
  Range range;
  Command command;
};

struct InlayHint {
  Position position;
  std::string label;
  std::string tooltip;
};

struct TextEdit {
  Range range;
  std::string new_text;
};

struct WorkspaceEdit {
  std::map<std::string, std::vector<TextEdit>> changes; ///< by URI
};

/// Of the diagnostics that a client sends along, what the server knows them by.
struct ActionDiagnostic {
  Json json;
  std::optional<DiagnosticData> data;
};

struct CodeActionParams {
  TextDocumentIdentifier text_document;
  Range range;
  std::vector<ActionDiagnostic> diagnostics;
  std::vector<std::string> only; ///< kinds; empty: all
};

/// An action has an edit or a command.
struct CodeAction {
  std::string title;
  std::string kind;
  std::vector<Json> diagnostics; ///< that it is about, as the client sent them
  std::optional<WorkspaceEdit> edit;
  std::optional<Command> command;
};

/// What `textDocument/diagnostic` asks.
struct DocumentDiagnosticParams {
  TextDocumentIdentifier text_document;
  std::string previous_result_id; ///< empty: none
};

/// `items` is absent where nothing has changed since the result that the client has.
struct DocumentDiagnosticReport {
  std::string result_id;
  std::optional<std::vector<Diagnostic>> items;
};

struct ApplyWorkspaceEditParams {
  std::string label;
  WorkspaceEdit edit;
};

void from_json(const Json& json, TextDocumentPositionParams& params);
void from_json(const Json& json, TextDocumentRangeParams& params);
void from_json(const Json& json, CodeActionParams& params);
void from_json(const Json& json, DocumentDiagnosticParams& params);
void to_json(Json& json, const Command& command);
void to_json(Json& json, const Hover& hover);
void to_json(Json& json, const CodeLens& lens);
void to_json(Json& json, const InlayHint& hint);
void to_json(Json& json, const TextEdit& edit);
void to_json(Json& json, const WorkspaceEdit& edit);
void to_json(Json& json, const CodeAction& action);
void to_json(Json& json, const DocumentDiagnosticReport& report);
void to_json(Json& json, const ApplyWorkspaceEditParams& params);

} // namespace vouch::protocol
