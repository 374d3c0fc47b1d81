#include "server/lsp_verification.hpp"

#include "protocol/lsp_diagnostic.hpp"

#include <filesystem>
#include <spdlog/spdlog.h>
#include <utility>

namespace vouch::server {

namespace {

using protocol::ErrorCode;
using protocol::ResponseError;

constexpr const char* status_method = "vouch/status";

} // namespace

LspVerification::LspVerification(boost::asio::io_context& io, protocol::Connection& connection,
                                 VerificationService& service, const Documents& documents, const LspOptions& options)
    : io_(io), connection_(connection), documents_(documents), options_(options), settings_(options.settings),
      progress_(io, connection, options.progress_delay),
      queue_(io, service,
             {[this](RunId run) { on_started(run); },
              [this](RunId run, const std::string& message) { progress_.report(run, message); },
              [this](RunId run, VerificationResult result) { on_finished(run, std::move(result)); }}) {}

void LspVerification::start_session(const ClientProfile& profile, const LspSettings& settings) {
  profile_ = profile;
  settings_ = settings;
}

void LspVerification::change_settings(const LspSettings& settings) {
  if (settings == settings_) {
    return;
  }
  const bool was_manual = settings_.verify_on == VerifyOn::Manual;
  settings_.verify_on = settings.verify_on;
  const bool only_occasion_changed = settings_ == settings;
  settings_ = settings;
  for (const Document* source : sources()) {
    if (!only_occasion_changed) {
      abandon(*source, VerificationState::Stale, {ErrorCode::ContentModified, "the settings have changed"});
    }
    if (!only_occasion_changed || was_manual) {
      verify_automatically(*source);
    }
  }
}

void LspVerification::opened(const Document& document) {
  if (kind_of(document) == DocumentKind::Source) {
    abandon(document, VerificationState::Stale, {ErrorCode::ContentModified, "the document was opened again"});
    verify_automatically(document);
  } else if (kind_of(document) == DocumentKind::Header) {
    restart_runs();
  }
}

void LspVerification::changed(const Document& document) {
  std::vector<const Document*> affected;
  if (kind_of(document) == DocumentKind::Source) {
    affected = sources_linked_with(document);
    affected.push_back(&document);
  } else if (kind_of(document) == DocumentKind::Header) {
    affected = sources();
  }
  for (const Document* source : affected) {
    abandon(*source, VerificationState::Stale, {ErrorCode::ContentModified, "the document was edited"});
    if (settings_.verify_on == VerifyOn::Change) {
      verify_after_pause(*source);
    }
  }
}

void LspVerification::saved(const Document& document) {
  if (kind_of(document) == DocumentKind::Source) {
    for (const Document* source : sources_linked_with(document)) {
      verify_automatically(*source);
    }
    if (!watched_[document.uri].run) {
      verify_automatically(document); // the last one is the first to run
    }
  } else if (kind_of(document) == DocumentKind::Header) {
    for (const Document* source : sources()) {
      verify_automatically(*source);
    }
  }
}

void LspVerification::closed(const Document& document) {
  if (kind_of(document) == DocumentKind::Header) {
    restart_runs();
  }
  const auto watched = watched_.find(document.uri);
  if (watched == watched_.end()) {
    return;
  }
  stop(watched->second, {ErrorCode::ContentModified, "the document was closed"});
  watched_.erase(watched);
  connection_.notify("textDocument/publishDiagnostics",
                     protocol::PublishDiagnosticsParams{document.uri, std::nullopt, {}});
}

/// A header was opened or closed. Usually its buffer is what the disk has, so finished verdicts stand; runs under way
/// may have read either.
void LspVerification::restart_runs() {
  for (const Document* source : sources()) {
    if (watched_[source->uri].run) {
      start(*source, watched_[source->uri].origin);
    }
  }
}

void LspVerification::verify(const Document& document) {
  if (!watched_[document.uri].run) {
    start(document, Origin::Requested);
  }
}

void LspVerification::verify(const Document& document, protocol::Responder<VerificationStatus> responder) {
  const std::uint64_t waiter = next_waiter_++;
  responder.on_cancel([this, uri = document.uri, waiter] { withdraw(uri, waiter); });
  watched_[document.uri].waiters.emplace(waiter, std::move(responder));
  verify(document);
}

/// The client has cancelled a request: a run that nobody else wants ends.
void LspVerification::withdraw(const std::string& uri, std::uint64_t waiter) {
  const auto watched = watched_.find(uri);
  const auto document = documents_.find(uri);
  if (watched == watched_.end() || document == documents_.end()) {
    return;
  }
  watched->second.waiters.erase(waiter);
  if (watched->second.waiters.empty() && watched->second.origin == Origin::Requested) {
    cancel(document->second);
  }
}

void LspVerification::cancel(const Document& document) {
  const auto watched = watched_.find(document.uri);
  if (watched != watched_.end() && (watched->second.run || watched->second.pause != nullptr)) {
    abandon(document, VerificationState::Cancelled, {ErrorCode::RequestCancelled, "the verification was cancelled"});
  }
}

void LspVerification::cancel_progress(const std::string& token) {
  const std::optional<RunId> run = progress_.run_of(token);
  if (const Document* document = run ? document_of(*run) : nullptr) {
    cancel(*document);
  }
}

void LspVerification::end_session() {
  for (const Document* source : sources()) {
    cancel(*source);
  }
}

std::vector<const Document*> LspVerification::sources() const {
  std::vector<const Document*> result;
  for (const auto& [uri, document] : documents_) {
    if (kind_of(document) == DocumentKind::Source) {
      result.push_back(&document);
    }
  }
  return result;
}

std::vector<const Document*> LspVerification::sources_linked_with(const Document& document) const {
  std::vector<const Document*> result;
  for (const Document* source : sources()) {
    const auto watched = watched_.find(source->uri);
    if (watched != watched_.end() && source != &document &&
        std::ranges::find(watched->second.linked_files, document.path) != watched->second.linked_files.end()) {
      result.push_back(source);
    }
  }
  return result;
}

const Document* LspVerification::document_of(RunId run) const {
  for (const auto& [uri, watched] : watched_) {
    if (watched.run == run) {
      const auto document = documents_.find(uri);
      return document == documents_.end() ? nullptr : &document->second;
    }
  }
  return nullptr;
}

VerificationJob LspVerification::job_for(const Document& document, RunId run) const {
  VerificationJob job;
  job.run = run;
  job.request.input.path = document.path;
  job.request.input.unsaved = contents_by_path(documents_);
  job.request.input.clang_arguments = options_.clang_arguments;
  job.request.input.build_directory = options_.build_directory;
  job.request.options.properties = settings_.properties;
  job.request.options.analysis = settings_.analysis;
  job.request.options.linking = settings_.linking;
  job.request.options.cache_folder = settings_.cache_folder;
  job.budget = settings_.budget;
  job.memory_limit_bytes = options_.memory_limit_bytes;
  job.target = {document.uri, document.path, document.version, profile_.encoding,
                profile_.capabilities.related_information};
  return job;
}

void LspVerification::verify_automatically(const Document& document) {
  if (settings_.verify_on != VerifyOn::Manual) {
    start(document, Origin::Automatic);
  }
}

void LspVerification::verify_after_pause(const Document& document) {
  Watched& watched = watched_[document.uri];
  watched.pause = std::make_unique<boost::asio::steady_timer>(io_, options_.change_pause);
  watched.pause->async_wait([this, uri = document.uri](const boost::system::error_code& error) {
    const auto found = documents_.find(uri);
    if (!error && found != documents_.end() && watched_[uri].pause != nullptr) {
      start(found->second, Origin::Automatic);
    }
  });
}

/// Requires that the document is a source. Whoever waits for a run that this one replaces gets its result.
void LspVerification::start(const Document& document, Origin origin) {
  Watched& watched = watched_[document.uri];
  stop_run(watched, "restarted");
  const RunId run = next_run_++;
  watched.run = run;
  watched.origin = origin;
  tell(document, VerificationState::Queued);
  progress_.begin(run, "Verifying " + std::filesystem::path(document.path).filename().string(),
                  profile_.capabilities.work_done_progress);
  queue_.submit(job_for(document, run));
}

void LspVerification::stop_run(Watched& watched, const std::string& why) {
  watched.pause.reset();
  if (const std::optional<RunId> run = std::exchange(watched.run, std::nullopt)) {
    queue_.cancel(*run);
    progress_.end(*run, why);
  }
}

/// Ends the run, if there is one, and fails those who wait for it.
void LspVerification::stop(Watched& watched, const ResponseError& error) {
  stop_run(watched, error.message);
  for (auto& [number, responder] : std::exchange(watched.waiters, {})) {
    responder.fail(error);
  }
}

void LspVerification::abandon(const Document& document, VerificationState state, const ResponseError& error) {
  Watched& watched = watched_[document.uri];
  stop(watched, error);
  if (watched.status.state != state && watched.status.state != VerificationState::Stale) {
    tell(document, state);
  }
}

void LspVerification::tell(const Document& document, VerificationState state) {
  VerificationStatus& status = watched_[document.uri].status;
  status.uri = document.uri;
  status.version = document.version;
  status.state = state;
  connection_.notify(status_method, status);
}

void LspVerification::on_started(RunId run) {
  if (const Document* document = document_of(run)) {
    tell(*document, VerificationState::Running);
  }
}

void LspVerification::on_finished(RunId run, VerificationResult result) {
  const Document* document = document_of(run);
  if (document == nullptr) {
    return;
  }
  Watched& watched = watched_[document->uri];
  watched.run.reset();
  spdlog::debug("{}: verified version {} in {:.3f} s, {} diagnostics", document->path, document->version,
                result.status.seconds, result.diagnostics.size());
  connection_.notify(
      "textDocument/publishDiagnostics",
      protocol::PublishDiagnosticsParams{document->uri, document->version, std::move(result.diagnostics)});
  watched.status = std::move(result.status);
  watched.linked_files = std::move(result.linked_files);
  connection_.notify(status_method, watched.status);
  progress_.end(run, "finished");
  for (auto& [number, responder] : std::exchange(watched.waiters, {})) {
    responder.answer(watched.status);
  }
}

} // namespace vouch::server
