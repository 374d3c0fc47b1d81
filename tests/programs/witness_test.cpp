#include "tests/support/process.hpp"
#include "tests/support/temporary_folder.hpp"

#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sstream>

/// `vouch check --witness` and `--check-witness`, from outside.
namespace vouch::testkit {
namespace {

using testing::HasSubstr;
namespace fs = std::filesystem;

constexpr const char* counting = "#include <assert.h>\n"                // 1
                                 "int __VERIFIER_nondet_int(void);\n"   // 2
                                 "int main(void) {\n"                   // 3
                                 "  int n = __VERIFIER_nondet_int();\n" // 4
                                 "  int i = 0;\n"                       // 5
                                 "  if (n < 0) {\n"                     // 6
                                 "    n = 0;\n"                         // 7
                                 "  }\n"                                // 8
                                 "  while (i < n) {\n"                  // 9
                                 "    i++;\n"                           // 10
                                 "  }\n"                                // 11
                                 "  assert(i == n);\n"                  // 12
                                 "  return 0;\n"                        // 13
                                 "}\n";

constexpr const char* failing_program = "#include <assert.h>\n"                // 1
                                        "int __VERIFIER_nondet_int(void);\n"   // 2
                                        "int main(void) {\n"                   // 3
                                        "  int n = __VERIFIER_nondet_int();\n" // 4
                                        "  if (n > 10) {\n"                    // 5
                                        "    n = 10;\n"                        // 6
                                        "  }\n"                                // 7
                                        "  assert(n != 7);\n"                  // 8
                                        "  return 0;\n"                        // 9
                                        "}\n";

class Witnesses : public testing::Test {
protected:
  std::string file(const std::string& name, const std::string& text) { return folder_.write(name, text); }
  static std::string content(const std::string& path) {
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
  }

  struct Outcome {
    int status = 0;
    nlohmann::json report;
    std::string err;
    [[nodiscard]] std::string verdict() const { return report["witness"].value("verdict", ""); }
  };
  static Outcome check(const std::string& program, const std::vector<std::string>& options) {
    std::vector<std::string> words = {VOUCH_BINARY, "check", "--format", "json", "--timeout", "60", program};
    words.insert(words.end(), options.begin(), options.end());
    const ProcessResult result = run_process(about_assertions(words));
    return {result.status, nlohmann::json::parse(result.out, nullptr, false), result.err};
  }

  /// An entry with the content, and metadata as other tools write them.
  std::string witness(const std::string& type, const std::string& content, const std::string& task = "{}") {
    return file("witness.yml", "- entry_type: \"" + type +
                                   "\"\n  metadata:\n    format_version: \"2.0\"\n"
                                   "    uuid: \"5468f373-a912-4ad5-9308-58e43a204d54\"\n"
                                   "    producer: {name: \"another\", version: \"1\"}\n    task: " +
                                   task + "\n  content:\n" + content);
  }
  Outcome check_invariant(const std::string& program, int line, const std::string& value,
                          const std::string& type = "loop_invariant") {
    return check(program, {"--check-witness", witness("invariant_set", invariant(type, line, 3, value))});
  }
  static std::string invariant(const std::string& type, int line, int column, const std::string& value) {
    return "  - invariant: {type: " + type + ", location: {file_name: a.c, line: " + std::to_string(line) +
           ", column: " + std::to_string(column) + ", function: main}, value: \"" + value +
           "\", format: c_expression}\n";
  }
  static std::string waypoint(const std::string& type, int line, int column, const std::string& constraint,
                              const std::string& action = "follow") {
    return "    - waypoint: {type: " + type + ", action: " + action +
           ", location: {file_name: a.c, line: " + std::to_string(line) + ", column: " + std::to_string(column) + "}" +
           (constraint.empty() ? "" : ", constraint: {value: \"" + constraint + "\"}") + "}\n";
  }
  static std::string segment(const std::string& waypoints) { return "  - segment:\n" + waypoints; }

