#include "tests/support/edit_scenarios.hpp"
#include "tests/support/process.hpp"
#include "tests/support/temporary_folder.hpp"

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

class CacheTest : public testing::Test {
protected:
  [[nodiscard]] std::string cache() const { return folder_.path() / "cache"; }

  /// The report on `code` as the contents of always the same file, with the cache.
  nlohmann::json check(const std::string& code, const std::vector<std::string>& more = {},
                       const std::string& binary = VOUCH_BINARY) {
    const std::string path = folder_.write("program.c", test::edit_prelude + code);
    std::vector<std::string> words = {binary, "check", "--cache", cache(), "--format", "json"};
    words.insert(words.end(), more.begin(), more.end());
    words.push_back(path);
    const ProcessResult result = run_process(about_assertions(words));
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

  /// The binary under a name of its own, with one bit changed at `offset` behind the name of its build id.
  std::string another_binary(const std::string& name, std::size_t offset) {
    std::ostringstream content;
    content << std::ifstream(VOUCH_BINARY, std::ios::binary).rdbuf();
    std::string bytes = std::move(content).str();
    const std::string type_and_owner("\3\0\0\0GNU\0", 8); // NT_GNU_BUILD_ID
    const std::size_t note = bytes.find(type_and_owner);
    EXPECT_NE(note, std::string::npos);
    bytes[note + offset] = static_cast<char>(bytes[note + offset] ^ 1);
    const std::filesystem::path path = folder_.write("bin/" + name, bytes);
    std::filesystem::permissions(path, std::filesystem::perms::owner_all);
    return path;
  }

  test::TemporaryFolder folder_;
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

TEST_F(CacheTest, WhatWasProvedOfAFunctionWithALongTableIsForgottenWithTheTable) {
  const auto program = [](const std::string& number) { // at one place of many, where no run comes by chance
    return "static const unsigned char t[60000] = {[0 ... 59999] = 3, [23457] = " + number + "};\n" +
           "int get(unsigned i) { return i < 60000 ? t[i] : 0; }\n" +
           "int main(void) { int k = get(__VERIFIER_nondet_uint()); assert(k <= 5); return get(k); }\n";
  };
  EXPECT_EQ(check(program("5"), {"--blocks", "functions"})["verdict"], "safe");
  EXPECT_NE(check(program("6"), {"--blocks", "functions"})["verdict"], "safe");
}

TEST_F(CacheTest, OtherPropertiesAreAnotherQuestion) {
  const std::string code = "int main(void) { int x = __VERIFIER_nondet_int(); return x + 1 > x ? 0 : 1; }";
  EXPECT_EQ(check(code)["verdict"], "safe");
  EXPECT_EQ(check(code, {"--property", "overflow"})["verdict"], "violated");
  EXPECT_EQ(check(code)["verdict"], "safe");
}

// What was proved under an assumption about callers is no proof without it.
TEST_F(CacheTest, APreconditionIsAPartOfTheQuestion) {
  const std::string code = "int f(const int *p) { return *p; }\n";
  for (int round = 0; round < 2; ++round) {
    const nlohmann::json report = check(code, {"--property", "null"});
    EXPECT_EQ(report["verdict"], "safe");
    EXPECT_EQ(function(report, "f")["preconditions"], nlohmann::json::array({"p is not null"}));
    EXPECT_EQ(report["files"][0]["hints"].size(), 1U);
    EXPECT_EQ(check(code, {"--property", "null", "--callers", "any"})["verdict"], "violated");
  }
  const nlohmann::json edited =
      check("int f(const int *p) { if (__VERIFIER_nondet_int()) p = 0; return *p; }\n", {"--property", "null"});
  EXPECT_EQ(edited["verdict"], "violated") << "whatever is passed";
}

TEST_F(CacheTest, AnotherBuildKeepsItsOwnVerdicts) {
  const std::string code = "int main(void) { int i = 0; while (__VERIFIER_nondet_int()) i = i < 9 ? i + 1 : 0;"
                           " if (i > 9) reach_error(); return 0; }";
  check(code);
  EXPECT_TRUE(function(check(code), "main")["fromCache"]);
  constexpr std::size_t in_the_id = 8;
  constexpr std::size_t in_the_owner = 4; // so that there is no build id
  for (const std::string& binary : {another_binary("rebuilt", in_the_id), another_binary("without_id", in_the_owner)}) {
    EXPECT_FALSE(function(check(code, {}, binary), "main")["fromCache"]) << binary;
    EXPECT_TRUE(function(check(code, {}, binary), "main")["fromCache"]) << binary;
  }
  EXPECT_TRUE(function(check(code), "main")["fromCache"]);
}

TEST_F(CacheTest, AVerdictIsNoProofWhereProofsAreAlwaysChecked) {
  const std::string code = "int main(void) { int n = __VERIFIER_nondet_int(), i = 0; while (i < n) i++;"
                           " if (n > 0 && i != n) reach_error(); return 0; }";
  check(code);
  const nlohmann::json again = check(code, {"--check-proofs", "always", "--explain"});
  EXPECT_EQ(again["verdict"], "safe");
  EXPECT_FALSE(function(again, "main")["fromCache"]);
  EXPECT_THAT(errors_, HasSubstr("'main': verified by its last proof"));
  EXPECT_THAT(errors_, HasSubstr("that about the program were checked"));
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

TEST_F(CacheTest, WhatIsUndecidedStaysUndecidedAndTellsSo) {
  const std::string code =
      "extern void *dlsym(void *, const char *);\n"
      "int main(void) { __asm__ volatile(\"nop\" ::: \"memory\"); if (__VERIFIER_nondet_int() == 1)"
      " { int *p = (int *)dlsym(0, \"x\"); if (p && *p == 3) reach_error(); } return 0; }";
  const nlohmann::json first = check(code);
  ASSERT_EQ(first["verdict"], "unknown");
  EXPECT_FALSE(function(first, "main")["fromCache"]);
  const nlohmann::json second = check(code);
  EXPECT_EQ(second["verdict"], "unknown");
  EXPECT_TRUE(function(second, "main")["fromCache"]);
  EXPECT_EQ(function(second, "main")["reason"], function(first, "main")["reason"]);
}

TEST_F(CacheTest, AFolderThatCannotBeMadeCostsOnlyTheCache) {
  folder_.write("cache", "not a folder");
  EXPECT_EQ(check("int main(void) { if (__VERIFIER_nondet_int() * 0) reach_error(); return 0; }")["verdict"], "safe");
  EXPECT_THAT(errors_, HasSubstr("cache: "));
}

class CachedEdit : public CacheTest, public testing::WithParamInterface<test::Edit> {};

TEST_P(CachedEdit, HasTheVerdictOfTheNewText) {
  const test::Edit& edit = GetParam();
  EXPECT_EQ(check(edit.before)["verdict"], edit.verdict_before);
  const nlohmann::json after = check(edit.after);
  EXPECT_EQ(after["verdict"], edit.verdict_after);
  EXPECT_EQ(function(after, "main")["fromCache"], edit.is_main_untouched);
  // And back again: both are known now.
  const nlohmann::json back = check(edit.before);
  EXPECT_EQ(back["verdict"], edit.verdict_before);
  EXPECT_TRUE(function(back, "main")["fromCache"]);
}

INSTANTIATE_TEST_SUITE_P(All, CachedEdit, testing::ValuesIn(test::edits),
                         [](const testing::TestParamInfo<test::Edit>& info) { return info.param.name; });

} // namespace
} // namespace vouch::testkit
