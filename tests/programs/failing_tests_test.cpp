#include "tests/programs/program_expectation.hpp"
#include "tests/support/process.hpp"
#include "tests/support/temporary_folder.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

/// `vouch check --failing-tests`: what it offers is compiled once more here, as its comment says, and has to fail.
namespace vouch::testkit {
namespace {

using testing::HasSubstr;
namespace fs = std::filesystem;

const fs::path programs_that_fail = fs::path(VOUCH_PROGRAMS) / "failing_tests";

/// The `failingTest` of the only violation.
nlohmann::json failing_test(const fs::path& program, const std::vector<std::string>& options, const fs::path& folder) {
  std::vector<std::string> words = {VOUCH_BINARY, "check", "--format",        "json",
                                    "--timeout",  "60",    "--failing-tests", folder.string()};
  words.push_back(program.string());
  words.insert(words.end(), options.begin(), options.end());
  const ProcessResult result = run_process(words);
  const nlohmann::json violations = nlohmann::json::parse(result.out)["files"][0]["violations"];
  EXPECT_EQ(violations.size(), 1U) << result.err;
  return violations.empty() ? nlohmann::json() : violations[0]["failingTest"];
}

/// What follows `// no-failing-test: ` in the program; empty if it has none.
std::string expected_reason(const fs::path& program) {
  const std::string key = "// no-failing-test: ";
  std::ifstream lines(program);
  for (std::string line; std::getline(lines, line) && line.starts_with("// ");) {
    if (line.starts_with(key)) {
      return line.substr(key.size());
    }
  }
  return {};
}

class FailingTests : public testing::TestWithParam<std::string> {};

TEST_P(FailingTests, FailAsPredictedOrSayWhyNot) {
  const fs::path program = programs_that_fail / (GetParam() + ".c");
  const test::TemporaryFolder folder;
  const nlohmann::json test = failing_test(program, read_expectation(program).options, folder.path());
  if (const std::string reason = expected_reason(program); !reason.empty()) {
    EXPECT_EQ(test["verified"], false);
    EXPECT_THAT(test.value("reason", ""), HasSubstr(reason));
    EXPECT_TRUE(fs::is_empty(folder.path()));
    return;
  }
  ASSERT_EQ(test["verified"], true) << test;
  const fs::path file = test["file"].get<std::string>();
  EXPECT_EQ(file.filename(), GetParam() + "_fails.c");
  const ProcessResult compiled_and_run = run_process({"/bin/sh", "-c", test["command"].get<std::string>()});
  EXPECT_NE(compiled_and_run.status, 0);
  EXPECT_THAT(compiled_and_run.err, testing::AnyOf(HasSubstr("Assertion `"), HasSubstr("vouch: "),
                                                   HasSubstr("runtime error: "), HasSubstr("Sanitizer: ")));
  fs::remove(fs::temp_directory_path() / file.stem());
}

std::vector<std::string> all_programs() {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(programs_that_fail)) {
    if (entry.path().extension() == ".c") {
      names.push_back(entry.path().stem());
    }
  }
  std::sort(names.begin(), names.end());
  return names;
}

INSTANTIATE_TEST_SUITE_P(Programs, FailingTests, testing::ValuesIn(all_programs()),
                         [](const auto& program) { return program.param; });

/// A project of its own for each test.
class FailingTestsOfAProject : public testing::Test {
protected:
  fs::path file(const std::string& name, const std::string& text) { return folder_.write(name, text); }

  test::TemporaryFolder folder_;
};

TEST_F(FailingTestsOfAProject, AreCompiledWithItsFlagsAndLinkedWithItsFiles) {
  file("include/limits_of_ours.h", "int limit(void);\n");
  file("limit.c", "#include <limits_of_ours.h>\nint limit(void) { return LIMIT; }\n");
  const fs::path main = file("main.c", "#include <assert.h>\n#include <limits_of_ours.h>\nint input(void);\n"
                                       "int main(void) { assert(input() != limit() + EXTRA); return 0; }\n");
  const std::string flags = "cc -Iinclude -DLIMIT=40 -DEXTRA=2 -c ";
  file("compile_commands.json",
       nlohmann::json({{{"directory", folder_.path()}, {"file", "main.c"}, {"command", flags + "main.c"}},
                       {{"directory", folder_.path()}, {"file", "limit.c"}, {"command", flags + "limit.c"}}})
           .dump());
  const nlohmann::json test = failing_test(main, {}, folder_.path() / "tests");
  EXPECT_EQ(test["verified"], true) << test;
  EXPECT_THAT(test["command"].get<std::string>(), HasSubstr("-DLIMIT=40"));
}

TEST_F(FailingTestsOfAProject, AreNeverWrittenOverOtherFiles) {
  const fs::path source = file("a.c", "#include <assert.h>\nint main(void) { assert(0); return 0; }\n");
  file("tests/a_fails.c", "precious\n");
  const nlohmann::json test = failing_test(source, {}, folder_.path() / "tests");
  EXPECT_EQ(test["verified"], false);
  EXPECT_THAT(test["reason"].get<std::string>(), HasSubstr("was not made by Vouch"));
  std::ifstream kept(folder_.path() / "tests/a_fails.c");
  std::string text;
  std::getline(kept, text);
  EXPECT_EQ(text, "precious");
}

TEST_F(FailingTestsOfAProject, SayThatACompilerIsMissing) {
  const fs::path source = file("a.c", "#include <assert.h>\nint main(void) { assert(0); return 0; }\n");
  const nlohmann::json test = failing_test(source, {"--compiler", "no-such-compiler"}, folder_.path() / "tests");
  EXPECT_EQ(test["verified"], false);
  EXPECT_THAT(test["reason"].get<std::string>(), HasSubstr("no-such-compiler"));
}

TEST_F(FailingTestsOfAProject, GiveConstructorsWhatTheyGotToo) {
  const fs::path source = file("a.c", "#include <assert.h>\nint input(void);\n"
                                      "__attribute__((constructor)) void hang(void) { while (input() != 0) {} }\n"
                                      "int main(void) { assert(input() == 0); return 0; }\n");
  const nlohmann::json test = failing_test(source, {}, folder_.path() / "tests");
  EXPECT_EQ(test["verified"], true) << test;
}

} // namespace
} // namespace vouch::testkit
