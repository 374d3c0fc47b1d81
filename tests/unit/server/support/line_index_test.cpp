#include "server/support/line_index.hpp"

#include <gtest/gtest.h>

namespace vouch::server {
namespace {

TEST(LineIndex, KnowsAllThreeLineEnds) {
  const LineIndex lines("a\nb\r\nc\rd");
  EXPECT_EQ(lines.start_of(0), 0U);
  EXPECT_EQ(lines.start_of(1), 2U);
  EXPECT_EQ(lines.start_of(2), 5U);
  EXPECT_EQ(lines.start_of(3), 7U);
  EXPECT_EQ(lines.start_of(4), 8U) << "the end of the text";
}

TEST(LineIndex, ATerminatorBelongsToTheLineThatItEnds) {
  const LineIndex lines("a\r\nb\n");
  EXPECT_EQ(lines.line_of(0), 0U);
  EXPECT_EQ(lines.line_of(2), 0U) << "the second character of the terminator";
  EXPECT_EQ(lines.line_of(3), 1U);
  EXPECT_EQ(lines.line_of(5), 2U) << "behind the last terminator";
  EXPECT_EQ(lines.line_of(99), 2U);
}

TEST(LineIndex, MixedTerminatorsInARow) {
  const LineIndex lines("\r\r\n\n\r");
  EXPECT_EQ(lines.start_of(1), 1U);
  EXPECT_EQ(lines.start_of(2), 3U);
  EXPECT_EQ(lines.start_of(3), 4U);
  EXPECT_EQ(lines.line_of(5), 4U);
}

TEST(LineIndex, AnEmptyTextHasOneLine) {
  const LineIndex lines("");
  EXPECT_EQ(lines.start_of(0), 0U);
  EXPECT_EQ(lines.start_of(1), 0U);
  EXPECT_EQ(lines.line_of(0), 0U);
}

} // namespace
} // namespace vouch::server
