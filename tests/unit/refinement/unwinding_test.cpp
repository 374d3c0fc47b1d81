#include "analysis/refinement/unwinding.hpp"
#include "analysis/support/processor_clock.hpp"
#include "analysis/verifier.hpp"

#include <gtest/gtest.h>

namespace vouch {
namespace {

/// What unwinding finds out by itself: without executions, and without the other means.
FileReport unwound(const std::string& code, std::chrono::milliseconds limit = std::chrono::seconds(30)) {
  SourceInput input;
  input.path = "/snippet/main.c";
  input.unsaved[input.path] =
      "extern void assert(int); extern int nd(void); extern void *malloc(unsigned long); extern void abort(void);\n"
      "static void assume(int c) { if (!c) abort(); }\n" +
      code;
  Options options;
  options.analysis = "unwind";
  options.executions = Executions::Off;
  VerificationContext context;
  context.deadline = std::chrono::steady_clock::now() + limit;
  return verify(input, options, context);
}

class Unwound : public testing::TestWithParam<const char*> {};

class ProvedByUnwinding : public Unwound {};
TEST_P(ProvedByUnwinding, IsSafe) {
  const FileReport report = unwound(GetParam());
  EXPECT_EQ(report.verdict, Verdict::Safe) << report.reason;
}

INSTANTIATE_TEST_SUITE_P(
    Programs, ProvedByUnwinding,
    testing::Values(
        // a bound that is a number
        "int main(void) { int s = 0; for (int i = 0; i < 10; i++) if (nd()) s++; assert(s <= 10); return 0; }",
        // one that inputs have a say in
        "int main(void) { int n = nd(), s = 0; assume(n >= 0 && n <= 10); for (int i = 0; i < n; i++) s += 2;\n"
        "assert(s == 2 * n); return 0; }",
        // nested, the inner one bounded by the outer one
        "int main(void) { int s = 0; for (int i = 0; i < 5; i++) for (int j = 0; j < i; j++) s++; assert(s == 10);\n"
        "return 0; }",
        // arrays whose elements are compared
        "int main(void) { int a[4], t; for (int i = 0; i < 4; i++) a[i] = nd();\n"
        "for (int i = 0; i < 4; i++) for (int j = 0; j < 3; j++)\n"
        "  if (a[j] > a[j + 1]) { t = a[j]; a[j] = a[j + 1]; a[j + 1] = t; }\n"
        "for (int i = 0; i < 3; i++) assert(a[i] <= a[i + 1]); return 0; }",
        // ways out in the middle, and back to the head
        "int main(void) { int i = 0, k = nd(); while (1) { if (i == 7) break; i++; if (k > i) continue; assert(k <= "
        "i); }\n"
        "assert(i == 7); return 0; }",
        // a loop made of jumps, entered in its middle
        "int main(void) { int i = 0, s = 0; if (nd()) goto middle; top: s++; middle: i++; if (i < 6) goto top;\n"
        "assert(s == 5 || s == 5 + 0 || s == 6); return 0; }",
        // functions with loops, called from a loop
        "static int sum(int n) { int s = 0; while (n > 0) s += n--; return s; }\n"
        "int main(void) { int s = 0; for (int i = 0; i < 4; i++) s += sum(i); assert(s == 0 + 1 + 3 + 6); return 0; }",
        // objects that rounds make
        "struct node { int value; struct node *next; };\n"
        "int main(void) { struct node *list = 0; for (int i = 0; i < 5; i++) { struct node *n = malloc(sizeof *n);\n"
        "if (!n) return 1; n->value = i; n->next = list; list = n; }\n"
        "for (int i = 4; i >= 0; i--) { assert(list != 0 && list->value == i); list = list->next; } return 0; }",
        // a call of nobody knows what, where only bits tell that it is not made
        "static int one(void) { return 1; } int main(void) { int (*table[3])(void); int k = nd(); table[0] = one;\n"
        "if (k >= 0 && k < 2 && k * k == k + k) assert(table[k]() == 1); return 0; }",
        // bits
        "int main(void) { unsigned x = nd(), y = x, c = 0, d = 0; for (int i = 0; i < 32; i++) { c += x & 1; x >>= 1; "
        "}\n"
        "while (y) { y &= y - 1; d++; } assert(c == d || c > 32); return 0; }"));

class RefutedByUnwinding : public Unwound {};
TEST_P(RefutedByUnwinding, IsViolated) {
  const FileReport report = unwound(GetParam());
  EXPECT_EQ(report.verdict, Verdict::Violated) << report.reason;
  ASSERT_EQ(report.violations.size(), 1U);
  EXPECT_TRUE(report.violations.front().confirmed);
}

INSTANTIATE_TEST_SUITE_P(
    Programs, RefutedByUnwinding,
    testing::Values(
        // only in the last round, and only for one input
        "int main(void) { int k = nd(); for (int i = 0; i < 12; i++) if (i == 11) assert(k != 1234567); return 0; }",
        "int main(void) { int n = nd(), s = 0; assume(n >= 0 && n <= 10); for (int i = 0; i < n; i++) s += 2;\n"
        "assert(s != 18); return 0; }",
        // behind a loop that ends in round 7 or later
        "int main(void) { int i = 0; while (i < 20 && nd() != i) i++; assert(i != 17); return 0; }",
        // a sort that stops too early
        "int main(void) { int a[5], t; for (int i = 0; i < 5; i++) a[i] = nd();\n"
        "for (int i = 0; i < 3; i++) for (int j = 0; j < 4; j++)\n"
        "  if (a[j] > a[j + 1]) { t = a[j]; a[j] = a[j + 1]; a[j + 1] = t; }\n"
        "for (int i = 0; i < 4; i++) assert(a[i] <= a[i + 1]); return 0; }",
        // an element that nobody has given a value to, at an index that is not known
        "int a[8]; int main(void) { int k = nd(); assume(k >= 0 && k < 8); a[3] = 5; for (int i = 0; i < 8; i++)\n"
        "if (i != k) a[i] = 7; assert(a[k] == 5 || k != 5); return 0; }",
        // in the first rounds of a loop that has no end
        "int main(void) { int i = nd(), s = 0; assume(i == 5); while (nd()) { s++; assert(s != i); } return 0; }",
        // the other of two ways that nothing tells apart
        "int main(void) { int x = 0; switch (nd() & 1) { case 0: x = 1; break; default: x = 2; } assert(x != 2);\n"
        "return 0; }"));

/// Loops that may go round for ever, but not without coming to values again that they had.
class ProvedWithoutCircles : public Unwound {};
TEST_P(ProvedWithoutCircles, IsSafe) {
  const FileReport report = unwound(GetParam());
  EXPECT_EQ(report.verdict, Verdict::Safe) << report.reason;
}

INSTANTIATE_TEST_SUITE_P(
    Programs, ProvedWithoutCircles,
    testing::Values(
        // an assumption as older programs write it
        "static void wait_for(int c) { while (!c) { } }\n"
        "int main(void) { int x = nd(); wait_for(x > 3 && x < 10); assert(x >= 4 && x <= 9); return 0; }",
        // what the round did is not read again
        "int main(void) { int t, x = nd(); do { t = nd(); } while (t != x); assert(t == x); return 0; }",
        // a number that grows, but not in each round
        "int main(void) { int k = 0; while (nd()) { int q = nd() & 1; if (k + q > 5) break; k += q; }\n"
        "assert(k <= 5); return 0; }",
        // a circle of two rounds
        "int main(void) { int a = 0; while (nd()) a = !a; assert(a == 0 || a == 1); return 0; }",
        // one in memory
        "int flags[2]; int main(void) { int k = nd() & 1; while (nd()) flags[k] = 1 - flags[k];\n"
        "assert(flags[0] + flags[1] <= 1); return 0; }",
        // a loop that waits in one that waits
        "int flag, turn, phase; static void go_on(void) { int k = nd() & 1; if (phase + k <= 2) phase += k;\n"
        "flag = phase == 1; turn = phase; }\n"
        "int main(void) { while (flag == 1) { while (turn != 2) { go_on(); if (nd()) return 0; } go_on(); }\n"
        "assert(phase == 0 || phase == 2); return 0; }",
        // in a callee, where the loop around it is the caller's
        "static int phase; static void await(int wanted) { while (phase != wanted && nd()) { if (phase < 2 && nd())\n"
        "phase++; } }\n"
        "int main(void) { while (nd()) await(nd() & 3); assert(phase <= 2); return 0; }"));

/// The violation comes behind round 16, where unwinding asks whether there is one: with values that no earlier round had, if
/// everything that counts is compared.
class RefutedBehindManyRounds : public Unwound {};
TEST_P(RefutedBehindManyRounds, IsViolated) {
  const FileReport report = unwound(GetParam());
  EXPECT_EQ(report.verdict, Verdict::Violated) << report.reason;
  ASSERT_EQ(report.violations.size(), 1U);
  EXPECT_TRUE(report.violations.front().confirmed);
}

INSTANTIATE_TEST_SUITE_P(
    Programs, RefutedBehindManyRounds,
    testing::Values(
        // what is read only behind the loop
        "int main(void) { int k = 0, last = 0; while (nd()) { if (k < 14) k++; else last = 1; } assert(last == 0);\n"
        "return 0; }",
        // what only the caller reads
        "static int seen; static void wait(void) { int k = 0; while (nd()) { if (k < 14) k++; else seen = 1; } }\n"
        "int main(void) { wait(); assert(seen == 0); return 0; }",
        // memory of the caller
        "static void wait(int *seen) { int k = 0; while (nd()) { if (k < 14) k++; else *seen = 1; } }\n"
        "int main(void) { int seen = 0; wait(&seen); assert(seen == 0); return 0; }",
        // an element
        "int a[3]; int main(void) { int k = 0, i = nd(); assume(i >= 0 && i < 3);\n"
        "while (nd()) { if (k < 14) k++; else a[i] = 1; } assert(a[2] == 0); return 0; }",
        // the heap
        "int main(void) { int k = 0, *p = malloc(sizeof *p); if (!p) return 0; *p = 0;\n"
        "while (nd()) { if (k < 14) k++; else *p = 1; } assert(*p == 0); return 0; }",
        // a pointer
        "int x, y; int main(void) { int k = 0, *p = &x; while (nd()) { if (k < 14) k++; else p = &y; } *p = 1;\n"
        "assert(y == 0); return 0; }",
        // zeros that are equal, but not the same
        "int main(void) { int k = 0; double d = 0.0; while (nd()) { if (k < 14) k++; else d = -d; }\n"
        "assert(!__builtin_signbit(d)); return 0; }",
        // a round of the loop around it
        "int main(void) { int i = 0; while (nd()) { int j = 0; while (nd() && j < 3) j++; if (j == 3) i++; if (i > 17) "
        "break; }\n"
        "assert(i != 18); return 0; }"));

class NotUnwound : public Unwound {};
TEST_P(NotUnwound, IsOpenAtOnce) {
  const auto start = std::chrono::steady_clock::now();
  const FileReport report = unwound(GetParam());
  EXPECT_EQ(report.verdict, Verdict::Unknown);
  EXPECT_NE(report.reason, "timeout");
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(10));
}

INSTANTIATE_TEST_SUITE_P(
    Programs, NotUnwound,
    testing::Values(
        // as often as an input says
        "int main(void) { int n = nd(), s = 0; for (int i = 0; i < n; i++) s++; assert(s >= 0); return 0; }",
        // often
        "int main(void) { int k = nd(), s = 0; for (int i = 0; i < 100000; i++) if (k) s++; assert(s <= 100000);\n"
        "return 0; }",
        // violated, but too late
        "int main(void) { int n = nd(), s = 0; for (int i = 0; i < n; i++) s++; assert(s != 500); return 0; }",
        // a call of nobody knows what
        "static int one(void) { return 1; } int main(void) { int (*table[3])(void); int k = nd(); table[0] = one;\n"
        "if (k >= 0 && k < 3 && k * k == k + k) assert(table[k]() == 1); return 0; }",
        // functions that call themselves
        "static int f(int n) { return n <= 0 ? 0 : 1 + f(n - 1); }\n"
        "int main(void) { assert(f(nd() & 3) < 4); return 0; }"));

/// The innermost loop's rounds are looked at where the loops around it are in a circle, too, unless that is asked: 3250 states.
TEST(Unwinding, LeavesOutCirclesOfTheLoopsAround) {
  const FileReport report = unwound("int t, s, u; int main(void) { while (t < 3) { s = nd() != 0;\n"
                                    "while (s < 3) { u = nd() != 0; while (u < 3) if (nd()) u++; if (nd()) s++; }\n"
                                    "if (nd()) t++; } assert(t == 3); return 0; }");
  EXPECT_EQ(report.verdict, Verdict::Safe) << report.reason;
  EXPECT_LE(report.statistics.abstract_states, 2400U);
}

/// A hundred remainders of 64 bits: the solver would need seconds before it looks at the clock.
TEST(Unwinding, AsksNothingThatTheTimeIsTooShortFor) {
  const auto start = ProcessorClock::now();
  const FileReport report = unwound(
      "extern long ndl(void); int main(void) { long a[100], d = ndl(); if (d < 1) return 0;\n"
      "for (int i = 0; i < 100; i++) a[i] = ndl() % d; for (int i = 0; i < 100; i++) assert(a[i] < d); return 0; }",
      std::chrono::milliseconds(400));
  EXPECT_EQ(report.verdict, Verdict::Unknown);
  EXPECT_LT(ProcessorClock::now() - start, std::chrono::milliseconds(1200));
}

/// The heap is asked for at its lowest address first, where nothing is violated. Through a union, since what a pointer becomes as
/// a number is left open.
TEST(Unwinding, AsksForObjectsAtAnyAddress) {
  const FileReport report =
      unwound("int main(void) { union { int *p; unsigned long n; } u; u.p = malloc(sizeof *u.p);\n"
              "if (!u.p) return 0; assert(u.n != 0x123456780ul); return 0; }");
  EXPECT_EQ(report.verdict, Verdict::Unknown);
  EXPECT_NE(report.reason.find("a possible violation was not confirmed"), std::string::npos) << report.reason;
}

TEST(Unwinding, SaysWhichLoopGoesRoundTooOften) {
  const FileReport report = unwound("int main(void) { int n = nd(), s = 0;\n"
                                    "for (int i = 0; i < n; i++)\n"
                                    "  s++;\n"
                                    "assert(s >= 0); return 0; }");
  EXPECT_NE(report.reason.find("a round 64 of the loop at line 4"), std::string::npos) << report.reason;
}

} // namespace
} // namespace vouch
