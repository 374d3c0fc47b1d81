#include "server/lsp/lsp_verification.hpp"

#include "protocol/lsp_diagnostic.hpp"
#include "server/lsp/outdated_functions.hpp"

#include <algorithm>
#include <filesystem>
#include <spdlog/spdlog.h>
#include <utility>

namespace vouch::server {

namespace {

using protocol::ErrorCode;
using protocol::ResponseError;

constexpr const char* status_method = "vouch/status";

/// How much more time a function gets that was given more.
constexpr std::uint64_t more_time = 3;

bool uses(const VerifiedDocument& verified, const std::string& path) {
  const auto has = [&path](const std::vector<std::string>& files) {
    return std::ranges::find(files, path) != files.end();
  };
  return has(verified.linked_files) || has(verified.included_files);
}

} // namespace

LspVerification::LspVerification(boost::asio::io_context& io, protocol::Connection& connection,
                                 ServiceOfRoot service_of_root, const Documents& documents, const LspOptions& options,
                                 std::function<void()> on_changed)
    : io_(io), connection_(connection), documents_(documents), options_(options), on_changed_(std::move(on_changed)),
      settings_(options.settings), progress_(io, connection, "vouch", options.progress_delay),
      files_(io, [this](const std::string& path) { on_file_changed(path); }),
      lanes_(io, std::move(service_of_root),
             {[this](RunId run) { on_started(run); },
              [this](RunId run, const std::string& message) { progress_.report(run, message); },
              [this](RunId run, const VerifiedDocument& partial) { on_partial_result(run, partial); },
              [this](RunId run) { on_interrupted(run); },
              [this](RunId run, VerifiedDocument result) { on_finished(run, std::move(result)); }}) {}

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
  settings_.hints = settings.hints;
  const bool only_occasion_changed = settings_ == settings;
  settings_ = settings;
  for (const Document* source : sources()) {
    if (!only_occasion_changed) {
      invalidate(*source, "the settings have changed");
    }
    if (!only_occasion_changed || was_manual) {
      verify_automatically(*source);
    }
  }
  on_changed_();
}

void LspVerification::opened(const Document& document) {
  leave_workspace(document.uri);
  attention_.touch(document.uri);
  if (kind_of(document) == DocumentKind::Source) {
    invalidate(document, "the document was opened again");
    verify_automatically(document);
    watch_files();
  } else if (kind_of(document) == DocumentKind::Header) {
    restart_runs();
  }
}

void LspVerification::edited(const Document& document, const AppliedEdit& edit) {
  const auto found = watched_.find(document.uri);
  if (found == watched_.end()) {
    return;
  }
  Watched& watched = found->second;
  watched.change = watched.change == Change::None ? Change::Edit : watched.change;
  for (const VerifiedFunction& function : watched.status.verified.functions) {
    if (function.body.start <= edit.range.end && edit.range.start <= function.body.end) {
      watched.edited_functions.insert(function.name);
    }
  }
  watched.status = with_outdated(std::move(watched.status), edit.range);
  watched.status.verified = moved(std::move(watched.status.verified), edit.range, edit.new_end);
  watched.before_run = moved(std::move(watched.before_run), edit.range, edit.new_end);
}

void LspVerification::changed(const Document& document) {
  turn_attention_to(document);
  for (const Document* source : affected_by(document)) {
    if (source == &document) { // of which `edited` knows what has changed
      abandon(document, VerificationState::Stale, {ErrorCode::ContentModified, "the document was edited"});
    } else {
      invalidate(*source, document.path + " was edited");
    }
    if (settings_.verify_on == VerifyOn::Change) {
      verify_after_pause(*source);
    }
  }
  if (settings_.verify_on == VerifyOn::Save) {
    compare_with_disk_after_pause(document);
  }
}

void LspVerification::saved(const Document& document) {
  turn_attention_to(document);
  for (const Document* source : affected_by(document)) {
    if (source != &document || !watched_of(document).run) {
      verify_automatically(*source);
    }
  }
}

void LspVerification::focused(Focus focus) {
  attention_.look_at(std::move(focus));
  for (const Document* source : sources()) {
    if (const std::optional<RunId> run = watched_of(*source).run) {
      lanes_.change_urgency(*run, attention_.urgency_of(source->uri));
    }
  }
}

/// The user has turned to the document: what is known of it is wanted before what was wanted until now.
void LspVerification::turn_attention_to(const Document& document) {
  attention_.touch(document.uri);
  const auto watched = watched_.find(document.uri);
  if (watched != watched_.end() && watched->second.run) {
    lanes_.change_urgency(*watched->second.run, attention_.urgency_of(document.uri));
  }
}

