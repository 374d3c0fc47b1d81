#include "analysis/findings/caller_dependence.hpp"
#include "analysis/verifier.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace vouch::findings {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

FileReport report_on(const std::string& code, Callers callers = Callers::Sensible) {
  SourceInput input;
  input.path = "/snippet/a.c";
  input.unsaved[input.path] = code;
  Options options;
  options.properties = {checked_by_default.begin(), checked_by_default.end()};
  options.callers = callers;
  options.entry_milliseconds = 10'000;
  VerificationContext context;
  return verify(input, options, context);
}

/// "kind code parameter" of everything that is found, hints last.
std::vector<std::string> found_in(const std::string& code, Callers callers = Callers::Sensible) {
  const FileReport report = report_on(code, callers);
  std::vector<std::string> result;
  for (const Violation& violation : report.violations) {
    EXPECT_TRUE(violation.precondition.parameter.empty());
    result.push_back((violation.kind == FindingKind::WillHappen ? "will " : "can ") + violation.code);
  }
  for (const Violation& hint : report.hints) {
    EXPECT_EQ(hint.kind, FindingKind::OnlyIfCaller);
    result.push_back("hint " + hint.code + " " + hint.precondition.parameter);
  }
  return result;
}

constexpr const char* node = "struct node { struct node *next; int value; };\n";

TEST(CallerDependence, AnotherArgumentThatTakesTheSameBranchesMakesItTheCallers) {
  EXPECT_THAT(found_in(std::string(node) + "int f(struct node *n) { return n->value; }"),
              ElementsAre("hint null-dereference n"));
  EXPECT_THAT(found_in("int f(int a, int b) { if (a > 3) return a / b; return 0; }"),
              ElementsAre("hint division-by-zero b"));
  EXPECT_THAT(found_in("int table[4]; int f(int i) { return table[i]; }"), ElementsAre("hint out-of-bounds i"));
}

TEST(CallerDependence, WhatOnlyCallersDecideIsToldFromWhatIsOpen) {
  const auto function_in = [](const std::string& code) {
    FileReport report = report_on("struct s { int *cells; int at; };\n" + code);
    EXPECT_THAT(report.violations, IsEmpty());
    EXPECT_THAT(report.hints, testing::Not(IsEmpty()));
    return report.functions.back();
  };
  const FunctionReport told =
      function_in("int f(const struct s *s) { int n = s ? s->at / 2 : 0; return s ? s->cells[-1] + n / 4 : n; }");
  EXPECT_EQ(told.verdict, Verdict::Unknown);
  EXPECT_TRUE(told.is_left_to_callers) << told.reason;
  EXPECT_GT(told.checks.open, 0);
  EXPECT_LT(told.checks.open, told.checks.total);
  const FunctionReport open =
      function_in("int f(const struct s *s, unsigned a, unsigned b) { int n = s ? s->cells[-1] : 0;\n"
                  "__asm__(\"nop\" : \"+r\"(n)); return n + (int)(a / (b | 1)) / 2; }");
  EXPECT_EQ(open.verdict, Verdict::Unknown);
  EXPECT_FALSE(open.is_left_to_callers) << open.reason;
}

TEST(CallerDependence, WhatTheFunctionTestsIsItsOwn) {
  EXPECT_THAT(found_in(std::string(node) + "int f(struct node *n) { return n ? 1 : n->value; }"),
              ElementsAre("can null-dereference"));
  EXPECT_THAT(found_in(std::string(node) + "int f(struct node *n) { int v = n->value; if (!n) v = 0; return v; }"),
              ElementsAre("can null-dereference"));
  EXPECT_THAT(found_in("int table[4]; int f(int i) { if (i < 0 || i > 4) return 0; return table[i]; }"),
              ElementsAre("can out-of-bounds"));
  EXPECT_THAT(found_in("int f(int n) { if (n < 0) return 0; return 100 / n; }"), ElementsAre("can division-by-zero"));
}

