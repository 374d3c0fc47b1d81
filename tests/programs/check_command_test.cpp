#include "tests/support/process.hpp"
#include "tests/support/temporary_folder.hpp"

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

/// The contract of `vouch check`, from outside.
namespace vouch::testkit {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using namespace std::chrono_literals;

const std::filesystem::path programs = VOUCH_PROGRAMS;
const std::filesystem::path examples = VOUCH_EXAMPLES;
const std::string safe_program = programs / "for_with_constant_bound_safe.c";
const std::string violated_program = programs / "for_with_constant_bound_violated.c";

/// Whether a number is composite is too hard for predicates over two unbounded loops, for any solver, for years.
constexpr const char* hard_program = R"(
extern void __assert_fail(const char *, const char *, unsigned, const char *);
extern unsigned long long __VERIFIER_nondet_ulonglong(void);
int main(void) {
  unsigned long long x = __VERIFIER_nondet_ulonglong(), y = __VERIFIER_nondet_ulonglong();
  unsigned long long product = 1;
  for (unsigned i = 0; i < 40; i++) product = product * x + y * product + (product >> 7);
  if (x > 1 && y > 1 && product == 18446744073709551557ull) __assert_fail("", "", 1, "");
  return 0;
}
)";

class CheckCommand : public testing::Test {
protected:
  std::string file(const std::string& name, const std::string& text) { return folder_.write(name, text); }

  static ProcessResult check(std::vector<std::string> words, std::optional<LateSignal> signal = std::nullopt) {
    words.insert(words.begin(), {VOUCH_BINARY, "check"});
    return run_process(words, signal);
  }

  test::TemporaryFolder folder_;
};

TEST_F(CheckCommand, SaysOnceForEachFileThatAnnotationsAreNotUnderstood) {
  file("limits.h", "#define LIMIT 3\n//@ requires x < LIMIT;\nint limited(int x);\n");
  const std::string path = file("a.c", "#include \"limits.h\"\n"
                                       "/*@ requires x > 0;\n  @ ensures \\result > 1; */\n"
                                       "int limited(int x) {\n  /*@ ghost int y = 7; */\n  //@ assigns \\nothing;\n"
                                       "  return x;\n}\n");
  const ProcessResult result = check({"--format", "json", path});
  EXPECT_EQ(result.status, 0);
  EXPECT_THAT(result.err, HasSubstr("a.c:2:1: note: annotations are not understood: \"requires x > 0;\" is neither "
                                    "checked nor assumed (and 2 more in this file)"));
  EXPECT_THAT(result.err, HasSubstr("limits.h:2:1: note: annotations are not understood: \"requires x < LIMIT;\" is "
                                    "neither checked nor assumed\n"));
  const nlohmann::json notes = nlohmann::json::parse(result.out)["files"][0]["notes"];
  ASSERT_EQ(notes.size(), 2U);
  EXPECT_EQ(notes[0]["line"], 2);
}

TEST_F(CheckCommand, ExplainsAViolationLikeACompiler) {
  auto result = check({violated_program});
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.out, HasSubstr(violated_program + ":11:3: error: assertion \"sum == 10\" can fail [assert]\n"));
  EXPECT_THAT(result.out, HasSubstr("sum = 6"));
  EXPECT_THAT(result.out, Not(HasSubstr("\033")));
  EXPECT_THAT(result.err, IsEmpty());
}

TEST_F(CheckCommand, FilesBelowTheWorkingDirectoryHaveShortNames) {
  file("include/half.h",
       "#include <assert.h>\nstatic int half(int x) {\n  x++;\n  assert(x != 5);\n  return x / 2;\n}\n");
  file("a.c", "#include \"include/half.h\"\nint main(void) {\n  return half(4);\n}\n");
  const auto result = run_process({"/usr/bin/env", "-C", folder_.path(), VOUCH_BINARY, "check", "a.c"});
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.out, testing::StartsWith("include/half.h:4:3: error: assertion \"x != 5\" can fail [assert]\n"
                                              "  this run leads there, confirmed by executing it:\n"
                                              "    in main\n"
                                              "      1  3:3                  return half(4)       x = 4\n"
                                              "    in half\n"
                                              "      2  include/half.h:3:3   x++                  x = 5\n"
                                              "      3  include/half.h:4:10  x != 5 is false\n"
                                              "      4  include/half.h:4:3   the assertion fails  x = 5\n"));
}