/// The sources whose verdicts depend on the document's text, it itself last.
std::vector<const Document*> LspVerification::affected_by(const Document& document) const {
  if (kind_of(document) == DocumentKind::Header) {
    return sources();
  }
  std::vector<const Document*> affected = sources_that_use(document.path);
  if (kind_of(document) == DocumentKind::Source) {
    affected.push_back(&document);
  }
  return affected;
}

void LspVerification::closed(const Document& document) {
  attention_.forget(document.uri);
  comparisons_.erase(document.uri);
  if (kind_of(document) == DocumentKind::Header) {
    restart_runs();
  }
  const auto watched = watched_.find(document.uri);
  if (watched == watched_.end()) {
    return;
  }
  stop(watched->second, {ErrorCode::ContentModified, "the document was closed"});
  settle(watched->second, nullptr);
  watched_.erase(watched);
  connection_.notify("textDocument/publishDiagnostics",
                     protocol::PublishDiagnosticsParams{document.uri, std::nullopt, {}});
  watch_files();
}

/// A header was opened or closed. Usually its buffer is what the disk has, so finished verdicts stand; runs under way
/// may have read either.
void LspVerification::restart_runs() {
  for (const Document* source : sources()) {
    if (watched_of(*source).run) {
      start(*source, watched_of(*source).origin);
    }
  }
}

void LspVerification::verify(const Document& document) {
  turn_attention_to(document);
  if (!watched_of(document).run) {
    start(document, Origin::Requested);
  }
}

void LspVerification::verify(const Document& document, protocol::Responder<DocumentStatus> responder) {
  const std::uint64_t waiter = next_waiter_++;
  responder.on_cancel([this, uri = document.uri, waiter] { withdraw(uri, waiter); });
  watched_of(document).waiters.emplace(waiter, std::move(responder));
  verify(document);
}

void LspVerification::give_more_time(const Document& document, const std::string& function) {
  std::uint64_t& budget = watched_of(document).longer_budgets[function];
  const std::uint64_t last = std::max(budget, static_cast<std::uint64_t>(settings_.budget.count()));
  budget = std::min(last, std::uint64_t{86'400'000}) * more_time;
  attention_.touch(document.uri);
  start(document, Origin::Requested);
}

void LspVerification::when_settled(const Document& document, std::function<void(const DocumentStatus*)> then) {
  Watched& watched = watched_of(document);
  if (watched.run || watched.pause != nullptr) {
    watched.settlers.push_back(std::move(then));
  } else {
    then(&watched.status);
  }
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
  if (run && run == workspace_.progress) {
    cancel_workspace();
  }
  if (const Document* document = run ? document_of(*run) : nullptr) {
    cancel(*document);
  }
}

void LspVerification::end_session() {
  cancel_workspace();
  for (const Document* source : sources()) {
    cancel(*source);
  }
}

