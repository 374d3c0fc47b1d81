#include "tests/support/process.hpp"

#include <cstdlib>
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

constexpr const char* failing = "#include <assert.h>\n"                // 1
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
  Witnesses() {
    std::string pattern = testing::TempDir() + "vouch-witness-XXXXXX";
    folder_ = mkdtemp(pattern.data());
  }
  ~Witnesses() override { fs::remove_all(folder_); }

  std::string file(const std::string& name, const std::string& text) {
    std::ofstream(folder_ / name) << text;
    return folder_ / name;
  }
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
    const ProcessResult result = run_process(words);
    return {result.status, nlohmann::json::parse(result.out, nullptr, false), result.err};
  }

  /// An entry with the content, and metadata as other tools write them.
  std::string witness(const std::string& type, const std::string& content) {
    return file("witness.yml", "- entry_type: \"" + type +
                                   "\"\n  metadata:\n    format_version: \"2.0\"\n"
                                   "    uuid: \"5468f373-a912-4ad5-9308-58e43a204d54\"\n"
                                   "    producer: {name: \"another\", version: \"1\"}\n  content:\n" +
                                   content);
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

  fs::path folder_;
};

TEST_F(Witnesses, OfAViolationSayResultsBranchesAndTheTarget) {
  const std::string program = file("a.c", failing);
  const std::string written = folder_ / "w.yml";
  EXPECT_EQ(check(program, {"--witness", written}).status, 1);
  const std::string text = content(written);
  EXPECT_THAT(text, HasSubstr("entry_type: \"violation_sequence\""));
  EXPECT_THAT(text, HasSubstr("\\\\result == 7"));
  EXPECT_THAT(text, HasSubstr("type: \"target\""));
  // The hash of the file, in hexadecimal.
  EXPECT_THAT(text, testing::ContainsRegex("\"a.c\": \"[0-9a-f]{64}\""));
  const Outcome again = check(program, {"--check-witness", written});
  EXPECT_EQ(again.verdict(), "confirmed") << again.err;
  EXPECT_EQ(again.status, 1);
  EXPECT_EQ(again.report["files"][0]["violations"][0]["line"], 8);
}

TEST_F(Witnesses, OfAProofAreConfirmed) {
  const std::string program = file("a.c", counting);
  const std::string written = folder_ / "w.yml";
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

TEST_F(Witnesses, ThatLeadNowhereAreRejected) {
  const std::string program = file("a.c", failing);
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
  const std::string program = file("a.c", failing);
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