TEST_F(CheckCommand, RoundsOfALoopThatSayNothingNewShareALine) {
  const auto result = check({examples / "ring_buffer.c"});
  EXPECT_THAT(result.out, HasSubstr("... 3 more such rounds of the loop at line 47\n"));
  EXPECT_THAT(result.out, HasSubstr("pop(&ring)")) << "as it is not what the rounds before it do";
  EXPECT_THAT(result.out, HasSubstr("ring->write_index < CAPACITY is false  ring.write_index = 4\n"));
  const auto all = nlohmann::json::parse(check({examples / "ring_buffer.c", "--format", "json"}).out);
  const auto& trace = all["files"][0]["violations"][0]["trace"];
  EXPECT_EQ(std::ranges::count(trace, "push(&ring, slots, command)", [](const auto& step) { return step["text"]; }), 5);
}

TEST_F(CheckCommand, ALibraryFunctionIsOneStep) {
  const auto path = file("a.c", "#include <string.h>\nint main(int argc, char **argv) {\n  char b[3];\n"
                                "  const char *text = \"abc\";\n  strcpy(b, text);\n  return b[0];\n}\n");
  const auto result = check({"--property", "bounds", path});
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.out,
              HasSubstr(":5:3: error: in \"strcpy(b, text)\", an access can be out of bounds [out-of-bounds]\n"));
  EXPECT_THAT(result.out, HasSubstr("strcpy(b, text)                               text = \"abc\"[0]\n"));
  EXPECT_THAT(result.out, HasSubstr("the access is out of bounds: \"b\" has 3 bytes\n"));
}

TEST_F(CheckCommand, TheWorstFileDecides) {
  EXPECT_EQ(check({safe_program}).status, 0);
  EXPECT_EQ(check({safe_program, violated_program}).status, 1);
  EXPECT_EQ(check({safe_program, programs / "setjmp_unknown.c"}).status, 3);
}

TEST_F(CheckCommand, SeveralFilesAtATimeAreReportedInTheirOrder) {
  const std::string quick = file("quick.c", "int main(void) { return 0; }\n");
  const ProcessResult result = check({"--jobs", "3", "--format", "json", violated_program, safe_program, quick});
  EXPECT_EQ(result.status, 1);
  std::vector<std::string> verdicts;
  const nlohmann::json reports = nlohmann::json::parse(result.out)["files"];
  for (const nlohmann::json& report : reports) {
    verdicts.push_back(report["verdict"]);
  }
  EXPECT_THAT(verdicts, testing::ElementsAre("violated", "safe", "safe"));
}

TEST_F(CheckCommand, SeveralFunctionsAtATimeAreReportedAsOneAfterTheOther) {
  const std::string path = file("a.c", "int f(int n) { return 8 / (n | 1); }\n"
                                       "int g(void) { int table[2] = {1, 2}; return table[table[1]]; }\n"
                                       "int h(const int *place) { return place[0]; }\n"
                                       "int k(int n) { int i = 0; while (i < 9) i++; return n / i; }\n");
  const auto report = [&](const std::string& jobs) {
    const ProcessResult result =
        check({"--property", "bounds,null,div-by-zero", "--jobs", jobs, "--format", "json", path});
    EXPECT_EQ(result.status, 1) << result.err;
    nlohmann::json file = nlohmann::json::parse(result.out)["files"][0];
    file.erase("statistics");
    file.erase("seconds");
    file.erase("parseSeconds");
    for (nlohmann::json& function : file["functions"]) {
      function.erase("milliseconds");
      function.erase("seconds");
    }
    return file.dump(2);
  };
  const std::string alone = report("1");
  EXPECT_EQ(report("2"), alone);
  EXPECT_EQ(report("5"), alone);
}

