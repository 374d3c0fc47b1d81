#include "tests/unit/verifier/body_of_main.hpp"

#include <gtest/gtest.h>
#include <string>

namespace vouch {
namespace {

/// The experiments of D. Beyer, T. A. Henzinger, G. Theoduloz, "Program analysis with dynamic precision adjustment", ASE 2008,
/// and of G. Theoduloz, EPFL thesis 4781, chapter 4.
FileReport report_of(const std::string& body, const std::string& analysis, std::uint64_t threshold = 5) {
  Options options = assertions_by(analysis);
  options.value_threshold = threshold;
  return report_of_main(body, options, std::chrono::seconds(3));
}

/// A state machine beside a loop that an input bounds.
const std::string switches =
    "int st = 0, ok = 0, i, n = nd(); if (n < 0) n = 0; if (nd()) st = 1; else st = 2; if (st == 1) ok = 1;\n"
    "i = 0; while (i < n) i++; if (i < n) assert(0); if (ok) assert(st == 1); else assert(st == 2);";

/// Once it has too many values, the program's conditions say what matters of the counter, and nothing has to be refined.
TEST(FewValues, TakesOverWhatTheProgramAsks) {
  EXPECT_EQ(report_of(switches, "value").verdict, Verdict::Unknown);
  for (const std::uint64_t most : {1U, 5U}) {
    const FileReport report = report_of(switches, "value-threshold", most);
    EXPECT_EQ(report.verdict, Verdict::Safe);
    EXPECT_EQ(report.statistics.refinements, 0U);
    EXPECT_LE(report.statistics.abstract_states, 40 + 12 * most);
  }
}

/// What has just been given up is known to be at least zero where it is, and so it is from there on.
TEST(FewValues, AreTakenOverWhereTheyAreGivenUp) {
  const FileReport report = report_of("int n = nd(), i = 0; while (i < n) i++; assert(i >= 0);", "value-threshold", 1);
  EXPECT_EQ(report.verdict, Verdict::Safe);
  EXPECT_EQ(report.statistics.refinements, 0U);
}

/// With none, all is left to predicates, and refinement has to find them.
TEST(FewValues, OfNoneIsPredicatesAlone) {
  const FileReport report = report_of(switches, "value-threshold", 0);
  EXPECT_EQ(report.verdict, Verdict::Safe);
  EXPECT_GT(report.statistics.refinements, 0U);
}

/// Few values are enough: nothing is given up, and no solver is asked for a predicate.
TEST(FewValues, LeavesValuesWhereTheyAreFew) {
  const FileReport report =
      report_of("int x = 7, s = 0, i = 0; while (i < x) { s += x; i++; } assert(s == x * x);", "value-threshold", 8);
  EXPECT_EQ(report.verdict, Verdict::Safe);
  EXPECT_EQ(report.statistics.refinements, 0U);
  EXPECT_NE(
      report_of("int x = 7, s = 0, i = 0; while (i < x) { s += x; i++; } assert(s == x * x);", "value-threshold", 2)
          .verdict,
      Verdict::Violated);
}

/// What is given up is not what it was last.
TEST(FewValues, ForgetsWhatItGivesUp) {
  EXPECT_EQ(report_of("int i = 0; while (nd()) i++; assert(i < 3);", "value-threshold", 1).verdict, Verdict::Violated);
  EXPECT_EQ(report_of("int a[2] = {0, 0}; while (nd()) a[1]++; assert(a[1] < 3);", "value-threshold", 1).verdict,
            Verdict::Violated);
}

/// Where ways meet, joined values forget on which one they came; values that stay apart do not, and are twice as many for each branch.
TEST(Values, StayApartWhereTheyDiffer) {
  const std::string branch = "int x = 0, z = 0, y = nd(); if (y == 1) x = 1; else z = 1; assert(x != z);";
  EXPECT_EQ(report_of(branch, "value").verdict, Verdict::Safe);
  EXPECT_EQ(report_of(branch, "constants").verdict, Verdict::Unknown);
  const auto states_of = [](int branches, const std::string& analysis) {
    std::string code;
    std::string sum = "0";
    for (int i = 0; i < branches; ++i) {
      const std::string name = "x" + std::to_string(i);
      code += "int " + name + "; if (nd()) " + name + " = 1; else " + name + " = 2;\n";
      sum += " + " + name;
    }
    return report_of(code + "assert(" + sum + " > 0);", analysis).statistics.abstract_states;
  };
  EXPECT_GT(states_of(8, "value"), 3 * states_of(6, "value"));
  EXPECT_LT(states_of(8, "constants"), 2 * states_of(6, "constants"));
}

/// Counting to the end takes a state for each round, and no refinement.
TEST(Values, CountToTheEnd) {
  const FileReport report = report_of("int s = 0; for (int i = 0; i < 200; i++) s += i; assert(s == 19900);", "value");
  EXPECT_EQ(report.verdict, Verdict::Safe);
  EXPECT_EQ(report.statistics.refinements, 0U);
  EXPECT_LE(report.statistics.abstract_states, 4 * 200U);
}

/// A store through a pointer that is not tracked may go to either object.
TEST(Values, ForgetWhatAnUnknownPointerMayChange) {
  const std::string code =
      "struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b), *q; if (!a || !b) return 0;\n"
      "a->value = 1; b->value = 1; if (nd()) q = a; else q = b; q->value = 5; assert(a->value == 1);";
  EXPECT_EQ(report_of(code, "value").verdict, Verdict::Violated);
  EXPECT_NE(report_of(code, "value-threshold", 0).verdict, Verdict::Safe);
  EXPECT_NE(report_of(code, "value-refined").verdict, Verdict::Safe);
}

/// F30 of the thesis: with q alone not tracked, a store through it may go to a or b, and both are forgotten.
TEST(Values, ForgetWhatAnUntrackedPointerMayChange) {
  const std::string code = "struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b), *q; if (!a || !b) return 0;\n"
                           "a->value = 1; b->value = 1; q = a; q->value = 5; assert(b->value == 1 && a->value == 5);";
  EXPECT_EQ(report_of(code, "value").verdict, Verdict::Safe);
  Options options = assertions_by("value-threshold");
  options.precision.thresholds = {{"main::q", 0}};
  options.value_threshold = 9;
  const std::string wrong = code.substr(0, code.find("assert")) + "assert(a->value == 1);";
  EXPECT_NE(report_of_main(wrong, options, std::chrono::seconds(3)).verdict, Verdict::Safe);
}

/// The end of one object may be the start of another: that two pointers are equal does not say into which object they lead.
TEST(Values, DoNotTellFromAnEqualityWhereAPointerLeads) {
  const std::string objects =
      "int a[2], b[2]; a[0] = a[1] = b[0] = b[1] = 0; int *ways[2] = {WAYS}; int *p = ways[nd() != 0];\n";
  const auto verdict_of = [&](const std::string& ways, const std::string& rest, const std::string& analysis) {
    std::string code = objects;
    return report_of(code.replace(code.find("WAYS"), 4, ways) + rest, analysis).verdict;
  };
  for (const std::string analysis : {"value", "value-refined"}) {
    EXPECT_NE(verdict_of("b + 2, b + 2", "if (p == a) { p[-1] = 1; assert(b[1] == 0); }", analysis), Verdict::Safe);
    EXPECT_NE(verdict_of("b, b", "if (p == a + 2) { *p = 1; assert(b[0] == 0); }", analysis), Verdict::Safe);
    EXPECT_EQ(verdict_of("a + 1, b", "if (p == a + 1) { *p = 1; assert(a[1] == 1 && b[0] == 0); }", analysis),
              Verdict::Safe)
        << "within an object";
  }
}

/// What was explored is taken apart only after somebody was told of it: that may take longer than is left.
TEST(Values, SayHowFarTheyCameBeforeTimeIsOver) {
  SourceInput input;
  input.path = "/snippet/main.c";
  input.unsaved[input.path] = "extern int nd(void); extern void assert(int);\n"
                              "int main(void) { int i = 0; while (nd()) i++; assert(i >= 0); return 0; }\n";
  Options options;
  options.properties = {Property::Assert};
  options.analysis = "value";
  options.executions = Executions::Off;
  VerificationContext context;
  context.deadline = std::chrono::steady_clock::now() + std::chrono::milliseconds(1000);
  std::uint64_t told = 0;
  std::uint64_t told_of_values = 0;
  context.on_partial_report = [&](const FileReport& report) {
    told = report.statistics.abstract_states;
    const auto& states = report.statistics.states_by_analysis;
    told_of_values = states.contains("values") ? states.at("values") : 0;
  };
  const FileReport report = verify(input, options, context);
  EXPECT_EQ(report.verdict, Verdict::Unknown);
  EXPECT_GT(told, 1000U);
  EXPECT_EQ(told, report.statistics.abstract_states);
  EXPECT_EQ(told_of_values, told);
}

TEST(CanonicalHeaps, EndWhereBuffersAreRecycled) {
  const FileReport report =
      report_of("struct node *p = malloc(sizeof *p); if (!p) return 0; p->next = 0; while (nd()) { p->value = 1;\n"
                "p = malloc(sizeof *p); if (!p) return 0; p->next = 0; } assert(p->next == 0);",
                "value");
  EXPECT_EQ(report.verdict, Verdict::Safe);
  EXPECT_LT(report.statistics.abstract_states, 100U);
  const FileReport two = report_of(
      "struct node *p = malloc(sizeof *p); if (!p) return 0; p->next = 0; p->value = 1; while (nd()) {\n"
      "struct node *q = malloc(sizeof *q); if (!q) return 0; q->value = 2; q->next = p; free(p); q->value = 1;\n"
      "q->next = 0; p = q; assert(p->value == 1 && p->next == 0); } free(p);",
      "value");
  EXPECT_EQ(two.verdict, Verdict::Safe);
  EXPECT_LT(two.statistics.abstract_states, 100U);
}

/// A list that grows is no heap that comes back. A large one keeps its names, or each round would cost as much as it has nodes.
TEST(CanonicalHeaps, DoNotSlowDownListsThatGrow) {
  const FileReport report = report_of("struct node *l = 0; for (int i = 0; i < 4000; i++) {\n"
                                      "struct node *m = malloc(sizeof *m); if (!m) return 0; m->next = l; l = m; }\n"
                                      "assert(l->next->next != 0);",
                                      "value");
  EXPECT_EQ(report.verdict, Verdict::Safe);
}

/// A pointer to what was freed is still one, and it leads to no object of a later round.
TEST(CanonicalHeaps, KeepWhatWasFreedAsLongAsSomethingPointsThere) {
  const std::string loop = "struct node *q = 0; while (nd()) { struct node *p = malloc(sizeof *p); if (!p) return 0;\n"
                           "p->value = 1; if (q) USE q = p; free(p); }";
  const auto verdict_of = [&](const std::string& use) {
    Options options = assertions_by("value");
    options.properties = {Property::UseAfterFree, Property::Assert};
    std::string code = loop;
    return report_of_main(code.replace(code.find("USE"), 3, use), options, std::chrono::seconds(3)).verdict;
  };
  EXPECT_EQ(verdict_of("nd();"), Verdict::Safe);
  EXPECT_EQ(verdict_of("q->value = 2;"), Verdict::Violated);
}

/// An object that nothing leads to has no name any more, and is not given back all the same.
TEST(CanonicalHeaps, DoNotForgetThatSomethingWasLost) {
  const auto verdict_of = [&](const std::string& at_the_end_of_each_round) {
    Options options = assertions_by("value");
    options.properties = {Property::Memory};
    options.traversal_order = TraversalOrder::BreadthFirst; // what is lost is counted, so there are always more rounds
    return report_of_main("while (nd()) { struct node *p = malloc(sizeof *p); if (!p) return 0; p->value = 1;\n" +
                              at_the_end_of_each_round + " }",
                          options, std::chrono::seconds(3))
        .verdict;
  };
  EXPECT_EQ(verdict_of(""), Verdict::Violated);
  EXPECT_NE(verdict_of("free(p);"), Verdict::Violated);
}

/// The object of the last round has ended, the one of this round has not, whatever they are called.
TEST(CanonicalHeaps, TellObjectsApartThatAreStillThere) {
  EXPECT_EQ(report_of("struct node *p = 0; while (nd()) { struct node *q = malloc(sizeof *q); if (!q) return 0;\n"
                      "q->value = p ? 2 : 1; if (p) p->value = 3; p = q; assert(p->value != 3); }\n"
                      "if (p) assert(p->value == 1);",
                      "value")
                .verdict,
            Verdict::Violated);
  EXPECT_EQ(report_of("struct node *p = 0; while (nd()) { struct node *q = malloc(sizeof *q); if (!q) return 0;\n"
                      "assert(q != p); q->value = p ? 2 : 1; if (p) { p->value = 3; assert(q->value == 2); } p = q; }",
                      "value")
                .verdict,
            Verdict::Safe);
}

} // namespace
} // namespace vouch
