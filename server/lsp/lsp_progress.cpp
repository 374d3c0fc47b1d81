#include "server/lsp/lsp_progress.hpp"

#include "protocol/lsp_window.hpp"

#include <utility>

namespace vouch::server {

ProgressReporter::ProgressReporter(boost::asio::io_context& io, protocol::Connection& connection, std::string subject,
                                   std::chrono::milliseconds delay)
    : io_(io), connection_(connection), subject_(std::move(subject)), delay_(delay) {}

void ProgressReporter::begin(RunId run, std::string title, protocol::Support support) {
  if (support == protocol::Support::No) {
    return;
  }
  Shown& shown = runs_[run];
  shown.title = std::move(title);
  shown.timer = std::make_unique<boost::asio::steady_timer>(io_, delay_);
  shown.timer->async_wait([this, run](const boost::system::error_code& error) {
    if (!error) {
      request(run);
    }
  });
}

void ProgressReporter::request(RunId run) {
  const auto found = runs_.find(run);
  if (found == runs_.end()) {
    return; // ended when the timer had already fired
  }
  found->second.phase = Phase::Requested;
  connection_.request("window/workDoneProgress/create", protocol::WorkDoneProgressCreateParams{token_of(run)},
                      [this, run](const protocol::Outcome<protocol::Json>& outcome) {
                        if (std::holds_alternative<protocol::ResponseError>(outcome)) {
                          runs_.erase(run);
                        } else {
                          show(run);
                        }
                      });
}

void ProgressReporter::show(RunId run) {
  const auto found = runs_.find(run);
  if (found == runs_.end()) {
    return; // ended before the client answered: the token stays unused
  }
  found->second.phase = Phase::Shown;
  connection_.notify("$/progress",
                     protocol::WorkDoneProgressBegin{token_of(run), found->second.title, found->second.message});
}

void ProgressReporter::report(RunId run, const std::string& message) {
  const auto found = runs_.find(run);
  if (found == runs_.end()) {
    return;
  }
  found->second.message = message;
  if (found->second.phase == Phase::Shown) {
    connection_.notify("$/progress", protocol::WorkDoneProgressReport{token_of(run), message});
  }
}

void ProgressReporter::end(RunId run, const std::string& message) {
  const auto ended = runs_.extract(run);
  if (!ended.empty() && ended.mapped().phase == Phase::Shown) {
    connection_.notify("$/progress", protocol::WorkDoneProgressEnd{token_of(run), message});
  }
}

std::optional<RunId> ProgressReporter::run_of(const std::string& token) const {
  for (const auto& [run, shown] : runs_) {
    if (token_of(run) == token) {
      return run;
    }
  }
  return std::nullopt;
}

} // namespace vouch::server