  test::TemporaryFolder folder_;
};

TEST_F(Witnesses, OfAViolationSayResultsBranchesAndTheTarget) {
  const std::string program = file("a.c", failing_program);
  const std::string written = folder_.path() / "w.yml";
  EXPECT_EQ(check(program, {"--witness", written}).status, 1);
  const std::string text = content(written);
  EXPECT_THAT(text, HasSubstr("entry_type: \"violation_sequence\""));
  EXPECT_THAT(text, HasSubstr("\\\\result == 7"));
  EXPECT_THAT(text, HasSubstr("type: \"target\""));
  // The hash of the file, in hexadecimal.
  EXPECT_THAT(text, testing::ContainsRegex("\"a.c\": \"[0-9a-f]{64}\""));
  const Outcome again = check(program, {"--check-witness", written});
  EXPECT_EQ(again.verdict(), "confirmed") << again.err;
  ASSERT_EQ(again.status, 1);
  EXPECT_EQ(again.report["files"][0]["violations"][0]["line"], 8);
}

TEST_F(Witnesses, OfAProofAreConfirmed) {
  const std::string program = file("a.c", counting);
  const std::string written = folder_.path() / "w.yml";
  EXPECT_EQ(check(program, {"--witness", written}).status, 0);
  EXPECT_THAT(content(written), HasSubstr("entry_type: \"invariant_set\""));
  const Outcome again = check(program, {"--check-witness", written});
  EXPECT_EQ(again.verdict(), "confirmed") << again.err;
  EXPECT_EQ(again.status, 0);
}

TEST_F(Witnesses, WithInvariantsOfOtherToolsAreDecidedAnew) {
  const std::string program = file("a.c", counting);
  const Outcome right = check(
      program, {"--check-witness", witness("invariant_set", invariant("loop_invariant", 9, 3, "i <= n && i >= 0") +
                                                                invariant("location_invariant", 10, 5, "i < n"))});
  EXPECT_EQ(right.verdict(), "confirmed") << right.err;
  const Outcome wrong =
      check(program, {"--check-witness", witness("invariant_set", invariant("loop_invariant", 9, 3, "i < n"))});
  EXPECT_EQ(wrong.verdict(), "rejected") << wrong.err;
  EXPECT_EQ(wrong.status, 1);
  EXPECT_THAT(wrong.err, HasSubstr("the invariant \"i < n\" does not hold"));
  EXPECT_EQ(wrong.report["files"][0]["violations"][0]["line"], 9);
}

/// Fails for one value: where an invariant ends or cuts the run, nothing is left to find.
constexpr const char* counting_wrongly = "#include <assert.h>\n"                      // 1
                                         "#include <stdlib.h>\n"                      // 2
                                         "int __VERIFIER_nondet_int(void);\n"         // 3
                                         "int s; int *p; volatile int v; double d;\n" // 4
                                         "int main(void) {\n"                         // 5
                                         "  int n = __VERIFIER_nondet_int();\n"       // 6
                                         "  int i = 0;\n"                             // 7
                                         "  while (i < n) {\n"                        // 8
                                         "    i++;\n"                                 // 9
                                         "  }\n"                                      // 10
                                         "  assert(i != 3);\n"                        // 11
                                         "  return 0;\n"                              // 12
                                         "}\n";

TEST_F(Witnesses, WithInvariantsThatCutRunsConfirmNoProofOfAViolatedProgram) {
  const std::string program = file("a.c", counting_wrongly);
  for (const char* value : {"1/(n-n) || 1", "i + 1 <= n || i >= n", "*p || 1", "i << 31 || 1", "1 % (i - i) || 1"}) {
    const Outcome outcome = check_invariant(program, 8, value);
    EXPECT_EQ(outcome.verdict(), "rejected") << value << outcome.err;
    EXPECT_EQ(outcome.status, 1) << value;
    EXPECT_THAT(outcome.err, HasSubstr("the property is violated: assertion \"i != 3\" can fail")) << value;
    EXPECT_EQ(outcome.report["files"][0]["violations"][0]["line"], 11) << value;
  }
}

TEST_F(Witnesses, WithExpressionsThatDoSomethingAreNotConfirmed) {
  const std::string program = file("a.c", counting);
  const std::string wrong = file("b.c", counting_wrongly);
  for (const auto& [value, why] : std::initializer_list<std::pair<const char*, const char*>>{
           {"(n = i) == i", "changes something"},
           {"n++ >= 0 || 1", "changes something"},
           {"(n -= 1) || 1", "changes something"},
           {"__builtin_unreachable(), 1", "calls a function"},
           {"__VERIFIER_nondet_int() || 1", "calls a function"},
           {"({ while (1) ; 1; })", "contains statements"},
           {"(int)1e300 || 1", "converts a floating-point number to an integer"}}) {
    for (const auto& [file, line] : {std::pair(program, 9), std::pair(wrong, 8)}) {
      const Outcome outcome = check_invariant(file, line, value);
      EXPECT_EQ(outcome.verdict(), "unknown") << value << outcome.err;
      EXPECT_EQ(outcome.status, 2) << value;
      EXPECT_THAT(outcome.err, HasSubstr(std::string("of the witness ") + why)) << value;
    }
  }
  const Outcome volatile_read = check_invariant(wrong, 8, "v || 1");
  EXPECT_THAT(volatile_read.err, HasSubstr("of the witness reads a volatile object"));
}

TEST_F(Witnesses, WithBracketsOfTheProgramAreNotConfirmed) {
  const std::string program = file("a.c", counting);
  for (const char* value : {"1), 0), n = 0, __vouch_witness(1, (1", "1) ? 1 : 0), n = 0, __vouch_witness(1, (1",
                            "1); n = 0; (1", "1 /*", "1 //", "1\\n#define assert(x)\\n"}) {
    const Outcome outcome = check_invariant(program, 9, value);
    EXPECT_EQ(outcome.verdict(), "unknown") << value << outcome.err;
    EXPECT_EQ(outcome.status, 2) << value;
  }
}

TEST_F(Witnesses, SayNothingWhereTheyAreUndefined) {
  const std::string program = file("a.c", counting);
  for (const auto& [value, why] :
       std::initializer_list<std::pair<const char*, const char*>>{{"1/(n-n) || 1", "\"1/(n-n)\" can divide by zero"},
                                                                  {"i + 1 <= n + 1", "\"n + 1\" can overflow"},
                                                                  {"i << 31 || 1", "\"i << 31\" can overflow"},
                                                                  {"((int *)0)[i] || 1", "can use a null pointer"},
                                                                  {"(&n)[i] || 1", "can be out of bounds"}}) {
    const Outcome outcome = check_invariant(program, 9, value);
    EXPECT_EQ(outcome.verdict(), "unknown") << value << outcome.err;
    EXPECT_EQ(outcome.status, 3) << value;
    EXPECT_THAT(outcome.err, HasSubstr("the witness says nothing where it is undefined: ")) << value;
    EXPECT_THAT(outcome.err, HasSubstr(why)) << value;
  }
  for (const char* value : {"n == 0 || 10 / n >= 0", "-i <= 0", "(long long)i + 1 <= (long long)n + 1", "&i != 0"}) {
    EXPECT_EQ(check_invariant(program, 9, value).verdict(), "confirmed") << value;
  }
}

TEST_F(Witnesses, AreDecidedWhereTheProgramHasAssertionsOfItsOwn) {
  const std::string program = file(
      "a.c", "void __ESBMC_assert(int condition, const char *text) { (void)condition; }\n" + std::string(counting));
  EXPECT_EQ(check_invariant(program, 10, "i < n").verdict(), "rejected");
}

TEST_F(Witnesses, OfAViolationThatMakeItThemselvesAreNotConfirmed) {
  const std::string program = file("a.c", counting);
  const std::string target = segment(waypoint("target", 12, 3, ""));
  for (const char* value : {"(i = n + 1)", "({ i = n + 1; 1; })", "i++"}) {
    const Outcome outcome =
        check(program, {"--check-witness",
                        witness("violation_sequence", segment(waypoint("assumption", 12, 3, value)) + target)});
    EXPECT_EQ(outcome.verdict(), "unknown") << value << outcome.err;
    EXPECT_EQ(outcome.status, 2) << value;
  }
}

TEST_F(Witnesses, OfTheRingBufferIsConfirmed) {
  // Its assertion holds a few times before it fails.
  const std::string program = std::string(VOUCH_EXAMPLES) + "/ring_buffer.c";
  const std::string written = folder_.path() / "w.yml";
  EXPECT_EQ(check(program, {"--witness", written}).status, 1);
  const Outcome again = check(program, {"--check-witness", written});
  EXPECT_EQ(again.verdict(), "confirmed") << again.err;
  ASSERT_EQ(again.status, 1);
  EXPECT_EQ(again.report["files"][0]["violations"][0]["line"], 28);
}

constexpr const char* passing_first = "#include <assert.h>\n"                  // 1
                                      "int __VERIFIER_nondet_int(void);\n"     // 2
                                      "int main(void) {\n"                     // 3
                                      "  for (int i = 0; i < 5; i++) {\n"      // 4
                                      "    int x = __VERIFIER_nondet_int();\n" // 5
                                      "    assert(x != 7 || i < 2);\n"         // 6
                                      "  }\n"                                  // 7
                                      "  return 0;\n"                          // 8
                                      "}\n";

TEST_F(Witnesses, OfTargetsThatArePassedBeforeTheyAreViolatedAreDecided) {
  const std::string program = file("a.c", passing_first);
  const auto results = [&](const std::vector<int>& values) {
    std::string segments;
    for (int value : values) {
      segments += segment(waypoint("function_return", 5, 35, "\\\\result == " + std::to_string(value)));
    }
    return check(program,
                 {"--check-witness", witness("violation_sequence", segments + segment(waypoint("target", 6, 5, "")))});
  };
  EXPECT_EQ(results({7, 7, 7}).verdict(), "confirmed");
  EXPECT_EQ(results({1, 2, 7}).verdict(), "confirmed");
  // Five results, of which only the last could be 7, and none is.
  EXPECT_EQ(results({1, 2, 3, 4, 5}).verdict(), "rejected");
}

TEST_F(Witnesses, OfOverflowInsideOfAStatementAreConfirmed) {
  const std::string program = file("a.c", "int __VERIFIER_nondet_int(void);\n"
                                          "int main(void) {\n"
                                          "  int sum = 0;\n"
                                          "  while (__VERIFIER_nondet_int()) {\n"
                                          "    sum = 3 + (sum + __VERIFIER_nondet_int());\n"
                                          "  }\n"
                                          "  return sum;\n"
                                          "}\n");
  const std::string written = folder_.path() / "w.yml";
  EXPECT_EQ(check(program, {"--property", "overflow", "--witness", written}).status, 1);
  const Outcome again = check(program, {"--property", "overflow", "--check-witness", written});
  EXPECT_EQ(again.verdict(), "confirmed") << again.err;
}

TEST_F(Witnesses, AreAboutOneVersionOfOneFile) {
  const std::string program = file("a.c", counting);
  const std::string written = folder_.path() / "w.yml";
  EXPECT_EQ(check(program, {"--witness", written}).status, 0);
  // The same contents under another name; then other contents.
  EXPECT_EQ(check(file("b.c", counting), {"--check-witness", written}).verdict(), "confirmed");
  const Outcome edited = check(file("a.c", std::string(counting) + "\n"), {"--check-witness", written});
  EXPECT_EQ(edited.status, 2);
  EXPECT_THAT(edited.err, HasSubstr("it was made for another version of 'a.c'"));
  const Outcome another = check(file("c.c", failing_program), {"--check-witness", written});
  EXPECT_EQ(another.status, 2);
  EXPECT_THAT(another.err, HasSubstr("it is about 'a.c', and that is another file"));
}

TEST_F(Witnesses, AreAboutOneDataModel) {
  const std::string program = file("a.c", counting);
  const std::string about_32_bits =
      witness("invariant_set", invariant("loop_invariant", 9, 3, "i <= n"), "{data_model: ILP32}");
  const Outcome outcome = check(program, {"--check-witness", about_32_bits});
  EXPECT_EQ(outcome.verdict(), "unknown");
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.err, HasSubstr("the witness is about the data model ILP32, and the program was compiled for "
                                     "another one"));
  EXPECT_EQ(check(program, {"--data-model", "ilp32", "--check-witness", about_32_bits}).verdict(), "confirmed");
  const Outcome unheard_of =
      check(program,
            {"--check-witness", witness("invariant_set", invariant("loop_invariant", 9, 3, "1"), "{data_model: P16}")});
  EXPECT_EQ(unheard_of.status, 2);
  EXPECT_THAT(unheard_of.err, HasSubstr("data model \"P16\" is not known"));
}

TEST_F(Witnesses, ThatLeadNowhereAreRejected) {
  const std::string program = file("a.c", failing_program);
  const std::string target = segment(waypoint("target", 8, 3, ""));
  const Outcome bare = check(program, {"--check-witness", witness("violation_sequence", target)});
  EXPECT_EQ(bare.verdict(), "confirmed") << bare.err;
  const Outcome through_the_branch =
      check(program,
            {"--check-witness", witness("violation_sequence", segment(waypoint("branching", 5, 3, "true")) + target)});
  EXPECT_EQ(through_the_branch.verdict(), "rejected") << through_the_branch.err;
  EXPECT_EQ(through_the_branch.status, 3);
  const Outcome avoiding =
      check(program,
            {"--check-witness", witness("violation_sequence", segment(waypoint("assumption", 5, 3, "n == 7", "avoid") +
                                                                      waypoint("target", 8, 3, "")))});
  EXPECT_EQ(avoiding.verdict(), "rejected") << avoiding.err;
  const Outcome assumed =
      check(program, {"--check-witness",
                      witness("violation_sequence", segment(waypoint("assumption", 5, 3, "n < 8")) + target)});
  EXPECT_EQ(assumed.verdict(), "confirmed") << assumed.err;
  const Outcome returned =
      check(program,
            {"--check-witness",
             witness("violation_sequence", segment(waypoint("function_return", 4, 33, "\\\\result == 6")) + target)});
  EXPECT_EQ(returned.verdict(), "rejected") << returned.err;
}

TEST_F(Witnesses, ThatCannotBeReadAreBadUsage) {
  const std::string program = file("a.c", failing_program);
  for (const std::string& text : {std::string("no witness"), std::string("- entry_type: other\n"), std::string("[")}) {
    const Outcome outcome = check(program, {"--check-witness", file("bad.yml", text)});
    EXPECT_EQ(outcome.status, 2);
    EXPECT_THAT(outcome.err, HasSubstr("is no witness that can be checked"));
  }
  const Outcome nowhere =
      check(program, {"--check-witness", witness("invariant_set", invariant("loop_invariant", 99, 1, "1"))});
  EXPECT_EQ(nowhere.status, 2);
  EXPECT_THAT(nowhere.err, HasSubstr("line 99"));
  EXPECT_EQ(check(program, {"--check-witness", "/nonexistent"}).status, 2);
}

TEST_F(Witnesses, WithExpressionsThatAreNotCAreUnknown) {
  const std::string program = file("a.c", counting);
  const Outcome outcome =
      check(program, {"--check-witness", witness("invariant_set", invariant("loop_invariant", 9, 3, "nobody > 1"))});
  EXPECT_EQ(outcome.verdict(), "unknown");
  EXPECT_EQ(outcome.status, 2);
}

} // namespace
} // namespace vouch::testkit
