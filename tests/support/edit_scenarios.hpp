#pragma once

#include <array>
#include <ostream>
#include <string>

/// Pairs of programs, before and after an edit: the ways in which an edit can and cannot invalidate what is known of a
/// program.
namespace vouch::test {

struct Edit {
  const char* name;
  std::string before;
  const char* verdict_before;
  std::string after;
  const char* verdict_after;
  bool is_main_untouched; ///< neither `main` nor anything that it can reach means something else than before
};

inline void PrintTo(const Edit& edit, std::ostream* stream) { *stream << edit.name; }

inline const std::string edit_prelude = "extern int __VERIFIER_nondet_int(void);\n"
                                        "extern void reach_error(void) __attribute__((noreturn));\n";

inline const Edit layout_comments_and_local_names = {"LayoutCommentsAndLocalNames",
                                                     R"(
int f(int x) { int t = x + 1; return t; }
int main(void) { int a = __VERIFIER_nondet_int() % 9; if (f(a) != a + 1) reach_error(); return 0; }
)",
                                                     "safe",
                                                     R"(
/* adds one */
int f(int x)
{
  int next = x + 1;
  return next; // done
}
int main(void) { int n = __VERIFIER_nondet_int() % 9; if (f(n) != n + 1) reach_error(); return 0; }
)",
                                                     "safe",
                                                     true};

inline const Edit another_body_with_the_same_meaning = {"AnotherBodyWithTheSameMeaning",
                                                        R"(
int dbl(int x) { return x + x; }
int mid(int x) { return dbl(x) + 1; }
int main(void) { int a = __VERIFIER_nondet_int(); if (a >= 0 && a <= 99 && mid(a) < 1) reach_error(); return 0; }
)",
                                                        "safe",
                                                        R"(
int dbl(int x) { return 2 * x; }
int mid(int x) { return dbl(x) + 1; }
int main(void) { int a = __VERIFIER_nondet_int(); if (a >= 0 && a <= 99 && mid(a) < 1) reach_error(); return 0; }
)",
                                                        "safe",
                                                        false};

inline const Edit a_leaf_returns_more = {"ALeafReturnsMore",
                                         R"(
int lim(int x) { return x > 10 ? 10 : x; }
int mid(int x) { return lim(x); }
int main(void) { if (mid(__VERIFIER_nondet_int()) > 10) reach_error(); return 0; }
)",
                                         "safe",
                                         R"(
int lim(int x) { return x > 10 ? 11 : x; }
int mid(int x) { return lim(x); }
int main(void) { if (mid(__VERIFIER_nondet_int()) > 10) reach_error(); return 0; }
)",
                                         "violated",
                                         false};

inline const Edit a_leaf_writes_a_global = {"ALeafWritesAGlobal",
                                            R"(
int g; void leaf(int x) { (void)x; }
int top(int x) { g = 1; leaf(x); return g; }
int main(void) { if (top(__VERIFIER_nondet_int()) != 1) reach_error(); return 0; }
)",
                                            "safe",
                                            R"(
int g; void leaf(int x) { if (x == 3) g = 2; }
int top(int x) { g = 1; leaf(x); return g; }
int main(void) { if (top(__VERIFIER_nondet_int()) != 1) reach_error(); return 0; }
)",
                                            "violated",
                                            false};

inline const Edit a_macro_outside_of_all_functions = {"AMacroOutsideOfAllFunctions",
                                                      R"(
#define TOP 10
int clip(int x) { return x > TOP ? TOP : x; }
int main(void) { if (clip(__VERIFIER_nondet_int()) > 10) reach_error(); return 0; }
)",
                                                      "safe",
                                                      R"(
#define TOP 12
int clip(int x) { return x > TOP ? TOP : x; }
int main(void) { if (clip(__VERIFIER_nondet_int()) > 10) reach_error(); return 0; }
)",
                                                      "violated",
                                                      false};

inline const Edit recursion_that_keeps_its_summary = {"RecursionThatKeepsItsSummary",
                                                      R"(
int odd(int n);
int even(int n) { return n <= 0 ? 1 : odd(n - 1); }
int odd(int n) { return n <= 0 ? 0 : even(n - 1); }
int main(void) { int r = even(__VERIFIER_nondet_int()); if (r < 0 || r > 1) reach_error(); return 0; }
)",
                                                      "safe",
                                                      R"(
int odd(int n);
int even(int n) { return n <= 0 ? 1 : 1 - even(n - 1); }
int odd(int n) { return n <= 0 ? 0 : even(n - 1); }
int main(void) { int r = even(__VERIFIER_nondet_int()); if (r < 0 || r > 1) reach_error(); return 0; }
)",
                                                      "safe",
                                                      false};

inline const Edit recursion_that_does_not = {"RecursionThatDoesNot",
                                             R"(
int odd(int n);
int even(int n) { return n <= 0 ? 1 : odd(n - 1); }
int odd(int n) { return n <= 0 ? 0 : even(n - 1); }
int main(void) { int r = even(__VERIFIER_nondet_int()); if (r < 0 || r > 1) reach_error(); return 0; }
)",
                                             "safe",
                                             R"(
int odd(int n);
int even(int n) { return n <= 0 ? 1 : odd(n - 1); }
int odd(int n) { return n <= 0 ? 2 : even(n - 1); }
int main(void) { int r = even(__VERIFIER_nondet_int()); if (r < 0 || r > 1) reach_error(); return 0; }
)",
                                             "violated",
                                             false};

