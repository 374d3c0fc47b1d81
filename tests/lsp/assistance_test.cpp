#include "tests/support/server_process.hpp"
#include "tests/support/temporary_folder.hpp"

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <gtest/gtest.h>

namespace vouch::test {
namespace {

constexpr const char* failing_text = R"(#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 2) {
    assert(x != 4711);
  }
  return 0;
}
)";

/// No start of a program gives `part` a value of its own in each round.
constexpr const char* failing_elsewhere = R"(#include <assert.h>
int main(void) {
  int sum = 0;
  for (int i = 0; i < 2; i++) {
    int part;
    if (part != 7 * i) {
      return 0;
    }
    sum += part;
  }
  assert(sum != 7);
  return 0;
}
)";

constexpr const char* loop = R"(#include <assert.h>
unsigned count(unsigned limit) {
  unsigned i = 0;
  while (i < limit) {
    i++;
  }
  assert(i == limit);
  return i;
}
)";

constexpr const char* without_precondition = R"(#include <assert.h>
int half(int value, int parts) {
  int result = value;
  result += parts;
  assert(parts > 0);
  return result;
}
)";

/// `vouch lsp` with a client that lets it edit, and what it offers besides verdicts.
class AssistanceTest : public ::testing::Test {
protected:
  AssistanceTest() {
    Json capabilities = LspClient::default_capabilities();
    capabilities["workspace"]["applyEdit"] = true;
    capabilities["window"]["showDocument"]["support"] = true;
    capabilities["textDocument"]["codeAction"]["codeActionLiteralSupport"] = {
        {"codeActionKind", {{"valueSet", {"quickfix"}}}}};
    client.answers["workspace/applyEdit"] = {{"applied", true}};
    client.answers["window/showDocument"] = {{"success", true}};
    client.initialize(capabilities);
  }
  ~AssistanceTest() override {
    EXPECT_EQ(client.violations(), std::vector<std::string>());
    kill(server.id(), SIGKILL);
    server.exit_status();
  }

  void open(const std::string& text) {
    folder.write("a.c", text);
    client.open(uri, text, 1);
    client.next(
        [](const Json& message) {
          return message.value("method", "") == "vouch/status" && message["params"]["state"] == "finished";
        },
        "a verdict");
  }

  /// The command of the action that has `words` in its title; null if there is none.
  Json action(const std::string& words) {
    const Json everywhere = {{"start", {{"line", 0}, {"character", 0}}}, {"end", {{"line", 99}, {"character", 0}}}};
    const Json actions = client.response(client.request(
        "textDocument/codeAction",
        {{"textDocument", {{"uri", uri}}}, {"range", everywhere}, {"context", {{"diagnostics", Json::array()}}}}));
    for (const Json& candidate : actions["result"]) {
      if (candidate["title"].get<std::string>().find(words) != std::string::npos && candidate.contains("command")) {
        return candidate["command"];
      }
    }
    return nullptr;
  }

  void execute(const Json& command) {
    ASSERT_TRUE(command.is_object());
    const Json answer = client.response(client.request(
        "workspace/executeCommand", {{"command", command["command"]}, {"arguments", command["arguments"]}}));
    EXPECT_FALSE(answer.contains("error")) << answer;
  }

  /// The only diagnostic of the document, once it has these words.
  Json diagnostic_with(const std::string& words) {
    const Json message = client.next(
        [&](const Json& candidate) {
          return candidate.value("method", "") == "textDocument/publishDiagnostics" &&
                 candidate.dump().find(words) != std::string::npos;
        },
        "a diagnostic with " + words);
    const Json& diagnostics = message["params"]["diagnostics"];
    return diagnostics.size() == 1 ? diagnostics[0] : Json();
  }

  /// The document behind the edits that the server asks for next.
  std::string edited(std::string text) {
    const Json request = client.next(
        [](const Json& message) { return message.value("method", "") == "workspace/applyEdit"; }, "an edit");
    Json edits = request["params"]["edit"]["changes"][uri];
    for (auto edit = edits.rbegin(); edit != edits.rend(); ++edit) { // the last one first: the others stay in place
      std::size_t at = 0;
      for (int line = (*edit)["range"]["start"]["line"]; line > 0; --line) {
        at = text.find('\n', at) + 1;
      }
      text.insert(at + (*edit)["range"]["start"]["character"].get<std::size_t>(), (*edit)["newText"]);
    }
    return text;
  }

  std::string verdict_of(const std::string& text) {
    client.replace_all(uri, text, 2);
    client.save(uri);
    return client
        .next(
            [](const Json& message) {
              return message.value("method", "") == "vouch/status" && message["params"]["state"] == "finished" &&
                     message["params"]["version"] == 2;
            },
            "the verdict of the edited text")["params"]["verdict"]
        .get<std::string>();
  }

