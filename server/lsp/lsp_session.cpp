#include "server/lsp/lsp_session.hpp"

#include "protocol/json_rpc.hpp"
#include "protocol/lsp_window.hpp"
#include "server/lsp/lsp_code_actions.hpp"
#include "server/lsp/lsp_hover.hpp"
#include "server/lsp/lsp_inlay_hints.hpp"
#include "server/support/file_uri.hpp"

#include <algorithm>
#include <chrono>
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

/// Lenses and hints are asked for again at most this often.
constexpr std::chrono::milliseconds refresh_interval{100};

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

LspSession::LspSession(boost::asio::io_context& io, ServiceOfRoot service_of_root, LspOptions options,
                       std::string version, Hooks hooks)
    : options_(std::move(options)), version_(std::move(version)), hooks_(std::move(hooks)), refresh_timer_(io),
      connection_(std::make_unique<protocol::JsonRpcFormat>(),
                  {hooks_.send, [](const std::string& complaint) { spdlog::warn("client: {}", complaint); },
                   [this](const std::string& method) { return refusal(method); }}),
      verification_(io, connection_, std::move(service_of_root), documents_, options_, [this] { refresh_soon(); }),
      assistance_(io, connection_, documents_, options_, verification_) {
  add_life_cycle();
  add_documents();
  add_configuration();
  add_verification();
  add_features();
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
  assistance_.start_session(profile_);
  take_settings(params.initialization_options);
  change_roots(params.roots, {});
  if (params.initialization_options.is_object()) {
    const Json& options = params.initialization_options;
    debugger_ = options.value("stepThrough", Json()) == true ? DebuggerStart::ByClient : DebuggerStart::No;
    pulls_diagnostics_ = options.value("pullDiagnostics", Json()) == true ? Support::Yes : Support::No;
    if (auto focus = protocol::optional_member<Focus>(options, "focus")) {
      verification_.focused(*std::move(focus));
    }
  }
  if (params.process_id) {
    hooks_.on_client_process(*params.process_id);
  }
  spdlog::info("session with {}, {}", params.client_name.empty() ? "an unnamed client" : params.client_name,
               protocol::name_of(profile_.encoding));
  return {{profile_.encoding,
           protocol::TextDocumentSyncKind::Incremental,
           {commands::verify, commands::cancel, commands::verify_workspace, commands::cancel_workspace,
            commands::give_more_time, commands::verify_callers, commands::select_trace, commands::make_test,
            commands::insert_invariant, commands::add_precondition, commands::prove},
           pulls_diagnostics_},
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
  connection_.on_notification<protocol::DidSaveTextDocumentParams>(
      "textDocument/didSave", [this](const protocol::DidSaveTextDocumentParams& params) { save(params); });
  connection_.on_notification<Focus>("vouch/focus", [this](Focus focus) { verification_.focused(std::move(focus)); });
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
    verification_.edited(document, apply(document.text, change, profile_.encoding));
  }
  document.version = params.version;
  if (!params.content_changes.empty()) {
    verification_.changed(document);
  }
}

/// What was saved is what counts, should edits have been lost or come in another order.
void LspSession::save(const protocol::DidSaveTextDocumentParams& params) {
  const auto found = documents_.find(params.uri);
  if (found == documents_.end()) {
    return;
  }
  Document& document = found->second;
  if (params.text && *params.text != document.text) {
    spdlog::warn("client: {} is not what its edits have led to", params.uri);
    verification_.edited(document, apply(document.text, {std::nullopt, *params.text}, profile_.encoding));
    verification_.changed(document);
  }
  verification_.saved(document);
}

void LspSession::close(const std::string& uri) {
  auto closed = documents_.extract(uri);
  if (!closed.empty()) {
    verification_.closed(closed.mapped());
  }
}

void LspSession::change_roots(const std::vector<std::string>& added, const std::vector<std::string>& removed) {
  for (const std::string& uri : removed) {
    roots_.erase(path_of(uri).value_or(""));
  }
  for (const std::string& uri : added) {
    if (const std::optional<std::string> path = path_of(uri)) {
      roots_.insert(*path);
    }
  }
  verification_.change_roots({roots_.begin(), roots_.end()});
}

void LspSession::add_configuration() {
  connection_.on_notification<protocol::DidChangeWorkspaceFoldersParams>(
      "workspace/didChangeWorkspaceFolders",
      [this](const protocol::DidChangeWorkspaceFoldersParams& params) { change_roots(params.added, params.removed); });
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
  SettingsReading reading = read_settings(json, verification_.settings(), options_.presets);
  for (std::string& complaint : reading.complaints) {
    connection_.notify("window/showMessage",
                       protocol::ShowMessageParams{protocol::MessageType::Warning, std::move(complaint)});
  }
  verification_.change_settings(reading.settings);
}