TEST_F(CheckCommand, WithoutFilesTheCompilationDatabaseSaysWhatToVerify) {
  file("one.c", "#include <assert.h>\nvoid f(int x) { if (x == 1) assert(x < 2); }\n");
  file("sub/two.c", "#include <assert.h>\nvoid g(int x) { if (x == 1) assert(x < SIZE); }\n");
  nlohmann::json commands = nlohmann::json::array();
  commands.push_back({{"directory", folder_.path().string()}, {"file", "one.c"}, {"command", "cc -c one.c"}});
  commands.push_back(
      {{"directory", (folder_.path() / "sub").string()}, {"file", "two.c"}, {"command", "cc -DSIZE=1 -c two.c"}});
  commands.push_back({{"directory", folder_.path().string()}, {"file", "three.cpp"}, {"command", "c++ -c three.cpp"}});
  file("compile_commands.json", commands.dump());
  const ProcessResult result = check({"-p", folder_.path().string(), "--jobs", "2", "--format", "json"});
  EXPECT_EQ(result.status, 1) << result.err;
  const nlohmann::json files = nlohmann::json::parse(result.out)["files"];
  ASSERT_EQ(files.size(), 2U);
  EXPECT_EQ(files[0]["verdict"], "safe");
  EXPECT_EQ(files[1]["verdict"], "violated");
}

TEST_F(CheckCommand, ADatabaseThatIsNoneGetsAMessage) {
  file("compile_commands.json", "{");
  const ProcessResult result = check({"-p", folder_.path().string()});
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.err, HasSubstr("not a compilation database"));
}

/// The only run of the program would decide it, but then there would be nothing to see.
TEST_F(CheckCommand, WritesTheGraphsOfTheLastExploration) {
  const std::string path = file("a.c", "#include <assert.h>\nint f(int x) { return x > 0 ? f(x - 1) + 1 : 0; }\n"
                                       "int main(void) { assert(f(3) == 3); }\n");
  const std::string cache = folder_.path() / "cache";
  ASSERT_EQ(check({path, "--cache", cache}).status, 0);
  for (const char* analysis : {"value", "predicate"}) {
    const std::filesystem::path graphs = folder_.path() / "graphs.json";
    const ProcessResult result = check({path, "--cache", cache, "--analysis", analysis, "--arg", graphs});
    EXPECT_EQ(result.status, 0) << result.out << result.err;
    const auto entry = nlohmann::json::parse(std::ifstream(graphs))["files"][0]["entries"][0];
    EXPECT_EQ(entry["entry"], "main");
    EXPECT_EQ(entry["graphs"][0]["name"], "program");
    EXPECT_EQ(entry["graphs"][1]["name"], "function f");
  }
}

TEST_F(CheckCommand, GraphsThatCannotBeWrittenAreBadUsage) {
  const ProcessResult result = check({safe_program, "--arg", folder_.path() / "missing" / "graphs.dot"});
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.err, HasSubstr("graphs.dot': No such file"));
}

TEST_F(CheckCommand, ASyntaxErrorGivesClangsMessage) {
  auto path = file("broken.c", "int main(void) {\n  return 0\n}\n");
  auto result = check({path, "--format", "json"});
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.err, HasSubstr(path + ":2:11: error: expected ';' after return statement"));
  EXPECT_EQ(nlohmann::json::parse(result.out)["verdict"], "unknown");
}

TEST_F(CheckCommand, AMissingHeaderGivesClangsMessage) {
  auto result = check({file("a.c", "#include \"missing.h\"\nint main(void) { return 0; }\n")});
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.err, HasSubstr("'missing.h' file not found"));
}

TEST_F(CheckCommand, AMissingFileIsBadUsage) {
  auto result = check({folder_.path() / "missing.c"});
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.err, HasSubstr("missing.c': No such file"));
  EXPECT_THAT(result.out, IsEmpty());
}

