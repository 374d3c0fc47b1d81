#include "tests/support/server_process.hpp"

#include <csignal>
#include <fstream>
#include <gtest/gtest.h>
#include <sstream>

namespace vouch::test {
namespace {

constexpr const char* uri = "file:///tmp/a.c";

class LspProcessTest : public ::testing::Test {
protected:
  ~LspProcessTest() override { EXPECT_EQ(client.violations(), std::vector<std::string>()); }

  ServerProcess server{{VOUCH_TOY_LANGUAGE_SERVER}};
  LspClient& client = server.client();

  void wait_until_running() {
    client.next(
        [](const Json& message) {
          return message.value("method", "") == "vouch/status" && message["params"]["state"] == "running";
        },
        "a run");
  }
};

TEST_F(LspProcessTest, AWholeSession) {
  client.initialize();
  client.open(uri, "assert(0)");
  EXPECT_EQ(client.diagnostics(uri, 1).size(), 1U);
  client.replace_all(uri, "", 2);
  client.save(uri);
  EXPECT_EQ(client.diagnostics(uri, 2).size(), 0U);
  client.response(client.request("shutdown", nullptr));
  client.notify("exit", nullptr);
  EXPECT_EQ(server.exit_status(), 0);
}

TEST_F(LspProcessTest, ExitWithoutShutdown) {
  client.initialize();
  client.notify("exit", nullptr);
  EXPECT_EQ(server.exit_status(), 1);
}

TEST_F(LspProcessTest, EndOfInput) {
  client.close_input();
  EXPECT_EQ(server.exit_status(), 1);
}

TEST_F(LspProcessTest, EndOfInputInTheMiddleOfAMessageIsAnswered) {
  client.initialize();
  client.send_bytes("Content-Length: 100\r\n\r\n{\"json");
  client.close_input();
  EXPECT_EQ(server.exit_status(), 1);
  ASSERT_TRUE(client.wait_for_end());
  EXPECT_EQ(client.received().back()["error"]["code"], -32700);
}

TEST_F(LspProcessTest, EndOfInputWhileVerifying) {
  client.initialize();
  client.open(uri, "slow");
  wait_until_running();
  const auto begin = std::chrono::steady_clock::now();
  client.close_input();
  EXPECT_EQ(server.exit_status(), 1);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(5));
}

TEST_F(LspProcessTest, AnEngineThatDoesNotStopDoesNotHoldUpTheExit) {
  client.initialize();
  client.open(uri, "stubborn slow");
  wait_until_running();
  client.response(client.request("shutdown", nullptr));
  client.notify("exit", nullptr);
  EXPECT_EQ(server.exit_status(), 0);
}

TEST_F(LspProcessTest, WhatOthersPrintDoesNotGetBetweenTheMessages) {
  client.initialize();
  client.open(uri, "chatty assert(0)");
  EXPECT_EQ(client.diagnostics(uri, 1).size(), 1U);
}

TEST_F(LspProcessTest, TwentyLargeEditsAndTenThousandRequests) {
  client.initialize();
  client.open(uri, "");
  const std::string large(1'000'000, 'x');
  for (int version = 2; version < 22; ++version) {
    client.replace_all(uri, large, version);
  }
  int last = 0;
  for (int i = 0; i < 10'000; ++i) {
    last = client.request("test/nothing", Json::object());
  }
  EXPECT_EQ(client.response(last)["error"]["code"], -32601);
}

/// Without a client's destructor to fall back on: the reader's end of the pipe goes away while the server writes.
TEST(LspProcess, AClientThatStopsReadingEndsTheServer) {
  ServerProcess server({"/bin/sh", "-c", VOUCH_TOY_LANGUAGE_SERVER " | head -c 1 >/dev/null"});
  // The shell's status is that of `head`, so what counts is that the pipeline ends although stdin stays open: `head`
  // leaves after one byte, and the server notices with the next message.
  const std::string body = R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}})";
  for (int i = 0; i < 200 && !server.exit_status(std::chrono::milliseconds(20)); ++i) {
    server.client().send_body(body);
  }
  EXPECT_TRUE(server.exit_status().has_value());
}

/// The parent dies although somebody else still holds the pipe open.
TEST(LspProcess, AParentThatDiesEndsTheServer) {
  // The shell starts the server in the background, says what their process ids are, and waits to be killed.
  const std::string record = ::testing::TempDir() + "vouch-lsp-orphan";
  std::remove(record.c_str());
  ServerProcess shell({"/bin/bash", "-c", VOUCH_TOY_LANGUAGE_SERVER " <&0 & echo $! >" + record + "; wait"});
  std::string server_id;
  for (int i = 0; i < 1000 && server_id.empty(); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    std::ifstream(record) >> server_id;
  }
  ASSERT_FALSE(server_id.empty());
  LspClient& client = shell.client();
  client.response(client.request("initialize", {{"processId", shell.id()}, {"capabilities", Json::object()}}));
  kill(shell.id(), SIGKILL); // this test still holds the server's stdin and stdout
  EXPECT_EQ(shell.exit_status(), -SIGKILL);
  EXPECT_TRUE(client.wait_for_end()) << "process " << server_id;
}

} // namespace
} // namespace vouch::test
