#include "protocol/lsp_lifecycle.hpp"

#include <initializer_list>

namespace vouch::protocol {

namespace {

/// Follows `names` into nested objects; null where the way ends. Capabilities of the wrong type count as absent:
/// clients announce all sorts of things, and a session must not fail for one that is not used.
const Json* follow(const Json& json, std::initializer_list<const char*> names) {
  const Json* current = &json;
  for (const char* name : names) {
    if (!current->is_object() || !current->contains(name)) {
      return nullptr;
    }
    current = &current->at(name);
  }
  return current;
}

Support support(const Json& json, std::initializer_list<const char*> names) {
  const Json* found = follow(json, names);
  return found != nullptr && found->is_boolean() && found->get<bool>() ? Support::Yes : Support::No;
}

/// The URIs of an array of workspace folders.
std::vector<std::string> uris_of(const Json& folders) {
  std::vector<std::string> uris;
  for (const Json& folder : folders.is_array() ? folders : Json::array()) {
    uris.push_back(required_member<std::string>(folder, "uri"));
  }
  return uris;
}

} // namespace

const char* name_of(PositionEncoding encoding) {
  switch (encoding) {
  case PositionEncoding::Utf8:
    return "utf-8";
  case PositionEncoding::Utf16:
    return "utf-16";
  case PositionEncoding::Utf32:
    return "utf-32";
  }
  return "";
}

void from_json(const Json& json, ClientCapabilities& capabilities) {
  if (const Json* encodings = follow(json, {"general", "positionEncodings"});
      encodings != nullptr && encodings->is_array()) {
    for (const Json& encoding : *encodings) {
      if (encoding.is_string()) {
        capabilities.position_encodings.push_back(encoding.get<std::string>());
      }
    }
  }
  capabilities.work_done_progress = support(json, {"window", "workDoneProgress"});
  capabilities.related_information = support(json, {"textDocument", "publishDiagnostics", "relatedInformation"});
  capabilities.configuration = support(json, {"workspace", "configuration"});
  capabilities.configuration_registration =
      support(json, {"workspace", "didChangeConfiguration", "dynamicRegistration"});
  capabilities.code_lens_refresh = support(json, {"workspace", "codeLens", "refreshSupport"});
  capabilities.inlay_hint_refresh = support(json, {"workspace", "inlayHint", "refreshSupport"});
  capabilities.diagnostic_refresh = support(json, {"workspace", "diagnostics", "refreshSupport"});
  capabilities.apply_edit = support(json, {"workspace", "applyEdit"});
  capabilities.show_document = support(json, {"window", "showDocument", "support"});
  capabilities.code_action_literals =
      follow(json, {"textDocument", "codeAction", "codeActionLiteralSupport"}) != nullptr ? Support::Yes : Support::No;
}

void from_json(const Json& json, InitializeParams& params) {
  params.process_id = optional_member<std::int64_t>(json, "processId");
  if (const Json* name = follow(json, {"clientInfo", "name"}); name != nullptr && name->is_string()) {
    params.client_name = name->get<std::string>();
  }
  if (const Json* folders = find_member(json, "workspaceFolders")) {
    params.roots = uris_of(*folders);
  } else if (const auto root = optional_member<std::string>(json, "rootUri")) {
    params.roots = {*root};
  }
  params.capabilities = required_member<ClientCapabilities>(json, "capabilities");
  params.initialization_options = optional_member<Json>(json, "initializationOptions").value_or(Json());
}

void to_json(Json& json, const ServerCapabilities& capabilities) {
  json = Json{{"positionEncoding", name_of(capabilities.position_encoding)},
              {"textDocumentSync",
               {{"openClose", true},
                {"change", static_cast<int>(capabilities.text_document_sync)},
                {"save", {{"includeText", true}}}}},
              {"executeCommandProvider", {{"commands", capabilities.commands}}},
              {"hoverProvider", true},
              {"codeLensProvider", {{"resolveProvider", false}}},
              {"inlayHintProvider", true},
              {"codeActionProvider", {{"codeActionKinds", {"quickfix", "refactor.rewrite", "source"}}}},
              {"workspace", {{"workspaceFolders", {{"supported", true}, {"changeNotifications", true}}}}}};
  if (capabilities.pull_diagnostics == Support::Yes) {
    json["diagnosticProvider"] = {
        {"identifier", "vouch"}, {"interFileDependencies", true}, {"workspaceDiagnostics", false}};
  }
}

void to_json(Json& json, const InitializeResult& result) {
  json = Json{{"capabilities", result.capabilities},
              {"serverInfo", {{"name", result.server_name}, {"version", result.server_version}}}};
}

void from_json(const Json& json, DidChangeConfigurationParams& params) {
  params.settings = optional_member<Json>(json, "settings").value_or(Json());
}

void from_json(const Json& json, DidChangeWorkspaceFoldersParams& params) {
  const Json event = required_member<Json>(json, "event");
  params.added = uris_of(required_member<Json>(event, "added"));
  params.removed = uris_of(required_member<Json>(event, "removed"));
}

void from_json(const Json& json, ExecuteCommandParams& params) {
  params.command = required_member<std::string>(json, "command");
  params.arguments = read_array<Json>(json, "arguments");
}

} // namespace vouch::protocol
