#pragma once

#include "protocol/connection.hpp"
#include "protocol/lsp_lifecycle.hpp"
#include "server/lsp/attention.hpp"
#include "server/lsp/file_watch.hpp"
#include "server/lsp/lsp_documents.hpp"
#include "server/lsp/lsp_options.hpp"
#include "server/lsp/lsp_progress.hpp"
#include "server/lsp/lsp_status.hpp"
#include "server/lsp/new_violations.hpp"
#include "server/lsp/verification_lanes.hpp"

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace vouch::server {

/// What was agreed with the client.
struct ClientProfile {
  protocol::PositionEncoding encoding = protocol::PositionEncoding::Utf16;
  protocol::ClientCapabilities capabilities;
};

/// Decides when which document is verified, and tells what comes out. Belongs to the event loop's thread.
///
/// Invariant: a document has at most one run, and that run works on the document's current text, on the current texts
/// of all open headers, and under the current settings. Whatever changes one of these ends the run first, so nothing
/// stale is ever taken for the present.
class LspVerification {
public:
  /// `on_changed` is called when something of what `status_of` says of a document is new.
  LspVerification(boost::asio::io_context& io, protocol::Connection& connection, ServiceOfRoot service_of_root,
                  const Documents& documents, const LspOptions& options, std::function<void()> on_changed);

  void start_session(const ClientProfile& profile, const LspSettings& settings);
  void change_roots(std::vector<std::string> roots) { lanes_.change_roots(std::move(roots)); }
  void change_settings(const LspSettings& settings);
  [[nodiscard]] const LspSettings& settings() const { return settings_; }

  // What the client did. `documents` is up to date already; a closed document is no longer there.
  void opened(const Document& document);
  void edited(const Document& document, const AppliedEdit& edit); ///< for each edit; `changed` follows
  void changed(const Document& document);
  void saved(const Document& document);
  void closed(const Document& document);
  void focused(Focus focus);

  /// Verifies the document whatever the settings say. Joins a run that is under way.
  void verify(const Document& document);
  /// The same for a request that waits for the result.
  void verify(const Document& document, protocol::Responder<DocumentStatus> responder);
  /// The same, and lets `function` have three times the time that it had.
  void give_more_time(const Document& document, const std::string& function);

  /// What the compiled program has shown of the run `trace`, if the document still has it: that it does the same, or
  /// something else, and then the violation is unknown.
  void take_native_confirmation(const std::string& uri, const std::string& trace);
  void take_native_refutation(const std::string& uri, const std::string& trace, const std::string& difference);

  /// Calls `then` once no run of the document is under way, with its status, or with null if it was closed.
  void when_settled(const Document& document, std::function<void(const DocumentStatus*)> then);

  /// Verifies the files at `paths` that are not open as they are on the disk, when nothing else is wanted, besides those
  /// that are still to be. What comes of them is told as of open documents, until they are opened.
  void verify_unopened(const std::set<std::string>& paths);
  void cancel_workspace();

  void cancel(const Document& document);
  void cancel_progress(const std::string& token);

  /// What is known of an open source, or of one that was verified with the workspace; null for other documents.
  [[nodiscard]] const DocumentStatus* status_of(const std::string& uri) const;
  [[nodiscard]] VerificationRequest request_for(const Document& document) const;
  /// Where a test of a violation in the document belongs. Absolute.
  [[nodiscard]] std::filesystem::path tests_folder_for(const Document& document) const;

  /// Ends all runs and whoever waits for them.
  void end_session();

  /// See `VerificationQueue::shut_down`.
  WorkerThread::Wait shut_down(std::chrono::milliseconds limit) { return lanes_.shut_down(limit); }

private:
  /// Who wanted a run: the settings, or somebody who asked for it and may take it back.
  enum class Origin { Automatic, Requested };
  /// What has happened to a document since its last run that finished.
  enum class Change { None, Edit, Other };
  struct Watched {
    std::optional<RunId> run; ///< queued or running
    Origin origin = Origin::Automatic;
    std::unique_ptr<boost::asio::steady_timer> pause;
    std::map<std::uint64_t, protocol::Responder<DocumentStatus>> waiters;
    std::vector<std::function<void(const DocumentStatus*)>> settlers;
    DocumentStatus status;
    VerifiedDocument before_run;                         ///< what `status.verified` was when the run began
    std::set<std::string> edited_functions;              ///< since the last run that finished
    std::map<std::string, std::uint64_t> longer_budgets; ///< by function, in milliseconds
    bool is_told_soon = false;                           ///< that there is another version
    std::optional<LastVerdicts> last;                    ///< of the last run that finished
    Change change = Change::None;                        ///< since then; with others an edit is Other
    std::set<std::string> since_edit;                    ///< violations that an edit has brought, by fingerprint
  };

  /// Files that are verified though nobody has opened them, one after the other: each for a short time for each of its
  /// functions, and those that this is not enough for once more at the end.
  struct Workspace {
    Documents files;                  ///< all that have been begun, with empty texts
    std::vector<std::string> waiting; ///< paths, the last one is next
    std::vector<std::string> slow;    ///< paths
    enum class Round { Short, Full } round = Round::Short;
    std::set<std::string> running; ///< URIs
    std::size_t total = 0;
    RunId progress = 0; ///< of all together
  };

  /// What is known of the document; nothing yet if nobody has asked.
  Watched& watched_of(const Document& document) { return watched_[document.uri]; }
  [[nodiscard]] std::vector<const Document*> sources() const;
  /// Sources that take something from the file at `path`, as far as their last runs tell.
  [[nodiscard]] std::vector<const Document*> sources_that_use(const std::string& path) const;
  [[nodiscard]] std::vector<const Document*> affected_by(const Document& document) const;
  [[nodiscard]] const Document* document_of(RunId run) const;
  [[nodiscard]] bool is_open(const Document& document) const { return documents_.contains(document.uri); }
  [[nodiscard]] VerificationJob job_for(const Document& document, RunId run);
  void turn_attention_to(const Document& document);
  void verify_automatically(const Document& document);
  void verify_after_pause(const Document& document);
  void start(const Document& document, Origin origin);
  void stop_run(Watched& watched, const std::string& why);
  void stop(Watched& watched, const protocol::ResponseError& error);
  void restart_runs();
  void invalidate(const Document& document, const std::string& why);
  void abandon(const Document& document, VerificationState state, const protocol::ResponseError& error);
  void tell(const Document& document, VerificationState state);
  void tell_soon(const Document& document);
  void settle(Watched& watched, const DocumentStatus* status);
  void withdraw(const std::string& uri, std::uint64_t waiter);
  void watch_files();
  void on_file_changed(const std::string& path);
  void compare_with_disk_after_pause(const Document& document);
  void verify_if_on_disk(const Document& document);
  /// `folder` as a setting names it: from the workspace folder that the document is in, or from its own.
  [[nodiscard]] std::filesystem::path resolved(const std::string& folder, const Document& document) const;
  [[nodiscard]] std::string build_directory_for(const Document& document) const;
  [[nodiscard]] std::chrono::milliseconds budget_for(const Document& document) const;
  [[nodiscard]] Urgency urgency_of(const Document& document) const;
  void start_more_of_workspace();
  void leave_workspace(const std::string& uri);
  void finish_in_workspace(const std::string& uri);
  void tell_of_workspace();
  void publish(const Document& document);
  void replace_verified(const std::string& uri, VerifiedDocument verified);
  static std::set<std::string> violations_since_edit(const Watched& watched, const VerifiedDocument& found);
  void on_started(RunId run);
  void on_interrupted(RunId run);
  void on_partial_result(RunId run, const VerifiedDocument& partial);
  void on_finished(RunId run, VerifiedDocument result);

  boost::asio::io_context& io_;
  protocol::Connection& connection_;
  const Documents& documents_;
  const LspOptions& options_;
  std::function<void()> on_changed_;
  ClientProfile profile_;
  LspSettings settings_;
  Workspace workspace_;
  Attention attention_;
  std::map<std::string, Watched> watched_;                                        ///< every open source, by URI
  std::map<std::string, std::unique_ptr<boost::asio::steady_timer>> comparisons_; ///< with the disk, by URI
  std::uint64_t next_waiter_ = 1;
  RunId next_run_ = 1;
  std::uint64_t generation_ = 0;
  ProgressReporter progress_;
  FileWatch files_;
  VerificationLanes lanes_;
};

} // namespace vouch::server
