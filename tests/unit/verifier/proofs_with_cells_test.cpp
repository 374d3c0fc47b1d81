#include "analysis/configurations/file_verification.hpp"
#include "analysis/frontend/frontend.hpp"
#include "analysis/transformation/cells.hpp"
#include "analysis/transformation/checking_loops.hpp"
#include "analysis/transformation/symbolic_bounds.hpp"
#include "analysis/verifier.hpp"

#include <chrono>
#include <gtest/gtest.h>
#include <optional>
#include <string>

namespace vouch {
namespace {

const std::string declared_beside_cells =
    "extern void assert(int); extern int nd(void); extern void *malloc(unsigned long);\n"
    "extern void *memset(void *, int, unsigned long); extern void *memcpy(void *, const void *, unsigned long);\n";

Options assertions_by_predicates() {
  Options options;
  options.properties = {Property::Assert};
  options.analysis = "predicate";
  options.executions = Executions::Off;
  return options;
}

std::optional<cfa::Cfa> program_with_cells(const std::string& code, RunContext& context) {
  SourceInput input;
  input.path = "/snippet/main.c";
  input.unsaved[input.path] = declared_beside_cells + code;
  const frontend::Translation translation = frontend::translate(input, assertions_by_predicates(), context);
  if (!translation.cfa) {
    return std::nullopt;
  }
  const cfa::LocationId start = translation.cfa->entry_points().front().start;
  const auto changed = transformation::program_at_one_index(*translation.cfa, start);
  if (!changed) {
    return std::nullopt;
  }
  const auto symbolic = transformation::with_symbolic_bounds(changed->cfa, start);
  return transformation::with_cells(symbolic ? *symbolic : changed->cfa);
}

/// Of the program with cells in the place of its arrays, which are all that is there. Nothing: there is no such program.
std::optional<Verdict> verdict_with_cells(const std::string& code) {
  VerificationContext context;
  context.deadline = std::chrono::steady_clock::now() + std::chrono::seconds(10);
  const std::optional<cfa::Cfa> changed = program_with_cells(code, context);
  if (!changed) {
    return std::nullopt;
  }
  FileReport report;
  configurations::verify_program(*changed, assertions_by_predicates(), context, report);
  return report.verdict;
}

class ProvedWithCells : public testing::TestWithParam<const char*> {};

TEST_P(ProvedWithCells, IsSafe) { EXPECT_EQ(verdict_with_cells(GetParam()), Verdict::Safe); }

INSTANTIATE_TEST_SUITE_P(
    Programs, ProvedWithCells,
    testing::Values(
        "int a[100000], b[100000], c[100000]; int main(void) { for (int i = 0; i < 100000; i++) { int x = nd();\n"
        "if (x < -9 || x > 9) x = 0; a[i] = x; b[i] = -x; } for (int i = 0; i < 100000; i++) c[i] = a[i] + b[i];\n"
        "for (int i = 0; i < 100000; i++) assert(c[i] == 0); return 0; }",
        "int a[90], b[90]; int main(void) { int n = nd(); if (n < 0 || n > 90) return 0; int *p = a, *q = b;\n"
        "for (int i = 0; i < n; i++) p[i] = q[i]; for (int i = 0; i < n; i++) assert(a[i] == b[i]); return 0; }",
        "int main(void) { int n = nd(); if (n < 1) return 0; int a[n]; int m = a[0];\n"
        "for (int i = 1; i < n; i++) if (a[i] > m) m = a[i]; for (int i = 0; i < n; i++) assert(a[i] <= m); return 0; "
        "}",
        "void fill(int *p, int n, int v) { for (int i = 0; i < n; i++) p[i] = v; } int a[500];\n"
        "int main(void) { fill(a, 500, 3); for (int i = 0; i < 500; i++) assert(a[i] == 3); return 0; }",
        "void f(unsigned char *a, unsigned long n) { for (unsigned long i = 0; i < n; i++) a[i] = 9;\n"
        "for (unsigned long i = 0; i < n; i++) assert(a[i] == 9); }",
        // what is stored by another pointer is at no index beyond the object
        "int a[90]; int main(void) { unsigned long n = (unsigned long)nd() * nd(); for (unsigned long i = 0; i < n; "
        "i++)\n"
        "a[i] = 9; int *q = a + 1; q[-1] = 2; for (unsigned long i = 1; i < n; i++) assert(a[i] == 9); return 0; }"));

class NotProvedWithCells : public testing::TestWithParam<const char*> {};

TEST_P(NotProvedWithCells, IsNotSafe) {
  const std::optional<Verdict> verdict = verdict_with_cells(GetParam());
  ASSERT_TRUE(verdict) << "there are no cells";
  EXPECT_NE(*verdict, Verdict::Safe);
}

/// What changes an element has many forms. Each of these fails at one index or more.
INSTANTIATE_TEST_SUITE_P(
    Programs, NotProvedWithCells,
    testing::Values(
        // by another parameter
        "void f(int *a, int *b, int n) { for (int i = 0; i < n; i++) a[i] = b[i] + 1; for (int i = 0; i < n; i++)\n"
        "assert(a[i] == b[i] + 1); } int x[9]; int main(void) { f(x, x, 9); return 0; }",
        // by a pointer to the middle
        "int a[90]; int main(void) { for (int i = 0; i < 90; i++) a[i] = 1; int *p = a + 4; p[nd() & 7] = 2;\n"
        "for (int i = 0; i < 90; i++) assert(a[i] == 1); return 0; }",
        // by a pointer that may lead to another object
        "void f(int *p, int c) { int x[90]; int *q = c ? p : x; for (int i = 0; i < 90; i++) q[i] = 1;\n"
        "for (int i = 0; i < 90; i++) assert(p[i] == 1); } int a[90]; int main(void) { f(a, nd()); return 0; }",
        "void f(int *p, int c) { int x[90]; int *q = c ? p : x; for (int i = 0; i < 90; i++) q[i] = 1;\n"
        "for (int i = 0; i < 90; i++) assert(p[i] == 1); }",
        // below a pointer to the middle
        "int a[90]; int main(void) { for (int i = 0; i < 90; i++) a[i] = 1; int *p = a + 80; int j = nd();\n"
        "if (j > 0 || j < -80) return 0; p[j] = 2; for (int i = 0; i < 90; i++) assert(a[i] == 1); return 0; }",
        // the pointer moves
        "int a[90]; int main(void) { a[0] = 5; int *p = a; for (int i = 0; i < 80; i++) p[i] = 1; p++;\n"
        "a[80] = 3; for (int i = 0; i < 80; i++) assert(p[i] == 1); return 0; }",
        // in a function
        "int a[90]; void set(int *p) { *p = 2; } int main(void) { for (int i = 0; i < 90; i++) a[i] = 1; set(&a[7]);\n"
        "for (int i = 0; i < 90; i++) assert(a[i] == 1); return 0; }",
        // by bytes
        "int a[90]; int main(void) { for (int i = 0; i < 90; i++) a[i] = 1; memset(a, 0, sizeof a);\n"
        "for (int i = 0; i < 90; i++) assert(a[i] == 1); return 0; }",
        "int a[90], b[90]; int main(void) { for (int i = 0; i < 90; i++) { a[i] = 1; b[i] = 1; }\n"
        "int c[4] = {1, 1, 2, 1}; memcpy(a, c, sizeof c); for (int i = 0; i < 90; i++) assert(a[i] == b[i]); return 0; "
        "}",
        // in a later life of the array
        "int main(void) { int x = nd(); for (int r = 0; r < 9; r++) { int a[90]; if (r == 0)\n"
        "for (int i = 0; i < 90; i++) a[i] = 1; for (int i = 0; i < 90; i++) assert(x || a[i] == 1); } return 0; }",
        // another object
        "int a[90], b[90]; int *p; void turn(void) { p = b; } int main(void) { p = a; for (int i = 0; i < 90; i++)\n"
        "p[i] = 1; turn(); for (int i = 0; i < 90; i++) assert(p[i] == 1); return 0; }",
        "int main(void) { int *p; for (int r = 0; r < 2; r++) { p = malloc(400); if (!p) return 0; if (r == 0)\n"
        "for (int i = 0; i < 90; i++) p[i] = 1; } for (int i = 0; i < 90; i++) assert(p[i] == 1); return 0; }",
        // at indices that elements say
        "int a[90]; int main(void) { for (int i = 0; i < 90; i++) a[i] = 3; a[a[nd() & 63]] = 4;\n"
        "for (int i = 0; i < 90; i++) assert(a[i] == 3); return 0; }",
        // exchanged
        "int a[90]; int main(void) { a[3] = 7; for (int i = 0; i < 90; i++) if (i != 3) a[i] = 1; int t = a[3];\n"
        "a[3] = a[5]; a[5] = t; for (int i = 0; i < 90; i++) assert(a[i] == 1 || i == 3); return 0; }",
        // pairs of indices
        "int a[9]; int main(void) { for (int i = 0; i < 9; i++) a[i] = nd() & 1; for (int i = 0; i < 9; i++)\n"
        "for (int j = 0; j < 9; j++) assert(a[i] == a[j]); return 0; }",
        // beyond what has been written
        "int a[90]; int main(void) { for (int i = 0; i < 89; i++) a[i + 1] = 1; for (int i = 0; i < 90; i++)\n"
        "assert(a[i] == 1); return 0; }",
        // what a condition has said of an element before that was written
        "int a[90]; int main(void) { int m = 0; for (int i = 0; i < 90; i++) a[i] = nd(); for (int i = 0; i < 90; "
        "i++)\n"
        "if (a[i] > m) { a[i]++; m = a[i] - 1; } for (int i = 0; i < 90; i++) assert(a[i] <= m); return 0; }",
        "int a[96]; int main(void) { int m = 0; for (int i = 0; i < 90; i++) a[i] = 1; if (a[95] == 0) { a[95] = 5;\n"
        "m = a[95]; } for (int i = 0; i < 90; i++) assert(a[i] == 1 && m == 0); return 0; }",
        // at an index that the store itself changes
        "int a[9]; int main(void) { for (int i = 0; i < 9; i++) a[i] = 3; a[a[3]] = 4; for (int i = 0; i < 9; i++)\n"
        "for (int j = 0; j < 9; j++) assert(i != 3 || j != 4 || a[i] != 4 || a[j] != 3); return 0; }",
        // by a function that is not there
        "extern void touch(int *); int main(void) { int a[90]; for (int i = 0; i < 90; i++) a[i] = 1; touch(a);\n"
        "for (int i = 0; i < 90; i++) assert(a[i] == 1); return 0; }"));

TEST(Cells, AreForObjectsOfEqualElements) {
  VerificationContext context;
  const std::string check = "for (int i = 0; i < 9; i++) assert(a[i] == 0); return 0; }";
  EXPECT_TRUE(program_with_cells("int a[9]; int main(void) { a[nd() & 7] = 1; " + check, context));
  EXPECT_FALSE(program_with_cells("int a[9]; int main(void) { *(char *)a = 1; " + check, context))
      << "bytes are written";
  EXPECT_FALSE(program_with_cells("int a[9], b[9]; int main(void) { memcpy(b, a, 36); " + check, context))
      << "what is copied is read from memory";
  EXPECT_FALSE(
      program_with_cells("int main(void) { int x = nd(); for (int i = 0; i < 9; i++) assert(x); return 0; }", context))
      << "there is no array";
  EXPECT_FALSE(program_with_cells("int b[9]; void f(int *a, int d) { if (d) f(b, 0); for (int i = 0; i < 9; i++)\n"
                                  "assert(a[i] == 0); } int c[9]; int main(void) { f(c, 1); return 0; }",
                                  context))
      << "each activation has a pointer of its own";
}

} // namespace
} // namespace vouch
