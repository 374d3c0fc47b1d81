#include "server/lsp_session.hpp"

#include "protocol/json_rpc.hpp"
#include "protocol/lsp_window.hpp"
#include "server/file_uri.hpp"

#include <array>
#include <spdlog/spdlog.h>
#include <utility>

namespace vouch::server {

namespace {

using protocol::ErrorCode;
using protocol::Json;
using protocol::NoAnswer;
using protocol::NoParams;
using protocol::Outcome;
using protocol::PositionEncoding;
using protocol::ResponseError;
using protocol::Support;

constexpr const char* verify_command = "vouch.verify";
constexpr const char* cancel_command = "vouch.cancel";

/// The first of the client's encodings that is known; UTF-16 for clients that do not say, as the protocol wants it.
PositionEncoding choose_encoding(const std::vector<std::string>& offered) {
  for (const std::string& name : offered) {
    for (const PositionEncoding encoding : {PositionEncoding::Utf8, PositionEncoding::Utf16, PositionEncoding::Utf32}) {
      if (name == protocol::name_of(encoding)) {
        return encoding;
      }
    }
  }
  return PositionEncoding::Utf16;
}

Json configuration_request() { return Json{{"items", Json::array({Json{{"section", "vouch"}}})}}; }

Json configuration_registration() {
  Json registration{{"id", "vouch-configuration"}, {"method", "workspace/didChangeConfiguration"}};
  registration["registerOptions"] = Json::object();
  registration["registerOptions"]["section"] = "vouch";
  Json params = Json::object();
  params["registrations"] = Json::array({std::move(registration)});
  return params;
}

} // namespace

LspSession::LspSession(boost::asio::io_context& io, VerificationService& service, LspOptions options,
                       std::string version, Hooks hooks)
    : options_(std::move(options)), version_(std::move(version)), hooks_(std::move(hooks)),
      connection_(std::make_unique<protocol::JsonRpcFormat>(),
                  {hooks_.send, [](const std::string& complaint) { spdlog::warn("client: {}", complaint); },
                   [this](const std::string& method) { return refusal(method); }}),
      verification_(io, connection_, service, documents_, options_) {
  add_life_cycle();
  add_documents();
  add_configuration();
  add_verification();
}

std::optional<ResponseError> LspSession::refusal(const std::string& method) const {
  if (method == "exit") {
    return std::nullopt;
  }
  switch (phase_) {
  case Phase::Uninitialized:
    if (method != "initialize") {
      return ResponseError{ErrorCode::ServerNotInitialized, "the first request must be initialize"};
    }
    return std::nullopt;
  case Phase::Initialized:
    if (method == "initialize") {
      return ResponseError{ErrorCode::InvalidRequest, "initialize may be sent only once"};
    }
    return std::nullopt;
  case Phase::ShutDown:
    break;
  }
  return ResponseError{ErrorCode::InvalidRequest, "the server has been shut down"};
}

void LspSession::add_life_cycle() {
  connection_.on_request<protocol::InitializeParams, protocol::InitializeResult>(
      "initialize", [this](const protocol::InitializeParams& params) -> Outcome<protocol::InitializeResult> {
        return initialize(params);
      });
  connection_.on_notification<NoParams>("initialized", [this](NoParams) { initialized(); });
  connection_.on_request<NoParams, NoAnswer>("shutdown", [this](NoParams) -> Outcome<NoAnswer> {
    verification_.end_session();
    phase_ = Phase::ShutDown;
    return NoAnswer{};
  });
  connection_.on_notification<NoParams>("exit",
                                        [this](NoParams) { hooks_.on_exit(phase_ == Phase::ShutDown ? 0 : 1); });
}

protocol::InitializeResult LspSession::initialize(const protocol::InitializeParams& params) {
  phase_ = Phase::Initialized;
  profile_ = {choose_encoding(params.capabilities.position_encodings), params.capabilities};
  verification_.start_session(profile_, options_.settings);
  take_settings(params.initialization_options);
  if (params.process_id) {
    hooks_.on_client_process(*params.process_id);
  }
  spdlog::info("session with {}, {}", params.client_name.empty() ? "an unnamed client" : params.client_name,
               protocol::name_of(profile_.encoding));
  return {{profile_.encoding, protocol::TextDocumentSyncKind::Incremental, {verify_command, cancel_command}},
          "vouch",
          version_};
}

void LspSession::initialized() {
  if (profile_.capabilities.configuration_registration == Support::Yes) {
    connection_.request("client/registerCapability", configuration_registration(), [](const Outcome<Json>& outcome) {
      if (const auto* error = std::get_if<ResponseError>(&outcome)) {
        spdlog::warn("client: changes of the configuration are not announced: {}", error->message);
      }
    });
  }
  ask_for_settings();
}

void LspSession::add_documents() {
  connection_.on_notification<protocol::DidOpenTextDocumentParams>(
      "textDocument/didOpen",
      [this](protocol::DidOpenTextDocumentParams params) { open(std::move(params.text_document)); });
  connection_.on_notification<protocol::DidChangeTextDocumentParams>(
      "textDocument/didChange", [this](const protocol::DidChangeTextDocumentParams& params) { change(params); });
  connection_.on_notification<protocol::TextDocumentParams>(
      "textDocument/didSave", [this](const protocol::TextDocumentParams& params) {
        if (const auto document = documents_.find(params.text_document.uri); document != documents_.end()) {
          verification_.saved(document->second);
        }
      });
  connection_.on_notification<protocol::TextDocumentParams>(
      "textDocument/didClose", [this](const protocol::TextDocumentParams& params) { close(params.text_document.uri); });
}

void LspSession::open(protocol::TextDocumentItem item) {
  Document document{item.uri, path_of(item.uri).value_or(""), std::move(item.language_id), item.version,
                    std::move(item.text)};
  verification_.opened(documents_.insert_or_assign(item.uri, std::move(document)).first->second);
}

void LspSession::change(const protocol::DidChangeTextDocumentParams& params) {
  const auto found = documents_.find(params.uri);
  if (found == documents_.end()) {
    spdlog::warn("client: change of a document that is not open: {}", params.uri);
    return;
  }
  Document& document = found->second;
  for (const auto& change : params.content_changes) {
    apply(document.text, change, profile_.encoding);
  }
  document.version = params.version;
  if (!params.content_changes.empty()) {
    verification_.changed(document);
  }
}

void LspSession::close(const std::string& uri) {
  auto closed = documents_.extract(uri);
  if (!closed.empty()) {
    verification_.closed(closed.mapped());
  }
}

void LspSession::add_configuration() {
  connection_.on_notification<protocol::DidChangeConfigurationParams>(
      "workspace/didChangeConfiguration", [this](const protocol::DidChangeConfigurationParams& params) {
        if (params.settings.is_null() || params.settings.empty()) {
          ask_for_settings(); // the client's way to say that they want to be asked for
        } else {
          take_settings(params.settings);
        }
      });
}

void LspSession::ask_for_settings() {
  if (profile_.capabilities.configuration == Support::No) {
    return;
  }
  connection_.request("workspace/configuration", configuration_request(), [this](const Outcome<Json>& outcome) {
    const auto* sections = std::get_if<Json>(&outcome);
    if (sections != nullptr && sections->is_array() && !sections->empty() && phase_ == Phase::Initialized) {
      take_settings(sections->front());
    }
  });
}

void LspSession::take_settings(const Json& json) {
  SettingsReading reading = read_settings(json, verification_.settings());
  for (std::string& complaint : reading.complaints) {
    connection_.notify("window/showMessage",
                       protocol::ShowMessageParams{protocol::MessageType::Warning, std::move(complaint)});
  }
  verification_.change_settings(reading.settings);
}

void LspSession::add_verification() {
  connection_.on_notification<protocol::WorkDoneProgressCancelParams>(
      "window/workDoneProgress/cancel",
      [this](const protocol::WorkDoneProgressCancelParams& params) { verification_.cancel_progress(params.token); });
  connection_.on_request<protocol::ExecuteCommandParams, NoAnswer>(
      "workspace/executeCommand", [this](const protocol::ExecuteCommandParams& params) { return execute(params); });
  connection_.on_deferred_request<protocol::TextDocumentParams, VerificationStatus>(
      "vouch/verify",
      [this](const protocol::TextDocumentParams& params, protocol::Responder<VerificationStatus> responder) {
        const auto document = documents_.find(params.text_document.uri);
        if (document == documents_.end() || kind_of(document->second) != DocumentKind::Source) {
          responder.fail({ErrorCode::InvalidParams, "not an open C source file: " + params.text_document.uri});
          return;
        }
        verification_.verify(document->second, std::move(responder));
      });
}

/// Commands answer at once: some editors wait for the answer and let their user do nothing meanwhile.
Outcome<NoAnswer> LspSession::execute(const protocol::ExecuteCommandParams& params) {
  if (params.command != verify_command && params.command != cancel_command) {
    return ResponseError{ErrorCode::InvalidParams, "unknown command " + params.command};
  }
  for (const Document* document : documents_named(params.arguments)) {
    if (params.command == verify_command) {
      verification_.verify(*document);
    } else {
      verification_.cancel(*document);
    }
  }
  return NoAnswer{};
}

/// The open sources among `uris`; all of them if there is none.
std::vector<const Document*> LspSession::documents_named(const std::vector<Json>& uris) const {
  std::vector<const Document*> named;
  for (const auto& [uri, document] : documents_) {
    const bool is_meant = uris.empty() || std::find(uris.begin(), uris.end(), Json(uri)) != uris.end();
    if (is_meant && kind_of(document) == DocumentKind::Source) {
      named.push_back(&document);
    }
  }
  return named;
}

} // namespace vouch::server
