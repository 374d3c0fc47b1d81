#include "analysis/suggestions.hpp"
#include "analysis/verifier.hpp"
#include "tests/support/temporary_folder.hpp"

#include <algorithm>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace vouch::findings {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::Field;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::UnorderedElementsAre;

const std::string prelude = "extern int __VERIFIER_nondet_int(void); extern unsigned __VERIFIER_nondet_uint(void);\n"
                            "extern void assert(int);\n";

SourceInput input_of(const std::string& code) {
  SourceInput input;
  input.path = "/snippet/main.c";
  input.unsaved[input.path] = prelude + code;
  return input;
}

FileReport report_of(const std::string& code, const Options& options = {}) {
  VerificationContext context;
  return verify(input_of(code), options, context);
}

std::vector<std::string> texts(const FileReport& report) {
  std::vector<std::string> result;
  for (const Invariant& invariant : report.invariants) {
    result.push_back(invariant.text);
  }
  return result;
}

std::vector<std::string> invariants_of(const std::string& code, const Options& options = {}) {
  const FileReport report = report_of(code, options);
  EXPECT_EQ(report.verdict, Verdict::Safe) << report.reason;
  return texts(report);
}

TEST(LoopInvariants, AreFoundByPredicates) {
  EXPECT_THAT(invariants_of("int main(void) { unsigned n = __VERIFIER_nondet_uint(), i = 0; while (i < n) i++;\n"
                            "  assert(i == n); return 0; }"),
              ElementsAre("i <= n"));
}

TEST(LoopInvariants, SayWhereTheyHold) {
  const FileReport report = report_of("int main(void) { unsigned n = __VERIFIER_nondet_uint(), i = 0;\n"
                                      "  while (i < n)\n    i++;\n  assert(i == n); return 0; }");
  ASSERT_EQ(report.invariants.size(), 1U);
  EXPECT_EQ(report.invariants[0].function, "main");
  EXPECT_EQ(report.invariants[0].place.line, 4U);
  EXPECT_EQ(report.invariants[0].place.column, 3U);
  EXPECT_THAT(report.invariants[0].variables, UnorderedElementsAre("i", "n"));
}

TEST(LoopInvariants, AreFoundByValues) {
  Options options;
  options.analysis = "value"; // by default predicates may be first
  EXPECT_THAT(invariants_of("int main(void) { int s = 0, k = __VERIFIER_nondet_int() > 0; int i;\n"
                            "  for (i = 0; i < 10; i++) s += 3; assert(s == 30 + 0 * k); return 0; }",
                            options),
              AllOf(Contains("i >= 0"), Contains("i <= 10"), Contains("s == 3 * i")));
}

TEST(LoopInvariants, CastWhereSumsCouldWrapAround) {
  for (const std::string& text : invariants_of("int main(void) { unsigned n = __VERIFIER_nondet_uint(), i = n, j = 0;\n"
                                               "  while (i > 0) { i--; j++; } assert(j == n); return 0; }")) {
    const bool has_sum = text.find('+') != std::string::npos;
    EXPECT_TRUE(!has_sum || text.find("(long long)") != std::string::npos) << text;
  }
}

TEST(LoopInvariants, CompareSignedWithUnsignedNumbersAsNumbers) {
  const std::vector<std::string> found =
      invariants_of("int main(void) { unsigned n = __VERIFIER_nondet_uint(); if (n > 1000) return 0; int i = -1;\n"
                    "  while (i < (int)n) i++; assert(i == (int)n); return 0; }");
  for (const std::string& text : found) {
    EXPECT_NE(text, "i <= n");
  }
}

TEST(LoopInvariants, NameOnlyWhatIsInScope) {
  const FileReport report = report_of("int main(void) { int n = __VERIFIER_nondet_int(), x = 0;\n"
                                      "  { int n = 0; while (x < 100) { x++; n++; } assert(n == x); }\n"
                                      "  for (int i = 0; i < n; i++) x = x; assert(x == 100); return n; }");
  ASSERT_EQ(report.verdict, Verdict::Safe);
  for (const Invariant& invariant : report.invariants) {
    VerificationContext context;
    EXPECT_EQ(check_invariant(input_of("int main(void) { int n = __VERIFIER_nondet_int(), x = 0;\n"
                                       "  { int n = 0; while (x < 100) { x++; n++; } assert(n == x); }\n"
                                       "  for (int i = 0; i < n; i++) x = x; assert(x == 100); return n; }"),
                              {}, invariant.place, invariant.text, context)
                  .verdict,
              Verdict::Safe)
        << invariant.text;
  }
}

