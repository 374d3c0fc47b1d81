#include "server/formats/block_scope.hpp"

#include <gtest/gtest.h>
#include <string>

namespace vouch::server {
namespace {

/// The line where the block of the variable that is declared at `int i` ends; 0: it does not.
unsigned last_line(const std::string& text) {
  const std::size_t at = text.find("int i");
  const auto line = static_cast<unsigned>(std::count(text.begin(), text.begin() + static_cast<long>(at), '\n')) + 1;
  const std::size_t newline = text.rfind('\n', at);
  const std::size_t column = newline == std::string::npos ? at + 1 : at - newline;
  Place place;
  place.line = line;
  place.column = static_cast<unsigned>(column);
  const auto end = end_of_block(text, place);
  return end ? end->line : 0;
}

TEST(BlockScopeTest, ABlockEndsWithItsBrace) {
  EXPECT_EQ(last_line("void f(void) {\n  {\n    int i = 0;\n    g();\n  }\n  h();\n}\n"), 5U);
  EXPECT_EQ(last_line("void f(void) {\n  int i = 0;\n  if (i) {\n    g();\n  }\n  h();\n}\n"), 7U);
}

TEST(BlockScopeTest, BracketsInLiteralsAndCommentsAreNone) {
  EXPECT_EQ(last_line("void f(void) {\n  int i = '}';\n  g(\"}\\\"}\"); // }\n  /* } */\n}\n"), 5U);
}

TEST(BlockScopeTest, WhatAForDeclaresEndsWithItsStatement) {
  EXPECT_EQ(last_line("{\n  for (int i = 0; i < 3; i++) {\n    g(i);\n  }\n  h();\n}\n"), 4U);
  EXPECT_EQ(last_line("{\n  for (int i = 0; i < 3; i++)\n    g(i);\n  h();\n}\n"), 3U);
  EXPECT_EQ(last_line("{\n  for (int i = 0; i < 3; i++)\n    if (i)\n      g(i);\n    else\n      k(i);\n  h();\n}\n"),
            6U);
}

TEST(BlockScopeTest, WhatDoesNotEndHasNoEnd) {
  EXPECT_EQ(last_line("int i = 0;\n"), 0U);
  EXPECT_EQ(last_line("void f(void) {\n  int i = 0;\n"), 0U);
}

} // namespace
} // namespace vouch::server