  TemporaryFolder folder;
  std::string uri = "file://" + (folder.path() / "a.c").string();
  ServerProcess server{{VOUCH_BINARY, "lsp", "--cache", "off", "--traces", folder.path() / "traces"}};
  LspClient& client = server.client();
};

TEST_F(AssistanceTest, ATestIsWrittenOnceItHasFailed) {
  open(failing_text);
  execute(action("Save the run that fails"));
  const std::string message = client.notification("window/showMessage")["message"];
  EXPECT_NE(message.find("fails as the run does"), std::string::npos) << message;
  const Json shown = client.next(
      [](const Json& candidate) { return candidate.value("method", "") == "window/showDocument"; }, "the test");
  const std::string file = shown["params"]["uri"].get<std::string>().substr(std::string("file://").size());
  EXPECT_EQ(std::filesystem::path(file).parent_path(), folder.path());
  const std::string program = folder.path() / "test";
  EXPECT_NE(std::system(("gcc -o " + program + " '" + file + "' && " + program + " 2> /dev/null").c_str()), 0);
}

TEST_F(AssistanceTest, ATestThatHasFailedConfirmsTheViolation) {
  open(failing_text);
  execute(action("Save the run that fails"));
  const Json diagnostic = diagnostic_with("(confirmed: native)");
  EXPECT_EQ(diagnostic["severity"], 1) << diagnostic;
  EXPECT_EQ(diagnostic["code"], "assert") << diagnostic;
}

TEST_F(AssistanceTest, WhatTheCompiledProgramDoesNotDoIsNoErrorAnyMore) {
  open(failing_elsewhere);
  execute(action("Save the run that fails"));
  const std::string message = client.notification("window/showMessage")["message"];
  EXPECT_NE(message.find("the compiled program does not do this"), std::string::npos) << message;
  const Json diagnostic = diagnostic_with("the compiled program does not do this");
  EXPECT_EQ(diagnostic["severity"], 3) << diagnostic;
  EXPECT_EQ(diagnostic["code"], "unknown") << diagnostic;
  const Json status = client.next(
      [](const Json& candidate) {
        return candidate.value("method", "") == "vouch/status" && candidate["params"].value("verdict", "") == "unknown";
      },
      "another verdict");
  EXPECT_TRUE(status["params"]["functions"][0]["traces"].empty()) << status;
}

TEST_F(AssistanceTest, ATestNeedsTheSavedText) {
  open(failing_text);
  folder.write("a.c", "another text");
  execute(action("Save the run that fails"));
  const std::string message = client.notification("window/showMessage")["message"];
  EXPECT_NE(message.find("save the file first"), std::string::npos) << message;
}

TEST_F(AssistanceTest, AnInvariantIsInsertedOnceItIsProved) {
  open(loop);
  execute(action("as an assertion"));
  const std::string text = edited(loop);
  EXPECT_NE(text.find("assert(i"), std::string::npos) << text;
  EXPECT_EQ(verdict_of(text), "safe") << text;
}

TEST_F(AssistanceTest, APreconditionIsAddedOnceItKeepsTheViolationAway) {
  open(without_precondition);
  execute(action("missing precondition"));
  const std::string text = edited(without_precondition);
  EXPECT_NE(text, without_precondition);
  EXPECT_EQ(verdict_of(text), "safe") << text;
}

TEST_F(AssistanceTest, WhatDoesNotHoldIsNotInserted) {
  open(loop);
  Json command = action("as an assertion");
  ASSERT_TRUE(command.is_object());
  command["arguments"][0]["expression"] = "i > 7";
  execute(command);
  const Json message = client.notification("window/showMessage");
  EXPECT_EQ(message["type"], 2);
  EXPECT_NE(message["message"].get<std::string>().find("is not inserted"), std::string::npos) << message;
  EXPECT_EQ(client.count("workspace/applyEdit"), 0U);
}

TEST_F(AssistanceTest, NothingIsInsertedIntoATextThatHasChanged) {
  open(loop);
  execute(action("as an assertion"));
  client.replace_all(uri, std::string("\n") + loop, 2);
  const std::string message = client.notification("window/showMessage")["message"];
  EXPECT_NE(message.find("has changed"), std::string::npos) << message;
  EXPECT_EQ(client.count("workspace/applyEdit"), 0U);
}

TEST_F(AssistanceTest, ARunThatIsGoneIsAnError) {
  open(failing_text);
  const Json answer = client.response(client.request(
      "workspace/executeCommand", {{"command", "vouch.makeTest"}, {"arguments", {{{"uri", uri}, {"trace", "77"}}}}}));
  EXPECT_EQ(answer["error"]["code"], -32602);
}

