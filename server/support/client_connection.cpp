#include "server/support/client_connection.hpp"

#include <chrono>
#include <spdlog/spdlog.h>
#include <utility>

namespace vouch::server {
namespace {

/// How long a client may take to read the last messages.
constexpr std::chrono::seconds flush_limit{1};

} // namespace

ClientConnection::ClientConnection(int input, int output, ExitStatuses statuses)
    : statuses_(statuses), stream_(io_, input, output), flush_timer_(io_),
      client_watch_(io_, [this] { quit("the client has gone", statuses_.abandoned); }) {}

void ClientConnection::quit(std::string_view why, int status) {
  if (status_) {
    return;
  }
  spdlog::info("the session ends: {}", why);
  status_ = status;
  flush_timer_.expires_after(flush_limit);
  flush_timer_.async_wait([this](const boost::system::error_code&) { io_.stop(); });
  stream_.finish([this] { io_.stop(); });
}

int ClientConnection::run(Events events) {
  const auto on_end = [this, on_broken = std::move(events.on_broken)](protocol::StreamEnd end, const std::string& why) {
    if (end == protocol::StreamEnd::Broken) {
      on_broken(why);
      quit(why, statuses_.broken);
    } else {
      quit(why, statuses_.abandoned);
    }
  };
  stream_.start({std::move(events.on_message), on_end});
  io_.run();
  return status_.value_or(1);
}

} // namespace vouch::server
