#include "tests/programs/assumptions_page.hpp"
#include "tests/programs/program_expectation.hpp"
#include "tests/support/process.hpp"
#include "tests/support/temporary_folder.hpp"

#include <algorithm>
#include <filesystem>
#include <gtest/gtest.h>

/// The page docs/assumptions.md against reports. That every sentence of a report is on the page is asked of every
/// program (programs_test.cpp); here, that every sentence of the page is in some report.
namespace vouch::testkit {
namespace {

/// What the programs of the folder are expected to assume, which their own tests compare with their reports.
std::vector<std::string> shown_by_programs() {
  std::vector<std::string> result;
  for (const auto& entry : std::filesystem::directory_iterator(VOUCH_PROGRAMS "/assumptions")) {
    const std::vector<std::string> assumptions = read_expectation(entry.path()).assumptions;
    result.insert(result.end(), assumptions.begin(), assumptions.end());
  }
  return result;
}

/// Those of a program that needs a second file, and a compile command.
std::vector<std::string> shown_by_linked_files() {
  const test::TemporaryFolder folder;
  const std::string source =
      folder.write("a.c", "#if __GNUC__ >= 5\nint of_gcc = __builtin_no_such_thing(1);\n#endif\n"
                          "int f(int x); int main(void) { __VERIFIER_assert(f(1) == 1); return 0; }\n");
  folder.write("b.c", "int f(int x) { return x; }\n");
  nlohmann::json commands = nlohmann::json::array();
  for (const char* name : {"a.c", "b.c"}) {
    commands.push_back(
        {{"directory", folder.path().string()}, {"file", name}, {"command", std::string("cc -c ") + name}});
  }
  folder.write("compile_commands.json", commands.dump());
  const ProcessResult result = run_process({VOUCH_BINARY, "check", "--format", "json", source});
  const nlohmann::json report = nlohmann::json::parse(result.out, nullptr, false);
  return report.is_discarded() ? std::vector<std::string>() : assumptions_in(report["files"][0]);
}

TEST(AssumptionsPage, EverySentenceIsInSomeReport) {
  std::vector<std::string> shown = shown_by_programs();
  const std::vector<std::string> linked = shown_by_linked_files();
  shown.insert(shown.end(), linked.begin(), linked.end());
  for (const std::string& sentence : sentences_on_page()) {
    EXPECT_TRUE(std::ranges::any_of(shown, [&](const std::string& text) { return says(sentence, text); }))
        << "no program shows: " << sentence;
  }
}

TEST(AssumptionsPage, PlaceholdersStandForAnythingAndTheRestForItself) {
  EXPECT_TRUE(says("\"NAME\" has no definition: (any)", "\"f\" has no definition: (any)"));
  EXPECT_FALSE(says("\"NAME\" has no definition: (any)", "\"f\" has no definition: any"));
  EXPECT_FALSE(is_on_page("pigs do not fly"));
}

} // namespace
} // namespace vouch::testkit
