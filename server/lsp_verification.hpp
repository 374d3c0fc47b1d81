#pragma once

#include "protocol/connection.hpp"
#include "protocol/lsp_lifecycle.hpp"
#include "server/lsp_documents.hpp"
#include "server/lsp_options.hpp"
#include "server/lsp_progress.hpp"
#include "server/lsp_status.hpp"
#include "server/verification_queue.hpp"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace vouch::server {

/// What was agreed with the client.
struct ClientProfile {
  protocol::PositionEncoding encoding = protocol::PositionEncoding::Utf16;
  protocol::ClientCapabilities capabilities;
};

/// Decides when which document is verified, and publishes what comes out. Belongs to the event loop's thread.
///
/// Invariant: a document has at most one run, and that run works on the document's current text, on the current texts
/// of all open headers, and under the current settings. Whatever changes one of these ends the run first, so nothing
/// stale is ever published.
class LspVerification {
public:
  LspVerification(boost::asio::io_context& io, protocol::Connection& connection, VerificationService& service,
                  const Documents& documents, const LspOptions& options);

  void start_session(const ClientProfile& profile, const LspSettings& settings);
  void change_settings(const LspSettings& settings);
  [[nodiscard]] const LspSettings& settings() const { return settings_; }

  // What the client did. `documents` is up to date already; a closed document is no longer there.
  void opened(const Document& document);
  void changed(const Document& document);
  void saved(const Document& document);
  void closed(const Document& document);

  /// Verifies the document whatever the settings say. Joins a run that is under way.
  void verify(const Document& document);
  /// The same for a request that waits for the result.
  void verify(const Document& document, protocol::Responder<VerificationStatus> responder);

  void cancel(const Document& document);
  void cancel_progress(const std::string& token);

  /// Ends all runs and whoever waits for them.
  void end_session();

  /// See `VerificationQueue::shut_down`.
  WorkerThread::Wait shut_down(std::chrono::milliseconds limit) { return queue_.shut_down(limit); }

private:
  /// Who wanted a run: the settings, or somebody who asked for it and may take it back.
  enum class Origin { Automatic, Requested };
  struct Watched {
    std::optional<RunId> run; ///< queued or running
    Origin origin = Origin::Automatic;
    std::unique_ptr<boost::asio::steady_timer> pause;
    std::map<std::uint64_t, protocol::Responder<VerificationStatus>> waiters;
    VerificationStatus status;
    std::vector<std::string> linked_files; ///< that the last finished run took definitions from
  };

  [[nodiscard]] std::vector<const Document*> sources() const;
  /// Sources that take definitions from `document`, as far as their last runs tell.
  [[nodiscard]] std::vector<const Document*> sources_linked_with(const Document& document) const;
  [[nodiscard]] const Document* document_of(RunId run) const;
  [[nodiscard]] VerificationJob job_for(const Document& document, RunId run) const;
  void verify_automatically(const Document& document);
  void verify_after_pause(const Document& document);
  void start(const Document& document, Origin origin);
  void stop_run(Watched& watched, const std::string& why);
  void stop(Watched& watched, const protocol::ResponseError& error);
  void restart_runs();
  void abandon(const Document& document, VerificationState state, const protocol::ResponseError& error);
  void tell(const Document& document, VerificationState state);
  void withdraw(const std::string& uri, std::uint64_t waiter);
  void on_started(RunId run);
  void on_finished(RunId run, VerificationResult result);

  boost::asio::io_context& io_;
  protocol::Connection& connection_;
  const Documents& documents_;
  const LspOptions& options_;
  ClientProfile profile_;
  LspSettings settings_;
  std::map<std::string, Watched> watched_; ///< every open source, by URI
  std::uint64_t next_waiter_ = 1;
  RunId next_run_ = 1;
  ProgressReporter progress_;
  VerificationQueue queue_;
};

} // namespace vouch::server
