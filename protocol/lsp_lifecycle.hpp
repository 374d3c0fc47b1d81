#pragma once

#include "protocol/lsp_text.hpp"

/// The beginning of a session: who can do what (LSP 3.17, section "Server lifecycle").
namespace vouch::protocol {

enum class PositionEncoding { Utf8, Utf16, Utf32 };

/// `utf-8`, `utf-16` or `utf-32`.
const char* name_of(PositionEncoding encoding);

/// Whether the peer can do something that the protocol makes optional.
enum class Support { No, Yes };

/// What the server asks of a client's many capabilities. What a client does not mention it does not support.
struct ClientCapabilities {
  std::vector<std::string> position_encodings; ///< in order of preference; empty: only utf-16
  Support work_done_progress = Support::No;
  Support related_information = Support::No;
  Support configuration = Support::No;              ///< answers `workspace/configuration`
  Support configuration_registration = Support::No; ///< lets a server subscribe to configuration changes
  Support code_lens_refresh = Support::No;          ///< asks again when the server says so; the same for the next two
  Support inlay_hint_refresh = Support::No;
  Support diagnostic_refresh = Support::No;
  Support apply_edit = Support::No;           ///< lets a server edit documents
  Support show_document = Support::No;        ///< opens what the server names
  Support code_action_literals = Support::No; ///< actions that are more than commands
};

struct InitializeParams {
  std::optional<std::int64_t> process_id;
  std::string client_name;
  std::vector<std::string> roots; ///< URIs of the workspace's folders
  ClientCapabilities capabilities;
  Json initialization_options; ///< null if there are none
};

struct ServerCapabilities {
  PositionEncoding position_encoding = PositionEncoding::Utf16;
  TextDocumentSyncKind text_document_sync = TextDocumentSyncKind::Incremental;
  std::vector<std::string> commands;
  Support pull_diagnostics =
      Support::No; ///< says that the client may ask for them; what else there is, is always there
};

struct InitializeResult {
  ServerCapabilities capabilities;
  std::string server_name;
  std::string server_version;
};

struct DidChangeConfigurationParams {
  Json settings;
};

/// URIs of folders.
struct DidChangeWorkspaceFoldersParams {
  std::vector<std::string> added;
  std::vector<std::string> removed;
};

struct ExecuteCommandParams {
  std::string command;
  std::vector<Json> arguments;
};

void from_json(const Json& json, ClientCapabilities& capabilities);
void from_json(const Json& json, InitializeParams& params);
void to_json(Json& json, const ServerCapabilities& capabilities);
void to_json(Json& json, const InitializeResult& result);
void from_json(const Json& json, DidChangeConfigurationParams& params);
void from_json(const Json& json, DidChangeWorkspaceFoldersParams& params);
void from_json(const Json& json, ExecuteCommandParams& params);

} // namespace vouch::protocol
