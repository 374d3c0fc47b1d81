#include "analysis/reuse/made_attempts.hpp"

#include <exception>
#include <gtest/gtest.h>

namespace vouch::reuse {
namespace {

TEST(MadeAttempts, ComeBackAsTheyWere) {
  MadeAttempt attempt{.is_from_cache = true, .has_analysed = true, .milliseconds = 7};
  attempt.messages = {{MessageSeverity::Warning, {"a.c", 1, 2, 3, 4}, std::string("not UTF-8: \xff\0", 12)}};
  attempt.statistics = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, {{"value", 2}}};
  const MadeAttempts made{
      {attempt, {.is_out_of_memory = true}},
      {{{fingerprint_of("key"), std::string("key\xfe\0", 5)}, std::string("value\x80", 6), 3}},
  };
  const MadeAttempts back = made_attempts_of(to_bytes(made));
  ASSERT_EQ(back.attempts.size(), 2U);
  EXPECT_TRUE(back.attempts[0].is_from_cache);
  EXPECT_TRUE(back.attempts[0].has_analysed);
  EXPECT_FALSE(back.attempts[0].is_out_of_memory);
  EXPECT_EQ(back.attempts[0].milliseconds, 7U);
  ASSERT_EQ(back.attempts[0].messages.size(), 1U);
  EXPECT_EQ(back.attempts[0].messages[0].severity, MessageSeverity::Warning);
  EXPECT_EQ(back.attempts[0].messages[0].text, attempt.messages[0].text);
  EXPECT_EQ(back.attempts[0].messages[0].place.file, "a.c");
  EXPECT_EQ(back.attempts[0].messages[0].place.end_column, 4U);
  EXPECT_EQ(back.attempts[0].statistics.refinements, 1U);
  EXPECT_EQ(back.attempts[0].statistics.solver_queries, 3U);
  EXPECT_EQ(back.attempts[0].statistics.block_rounds, 9U);
  EXPECT_EQ(back.attempts[0].statistics.interpolation_nanoseconds, 10U);
  EXPECT_EQ(back.attempts[0].statistics.states_by_analysis, attempt.statistics.states_by_analysis);
  EXPECT_FALSE(back.attempts[1].is_from_cache);
  EXPECT_TRUE(back.attempts[1].is_out_of_memory);
  ASSERT_EQ(back.found.size(), 1U);
  EXPECT_EQ(back.found[0].key, made.found[0].key);
  EXPECT_EQ(back.found[0].value, made.found[0].value);
  EXPECT_EQ(back.found[0].cost_milliseconds, 3U);
}

TEST(MadeAttempts, WhatIsNoneIsRefused) {
  const std::string bytes = to_bytes({{{}}, {}});
  EXPECT_THROW(made_attempts_of(""), std::exception);
  EXPECT_THROW(made_attempts_of(bytes.substr(0, bytes.size() - 1)), std::exception);
  EXPECT_THROW(made_attempts_of(std::string("\xa0", 1)), std::exception) << "an object without members";
}

} // namespace
} // namespace vouch::reuse
