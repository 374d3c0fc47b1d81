#include "analysis/verifier.hpp"
#include "tests/support/edit_scenarios.hpp"
#include "tests/support/temporary_folder.hpp"

#include <algorithm>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <map>

/// What an edit costs: how many claims about blocks are looked at, and how many blocks are analysed again.
namespace vouch::reuse {
namespace {

struct Cost {
  std::uint64_t checked = 0;
  std::uint64_t analysed = 0;
  friend bool operator==(const Cost&, const Cost&) = default;
};

void PrintTo(const Cost& cost, std::ostream* stream) {
  *stream << cost.checked << " checked, " << cost.analysed << " analysed";
}

Cost cost_of(const FileReport& report) {
  const bool was_known = std::ranges::find(report.functions, "main", &FunctionReport::name)->from_cache;
  return {report.statistics.block_checks, report.statistics.block_misses - (was_known ? 0 : 1)};
}

/// A file with its cache, where each function is a block.
class EditedFile {
public:
  FileReport check(const std::string& code, Options options = {}) {
    options.analysis = "predicate";
    options.blocks = BlockHeuristic::Functions;
    options.cache_folder = folder_.path();
    SourceInput input;
    input.path = "/snippet/main.c";
    input.unsaved[input.path] = test::edit_prelude + code;
    VerificationContext context;
    return verify(input, options, context);
  }

private:
  test::TemporaryFolder folder_;
};

using testing::AllOf;
using testing::Field;
using testing::Le;

testing::Matcher<Cost> exactly(std::uint64_t checked, std::uint64_t analysed) {
  return testing::Eq(Cost{checked, analysed});
}

/// Where others are looked for behind a violation that is known, there is little time for that.
testing::Matcher<Cost> analysed_at_most(std::uint64_t most) {
  return AllOf(Field(&Cost::checked, 0U), Field(&Cost::analysed, Le(most)));
}

/// Behind the edit. An execution finds each of the violations, before anything is looked at or analysed.
const std::map<std::string, testing::Matcher<Cost>> costs = {
    {"LayoutCommentsAndLocalNames", exactly(0, 0)},
    {"AnotherBodyWithTheSameMeaning", exactly(1, 0)}, // the leaf
    {"ALeafReturnsMore", exactly(0, 0)},
    {"ALeafWritesAGlobal", exactly(0, 0)},
    {"AMacroOutsideOfAllFunctions", exactly(0, 0)},
    {"RecursionThatKeepsItsSummary", exactly(2, 0)}, // the edited function was entered in two states
    {"RecursionThatDoesNot", exactly(0, 0)},
    {"ABugIsMended", exactly(0, 2)},      // a first proof: nothing was kept but the inputs
    {"ACallerPassesLess", exactly(1, 0)}, // the caller: the leaf's precondition is weaker than what is passed
    {"ACallerPassesMore", exactly(0, 0)},
    {"ACalleeBecomesRecursive", exactly(0, 0)},
    {"ANewAssertionInALeaf", exactly(1, 0)},
    {"TheInitialValueOfAGlobal", exactly(0, 0)},
    {"ACallThroughAPointerGetsATarget", analysed_at_most(6)}, // the only run had decided before; two attempts
    {"MoreIsAskedOfAnUnchangedLeaf",
     exactly(1, 2)}, // the caller fails, takes what is known of the leaf, and needs to know more
    {"CodeThatNobodyReaches", exactly(0, 0)},
};

class EditOfBlocks : public testing::TestWithParam<test::Edit> {};

TEST_P(EditOfBlocks, CostsWhatItTouches) {
  EditedFile file;
  file.check(GetParam().before);
  EXPECT_THAT(cost_of(file.check(GetParam().after)), costs.at(GetParam().name));
}

INSTANTIATE_TEST_SUITE_P(All, EditOfBlocks, testing::ValuesIn(test::edits),
                         [](const testing::TestParamInfo<test::Edit>& info) { return info.param.name; });

std::string chain(const std::string& leaf, const std::string& limit) {
  return "int leaf(int x) { " + leaf +
         " } int next(int x) { return leaf(x); } int other(int x) { return x < 0 ? 0 : x; }"
         "int top(int x) { return next(x) + (other(x) < 0); }"
         "int main(void) { if (top(__VERIFIER_nondet_int()) > " +
         limit + ") reach_error(); return 0; }";
}

TEST(IncrementalVerificationTest, AChangedSummaryCostsTheCallersUpToTheFirstThatKeepsItsOwn) {
  EditedFile file;
  EXPECT_EQ(file.check(chain("return x > 10 ? 10 : x;", "10")).verdict, Verdict::Safe);
  // Returns less: everybody's claims hold.
  const FileReport less = file.check(chain("return x > 10 ? 9 : x;", "10"));
  EXPECT_EQ(less.verdict, Verdict::Safe);
  EXPECT_EQ(cost_of(less), (Cost{1, 0}));
  // Returns more, and more is allowed: the leaf's claim falls, then its callers' fall one by one; `other` is not
  // touched.
  const FileReport more = file.check(chain("return x > 10 ? 4711 : x;", "4711"));
  EXPECT_EQ(more.verdict, Verdict::Safe);
  EXPECT_GE(cost_of(more).checked, 3U);
  EXPECT_LE(cost_of(more).analysed, 4U);
}

TEST(IncrementalVerificationTest, AViolationDeepInAnEditedLeafIsFoundThroughKnownResults) {
  EditedFile file;
  const std::string before = chain("return x > 10 ? 10 : x;", "10");
  EXPECT_EQ(file.check(before).verdict, Verdict::Safe);
  const FileReport after = file.check(chain("if (x == 123456789) return 4711; return x > 10 ? 10 : x;", "10"));
  EXPECT_EQ(after.verdict, Verdict::Violated);
  EXPECT_EQ(file.check(before).verdict, Verdict::Safe);
}

TEST(IncrementalVerificationTest, ATargetBehindANewCallIsSeenByCallersWhoseCodeDidNotChange) {
  EditedFile file;
  const std::string rest =
      "int mid(int x) { if (x > 1000) return leaf(x); return 0; }"
      "int main(void) { int a = __VERIFIER_nondet_int(); mid(a); if (mid(a) < 0 && a < 0) reach_error();"
      "  return 0; }";
  EXPECT_EQ(file.check("int leaf(int x) { return x; }" + rest).verdict, Verdict::Safe);
  const FileReport after = file.check("int leaf(int x) { if (x == 987654321) reach_error(); return x; }" + rest);
  EXPECT_EQ(after.verdict, Verdict::Violated);
}

TEST(IncrementalVerificationTest, WhatCannotBeModelledIsNotProvedByTheLastProof) {
  EditedFile file;
  const std::string before = "#include <setjmp.h>\nstatic jmp_buf buffer;\n"
                             "int main(void) { unsigned n = (unsigned)__VERIFIER_nondet_int(), i = 0;\n"
                             "  while (i < n) i++;\n"
                             "  /**/ if (i != n) reach_error(); return 0; }\n";
  EXPECT_EQ(file.check(before).verdict, Verdict::Safe);
  std::string after = before;
  after.replace(after.find("/**/"), 4, "if (setjmp(buffer) == 0) { i = n + 1; longjmp(buffer, 1); }");
  const FileReport report = file.check(after);
  EXPECT_EQ(report.verdict, Verdict::Unknown);
  EXPECT_TRUE(report.reason.starts_with("unsupported")) << report.reason;
}

TEST(IncrementalVerificationTest, LocalsThatSwapTheirNamesKeepTheVerdict) {
  EditedFile file;
  auto code = [](const std::string& up, const std::string& down) {
    return "int f(int n) { int " + up + " = 0; int " + down + " = n; while (" + down + " > 0) { " + up + "++; " + down +
           "--; } return " + up +
           "; }"
           "int main(void) { int n = __VERIFIER_nondet_int(); if (n < 0 || n > 1000) return 0;"
           "  if (f(n) != n) reach_error(); return 0; }";
  };
  EXPECT_EQ(file.check(code("a", "b")).verdict, Verdict::Safe);
  EXPECT_EQ(file.check(code("b", "a")).verdict, Verdict::Safe);
  EXPECT_EQ(file.check(code("b", "a") + "/* an edit of main */").verdict, Verdict::Safe);
}

TEST(IncrementalVerificationTest, ProofsThatLeaveAViolationOutAreLookedAtAgain) {
  EditedFile file;
  auto code = [](const std::string& condition) {
    return "void f(int x) { if (x == 123456789) reach_error(); }"
           "int g(int x) { return x > 5 ? 5 : x; }"
           "int main(void) { int a = __VERIFIER_nondet_int(); if (" +
           condition +
           ") f(a); if (g(a) > 5) reach_error();"
           "  return 0; }";
  };
  EXPECT_EQ(file.check(code("a > 0")).verdict, Verdict::Violated);
  EXPECT_EQ(file.check(code("a < 0")).verdict, Verdict::Safe);
  EXPECT_EQ(file.check(code("a > 1")).verdict, Verdict::Violated);
}

TEST(IncrementalVerificationTest, StampsAreThoseOfThePresentCode) {
  EditedFile file;
  file.check(test::another_body_with_the_same_meaning.before);
  EXPECT_EQ(cost_of(file.check(test::another_body_with_the_same_meaning.after)), (Cost{1, 0}));
  // Another function is edited: the leaf's new body has been looked at.
  std::string again = test::another_body_with_the_same_meaning.after;
  again.replace(again.find("dbl(x) + 1"), 10, "1 + dbl(x)");
  EXPECT_EQ(cost_of(file.check(again)), (Cost{1, 0}));
}

TEST(IncrementalVerificationTest, TheAuditLooksAtWhatIsTakenOver) {
  EditedFile file;
  Options audit;
  audit.cache_audit = CacheAudit::On;
  file.check(test::another_body_with_the_same_meaning.before);
  const FileReport report = file.check(test::another_body_with_the_same_meaning.after, audit);
  EXPECT_EQ(report.verdict, Verdict::Safe);
  EXPECT_GT(report.statistics.block_checks, 1U);
  EXPECT_EQ(std::ranges::find(report.messages, MessageSeverity::Error, &Message::severity), report.messages.end());
}

TEST(IncrementalVerificationTest, ExplainsWhatOfTheLastProofWasChecked) {
  EditedFile file;
  Options explain;
  explain.explanations = Explanations::On;
  file.check(test::another_body_with_the_same_meaning.before);
  const FileReport report = file.check(test::another_body_with_the_same_meaning.after, explain);
  EXPECT_THAT(report.messages.back().text, testing::HasSubstr("1 of 3 claims about blocks were checked; rests on"));
}

TEST(IncrementalVerificationTest, CalledFunctionsAreVerifiedBeforeTheirCallers) {
  SourceInput input;
  input.path = "/snippet/main.c";
  input.unsaved[input.path] = test::edit_prelude +
                              "int leaf(int x); int top(int x) { if (leaf(x) == 7) reach_error(); return 1; }"
                              "int leaf(int x) { if (x > 8) reach_error(); return x; }";
  VerificationContext context;
  std::vector<std::string> verified;
  context.on_progress = [&](const Progress& progress) {
    if (progress.phase == "verifying") {
      verified.push_back(progress.detail);
    }
  };
  verify(input, Options(), context);
  EXPECT_EQ(verified, (std::vector<std::string>{"leaf", "top"}));
}

/// What an edit leaves as it was need not be found out again: which values matter.
TEST(EditOfTrackedValues, RefinesNothingAgain) {
  const test::TemporaryFolder folder;
  const auto check = [&](const std::string& code) {
    Options options;
    options.analysis = "value-refined";
    options.executions = Executions::Off;
    options.properties = {Property::Assert};
    options.cache_folder = folder.path();
    SourceInput input;
    input.path = "/snippet/main.c";
    input.unsaved[input.path] = "extern void assert(int);\n" + code;
    VerificationContext context;
    context.deadline = std::chrono::steady_clock::now() + std::chrono::seconds(10);
    return verify(input, options, context);
  };
  const auto program = [](const std::string& body) {
    return "extern int nd(void); int mode = 3; int main(void) { int flag = 0, ticks = 0, x = nd();\n"
           "for (int i = 0; i < x; i++) " +
           body + " if (flag != 0) assert(0); if (mode != 3) assert(0); return ticks; }";
  };
  const FileReport first = check(program("ticks++;"));
  EXPECT_EQ(first.verdict, Verdict::Safe);
  EXPECT_GT(first.statistics.refinements, 0U);
  const auto main_of = [](const FileReport& report) {
    return *std::ranges::find(report.functions, "main", &FunctionReport::name);
  };
  EXPECT_THAT(main_of(first).summary.followed, testing::ElementsAre("flag", "mode"));

  const FileReport edited = check(program("ticks += 2;"));
  EXPECT_EQ(edited.verdict, Verdict::Safe);
  EXPECT_FALSE(main_of(edited).from_cache);
  EXPECT_EQ(edited.statistics.refinements, 0U);
  EXPECT_THAT(main_of(edited).summary.followed, testing::ElementsAre("flag", "mode"));

  const FileReport known = check(program("ticks += 2;"));
  EXPECT_TRUE(main_of(known).from_cache);
  EXPECT_THAT(main_of(known).summary.followed, testing::ElementsAre("flag", "mode"));

  EXPECT_EQ(check(program("flag = ticks++;")).verdict, Verdict::Violated);

  // What counts ten rounds has no end in the next version.
  const auto rounds = [](const std::string& bound, const std::string& end) {
    return "extern int nd(void); int main(void) { int n = nd(), f = 1, i = 0; while (i < " + bound +
           ") i++; if (f != 1) assert(0); " + end + " return n + i; }";
  };
  EXPECT_THAT(main_of(check(rounds("10", "if (i != 10) assert(0);"))).summary.followed, testing::Contains("i"));
  EXPECT_EQ(check(rounds("n", "")).verdict, Verdict::Safe);
}

} // namespace
} // namespace vouch::reuse
