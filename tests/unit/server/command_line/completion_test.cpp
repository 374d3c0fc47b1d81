#include "server/command_line/command_line.hpp"
#include "server/command_line/command_words.hpp"
#include "tests/support/process.hpp"
#include "tests/support/temporary_folder.hpp"

#include <filesystem>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sstream>

namespace vouch::server {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::IsSupersetOf;
using testing::Not;

Answer answer_of_vouch_to(const std::vector<std::string>& words) {
  auto command = parse_command_line(words, {"vouch 1.2.3", {{"default", "all"}, {"value", "values"}}});
  const auto* answer = std::get_if<Answer>(&command);
  if (answer == nullptr) {
    ADD_FAILURE() << "is answered by no text";
    return {};
  }
  return *answer;
}

/// What a shell reads, and a folder to complete the files of.
class Completion : public testing::Test {
protected:
  Completion() {
    folder_.write("vouch.bash", answer_of_vouch_to({"completion", "bash"}).text);
    folder_.write("vouch.zsh", answer_of_vouch_to({"completion", "zsh"}).text);
    folder_.write("folder/program.c", "");
    folder_.write("file.c", "");
  }

  /// The words that bash offers for the last one of `words`, which are what bash takes a line for.
  std::vector<std::string> offered(std::vector<std::string> words) {
    std::vector<std::string> command = {
        "/bin/bash",
        "--norc",
        "-c",
        "cd \"$1\"; source ./vouch.bash; shift; COMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1))\n"
        "[[ $(complete -p vouch) == *' -F _vouch vouch' ]] && _vouch && printf '%s\\n' \"${COMPREPLY[@]}\"",
        "-",
        folder_.path().string()};
    command.insert(command.end(), words.begin(), words.end());
    auto result = testkit::run_process(command);
    EXPECT_EQ(result.status, 0);
    EXPECT_EQ(result.err, "");
    std::vector<std::string> lines;
    std::istringstream text(result.out);
    for (std::string line; std::getline(text, line);) {
      if (!line.empty()) {
        lines.push_back(line);
      }
    }
    return lines;
  }

  test::TemporaryFolder folder_;
};

TEST_F(Completion, OfCommands) {
  EXPECT_THAT(offered({"vouch", "che"}), ElementsAre("check"));
  EXPECT_THAT(offered({"vouch", ""}), IsSupersetOf({"check", "lsp", "dap", "cache", "completion", "help"}));
  EXPECT_THAT(offered({"vouch", ""}), Not(Contains("worker"))); // not for users
  EXPECT_THAT(offered({"vouch", "cache", "st"}), ElementsAre("stats"));
  EXPECT_THAT(offered({"vouch", "help", "l"}), ElementsAre("lsp"));
  EXPECT_THAT(offered({"vouch", "completion", "z"}), ElementsAre("zsh"));
}

TEST_F(Completion, OfOptions) {
  EXPECT_THAT(offered({"vouch", "check", "--time"}), ElementsAre("--timeout"));
  EXPECT_THAT(offered({"vouch", "check", "-"}), IsSupersetOf({"--entry", "--format", "-p", "--help"}));
  EXPECT_THAT(offered({"vouch", "check", "--exec"}), IsEmpty()); // not in the help
  EXPECT_THAT(offered({"vouch", "check", "file.c", "--ver"}), ElementsAre("--verbose"));
  EXPECT_THAT(offered({"vouch", "lsp", "--print"}), ElementsAre("--print-settings"));
  EXPECT_THAT(offered({"vouch", "cache", "clear", "--c"}), ElementsAre("--cache"));
  EXPECT_THAT(offered({"vouch", "--ver"}), ElementsAre("--version"));
}

TEST_F(Completion, OfValues) {
  EXPECT_THAT(offered({"vouch", "check", "--format", ""}), ElementsAre("text", "json", "sarif"));
  EXPECT_THAT(offered({"vouch", "check", "--format", "=", "js"}), ElementsAre("json"));
  EXPECT_THAT(offered({"vouch", "check", "--format", "="}), ElementsAre("text", "json", "sarif"));
  EXPECT_THAT(offered({"vouch", "check", "--analysis", "v"}), ElementsAre("value"));
  EXPECT_THAT(offered({"vouch", "check", "--property", "asse"}), ElementsAre("assert"));
  EXPECT_THAT(offered({"vouch", "check", "--property", "assert,nu"}), ElementsAre("assert,null"));
  EXPECT_THAT(offered({"vouch", "check", "--timeout", ""}), IsEmpty());
}

TEST_F(Completion, OfFilesAndFolders) {
  EXPECT_THAT(offered({"vouch", "check", "fi"}), ElementsAre("file.c"));
  EXPECT_THAT(offered({"vouch", "check", "--witness", "fi"}), ElementsAre("file.c"));
  EXPECT_THAT(offered({"vouch", "check", "--cache", "fo"}), ElementsAre("folder"));
  EXPECT_THAT(offered({"vouch", "check", "--cache", "o"}), ElementsAre("off"));
  EXPECT_THAT(offered({"vouch", "check", "-p", "fi"}), IsEmpty());
  EXPECT_THAT(offered({"vouch", "check", "--compiler", "bas"}), Contains("bash"));
  EXPECT_THAT(offered({"vouch", "check", "file.c", "--", "-I", "fo"}), ElementsAre("folder"));
}

TEST_F(Completion, ScriptForZshIsZsh) {
  if (!std::filesystem::exists("/bin/zsh")) {
    GTEST_SKIP() << "there is no zsh";
  }
  auto result = testkit::run_process({"/bin/zsh", "-n", (folder_.path() / "vouch.zsh").string()});
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(result.err, "");
  // Read as one does in ~/.zshrc, it knows each command.
  result = testkit::run_process({"/bin/zsh", "-fc",
                                 "autoload -Uz compinit && compinit -D && source \"$1\" && echo $_comps[vouch] "
                                 "${(k)functions[(I)_vouch*]}",
                                 "-", (folder_.path() / "vouch.zsh").string()});
  EXPECT_EQ(result.err, "");
  EXPECT_THAT(result.out, testing::StartsWith("_vouch "));
  EXPECT_THAT(result.out, testing::HasSubstr("_vouch_cache_stats"));
}

TEST_F(Completion, OfAShellThatIsNotKnown) {
  EXPECT_EQ(answer_of_vouch_to({"completion", "fish"}).exit_status, 2);
  EXPECT_EQ(answer_of_vouch_to({"completion"}).exit_status, 2);
}

TEST(CommandWords, SayWhatTheHelpSays) {
  CLI::App app("Does things: all of them.", "tool");
  int number = 0;
  auto& part = *app.add_subcommand("part", "a part; of many");
  part.add_option("-n,--number", number, "how many (default: 0)")->type_name("N");
  part.add_option("--secret", number)->group("");
  app.add_subcommand("hidden", "not for users")->group("");
  const CommandWords words = words_of_command(app);
  EXPECT_EQ(words.description, "Does things");
  ASSERT_EQ(words.commands.size(), 1U);
  EXPECT_EQ(words.commands[0].path, "tool part");
  EXPECT_EQ(words.commands[0].description, "a part");
  ASSERT_EQ(words.commands[0].options.size(), 2U); // --help is the other one
  EXPECT_THAT(words.commands[0].options[1].names, ElementsAre("-n", "--number"));
  EXPECT_EQ(words.commands[0].options[1].description, "how many");
  EXPECT_EQ(words.commands[0].options[1].value.kind, ValueWords::Kind::Unknown);
}

} // namespace
} // namespace vouch::server
