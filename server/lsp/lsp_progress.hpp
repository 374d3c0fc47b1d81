#pragma once

#include "protocol/asio.hpp"
#include "protocol/connection.hpp"
#include "protocol/lsp_lifecycle.hpp"
#include "server/lsp/verification_queue.hpp"

#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <string>

namespace vouch::server {

/// Work-done progress in the editor, one per run. Runs that are over before `delay` never show up, so that editing
/// small files does not flicker. Clients without support for it get nothing. Belongs to the event loop's thread.
class ProgressReporter {
public:
  /// `subject` tells the tokens of several reporters of a session apart.
  ProgressReporter(boost::asio::io_context& io, protocol::Connection& connection, std::string subject,
                   std::chrono::milliseconds delay);

  void begin(RunId run, std::string title, protocol::Support support);
  void report(RunId run, const std::string& message);
  void end(RunId run, const std::string& message);

  /// The run that the client means by `token`, if it is going on.
  [[nodiscard]] std::optional<RunId> run_of(const std::string& token) const;

private:
  enum class Phase { Delayed, Requested, Shown };
  struct Shown {
    std::string title;
    std::string message; ///< the latest one
    Phase phase = Phase::Delayed;
    std::unique_ptr<boost::asio::steady_timer> timer;
  };

  [[nodiscard]] std::string token_of(RunId run) const { return subject_ + "/" + std::to_string(run); }
  void request(RunId run);
  void show(RunId run);

  boost::asio::io_context& io_;
  protocol::Connection& connection_;
  std::string subject_;
  std::chrono::milliseconds delay_;
  std::map<RunId, Shown> runs_;
};

} // namespace vouch::server
