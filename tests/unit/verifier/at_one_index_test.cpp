#include "analysis/configurations/file_verification.hpp"
#include "analysis/frontend/frontend.hpp"
#include "analysis/support/processor_clock.hpp"
#include "analysis/transformation/checking_loops.hpp"
#include "analysis/transformation/symbolic_bounds.hpp"
#include "analysis/verifier.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <iterator>

namespace vouch {
namespace {

const std::string declarations = "extern void assert(int); extern int nd(void); extern unsigned ndu(void);\n";

SourceInput snippet(const std::string& code) {
  SourceInput input;
  input.path = "/snippet/main.c";
  input.unsaved[input.path] = declarations + code;
  return input;
}

VerificationContext limited_to(std::chrono::seconds limit) {
  VerificationContext context;
  context.deadline = std::chrono::steady_clock::now() + limit;
  return context;
}

Options of_assertions() {
  Options options;
  options.properties = {Property::Assert};
  return options;
}

Verdict verdict_of_file(const std::string& code) {
  VerificationContext context = limited_to(std::chrono::seconds(30));
  return verify(snippet(code), of_assertions(), context).verdict;
}

/// Of the changed program itself: nobody else decides it first.
Verdict verdict_at_one_index(const std::string& code) {
  VerificationContext context = limited_to(std::chrono::seconds(8));
  const frontend::Translation translation = frontend::translate(snippet(code), of_assertions(), context);
  const cfa::LocationId start = translation.cfa->entry_points().front().start;
  auto changed = transformation::program_at_one_index(*translation.cfa, start);
  if (!changed) {
    ADD_FAILURE() << "no loop only checks";
    return Verdict::Unknown;
  }
  const auto symbolic = transformation::with_symbolic_bounds(changed->cfa, start);
  FileReport report;
  configurations::verify_program(symbolic ? *symbolic : changed->cfa, of_assertions(), context, report);
  return report.verdict;
}

class ProvedAtOneIndex : public testing::TestWithParam<const char*> {};

TEST_P(ProvedAtOneIndex, IsSafe) { EXPECT_EQ(verdict_of_file(GetParam()), Verdict::Safe); }

INSTANTIATE_TEST_SUITE_P(
    Programs, ProvedAtOneIndex,
    testing::Values(
        "int main(void) { int n = nd(); int a[100], b[100]; if (n < 0 || n > 100) return 0;\n"
        "for (int j = 0; j < n; j++) b[j] = nd(); for (int i = 0; i < n; i++) a[i] = b[i];\n"
        "for (int i = 0; i < n; i++) assert(a[i] == b[i]); return 0; }",
        "int a[100], b[100]; int main(void) { int n = nd(), i = 0; if (n < 0 || n > 100) return 0;\n"
        "while (i < n) { a[i] = b[i] = nd(); i++; } i = 0; while (i < n) { assert(a[i] == b[i]); i++; } return 0; }",
        "int a[60]; int main(void) { int n = nd(); if (n < 1 || n > 60) return 0; for (int i = n - 1; i >= 0; i--) "
        "a[i] = 2;\n"
        "for (int i = n - 1; i >= 0; i--) assert(a[i] == 2); return 0; }",
        "int a[100]; int main(void) { int n = nd(); if (n < 0 || n > 100) return 0; for (int i = 0; i < n; i++)\n"
        "a[i] = nd() ? 4 : 5; for (int i = 0; i < n; i++) { int x = a[i]; if (x != 4) assert(x == 5); } return 0; }",
        "void f(int *a, int n, int v) { for (int i = 0; i < n; i++) a[i] = v; for (int i = 0; i < n; i++) assert(a[i] "
        "== v); }",
        // whether the program draws the index ahead of the loop or behind it
        "int a[100000]; int main(void) { int n = nd(), k = nd(); if (n < 1 || n > 100000 || k < 0 || k >= n) return "
        "0;\n"
        "for (int i = 0; i < n; i++) a[i] = 7; assert(a[k] == 7); return 0; }",
        "int a[100000]; int main(void) { int n = nd(); if (n < 1 || n > 100000) return 0;\n"
        "for (int i = 0; i < n; i++) a[i] = 7; int k = nd(); if (k < 0 || k >= n) return 0; assert(a[k] == 7); return "
        "0; }"));

class NotProvedAtOneIndex : public testing::TestWithParam<const char*> {};

TEST_P(NotProvedAtOneIndex, IsNotSafe) { EXPECT_NE(verdict_at_one_index(GetParam()), Verdict::Safe); }

INSTANTIATE_TEST_SUITE_P(
    Programs, NotProvedAtOneIndex,
    testing::Values(
        "int main(void) { int n = nd(); int a[100]; if (n < 1 || n > 100) return 0; for (int i = 0; i < n - 1; i++) "
        "a[i] = 7;\n"
        "for (int i = 0; i < n; i++) assert(a[i] == 7); return 0; }",
        "int a[1000]; int main(void) { for (int i = 0; i < 999; i++) a[i] = 7; for (int i = 0; i < 1000; i++)\n"
        "assert(a[i] == 7); return 0; }",
        "int main(void) { unsigned s = ndu(); for (unsigned i = s; i != 3; i++) assert(i >= s); return 0; }",
        "int main(void) { unsigned s = ndu(); unsigned n = ndu(); for (unsigned i = s; i <= n; i++) assert(i >= s); "
        "return 0; }",
        "int main(void) { unsigned s = ndu(), n = ndu(); for (unsigned i = s; i < n; i += 7) assert(i >= s); return 0; "
        "}",
        "int main(void) { unsigned s = ndu(), n = ndu(); for (unsigned i = s; i >= n; i--) assert(i <= s); return 0; }",
        "int a[60]; int main(void) { int n = nd(); if (n < 1 || n > 60) return 0; for (int i = n - 1; i > 0; i--) a[i] "
        "= 2;\n"
        "for (int i = n - 1; i >= 0; i--) assert(a[i] == 2); return 0; }",
        "int a[9][9]; int main(void) { int n = nd(); if (n < 2 || n > 9) return 0; for (int i = 0; i < n; i++)\n"
        "for (int j = 0; j < n; j++) a[i][j] = i == j ? 3 : 0; for (int i = 0; i < n; i++) for (int j = 0; j < n; "
        "j++)\n"
        "assert(a[i][j] == 0 || i != j); return 0; }",
        "void f(int *a, int *b, int n) { for (int i = 0; i < n; i++) a[i] = b[i] + 1; for (int i = 0; i < n; i++)\n"
        "assert(a[i] == b[i] + 1); } int x[9]; int main(void) { f(x, x, 9); return 0; }",
        "int a[40]; int main(void) { for (int i = 0; i < 20; i++) a[i] = i; for (int i = 0; i < 20; i++) assert(a[i] < "
        "19);\n"
        "return 0; }",
        "int main(void) { int n = nd(); for (int i = 0; i < 10; i++) assert(n != 10); return 0; }",
        "int main(void) { unsigned s = ndu(), n = ndu(), i = s; int c = nd(); for (;;) { if (c) { if (i >= n) break; "
        "}\n"
        "assert(i >= s); i++; } return 0; }",
        "int main(void) { unsigned s = ndu(), n = ndu(), i = s; do { assert(i >= s); i++; } while (i < n); return 0; }",
        "void f(int *a, unsigned s, unsigned n) { unsigned i = s; while (i < n) { assert(i >= s);\n"
        "do { i++; } while (a[i & 3]); } }",
        "int g, a[9]; static void nothing(void) { if (g > 1) g--; if (g > 2) g--; if (g > 3) g--; if (g > 4) g--; }\n"
        "int main(void) { int i = 0; nothing(); while (i < 9) { assert(a[i] == 0); i++; } assert(nd() != 3); return 0; "
        "}",
        // indices that are drawn several times, and are not the same
        "int a[90]; int main(void) { for (int i = 0; i < 90; i++) assert(a[i] == 0); int x = 0; for (int r = 0; r < 2; "
        "r++) {\n"
        "int k = nd(); if (k < 0 || k > 80) return 0; if (r && k != x) assert(a[k]); x = k; } return 0; }",
        "int a[90]; int draw(void) { int k = nd(); if (k < 0 || k > 80) k = 0; a[k] = k; return k; }\n"
        "int main(void) { for (int i = 0; i < 90; i++) assert(a[i] == 0); assert(draw() == draw()); return 0; }",
        "int a[90]; int main(void) { for (int i = 0; i < 90; i++) a[i] = i == 5; int k = nd(); if (k < 0 || k > 80) "
        "return 0;\n"
        "assert(a[k] == 0); return 0; }",
        "int a[9]; static void check(int x) { if (x == 3) assert(0); }\n"
        "int main(void) { for (int i = 0; i < 9; i++) a[i] = i; for (int i = 0; i < 9; i++) check(a[i]); return 0; }"));

TEST(SymbolicBounds, LeaveWhatOnlyTheNumberDecides) {
  EXPECT_EQ(
      verdict_of_file("int main(void) { int s = 0; for (int i = 0; i < 10; i++) s++; assert(s == 10); return 0; }"),
      Verdict::Safe);
}

std::string message_of(const std::string& code) {
  VerificationContext context = limited_to(std::chrono::seconds(30));
  const FileReport report = verify(snippet(code), of_assertions(), context);
  return report.violations.size() == 1 ? report.violations.front().message : "";
}

TEST(AtOneIndex, TheMessageNamesTheRoundThatFails) {
  EXPECT_EQ(message_of("int a[50]; int main(void) { for (int i = 0; i < 50; i++) a[i] = i == 17 ? 0 : 1;\n"
                       "for (int k = 0; k < 50; k++) assert(a[k] == 1); return 0; }"),
            "assertion \"a[k] == 1\" can fail, for k = 17");
  EXPECT_EQ(message_of("int a[9]; int main(void) { a[3] = 5; a[7] = 5;\n"
                       "for (int k = 0; k < 9; k++) for (int j = 0; j < k; j++) assert(!a[j] || !a[k]); return 0; }"),
            "assertion \"!a[j] || !a[k]\" can fail, for k = 7, j = 3");
  EXPECT_EQ(message_of("int main(void) { int x = nd(); for (int k = 0; k < 9; k++) assert(x != 7); return 0; }"),
            "assertion \"x != 7\" can fail");
}

std::vector<CheckState> checks_of(const std::string& code) {
  VerificationContext context = limited_to(std::chrono::seconds(30));
  std::vector<CheckState> result;
  for (const FunctionReport& function : verify(snippet(code), of_assertions(), context).functions) {
    std::ranges::transform(function.check_list, std::back_inserter(result), &ReportedCheck::state);
  }
  return result;
}

/// The array has no constant bound, so that nothing proves its assertion but the one index that stands for all.
const std::string filled_array = "int main(void) { int n = nd(); int a[100000]; if (n < 1 || n > 100000) return 0;\n"
                                 "for (int i = 0; i < n; i++) a[i] = 7;\n";

TEST(AtOneIndex, AViolationKeepsNothingElseOpen) {
  EXPECT_EQ(checks_of(filled_array + "assert(nd() != 12);\n"
                                     "for (int i = 0; i < n; i++) assert(a[i] == 7); return 0; }"),
            (std::vector<CheckState>{CheckState::Violated, CheckState::Proved}));
}

/// That some run ends is found out by one, not by explorations that look at each round.
TEST(AtOneIndex, LongRunsAreNoReasonToSearchForTheirEnd) {
  const auto start = ProcessorClock::now();
  EXPECT_EQ(verdict_of_file("int a[100000], b[100000]; int main(void) { for (int i = 0; i < 100000; i++) a[i] = b[i];\n"
                            "for (int k = 0; k < 100000; k++) assert(a[k] == b[k]); return 0; }"),
            Verdict::Safe);
  EXPECT_LT(ProcessorClock::now() - start, std::chrono::milliseconds(1000));
}

} // namespace
} // namespace vouch