const std::string called_twice = "static int count(int n) { int i = 0; while (i < n) i++; return i; }\n";

TEST(LoopInvariants, HoldInCallsThatNobodyLooksAt) {
  // Behind the second call nothing is to be proved, so that it is not explored.
  EXPECT_THAT(invariants_of(called_twice + "int main(void) { assert(count(5) == 5); count(7); return 0; }"), IsEmpty());
}

TEST(LoopInvariants, HoldInAllCalls) {
  EXPECT_THAT(invariants_of(called_twice + "int main(void) { int a = count(5); int b = count(7);\n"
                                           "  assert(a == 5 && b == 7); return 0; }"),
              Not(Contains("i <= 5")));
}

TEST(LoopInvariants, HoldForAllEntryPoints) {
  const std::string code = "void f(int n) { int i = 0; if (n < 0) return; while (i < n) i++; assert(i == n); }\n"
                           "void g(void) { f(3); }\n";
  EXPECT_THAT(invariants_of(code), AllOf(Contains("i <= n"), Not(Contains("n == 3"))));
}

TEST(LoopInvariants, AreGivenOfWhatIsNotViolated) {
  const FileReport report =
      report_of("int main(void) { unsigned n = __VERIFIER_nondet_uint(), i = 0; while (i < n) i++;\n"
                "  assert(i == n); assert(i != 7); return 0; }");
  EXPECT_EQ(report.verdict, Verdict::Violated);
  EXPECT_THAT(texts(report), Contains("i <= n"));
}

TEST(LoopInvariants, ComeFromTheCacheUnderTheirNewNames) {
  const test::TemporaryFolder folder;
  Options options;
  options.cache_folder = folder.path();
  const std::string head = "int main(void) { ";
  EXPECT_THAT(invariants_of(head + "unsigned n = __VERIFIER_nondet_uint(), i = 0; while (i < n) i++;\n"
                                   "  assert(i + 0 == n + 0); return 0; }",
                            options),
              ElementsAre("i <= n"));
  VerificationContext context;
  const FileReport again =
      verify(input_of(head + "\n\n unsigned n = __VERIFIER_nondet_uint(), i = 0; while (i < n) i++;\n"
                             "  assert(i + 0 == n + 0); return 0; }"),
             options, context);
  EXPECT_TRUE(again.functions.front().from_cache);
  EXPECT_EQ(again.statistics.solver_queries, 0U);
  ASSERT_THAT(texts(again), ElementsAre("i <= n"));
  EXPECT_EQ(again.invariants.front().place.line, 5U);
}

TEST(LoopInvariants, FollowRenamedVariables) {
  const test::TemporaryFolder folder;
  Options options;
  options.cache_folder = folder.path();
  const std::string body = "; if (a != b) assert(0); return 0; }";
  EXPECT_THAT(
      invariants_of("int main(void) { unsigned a = __VERIFIER_nondet_uint(), b = 0; while (b < a) b++" + body, options),
      ElementsAre("b <= a"));
  const FileReport swapped = report_of("int main(void) { unsigned b = __VERIFIER_nondet_uint(), a = 0; while (a < b) "
                                       "a++; if (b != a) assert(0); return 0; }",
                                       options);
  EXPECT_TRUE(swapped.functions.front().from_cache);
  EXPECT_THAT(texts(swapped), ElementsAre("a <= b"));
}

TEST(UnreachableCode, IsReportedWhereItIsProved) {
  const FileReport report =
      report_of("int main(void) { unsigned n = __VERIFIER_nondet_uint(), i = 0; while (i < n) i++;\n"
                "  if (i != n)\n    i = 0;\n  assert(i == n); return 0; }");
  ASSERT_EQ(report.verdict, Verdict::Safe);
  ASSERT_EQ(report.unreachable.size(), 1U);
  EXPECT_EQ(report.unreachable[0].line, 5U);
  EXPECT_EQ(report.unreachable[0].column, 5U);
  EXPECT_EQ(report.unreachable[0].end_line, 5U);
}