TEST(CallerDependence, ValuesThatHaveToFitEachOtherAreTheCallers) {
  EXPECT_THAT(found_in("int f(unsigned a, unsigned b) {\n"
                       "  if (a > 10 || a + b != 10) return 0;\n"
                       "  return 100 / (int)(a * b - 21); }"),
              ElementsAre("hint division-by-zero "));
  EXPECT_THAT(found_in("struct range { unsigned a; unsigned b; };\n"
                       "int f(const struct range *r) {\n"
                       "  if (!r || r->a > 10 || r->a + r->b != 10) return 0;\n"
                       "  return 100 / (int)(r->a * r->b - 21); }"),
              ElementsAre("hint division-by-zero r"));
  EXPECT_THAT(found_in("int f(unsigned a, unsigned b) {\n"
                       "  if (a > 10 || a + b != 10 || (a != 3 && a != 7)) return 0;\n"
                       "  return 100 / (int)(a * b - 21); }"),
              ElementsAre("can division-by-zero"))
      << "whoever comes there has it";
}

TEST(CallerDependence, WhatNobodyWasAskedForWillHappen) {
  EXPECT_THAT(found_in("int f(void) { int *p = 0; return *p; }"), ElementsAre("will null-dereference"));
  EXPECT_THAT(found_in(std::string(node) + "int f(struct node *n) { return n->value; } int g(void) { return f(0); }"),
              ElementsAre("will null-dereference"))
      << "the hint is in the same place";
}

TEST(CallerDependence, WhatTheSurroundingsAnswerIsNoCallersChoice) {
  EXPECT_THAT(found_in("int read_number(void); int f(void) { return 10 / read_number(); }"),
              ElementsAre("can division-by-zero"));
  EXPECT_THAT(found_in("#include <stdlib.h>\nint *f(void) { int *p = malloc(4); *p = 1; return p; }"),
              ElementsAre("can null-dereference"));
}

TEST(CallerDependence, FunctionsThatAreNotSeenAreAsSensibleAsCallers) {
  EXPECT_THAT(found_in("struct s { int v; }; struct s *make(void); int f(void) { return make()->v; }"),
              ElementsAre("hint null-dereference make()"));
  const FileReport report = report_on("struct s { int v; }; struct s *make(void);\n"
                                      "int f(void) { struct s *s = make(); return s ? s->v : 0; }");
  EXPECT_THAT(report.violations, IsEmpty());
  EXPECT_THAT(report.hints, IsEmpty());
}

TEST(CallerDependence, NumbersThatFunctionsLeaveBehindWhichAreNotSeenAreTheirs) {
  const std::string set_up = "struct s { int at; }; void set_up(struct s *s); int table[4];\n";
  EXPECT_THAT(found_in(set_up + "int f(void) { struct s s; set_up(&s); return table[s.at]; }"),
              ElementsAre("hint out-of-bounds set_up()"));
  EXPECT_THAT(found_in(set_up + "int f(void) { struct s s; set_up(&s); return 10 / s.at; }"),
              ElementsAre("hint division-by-zero set_up()"));
  EXPECT_THAT(found_in(set_up + "int f(void) { struct s s; set_up(&s);\n"
                                "if (s.at < 0 || s.at > 4) return 0; return table[s.at]; }"),
              ElementsAre("can out-of-bounds"));
  EXPECT_THAT(
      found_in(
          "#include <unistd.h>\nint f(int file) { int n = 1; if (read(file, &n, 4) != 4) return 0; return 10 / n; }"),
      ElementsAre("can division-by-zero"))
      << "what is read from a file may be anything";
  const FileReport report = report_on(set_up + "int f(void) { struct s s; set_up(&s); return 10 / s.at; }");
  ASSERT_EQ(report.hints.size(), 1);
  EXPECT_THAT(report.hints.front().message, testing::HasSubstr("as \"set_up\" may leave 0 in memory"));
}

TEST(CallerDependence, WhatHasBecomeNullBehindATestIsWhoLeftItThere) {
  const std::string code = "struct s { int *data; }; void other(struct s *s);\n";
  EXPECT_THAT(found_in(code + "int f(struct s *s) { if (!s || s->data == 0) return 0; other(s); return *s->data; }"),
              ElementsAre("hint null-dereference other()"));
  EXPECT_THAT(
      found_in(code +
               "int f(struct s *s) { if (!s) return 0; other(s); if (s->data != 0) return 1; return *s->data; }"),
      ElementsAre("can null-dereference"));
}

