#include "tests/support/process.hpp"
#include "tests/support/temporary_folder.hpp"

#include <filesystem>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

/// `vouch check --confirm native`: the compiled program has the last word about a violation.
namespace vouch::testkit {
namespace {

using testing::HasSubstr;
namespace fs = std::filesystem;

class ConfirmNatively : public testing::Test {
protected:
  fs::path file(const std::string& name, const std::string& text) { return folder_.write(name, text); }

  /// A compiler that passes its arguments and `flags` on to gcc.
  std::string compiler_with(const std::string& flags) {
    const fs::path script = file("compiler", "#!/bin/sh\nexec gcc " + flags + " \"$@\"\n");
    fs::permissions(script, fs::perms::owner_all);
    return script;
  }

  /// The file's report.
  nlohmann::json check(const std::string& text, std::vector<std::string> options) {
    const fs::path source = file("a.c", text);
    std::vector<std::string> words = {VOUCH_BINARY, "check", "--confirm", "native", "--format", "json"};
    words.insert(words.end(), options.begin(), options.end());
    words.push_back(source);
    result_ = run_process(about_assertions(words));
    return nlohmann::json::parse(result_.out)["files"][0];
  }

  test::TemporaryFolder folder_;
  ProcessResult result_;
};

constexpr const char* failing = "#include <assert.h>\nint input(void);\n"
                                "int main(void) { assert(input() != 4711); return 0; }\n";

TEST_F(ConfirmNatively, ConfirmedSaysWhoHasConfirmed) {
  const nlohmann::json report = check(failing, {});
  EXPECT_EQ(report["verdict"], "violated");
  EXPECT_EQ(report["violations"][0]["confirmed"], "native");
  EXPECT_FALSE(report["violations"][0].contains("failingTest"));
  EXPECT_EQ(result_.status, 1);
  for (const auto& entry : fs::directory_iterator(folder_.path())) {
    EXPECT_EQ(entry.path().filename(), "a.c");
  }
}

TEST_F(ConfirmNatively, WhatTheCompiledProgramDoesNotDoIsUnknown) {
  const nlohmann::json report = check(failing, {"--compiler", compiler_with("-DNDEBUG")});
  EXPECT_EQ(report["verdict"], "unknown");
  EXPECT_THAT(report["reason"].get<std::string>(), testing::StartsWith("the compiled program does not do this: "));
  EXPECT_THAT(report["reason"].get<std::string>(), HasSubstr("it ran without failing"));
  EXPECT_TRUE(report["violations"].empty());
  EXPECT_EQ(report["refuted"][0]["line"], 3);
  EXPECT_EQ(result_.status, 3);
}

TEST_F(ConfirmNatively, WhatItDoesInsteadIsSaid) {
  const nlohmann::json report =
      check("#include <stdlib.h>\nint input(void); void reach_error(void);\nint main(void) {\n"
            "#ifdef OTHER\n  abort();\n#endif\n"
            "  if (input() == 7) { reach_error(); }\n  return 0;\n}\n",
            {"--compiler", compiler_with("-DOTHER")});
  EXPECT_EQ(report["verdict"], "unknown");
  EXPECT_THAT(report["reason"].get<std::string>(), HasSubstr("it fails in another way (signal 6)"));
}

TEST_F(ConfirmNatively, WithoutACompilerTheViolationStaysWithTheReason) {
  const nlohmann::json report = check(failing, {"--compiler", "no-such-compiler"});
  EXPECT_EQ(report["verdict"], "violated");
  EXPECT_EQ(report["violations"][0]["confirmed"], true);
  EXPECT_THAT(report["violations"][0]["nativeObstacle"].get<std::string>(), HasSubstr("no-such-compiler"));
}

TEST_F(ConfirmNatively, WhereNoTestCanBeMadeTheViolationStaysWithTheReason) {
  const nlohmann::json report = check("#include <assert.h>\n#include <stdio.h>\nint main(void) {\n  int number = 0;\n"
                                      "  scanf(\"%d\", &number);\n  assert(number != 5);\n  return 0;\n}\n",
                                      {});
  EXPECT_EQ(report["verdict"], "violated");
  EXPECT_THAT(report["violations"][0]["nativeObstacle"].get<std::string>(), HasSubstr("\"scanf\""));
}

TEST_F(ConfirmNatively, ATestThatIsKeptIsTheSame) {
  const std::string tests = folder_.path() / "tests";
  const nlohmann::json report = check(failing, {"--failing-tests", tests});
  EXPECT_EQ(report["violations"][0]["confirmed"], "native");
  EXPECT_TRUE(fs::exists(report["violations"][0]["failingTest"]["file"].get<std::string>()));
}

/// gcc simplifies `x + 1 > x` before its sanitizer sees it, Clang does not.
TEST_F(ConfirmNatively, SanitizersOfTheOtherCompilerAreAskedToo) {
  const char* overflow = "int input(void);\nint main(void) {\n  int x = input();\n  return x + 1 > x;\n}\n";
  EXPECT_EQ(check(overflow, {"--property", "overflow"})["violations"][0]["confirmed"], "native");
  EXPECT_EQ(check(overflow, {"--property", "overflow", "--compiler", "gcc"})["verdict"], "unknown");
}

TEST_F(ConfirmNatively, AShiftIntoTheSignIsSeen) {
  const char* shift = "int input(void);\nint main(void) {\n  int bits = input() & 31;\n  return 1 << bits;\n}\n";
  EXPECT_EQ(check(shift, {"--property", "overflow"})["violations"][0]["confirmed"], "native");
}

TEST_F(ConfirmNatively, ACallOfANullPointerIsSeen) {
  const char* call = "int input(void);\nstatic int one(void) { return 1; }\nint (*table[2])(void) = {one, 0};\n"
                     "int main(void) {\n  int i = input() & 1;\n  return table[i]();\n}\n";
  EXPECT_EQ(check(call, {"--property", "null"})["violations"][0]["confirmed"], "native");
}

/// In one run a weak symbol may be missing while another one is there.
TEST_F(ConfirmNatively, WeakSymbolsAreMissingWhereTheRunHasNone) {
  const char* missing = "#include <assert.h>\n__attribute__((weak)) int hook(int x);\n"
                        "int main(void) {\n  int (*called)(int) = hook;\n  assert(called);\n  return called(2);\n}\n";
  EXPECT_EQ(check(missing, {})["violations"][0]["confirmed"], "native");
  const char* one_of_two = "#include <assert.h>\n__attribute__((weak)) int hook(int x);\n"
                           "__attribute__((weak)) extern int level;\n"
                           "int main(void) {\n  if (hook && !&level) { assert(hook(3) != 4); }\n  return 0;\n}\n";
  EXPECT_EQ(check(one_of_two, {})["violations"][0]["confirmed"], "native");
}

/// Nothing is executed unless that was asked for.
TEST_F(ConfirmNatively, IsOnlyDoneWhenAsked) {
  const fs::path source = file("a.c", failing);
  const fs::path mark = folder_.path() / "was-called";
  const fs::path script = file("spy", "#!/bin/sh\ntouch " + mark.string() + "\nexec gcc \"$@\"\n");
  fs::permissions(script, fs::perms::owner_all);
  run_process({VOUCH_BINARY, "check", "--compiler", script, source});
  EXPECT_FALSE(fs::exists(mark));
  run_process({VOUCH_BINARY, "check", "--compiler", script, "--confirm", "native", source});
  EXPECT_TRUE(fs::exists(mark));
}

TEST_F(ConfirmNatively, IsNotForWitnesses) {
  const ProcessResult result = run_process(
      {VOUCH_BINARY, "check", "--confirm", "native", "--check-witness", "w.yml", file("a.c", failing).string()});
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.err, HasSubstr("--confirm native"));
}

} // namespace
} // namespace vouch::testkit