TEST(UnreachableCode, IsFoundByValues) {
  const FileReport report = report_of("static int mode = 2;\nint main(void) { int x = __VERIFIER_nondet_int() > 3;\n"
                                      "  if (mode == 1) {\n    x = 7;\n    x++;\n  }\n  assert(x != 8); return 0; }");
  ASSERT_EQ(report.verdict, Verdict::Safe);
  ASSERT_EQ(report.unreachable.size(), 1U);
  EXPECT_EQ(report.unreachable[0].line, 6U);
  EXPECT_EQ(report.unreachable[0].end_line, 7U);
}

TEST(UnreachableCode, IsNoneInFunctionsOfWhichNothingIsKnown) {
  EXPECT_THAT(
      report_of("static void unused(void) { int x = 1; x++; }\nint main(void) { assert(1); return 0; }").unreachable,
      IsEmpty());
}

TEST(UnreachableCode, IsNoneWhereOneOfTheCallersLeadsThere) {
  EXPECT_THAT(report_of("static int f(int n) { int r = 0; if (n > 5)\n  r = 1;\n  assert(r < 2); return r; }\n"
                        "void g(void) { f(3); }\nvoid h(void) { f(9); }")
                  .unreachable,
              IsEmpty());
}

TEST(UnreachableCode, ComesFromTheCache) {
  const test::TemporaryFolder folder;
  Options options;
  options.cache_folder = folder.path();
  const std::string code = "int main(void) { unsigned n = __VERIFIER_nondet_uint(), i = 0; while (i < n) i++;\n"
                           "  if (i != n)\n    i = 0;\n  assert(i == n); return 0; }";
  EXPECT_EQ(report_of(code, options).unreachable.size(), 1U);
  const FileReport again = report_of("\n" + code, options);
  EXPECT_TRUE(again.functions.front().from_cache);
  ASSERT_EQ(again.unreachable.size(), 1U);
  EXPECT_EQ(again.unreachable[0].line, 6U);
}

const FunctionSummary& summary_of(const FileReport& report, const std::string& function) {
  return std::ranges::find(report.functions, function, &FunctionReport::name)->summary;
}

TEST(FunctionSummaries, SayWhatIsRequired) {
  const FileReport report =
      report_of("int f(int a, int b) { assert(a > 0); assert(b != a); assert(a + b != 7 || a); return b; }");
  EXPECT_THAT(summary_of(report, "f").requirements, Contains("a > 0"));
}

TEST(FunctionSummaries, SayWhatIsChanged) {
  const FileReport report =
      report_of("int n, table[9]; static void g(void) { n++; }\n"
                "void f(int *p, const int *q) { g(); if (p && q) *p = *q; assert(n != 3 || n); }");
  EXPECT_THAT(summary_of(report, "f").changes, AllOf(Contains("n"), Contains("*p"), Not(Contains("table"))));
  EXPECT_THAT(summary_of(report, "g").changes, ElementsAre("n"));
}

TEST(FunctionSummaries, SayWhatIsReturned) {
  Options options;
  options.analysis = "value"; // whatever else has time to prove it
  const FileReport report =
      report_of("static int sign(int x) { if (x > 0) return 1; return x < 0 ? -1 : 0; }\n"
                "int main(void) { int s = sign(__VERIFIER_nondet_int()); assert(s < 2); return 0; }",
                options);
  ASSERT_EQ(report.verdict, Verdict::Safe);
  EXPECT_THAT(summary_of(report, "sign").guarantees, ElementsAre("result == -1 || result == 0 || result == 1"));
}

const std::string ring = "struct ring { unsigned head; unsigned count; int items[8]; };\n";

/// By predicates: what is found backwards is about ends of loops, mostly.
Options by_predicates() {
  Options options;
  options.analysis = "predicate";
  return options;
}

const std::string maximum = "int f(const int *a, int n) { int m = 0;\n"
                            "for (int i = 0; i < n; i++) if (a[i] > m) m = a[i];\n";

