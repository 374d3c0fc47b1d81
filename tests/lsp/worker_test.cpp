#include "tests/support/server_process.hpp"

#include <csignal>
#include <dirent.h>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <thread>
#include <unistd.h>

namespace vouch::test {
namespace {

using Clock = std::chrono::steady_clock;

constexpr const char* opened_uri = "file:///tmp/a.c";

/// A language server that verifies in a process of its own, with the toy engine there.
class LspWorkerTest : public ::testing::Test {
protected:
  LspWorkerTest() { client.initialize(); }
  ~LspWorkerTest() override { EXPECT_EQ(client.violations(), std::vector<std::string>()); }

  /// The params of the next `vouch/status` with that state.
  Json status(const char* state) {
    const auto is_wanted = [&](const Json& message) {
      return message.value("method", "") == "vouch/status" && message["params"]["state"] == state;
    };
    return client.next(is_wanted, std::string("status ") + state).value("params", Json::object());
  }

  void save_as(const std::string& text) {
    client.replace_all(opened_uri, text, ++version);
    client.save(opened_uri);
  }

  /// What a new text gets in the end.
  Json verdict_of(const std::string& text) {
    save_as(text);
    while (true) {
      Json finished = status("finished");
      if (finished.empty() || finished["version"] == version) {
        return finished;
      }
    }
  }

  /// The first child process of the server, which may have to be started yet; 0 if it never is.
  pid_t worker() const {
    const auto end = Clock::now() + LspClient::patience;
    while (child() == 0 && Clock::now() < end) {
      std::this_thread::yield();
    }
    return child();
  }

  /// Fails the test if the process does not end in time.
  static void wait_for_end_of(pid_t process) {
    const auto end = Clock::now() + LspClient::patience;
    while (kill(process, 0) == 0 && Clock::now() < end) {
      std::this_thread::yield();
    }
    EXPECT_NE(kill(process, 0), 0);
  }

  /// A child process of the server; 0 if there is none.
  pid_t child() const {
    const std::string tasks = "/proc/" + std::to_string(server.id()) + "/task";
    for (const auto& task : std::filesystem::directory_iterator(tasks)) {
      std::ifstream children(task.path() / "children");
      pid_t child = 0;
      if (children >> child) {
        return child;
      }
    }
    return 0;
  }

  ServerProcess server{{VOUCH_TOY_LANGUAGE_SERVER, "isolated"}};
  LspClient& client = server.client();
  int version = 1;
};

TEST_F(LspWorkerTest, StaysForTheNextVerification) {
  client.open(opened_uri, "assert(0)");
  EXPECT_EQ(client.diagnostics(opened_uri, 1).size(), 1U);
  const pid_t first = worker();
  EXPECT_NE(first, 0);
  EXPECT_EQ(verdict_of("")["verdict"], "safe");
  EXPECT_EQ(worker(), first);
}

TEST_F(LspWorkerTest, IsStartedOnlyWhenThereIsSomethingToDo) {
  client.open("file:///tmp/a.h", "assert(0)");
  EXPECT_EQ(client.response(client.request("test/nothing", Json::object()))["error"]["code"], -32601);
  EXPECT_EQ(child(), 0);
}

TEST_F(LspWorkerTest, ACrashCostsOneAnswer) {
  client.open(opened_uri, "crash");
  const Json crashed = status("finished");
  EXPECT_EQ(crashed["verdict"], "unknown");
  EXPECT_NE(crashed["reason"].get<std::string>().find("ended with signal Aborted"), std::string::npos) << crashed;
  EXPECT_EQ(verdict_of("assert(0)")["verdict"], "violated");
}

TEST_F(LspWorkerTest, WhatWasDecidedBeforeAKillCounts) {
  client.open(opened_uri, "half assert(0)");
  EXPECT_EQ(client.diagnostics(opened_uri, 1).size(), 1U); // before the run is over
  kill(worker(), SIGKILL);
  const Json killed = status("finished");
  EXPECT_EQ(killed["functions"][0]["state"], "violated");
  EXPECT_EQ(killed["functions"][1]["state"], "unknown");
  EXPECT_NE(killed["functions"][1]["reason"].get<std::string>().find("was killed"), std::string::npos) << killed;
}

TEST_F(LspWorkerTest, AKillBetweenTwoVerificationsIsNotNoticed) {
  client.open(opened_uri, "");
  EXPECT_EQ(status("finished")["verdict"], "safe");
  const pid_t first = worker();
  kill(first, SIGKILL);
  EXPECT_EQ(verdict_of("assert(0)")["verdict"], "violated");
  EXPECT_NE(worker(), first);
}

TEST_F(LspWorkerTest, WhoDoesNotStopIsEnded) {
  client.open(opened_uri, "deaf");
  EXPECT_EQ(status("running")["version"], 1);
  const pid_t deaf = worker();
  const auto begin = Clock::now();
  save_as("assert(0)");
  EXPECT_EQ(client.diagnostics(opened_uri, 2).size(), 1U);
  EXPECT_LT(Clock::now() - begin, std::chrono::seconds(10)); // another worker has it at once
  wait_for_end_of(deaf);
}

TEST_F(LspWorkerTest, WhoUsesTooMuchMemoryIsEnded) {
  client.open(opened_uri, "greedy");
  const Json ended = status("finished");
  EXPECT_EQ(ended["verdict"], "unknown");
  EXPECT_EQ(ended["reason"], "memory");
  EXPECT_EQ(verdict_of("")["verdict"], "safe");
}

TEST_F(LspWorkerTest, DiesWithTheServer) {
  client.open(opened_uri, "deaf");
  EXPECT_EQ(status("running")["version"], 1);
  const pid_t orphan = worker();
  kill(server.id(), SIGKILL);
  EXPECT_EQ(server.exit_status(), -SIGKILL);
  wait_for_end_of(orphan);
}

TEST_F(LspWorkerTest, EachWorkspaceRootHasItsOwn) {
  ServerProcess other{{VOUCH_TOY_LANGUAGE_SERVER, "isolated"}};
  LspClient& both = other.client();
  both.response(both.request(
      "initialize",
      {{"processId", nullptr},
       {"capabilities", Json::object()},
       {"workspaceFolders", {{{"uri", "file:///one"}, {"name", "one"}}, {{"uri", "file:///two"}, {"name", "two"}}}}}));
  both.notify("initialized", Json::object());
  both.open("file:///one/a.c", "deaf");
  both.open("file:///two/a.c", "assert(0)");
  EXPECT_EQ(both.diagnostics("file:///two/a.c", 1).size(), 1U); // while the first goes on
}

} // namespace
} // namespace vouch::test
