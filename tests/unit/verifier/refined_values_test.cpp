#include "tests/unit/verifier/body_of_main.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <ostream>
#include <string>

namespace vouch {
namespace {

/// The feature list for D. Beyer and S. Loewe, "Explicit-value analysis based on CEGAR and interpolation", MIP-1205.
struct Feature {
  std::string name;
  std::string body; ///< of main
  Verdict verdict = Verdict::Safe;
  std::size_t refinements = 0; ///< at most
  std::size_t states = 0;      ///< at most, those counted that refinement has taken back
  friend std::ostream& operator<<(std::ostream& out, const Feature& feature) { return out << feature.name; }
};

FileReport report_of(const std::string& body, const std::string& analysis, std::chrono::seconds limit) {
  return report_of_main(body, assertions_by(analysis), limit);
}

std::string repeated(unsigned times, const std::string& code) {
  std::string result;
  for (unsigned i = 0; i < times; ++i) {
    std::string one = code;
    for (std::size_t at = one.find('#'); at != std::string::npos; at = one.find('#')) {
      one.replace(at, 1, std::to_string(i));
    }
    result += one;
  }
  return result;
}

const std::string branch = "int b#; if (nd()) b# = 0; else b# = 1;\n";

class RefinedValues : public testing::TestWithParam<Feature> {};

TEST_P(RefinedValues, NeedNoMoreThanThis) {
  const FileReport report = report_of(GetParam().body, "value-refined", std::chrono::seconds(20));
  EXPECT_EQ(report.verdict, GetParam().verdict);
  EXPECT_LE(report.statistics.refinements, GetParam().refinements);
  EXPECT_LE(report.statistics.abstract_states, GetParam().states);
  if (GetParam().verdict == Verdict::Safe) {
    EXPECT_EQ(report.statistics.solver_queries, 0U) << "F22: what values exclude needs no solver";
  }
}

INSTANTIATE_TEST_SUITE_P(
    Features, RefinedValues,
    testing::Values(
        Feature{"AFlagBesideTicksWithoutBound",
                "int x = nd(), flag = 0, ticks = 0, r; while (1) { ticks = ticks + 1; r = nd();\n"
                "if (r == 0 || ticks > x) break; } if (flag > 0) assert(0);",
                Verdict::Safe, 1, 30},
        Feature{"ALoopWithoutBound", "int n = nd(), f = 1, i; for (i = 0; i < n; i++) { } if (f != 1) assert(0);",
                Verdict::Safe, 1, 20},
        Feature{"IndependentBranches", "int g = 0;\n" + repeated(11, branch) + "if (g != 0) assert(0);", Verdict::Safe,
                1, 120},
        Feature{"OneOfThreeVariables", "int x = 1, y = 2, z = 3; if (x != 1) assert(0); return y + z;", Verdict::Safe,
                1, 15},
        Feature{"OneFromTheOther", "int a = 1; int b = a; int c = b; if (c != 1) assert(0);", Verdict::Safe, 1, 15},
        Feature{"SeveralAtOnce",
                "int x = 2, y = 5, z = nd(), w; if (z == 1) w = x + y; else w = 7; if (w != 7) assert(0);",
                Verdict::Safe, 2, 40},
        // Each branch finds out by itself that f matters.
        Feature{"ABranchThatAnotherOneRepeats",
                "int f, x; if (nd()) f = 0; else f = 1; if (f == 0) x = 1; else x = 2;\n"
                "if (f == 0 && x != 1) assert(0);",
                Verdict::Safe, 3, 60},
        Feature{"AConditionThatTeaches", "int x = nd(); if (x == 5) { if (x != 5) assert(0); }", Verdict::Safe, 1, 15},
        Feature{"OneVariableInTwoBranches",
                "int a = 0, t; if (nd()) { t = 1; if (a != 0) assert(0); } else { t = 2; if (a != 0) assert(0); }",
                Verdict::Safe, 1, 20},
        Feature{"AStateMachineThatCounts",
                "int t = 0, e = 0; while (nd()) { if (t == 0) t = 1; else if (t == 1) t = 2;\n"
                "else if (t == 2) { t = 0; e = e + 1; } else assert(0); } return e;",
                Verdict::Safe, 1, 40},
        // Six refinements from the start would be six times the branches.
        Feature{"WhatIsAheadOfThePivotStays",
                repeated(40, branch) + repeated(6, "int x# = #; if (x# != #) assert(0);\n"), Verdict::Safe, 6, 300},
        // That the first check needs the name of an object is nothing to the others.
        Feature{"WhatIsBehindANamedObjectStaysToo",
                "int *p = malloc(4); if (!p) return 0; *p = 1; if (*p != 1) assert(0);\n" + repeated(40, branch) +
                    repeated(6, "int x# = #; if (x# != #) assert(0);\n"),
                Verdict::Safe, 7, 400},
        Feature{"ALoopWithManyRounds", "int f = 1; for (int i = 0; i < 5000; i++) ; if (f != 1) assert(0);",
                Verdict::Safe, 1, 20},
        Feature{"AListThatDoesNotMatter",
                "int f = 1; void **l = 0; for (int i = 0; i < 5000; i++) { void **m = malloc(8); if (!m) return 0;\n"
                "*m = l; l = m; } if (f != 1) assert(0);",
                Verdict::Safe, 1, 30},
        Feature{"AllRoundsOfALoop",
                "unsigned s = 0; for (int i = 0; i < 2000; i++) s += i & 3; if (s != 3000) assert(0);", Verdict::Safe,
                2, 16100},
        // What is tracked as a cell may be known as what the object is filled with.
        Feature{"ACopyOfWhatAnObjectIsFilledWith",
                "extern void *memset(void *, int, unsigned long); extern void *memcpy(void *, const void *, unsigned "
                "long);\n"
                "struct pair { int a, b; } p, q; memset(&p, 0, sizeof p); if (p.a != 0) assert(0); p.b = 5;\n"
                "memcpy(&q, &p, sizeof q); if (q.a != 0 || q.b != 5) assert(0);",
                Verdict::Safe, 4, 60},
        Feature{"AViolation", "int x = nd(), s = 0; if (x == 3) s = x + 1; if (s == 4) assert(0);", Verdict::Violated,
                2, 20},
        Feature{"ACertainViolation", "int a = 1; if (a == 1) assert(0);", Verdict::Violated, 0, 10},
        Feature{"ACharacterThatWrapsAround",
                "unsigned char c = 255; c = (unsigned char)(c + 1); if (c == 0) assert(0);", Verdict::Violated, 0, 10},
        Feature{"AnInequality", "int x = nd(); if (x > 0) { if (x < 0) assert(0); }", Verdict::Unknown, 0, 10},
        Feature{"NoSquare", "unsigned x = nd(); if (x * x == 3u) assert(0);", Verdict::Unknown, 0, 10},
        // That one way is excluded says nothing of what it covers.
        Feature{"ARelationOnOneOfTwoWays",
                "int b = nd(); if (b) { int x = nd(), y = x; if (x == y) return 0; } assert(0);", Verdict::Violated, 1,
                20},
        Feature{"ARelation", "int x = nd(); int y = x; if (x != y) assert(0);", Verdict::Unknown, 0, 10}),
    [](const testing::TestParamInfo<Feature>& feature) { return feature.param.name; });

TEST(RefinedValues, LeaveRelationsToPredicates) {
  const FileReport report =
      report_of("int x = nd(), n = nd(), t = 0; int y = x; while (nd()) { if (t == 0) t = 1; else if (t == 1) t = 0;\n"
                "else assert(0); } if (x != y) assert(0);",
                "value-refined-and-predicate", std::chrono::seconds(20));
  EXPECT_EQ(report.verdict, Verdict::Safe);
}

/// What is tracked in the end, with a refiner of values and one of predicates.
TrackedPrecision precision_for(const std::string& body, Options options) {
  options.exported_precision = ExportedPrecision::Found;
  const FileReport report = report_of_main(body, options, std::chrono::seconds(20));
  EXPECT_EQ(report.verdict, Verdict::Safe);
  return report.precision;
}

const std::string flag_beside_ticks = "int x = nd(), flag = 0, ticks = 0, r; while (1) { ticks = ticks + 1; r = nd();\n"
                                      "if (r == 0 || ticks > x) break; } if (flag > 0) assert(0);";

/// F1, F3, F4, F10: nothing but what matters.
TEST(RefinedValues, AreThoseThatMatter) {
  using testing::ElementsAre;
  const Options options = assertions_by("value-refined");
  EXPECT_THAT(precision_for(flag_beside_ticks, options).values, ElementsAre("main::flag"));
  EXPECT_THAT(precision_for("int x = 1, y = 2, z = 3; if (x != 1) assert(0); return y + z;", options).values,
              ElementsAre("main::x"));
  EXPECT_THAT(precision_for("int a = 1; int b = a; int c = b; if (c != 1) assert(0);", options).values,
              ElementsAre("main::a", "main::b", "main::c"));
  EXPECT_THAT(precision_for("int t = 0, e = 0; while (nd()) { if (t == 0) t = 1; else if (t == 1) t = 2;\n"
                            "else if (t == 2) { t = 0; e = e + 1; } else assert(0); } return e;",
                            options)
                  .values,
              ElementsAre("main::t"));
}

/// With precisions of single locations, what is found on one way is not known on the other.
TEST(RefinedValues, AreTrackedWhereTheyMatter) {
  Options options = assertions_by("value-refined");
  options.value_scope = ValueScope::Location;
  const FileReport report =
      report_of_main("int a = 1; int b = a; int c = b; int d = nd(); if (d) d = 0; if (c != 1) assert(0);", options,
                     std::chrono::seconds(20));
  EXPECT_EQ(report.verdict, Verdict::Safe);
  EXPECT_EQ(report.statistics.refinements, 2U) << "one for each way through the branch";
}

/// F12: the run has the input that it needs.
TEST(RefinedValues, LeadToRunsThatCanBeRepeated) {
  const FileReport report = report_of("int x = nd(), s = 0; if (x == 3) s = x + 1; if (s == 4) assert(0);",
                                      "value-refined", std::chrono::seconds(20));
  ASSERT_EQ(report.violations.size(), 1U);
  EXPECT_TRUE(report.violations.front().confirmed);
  EXPECT_THAT(report.violations.front().run.inputs, testing::ElementsAre("3"));
}

/// F11: whoever starts again behind each of six refinements explores the forty branches seven times.
TEST(RefinedValues, ExploreAgainOnlyWhatIsBehindThePivot) {
  const auto program = [](unsigned checks) {
    return repeated(40, branch) + repeated(checks, "int x# = #; if (x# != #) assert(0);\n");
  };
  std::uint64_t from_the_start = 0;
  for (unsigned known = 0; known <= 6; ++known) {
    Options options = assertions_by("value-refined");
    for (unsigned i = 0; i < known; ++i) {
      options.precision.values.push_back("main::x" + std::to_string(i));
    }
    const FileReport report = report_of_main(program(known), options, std::chrono::seconds(20));
    EXPECT_EQ(report.statistics.refinements, 0U);
    from_the_start += report.statistics.abstract_states;
  }
  const FileReport report = report_of(program(6), "value-refined", std::chrono::seconds(20));
  EXPECT_EQ(report.statistics.refinements, 6U);
  EXPECT_LT(4 * report.statistics.abstract_states, from_the_start);
}

/// F14: no value says anything about an inequality, a predicate does.
TEST(RefinedValues, LeaveInequalitiesToPredicates) {
  const TrackedPrecision precision = precision_for("int x = nd(); while (nd()) ; if (x > 0) { if (x < 0) assert(0); }",
                                                   assertions_by("value-refined-and-predicate"));
  EXPECT_TRUE(precision.values.empty());
}

/// F21: what is handed over, and what is returned.
TEST(RefinedValues, FollowCalls) {
  Options options = assertions_by("value-refined");
  options.exported_precision = ExportedPrecision::Found;
  const FileReport report =
      report_of_program("static int inc(int v) { return v + 1; }\n"
                        "int main(void) { int a = 1; a = inc(a); a = inc(a); if (a != 3) assert(0); }",
                        options, std::chrono::seconds(20));
  EXPECT_EQ(report.verdict, Verdict::Safe);
  EXPECT_THAT(report.precision.values,
              testing::IsSupersetOf({"main.c:inc::v", "main.c:inc::<result of inc>", "main::a"}));
}

/// F9: what is found in one branch is known in the other, unless it is tracked at its locations alone.
TEST(RefinedValues, AreFoundOnceForAllBranches) {
  const std::string branches =
      "int a = 0, t; if (nd()) { t = 1; if (a != 0) assert(0); } else { t = 2; if (a != 0) assert(0); } return t;";
  const auto refinements_with = [&](ValueScope scope) {
    Options options = assertions_by("value-refined");
    options.value_scope = scope;
    const FileReport report = report_of_main(branches, options, std::chrono::seconds(20));
    EXPECT_EQ(report.verdict, Verdict::Safe);
    return report.statistics.refinements;
  };
  EXPECT_EQ(refinements_with(ValueScope::Variable), 1U);
  EXPECT_EQ(refinements_with(ValueScope::Location), 2U);
}

/// F16: the lock is a matter of values, that two counters are equal is one of predicates.
TEST(RefinedValues, ShareTheWorkWithPredicates) {
  const TrackedPrecision precision =
      precision_for("int lock = 0, x = nd(), y = x, n = nd(); while (n > 0) { if (lock != 0) assert(0); lock = 1;\n"
                    "x = x + 1; y = y + 1; n = n - 1; if (lock != 1) assert(0); lock = 0; } if (x != y) assert(0);",
                    assertions_by("value-refined-and-predicate"));
  EXPECT_THAT(precision.values, testing::ElementsAre("main::lock"));
  EXPECT_FALSE(precision.predicates.empty());
  for (const PredicatesAt& predicates : precision.predicates) {
    EXPECT_THAT(predicates.formulas, testing::Each(testing::Not(testing::HasSubstr("main::lock"))));
  }
}

/// F18: where values are enough, no predicate is looked for.
TEST(RefinedValues, AreTriedBeforePredicates) {
  for (const std::string& body :
       {flag_beside_ticks, std::string("int n = nd(), f = 1, i; for (i = 0; i < n; i++) { } if (f != 1) assert(0);"),
        std::string("int x = 1, y = 2, z = 3; if (x != 1) assert(0); return y + z;"),
        std::string("int a = 1; int b = a; int c = b; if (c != 1) assert(0);"),
        std::string("int x = 2, y = 5, z = nd(), w; if (z == 1) w = x + y; else w = 7; if (w != 7) assert(0);"),
        "int g = 0;\n" + repeated(11, branch) + "if (g != 0) assert(0);",
        std::string("int f, x; if (nd()) f = 0; else f = 1; if (f == 0) x = 1; else x = 2;\n"
                    "if (f == 0 && x != 1) assert(0);"),
        std::string("int x = nd(); if (x == 5) { if (x != 5) assert(0); }"),
        std::string("int a = 0, t; if (nd()) { t = 1; if (a != 0) assert(0); } else { t = 2; if (a != 0) assert(0); }"),
        std::string("int t = 0, e = 0; while (nd()) { if (t == 0) t = 1; else if (t == 1) t = 2;\n"
                    "else if (t == 2) { t = 0; e = e + 1; } else assert(0); } return e;")}) {
    EXPECT_TRUE(precision_for(body, assertions_by("value-refined-and-predicate")).predicates.empty()) << body;
  }
}

/// F17: a counter with too many values is given up, and what was given up is not asked of values again.
TEST(RefinedValues, LeaveWhatHasTooManyToPredicates) {
  const std::string count = "int i, n = 100000; for (i = 0; i < n; i++) { } if (i != n) assert(0);";
  Options options = assertions_by("value-refined-threshold");
  options.value_threshold = 10;
  const FileReport report = report_of_main(count, options, std::chrono::seconds(20));
  EXPECT_EQ(report.verdict, Verdict::Safe);
  EXPECT_LE(report.statistics.abstract_states, 200U);
  options.value_threshold = 0;
  EXPECT_EQ(report_of_main(flag_beside_ticks, options, std::chrono::seconds(20)).verdict, Verdict::Safe);
}

/// With many cells of an array, all of them matter: there are not as many refinements as cells.
TEST(RefinedValues, TrackAnArrayOnceManyOfItsCellsMatter) {
  Options options = assertions_by("value-refined");
  const std::string code =
      "int a[60], b[60]; for (int i = 0; i < 60; i++) a[i] = 60 - i; for (int i = 0; i < 60; i++) b[i] = nd();\n"
      "for (int i = 0; i < 60; i++) assert(a[i] + i == 60);";
  options.exported_precision = ExportedPrecision::Found;
  const FileReport report = report_of_main(code, options, std::chrono::seconds(20));
  EXPECT_EQ(report.verdict, Verdict::Safe);
  EXPECT_LE(report.statistics.refinements, 12U);
  EXPECT_THAT(report.precision.values, testing::Contains("main::a+*"));
  EXPECT_THAT(report.precision.values, testing::Each(testing::Not(testing::StartsWith("main::b"))));
  options.precision = report.precision;
  EXPECT_EQ(report_of_main(code, options, std::chrono::seconds(20)).statistics.refinements, 0U);
}

/// Buffers that are recycled for ever have the same names in each round.
TEST(RefinedValues, EndWhereBuffersAreRecycled) {
  const FileReport report = report_of(
      "struct node *p = malloc(sizeof *p); if (!p) return 0; p->next = 0; p->value = 1; while (nd()) {\n"
      "struct node *q = malloc(sizeof *q); if (!q) return 0; q->value = 2; q->next = p; free(p); q->value = 1;\n"
      "q->next = 0; p = q; assert(p->value == 1 && p->next == 0); } free(p);",
      "value-refined", std::chrono::seconds(20));
  EXPECT_EQ(report.verdict, Verdict::Safe);
  EXPECT_LT(report.statistics.abstract_states, 400U);
}

/// Three of two hundred variables matter, and the counter that says how often. The report names them.
TEST(RefinedValues, SayWhichOnesMatter) {
  const std::string program = "int mode = 1, state = 0, last = 0;\n" + repeated(9, branch) +
                              repeated(188, "int v# = nd();\n") +
                              "for (int i = 0; i < 2; i++) { last = state; state = mode; }\n"
                              "if (last != mode) assert(0); return v0 + v187" +
                              repeated(9, " + b#") + ";";
  const FileReport report = report_of(program, "value-refined", std::chrono::seconds(20));
  const FileReport all = report_of(program, "value", std::chrono::seconds(20));
  EXPECT_EQ(report.verdict, Verdict::Safe);
  EXPECT_EQ(all.verdict, Verdict::Safe);
  EXPECT_LE(report.statistics.abstract_states * 20, all.statistics.abstract_states);
  EXPECT_THAT(report.functions.front().summary.followed, testing::ElementsAre("i", "last", "mode", "state"));
}

/// What several conditions leave one value of is known, though no bounds are; where ways meet in between, it is not.
TEST(RefinedValues, AreTaughtBySeveralConditions) {
  for (const char* analysis : {"value", "value-refined"}) {
    EXPECT_EQ(
        report_of("int x = nd(); if (x >= 5 && x <= 5) { if (x != 5) assert(0); }", analysis, std::chrono::seconds(20))
            .verdict,
        Verdict::Safe);
    EXPECT_EQ(report_of("int x = nd(); if (x >= 5) nd(); if (x <= 5) { if (x != 5) assert(0); }", analysis,
                        std::chrono::seconds(20))
                  .verdict,
              Verdict::Violated);
  }
}

/// The first assertion makes s matter, and as long as a flag is missing, branches go both ways that it decides: s has two to the
/// power of 40 values before the second assertion is reached, if the flags are not looked for on the way.
TEST(RefinedValues, AreLookedForWhereExploringTakesLong) {
  const std::string program = repeated(40, "int f# = 1;\n") + "int s = 0; if (s != 0) assert(0);\n" +
                              repeated(40, "if (f#) s = s * 2; else s = s * 3 + # + 1;\n") + "if (s != 0) assert(0);";
  const FileReport report = report_of(program, "value-refined", std::chrono::seconds(20));
  EXPECT_EQ(report.verdict, Verdict::Safe);
  EXPECT_LE(report.statistics.abstract_states, 30000U);
}

/// Beside values, predicates do not ask a solver whether there is a run to each head of a loop: values know, and it is expensive.
TEST(RefinedValues, SparePredicatesQuestionsAboutSegments) {
  const std::string machine =
      "int t = 0; while (nd()) { if (t == 0) t = 1; else if (t == 1) t = 2; else if (t == 2) t = 0;\n"
      "else assert(0); }";
  for (const char* analysis : {"value-and-predicate", "value-refined-and-predicate"}) {
    const FileReport report = report_of(machine, analysis, std::chrono::seconds(20));
    EXPECT_EQ(report.verdict, Verdict::Safe) << analysis;
    EXPECT_LE(report.statistics.solver_queries, 4U) << analysis; // about targets
  }
  EXPECT_GT(report_of(machine, "predicate", std::chrono::seconds(20)).statistics.solver_queries, 4U);
}

/// No run gets to the first loop, and nothing that could be tracked there says so: then predicates ask all the same.
TEST(RefinedValues, LetPredicatesAskWhereNothingElseExcludesARun) {
  const std::string nowhere =
      "int x = nd(), y = x; if (x > y) { while (nd()) { } assert(0); } while (nd()) assert(x <= y);";
  for (const char* analysis : {"value-and-predicate", "value-refined-and-predicate"}) {
    EXPECT_EQ(report_of(nowhere, analysis, std::chrono::seconds(20)).verdict, Verdict::Safe) << analysis;
  }
}

/// What integers cannot tell, predicates over bit-vectors can, beside values as alone.
TEST(RefinedValues, StandBesidePredicatesOverBits) {
  const std::string masks =
      "unsigned x = nd(), y = x & 12u; int t = 0; while (nd()) { if (t == 0) t = 1; else t = 0; }\n"
      "if (t > 1) assert(0); if ((x | y) != x) assert(0);";
  for (const char* analysis : {"value-and-predicate", "value-refined-and-predicate"}) {
    EXPECT_EQ(report_of(masks, analysis, std::chrono::seconds(20)).verdict, Verdict::Safe) << analysis;
  }
}

/// What is counted has as many values as there are rounds, and the other settings look at each.
TEST(RefinedValues, EndWhereTrackingEverythingDoesNot) {
  const std::string machine =
      "int t = 0, e = 0; while (nd()) { if (t == 0) t = 1; else if (t == 1) { t = 0; e = e + 1; }\n"
      "else assert(0); } return e;";
  EXPECT_EQ(report_of(machine, "value", std::chrono::seconds(1)).verdict, Verdict::Unknown);
  EXPECT_EQ(report_of(machine, "value-refined", std::chrono::seconds(10)).verdict, Verdict::Safe);
}

} // namespace
} // namespace vouch
