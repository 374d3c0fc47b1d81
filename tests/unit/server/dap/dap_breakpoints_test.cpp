#include "server/dap/dap_breakpoints.hpp"

#include <gtest/gtest.h>

namespace vouch::server {
namespace {

TEST(HitCounts, AreUnderstood) {
  EXPECT_EQ(is_counted_hit("", 5), true);
  EXPECT_EQ(is_counted_hit("3", 3), true);
  EXPECT_EQ(is_counted_hit("3", 4), false);
  EXPECT_EQ(is_counted_hit("== 3", 3), true);
  EXPECT_EQ(is_counted_hit(" >= 3 ", 4), true);
  EXPECT_EQ(is_counted_hit(">3", 3), false);
  EXPECT_EQ(is_counted_hit("< 3", 2), true);
  EXPECT_EQ(is_counted_hit("<=3", 4), false);
  EXPECT_EQ(is_counted_hit("% 3", 6), true);
  EXPECT_EQ(is_counted_hit("%3", 7), false);
}

TEST(HitCounts, OthersAreRefused) {
  for (const char* text : {"often", "3 times", "% 0", "-1", "!= 3", "99999999999999999999999"}) {
    EXPECT_EQ(is_counted_hit(text, 1), std::nullopt) << text;
  }
}

} // namespace
} // namespace vouch::server
