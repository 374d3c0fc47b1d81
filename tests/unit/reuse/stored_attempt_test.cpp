#include "analysis/frontend/frontend.hpp"
#include "analysis/reuse/result_cache.hpp"
#include "analysis/verifier.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace vouch::reuse {
namespace {

using std::chrono::milliseconds;
using testing::HasSubstr;

const std::string unsupported = "extern void reach_error(void); void f(int x) {\n"
                                "  if (x > 3) { __asm__(\"hlt\"); }\n"
                                "  if (x > 5) reach_error(); }\n";
// Factors of a number: no analysis decides this within a second.
const std::string hard = "typedef unsigned long long T; extern void reach_error(void);\n"
                         "void f(unsigned a, unsigned b) {\n"
                         "  if (a > 1 && b > 1 && (T)a * b == 9223372021822390277ull) reach_error(); }\n";

/// Runs of Vouch on one file after the other with one cache.
class UndecidedFile : public testing::Test {
protected:
  FunctionReport verify(const std::string& code, milliseconds share) {
    SourceInput input;
    input.path = "/snippet/f.c";
    input.unsaved[input.path] = code;
    Options options;
    options.cache_folder = folder_.path();
    options.analysis = "predicate";
    options.entry_milliseconds = static_cast<std::uint64_t>(share.count());
    VerificationContext context;
    const FileReport report = vouch::verify(input, options, context);
    statistics_ = report.statistics;
    EXPECT_EQ(report.functions.size(), 1U);
    return report.functions.front();
  }

