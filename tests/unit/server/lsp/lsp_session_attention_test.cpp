#include "server/support/temporary_folder.hpp"
#include "tests/unit/server/lsp/lsp_session_fixture.hpp"

#include <fstream>

/// Which of several documents is verified first, and what counts as saved.
namespace vouch::server {
namespace {

constexpr const char* other_uri = "file:///tmp/b.c";
constexpr const char* third_uri = "file:///tmp/c.c";

Json focus_on(const char* active) { return {{"active", active}, {"visible", Json::array({Json{{"uri", active}}})}}; }

class AttentionOfTheSession : public LspSessionTest {
protected:
  void write(const std::string& text) { std::ofstream(file, std::ios::binary) << text; }

  /// The next status of the document with that state.
  Json status_of(const char* document_uri, const char* state) {
    const auto is_wanted = [&](const Json& message) {
      return message.value("method", "") == "vouch/status" && message["params"]["state"] == state &&
             message["params"]["uri"] == document_uri;
    };
    return client.next(is_wanted, std::string(document_uri) + " " + state).value("params", Json::object());
  }

  TemporaryFolder folder;
  std::filesystem::path file = folder.path() / "a.c";
  std::string file_uri = "file://" + file.string();
};

TEST_F(AttentionOfTheSession, ASaveDoesNotWaitForAFileThatTakesLong) {
  client.initialize();
  client.open(other_uri, "slow");
  status_of(other_uri, "running");
  client.open(uri, "");
  client.diagnostics(uri, 1);
  client.replace_all(uri, "assert(0)", 2);
  client.save(uri);
  EXPECT_EQ(client.diagnostics(uri, 2).size(), 1U);
  EXPECT_EQ(toy.stopped_early, 0);
}

TEST_F(AttentionOfTheSession, NorForSeveral) {
  client.initialize();
  client.open(other_uri, "slow");
  client.open(third_uri, "slow");
  status_of(other_uri, "queued");
  status_of(other_uri, "running");
  status_of(third_uri, "running");
  client.open(uri, "assert(0)");
  EXPECT_EQ(client.diagnostics(uri, 1).size(), 1U);
  status_of(other_uri, "queued");
  status_of(other_uri, "running");
  EXPECT_EQ(toy.stopped_early, 1) << "the file that was touched first makes room, and goes on afterwards";
}

TEST_F(AttentionOfTheSession, WhatIsDecidedIsKeptWhenARunIsInterrupted) {
  client.initialize();
  client.open(other_uri, "half assert(0)");
  status_of(other_uri, "queued");
  EXPECT_EQ(client.diagnostics(other_uri, 1).size(), 1U);
  client.open(third_uri, "slow");
  status_of(third_uri, "running");
  client.open(uri, "");
  client.diagnostics(uri, 1);
  const Json waiting = status_of(other_uri, "queued");
  ASSERT_EQ(waiting["functions"].size(), 2U);
  EXPECT_EQ(waiting["functions"][0]["verdict"], "violated");
}

TEST_F(AttentionOfTheSession, WhatIsLookedAtComesFirst) {
  client.initialize();
  client.notify("vouch/focus", focus_on(uri));
  client.open(other_uri, "slow");
  status_of(other_uri, "running");
  client.open(third_uri, "");
  client.open(uri, "assert(0)");
  EXPECT_EQ(client.diagnostics(uri, 1).size(), 1U);
  synchronize();
  EXPECT_EQ(toy.started, 2) << "what nobody sees leaves a worker to the others";
  client.notify("vouch/focus", focus_on(third_uri));
  EXPECT_EQ(client.diagnostics(third_uri, 1).size(), 0U);
  EXPECT_EQ(toy.stopped_early, 0);
}

TEST_F(AttentionOfTheSession, TheFocusCanBeSaidAtTheBeginning) {
  client.initialize(LspClient::default_capabilities(), {{"focus", focus_on(third_uri)}});
  client.open(uri, "slow");
  status_of(uri, "running");
  client.open(other_uri, "slow");
  client.open(third_uri, "");
  EXPECT_EQ(client.diagnostics(third_uri, 1).size(), 0U);
  EXPECT_EQ(toy.started, 2);
}

TEST_F(AttentionOfTheSession, AFocusThatIsNoneIsComplainedAboutAndForgotten) {
  client.initialize();
  client.notify("vouch/focus", {{"visible", 7}});
  client.open(uri, "assert(0)");
  EXPECT_EQ(client.diagnostics(uri, 1).size(), 1U);
}

TEST_F(AttentionOfTheSession, ATextThatTheEditorLoadsAgainIsVerified) {
  write("assert(0)");
  client.initialize();
  client.open(file_uri, "assert(0)");
  EXPECT_EQ(client.diagnostics(file_uri, 1).size(), 1U);
  write("");
  client.replace_all(file_uri, "", 2);
  EXPECT_EQ(client.diagnostics(file_uri, 2), Json::array());
}

TEST_F(AttentionOfTheSession, ATextThatIsWrittenBehindTheEditorsBackIsVerifiedOnce) {
  write("");
  client.initialize();
  client.open(file_uri, "");
  client.diagnostics(file_uri, 1);
  client.replace_all(file_uri, "assert(0)", 2);
  status_of(file_uri.c_str(), "stale");
  std::this_thread::sleep_for(std::chrono::milliseconds(60));
  synchronize();
  EXPECT_EQ(toy.started, 1) << "it is not what the disk has";
  write("assert(0)");
  EXPECT_EQ(client.diagnostics(file_uri, 2).size(), 1U);
  write("assert(0)");
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  synchronize();
  EXPECT_EQ(toy.started, 2);
}

TEST_F(AttentionOfTheSession, WhatWasSavedCountsWhateverEditsWereLost) {
  client.initialize();
  client.open(uri, "");
  client.diagnostics(uri, 1);
  client.replace_all(uri, "undecided", 2);
  client.notify("textDocument/didSave", {{"textDocument", {{"uri", uri}}}, {"text", "assert(0)"}});
  EXPECT_EQ(client.diagnostics(uri, 2).at(0).at("code"), "assert");
}

TEST_F(AttentionOfTheSession, WhatIsVerifiedOnlyOnRequestStaysSo) {
  write("assert(0)");
  client.initialize(LspClient::default_capabilities(), {{"verifyOn", "manual"}});
  client.open(file_uri, "");
  client.replace_all(file_uri, "assert(0)", 2);
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  synchronize();
  EXPECT_EQ(toy.started, 0);
}

/// A workspace of two files, of which `a.c` can fail, and of what does not belong to it.
class WorkspaceOfTheSession : public AttentionOfTheSession {
protected:
  WorkspaceOfTheSession() {
    for (const char* name : {"part", ".hidden", "build"}) {
      std::filesystem::create_directory(folder.path() / name);
      std::ofstream(folder.path() / name / "b.c") << "undecided";
    }
    write("assert(0)");
    client.initialize();
    client.notify("workspace/didChangeWorkspaceFolders",
                  {{"event",
                    {{"added", Json::array({{{"uri", "file://" + folder.path().string()}, {"name", "test"}}})},
                     {"removed", Json::array()}}}});
  }

