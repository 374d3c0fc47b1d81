#include "tests/support/process.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sstream>

/// Verdicts that outlive the process: after which edits they still hold, and after which they must not.
namespace vouch::testkit {
namespace {

using testing::HasSubstr;
using testing::Not;

const std::string prelude = "extern int __VERIFIER_nondet_int(void);\n"
                            "extern void reach_error(void) __attribute__((noreturn));\n";

class CacheTest : public testing::Test {
protected:
  CacheTest() {
    std::string pattern = testing::TempDir() + "vouch-cache-XXXXXX";
    directory_ = mkdtemp(pattern.data());
  }
  ~CacheTest() override { std::filesystem::remove_all(directory_); }

  [[nodiscard]] std::string cache() const { return directory_ / "cache"; }

  /// The report on `code` as the contents of always the same file, with the cache.
  nlohmann::json check(const std::string& code, const std::vector<std::string>& more = {}) {
    const std::string path = directory_ / "program.c";
    std::ofstream(path) << prelude << code;
    std::vector<std::string> words = {VOUCH_BINARY, "check", "--cache", cache(), "--format", "json"};
    words.insert(words.end(), more.begin(), more.end());
    words.push_back(path);
    const ProcessResult result = run_process(words);
    errors_ = result.err;
    return nlohmann::json::parse(result.out);
  }

  static nlohmann::json function(const nlohmann::json& report, const std::string& name) {
    for (const nlohmann::json& function : report["files"][0]["functions"]) {
      if (function["name"] == name) {
        return function;
      }
    }
    return {};
  }

