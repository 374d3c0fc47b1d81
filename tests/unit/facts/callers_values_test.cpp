#include "analysis/facts/callers_values.hpp"
#include "analysis/transformation/program_variants.hpp"
#include "tests/unit/frontend/snippet.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <set>

namespace vouch::facts {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;

/// The lines with a check of this property in the last function of `code`, or in what it calls, that is about callers'
/// values alone.
std::vector<unsigned> lines_for_callers(const std::string& code, cfa::PropertyKind property) {
  Options options;
  options.properties = {checked_by_default.begin(), checked_by_default.end()};
  const cfa::Cfa whole = frontend::cfa_of("struct s { int *cells; int at, n; struct s *next; };\n" + code, options);
  const cfa::LocationId start = whole.entry_points().back().start;
  const cfa::Cfa cfa = transformation::only_entered_from(whole, start);
  const MemoryRegions regions(cfa);
  CallersValues values(cfa, regions, start);
  std::set<unsigned> lines;
  for (std::size_t index = 0; index < cfa.location_count(); ++index) {
    const cfa::LocationId location(index);
    const bool is_asked = cfa.location(location).target && cfa.location(location).target->property == property &&
                          !cfa.incoming(location).empty();
    if (is_asked && values.is_about_callers_values(location)) {
      lines.insert(cfa.location(location).range.begin.line);
    }
  }
  return {lines.begin(), lines.end()};
}

std::vector<unsigned> overflows_for_callers(const std::string& code) {
  return lines_for_callers(code, cfa::PropertyKind::SignedOverflow);
}

TEST(CallersValues, ParametersAndWhatTheyLeadToAre) {
  EXPECT_THAT(overflows_for_callers("int f(const struct s *s, int a) {\n"
                                    "  int n = s->n;\n"
                                    "  int sum = n + a;\n"
                                    "  return sum - 1 + s->next->at; }\n"),
              ElementsAre(4U, 5U));
  EXPECT_THAT(
      lines_for_callers("int f(const struct s *s) {\n  return s->cells[s->at]; }\n", cfa::PropertyKind::OutOfBounds),
      Contains(3U));
}

TEST(CallersValues, WhatTheFunctionHasWrittenIsNot) {
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

TEST(CallersValues, NeitherIsWhatIsAssignedTwiceOrNotAlways) {
  EXPECT_THAT(overflows_for_callers("int f(int a, int b) {\n  if (b) a = b;\n  return a + 1; }\n"), IsEmpty());
  EXPECT_THAT(overflows_for_callers("int f(int n) {\n  int sum = 0;\n  for (int i = 0; i < n; i++)\n"
                                    "    sum = sum + i;\n  return sum; }\n"),
              IsEmpty());
  EXPECT_THAT(overflows_for_callers("int f(int a, int b) {\n  int c;\n  if (b) c = a;\n  return c + 1; }\n"),
              IsEmpty());
  EXPECT_THAT(overflows_for_callers("int f(int a) {\n  int c;\n  c = a;\n  return c + 1; }\n"), ElementsAre(5U));
}

TEST(CallersValues, WhatAFunctionIsPassedComesFromAllOfItsCalls) {
  const std::string callee = "static int up(int x) {\n  return x + 1; }\n";
  EXPECT_THAT(overflows_for_callers(callee + "int f(int a, int b) { return up(a) / 2 + up(b) / 2; }\n"), Contains(3U));
  EXPECT_THAT(overflows_for_callers(callee + "int f(int a, int b) { b = b / 2; return up(a) / 2 + up(b) / 2; }\n"),
              Not(Contains(3U)));
}

TEST(CallersValues, ObjectsOfTheProgramAreNotCallers) {
  EXPECT_THAT(overflows_for_callers("int table[4]; static int state;\n"
                                    "int f(int i) {\n  return table[i & 3] + 1 + state / 2; }\n"),
              IsEmpty());
  EXPECT_THAT(overflows_for_callers("void fill(struct s *); int unseen(void);\n"
                                    "int f(int a) {\n  struct s own; fill(&own);\n"
                                    "  int n = unseen();\n  return own.at + 1 + (n + 1) / 2; }\n"),
              IsEmpty());
  EXPECT_THAT(overflows_for_callers("void change(struct s *);\nint f(struct s *s) {\n"
                                    "  change(s);\n  return s->at + 1; }\n"),
              IsEmpty());
}

TEST(CallersValues, EveryPartOfAConditionCounts) {
  const std::string asserted = "void __assert_fail(const char *, const char *, unsigned, const char *);\n"
                               "#define assert(x) ((x) ? (void)0 : __assert_fail(#x, \"a.c\", 1, \"f\"))\n";
  EXPECT_THAT(lines_for_callers(asserted + "void unlock(void); int f(int a, int b) {\n"
                                           "  unlock();\n  assert(a < 5 && b < a);\n  return a; }\n",
                                cfa::PropertyKind::Assertion),
              ElementsAre(6U));
  EXPECT_THAT(lines_for_callers(asserted + "int f(int a, int b) {\n"
                                           "  b = a / 2;\n  assert(a < 5 && b < a);\n  return a; }\n",
                                cfa::PropertyKind::Assertion),
              IsEmpty());
}

} // namespace
} // namespace vouch::facts