inline const Edit a_bug_is_mended = {"ABugIsMended",
                                     R"(
int f(int x) { return x == 7 ? -1 : 0; }
int main(void) { if (f(__VERIFIER_nondet_int()) < 0) reach_error(); return 0; }
)",
                                     "violated",
                                     R"(
int f(int x) { return x == 7 ? 1 : 0; }
int main(void) { if (f(__VERIFIER_nondet_int()) < 0) reach_error(); return 0; }
)",
                                     "safe",
                                     false};

inline const Edit a_caller_passes_less = {"ACallerPassesLess",
                                          R"(
int sq(int x) { if (x < 0) reach_error(); return x; }
int main(void) { int a = __VERIFIER_nondet_int(); if (a >= 0) sq(a); return 0; }
)",
                                          "safe",
                                          R"(
int sq(int x) { if (x < 0) reach_error(); return x; }
int main(void) { int a = __VERIFIER_nondet_int(); if (a >= 5) sq(a); return 0; }
)",
                                          "safe",
                                          false};

inline const Edit a_caller_passes_more = {"ACallerPassesMore",
                                          R"(
int sq(int x) { if (x < 0) reach_error(); return x; }
int main(void) { int a = __VERIFIER_nondet_int(); if (a >= 5) sq(a); return 0; }
)",
                                          "safe",
                                          R"(
int sq(int x) { if (x < 0) reach_error(); return x; }
int main(void) { int a = __VERIFIER_nondet_int(); if (a >= -1) sq(a); return 0; }
)",
                                          "violated",
                                          false};

inline const Edit a_callee_becomes_recursive = {"ACalleeBecomesRecursive",
                                                R"(
int leaf(int n) { return 0; }
int walk(int n) { return n <= 0 ? 0 : leaf(n - 1); }
int main(void) { if (walk(__VERIFIER_nondet_int()) != 0) reach_error(); return 0; }
)",
                                                "safe",
                                                R"(
int walk(int n);
int leaf(int n) { return walk(n) + 1; }
int walk(int n) { return n <= 0 ? 0 : leaf(n - 1); }
int main(void) { int n = __VERIFIER_nondet_int(); if (n <= 100 && walk(n) != 0) reach_error(); return 0; }
)",
                                                "violated",
                                                false};

inline const Edit a_new_assertion_in_a_leaf = {"ANewAssertionInALeaf",
                                               R"(
int inc1(int x) { return x + 1; }
int main(void) { int a = __VERIFIER_nondet_int() % 50; inc1(a); if (a > 99) reach_error(); return 0; }
)",
                                               "safe",
                                               R"(
int inc1(int x) { if (x == -2) reach_error(); return x + 1; }
int main(void) { int a = __VERIFIER_nondet_int() % 50; inc1(a); if (a > 99) reach_error(); return 0; }
)",
                                               "violated",
                                               false};

inline const Edit the_initial_value_of_a_global = {"TheInitialValueOfAGlobal",
                                                   R"(
int mode = 0; void f(void) { if (mode == 1) reach_error(); }
int main(void) { f(); return 0; }
)",
                                                   "safe",
                                                   R"(
int mode = 1; void f(void) { if (mode == 1) reach_error(); }
int main(void) { f(); return 0; }
)",
                                                   "violated",
                                                   false};

inline const Edit a_call_through_a_pointer_gets_a_target = {"ACallThroughAPointerGetsATarget",
                                                            R"(
static int one(void) { return 1; } static int (*fp)(void) = one;
int call(void) { return fp(); }
int main(void) { if (call() != 1) reach_error(); return 0; }
)",
                                                            "safe",
                                                            R"(
static int one(void) { return 1; }
static int two(void) { return 2; } static int (*fp)(void) = one;
int call(void) { return fp(); }
int main(void) { if (__VERIFIER_nondet_int() == 2) fp = two; if (call() != 1) reach_error(); return 0; }
)",
                                                            "violated",
                                                            false};

inline const Edit more_is_asked_of_an_unchanged_leaf = {"MoreIsAskedOfAnUnchangedLeaf",
                                                        R"(
int f(int x) { return x; }
int main(void) { int a = __VERIFIER_nondet_int(); if (f(a) * 0) reach_error(); return 0; }
)",
                                                        "safe",
                                                        R"(
int f(int x) { return x; }
int main(void) { int a = __VERIFIER_nondet_int(); if (f(a) != a) reach_error(); return 0; }
)",
                                                        "safe",
                                                        false};

inline const Edit code_that_nobody_reaches = {"CodeThatNobodyReaches",
                                              R"(
int unused(int x) { return x; }
int main(void) { if (__VERIFIER_nondet_int() * 0) reach_error(); return 0; }
)",
                                              "safe",
                                              R"(
int unused(int x) { return x / 2; }
int main(void) { if (__VERIFIER_nondet_int() * 0) reach_error(); return 0; }
)",
                                              "safe",
                                              true};

inline const std::array edits = {layout_comments_and_local_names,
                                 another_body_with_the_same_meaning,
                                 a_leaf_returns_more,
                                 a_leaf_writes_a_global,
                                 a_macro_outside_of_all_functions,
                                 recursion_that_keeps_its_summary,
                                 recursion_that_does_not,
                                 a_bug_is_mended,
                                 a_caller_passes_less,
                                 a_caller_passes_more,
                                 a_callee_becomes_recursive,
                                 a_new_assertion_in_a_leaf,
                                 the_initial_value_of_a_global,
                                 a_call_through_a_pointer_gets_a_target,
                                 more_is_asked_of_an_unchanged_leaf,
                                 code_that_nobody_reaches};

} // namespace vouch::test