  test::TemporaryFolder folder_;
  Statistics statistics_; ///< of the last run
};

TEST_F(UndecidedFile, IsNotTriedAgainForNothing) {
  const FunctionReport first = verify(hard, milliseconds(300));
  ASSERT_EQ(first.reason, "timeout");
  EXPECT_FALSE(first.from_cache);
  EXPECT_GT(statistics_.solver_queries, 0U);
  const FunctionReport second = verify("// a comment\n" + hard, milliseconds(300));
  EXPECT_EQ(second.reason, "timeout");
  EXPECT_TRUE(second.from_cache);
  EXPECT_EQ(statistics_.solver_queries, 0U);
  EXPECT_GE(second.milliseconds, 250U); // so long was tried
}

TEST_F(UndecidedFile, IsTriedAgainWithTwiceTheTime) {
  verify(hard, milliseconds(200));
  EXPECT_FALSE(verify(hard, milliseconds(500)).from_cache);
  EXPECT_GT(statistics_.solver_queries, 0U);
  EXPECT_TRUE(verify(hard, milliseconds(500)).from_cache);
}

TEST_F(UndecidedFile, IsTriedAgainAfterAnEdit) {
  ASSERT_EQ(verify(hard, milliseconds(200)).reason, "timeout");
  std::string even = hard;
  even.replace(even.find("9223372021822390277"), 19, "9223372021822390278");
  EXPECT_FALSE(verify(even, milliseconds(200)).from_cache);
}

TEST_F(UndecidedFile, SaysWhereItsReasonStandsNow) {
  EXPECT_THAT(verify(unsupported, milliseconds(2000)).reason, HasSubstr("/snippet/f.c:2:"));
  const FunctionReport moved = verify("\n\n\n" + unsupported, milliseconds(2000));
  EXPECT_TRUE(moved.from_cache);
  EXPECT_THAT(moved.reason, HasSubstr("/snippet/f.c:5:"));
}

TEST_F(UndecidedFile, HasAVerdictOnceThereIsOne) {
  const std::string squares = "extern void reach_error(void);\n"
                              "void f(unsigned a) { unsigned s = 0;\n"
                              "  for (unsigned i = 0; i < a && i < 1000; i++) s += 2;\n"
                              "  if (s % 2) reach_error(); }\n";
  ASSERT_EQ(verify(squares, milliseconds(1)).reason, "timeout");
  const FunctionReport longer = verify(squares, milliseconds(60000));
  EXPECT_EQ(longer.verdict, Verdict::Safe);
  const FunctionReport again = verify(squares, milliseconds(1000));
  EXPECT_EQ(again.verdict, Verdict::Safe);
  EXPECT_TRUE(again.from_cache);
}

TEST_F(UndecidedFile, KeepsItsViolations) {
  const std::string both = "extern void reach_error(void); extern int __VERIFIER_nondet_int(void);\n"
                           "typedef unsigned long long T;\n"
                           "void f(unsigned a, unsigned b) { if (__VERIFIER_nondet_int() == 7) reach_error();\n"
                           "  if (a > 1 && b > 1 && (T)a * b == 9223372021822390277ull) reach_error(); }\n";
  EXPECT_EQ(verify(both, milliseconds(1000)).verdict, Verdict::Violated);
  const FunctionReport again = verify("// a comment\n" + both, milliseconds(1000));
  EXPECT_EQ(again.verdict, Verdict::Violated);
  EXPECT_TRUE(again.from_cache);
}

TEST(StoredAttemptTest, KeepsWhatWasFoundOutOfCallers) {
  const std::string code = "struct s { int *cells; int at; unsigned a; unsigned b; };\n"
                           "int f(const struct s *s) {\n"
                           "  if (!s || !s->cells || s->a > 10 || s->a + s->b != 10) return 0;\n"
                           "  return s->cells[s->at] / 2 + 100 / (int)(s->a * s->b - 21); }\n";
  const test::TemporaryFolder folder;
  const auto verify = [&](const std::string& text) {
    SourceInput input;
    input.path = "/snippet/f.c";
    input.unsaved[input.path] = text;
    Options options;
    options.properties = {checked_by_default.begin(), checked_by_default.end()};
    options.cache_folder = folder.path();
    options.entry_milliseconds = 20'000;
    VerificationContext context;
    return vouch::verify(input, options, context);
  };
  const FileReport first = verify(code);
  const FileReport second = verify("// a comment\n" + code);
  EXPECT_FALSE(first.functions.front().from_cache);
  EXPECT_TRUE(second.functions.front().from_cache);
  EXPECT_EQ(second.functions.front().verdict, first.functions.front().verdict);
  EXPECT_EQ(second.functions.front().checks.left_to_callers, first.functions.front().checks.left_to_callers);
  EXPECT_EQ(first.functions.front().checks.left_to_callers, 2);
  ASSERT_EQ(first.hints.size(), 2U); // for "s": that it is not null, and how much it leads to
  ASSERT_EQ(second.hints.size(), 2U);
  EXPECT_EQ(second.hints.front().message, first.hints.front().message);
  EXPECT_EQ(second.hints.front().place.line, first.hints.front().place.line + 1);
}

TEST(StoredAttemptTest, IsNotMadeWhereAReasonSpeaksOfAPlaceThatNobodyKnows) {
  SourceInput input;
  input.path = "/snippet/f.c";
  input.unsaved[input.path] = unsupported;
  RunContext context;
  const frontend::Translation translation = frontend::translate(input, {}, context);
  const cfa::Cfa& cfa = *translation.cfa;
  const StableNames names(cfa);
  const std::vector<cfa::FunctionId> functions =
      facts::CallGraph(cfa).reachable_from(cfa.location(cfa.entry_points().front().start).function);
  findings::EntryOutcome outcome;
  outcome.open = {"timeout"};
  EXPECT_TRUE(stored(outcome, functions, cfa, names));
  outcome.open = {"it is undefined at /snippet/f.c:99:1"};
  EXPECT_FALSE(stored(outcome, functions, cfa, names));
  outcome.open = {"it is undefined from line 99 on"};
  EXPECT_FALSE(stored(outcome, functions, cfa, names));
}

} // namespace
} // namespace vouch::reuse