  std::filesystem::path directory_;
  std::string errors_;
};

TEST_F(CacheTest, WhatWasProvedIsFoundAgain) {
  const std::string code = "int main(void) { int i = 0; while (__VERIFIER_nondet_int()) i = i < 9 ? i + 1 : 0;"
                           " if (i > 9) reach_error(); return 0; }";
  EXPECT_FALSE(function(check(code), "main")["fromCache"]);
  const nlohmann::json again = check(code);
  EXPECT_EQ(again["verdict"], "safe");
  EXPECT_TRUE(function(again, "main")["fromCache"]);
  EXPECT_EQ(again["statistics"]["solverQueries"], 0);
}

TEST_F(CacheTest, AViolationIsExecutedOnceMoreAndToldWithPresentPositions) {
  const std::string code =
      "int main(void) { int x = __VERIFIER_nondet_int(); if (x == 4711) reach_error(); return 0; }";
  EXPECT_EQ(check(code)["verdict"], "violated");
  const nlohmann::json moved = check("\n\n\n/* moved */ " + code);
  EXPECT_EQ(moved["verdict"], "violated");
  EXPECT_TRUE(function(moved, "main")["fromCache"]);
  EXPECT_TRUE(moved["files"][0]["violations"][0]["confirmed"]);
  EXPECT_EQ(moved["files"][0]["violations"][0]["line"], 6);
  EXPECT_THAT(moved["files"][0]["violations"][0]["trace"].dump(), HasSubstr("4711"));
}

TEST_F(CacheTest, OtherPropertiesAreAnotherQuestion) {
  const std::string code = "int main(void) { int x = __VERIFIER_nondet_int(); return x + 1 > x ? 0 : 1; }";
  EXPECT_EQ(check(code)["verdict"], "safe");
  EXPECT_EQ(check(code, {"--property", "overflow"})["verdict"], "violated");
  EXPECT_EQ(check(code)["verdict"], "safe");
}

TEST_F(CacheTest, WithoutMainAnEditCostsTheFunctionsThatReachIt) {
  const std::string shared = "#include <assert.h>\nstatic int twice(int x) { return 2 * x; }\n"
                             "void a(int x) { if (x > 0 && x < 9) assert(twice(x) > x); }\n";
  check(shared + "void b(int x) { if (x == 1) assert(x + 1 == 2); }\n");
  const nlohmann::json edited = check(shared + "void b(int x) { if (x == 2) assert(x + 1 == 3); }\n");
  EXPECT_TRUE(function(edited, "a")["fromCache"]);
  EXPECT_FALSE(function(edited, "b")["fromCache"]);
  EXPECT_EQ(edited["verdict"], "safe");
}

TEST_F(CacheTest, TheAuditVerifiesOnceMore) {
  const std::string code =
      "int main(void) { int x = __VERIFIER_nondet_int(); if (x * 0 != 0) reach_error(); return 0; }";
  check(code);
  EXPECT_EQ(check(code, {"--audit"})["verdict"], "safe");
  EXPECT_THAT(errors_, Not(HasSubstr("error")));
}

TEST_F(CacheTest, ExplainsWhereAVerdictComesFrom) {
  const std::string code =
      "static int f(int x) { return x; } int main(void) { if (f(1) != 1) reach_error(); return 0; }";
  check(code, {"--explain"});
  EXPECT_THAT(errors_, HasSubstr("'main': verified anew; rests on the code of f, main"));
  check(code, {"--explain"});
  EXPECT_THAT(errors_, HasSubstr("'main': from the cache; rests on the code of f, main"));
}

TEST_F(CacheTest, WhatIsUndecidedIsNotKept) {
  const std::string code =
      "extern void *dlsym(void *, const char *);\n"
      "int main(void) { __asm__ volatile(\"nop\" ::: \"memory\"); if (__VERIFIER_nondet_int() == 1)"
      " { int *p = (int *)dlsym(0, \"x\"); if (p && *p == 3) reach_error(); } return 0; }";
  const nlohmann::json first = check(code);
  if (first["verdict"] == "unknown") {
    EXPECT_FALSE(function(check(code), "main")["fromCache"]);
  }
}

TEST_F(CacheTest, AFolderThatCannotBeMadeCostsOnlyTheCache) {
  std::ofstream(directory_ / "cache") << "not a folder";
  EXPECT_EQ(check("int main(void) { if (__VERIFIER_nondet_int() * 0) reach_error(); return 0; }")["verdict"], "safe");
  EXPECT_THAT(errors_, HasSubstr("cache: "));
}

/// Two versions of a program, and whether the verdict of the first holds for the second without another look.
struct Edit {
  const char* name;
  const char* before;
  const char* verdict_before;
  const char* after;
  const char* verdict_after;
  bool is_reused;
};

void PrintTo(const Edit& edit, std::ostream* stream) { *stream << edit.name; }

class CachedEdit : public CacheTest, public testing::WithParamInterface<Edit> {};

TEST_P(CachedEdit, HasTheVerdictOfTheNewText) {
  const Edit& edit = GetParam();
  EXPECT_EQ(check(edit.before)["verdict"], edit.verdict_before);
  const nlohmann::json after = check(edit.after);
  EXPECT_EQ(after["verdict"], edit.verdict_after);
  EXPECT_EQ(function(after, "main")["fromCache"], edit.is_reused);
  // And back again: both are known now.
  const nlohmann::json back = check(edit.before);
  EXPECT_EQ(back["verdict"], edit.verdict_before);
  EXPECT_TRUE(function(back, "main")["fromCache"]);
}

const Edit edits[] = {
    {"LayoutCommentsAndLocalNames",
     "int up(int x) { int t = x + 1; return t; }\n"
     "int main(void) { int a = __VERIFIER_nondet_int() % 9; if (up(a) != a + 1) reach_error(); return 0; }",
     "safe",
     "/* adds one */\nint up(int x)\n{\n  int next = x + 1;\n  return next; // done\n}\n"
     "int main(void) { int n = __VERIFIER_nondet_int() % 9; if (up(n) != n + 1) reach_error(); return 0; }",
     "safe", true},
    {"AnotherBodyWithTheSameMeaning",
     "int dbl(int x) { return x + x; } int mid(int x) { return dbl(x) + 1; }\n"
     "int main(void) { int a = __VERIFIER_nondet_int(); if (a >= 0 && a <= 99 && mid(a) < 1) reach_error(); return 0; "
     "}",
     "safe",
     "int dbl(int x) { return 2 * x; } int mid(int x) { return dbl(x) + 1; }\n"
     "int main(void) { int a = __VERIFIER_nondet_int(); if (a >= 0 && a <= 99 && mid(a) < 1) reach_error(); return 0; "
     "}",
     "safe", false},
    {"ALeafReturnsMore",
     "int cap(int x) { return x > 10 ? 10 : x; } int mid(int x) { return cap(x); }\n"
     "int main(void) { if (mid(__VERIFIER_nondet_int()) > 10) reach_error(); return 0; }",
     "safe",
     "int cap(int x) { return x > 10 ? 11 : x; } int mid(int x) { return cap(x); }\n"
     "int main(void) { if (mid(__VERIFIER_nondet_int()) > 10) reach_error(); return 0; }",
     "violated", false},
    {"ALeafWritesAGlobal",
     "int g; void leaf(int x) { (void)x; } int top(int x) { g = 1; leaf(x); return g; }\n"
     "int main(void) { if (top(__VERIFIER_nondet_int()) != 1) reach_error(); return 0; }",
     "safe",
     "int g; void leaf(int x) { if (x == 3) g = 2; } int top(int x) { g = 1; leaf(x); return g; }\n"
     "int main(void) { if (top(__VERIFIER_nondet_int()) != 1) reach_error(); return 0; }",
     "violated", false},
    {"AMacroOutsideOfAllFunctions",
     "#define TOP 10\nint clip(int x) { return x > TOP ? TOP : x; }\n"
     "int main(void) { if (clip(__VERIFIER_nondet_int()) > 10) reach_error(); return 0; }",
     "safe",
     "#define TOP 12\nint clip(int x) { return x > TOP ? TOP : x; }\n"
     "int main(void) { if (clip(__VERIFIER_nondet_int()) > 10) reach_error(); return 0; }",
     "violated", false},
    {"RecursionThatKeepsItsSummary",
     "int odd(int n); int even(int n) { return n <= 0 ? 1 : odd(n - 1); } int odd(int n) { return n <= 0 ? 0 : even(n "
     "- 1); }\n"
     "int main(void) { int r = even(__VERIFIER_nondet_int()); if (r < 0 || r > 1) reach_error(); return 0; }",
     "safe",
     "int odd(int n); int even(int n) { return n <= 0 ? 1 : 1 - even(n - 1); } int odd(int n) { return n <= 0 ? 0 : "
     "even(n - 1); }\n"
     "int main(void) { int r = even(__VERIFIER_nondet_int()); if (r < 0 || r > 1) reach_error(); return 0; }",
     "safe", false},
    {"RecursionThatDoesNot",
     "int odd(int n); int even(int n) { return n <= 0 ? 1 : odd(n - 1); } int odd(int n) { return n <= 0 ? 0 : even(n "
     "- 1); }\n"
     "int main(void) { int r = even(__VERIFIER_nondet_int()); if (r < 0 || r > 1) reach_error(); return 0; }",
     "safe",
     "int odd(int n); int even(int n) { return n <= 0 ? 1 : odd(n - 1); } int odd(int n) { return n <= 0 ? 2 : even(n "
     "- 1); }\n"
     "int main(void) { int r = even(__VERIFIER_nondet_int()); if (r < 0 || r > 1) reach_error(); return 0; }",
     "violated", false},
    {"ABugIsMended",
     "int f(int x) { return x == 7 ? -1 : 0; } int main(void) { if (f(__VERIFIER_nondet_int()) < 0) reach_error(); "
     "return 0; }",
     "violated",
     "int f(int x) { return x == 7 ? 1 : 0; } int main(void) { if (f(__VERIFIER_nondet_int()) < 0) reach_error(); "
     "return 0; }",
     "safe", false},
    {"ACallerPassesLess",
     "int sq(int x) { if (x < 0) reach_error(); return x; } int main(void) { int a = __VERIFIER_nondet_int(); if (a >= "
     "0) sq(a); return 0; }",
     "safe",
     "int sq(int x) { if (x < 0) reach_error(); return x; } int main(void) { int a = __VERIFIER_nondet_int(); if (a >= "
     "5) sq(a); return 0; }",
     "safe", false},
    {"ACallerPassesMore",
     "int sq(int x) { if (x < 0) reach_error(); return x; } int main(void) { int a = __VERIFIER_nondet_int(); if (a >= "
     "5) sq(a); return 0; }",
     "safe",
     "int sq(int x) { if (x < 0) reach_error(); return x; } int main(void) { int a = __VERIFIER_nondet_int(); if (a >= "
     "-1) sq(a); return 0; }",
     "violated", false},
    {"ACalleeBecomesRecursive",
     "int leaf(int n) { return 0; } int walk(int n) { return n <= 0 ? 0 : leaf(n - 1); }\n"
     "int main(void) { if (walk(__VERIFIER_nondet_int()) != 0) reach_error(); return 0; }",
     "safe",
     "int walk(int n); int leaf(int n) { return walk(n) + 1; } int walk(int n) { return n <= 0 ? 0 : leaf(n - 1); }\n"
     "int main(void) { if (walk(__VERIFIER_nondet_int()) != 0) reach_error(); return 0; }",
     "violated", false},
    {"ANewAssertionInALeaf",
     "int inc(int x) { return x + 1; } int main(void) { int a = __VERIFIER_nondet_int() % 50; inc(a); if (a > 99) "
     "reach_error(); return 0; }",
     "safe",
     "int inc(int x) { if (x == -2) reach_error(); return x + 1; } int main(void) { int a = __VERIFIER_nondet_int() % "
     "50; inc(a); if (a > 99) reach_error(); return 0; }",
     "violated", false},
    {"TheInitialValueOfAGlobal",
     "int mode = 0; void f(void) { if (mode == 1) reach_error(); } int main(void) { f(); return 0; }", "safe",
     "int mode = 1; void f(void) { if (mode == 1) reach_error(); } int main(void) { f(); return 0; }", "violated",
     false},
    {"ACallThroughAPointerGetsATarget",
     "static int one(void) { return 1; } static int (*fp)(void) = one; int call(void) { return fp(); }\n"
     "int main(void) { if (call() != 1) reach_error(); return 0; }",
     "safe",
     "static int one(void) { return 1; } static int two(void) { return 2; } static int (*fp)(void) = one; int "
     "call(void) { return fp(); }\n"
     "int main(void) { if (__VERIFIER_nondet_int() == 2) fp = two; if (call() != 1) reach_error(); return 0; }",
     "violated", false},
    {"MoreIsAskedOfAnUnchangedLeaf",
     "int f(int x) { return x; } int main(void) { int a = __VERIFIER_nondet_int(); if (f(a) * 0) reach_error(); return "
     "0; }",
     "safe",
     "int f(int x) { return x; } int main(void) { int a = __VERIFIER_nondet_int(); if (f(a) != a) reach_error(); "
     "return 0; }",
     "safe", false},
    {"CodeThatNobodyReaches",
     "int unused(int x) { return x; } int main(void) { if (__VERIFIER_nondet_int() * 0) reach_error(); return 0; }",
     "safe",
     "int unused(int x) { return x / 2; } int main(void) { if (__VERIFIER_nondet_int() * 0) reach_error(); return 0; }",
     "safe", true},
};

INSTANTIATE_TEST_SUITE_P(All, CachedEdit, testing::ValuesIn(edits),
                         [](const testing::TestParamInfo<Edit>& info) { return info.param.name; });

} // namespace
} // namespace vouch::testkit