TEST_F(CheckCommand, PassesArgumentsToClang) {
  file("include/limit.h", "#define LIMIT 3\n");
  auto path = file("a.c", "#include <assert.h>\n#include <limit.h>\nint main(void) { assert(LIMIT < BOUND); }\n");
  auto include = (folder_.path() / "include").string();
  EXPECT_EQ(check({path}).status, 2);
  EXPECT_EQ(check({path, "--", "-I", include, "-DBOUND=4"}).status, 0);
  EXPECT_EQ(check({path, "--", "-I", include, "-DBOUND=3"}).status, 1);
}

TEST_F(CheckCommand, ReadsTheCompilationDatabase) {
  auto path = file("src/a.c", "#include <assert.h>\nint main(void) { assert(VALUE == 7); }\n");
  auto database = [&](const char* value) {
    return R"([{"directory": ")" + folder_.path().string() + R"(", "file": "src/a.c", "command": "cc -DVALUE=)" +
           value + R"( -c src/a.c"}])";
  };
  file("compile_commands.json", database("7"));
  file("other/compile_commands.json", database("8"));
  EXPECT_EQ(check({path}).status, 0);
  EXPECT_EQ(check({path, "-p", folder_.path() / "other"}).status, 1);
}

TEST_F(CheckCommand, HonoursItsTimeout) {
  const auto path = file("hard.c", hard_program);
  std::chrono::milliseconds shortest = std::chrono::milliseconds::max(); // a busy machine may delay one run, not each
  for (int attempt = 0; attempt < 4 && shortest > 5500ms; ++attempt) {
    auto result = check({path, "--timeout", "5", "--format", "json"});
    EXPECT_EQ(result.status, 3) << result.out;
    EXPECT_GE(result.duration, 4500ms);
    EXPECT_THAT(nlohmann::json::parse(result.out)["files"][0]["reason"], HasSubstr("timeout"));
    shortest = std::min(shortest, result.duration);
  }
  EXPECT_LE(shortest, 5500ms);
}

TEST_F(CheckCommand, StopsWithinASecondOfASignal) {
  auto path = file("hard.c", hard_program);
  for (int number : {SIGINT, SIGTERM}) {
    auto result = check({path, "--format", "json"}, LateSignal{number, 1000ms});
    EXPECT_EQ(result.status, 3) << result.out;
    EXPECT_LE(result.duration, 2000ms);
    EXPECT_EQ(nlohmann::json::parse(result.out)["files"][0]["reason"], "cancelled");
  }
}

TEST_F(CheckCommand, HonoursItsMemoryCap) {
  auto result = check({safe_program, "--memory", "10", "--format", "json"}); // less than Clang alone needs
  EXPECT_EQ(result.status, 3);
  EXPECT_THAT(nlohmann::json::parse(result.out)["files"][0]["reason"], HasSubstr("memory"));
}

TEST_F(CheckCommand, PrintsStatisticsOnRequest) {
  EXPECT_THAT(check({safe_program, "--stats"}).out, HasSubstr("solver queries"));
  EXPECT_THAT(check({safe_program}).out, Not(HasSubstr("solver queries")));
  auto statistics = nlohmann::json::parse(check({examples / "average.c", "--format", "json"}).out)["statistics"];
  EXPECT_GT(statistics["abstractStates"], 0);
  EXPECT_GT(statistics["solverQueries"], 0);
  EXPECT_GT(statistics["parseSeconds"], 0);
  EXPECT_GT(statistics["interpolationSeconds"], 0);
  EXPECT_GT(statistics["statesOf"].size(), 1U);
}

TEST_F(CheckCommand, TheExamplesDoWhatTheirReadmeSays) {
  EXPECT_EQ(check({examples / "ring_buffer.c"}).status, 1);
  EXPECT_EQ(check({examples / "lock_discipline.c"}).status, 0);
  EXPECT_EQ(check({examples / "average.c"}).status, 0);
}

} // namespace
} // namespace vouch::testkit
