#include "analysis/domains/numbers/number_ranges.hpp"
#include "tests/unit/frontend/snippet.hpp"
#include "tests/unit/transformation/part_of.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <map>

namespace vouch::domains {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// The lines where no check of numbers is left in runs of `f`; lines without any are not among them.
std::vector<unsigned> lines_without_checks(const std::string& code) {
  Options options;
  options.properties = {checked_by_default.begin(), checked_by_default.end()};
  const cfa::Cfa file = frontend::cfa_of(code, options);
  const auto entry = std::ranges::find_if(
      file.entry_points(), [&](const cfa::EntryPoint& point) { return file.function(point.function).name == "f"; });
  const cfa::Cfa cfa = transformation::part_entered_from(file, entry->start);
  const cfa::LocationId start = cfa.entry_points().front().start;
  const facts::MemoryRegions regions(cfa);
  const std::unordered_set<cfa::LocationId> impossible = NumberRanges(cfa, regions, start).impossible_targets();
  std::map<unsigned, bool> has_checks;
  for (std::size_t index = 0; index < cfa.edge_count(); ++index) {
    const cfa::Edge& edge = cfa.edge(cfa::EdgeId(index));
    const auto* assume = std::get_if<cfa::Assume>(&edge.operation);
    if (assume != nullptr && cfa.location(edge.target).target && !cfa::is_never_passed(edge.operation) &&
        !std::holds_alternative<cfa::MemoryCheck>(assume->condition->node)) {
      has_checks[cfa.location(edge.target).range.begin.line] |= !impossible.contains(edge.target);
    }
  }
  std::vector<unsigned> result;
  for (const auto& [line, has_some] : has_checks) {
    if (!has_some) {
      result.push_back(line);
    }
  }
  return result;
}

TEST(NumberRanges, ACounterThatIsLessThanSomethingCanBeCountedUp) {
  EXPECT_THAT(lines_without_checks("int f(int n) {\n"
                                   "  int i = 0;\n"
                                   "  while (i < n)\n"
                                   "    i++;\n"
                                   "  return i + 1; }\n"),
              ElementsAre(4U));
}

TEST(NumberRanges, WhatAllCallersPassIsKnown) {
  EXPECT_THAT(lines_without_checks("static int third(int n) {\n"
                                   "  return n + 3; }\n"
                                   "int f(int n) { return n < 10 ? third(n) : third(20); }\n"),
              ElementsAre(2U));
  EXPECT_THAT(lines_without_checks("static int third(int n) {\n"
                                   "  return n + 3; }\n"
                                   "int f(int n) { return n < 10 ? third(n) : third(n); }\n"),
              IsEmpty());
}

TEST(NumberRanges, WhatComesBackIsWhatAllWaysReturn) {
  EXPECT_THAT(lines_without_checks("static int least(int n) { return n < 10 ? n & 7 : 10; }\n"
                                   "int f(int n) {\n"
                                   "  return 100 / (least(n) + 1); }\n"),
              ElementsAre(3U));
  EXPECT_THAT(lines_without_checks("static int least(int n) { return n < 10 ? n & 7 : -1; }\n"
                                   "int f(int n) {\n"
                                   "  return 100 / (least(n) + 1); }\n"),
              IsEmpty());
}

TEST(NumberRanges, AnotherActivationHasRegistersOfItsOwn) {
  EXPECT_THAT(lines_without_checks("static int down(int n, int depth) {\n"
                                   "  int own = n;\n"
                                   "  if (n > 0 && n < 100)\n"
                                   "    depth = down(n - 1, depth);\n"
                                   "  return own + 1; }\n"
                                   "int f(void) { return down(50, 0); }\n"),
              ElementsAre(4U, 5U));
}

TEST(NumberRanges, ACallMayChangeWhatHasStaticStorage) {
  EXPECT_THAT(lines_without_checks("static int level; static void raise(void) { level = 2147483647; }\n"
                                   "int f(void) {\n"
                                   "  level = 1;\n"
                                   "  raise();\n"
                                   "  return level + 1; }\n"),
              IsEmpty());
}

TEST(NumberRanges, BothSidesOfAnOrHaveToBeImpossible) {
  EXPECT_THAT(lines_without_checks("int t[8]; int f(int n) { int m = n & 7;\n"
                                   "  return t[m]; }\n"),
              ElementsAre(2U));
  EXPECT_THAT(lines_without_checks("int t[8]; int f(int n) {\n"
                                   "  return n < 8 ? t[n] : 0; }\n"),
              IsEmpty());
  EXPECT_THAT(lines_without_checks("int t[8]; int f(int n) {\n"
                                   "  return n >= 0 ? t[n] : 0; }\n"),
              IsEmpty());
}

TEST(NumberRanges, AssertionsAreForOthers) {
  EXPECT_THAT(lines_without_checks("extern void __assert_fail(const char *, const char *, unsigned, const char *);\n"
                                   "int f(void) { int n = 3;\n"
                                   "  n == 3 ? (void)0 : __assert_fail(\"n\", \"f\", 1, \"f\"); return n; }\n"),
              IsEmpty());
}

/// Of the access in `f`, which a table says the element of.
bool is_within(const std::string& declarations, const std::string& body) {
  const std::vector<unsigned> lines = lines_without_checks(
      "int data[4];\n" + declarations + "\nint f(int i) { int k = 0;\n" + body + "\n  return data[k]; }\n");
  return std::ranges::find(lines, 5U) != lines.end();
}

TEST(ConstantTables, ConstantsAreBetweenTheirLeastAndTheirLargest) {
  EXPECT_TRUE(is_within("static const unsigned char t[4] = {3, 1, 2, 0};", "k = i >= 0 && i < 4 ? t[i] : 0;"));
  EXPECT_FALSE(is_within("static const unsigned char t[4] = {3, 1, 4, 0};", "k = i >= 0 && i < 4 ? t[i] : 0;"));
  EXPECT_FALSE(is_within("static const signed char t[4] = {3, -1, 2, 0};", "k = i >= 0 && i < 4 ? t[i] : 0;"));
}

TEST(ConstantTables, WhatIsNotWrittenIsZero) {
  EXPECT_TRUE(is_within("static const int t[40] = {[7] = 3};", "k = i >= 0 && i < 40 ? t[i] : 0;"));
  EXPECT_TRUE(is_within("static const int t[40];", "k = i >= 0 && i < 40 ? t[i] : 0;"));
  EXPECT_FALSE(is_within("static const int t[40] = {[7] = 3};", "k = i >= 0 && i < 40 ? t[i] - 1 : 0;"));
}

TEST(ConstantTables, OthersTablesAreNotKnown) {
  EXPECT_FALSE(is_within("extern const unsigned char t[4];", "k = i >= 0 && i < 4 ? t[i] : 0;"));
}

TEST(ConstantTables, WhatCanBeWrittenIsNotKnown) {
  EXPECT_FALSE(is_within("static unsigned char t[4] = {3, 1, 2, 0}; void set(void) { t[2] = 9; }",
                         "k = i >= 0 && i < 4 ? t[i] : 0;"));
  EXPECT_FALSE(is_within("static const unsigned char t[4] = {3, 1, 2, 0}; static unsigned char other[4];",
                         "const unsigned char *p = i & 1 ? t : other; other[1] = i; k = p[i & 3];"));
}

TEST(ConstantTables, AnotherTypeReadsOtherNumbers) {
  EXPECT_FALSE(is_within("static const signed char t[4] = {3, 1, -2, 0};",
                         "k = i >= 0 && i < 4 ? ((const unsigned char *)t)[i] : 0;"));
  EXPECT_FALSE(is_within("static const unsigned char t[4] = {3, 1, 200, 0};",
                         "if (((const signed char *)t)[i & 3] < 0) k = 9;"));
  EXPECT_FALSE(is_within("static const unsigned short t[2] = {1, 2};", "k = ((const unsigned char *)t)[i & 3];"));
}

/// So long that they are written at once.
TEST(ConstantTables, LongOnesAreBetweenTheirLeastAndTheirLargestToo) {
  EXPECT_TRUE(is_within("static const unsigned char t[2000] = {[0 ... 1999] = 1, [77] = 3};", "k = t[i & 1023];"));
  EXPECT_FALSE(is_within("static const unsigned char t[2000] = {[0 ... 1999] = 1, [77] = 4};", "k = t[i & 1023];"));
  EXPECT_FALSE(is_within("static const signed char t[2000] = {[77] = -1};", "k = t[i & 1023];"));
  EXPECT_FALSE(is_within("static const unsigned short t[2000] = {[77] = 256};", "k = t[i & 1023];"));
  EXPECT_TRUE(is_within("static const struct { short wide; _Bool small; } t[2000] = {[77] = {5000, 1}};",
                        "k = t[i & 1023].small;"));
  EXPECT_FALSE(is_within("static const struct { short wide; _Bool small; } t[2000] = {[77] = {5000, 1}};",
                         "k = t[i & 1023].wide;"));
  EXPECT_FALSE(is_within("static const unsigned short t[2000] = {[77] = 3 << 8};",
                         "k = ((const unsigned char *)t)[i & 1023] - 1;"));
  EXPECT_FALSE(
      is_within("static unsigned char t[2000] = {[77] = 3}; void set(void) { t[2] = 9; }", "k = t[i & 1023];"));
}

TEST(ConstantTables, AMembersTableIsItsOwn) {
  EXPECT_TRUE(
      is_within("static const struct { int wide; int small; } t[2] = {{1000, 3}, {2000, 1}};", "k = t[i & 1].small;"));
  EXPECT_FALSE(
      is_within("static const struct { int wide; int small; } t[2] = {{1000, 3}, {2000, 1}};", "k = t[i & 1].wide;"));
}

} // namespace
} // namespace vouch::domains