TEST(CallerDependence, NumbersThatFunctionsMakeOfTheirArgumentsWhichAreNotSeenAreTheirs) {
  const std::string table = "int table[4]; int place_of(int key);\n";
  EXPECT_THAT(found_in(table + "int f(int key) { return table[place_of(key)]; }"),
              ElementsAre("hint out-of-bounds place_of()"));
  EXPECT_THAT(found_in(table + "int f(int key) { int place = place_of(key);\n"
                               "if (place < 0 || place > 4) return 0; return table[place]; }"),
              ElementsAre("can out-of-bounds"));
  EXPECT_THAT(
      found_in("struct s { int (*place_of)(struct s *s, int key); }; int table[4];\n"
               "int f(struct s *s, int key) { if (!s || !s->place_of) return 0; return table[s->place_of(s, key)]; }"),
      ElementsAre("hint out-of-bounds *s->place_of()"));
  EXPECT_THAT(found_in("#include <sys/socket.h>\nint sum(int file) { char c; int n = 0;\n"
                       "n += (int)recv(file, &c, 1, 0); return 1000 / n; }"),
              ElementsAre("can division-by-zero"))
      << "what is received from outside may be anything";
}

TEST(CallerDependence, WhatIsPassedOnlyDecidesWhenItFails) {
  EXPECT_THAT(found_in("unsigned f(const unsigned char *a, unsigned n) {\n"
                       "unsigned s = 0; for (unsigned i = 0; i <= n; i++) s += a[i]; return s; }"),
              ElementsAre("can out-of-bounds", "hint null-dereference a"));
  EXPECT_THAT(found_in("int f(const int *a, int n) { (void)n; return a[0]; }"),
              ElementsAre("hint null-dereference a", "hint out-of-bounds n"));
}

TEST(CallerDependence, WhereAnArrayBeginsAndEndsIsTheCallersAffairUnlessItIsSaid) {
  EXPECT_THAT(found_in("int f(const int *p) { return p ? p[-1] : 0; }"), ElementsAre("hint out-of-bounds p"));
  EXPECT_THAT(found_in("int f(const int *p, unsigned n) { return p && n ? p[-1] : 0; }"),
              ElementsAre("hint out-of-bounds "))
      << "who says how many there are does not say that nothing is before them";
  EXPECT_THAT(found_in("int f(const int *p, const int *end) { if (!p || p == end) return 0; return p[end - p]; }"),
              ElementsAre("can out-of-bounds"));
  EXPECT_THAT(found_in("int f(const int *p, const int *stopper) { return p && stopper ? p[stopper - p] : 0; }"),
              ElementsAre("hint out-of-bounds stopper"));
}

TEST(CallerDependence, FunctionsThatAreNotThereAreTheCallers) {
  EXPECT_THAT(found_in("struct hooks { void *(*allocate)(unsigned long); };\n"
                       "char *f(const struct hooks *hooks) {\n"
                       "  if (!hooks) return 0;\n"
                       "  char *c = hooks->allocate(8); if (c) c[0] = 0; return c; }"),
              ElementsAre("hint null-dereference hooks"));
}

TEST(CallerDependence, WhoComparesTwoPointersDoesNotAskForNull) {
  EXPECT_THAT(found_in("int f(int *p, int *q, int k) { if (k) { if (p == q) return 1; } return *p; }"),
              ElementsAre("hint null-dereference p"));
}

TEST(CallerDependence, WhatCodeElsewhereLeavesInMemoryIsItsFault) {
  EXPECT_THAT(found_in("int get(int **out); int f(void) { int *p = 0; get(&p); return *p; }"),
              ElementsAre("hint null-dereference get()"));
  EXPECT_THAT(found_in("int get(int **out); int f(int k) {\n"
                       "  int *p = 0; get(&p); if (k) { if (p) return 1; } return *p; }"),
              ElementsAre("can null-dereference"))
      << "the function asks elsewhere";
  EXPECT_THAT(found_in("int get(int **out); int f(void) { int *p = 0; get(&p); p = 0; return *p; }"),
              ElementsAre("can null-dereference"));
}

