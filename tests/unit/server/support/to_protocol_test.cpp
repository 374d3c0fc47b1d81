#include "server/support/to_protocol.hpp"

#include <gtest/gtest.h>
#include <random>

namespace vouch::server {
namespace {

using protocol::Position;
using protocol::PositionEncoding;
using protocol::Range;

constexpr PositionEncoding encodings[] = {PositionEncoding::Utf8, PositionEncoding::Utf16, PositionEncoding::Utf32};

Place place(unsigned line, unsigned column, unsigned end_line = 0, unsigned end_column = 0) {
  return {"a.c", line, column, end_line, end_column};
}

TEST(ToProtocol, CountsInTheUnitsOfTheEncoding) {
  const std::string text = "ab\né😀x\n"; // é: 2 bytes, 1 unit; 😀: 4 bytes, 2 UTF-16 units
  const std::size_t x = text.find('x');
  EXPECT_EQ(to_position(text, x, PositionEncoding::Utf8), (Position{1, 6}));
  EXPECT_EQ(to_position(text, x, PositionEncoding::Utf16), (Position{1, 3}));
  EXPECT_EQ(to_position(text, x, PositionEncoding::Utf32), (Position{1, 2}));
  for (const auto encoding : encodings) {
    EXPECT_EQ(to_offset(text, to_position(text, x, encoding), encoding), x);
  }
}

TEST(ToProtocol, KnowsAllThreeLineEnds) {
  const std::string text = "a\nb\r\nc\rd";
  for (const auto encoding : encodings) {
    EXPECT_EQ(to_position(text, text.find('b'), encoding), (Position{1, 0}));
    EXPECT_EQ(to_position(text, text.find('c'), encoding), (Position{2, 0}));
    EXPECT_EQ(to_position(text, text.find('d'), encoding), (Position{3, 0}));
    EXPECT_EQ(to_offset(text, {3, 1}, encoding), text.size());
  }
}

TEST(ToProtocol, PositionsOutsideMeanTheNearestEnd) {
  const std::string text = "ab\r\ncd";
  for (const auto encoding : encodings) {
    EXPECT_EQ(to_offset(text, {0, 99}, encoding), 2U) << "before the line's terminator";
    EXPECT_EQ(to_offset(text, {1, 99}, encoding), 6U);
    EXPECT_EQ(to_offset(text, {99, 0}, encoding), 6U);
    EXPECT_EQ(to_offset("", {5, 5}, encoding), 0U);
    EXPECT_EQ(to_position(text, 99, encoding), (Position{1, 2}));
    EXPECT_EQ(to_position("", 0, encoding), (Position{0, 0}));
  }
}

TEST(ToProtocol, APositionInsideACharacterMeansItsStart) {
  EXPECT_EQ(to_offset("😀x", {0, 1}, PositionEncoding::Utf16), 0U);
  EXPECT_EQ(to_offset("😀x", {0, 2}, PositionEncoding::Utf8), 0U);
  EXPECT_EQ(to_range("é", place(1, 2), PositionEncoding::Utf16), (Range{{0, 0}, {0, 1}}));
}

TEST(ToProtocol, BytesThatAreNotUtf8AreOneCharacterEach) {
  const std::string text = "\xff\xc3x\xe2\x82";
  EXPECT_EQ(to_position(text, 2, PositionEncoding::Utf16), (Position{0, 2}));
  EXPECT_EQ(to_position(text, text.size(), PositionEncoding::Utf16), (Position{0, 5}));
}

TEST(ToProtocol, RangesFromTheEngine) {
  const std::string text = "int f(void) {\n  /* é */ assert(x);\n}\n";
  EXPECT_EQ(to_range(text, place(2, 12, 2, 21), PositionEncoding::Utf16), (Range{{1, 10}, {1, 19}}));
  EXPECT_EQ(to_range(text, place(2, 12), PositionEncoding::Utf16), (Range{{1, 10}, {1, 16}})) << "the word there";
  EXPECT_EQ(to_range(text, place(1, 6), PositionEncoding::Utf16), (Range{{0, 5}, {0, 6}})) << "the character there";
  EXPECT_EQ(to_range(text, place(0, 0), PositionEncoding::Utf16), (Range{{0, 0}, {0, 13}})) << "the first line";
  EXPECT_EQ(to_range(text, place(99, 99, 100, 1), PositionEncoding::Utf16), (Range{{3, 0}, {3, 0}}));
  EXPECT_EQ(to_range("", place(3, 3), PositionEncoding::Utf16), (Range{{0, 0}, {0, 0}}));
}

TEST(ToProtocol, EveryCharacterOfRandomTextsGoesThereAndBack) {
  const std::string_view pieces[] = {"a", "é", "€", "😀", "\n", "\r\n", "\r", "\t", "\xff"};
  std::mt19937 random(7);
  for (int round = 0; round < 200; ++round) {
    std::string text;
    std::vector<std::size_t> starts;
    for (int i = 0; i < 30; ++i) {
      const std::string_view piece = pieces[random() % std::size(pieces)];
      if (piece.front() == '\n' && text.ends_with('\r')) {
        continue; // would make a pair of two terminators
      }
      starts.push_back(text.size());
      text += piece;
    }
    for (const auto encoding : encodings) {
      for (const std::size_t start : starts) {
        EXPECT_EQ(to_offset(text, to_position(text, start, encoding), encoding), start) << text;
      }
    }
  }
}

} // namespace
} // namespace vouch::server
