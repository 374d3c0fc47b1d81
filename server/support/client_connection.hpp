#pragma once

#include "protocol/framed_stream.hpp"
#include "server/support/client_watch.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace vouch::server {

/// With which status a server ends that its client did not end.
struct ExitStatuses {
  int abandoned; ///< the client has gone, or closed its side
  int broken;    ///< what arrived cannot be read
};

/// A client at a pair of descriptors, the event loop that serves it, and the ways in which the conversation ends. The
/// first of them counts.
class ClientConnection {
public:
  struct Events {
    std::function<void(const std::string& body)> on_message;
    std::function<void(const std::string& why)> on_broken; ///< a last chance to say so
  };

  /// Owns both descriptors.
  ClientConnection(int input, int output, ExitStatuses statuses);

  boost::asio::io_context& event_loop() { return io_; }

  void send(std::string_view body) { stream_.send(body); }

  /// Ends with this process, too, if it is our parent.
  void watch(std::int64_t process_id) { client_watch_.watch(process_id); }

  /// Leaves the event loop once everything said is written, or the client does not take it.
  void quit(std::string_view why, int status);

  /// Serves the client until the end and returns the exit status.
  int run(Events events);

private:
  boost::asio::io_context io_{1};
  ExitStatuses statuses_;
  std::optional<int> status_;
  protocol::FramedStream stream_;
  boost::asio::steady_timer flush_timer_;
  ClientWatch client_watch_;
};

} // namespace vouch::server
