#include "server/lsp/lsp_verification.hpp"
#include "server/support/file_uri.hpp"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <limits>
#include <utility>

/// Files of the workspace that nobody has opened.
namespace vouch::server {

namespace {

/// For a function, in the first round.
constexpr std::chrono::milliseconds short_budget{1000};

bool wants_more_time(const VerifiedDocument& verified) {
  return std::ranges::any_of(verified.functions, [](const VerifiedFunction& function) {
    return function.verdict == Verdict::Unknown && function.reason.starts_with("timeout");
  });
}

} // namespace

std::chrono::milliseconds LspVerification::budget_for(const Document& document) const {
  const bool is_in_short_round = !is_open(document) && workspace_.round == Workspace::Round::Short;
  return is_in_short_round ? std::min(short_budget, settings_.budget) : settings_.budget;
}

/// What takes short comes before everything else that nobody sees, an open file that takes long among it.
Urgency LspVerification::urgency_of(const Document& document) const {
  if (is_open(document)) {
    return attention_.urgency_of(document.uri);
  }
  const bool is_short = workspace_.round == Workspace::Round::Short;
  return {Sight::Hidden, is_short ? std::numeric_limits<std::uint64_t>::max() : 0};
}

void LspVerification::verify_unopened(const std::set<std::string>& paths) {
  const auto is_wanted = [this](const std::string& path) {
    const bool is_open = std::ranges::any_of(documents_, [&](const auto& entry) { return entry.second.path == path; });
    return !is_open && !workspace_.running.contains(uri_of(path)) &&
           std::ranges::find(workspace_.waiting, path) == workspace_.waiting.end();
  };
  std::vector<std::string> wanted;
  std::ranges::copy_if(paths, std::back_inserter(wanted), is_wanted);
  if (workspace_.progress == 0) {
    workspace_.total = 0;
    workspace_.round = Workspace::Round::Short;
    workspace_.progress = next_run_++;
    progress_.begin(workspace_.progress, "Verifying the workspace", profile_.capabilities.work_done_progress);
  }
  workspace_.total += wanted.size();
  workspace_.waiting.insert(workspace_.waiting.begin(), wanted.rbegin(), wanted.rend());
  start_more_of_workspace();
}

void LspVerification::cancel_workspace() {
  workspace_.waiting.clear();
  workspace_.slow.clear();
  workspace_.total -= std::min(workspace_.total, workspace_.running.size());
  for (const std::string& uri : std::exchange(workspace_.running, {})) {
    abandon(workspace_.files.at(uri), VerificationState::Cancelled,
            {protocol::ErrorCode::RequestCancelled, "the verification was cancelled"});
  }
  if (workspace_.progress != 0) {
    progress_.end(std::exchange(workspace_.progress, 0), "cancelled");
    tell_of_workspace();
  }
}

void LspVerification::start_more_of_workspace() {
  if (workspace_.waiting.empty() && workspace_.running.empty() && !workspace_.slow.empty()) {
    workspace_.waiting = std::exchange(workspace_.slow, {});
    workspace_.round = Workspace::Round::Full;
  }
  const std::size_t at_a_time = 2 * worker_count(); // no worker waits, and not all jobs have copies of open texts
  while (!workspace_.waiting.empty() && workspace_.running.size() < at_a_time) {
    const std::string path = std::move(workspace_.waiting.back());
    workspace_.waiting.pop_back();
    Document file{uri_of(path), path, "c", 0, ""};
    const std::string uri = file.uri;
    workspace_.running.insert(uri);
    start(workspace_.files.insert_or_assign(uri, std::move(file)).first->second, Origin::Requested);
  }
  if (workspace_.progress == 0) {
    return;
  }
  tell_of_workspace();
  if (workspace_.running.empty()) {
    progress_.end(std::exchange(workspace_.progress, 0), "finished");
    watch_files();
  }
}

/// The file is open now, or gone.
void LspVerification::leave_workspace(const std::string& uri) {
  if (workspace_.files.erase(uri) != 0) {
    stop(watched_[uri], {protocol::ErrorCode::ContentModified, "the document was opened"});
    watched_.erase(uri);
    finish_in_workspace(uri);
  }
}

void LspVerification::finish_in_workspace(const std::string& uri) {
  if (workspace_.running.erase(uri) == 0) {
    return;
  }
  const auto file = workspace_.files.find(uri);
  const bool is_slow = file != workspace_.files.end() && workspace_.round == Workspace::Round::Short &&
                       settings_.budget > short_budget && wants_more_time(watched_[uri].status.verified);
  if (is_slow) {
    workspace_.slow.push_back(file->second.path);
  }
  start_more_of_workspace();
}

void LspVerification::tell_of_workspace() {
  const std::size_t open = workspace_.waiting.size() + workspace_.running.size() + workspace_.slow.size();
  const std::size_t done = workspace_.total - std::min(workspace_.total, open);
  progress_.report(workspace_.progress, std::to_string(done) + " of " + std::to_string(workspace_.total) + " files");
  connection_.notify("vouch/workspace",
                     protocol::Json{{"total", workspace_.total}, {"done", done}, {"running", open != 0}});
}

} // namespace vouch::server
