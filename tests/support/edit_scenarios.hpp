#pragma once

#include <string>
#include <utility>

/// Pairs of programs, before and after an edit: the ways in which an edit can and cannot invalidate what is known of a
/// function. `error`, `assume` and `nondet` stand for the usual functions.
namespace vouch::test {

struct Edit {
  std::string before;
  std::string after;
};

inline const std::string edit_prelude = R"(
extern int nondet(void);
extern void reach_error(void);
extern void abort(void);
void error(void) { reach_error(); }
void assume(int condition) { if (!condition) abort(); }
)";

/// Layout/comment edit, local rename.
inline const Edit edit_01 = {R"(
int f(int x) { int t = x + 1; return t; }
int main(void) { int a = nondet(); assume(a < 1000 && a > -1000); if (f(a) != a + 1) error(); return 0; }
)",
                         R"(
/* new comment */
int f(int x)
{ int tmp = x + 1; return tmp; }
int main(void) { int a = nondet(); assume(a < 1000 && a > -1000); if (f(a) != a + 1) error(); return 0; }
)"};

/// Leaf body changes, same summary (early cutoff).
inline const Edit edit_02 = {R"(
int dbl(int x) { return x + x; }
int mid(int x) { return dbl(x) + 1; }
int main(void) { int a = nondet(); assume(a >= 0 && a <= 100); if (mid(a) < 1) error(); return 0; }
)",
                         R"(
int dbl(int x) { return 2 * x; }
int mid(int x) { return dbl(x) + 1; }
int main(void) { int a = nondet(); assume(a >= 0 && a <= 100); if (mid(a) < 1) error(); return 0; }
)"};

/// Leaf change weakens the summary.
inline const Edit edit_03 = {R"(
int lim(int x) { if (x > 10) return 10; return x; }
int mid(int x) { return lim(x); }
int main(void) { if (mid(nondet()) > 10) error(); return 0; }
)",
                         R"(
int lim(int x) { if (x > 10) return 11; return x; }
int mid(int x) { return lim(x); }
int main(void) { if (mid(nondet()) > 10) error(); return 0; }
)"};

/// New global write in a callee.
inline const Edit edit_04 = {R"(
int g;
void leaf(int x) { (void)x; }
int top(int x) { g = 1; leaf(x); return g; }
int main(void) { if (top(nondet()) != 1) error(); return 0; }
)",
                         R"(
int g;
void leaf(int x) { if (x == 3) g = 2; }
int top(int x) { g = 1; leaf(x); return g; }
int main(void) { if (top(nondet()) != 1) error(); return 0; }
)"};

/// Macro/constant edit outside every function body.
inline const Edit edit_05 = {R"(
#define LIMIT 10
int clip(int x) { return x > LIMIT ? LIMIT : x; }
int main(void) { if (clip(nondet()) > 10) error(); return 0; }
)",
                         R"(
#define LIMIT 12
int clip(int x) { return x > LIMIT ? LIMIT : x; }
int main(void) { if (clip(nondet()) > 10) error(); return 0; }
)"};

/// Edit inside a recursive SCC, summary still inductive.
inline const Edit edit_06 = {R"(
int odd(int n);
int even(int n) { if (n <= 0) return 1; return odd(n - 1); }
int odd(int n)  { if (n <= 0) return 0; return even(n - 1); }
int main(void) { int n = nondet(); assume(n <= 100); int r = even(n); if (r < 0 || r > 1) error(); return 0; }
)",
                         R"(
int odd(int n);
int even(int n) { if (n <= 0) return 1; return 1 - even(n - 1); }
int odd(int n)  { if (n <= 0) return 0; return even(n - 1); }
int main(void) { int n = nondet(); assume(n <= 100); int r = even(n); if (r < 0 || r > 1) error(); return 0; }
)"};

/// Edit inside a recursive SCC, summary breaks.
inline const Edit edit_07 = {R"(
int odd(int n);
int even(int n) { if (n <= 0) return 1; return odd(n - 1); }
int odd(int n)  { if (n <= 0) return 0; return even(n - 1); }
int main(void) { int n = nondet(); assume(n <= 100); int r = even(n); if (r < 0 || r > 1) error(); return 0; }
)",
                         R"(
