#include "protocol/lsp_text.hpp"

namespace vouch::protocol {

void to_json(Json& json, const Position& position) {
  json = Json{{"line", position.line}, {"character", position.character}};
}

void from_json(const Json& json, Position& position) {
  position.line = required_member<std::uint32_t>(json, "line");
  position.character = required_member<std::uint32_t>(json, "character");
}

void to_json(Json& json, const Range& range) { json = Json{{"start", range.start}, {"end", range.end}}; }

void from_json(const Json& json, Range& range) {
  range.start = required_member<Position>(json, "start");
  range.end = required_member<Position>(json, "end");
}

void to_json(Json& json, const Location& location) { json = Json{{"uri", location.uri}, {"range", location.range}}; }

void from_json(const Json& json, TextDocumentItem& item) {
  item.uri = required_member<std::string>(json, "uri");
  item.language_id = required_member<std::string>(json, "languageId");
  item.version = required_member<std::int64_t>(json, "version");
  item.text = required_member<std::string>(json, "text");
}

void from_json(const Json& json, TextDocumentIdentifier& identifier) {
  identifier.uri = required_member<std::string>(json, "uri");
}

void from_json(const Json& json, DidOpenTextDocumentParams& params) {
  params.text_document = required_member<TextDocumentItem>(json, "textDocument");
}

void from_json(const Json& json, TextDocumentContentChangeEvent& event) {
  event.range = optional_member<Range>(json, "range");
  event.text = required_member<std::string>(json, "text");
}

void from_json(const Json& json, DidChangeTextDocumentParams& params) {
  const Json document = required_member<Json>(json, "textDocument");
  params.uri = required_member<std::string>(document, "uri");
  params.version = required_member<std::int64_t>(document, "version");
  params.content_changes = read_array<TextDocumentContentChangeEvent>(json, "contentChanges");
}

void from_json(const Json& json, DidSaveTextDocumentParams& params) {
  params.uri = required_member<TextDocumentIdentifier>(json, "textDocument").uri;
  params.text = optional_member<std::string>(json, "text");
}

void from_json(const Json& json, TextDocumentParams& params) {
  params.text_document = required_member<TextDocumentIdentifier>(json, "textDocument");
}

} // namespace vouch::protocol