TEST(LoopInvariants, SpeakOfAllElements) {
  EXPECT_THAT(invariants_of(maximum + "for (int j = 0; j < n; j++) assert(a[j] <= m); return m; }", by_predicates()),
              Contains("for all k in [0, i): a[k] <= m"));
  EXPECT_THAT(invariants_of("int table[100]; void f(int n) { if (n > 100) return;\n"
                            "for (int i = 0; i < n; i++) table[i] = 7;\n"
                            "for (int k = 0; k < n; k++) assert(table[k] <= 7); }",
                            by_predicates()),
              Contains("for all k in [0, i): table[k] <= 7"));
}

/// What is copied from stays in memory, where the formulas name its elements by their addresses.
TEST(LoopInvariants, SpeakOfAllElementsInMemory) {
  EXPECT_THAT(invariants_of("int table[100], copy[100]; void *memcpy(void *, const void *, unsigned long);\n"
                            "void f(int n) { if (n > 100) return; for (int i = 0; i < n; i++) table[i] = 7;\n"
                            "for (int k = 0; k < n; k++) assert(table[k] <= 7); memcpy(copy, table, sizeof copy); }",
                            by_predicates()),
              Contains("for all k in [0, i): table[k] <= 7"));
}

/// The index is an int, and i may be larger: of such elements nothing was proved.
TEST(LoopInvariants, SayNothingOfElementsBeyondTheIndex) {
  EXPECT_THAT(invariants_of("int table[100]; void f(long long n) { if (n > 100) return;\n"
                            "for (long long i = 0; i < n; i++) table[i] = 7;\n"
                            "for (int k = 0; k < n; k++) assert(table[k] <= 7); }",
                            by_predicates()),
              Not(Contains(HasSubstr("for all"))));
}

/// Only every other element is written, and looked at.
TEST(LoopInvariants, SayNothingOfElementsThatAreNotNext) {
  EXPECT_THAT(invariants_of("int table[100]; void f(int n) { if (n > 50) return;\n"
                            "for (int i = 0; i < n; i++) table[2 * i] = 7;\n"
                            "for (int k = 0; k < n; k++) assert(table[2 * k] <= 7); }",
                            by_predicates()),
              Not(Contains(HasSubstr("table[k]"))));
}

/// The program has asked something of its own index, so what is proved of that is not true of all.
TEST(LoopInvariants, SayNothingOfAllElementsWhereTheIndexIsTheProgramsOwn) {
  Options options;
  options.analysis = "cells";
  EXPECT_THAT(
      invariants_of("unsigned __VERIFIER_nondet_uint(void); int a[100]; int main(void) {\n"
                    "unsigned n = __VERIFIER_nondet_uint(); if (n > 100) return 0;\n"
                    "unsigned k = __VERIFIER_nondet_uint(); if (k >= n) return 0; for (unsigned i = 0; i < n; i++)\n"
                    "a[i] = i == k ? 7 : __VERIFIER_nondet_int(); assert(a[k] == 7); return 0; }",
                    options),
      Not(Contains(HasSubstr("for all"))));
}

TEST(LoopInvariants, AboutElementsNameTheIndexAsNothingElse) {
  EXPECT_THAT(invariants_of("int k;" + maximum + "for (int j = 0; j < n; j++) assert(a[j] <= m); return m + k * 0; }",
                            by_predicates()),
              Contains("for all j in [0, i): a[j] <= m"));
}

TEST(LoopInvariants, AboutElementsComeFromTheCache) {
  const test::TemporaryFolder folder;
  Options options = by_predicates();
  options.cache_folder = folder.path();
  const std::string checked = maximum + "for (int j = 0; j < n; j++) assert(a[j] <= m); return m; }";
  invariants_of(checked, options);
  const FileReport again = report_of("/* again */ " + checked, options);
  EXPECT_TRUE(again.functions.front().from_cache);
  EXPECT_THAT(again.invariants, Contains(AllOf(Field(&Invariant::text, "for all k in [0, i): a[k] <= m"),
                                               Field(&Invariant::about, Invariant::About::Elements),
                                               Field(&Invariant::variables, UnorderedElementsAre("i", "a", "m")))));
}

TEST(LoopInvariants, SpeakOfWhatPointersLeadTo) {
  Options options;
  options.analysis = "predicate";
  options.properties = {Property::Assert, Property::Null};
  EXPECT_THAT(invariants_of(ring + "void f(struct ring *r) { r->count = 0; while (__VERIFIER_nondet_int())\n"
                                   "if (r->count < 8) r->count++; assert(r->count <= 8); }",
                            options),
              Contains("r->count <= 8"));
}