TEST(CallerDependence, ACallThroughAMemberDoesNotCompareItWithNull) {
  const std::string hooks = "struct hooks { int (*ask)(int); int level; };\n";
  EXPECT_THAT(found_in(hooks + "int yes(int n) { return n; } int (*any)(int) = yes;\n"
                               "int f(struct hooks *h) { if (!h) return 0; if (h->ask(1)) return 1; return 2; }"),
              ElementsAre("hint null-dereference h"));
  EXPECT_THAT(found_in(hooks + "int f(struct hooks *h, int k) {\n"
                               "  if (!h) return 0; if (k) { if (!h->ask) return 1; } return h->ask(1); }"),
              ElementsAre("can null-dereference"));
}

TEST(CallerDependence, OneOfManyNullMembersIsFound) {
  std::string members;
  std::string uses;
  for (int i = 0; i < 40; ++i) {
    const std::string name = "member" + std::to_string(i);
    members += "int *" + name + "; ";
    uses += "  n += h->" + name + " != 0;\n";
  }
  EXPECT_THAT(found_in("struct hooks { " + members + "int (*last)(int); };\n" + "int f(struct hooks *h) {\n" +
                       "  if (!h) return 0;\n  int n = 0;\n" + uses + "  return h->last(n); }"),
              ElementsAre("hint null-dereference h"));
}

TEST(CallerDependence, WhoKnowsHowFarAnArrayReachesIsTheCallerIfNothingSaysIt) {
  EXPECT_THAT(found_in("int f(int argc, const unsigned *sizes) {\n"
                       "  unsigned s = 0; for (int j = 0; j < argc; j++) s += sizes ? sizes[j] : 1u; return s > 4; }"),
              ElementsAre("hint out-of-bounds sizes"));
  EXPECT_THAT(found_in("unsigned char f(const char *s) { return s ? s[-1] : 0; }"), ElementsAre("hint out-of-bounds s"))
      << "the middle of an array can be passed";
  EXPECT_THAT(found_in("int f(const char *s) { if (!s) return 0; while (*s != 7) s++; return 1; }"),
              ElementsAre("can out-of-bounds"))
      << "strings say where they end";
}

TEST(CallerDependence, AnAssertionOfWhatTheFunctionComputesIsItsOwn) {
  const std::string head = "#include <assert.h>\nint g; void lock(void); static int half(int n) { return n / 2; }\n";
  EXPECT_THAT(found_in(head + "int f(int n) { g = n; assert((n & 7) != 6); return n; }"), ElementsAre("hint assert n"));
  EXPECT_THAT(found_in(head + "int f(int n) { g = n; int m = n; assert(m != 7); return m; }"),
              ElementsAre("can assert"));
  EXPECT_THAT(found_in(head + "int f(int n) { lock(); if (n < 0) n = 1; assert(n != 7); return n; }"),
              ElementsAre("can assert"));
  EXPECT_THAT(found_in(head + "int f(int n) { assert(half(n) != 7); return n; }"), ElementsAre("can assert"));
  EXPECT_THAT(found_in(head + "int f(int n) { lock(); assert(g != 7); return n; }"), ElementsAre("can assert"));
  EXPECT_THAT(found_in(head + "int f(int n) { lock(); if (g) n = 1; assert(n != 7); return n; }"),
              ElementsAre("can assert"));
  EXPECT_THAT(found_in(head + "static int t[2]; void put(int i, int v) { t[i & 1] = v; }\n"
                              "int f(int n) { lock(); assert(t[1] != 7); return n; }"),
              ElementsAre("can assert"));
}

TEST(CallerDependence, AnAssertionOfWhatIsPassedAsksCallers) {
  const std::string head = "#include <assert.h>\nstruct ring { int count, size; }; int g; void lock(void);\n"
                           "static void check(int n) { g = 1; assert(n != 7); }\n";
  EXPECT_THAT(found_in(head + "int f(int n) { g = n; assert(n != 7); return n; }"), ElementsAre("hint assert n"));
  EXPECT_THAT(found_in(head + "int f(int n) { check(n); return n; }"), ElementsAre("hint assert n"));
  EXPECT_THAT(found_in(head + "int f(const struct ring *ring) { g = 1; if (!ring) return 0;\n"
                              "const struct ring *r = ring; assert(r->count <= r->size); return r->size; }"),
              ElementsAre("hint assert ring"));
}

