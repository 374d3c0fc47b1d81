#include "server/lsp/lsp_verification.hpp"
#include "server/lsp/outdated_functions.hpp"

#include <spdlog/spdlog.h>
#include <utility>

/// What comes of runs.
namespace vouch::server {

void LspVerification::publish(const Document& document) {
  const std::optional<std::int64_t> version = is_open(document) ? std::optional(document.version) : std::nullopt;
  connection_.notify(
      "textDocument/publishDiagnostics",
      protocol::PublishDiagnosticsParams{document.uri, version, watched_of(document).status.verified.diagnostics});
}

void LspVerification::take_native_confirmation(const std::string& uri, const std::string& trace) {
  if (const DocumentStatus* status = status_of(uri)) {
    replace_verified(uri, confirmed_natively(status->verified, trace));
  }
}

void LspVerification::take_native_refutation(const std::string& uri, const std::string& trace,
                                             const std::string& difference) {
  if (const DocumentStatus* status = status_of(uri)) {
    replace_verified(uri, refuted_natively(status->verified, trace, difference));
  }
}

void LspVerification::replace_verified(const std::string& uri, VerifiedDocument verified) {
  const auto document = documents_.find(uri);
  DocumentStatus& status = watched_[uri].status;
  if (document != documents_.end() && status.verified.diagnostics != verified.diagnostics) {
    status.verified = std::move(verified);
    publish(document->second);
    tell(document->second, status.state);
  }
}

void LspVerification::on_started(RunId run) {
  if (const Document* document = document_of(run)) {
    tell(*document, VerificationState::Running);
  }
}

/// Something else is wanted first. What the run has found by now is kept.
void LspVerification::on_interrupted(RunId run) {
  if (const Document* document = document_of(run)) {
    Watched& watched = watched_of(*document);
    watched.status = with_decided_parts(std::move(watched.status));
    watched.before_run = watched.status.verified;
    tell(*document, VerificationState::Queued);
  }
}

/// Of what a run has found, that which is there because of an edit, and of nothing else that may have changed.
std::set<std::string> LspVerification::violations_since_edit(const Watched& watched, const VerifiedDocument& found) {
  std::set<std::string> fingerprints = still_there(watched.since_edit, found);
  if (watched.last && watched.change == Change::Edit) {
    fingerprints.merge(new_violations(*watched.last, found));
  }
  return fingerprints;
}

void LspVerification::on_partial_result(RunId run, const VerifiedDocument& partial) {
  const Document* document = document_of(run);
  if (document == nullptr) {
    return;
  }
  Watched& watched = watched_of(*document);
  const std::vector<protocol::Diagnostic> shown = watched.status.verified.diagnostics;
  watched.status.verified = updated(watched.before_run, since_edit(partial, violations_since_edit(watched, partial)));
  watched.status.verdict_version = document->version;
  watched.status.is_partial = true;
  if (shown != watched.status.verified.diagnostics) {
    publish(*document);
  }
  tell(*document, VerificationState::Running);
}

void LspVerification::on_finished(RunId run, VerifiedDocument result) {
  const Document* document = document_of(run);
  if (document == nullptr) {
    return;
  }
  Watched& watched = watched_of(*document);
  watched.run.reset();
  spdlog::debug("{}: verified version {} in {:.3f} s, {} diagnostics", document->path, document->version,
                result.seconds, result.diagnostics.size());
  DocumentStatus& status = watched.status;
  if (result.compiles) {
    watched.since_edit = violations_since_edit(watched, result);
    watched.last = last_verdicts(result);
    watched.change = Change::None;
  }
  status.verified = since_edit(std::move(result), watched.since_edit);
  status.is_partial = false;
  status.outdated.emplace();
  status.verdict_version = document->version;
  watched.edited_functions.clear();
  if (!status.verified.compiles) {
    // What is known of the functions is still the best that there is.
    status.verified.functions = watched.before_run.functions;
    status.verified.loops = watched.before_run.loops;
    status.verdict_version.reset();
    status.outdated.reset();
  }
  publish(*document);
  tell(*document, status.verified.compiles ? VerificationState::Finished : VerificationState::DoesNotCompile);
  progress_.end(run, "finished");
  for (auto& [number, responder] : std::exchange(watched.waiters, {})) {
    responder.answer(status);
  }
  settle(watched, &status);
  if (is_open(*document)) {
    watch_files();
  }
  finish_in_workspace(document->uri);
}

} // namespace vouch::server