void LspSession::add_verification() {
  connection_.on_notification<protocol::WorkDoneProgressCancelParams>(
      "window/workDoneProgress/cancel", [this](const protocol::WorkDoneProgressCancelParams& params) {
        verification_.cancel_progress(params.token);
        assistance_.cancel_progress(params.token);
      });
  connection_.on_request<protocol::ExecuteCommandParams, NoAnswer>(
      "workspace/executeCommand", [this](const protocol::ExecuteCommandParams& params) { return execute(params); });
  connection_.on_deferred_request<protocol::TextDocumentParams, DocumentStatus>(
      "vouch/verify",
      [this](const protocol::TextDocumentParams& params, protocol::Responder<DocumentStatus> responder) {
        const auto document = documents_.find(params.text_document.uri);
        if (document == documents_.end() || kind_of(document->second) != DocumentKind::Source) {
          responder.fail({ErrorCode::InvalidParams, "not an open C source file: " + params.text_document.uri});
          return;
        }
        verification_.verify(document->second, std::move(responder));
      });
  connection_.on_request<protocol::TextDocumentParams, Json>(
      "vouch/checks", [this](const protocol::TextDocumentParams& params) -> Outcome<Json> {
        const DocumentStatus* status = verification_.status_of(params.text_document.uri);
        return status == nullptr ? Json() : checks_to_json(*status);
      });
  connection_.on_deferred_request<ProveParams, Json>(
      "vouch/prove", [this](const ProveParams& params, protocol::Responder<Json> responder) {
        const auto document = documents_.find(params.uri);
        if (document == documents_.end() || kind_of(document->second) != DocumentKind::Source) {
          responder.fail({ErrorCode::InvalidParams, "not an open C source file: " + params.uri});
          return;
        }
        assistance_.prove(document->second, verification_.request_for(document->second), params, std::move(responder));
      });
  connection_.on_request<RunParams, Json>("vouch/run", [this](const RunParams& params) {
    return about_run(params, [](const FoundRun& run) { return run_to_json(run); });
  });
  connection_.on_request<RunTableParams, Json>("vouch/runTable", [this](const RunTableParams& params) {
    return about_run(params.run, [&](const FoundRun& run) { return run_table_to_json(run, params.variables); });
  });
}

Outcome<Json> LspSession::about_run(const RunParams& params, const std::function<Json(const FoundRun&)>& answer) const {
  const DocumentStatus* status = verification_.status_of(params.uri);
  const VerifiedTrace* trace = status == nullptr ? nullptr : trace_with(status->verified, params.trace);
  const std::optional<std::string> path = path_of(params.uri);
  if (trace == nullptr || !path) {
    return ResponseError{ErrorCode::InvalidParams, no_such_run};
  }
  SourceTexts texts(contents_by_path(documents_));
  return answer({*trace, status->verified, *path, texts, profile_.encoding});
}

