#pragma once

#include "protocol/asio.hpp"
#include "protocol/framing.hpp"

#include <array>
#include <functional>
#include <string>
#include <string_view>

namespace vouch::protocol {

/// Why a stream has ended.
enum class StreamEnd {
  Closed,       ///< the peer closed its side between two messages, or `close` was called
  Broken,       ///< what arrived cannot be read, or ended inside a message
  Disconnected, ///< the peer does not read any more
};

/// Messages over a pair of descriptors, without ever blocking. Belongs to the thread that runs `io`, and must outlive
/// the run of its handlers there.
class FramedStream {
public:
  struct Events {
    std::function<void(std::string body)> on_message;
    std::function<void(StreamEnd end, std::string why)> on_end; ///< once, and nothing after it
  };

  /// Owns both descriptors, which may be pipes, sockets, terminals or files.
  FramedStream(boost::asio::io_context& io, int input, int output, FrameLimits limits = {});

  void start(Events events);

  /// Queues one message.
  void send(std::string_view body);

  /// Stops reading, and calls `then` once everything queued is written or cannot be.
  void finish(std::function<void()> then);

private:
  void read();
  void write();
  void end(StreamEnd kind, std::string why);
  void check_finished();

  boost::asio::posix::stream_descriptor input_;
  boost::asio::posix::stream_descriptor output_;
  FrameDecoder decoder_;
  Events events_;
  std::array<char, 64U * 1024U> chunk_{};
  std::string queued_;
  std::string being_written_;
  std::function<void()> finished_;
  enum class State { Open, Ended } reading_ = State::Open, writing_ = State::Open;
};

} // namespace vouch::protocol