int odd(int n);
int even(int n) { if (n <= 0) return 1; return odd(n - 1); }
int odd(int n)  { if (n <= 0) return 2; return even(n - 1); }
int main(void) { int n = nondet(); assume(n <= 100); int r = even(n); if (r < 0 || r > 1) error(); return 0; }
)"};

/// Bug fixed, then fix reverted (A-B-A).
inline const Edit edit_08 = {R"(
int f(int x) { if (x == 7) return -1; return 0; }
int main(void) { if (f(nondet()) < 0) error(); return 0; }
)",
                         R"(
int f(int x) { if (x == 7) return 0; return 0; }
int main(void) { if (f(nondet()) < 0) error(); return 0; }
)"};

/// Caller edit changes the entry state of an unchanged callee.
inline const Edit edit_09 = {R"(
int sq(int x) { if (x < 0) error(); return x; }
int main(void) { int a = nondet(); assume(a >= 0); return sq(a); }
)",
                         R"(
int sq(int x) { if (x < 0) error(); return x; }
int main(void) { int a = nondet(); assume(a >= 5); return sq(a); }
)"};

/// Coverage lookup direction.
inline const Edit edit_10 = {R"(
int sq(int x) { if (x < 0) error(); return x; }
int main(void) { int a = nondet(); assume(a >= 5); return sq(a); }
)",
                         R"(
int sq(int x) { if (x < 0) error(); return x; }
int main(void) { int a = nondet(); assume(a >= -1); return sq(a); }
)"};

/// Non-recursive callee becomes recursive (new SCC).
inline const Edit edit_11 = {R"(
int leaf(int n) { return 0; }
int walk(int n) { if (n <= 0) return 0; return leaf(n - 1); }
int main(void) { if (walk(nondet()) != 0) error(); return 0; }
)",
                         R"(
int walk(int n);
int leaf(int n) { return walk(n) + 1; }
int walk(int n) { if (n <= 0) return 0; return leaf(n - 1); }
int main(void) { int n = nondet(); assume(n <= 100); if (walk(n) != 0) error(); return 0; }
)"};

/// New assertion in an unchanged-summary callee.
inline const Edit edit_12 = {R"(
int inc1(int x) { return x + 1; }
int main(void) { int a = nondet(); assume(a < 100 && a > -100); return inc1(a) - a - 1; }
)",
                         R"(
int inc1(int x) { if (x == -2) error(); return x + 1; }
int main(void) { int a = nondet(); assume(a < 100 && a > -100); return inc1(a) - a - 1; }
)"};

/// Initial value of a global.
inline const Edit edit_13 = {R"(
int mode = 0;
int f(void) { if (mode == 1) error(); return 0; }
int main(void) { return f(); }
)",
                         R"(
int mode = 1;
int f(void) { if (mode == 1) error(); return 0; }
int main(void) { return f(); }
)"};

/// Indirect call gains a target.
inline const Edit edit_14 = {R"(
static int one(void) { return 1; }
static int (*fp)(void) = one;
int call(void) { return fp(); }
int main(void) { if (call() != 1) error(); return 0; }
)",
                         R"(
static int one(void) { return 1; }
static int two(void) { return 2; }
static int (*fp)(void) = one;
int call(void) { return fp(); }
int main(void) { if (nondet() == 2) fp = two; if (call() != 1) error(); return 0; }
)"};

/// SAFE result obtained under a coarse precision must not block refinement.
inline const Edit edit_15 = {R"(
int f(int x) { return x; }
int main(void) { f(nondet()); return 0; }
)",
                         R"(
int f(int x) { return x; }
int main(void) { int a = nondet(); if (f(a) != a) error(); return 0; }
)"};

/// Dead function edited.
inline const Edit edit_16 = {R"(
int unused(int x) { return x; }
int main(void) { return 0; }
)",
                         R"(
int unused(int x) { return x / 2; }
int main(void) { return 0; }
)"};

} // namespace vouch::test