TEST(LoopInvariants, NeedNoValidPointerToBeTrue) {
  const std::vector<std::string> found = invariants_of(
      ring +
      "unsigned f(struct ring *r) { unsigned n = 3; if (r) r->count = 0; while (__VERIFIER_nondet_int())\n"
      "if (r && r->count < 8) { r->count++; n = r->count; } assert(n <= 8); if (r) assert(r->count <= 8); return n; }");
  for (const std::string& text : found) {
    const bool reads = text.find("r->") != std::string::npos;
    EXPECT_TRUE(!reads || text.starts_with("!r || ")) << text;
  }
}

TEST(LoopInvariants, SayNothingOfWhatMayHaveBeenFreed) {
  Options options;
  options.properties = {Property::Assert, Property::Null, Property::UseAfterFree};
  const std::vector<std::string> found =
      invariants_of("extern void free(void *);\n" + ring +
                        "void f(struct ring *r) { r->count = 0; unsigned n = r->count; free(r);\n"
                        "while (__VERIFIER_nondet_int()) if (n < 8) n++; assert(n <= 8); }",
                    options);
  EXPECT_THAT(found, Not(Contains(HasSubstr("r->"))));
}

const FunctionReport& function_of(const FileReport& report, const std::string& name) {
  return *std::ranges::find(report.functions, name, &FunctionReport::name);
}

std::vector<std::string> objects_of(const FunctionReport& function, const std::string& pointer) {
  const auto fact = std::ranges::find(function.pointers, pointer, &PointerFact::name);
  return fact == function.pointers.end() ? std::vector<std::string>{"nothing is said"} : fact->objects;
}

TEST(PointerFacts, NameWhereAPointerMayLead) {
  const FileReport report =
      report_of("extern void *malloc(unsigned long); static int a[4], b[4]; struct s { int x; };\n"
                "int main(void) { int *p = __VERIFIER_nondet_int() ? a : b;\n"
                "struct s *q = malloc(sizeof *q); if (q) q->x = *p; assert(*p == 0); return 0; }");
  const FunctionReport& main = function_of(report, "main");
  EXPECT_THAT(objects_of(main, "p"), ElementsAre("`a`", "`b`"));
  EXPECT_THAT(objects_of(main, "q"), ElementsAre("memory from line 5"));
  EXPECT_FALSE(main.pointers.front().leads_elsewhere);
}

TEST(PointerFacts, SayWhatIsNotKnown) {
  const FileReport report =
      report_of("extern int *find(void); int f(void) { int *p = find(); return p ? *p : 0; }\n"
                "int g(char *s, unsigned long n) { char *t = (char *)n; assert(s != t); return 0; }");
  EXPECT_TRUE(function_of(report, "g").pointers.back().leads_elsewhere);
  EXPECT_THAT(function_of(report, "f").pointers, Not(IsEmpty()));
}

TEST(Assumptions, AreThoseThatAFunctionNeeds) {
  const FileReport report = report_of("double half(double x) { return x / 2; }\n"
                                      "int first(int *p) { return *p; }\n"
                                      "int one(void) { return 1; }\n"
                                      "extern int elsewhere(void); static int inner(void) { return elsewhere(); }\n"
                                      "int outer(void) { return inner(); }");
  const auto rests_on = [&](const std::string& function, const char* words) {
    return std::ranges::any_of(function_of(report, function).assumptions,
                               [&](const std::string& sentence) { return sentence.find(words) != std::string::npos; });
  };
  EXPECT_TRUE(rests_on("half", "rounded to nearest"));
  EXPECT_FALSE(rests_on("one", "rounded to nearest"));
  EXPECT_TRUE(rests_on("first", "pointers that callers pass"));
  EXPECT_FALSE(rests_on("one", "pointers that callers pass"));
  EXPECT_TRUE(rests_on("outer", "\"elsewhere\" has no definition"));
  EXPECT_TRUE(rests_on("inner", "\"elsewhere\" has no definition"));
  EXPECT_FALSE(rests_on("first", "\"elsewhere\" has no definition"));
  for (const FunctionReport& function : report.functions) {
    EXPECT_TRUE(rests_on(function.name, "no undefined behaviour")) << function.name;
  }
}

} // namespace
} // namespace vouch::findings
