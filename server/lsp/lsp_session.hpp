#pragma once

#include "protocol/connection.hpp"
#include "protocol/lsp_features.hpp"
#include "protocol/lsp_lifecycle.hpp"
#include "server/engine/verification_service.hpp"
#include "server/lsp/lsp_assistance.hpp"
#include "server/lsp/lsp_code_lens.hpp"
#include "server/lsp/lsp_documents.hpp"
#include "server/lsp/lsp_options.hpp"
#include "server/lsp/lsp_run.hpp"
#include "server/lsp/lsp_verification.hpp"

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace vouch::server {

/// What is said of runs that are gone.
inline constexpr const char* no_such_run = "there is no such run any more: the file has been verified again";

/// One conversation with one client, from `initialize` to `exit`: the life cycle, the open documents, and the methods
/// by name. Bytes come in and go out through the caller. Belongs to the event loop's thread.
class LspSession {
public:
  struct Hooks {
    std::function<void(std::string body)> send;
    /// The client has said `exit`; `status` is the exit status that the protocol asks for.
    std::function<void(int status)> on_exit;
    /// The client has named the process that it is.
    std::function<void(std::int64_t process_id)> on_client_process;
  };

  /// `io` must outlive the session. `version` is told to the client.
  LspSession(boost::asio::io_context& io, ServiceOfRoot service_of_root, LspOptions options, std::string version,
             Hooks hooks);

  /// Handles one message.
  void receive(std::string_view body) { connection_.receive(body); }

  /// Tells the client that its messages cannot be read any more.
  void report_broken_stream(std::string why) { connection_.report_broken_stream(std::move(why)); }

  /// Stops verifying; false if the engine has not returned within the time that the options give it.
  WorkerThread::Wait shut_down() { return verification_.shut_down(options_.shutdown_limit); }

private:
  enum class Phase { Uninitialized, Initialized, ShutDown };

  [[nodiscard]] std::optional<protocol::ResponseError> refusal(const std::string& method) const;
  void add_life_cycle();
  void add_documents();
  void add_configuration();
  void add_verification();
  void add_features();

  protocol::InitializeResult initialize(const protocol::InitializeParams& params);
  void initialized();
  void open(protocol::TextDocumentItem item);
  void change(const protocol::DidChangeTextDocumentParams& params);
  void save(const protocol::DidSaveTextDocumentParams& params);
  void close(const std::string& uri);
  void take_settings(const protocol::Json& json);
  void ask_for_settings();
  void change_roots(const std::vector<std::string>& added, const std::vector<std::string>& removed);
  protocol::Outcome<protocol::NoAnswer> execute(const protocol::ExecuteCommandParams& params);
  protocol::Outcome<protocol::NoAnswer> assist(const std::string& command, const Document& document,
                                               const protocol::Json& argument);
  /// What `answer` says of the run that the params name.
  [[nodiscard]] protocol::Outcome<protocol::Json>
  about_run(const RunParams& params, const std::function<protocol::Json(const FoundRun&)>& answer) const;
  void answer_diagnostics(const protocol::DocumentDiagnosticParams& params,
                          protocol::Responder<protocol::DocumentDiagnosticReport> responder);
  void refresh_soon();
  [[nodiscard]] std::string selected_trace(const DocumentStatus& status) const;
  [[nodiscard]] std::vector<const Document*> documents_named(const std::vector<protocol::Json>& uris) const;
  [[nodiscard]] std::set<std::string> unopened_sources(const std::vector<protocol::Json>& uris) const;

  LspOptions options_;
  std::string version_;
  Hooks hooks_;
  Phase phase_ = Phase::Uninitialized;
  ClientProfile profile_;
  DebuggerStart debugger_ = DebuggerStart::No;
  protocol::Support pulls_diagnostics_ = protocol::Support::No;
  std::set<std::string> roots_;                        ///< paths of the workspace's folders
  std::map<std::string, std::string> selected_traces_; ///< by URI, where the user has chosen; empty: none
  Documents documents_;
  boost::asio::steady_timer refresh_timer_;
  enum class Refresh { None, Planned } refresh_ = Refresh::None;
  std::chrono::steady_clock::time_point last_refresh_; ///< of lenses and hints
  protocol::Connection connection_;
  LspVerification verification_;
  LspAssistance assistance_;
};

} // namespace vouch::server