/// What is tested is another pointer by then.
TEST(CallerDependence, AParameterThatIsTestedAfterItWasAssignedToIsNotTested) {
  const std::string head = std::string(node) + "struct node *longer(struct node *n);\n";
  EXPECT_THAT(found_in(head + "int f(struct node *n) { int v = n->value / 2; n = longer(n); if (!n) return 0;\n"
                              "return v; }"),
              ElementsAre("hint null-dereference n"));
  EXPECT_THAT(found_in(head + "int f(struct node *n, int m) { int v = n->value / 2; if (m) n = longer(n);\n"
                              "if (!n) return 0; return v; }"),
              ElementsAre("can null-dereference"));
}

/// Another pointer would have taken other branches, but none of them asks whether it is null.
TEST(CallerDependence, ANullPointerThatNobodyAsksForIsTheCallers) {
  const std::string head = std::string(node) + "int g;\n";
  EXPECT_THAT(
      found_in(head + "int f(struct node *n, struct node *m) { if (n != m) g = 1; else return n->value; return 0; }"),
      ElementsAre("hint null-dereference n"));
  EXPECT_THAT(
      found_in(head +
               "int f(struct node *n, struct node *m) { if (!n) g = 2; if (n != m) g = 1; else return n->value;\n"
               "return 0; }"),
      ElementsAre("can null-dereference"));
}

TEST(CallerDependence, ATestInFrontOfTheAssertionIsNoPartOfIt) {
  EXPECT_THAT(
      found_in("#include <assert.h>\nint g; int f(int n) { g = 1; if (n == 8) return 0; assert(n != 7); return n; }"),
      ElementsAre("can assert"));
}

/// The parts of one condition, and the cases of one switch, are one question.
TEST(CallerDependence, AnAssertionOfSeveralPartsAsksCallers) {
  const std::string head = "#include <assert.h>\nstruct task { int kind, size; }; int g;\n";
  EXPECT_THAT(found_in(head + "int f(const struct task *t) { if (!t) return 0; g = 1; assert(t->kind == 21 || t->kind "
                              "== 37 || t->kind == 94);\n"
                              "return t->size; }"),
              ElementsAre("hint assert t"));
  EXPECT_THAT(found_in(head +
                       "int f(const struct task *t) { if (!t) return 0; switch (t->kind) { case 37: return g = 1;\n"
                       "case 94: return g = 2; case 21: return 4; default: assert(0); } return 0; }"),
              ElementsAre("hint assert t"));
  EXPECT_THAT(found_in(head +
                       "int f(const struct task *t) { if (!t) return 0; if (t->kind == 37 || t->kind == 21) g = 1;\n"
                       "else if (t->kind == 94) g = 2; else assert(0); return t->size; }"),
              ElementsAre("hint assert t"));
  EXPECT_THAT(found_in(head + "int f(struct task *t) { if (!t) return 0; if (t->kind == 37) g = 1; else t->kind = 7;\n"
                              "if (t->kind == 7) assert(0); return t->size; }"),
              ElementsAre("can assert"));
  EXPECT_THAT(found_in(head +
                       "int f(const struct task *t) { if (!t) return 0; if (t->kind == 94) g = 3; int s = t->size;\n"
                       "switch (t->kind) { case 37: return g = 1; default: assert(s == 4); } return 0; }"),
              ElementsAre("can assert"));
}

TEST(CallerDependence, WhatTheFunctionHasWrittenOrTellsFromOthersIsItsOwn) {
  const std::string head = "#include <assert.h>\nstruct ring { int count; }; int g; static void check(int n) { g = 1; "
                           "assert(n != 7); }\n";
  EXPECT_THAT(found_in(head + "int f(struct ring *r) { if (!r || r->count > 9) return 0; r->count = g = 7;\n"
                              "assert(r->count != 7); return 1; }"),
              ElementsAre("can assert"));
  EXPECT_THAT(found_in(head + "int f(struct ring *r, int n) { if (!r) return 0; r->count = n; assert(r->count != 7);\n"
                              "return 1; }"),
              ElementsAre("can assert"));
  EXPECT_THAT(found_in(head + "int f(int n) { if (n == 8) return 0; check(n); return n; }"), ElementsAre("can assert"));
}