void LspSession::add_features() {
  // Of documents of which nothing is known there is nothing to say.
  const auto known = [this](const protocol::TextDocumentIdentifier& identifier) -> const DocumentStatus* {
    return documents_.contains(identifier.uri) ? verification_.status_of(identifier.uri) : nullptr;
  };
  connection_.on_request<protocol::TextDocumentPositionParams, Json>(
      "textDocument/hover", [this, known](const protocol::TextDocumentPositionParams& params) -> Outcome<Json> {
        const DocumentStatus* status = known(params.text_document);
        const auto found = status == nullptr ? std::nullopt
                                             : hover(*status, documents_.find(params.text_document.uri)->second,
                                                     params.position, profile_.encoding, selected_trace(*status));
        return found ? Json(*found) : Json();
      });
  connection_.on_request<protocol::TextDocumentParams, std::vector<protocol::CodeLens>>(
      "textDocument/codeLens",
      [this, known](const protocol::TextDocumentParams& params) -> Outcome<std::vector<protocol::CodeLens>> {
        const DocumentStatus* status = known(params.text_document);
        return status == nullptr ? std::vector<protocol::CodeLens>() : code_lenses(*status, debugger_);
      });
  connection_.on_request<protocol::TextDocumentRangeParams, std::vector<protocol::InlayHint>>(
      "textDocument/inlayHint",
      [this, known](const protocol::TextDocumentRangeParams& params) -> Outcome<std::vector<protocol::InlayHint>> {
        const DocumentStatus* status = known(params.text_document);
        return status == nullptr
                   ? std::vector<protocol::InlayHint>()
                   : inlay_hints(*status, documents_.find(params.text_document.uri)->second, params.range,
                                 profile_.encoding, verification_.settings().hints, selected_trace(*status));
      });
  connection_.on_request<protocol::CodeActionParams, std::vector<protocol::CodeAction>>(
      "textDocument/codeAction",
      [this, known](const protocol::CodeActionParams& params) -> Outcome<std::vector<protocol::CodeAction>> {
        const DocumentStatus* status = known(params.text_document);
        return status == nullptr || profile_.capabilities.code_action_literals == Support::No
                   ? std::vector<protocol::CodeAction>()
                   : code_actions(*status, documents_.find(params.text_document.uri)->second, params, debugger_,
                                  profile_.encoding);
      });
  connection_.on_deferred_request<protocol::DocumentDiagnosticParams, protocol::DocumentDiagnosticReport>(
      "textDocument/diagnostic", [this](const protocol::DocumentDiagnosticParams& params,
                                        protocol::Responder<protocol::DocumentDiagnosticReport> responder) {
        answer_diagnostics(params, std::move(responder));
      });
}

/// The answer waits until the document is verified: an empty one would read as "nothing is wrong".
void LspSession::answer_diagnostics(const protocol::DocumentDiagnosticParams& params,
                                    protocol::Responder<protocol::DocumentDiagnosticReport> responder) {
  const auto document = documents_.find(params.text_document.uri);
  if (document == documents_.end() || kind_of(document->second) != DocumentKind::Source) {
    responder.answer({"", std::vector<protocol::Diagnostic>()});
    return;
  }
  auto waiting = std::make_shared<protocol::Responder<protocol::DocumentDiagnosticReport>>(std::move(responder));
  verification_.when_settled(
      document->second, [waiting, last = params.previous_result_id](const DocumentStatus* status) {
        if (status == nullptr || status->state == VerificationState::Stale) {
          const bool has_verdict = status != nullptr && status->verdict_version;
          if (!has_verdict) {
            Json retrigger{{"retriggerRequest", status != nullptr}};
            waiting->fail({ErrorCode::ServerCancelled, "the document is not verified", std::move(retrigger)});
            return;
          }
        }
        const std::vector<protocol::Diagnostic>& diagnostics = status->verified.diagnostics;
        const std::string id = std::to_string(std::hash<std::string>()(protocol::to_text(Json(diagnostics))));
        waiting->answer({id, id == last ? std::nullopt : std::optional(diagnostics)});
      });
}

/// Tells the client that lenses, hints and diagnostics may be others, in one go with what else happens soon.
void LspSession::refresh_soon() {
  if (refresh_ == Refresh::Planned || phase_ != Phase::Initialized) {
    return;
  }
  refresh_ = Refresh::Planned;
  refresh_timer_.expires_at(std::max(std::chrono::steady_clock::now(), last_refresh_ + refresh_interval));
  refresh_timer_.async_wait([this](const boost::system::error_code& error) {
    refresh_ = Refresh::None;
    last_refresh_ = std::chrono::steady_clock::now();
    if (error || phase_ != Phase::Initialized) {
      return;
    }
    const auto ask = [this](Support support, const char* method) {
      if (support == Support::Yes) {
        connection_.request(method, NoParams{}, [](const Outcome<Json>&) {});
      }
    };
    ask(profile_.capabilities.code_lens_refresh, "workspace/codeLens/refresh");
    ask(profile_.capabilities.inlay_hint_refresh, "workspace/inlayHint/refresh");
    if (pulls_diagnostics_ == Support::Yes) {
      ask(profile_.capabilities.diagnostic_refresh, "workspace/diagnostic/refresh");
    }
  });
}

/// What the user has chosen, and otherwise the document's first.
std::string LspSession::selected_trace(const DocumentStatus& status) const {
  const auto chosen = selected_traces_.find(status.uri);
  const bool is_known = chosen != selected_traces_.end() &&
                        (chosen->second.empty() || trace_with(status.verified, chosen->second) != nullptr);
  if (is_known) {
    return chosen->second;
  }
  const auto first = std::ranges::find_if(status.verified.traces, is_finding);
  return first == status.verified.traces.end() ? std::string() : first->id;
}

} // namespace vouch::server
