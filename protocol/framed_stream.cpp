#include "protocol/framed_stream.hpp"

#include <utility>

namespace vouch::protocol {

namespace {

/// A peer that stops reading must not cost all memory.
constexpr std::size_t maximum_queued_bytes = 256U * 1024U * 1024U;

} // namespace

FramedStream::FramedStream(boost::asio::io_context& io, int input, int output, FrameLimits limits)
    : input_(io, input), output_(io, output), decoder_(limits) {}

void FramedStream::start(Events events) {
  events_ = std::move(events);
  read();
}

void FramedStream::read() {
  input_.async_read_some(boost::asio::buffer(chunk_), [this](const boost::system::error_code& error, std::size_t size) {
    if (reading_ == State::Ended) {
      return;
    }
    if (error) {
      const bool clean = error == boost::asio::error::eof && decoder_.is_at_boundary();
      end(clean ? StreamEnd::Closed : StreamEnd::Broken, clean ? "end of input" : "input ended: " + error.message());
      return;
    }
    decoder_.feed({chunk_.data(), size});
    while (auto body = decoder_.next()) {
      events_.on_message(std::move(*body));
      if (reading_ == State::Ended) {
        return;
      }
    }
    if (decoder_.error()) {
      end(StreamEnd::Broken, *decoder_.error());
      return;
    }
    read();
  });
}

void FramedStream::send(std::string_view body) {
  if (writing_ == State::Ended) {
    return;
  }
  queued_ += frame(body);
  if (queued_.size() > maximum_queued_bytes) {
    writing_ = State::Ended;
    end(StreamEnd::Disconnected, "the peer does not read its messages");
    return;
  }
  write();
}

void FramedStream::write() {
  if (!being_written_.empty() || queued_.empty() || writing_ == State::Ended) {
    check_finished();
    return;
  }
  being_written_ = std::exchange(queued_, {});
  boost::asio::async_write(output_, boost::asio::buffer(being_written_),
                           [this](const boost::system::error_code& error, std::size_t /*size*/) {
                             being_written_.clear();
                             if (error) {
                               writing_ = State::Ended;
                               end(StreamEnd::Disconnected, "output failed: " + error.message());
                             }
                             write();
                           });
}

void FramedStream::finish(std::function<void()> then) {
  finished_ = std::move(then);
  reading_ = State::Ended;
  boost::system::error_code ignored; // a descriptor that cannot be cancelled has nothing under way
  input_.cancel(ignored);
  check_finished();
}

void FramedStream::end(StreamEnd kind, std::string why) {
  if (reading_ == State::Ended) {
    return;
  }
  reading_ = State::Ended;
  boost::system::error_code ignored; // as above
  input_.cancel(ignored);
  events_.on_end(kind, std::move(why));
}

void FramedStream::check_finished() {
  const bool all_written = being_written_.empty() && queued_.empty();
  if (finished_ && (all_written || writing_ == State::Ended)) {
    std::exchange(finished_, nullptr)();
  }
}

} // namespace vouch::protocol