  void command(const char* name) {
    EXPECT_TRUE(client.response(client.request("workspace/executeCommand", {{"command", name}})).contains("result"));
  }

  void wait_for_end() {
    const auto is_last = [](const Json& message) {
      return message.value("method", "") == "vouch/workspace" && message["params"]["running"] == false;
    };
    last = client.next(is_last, "end of the workspace's verification").value("params", Json::object());
  }

  Json checks_of(const std::string& document_uri) {
    return client.response(client.request("vouch/checks", document(document_uri.c_str())))["result"];
  }

  std::string part_uri = "file://" + (folder.path() / "part/b.c").string();
  Json last;
};

TEST_F(WorkspaceOfTheSession, FilesThatNobodyHasOpenedAreVerifiedAsTheyAreOnTheDisk) {
  command("vouch.verifyWorkspace");
  EXPECT_EQ(client.diagnostics(file_uri, std::nullopt).size(), 1U);
  EXPECT_EQ(client.diagnostics(part_uri, std::nullopt).at(0).at("code"), "unknown");
  wait_for_end();
  EXPECT_EQ(last, Json({{"total", 2}, {"done", 2}, {"running", false}}));
  EXPECT_EQ(toy.started, 2);
  EXPECT_EQ(checks_of(file_uri)["functions"][0]["state"], "violated");
  EXPECT_TRUE(checks_of("file:///nowhere.c").is_null());
}

TEST_F(WorkspaceOfTheSession, WhatIsOpenIsVerifiedAsItsEditorHasIt) {
  client.open(file_uri, "");
  client.diagnostics(file_uri, 1);
  command("vouch.verifyWorkspace");
  wait_for_end();
  EXPECT_EQ(last["total"], 1);
  EXPECT_EQ(checks_of(file_uri)["functions"][0]["state"], "proved");
}

TEST_F(WorkspaceOfTheSession, AFileThatIsOpenedLeavesIt) {
  write("slow");
  command("vouch.verifyWorkspace");
  status_of(file_uri.c_str(), "running");
  client.open(file_uri, "assert(0)");
  EXPECT_EQ(client.diagnostics(file_uri, 1).size(), 1U);
  wait_for_end();
}

TEST_F(WorkspaceOfTheSession, AFileThatTakesLongComesAgainAtTheEnd) {
  write("slow");
  command("vouch.verifyWorkspace");
  EXPECT_EQ(client.diagnostics(part_uri, std::nullopt).size(), 1U)
      << "it does not wait for the budget of the other one";
  status_of(file_uri.c_str(), "finished");
  status_of(file_uri.c_str(), "running");
  command("vouch.cancelWorkspace");
  EXPECT_EQ(stops(1), 1);
}

TEST_F(WorkspaceOfTheSession, ItCanBeCancelled) {
  write("slow");
  command("vouch.verifyWorkspace");
  status_of(file_uri.c_str(), "running");
  command("vouch.cancelWorkspace");
  wait_for_end();
  EXPECT_EQ(stops(1), 1);
}

TEST_F(WorkspaceOfTheSession, AFileThatChangesAfterwardsIsOutOfDate) {
  command("vouch.verifyWorkspace");
  wait_for_end();
  status_of(file_uri.c_str(), "finished");
  write("");
  EXPECT_EQ(status_of(file_uri.c_str(), "stale")["functions"][0]["state"], "stale");
}

TEST_F(WorkspaceOfTheSession, FoldersCanBeLeftOut) {
  client.notify("workspace/didChangeConfiguration", {{"settings", {{"vouch", {{"exclude", {"part"}}}}}}});
  command("vouch.verifyWorkspace");
  wait_for_end();
  EXPECT_EQ(last["total"], 1);
}

TEST_F(WorkspaceOfTheSession, ACompilationDatabaseSaysWhatBelongsToIt) {
  std::ofstream(folder.path() / "build/compile_commands.json")
      << Json::array({{{"directory", folder.path().string()}, {"file", "a.c"}, {"command", "cc -c a.c"}},
                      {{"directory", folder.path().string()}, {"file", "gone.c"}, {"command", "cc -c gone.c"}}});
  command("vouch.verifyWorkspace");
  wait_for_end();
  EXPECT_EQ(last["total"], 1);
}

} // namespace
} // namespace vouch::server
