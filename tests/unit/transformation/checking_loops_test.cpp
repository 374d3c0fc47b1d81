#include "analysis/transformation/checking_loops.hpp"
#include "analysis/transformation/symbolic_bounds.hpp"
#include "tests/unit/frontend/snippet.hpp"

#include <gtest/gtest.h>

namespace vouch::transformation {
namespace {

const std::string head = "extern void assert(int); extern int nd(void); extern unsigned ndu(void);\n";

/// How many loops of `main` only check.
std::size_t checking_loops(const std::string& code) {
  Options options;
  options.properties = {Property::Assert};
  const cfa::Cfa cfa = frontend::cfa_of(head + code, options);
  const auto changed = program_at_one_index(cfa, cfa.entry_points().front().start);
  return changed ? changed->heads.size() : 0;
}

TEST(CheckingLoops, WriteNothingButTheirCounter) {
  EXPECT_EQ(checking_loops("int a[9]; int main(void) { for (int i = 0; i < 9; i++) assert(a[i] == 0); return 0; }"),
            1U);
  EXPECT_EQ(
      checking_loops("int a[9]; int main(void) { int i = 8; while (i >= 0) { assert(a[i] == 0); i--; } return 0; }"),
      1U);
  EXPECT_EQ(checking_loops("int a[9]; int main(void) { for (int i = 0; i < 9; i++) a[i] = 0; return 0; }"), 0U);
  EXPECT_EQ(checking_loops("int a[9]; int main(void) { for (int i = 0; i < 9; i++) { assert(a[i] == 0); a[8 - i] = 1; }"
                           " return 0; }"),
            0U);
}

TEST(CheckingLoops, MayHaveGuardsAndVariablesOfARound) {
  EXPECT_EQ(checking_loops("int a[9]; int main(void) { for (int i = 0; i < 9; i++) { int x = a[i]; if (x > 3)\n"
                           "assert(x < 7); } return 0; }"),
            1U);
}

TEST(CheckingLoops, NestInOneAnother) {
  EXPECT_EQ(checking_loops("int a[3][3]; int main(void) { for (int i = 0; i < 3; i++) for (int j = 0; j < 3; j++)\n"
                           "assert(a[i][j] == 0); return 0; }"),
            2U);
}

TEST(CheckingLoops, CarryNothingElseFromRoundToRound) {
  EXPECT_EQ(
      checking_loops("int a[9]; int main(void) { int i = 0, s = 0; while (i < 9) { s += a[i]; assert(s < 9); i++; }"
                     " return 0; }"),
      0U);
  EXPECT_EQ(
      checking_loops("int a[9]; int main(void) { int s = 0; for (int i = 0; i < 9; i++) { s += a[i]; assert(s < 9); }"
                     " return 0; }"),
      0U);
  EXPECT_EQ(checking_loops("int a[9]; int main(void) { int last = 0; for (int i = 0; i < 9; i++) { assert(last < 9);\n"
                           "last = a[i]; } return 0; }"),
            0U);
}

TEST(CheckingLoops, DoNotEndTheirRoundsWithACall) {
  EXPECT_EQ(checking_loops("int a[9]; static void check(int x) { if (x) assert(x); }\n"
                           "int main(void) { int i = 0; while (i < 9) { int x = a[i]; i++; check(x); } return 0; }"),
            0U);
}

TEST(CheckingLoops, LeaveNothingBehind) {
  EXPECT_EQ(checking_loops("int main(void) { int i; for (i = 0; i < 9; i++) assert(i < 9); return i; }"), 0U);
  EXPECT_EQ(checking_loops("int i; int main(void) { for (i = 0; i < 9; i++) assert(i < 9); return 0; }"), 0U);
  EXPECT_EQ(
      checking_loops("int main(void) { int x = 0; for (int i = 0; i < 9; i++) { x = i; assert(x < 9); } return x; }"),
      0U);
}

TEST(CheckingLoops, AreLeftInOnePlace) {
  EXPECT_EQ(checking_loops("int a[9]; int main(void) { for (int i = 0; i < 9; i++) { if (a[i] == 3) break;\n"
                           "assert(a[i] == 0); } return 0; }"),
            0U);
  EXPECT_EQ(checking_loops("int a[9]; int main(void) { for (int i = 0; i < 9; i++) { assert(a[i] == 0); if (i == 7)\n"
                           "return 1; } return 0; }"),
            0U);
}

TEST(CheckingLoops, AreEnteredAtTheirHeads) {
  const std::string called = " int main(void) { f(0, 9, nd()); return 0; }";
  EXPECT_EQ(checking_loops("int a[9]; static void f(int i, int n, int c) { if (c) goto in; while (i < n) {\n"
                           "in: assert(a[i] == 0); i++; } }" +
                           called),
            0U);
  EXPECT_EQ(checking_loops("int a[9]; static void f(int i, int n, int c) { if (c) n = 3; while (i < n) {\n"
                           "assert(a[i] == 0); i++; } }" +
                           called),
            1U);
}

TEST(CheckingLoops, ReceiveNothingAndCallWhatOnlyChecks) {
  EXPECT_EQ(checking_loops("int a[9]; int main(void) { for (int i = 0; i < 9; i++) assert(a[i] != nd()); return 0; }"),
            0U);
  EXPECT_EQ(checking_loops("int a[9]; static int at(int i) { return a[i]; }\n"
                           "int main(void) { for (int i = 0; i < 9; i++) assert(at(i) == 0); return 0; }"),
            1U);
  EXPECT_EQ(checking_loops("int a[9]; static void check(int x) { if (!x) assert(0); }\n"
                           "int main(void) { for (int i = 0; i < 9; i++) check(a[i] == 0); return 0; }"),
            1U);
  EXPECT_EQ(checking_loops("int a[9], seen; static int at(int i) { seen = i; return a[i]; }\n"
                           "int main(void) { for (int i = 0; i < 9; i++) assert(at(i) == 0); return 0; }"),
            0U);
  EXPECT_EQ(
      checking_loops("int a[9]; static int at(int i) { static int last; int was = last; last = i; return a[was]; }\n"
                     "int main(void) { for (int i = 0; i < 9; i++) assert(at(i) == 0); return 0; }"),
      0U);
}

TEST(CheckingLoops, MoveTheirCounterByOneConstant) {
  EXPECT_EQ(checking_loops("int a[9]; int main(void) { for (int i = 0; i < 9; i += 2) assert(a[i] == 0); return 0; }"),
            1U);
  EXPECT_EQ(checking_loops("int a[9]; int main(void) { for (int i = 1; i < 9; i += i) assert(a[i] == 0); return 0; }"),
            0U);
  EXPECT_EQ(
      checking_loops("int a[9]; int main(void) { for (int i = 1; i < 9; i++) { assert(a[i] == 0); if (a[1]) i++; }"
                     " return 0; }"),
      0U);
}

TEST(SymbolicBounds, AreNotForAFewRounds) {
  const cfa::Cfa few =
      frontend::cfa_of(head + "int main(void) { for (int i = 0; i < 3; i++) assert(i < 3); return 0; }");
  EXPECT_FALSE(with_symbolic_bounds(few, few.entry_points().front().start));
  const cfa::Cfa many =
      frontend::cfa_of(head + "int main(void) { for (int i = 0; i < 9; i++) assert(i < 9); return 0; }");
  EXPECT_TRUE(with_symbolic_bounds(many, many.entry_points().front().start));
}

} // namespace
} // namespace vouch::transformation
