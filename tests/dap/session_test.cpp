#include "tests/dap/conversation.hpp"

#include <arpa/inet.h>
#include <gmock/gmock.h>
#include <sys/socket.h>

/// How sessions begin, what they refuse, and how they end.
namespace vouch::test {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

using Session = Conversation;

TEST_F(Session, BadLaunchesAreExplained) {
  client().ask("initialize", {{"adapterID", "vouch"}});
  const auto problem = [&](const Json& launch) {
    return client().request("launch", launch)["message"].get<std::string>();
  };
  EXPECT_THAT(problem(Json::object()), HasSubstr("`trace`"));
  EXPECT_THAT(problem({{"trace", "0123456789abcdef"}}), HasSubstr("no trace 0123456789abcdef"));
  EXPECT_THAT(problem({{"trace", "/nowhere/trace.json"}}), HasSubstr("/nowhere/trace.json"));
  EXPECT_THAT(problem({{"trace", program().source()}}), HasSubstr("not JSON"));
  EXPECT_THAT(problem({{"report", program().report()}, {"violation", 7}}), HasSubstr("1 violations"));
  EXPECT_THAT(problem({{"report", program().report()}, {"stopAt", "nowhere"}}), HasSubstr("`stopAt`"));
  EXPECT_TRUE(client().request("launch", program().launch())["success"]) << "the session survives all that";
}

TEST_F(Session, ChangedSourcesAreTold) {
  RecordedProgram changing("#include <assert.h>\nint main(void) {\n  int x = 3;\n  assert(x != 3);\n  return 0;\n}\n");
  std::ofstream(changing.source())
      << "#include <assert.h>\n/* moved */\nint main(void) {\n  int x = 3;\n  assert(x != 3);\n  return 0;\n}\n";
  client().start(changing.launch());
  EXPECT_THAT(client().event("output")["output"].get<std::string>(), HasSubstr("has changed since"));
  std::ofstream(changing.source())
      << "#include <assert.h>\nint main(void) {\n  int x = 4;\n  assert(x != 3);\n  return 0;\n}\n";
  DapProcess other;
  other.client().ask("initialize");
  const Json refused = other.client().request("launch", changing.launch());
  EXPECT_EQ(refused["success"], false);
  EXPECT_THAT(refused["message"].get<std::string>(),
              testing::AllOf(HasSubstr("does not end in"), HasSubstr("has changed since")));
}

TEST_F(Session, TracesBringTheirSources) {
  const RecordedProgram edited(
      "#include <assert.h>\nint main(void) {\n  int x = 3;\n  assert(x != 3);\n  return 0;\n}\n");
  std::ifstream report(edited.report());
  const Json file = Json::parse(report)["files"][0];
  std::ifstream source(edited.source());
  const std::string text((std::istreambuf_iterator<char>(source)), {});
  const std::string path = edited.folder() + "/trace.json";
  std::ofstream(path) << Json{{"vouchTrace", 1},
                              {"path", edited.source()},
                              {"sources", {{edited.source(), text}}},
                              {"clangArguments", Json::array()},
                              {"buildDirectory", ""},
                              {"options", file["replay"]["options"]},
                              {"violation", file["violations"][0]}};
  std::ofstream(edited.source()) << "int main(void) { return 0; }\n";
  client().start({{"trace", path}});
  const Json shown = client().top_frame()["source"];
  ASSERT_NE(shown.value("sourceReference", 0), 0);
  EXPECT_EQ(client().ask("source", {{"source", shown}, {"sourceReference", shown["sourceReference"]}})["content"],
            text);
}

TEST_F(Session, RequestsInTheWrongOrderAreRefused) {
  EXPECT_THAT(client().request("launch", program().launch())["message"].get<std::string>(), HasSubstr("initialize"));
  client().ask("initialize");
  EXPECT_EQ(client().request("initialize")["success"], false);
  EXPECT_THAT(client().request("stackTrace", {{"threadId", 1}})["message"].get<std::string>(), HasSubstr("launched"));
  client().ask("launch", program().launch());
  client().ask("configurationDone");
  client().event("stopped");
  EXPECT_THAT(client().request("disassemble")["message"].get<std::string>(), HasSubstr("disassemble"));
  EXPECT_EQ(client().request("scopes", {{"frameId", 99}})["success"], false);
  EXPECT_EQ(client().request("variables", {{"variablesReference", 99}})["success"], false);
  EXPECT_EQ(client().request("exceptionInfo", {{"threadId", 1}})["success"], false);
}

TEST_F(Session, MalformedMessagesAreAnsweredOrEndTheSession) {
  client().send_body("not json");
  EXPECT_EQ(client().next_message()["success"], false);
  client().send_body("[1, 2]");
  EXPECT_EQ(client().next_message()["success"], false);
  client().send_body(R"({"seq": "one", "type": "request", "command": "initialize"})");
  EXPECT_EQ(client().next_message()["success"], false);
  client().send_body(R"({"seq": 1, "type": "surprise"})");
  EXPECT_EQ(client().next_message()["success"], false);
  client().send_bytes("Content-Length: many\r\n\r\n");
  EXPECT_EQ(client().next_message()["success"], false);
  EXPECT_EQ(process_.process().exit_status(), 1);
}

TEST_F(Session, EndsWithDisconnectOrWithTheClient) {
  start();
  client().ask("disconnect");
  EXPECT_EQ(process_.process().exit_status(), 0);
  DapProcess other;
  other.client().ask("initialize");
  other.client().close_input();
  EXPECT_EQ(other.process().exit_status(), 0);
}

TEST_F(Session, ServesOneClientAfterTheOtherOnAPort) {
  AdapterProcess process({VOUCH_BINARY, "dap", "--port", "0"});
  std::string line;
  for (char c = 0; c != '\n' && read(process.from_process(), &c, 1) == 1;) {
    line += c;
  }
  ASSERT_THAT(line, StartsWith("listening on 127.0.0.1:"));
  const int port = std::stoi(line.substr(line.rfind(':') + 1));
  for (int round = 0; round < 2; ++round) {
    const int connection = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    ASSERT_EQ(connect(connection, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
    DapClient remote(connection, connection);
    EXPECT_EQ(remote.start(program().launch())["reason"], "entry");
    EXPECT_EQ(remote.move("continue")["reason"], "exception");
    remote.ask("disconnect");
  }
}

} // namespace
} // namespace vouch::test