TEST(CallerDependence, WhoLimitsALengthAnswersForIt) {
  const auto with_condition = [](const std::string& condition) {
    return found_in("#include <string.h>\n"
                    "int f(const char *s) { char text[4] = \"x\"; size_t n = s ? strlen(s) : 0; if (" +
                    condition + ") return 0; text[n] = 0; return text[0]; }");
  };
  EXPECT_THAT(with_condition("n > sizeof text"), ElementsAre("can out-of-bounds"));
  EXPECT_THAT(with_condition("!(sizeof text + 1 > n)"), ElementsAre("can out-of-bounds"));
  EXPECT_THAT(with_condition("n >= sizeof text"), IsEmpty());
  EXPECT_THAT(with_condition("n < 2"), ElementsAre("hint out-of-bounds s"));
  EXPECT_THAT(with_condition("n == 3"), ElementsAre("hint out-of-bounds s"));
}

TEST(CallerDependence, ASecondHintForAParameterIsOfAnotherKind) {
  EXPECT_THAT(found_in("struct text { char text[4]; };\nvoid f(struct text *t) { t->text[4] = 0; }"),
              testing::UnorderedElementsAre("hint null-dereference t", "hint out-of-bounds t"));
}

TEST(CallerDependence, OneHintForEachParameter) {
  const std::string code = "struct pair { int first, value; }; int f(struct pair *n, struct pair *m) {\n"
                           "int v = 0; if (n->value == 3) v = n->value == 4; else v = m->value == 2; return v; }";
  EXPECT_THAT(found_in(code), ElementsAre("hint null-dereference n", "hint null-dereference m"));
  const FileReport report = report_on(code);
  ASSERT_FALSE(report.hints.empty());
  EXPECT_EQ(report.hints.front().precondition.condition, "n");
  EXPECT_EQ(report.hints.front().precondition.assumption, "n is not null");
}

TEST(CallerDependence, WhatIsAskedOfCallersIsAssumedForTheRest) {
  const FileReport report = report_on("struct pair { int first, value; };\n"
                                      "int f(struct pair *n, struct pair *m) { return n->value < m->value; }\n"
                                      "int g(struct pair *n, int k) { if (k) n = 0; return n->value; }");
  EXPECT_EQ(report.verdict, Verdict::Violated) << "g fails whatever it is passed for n";
  ASSERT_EQ(report.functions.size(), 2U);
  EXPECT_EQ(report.functions[0].verdict, Verdict::Safe);
  EXPECT_THAT(report.functions[0].preconditions, ElementsAre("m is not null", "n is not null"));
  EXPECT_EQ(report.functions[1].verdict, Verdict::Violated);
  EXPECT_THAT(report.functions[1].preconditions, IsEmpty());
}

TEST(CallerDependence, CallsWithinTheFileNeedNotKeepToAPrecondition) {
  const FileReport report = report_on("int f(int *p) { return *p; }\n"
                                      "int g(int n) { return n == 7 ? f(0) : 0; }\n"
                                      "int h(void) { int one = 1; return f(&one); }");
  EXPECT_EQ(report.verdict, Verdict::Violated);
  ASSERT_EQ(report.functions.size(), 3U);
  EXPECT_EQ(report.functions[0].verdict, Verdict::Violated);
  EXPECT_EQ(report.functions[2].verdict, Verdict::Safe);
}

TEST(CallerDependence, ACheckOfNothingButWhatWasPassedIsAPrecondition) {
  const FileReport report = report_on("int f(int *p, int by) {\n  return *p / by; }");
  EXPECT_EQ(report.verdict, Verdict::Safe) << report.reason;
  const FunctionReport& function = report.functions.front();
  EXPECT_THAT(function.preconditions, testing::Contains("\"*p / by\" never overflows in line 2"));
  EXPECT_EQ(function.checks.left_to_callers, 1);
  EXPECT_EQ(report.hints.size(), 3) << "one of each kind for each parameter";
}