constexpr const char* clamp = R"(int clamp(int x) {
  if (x < 0) {
    x = 0;
  }
  return x;
}
)";

TEST_F(AssistanceTest, AnExpressionIsProvedWhereItIsAsked) {
  open(clamp);
  const Json in_return = {{"line", 4}, {"character", 2}};
  const Json proved = client.response(
      client.request("vouch/prove", {{"uri", uri}, {"position", in_return}, {"expression", "x >= 0"}}))["result"];
  EXPECT_EQ(proved["verdict"], "proved") << proved;
  EXPECT_EQ(proved["function"], "clamp");
  EXPECT_EQ(proved["range"]["start"], in_return);
  EXPECT_FALSE(proved["assumptions"].empty());
  EXPECT_FALSE(proved.contains("run"));
}

TEST_F(AssistanceTest, OrRefutedWithTheRun) {
  open(clamp);
  const Json refuted = client.response(client.request(
      "vouch/prove",
      {{"uri", uri}, {"position", {{"line", 4}, {"character", 2}}}, {"expression", "x <= 100"}}))["result"];
  EXPECT_EQ(refuted["verdict"], "violated") << refuted;
  EXPECT_NE(refuted["message"].get<std::string>().find("can be false in front of line 5: x = "), std::string::npos)
      << refuted;
  EXPECT_TRUE(refuted["run"]["confirmed"]) << refuted;
  const Json& last = refuted["run"]["nodes"].back();
  EXPECT_EQ(last["range"]["start"]["line"], 4) << refuted;
}

TEST_F(AssistanceTest, AnUnsavedTextCanBeAskedAbout) {
  open(clamp);
  client.replace_all(uri, std::string(clamp) + "int more(int y) {\n  return y & 7;\n}\n", 2);
  const Json proved = client.response(client.request(
      "vouch/prove",
      {{"uri", uri}, {"position", {{"line", 7}, {"character", 2}}}, {"expression", "(y & 7) < 8"}}))["result"];
  EXPECT_EQ(proved["verdict"], "proved") << proved;
}

TEST_F(AssistanceTest, WhatIsNoExpressionSaysWhatIsWrong) {
  open(clamp);
  const Json answer = client.response(client.request(
      "vouch/prove", {{"uri", uri}, {"position", {{"line", 4}, {"character", 2}}}, {"expression", "z > 1"}}))["result"];
  EXPECT_EQ(answer["verdict"], "unknown");
  EXPECT_NE(answer["message"].get<std::string>().find("undeclared identifier 'z'"), std::string::npos) << answer;
}

TEST_F(AssistanceTest, ASelectionOffersToProveIt) {
  open(clamp);
  const Json selected = {{"start", {{"line", 1}, {"character", 6}}}, {"end", {{"line", 1}, {"character", 11}}}};
  const Json actions = client.response(
      client.request("textDocument/codeAction", {{"textDocument", {{"uri", uri}}},
                                                 {"range", selected},
                                                 {"context", {{"diagnostics", Json::array()}}}}))["result"];
  const auto question =
      std::ranges::find_if(actions, [](const Json& action) { return action["title"] == "Prove `x < 0` here"; });
  ASSERT_NE(question, actions.end()) << actions;
  execute((*question)["command"]);
  const Json message = client.notification("window/showMessage");
  EXPECT_EQ(message["type"], 2);
  EXPECT_NE(message["message"].get<std::string>().find("`x < 0` can be false in front of line 2: x = "),
            std::string::npos)
      << message;
}

TEST_F(AssistanceTest, AnAnswerAboutAnotherTextIsNone) {
  open(clamp);
  const int id = client.request(
      "vouch/prove", {{"uri", uri}, {"position", {{"line", 4}, {"character", 2}}}, {"expression", "x >= 0"}});
  client.replace_all(uri, std::string("\n") + clamp, 2);
  EXPECT_EQ(client.response(id)["error"]["code"], -32801);
}

TEST_F(AssistanceTest, AQuestionCanBeTakenBack) {
  // Nobody knows of such a number: the search goes on for as long as it may.
  open("int f(unsigned n) {\n  unsigned i = 0, s = 7;\n  while (i < n) {\n    s = s * s + 3 * i + 1;\n    i++;\n  }\n  "
       "return s;\n}\n");
  const int id = client.request(
      "vouch/prove",
      {{"uri", uri}, {"position", {{"line", 6}, {"character", 2}}}, {"expression", "s % 65537 != 65536 || i < 70000"}});
  client.notify("$/cancelRequest", {{"id", id}});
  EXPECT_EQ(client.response(id)["error"]["code"], -32800);
}

} // namespace
} // namespace vouch::test
