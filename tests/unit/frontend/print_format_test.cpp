#include "analysis/frontend/print_format.hpp"

#include <gtest/gtest.h>

namespace vouch::frontend {
namespace {

TEST(PrintFormat, HasConversionsAndPlainCharacters) {
  const auto format = parse_print_format("a%-08.3lld%%%s\n");
  ASSERT_TRUE(format);
  EXPECT_EQ(format->plain_characters, 3U);
  ASSERT_EQ(format->conversions.size(), 2U);
  const PrintConversion& number = format->conversions.front();
  EXPECT_EQ(number.letter, 'd');
  EXPECT_EQ(number.length, PrintConversion::Length::LongLong);
  EXPECT_EQ(number.width, 8U);
  EXPECT_EQ(number.precision, 3U);
  EXPECT_EQ(number.has_precision, PrintConversion::Number::Given);
  EXPECT_EQ(format->conversions.back().letter, 's');
}

TEST(PrintFormat, KnowsNumbersThatArgumentsGive) {
  const auto format = parse_print_format("%+*.*f");
  ASSERT_TRUE(format);
  EXPECT_TRUE(format->conversions.front().has_sign);
  EXPECT_EQ(format->conversions.front().has_width, PrintConversion::Number::Argument);
  EXPECT_EQ(format->conversions.front().has_precision, PrintConversion::Number::Argument);
}

TEST(PrintFormat, EndsAtAZero) {
  const auto format = parse_print_format(std::string_view("ab\0%s", 5));
  ASSERT_TRUE(format);
  EXPECT_EQ(format->plain_characters, 2U);
  EXPECT_TRUE(format->conversions.empty());
}

TEST(PrintFormat, IsRefusedIfNotUnderstood) {
  for (const char* text : {"%n", "%1$s", "%ls", "%lc", "%m", "%", "%Ld", "%k"}) {
    EXPECT_FALSE(parse_print_format(text)) << text;
  }
}

TEST(PrintFormat, TellsWhetherItStores) {
  EXPECT_TRUE(has_conversion_that_stores("%5.1d%-3n"));
  EXPECT_TRUE(has_conversion_that_stores("%1$hhn"));
  EXPECT_FALSE(has_conversion_that_stores("%%n %dn"));
}

TEST(PrintFunction, KnowsWhereArgumentsAre) {
  EXPECT_EQ(print_function("printf")->format, 0U);
  EXPECT_EQ(print_function("__builtin_snprintf")->format, 2U);
  EXPECT_EQ(print_function("__sprintf_chk")->format, 3U);
  EXPECT_EQ(print_function("__builtin___snprintf_chk")->format, 4U);
  EXPECT_EQ(print_function("__fprintf_chk")->format, 2U);
  EXPECT_EQ(print_function("vsnprintf")->size, 1U);
  EXPECT_TRUE(print_function("vsnprintf")->takes_list);
  EXPECT_EQ(print_function("syslog")->format, 1U);
  EXPECT_FALSE(print_function("wprintf"));
  EXPECT_FALSE(print_function("puts"));
}

} // namespace
} // namespace vouch::frontend