const DocumentStatus* LspVerification::status_of(const std::string& uri) const {
  const auto found = watched_.find(uri);
  return found == watched_.end() ? nullptr : &found->second.status;
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

std::vector<const Document*> LspVerification::sources_that_use(const std::string& path) const {
  std::vector<const Document*> result;
  for (const Document* source : sources()) {
    const auto watched = watched_.find(source->uri);
    if (watched != watched_.end() && source->path != path && uses(watched->second.status.verified, path)) {
      result.push_back(source);
    }
  }
  return result;
}

const Document* LspVerification::document_of(RunId run) const {
  for (const auto& [uri, watched] : watched_) {
    if (watched.run == run) {
      const Documents& known = documents_.contains(uri) ? documents_ : workspace_.files;
      const auto document = known.find(uri);
      return document == known.end() ? nullptr : &document->second;
    }
  }
  return nullptr;
}

std::filesystem::path LspVerification::resolved(const std::string& folder, const Document& document) const {
  const std::string root = innermost_root(lanes_.roots(), document.path);
  const std::filesystem::path own = std::filesystem::path(document.path).parent_path();
  return ((root.empty() ? own : std::filesystem::path(root)) / folder).lexically_normal();
}

std::filesystem::path LspVerification::tests_folder_for(const Document& document) const {
  return settings_.tests_folder.empty() ? std::filesystem::path(document.path).parent_path()
                                        : resolved(settings_.tests_folder, document);
}

std::string LspVerification::build_directory_for(const Document& document) const {
  return settings_.build_folder.empty() ? options_.build_directory
                                        : resolved(settings_.build_folder, document).string();
}

VerificationRequest LspVerification::request_for(const Document& document) const {
  VerificationRequest request;
  request.input.path = document.path;
  request.input.unsaved = contents_by_path(documents_);
  request.input.clang_arguments = options_.clang_arguments;
  request.input.clang_arguments.insert(request.input.clang_arguments.end(), settings_.flags.begin(),
                                       settings_.flags.end());
  request.input.build_directory = build_directory_for(document);
  request.options.properties = settings_.properties;
  request.options.analysis = settings_.analysis;
  request.options.linking = settings_.linking;
  request.options.allocation = settings_.allocation;
  request.options.callers = settings_.callers;
  request.options.cache_folder = settings_.cache_folder;
  request.options.entry_milliseconds = static_cast<std::uint64_t>(budget_for(document).count());
  return request;
}

VerificationJob LspVerification::job_for(const Document& document, RunId run) {
  const Watched& watched = watched_of(document);
  VerificationJob job;
  job.run = run;
  job.request = request_for(document);
  job.request.jobs = jobs_of(settings_);
  job.request.options.longer_budgets = watched.longer_budgets;
  job.request.options.first_entries.assign(watched.edited_functions.begin(), watched.edited_functions.end());
  if (const std::optional<protocol::Range> seen = attention_.range_in_view(document.uri)) {
    job.request.options.first_lines = {seen->start.line + 1, seen->end.line + 1};
  }
  job.memory_limit_bytes = settings_.memory_limit_bytes;
  job.target = {document.uri,
                document.path,
                document.version,
                profile_.encoding,
                profile_.capabilities.related_information,
                options_.pages_folder};
  job.traces_folder = options_.traces_folder;
  return job;
}

void LspVerification::verify_automatically(const Document& document) {
  if (settings_.verify_on != VerifyOn::Manual) {
    start(document, Origin::Automatic);
  }
}

void LspVerification::verify_after_pause(const Document& document) {
  Watched& watched = watched_of(document);
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
  Watched& watched = watched_of(document);
  stop_run(watched, "restarted");
  const RunId run = next_run_++;
  watched.run = run;
  watched.origin = origin;
  watched.before_run = watched.status.verified;
  tell(document, VerificationState::Queued);
  if (is_open(document)) {
    progress_.begin(run, "Verifying " + std::filesystem::path(document.path).filename().string(),
                    profile_.capabilities.work_done_progress);
  }
  lanes_.submit(job_for(document, run), urgency_of(document));
}

void LspVerification::stop_run(Watched& watched, const std::string& why) {
  watched.pause.reset();
  watched.status = with_decided_parts(std::move(watched.status));
  if (const std::optional<RunId> run = std::exchange(watched.run, std::nullopt)) {
    lanes_.cancel(*run);
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

/// Something has changed that may matter to all functions of the document.
void LspVerification::invalidate(const Document& document, const std::string& why) {
  watched_of(document).status.outdated.reset();
  watched_of(document).change = Change::Other;
  abandon(document, VerificationState::Stale, {ErrorCode::ContentModified, why});
}

void LspVerification::abandon(const Document& document, VerificationState state, const ResponseError& error) {
  Watched& watched = watched_of(document);
  stop(watched, error);
  const DocumentStatus& status = watched.status;
  const bool is_new = status.state != state && status.state != VerificationState::Stale;
  const bool was_told = status.generation != 0;
  if (is_new) {
    tell(document, state);
  } else if (was_told && status.version != document.version) {
    tell_soon(document);
  }
  settle(watched, &watched.status);
}

void LspVerification::tell(const Document& document, VerificationState state) {
  DocumentStatus& status = watched_of(document).status;
  status.uri = document.uri;
  status.version = document.version;
  status.generation = ++generation_;
  status.state = state;
  watched_of(document).is_told_soon = false;
  connection_.notify(status_method, status);
  on_changed_();
}

/// That there is another version of the text, and nothing else. Edits that arrive together are told of together: a
/// status has all functions of the file.
void LspVerification::tell_soon(const Document& document) {
  if (std::exchange(watched_of(document).is_told_soon, true)) {
    return;
  }
  boost::asio::post(io_, [this, uri = document.uri] {
    const auto found = documents_.find(uri);
    const auto watched = watched_.find(uri);
    if (found != documents_.end() && watched != watched_.end() && watched->second.is_told_soon) {
      tell(found->second, watched->second.status.state);
    }
  });
}

void LspVerification::settle(Watched& watched, const DocumentStatus* status) {
  for (const auto& then : std::exchange(watched.settlers, {})) {
    then(status);
  }
}

} // namespace vouch::server
