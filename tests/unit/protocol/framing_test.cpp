#include "protocol/framing.hpp"

#include <gtest/gtest.h>

namespace vouch::protocol {
namespace {

std::vector<std::string> decode(FrameDecoder& decoder, std::string_view bytes, std::size_t chunk) {
  std::vector<std::string> bodies;
  for (std::size_t i = 0; i < bytes.size() && !decoder.error(); i += chunk) {
    decoder.feed(bytes.substr(i, chunk));
    while (auto body = decoder.next()) {
      bodies.push_back(*body);
    }
  }
  return bodies;
}

TEST(Framing, WhatIsFramedIsDecodedWhateverThePieces) {
  const std::vector<std::string> bodies = {"{}", "", "{\"a\":\"\r\n\r\nContent-Length: 3\r\n\r\n\"}",
                                           std::string(5000, 'x'), "é😀"};
  std::string stream;
  for (const std::string& body : bodies) {
    stream += frame(body);
  }
  for (const std::size_t chunk : {1U, 2U, 3U, 7U, 64U, 100000U}) {
    FrameDecoder decoder;
    EXPECT_EQ(decode(decoder, stream, chunk), bodies) << "in pieces of " << chunk;
    EXPECT_TRUE(decoder.is_at_boundary());
    EXPECT_FALSE(decoder.error());
  }
}

TEST(Framing, LengthCountsBytesNotCharacters) { EXPECT_EQ(frame("é"), "Content-Length: 2\r\n\r\né"); }

TEST(Framing, HeaderNamesIgnoreCaseAndOtherHeadersAreSkipped) {
  FrameDecoder decoder;
  EXPECT_EQ(
      decode(decoder,
             "X-Other: 1\r\ncontent-LENGTH:2 \r\nContent-Type: application/vscode-jsonrpc; charset=utf8\r\n\r\n{}", 5),
      std::vector<std::string>{"{}"});
}

TEST(Framing, AnUnfinishedFrameIsNotABoundary) {
  FrameDecoder decoder;
  EXPECT_TRUE(decoder.is_at_boundary());
  decoder.feed("Content-");
  EXPECT_FALSE(decoder.next());
  EXPECT_FALSE(decoder.is_at_boundary());
  decoder.feed("Length: 2\r\n\r\n{");
  EXPECT_FALSE(decoder.next());
  EXPECT_FALSE(decoder.is_at_boundary());
  decoder.feed("}");
  EXPECT_EQ(decoder.next(), "{}");
  EXPECT_TRUE(decoder.is_at_boundary());
}

class BrokenHeader : public testing::TestWithParam<const char*> {};

TEST_P(BrokenHeader, IsAnErrorAndNeverABody) {
  for (const std::size_t chunk : {1U, 1000U}) {
    FrameDecoder decoder({64, 1000});
    EXPECT_TRUE(decode(decoder, GetParam(), chunk).empty());
    EXPECT_TRUE(decoder.error()) << "in pieces of " << chunk;
    EXPECT_FALSE(decoder.next());
  }
}

INSTANTIATE_TEST_SUITE_P(
    Framing, BrokenHeader,
    testing::Values("\r\n\r\n{}", "Content-Type: x\r\n\r\n{}", "Content-Length: two\r\n\r\n{}",
                    "Content-Length: -2\r\n\r\n{}", "Content-Length: 2x\r\n\r\n{}", "Content-Length:\r\n\r\n{}",
                    "Content-Length: 99999999999999999999999999\r\n\r\n{}", "Content-Length: 1001\r\n\r\n{}",
                    "Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}", "no colon\r\n\r\n{}",
                    "Content-Length: 2\r\nContent-Type: a; charset=utf-16\r\n\r\n{}",
                    "X: 3456789012345678901234567890123456789012345678901234567890123456789012345678901234567890"));

TEST(Framing, ErrorsComeAfterTheGoodFrames) {
  FrameDecoder decoder;
  EXPECT_EQ(decode(decoder, frame("{}") + "garbage\r\n\r\n", 1000), std::vector<std::string>{"{}"});
  EXPECT_TRUE(decoder.error());
}

} // namespace
} // namespace vouch::protocol
