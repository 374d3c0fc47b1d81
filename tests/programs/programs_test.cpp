#include "tests/programs/assumptions_page.hpp"
#include "tests/programs/program_expectation.hpp"
#include "tests/support/process.hpp"

#include <algorithm>
#include <array>
#include <gtest/gtest.h>
#include <map>
#include <nlohmann/json.hpp>
#include <tuple>

/// Every C file below this folder is a test of its name: the binary must give the verdict that its first lines expect.
namespace vouch::testkit {
namespace {

const std::filesystem::path programs = VOUCH_PROGRAMS;
const std::map<std::string, int> exit_statuses = {{"safe", 0}, {"violated", 1}, {"unknown", 3}};

/// From this folder, without the extension.
std::vector<std::string> program_paths() {
  std::vector<std::string> paths;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(programs)) {
    if (entry.path().extension() == ".c") {
      paths.push_back(entry.path().lexically_relative(programs).replace_extension());
    }
  }
  std::ranges::sort(paths);
  return paths;
}

std::string test_name(std::string path) {
  std::ranges::replace(path, '/', '_');
  std::ranges::replace(path, '-', '_');
  return path;
}

bool has_reason(const nlohmann::json& file, const std::string& reason) {
  auto mentions = [&](const nlohmann::json& item) {
    return item.value("reason", "").find(reason) != std::string::npos;
  };
  return mentions(file) || std::ranges::any_of(file["functions"], mentions);
}

void expect_a_violation_at(const nlohmann::json& file, const ProgramExpectation& expectation) {
  auto is_there = [&](const nlohmann::json& violation) {
    return violation["line"] == expectation.violation_line &&
           (expectation.code.empty() || violation["code"] == expectation.code);
  };
  auto found = std::ranges::find_if(file["violations"], is_there);
  ASSERT_NE(found, file["violations"].end())
      << "no violation in line " << *expectation.violation_line << " " << expectation.code;
  EXPECT_EQ((*found)["confirmed"], expectation.confirmed);
  ASSERT_FALSE((*found)["trace"].empty());
  const auto& last = (*found)["trace"].back();
  EXPECT_EQ(last["kind"], "violation");
  EXPECT_EQ(last["line"], expectation.violation_line);
}

void expect_functions(const nlohmann::json& file, const std::vector<FunctionExpectation>& functions) {
  for (const FunctionExpectation& expected : functions) {
    const auto found = std::ranges::find_if(
        file["functions"], [&](const nlohmann::json& function) { return function["name"] == expected.name; });
    ASSERT_NE(found, file["functions"].end()) << expected.name;
    EXPECT_EQ((*found)["verdict"], expected.verdict) << expected.name;
    EXPECT_EQ(found->value("reason", ""), expected.reason) << expected.name;
  }
}

void expect_hints(const nlohmann::json& file, std::vector<unsigned> expected) {
  std::vector<unsigned> lines;
  for (const nlohmann::json& hint : file["hints"]) {
    lines.push_back(hint["line"]);
    EXPECT_EQ(hint["kind"], "only-if-caller");
    EXPECT_EQ(hint["confirmed"], true);
  }
  std::ranges::sort(lines);
  std::ranges::sort(expected);
  EXPECT_EQ(lines, expected);
}

/// All of what the report names is explained in docs/assumptions.md.
void expect_assumptions(const nlohmann::json& file, const std::vector<std::string>& expected) {
  const std::vector<std::string> named = assumptions_in(file);
  for (const std::string& text : expected) {
    EXPECT_NE(std::ranges::find(named, text), named.end()) << "not assumed: " << text;
  }
  for (const std::string& text : named) {
    EXPECT_TRUE(is_on_page(text)) << "not in docs/assumptions.md: " << text;
  }
}

class Program : public testing::TestWithParam<std::string> {};

TEST_P(Program, HasTheExpectedVerdict) {
  auto path = programs / (GetParam() + ".c");
  auto expectation = read_expectation(path);
  std::vector<std::string> command = {VOUCH_BINARY, "check", "--format", "json", "--timeout", "120"};
  if (expectation.verdict != "violated") { // there is no proof then, and values, which have none to check, find more
    command.insert(command.end(), {"--check-proofs", "always"});
  }
  command.push_back(path);
  command.insert(command.end(), expectation.options.begin(), expectation.options.end()); // some behind --
  auto result = run_process(command);
  SCOPED_TRACE(result.out + result.err);

  EXPECT_EQ(result.status, exit_statuses.at(expectation.verdict));
  auto report = nlohmann::json::parse(result.out, nullptr, false);
  ASSERT_FALSE(report.is_discarded());
  EXPECT_EQ(report["verdict"], expectation.verdict);
  const auto& file = report["files"].at(0);
  EXPECT_EQ(file["verdict"], expectation.verdict);
  EXPECT_FALSE(has_reason(file, "internal error"));
  if (expectation.verdict == "violated") {
    expect_a_violation_at(file, expectation);
  } else {
    EXPECT_TRUE(file["violations"].empty());
  }
  if (expectation.verdict == "unknown") {
    EXPECT_TRUE(has_reason(file, expectation.reason));
  }
  expect_functions(file, expectation.functions);
  expect_hints(file, expectation.hint_lines);
  expect_assumptions(file, expectation.assumptions);
}

/// Which parts of a program are analysed on their own may decide whether something is found out, but not what; and what
/// predicates prove about them is checked once more. Nothing is executed before, so that the blocks have to find out.
class ProgramInBlocks : public testing::TestWithParam<std::tuple<std::string, std::string, std::string>> {
protected:
  /// Checks the program; `limit` in seconds.
  [[nodiscard]] static ProcessResult check(const std::string& limit) {
    const auto& [name, blocks, analysis] = GetParam();
    return run_process({VOUCH_BINARY, "check", "--property", "assert,reach-error", "--format", "json", "--timeout",
                        limit, "--executions", "off", "--analysis", analysis, "--check-proofs", "always", "--blocks",
                        blocks, (programs / (name + ".c")).string()});
  }
};

class ProgramInBlocksByPredicates : public ProgramInBlocks {};

TEST_P(ProgramInBlocksByPredicates, IsDecided) {
  const auto& [name, blocks, analysis] = GetParam();
  const ProgramExpectation expectation = read_expectation(programs / (name + ".c"));
  const auto result = check("120");
  SCOPED_TRACE(result.out + result.err);
  const auto report = nlohmann::json::parse(result.out, nullptr, false);
  ASSERT_FALSE(report.is_discarded());
  const bool is_recursion_left_out = blocks == "loops" && has_reason(report["files"].at(0), "recursion");
  EXPECT_TRUE(result.status == exit_statuses.at(expectation.verdict) ||
              (is_recursion_left_out && result.status == exit_statuses.at("unknown")));
  if (blocks.starts_with("functions")) {
    EXPECT_GT(report["statistics"]["blocks"]["misses"], 0); // `main` at least
  }
}

class ProgramInBlocksByValues : public ProgramInBlocks {};

/// Values alone prove and refute less.
TEST_P(ProgramInBlocksByValues, IsNotMisjudged) {
  const auto& [name, blocks, analysis] = GetParam();
  const ProgramExpectation expectation = read_expectation(programs / (name + ".c"));
  const auto result = check("1");
  SCOPED_TRACE(result.out + result.err);
  EXPECT_TRUE(result.status == exit_statuses.at(expectation.verdict) || result.status == exit_statuses.at("unknown"));
  const auto report = nlohmann::json::parse(result.out, nullptr, false);
  ASSERT_FALSE(report.is_discarded());
  EXPECT_FALSE(has_reason(report["files"].at(0), "internal error"));
}

std::vector<std::string> programs_for_blocks() {
  std::vector<std::string> paths = program_paths();
  std::erase_if(
      paths, [](const std::string& path) { return !path.starts_with("recursion/") && !path.starts_with("blocks/"); });
  return paths;
}

std::string name_in_blocks(const testing::TestParamInfo<std::tuple<std::string, std::string, std::string>>& program) {
  return test_name(std::get<0>(program.param) + "/in/" + std::get<1>(program.param));
}

/// Every program with every other choice of blocks, beginning with the `first` one: by day predicates get one half and
/// values the other, at night it is the other way round.
std::vector<std::tuple<std::string, std::string, std::string>> half_of_choices(std::size_t first,
                                                                               const std::string& analysis) {
  const std::array heuristics = {"recursive-functions", "functions", "loops", "functions-and-loops"};
  std::vector<std::tuple<std::string, std::string, std::string>> result;
  for (const std::string& program : programs_for_blocks()) {
    for (std::size_t i = first++ % 2; i < heuristics.size(); i += 2) {
      result.emplace_back(program, heuristics[i], analysis);
    }
  }
  return result;
}

INSTANTIATE_TEST_SUITE_P(All, ProgramInBlocksByPredicates, testing::ValuesIn(half_of_choices(0, "predicate")),
                         name_in_blocks);
INSTANTIATE_TEST_SUITE_P(All, ProgramInBlocksByValues, testing::ValuesIn(half_of_choices(1, "value")), name_in_blocks);
INSTANTIATE_TEST_SUITE_P(Nightly, ProgramInBlocksByPredicates, testing::ValuesIn(half_of_choices(1, "predicate")),
                         name_in_blocks);
INSTANTIATE_TEST_SUITE_P(Nightly, ProgramInBlocksByValues, testing::ValuesIn(half_of_choices(0, "value")),
                         name_in_blocks);

INSTANTIATE_TEST_SUITE_P(All, Program, testing::ValuesIn(program_paths()),
                         [](const auto& program) { return test_name(program.param); });

} // namespace
} // namespace vouch::testkit
