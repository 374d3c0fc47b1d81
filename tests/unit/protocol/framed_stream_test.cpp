#include "protocol/framed_stream.hpp"

#include <csignal>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

namespace vouch::protocol {
namespace {

/// A stream with its peer's ends of two pipes.
class FramedStreamTest : public testing::Test {
protected:
  FramedStreamTest() {
    std::signal(SIGPIPE, SIG_IGN);
    EXPECT_EQ(pipe(to_stream_), 0);
    EXPECT_EQ(pipe(from_stream_), 0);
    stream = std::make_unique<FramedStream>(io, to_stream_[0], from_stream_[1]);
    stream->start({[this](std::string body) { received.push_back(std::move(body)); },
                   [this](StreamEnd end, const std::string&) { ends.push_back(end); }});
  }

  ~FramedStreamTest() override {
    close_input();
    close_output();
  }

  void write_bytes(std::string_view bytes) {
    ASSERT_EQ(write(to_stream_[1], bytes.data(), bytes.size()), static_cast<ssize_t>(bytes.size()));
  }

  void close_input() { close_once(to_stream_[1]); }
  void close_output() { close_once(from_stream_[0]); }

  void run() {
    io.run_for(std::chrono::milliseconds(50));
    io.restart();
  }

  int reading_end() const { return from_stream_[0]; }

  boost::asio::io_context io;
  std::unique_ptr<FramedStream> stream;
  std::vector<std::string> received;
  std::vector<StreamEnd> ends;

private:
  static void close_once(int& descriptor) {
    if (descriptor >= 0) {
      close(descriptor);
      descriptor = -1;
    }
  }
  int to_stream_[2] = {-1, -1};
  int from_stream_[2] = {-1, -1};
};

TEST_F(FramedStreamTest, DeliversMessagesInOrderThenTheEnd) {
  write_bytes(frame("one") + frame("two"));
  close_input();
  run();
  EXPECT_EQ(received, (std::vector<std::string>{"one", "two"}));
  EXPECT_EQ(ends, std::vector<StreamEnd>{StreamEnd::Closed});
}

TEST_F(FramedStreamTest, AnEndInsideAMessageIsBroken) {
  write_bytes("Content-Length: 10\r\n\r\nhalf");
  close_input();
  run();
  EXPECT_TRUE(received.empty());
  EXPECT_EQ(ends, std::vector<StreamEnd>{StreamEnd::Broken});
}

TEST_F(FramedStreamTest, ABrokenHeaderEndsTheStreamAfterTheGoodMessages) {
  write_bytes(frame("one") + "nonsense\r\n\r\n" + frame("two"));
  run();
  EXPECT_EQ(received, std::vector<std::string>{"one"});
  EXPECT_EQ(ends, std::vector<StreamEnd>{StreamEnd::Broken});
}

TEST_F(FramedStreamTest, APeerThatDoesNotReadIsNoticed) {
  close_output();
  stream->send("anybody there?");
  run();
  EXPECT_EQ(ends, std::vector<StreamEnd>{StreamEnd::Disconnected});
  stream->send("still not");
  run();
  EXPECT_EQ(ends.size(), 1U);
}

TEST_F(FramedStreamTest, FinishWritesWhatIsQueuedFirst) {
  const std::string large(1'000'000, 'x'); // more than a pipe holds
  stream->send(large);
  stream->send("last");
  bool finished = false;
  stream->finish([&] { finished = true; });
  std::string output;
  FrameDecoder decoder;
  std::vector<std::string> bodies;
  ASSERT_EQ(fcntl(reading_end(), F_SETFL, O_NONBLOCK), 0);
  for (int round = 0; round < 1000 && !finished; ++round) {
    io.poll();
    io.restart();
    char chunk[65536];
    const ssize_t size = ::read(reading_end(), chunk, sizeof chunk);
    if (size > 0) {
      decoder.feed({chunk, static_cast<std::size_t>(size)});
      while (auto body = decoder.next()) {
        bodies.push_back(*body);
      }
    }
  }
  EXPECT_TRUE(finished);
  char chunk[65536];
  for (ssize_t size = 0; (size = ::read(reading_end(), chunk, sizeof chunk)) > 0;) {
    decoder.feed({chunk, static_cast<std::size_t>(size)});
    while (auto body = decoder.next()) {
      bodies.push_back(*body);
    }
  }
  ASSERT_EQ(bodies.size(), 2U);
  EXPECT_EQ(bodies[0], large);
  EXPECT_EQ(bodies[1], "last");
  EXPECT_TRUE(ends.empty());
}

TEST_F(FramedStreamTest, NothingArrivesAfterFinish) {
  bool finished = false;
  stream->finish([&] { finished = true; });
  write_bytes(frame("too late"));
  run();
  EXPECT_TRUE(finished);
  EXPECT_TRUE(received.empty());
  EXPECT_TRUE(ends.empty());
}

} // namespace
} // namespace vouch::protocol