TEST(CallerDependence, WhatTheFunctionHasComputedStaysUndecided) {
  const FileReport report = report_on("int f(int *p, int by) { *p = by; return *p + 2; }");
  EXPECT_EQ(report.verdict, Verdict::Unknown) << "there may be other runs to the same place";
  EXPECT_TRUE(report.reason.starts_with("depends on a precondition that is not stated")) << report.reason;
}

TEST(CallerDependence, WhereEveryCheckIsForCallersNothingIsProved) {
  const FileReport report = report_on("int sum(int a, int b) { return a + b; }");
  EXPECT_EQ(report.verdict, Verdict::Unknown);
  EXPECT_TRUE(report.functions.front().is_left_to_callers);
  EXPECT_EQ(report.functions.front().checks.open, 1);
  EXPECT_THAT(report.hints, testing::SizeIs(1));
}

TEST(CallerDependence, IsNotAskedForWhereAnyCallerCounts) {
  EXPECT_THAT(found_in(std::string(node) + "int f(struct node *n) { return n->value; }", Callers::Any),
              ElementsAre("can null-dereference"));
}

TEST(CallerDependence, NeitherIsWhatLiesFarFromOne) {
  const FileReport report = report_on("struct base { int type; };\n"
                                      "struct array { struct base base; unsigned long length; int **table; };\n"
                                      "int *at(struct base *b, unsigned long i) {\n"
                                      "  struct array *a = (struct array *)b;\n"
                                      "  return !b || i >= a->length ? 0 : a->table[i]; }");
  EXPECT_THAT(report.violations, IsEmpty());
  EXPECT_EQ(report.verdict, Verdict::Unknown);
}

TEST(CallerDependence, StructsOfEnumerationsAreFilledWithWhatTheseName) {
  const FileReport report =
      report_on("enum error { NONE, MEMORY, SYNTAX }; struct parser { enum error error; int depth; };\n"
                "enum error error_of(const struct parser *p) { return p->error; }");
  EXPECT_THAT(report.violations, IsEmpty());
  EXPECT_EQ(report.verdict, Verdict::Safe) << report.reason;
}

TEST(CallerDependence, PointersThatLeadNowhereAreNobodysFault) {
  const FileReport report =
      report_on("struct leaf { int v; }; struct twig { int w; }; struct tree { int kind; void *data; };\n"
                "int f(struct tree *t) { if (!t || !t->data) return 0;\n"
                "  return t->kind ? ((struct leaf *)t->data)->v : ((struct twig *)t->data)->w; }");
  EXPECT_THAT(report.violations, IsEmpty());
  EXPECT_THAT(report.hints, IsEmpty());
  EXPECT_EQ(report.verdict, Verdict::Unknown);
}

std::vector<std::string> preconditions_of(const std::string& code) {
  const FileReport report = report_on(code);
  EXPECT_EQ(report.verdict, Verdict::Safe) << report.reason;
  return report.functions.empty() ? std::vector<std::string>() : report.functions.front().preconditions;
}

TEST(CallerDependence, SoMuchRoomIsAssumedAsIsNeeded) {
  EXPECT_THAT(preconditions_of("void put(unsigned v, unsigned char *out) {\n"
                               "  if (out) { out[0] = v; out[1] = v >> 8; out[3] = v >> 24; } }"),
              ElementsAre("out has at least 4 elements"));
}

TEST(CallerDependence, ADivisorIsAssumedNotToBeZero) {
  EXPECT_THAT(preconditions_of("unsigned share(unsigned total, unsigned n) { return total / n; }"),
              ElementsAre("n is not 0"));
}

TEST(CallerDependence, ANumberThatHasNoNegationIsAssumedAway) {
  EXPECT_THAT(preconditions_of("int negated(int n) { return -n; }"), ElementsAre("n is not -2147483648"));
}

TEST(CallerDependence, FarInsideOfWhatIsPassedNobodyHasAName) {
  const FileReport report = report_on(std::string(node) + "int f(const struct node *n) {\n"
                                                          "  return n->next->next->next->value; }");
  ASSERT_FALSE(report.hints.empty());
  EXPECT_THAT(report.hints.back().message, testing::EndsWith("if \"next\" is null in what is passed"));
}

} // namespace
} // namespace vouch::findings
