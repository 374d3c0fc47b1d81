#include "analysis/facts/outside_values.hpp"
#include "tests/unit/frontend/snippet.hpp"
#include "tests/unit/transformation/part_of.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <set>

namespace vouch::facts {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;

/// As it is entered by its last function.
cfa::Cfa program_of(const std::string& code) {
  Options options;
  options.properties = {checked_by_default.begin(), checked_by_default.end()};
  const cfa::Cfa whole = frontend::cfa_of("struct s { int *cells; int at, n; struct s *next; };\n" + code, options);
  return transformation::part_entered_from(whole, whole.entry_points().back().start);
}

/// The lines with a check of this property in the last function of `code`, or in what it calls, that is about nothing but what
/// came from outside.
std::vector<unsigned> lines_for_callers(const std::string& code, cfa::PropertyKind property) {
  const cfa::Cfa cfa = program_of(code);
  const cfa::LocationId start = cfa.entry_points().back().start;
  const MemoryRegions regions(cfa);
  OutsideValues values(cfa, regions, start);
  std::set<unsigned> lines;
  for (std::size_t index = 0; index < cfa.location_count(); ++index) {
    const cfa::LocationId location(index);
    const bool is_asked = cfa.location(location).target && cfa.location(location).target->property == property &&
                          !cfa.incoming(location).empty();
    if (is_asked && values.is_about_outside(location)) {
      lines.insert(cfa.location(location).range.begin.line);
    }
  }
  return {lines.begin(), lines.end()};
}

std::vector<unsigned> overflows_for_callers(const std::string& code) {
  return lines_for_callers(code, cfa::PropertyKind::SignedOverflow);
}

TEST(OutsideValues, ParametersAndWhatTheyLeadToAre) {
  EXPECT_THAT(overflows_for_callers("int f(const struct s *s, int a) {\n"
                                    "  int n = s->n;\n"
                                    "  int sum = n + a;\n"
                                    "  return sum - 1 + s->next->at; }\n"),
              ElementsAre(4U, 5U));
  EXPECT_THAT(
      lines_for_callers("int f(const struct s *s) {\n  return s->cells[s->at]; }\n", cfa::PropertyKind::OutOfBounds),
      Contains(3U));
}

TEST(OutsideValues, WhatTheFunctionHasWrittenIsNot) {
  EXPECT_THAT(overflows_for_callers("int f(struct s *s) {\n"
                                    "  int old = s->at + 1;\n"
                                    "  s->at = 7;\n"
                                    "  return s->at + old / 2; }\n"),
              ElementsAre(3U));
  EXPECT_THAT(overflows_for_callers("int f(struct s *s, struct s *other) {\n"
                                    "  other->at = 7;\n"
                                    "  return s->at + 1; }\n"),
              IsEmpty());
  EXPECT_THAT(overflows_for_callers("static void set(struct s *s) { s->at = 7; }\n"
                                    "int f(struct s *s) {\n"
                                    "  int first = s->at + 1;\n"
                                    "  set(s);\n"
                                    "  return first / 2 + (s->at + 1) / 2; }\n"),
              ElementsAre(4U));
}

TEST(OutsideValues, OneOfSeveralSuchValuesIsOne) {
  EXPECT_THAT(overflows_for_callers("int f(int a, int b) {\n  if (b) a = b;\n  return a + 1; }\n"), ElementsAre(4U));
  EXPECT_THAT(overflows_for_callers("int f(int a, int b) {\n  int c = 0;\n  c = a;\n  return c - b; }\n"),
              ElementsAre(5U));
}

TEST(OutsideValues, WhatTheFunctionBringsIntoARangeIsNot) {
  EXPECT_THAT(overflows_for_callers("int f(const unsigned short *p) {\n  int a = p[0] & 255;\n  return a << 24; }\n"),
              IsEmpty());
  EXPECT_THAT(overflows_for_callers("int f(int a) {\n  return (unsigned char)a << 24; }\n"), IsEmpty());
  EXPECT_THAT(overflows_for_callers("int f(int a) {\n  return (a % 100) * 100000000; }\n"), IsEmpty());
  EXPECT_THAT(overflows_for_callers("int f(int a) {\n  return a * 100000000; }\n"), ElementsAre(3U));
}

TEST(OutsideValues, ANumberInTheCodeIsNot) {
  EXPECT_THAT(
      overflows_for_callers("int f(int a, int b) {\n  int c = 2147483647;\n  if (b) c = a;\n  return c + 1; }\n"),
      IsEmpty());
  EXPECT_THAT(overflows_for_callers("static int up(int x) {\n  return x + 1; }\n"
                                    "int f(int a, int b) { return b ? up(a) / 2 : up(2147483647) / 2; }\n"),
              Not(Contains(3U)));
  EXPECT_THAT(overflows_for_callers("int f(int a, int b) {\n  int c = 7;\n  c = c + 2147483600 + 41;\n"
                                    "  return c + 1; }\n"),
              IsEmpty())
      << "of numbers in the code alone";
}

TEST(OutsideValues, NeitherIsWhatIsCountedOrNotAlwaysAssigned) {
  EXPECT_THAT(overflows_for_callers("int f(int n) {\n  int sum = 0;\n  for (int i = 0; i < n; i++)\n"
                                    "    sum = sum + i;\n  return sum; }\n"),
              IsEmpty());
  EXPECT_THAT(overflows_for_callers("int f(int a, int b) {\n  int c;\n  if (b) c = a;\n  return c + 1; }\n"),
              IsEmpty());
  EXPECT_THAT(overflows_for_callers("int f(int a) {\n  int c;\n  c = a;\n  return c + 1; }\n"), ElementsAre(5U));
}

TEST(OutsideValues, WhatAFunctionIsPassedComesFromAllOfItsCalls) {
  const std::string callee = "static int up(int x) {\n  return x + 1; }\n";
  EXPECT_THAT(overflows_for_callers(callee + "int f(int a, int b) { return up(a) / 2 + up(b) / 2; }\n"), Contains(3U));
  EXPECT_THAT(overflows_for_callers(
                  callee + "int f(int a, int b) { while (b < 9) b += a & 3; return up(a) / 2 + up(b) / 2; }\n"),
              Not(Contains(3U)));
}

TEST(OutsideValues, ObjectsOfTheProgramAreNotCallers) {
  EXPECT_THAT(overflows_for_callers("int f(int i) {\n  int own[4] = {1, 2, i, 4};\n  return own[i & 3] + 1; }\n"),
              IsEmpty());
  EXPECT_THAT(overflows_for_callers("static int state; void start(void) { state = 5; }\n"
                                    "int f(int i) {\n  int before = state + i;\n  state = i / 2;\n"
                                    "  return before / 2 + (state + i) / 2; }\n"),
              ElementsAre(4U))
      << "the state that earlier calls have left";
  EXPECT_THAT(overflows_for_callers("static int limit = 7; static int limits[2] = {7, 8};\n"
                                    "int f(int i) {\n  return limit + i + limits[i & 1]; }\n"),
              IsEmpty())
      << "numbers that the file has set for good";
}

TEST(OutsideValues, WhatOtherFunctionsGiveIsNot) {
  EXPECT_THAT(
      overflows_for_callers("void change(struct s *);\nint f(struct s *s) {\n"
                            "  int before = s->at + 1;\n  change(s);\n  return before / 2 + (s->at + 1) / 2; }\n"),
      ElementsAre(4U));
  EXPECT_THAT(overflows_for_callers("int unseen(int);\nint f(int a) {\n  return unseen(a) + 1; }\n"), IsEmpty());
  EXPECT_THAT(overflows_for_callers("long read(int, void *, unsigned long);\nint f(struct s *s) {\n"
                                    "  read(s->n, &s->at, sizeof s->at);\n  return s->at + 1; }\n"),
              IsEmpty());
}

/// Whether it is so of the checks in the model of `strlen`, which `code` calls.
bool is_length_for_callers(const std::string& code) {
  const cfa::Cfa cfa = program_of("unsigned long strlen(const char *);\n" + code);
  const cfa::LocationId start = cfa.entry_points().back().start;
  const MemoryRegions regions(cfa);
  OutsideValues values(cfa, regions, start);
  std::size_t checks = 0;
  std::size_t about_outside = 0;
  for (std::size_t index = 0; index < cfa.location_count(); ++index) {
    const cfa::LocationId location(index);
    if (cfa.location(location).target && cfa.function(cfa.location(location).function).name == "strlen") {
      ++checks;
      about_outside += values.is_about_outside(location) ? 1 : 0;
    }
  }
  EXPECT_GT(checks, 0);
  return about_outside == checks;
}

TEST(OutsideValues, WhatAModelComputesIsAFunctionOfWhatItReads) {
  EXPECT_TRUE(is_length_for_callers("unsigned long f(const struct s *s) { return strlen((const char *)s->cells); }"));
  EXPECT_FALSE(is_length_for_callers("unsigned long f(struct s *s) { s->cells[0] = 1;\n"
                                     "  return strlen((const char *)s->cells); }"));
  EXPECT_FALSE(is_length_for_callers("unsigned long f(const struct s *s, int n) { const char *p = 0;\n"
                                     "  for (int i = 0; i < n; i++) p = (const char *)s->cells + i;\n"
                                     "  return strlen(p); }"));
}

TEST(OutsideValues, EveryPartOfAConditionCounts) {
  const std::string asserted = "void __assert_fail(const char *, const char *, unsigned, const char *);\n"
                               "#define assert(x) ((x) ? (void)0 : __assert_fail(#x, \"a.c\", 1, \"f\"))\n";
  EXPECT_THAT(lines_for_callers(asserted + "void unlock(void); int f(int a, int b) {\n"
                                           "  unlock();\n  assert(a < 5 && b < a);\n  return a; }\n",
                                cfa::PropertyKind::Assertion),
              ElementsAre(6U));
  EXPECT_THAT(lines_for_callers(asserted + "int f(int a, int b) {\n"
                                           "  while (b < 9) b++;\n  assert(a < 5 && b < a);\n  return a; }\n",
                                cfa::PropertyKind::Assertion),
              IsEmpty());
}

TEST(OutsideValues, ATableOfFunctionsIsAsItWasPassedWhateverTheyDo) {
  const std::string call = "struct ops { void (*lock)(struct ops *), (*unlock)(struct ops *); int n; };\n"
                           "int f(struct ops *o) {\n"
                           "  o->lock(o);\n";
  const std::string call_again = "  void (*unlock)(struct ops *) = o->unlock;\n"
                                 "  unlock(o);\n  return 0; }\n";
  EXPECT_THAT(lines_for_callers(call + "\n" + call_again, cfa::PropertyKind::NullDereference), Contains(7U));
  EXPECT_THAT(lines_for_callers(call + "  o->unlock = 0;\n" + call_again, cfa::PropertyKind::NullDereference),
              Not(Contains(7U)));
  EXPECT_THAT(lines_for_callers(call + "  return 100 / o->n; }\n", cfa::PropertyKind::DivisionByZero), IsEmpty())
      << "a number is what the function left";
}

} // namespace
} // namespace vouch::facts
