#pragma once

#include "protocol/json.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// Positions, documents and their changes (LSP 3.17, sections "Basic JSON Structures" and "Text Document
/// Synchronization").
namespace vouch::protocol {

/// Line and character start at 0; what a character is depends on the negotiated encoding.
struct Position {
  std::uint32_t line = 0;
  std::uint32_t character = 0;
  friend auto operator<=>(const Position&, const Position&) = default;
};

/// Half open.
struct Range {
  Position start;
  Position end;
  friend bool operator==(const Range&, const Range&) = default;
};

struct Location {
  std::string uri;
  Range range;
  friend bool operator==(const Location&, const Location&) = default;
};

struct TextDocumentItem {
  std::string uri;
  std::string language_id;
  std::int64_t version = 0;
  std::string text;
};

struct TextDocumentIdentifier {
  std::string uri;
};

struct DidOpenTextDocumentParams {
  TextDocumentItem text_document;
};

/// Without a range, `text` is the whole new document.
struct TextDocumentContentChangeEvent {
  std::optional<Range> range;
  std::string text;
};

struct DidChangeTextDocumentParams {
  std::string uri;
  std::int64_t version = 0;
  std::vector<TextDocumentContentChangeEvent> content_changes;
};

struct DidSaveTextDocumentParams {
  std::string uri;
  std::optional<std::string> text; ///< what was saved, from clients that keep to the server's wish for it
};

/// The params of didClose and of all requests about a whole document.
struct TextDocumentParams {
  TextDocumentIdentifier text_document;
};

enum class TextDocumentSyncKind { None = 0, Full = 1, Incremental = 2 };

void to_json(Json& json, const Position& position);
void from_json(const Json& json, Position& position);
void to_json(Json& json, const Range& range);
void from_json(const Json& json, Range& range);
void to_json(Json& json, const Location& location);
void from_json(const Json& json, TextDocumentItem& item);
void from_json(const Json& json, TextDocumentIdentifier& identifier);
void from_json(const Json& json, DidOpenTextDocumentParams& params);
void from_json(const Json& json, TextDocumentContentChangeEvent& event);
void from_json(const Json& json, DidChangeTextDocumentParams& params);
void from_json(const Json& json, DidSaveTextDocumentParams& params);
void from_json(const Json& json, TextDocumentParams& params);

} // namespace vouch::protocol
