#include "protocol/connection.hpp"
#include "protocol/dap_format.hpp"
#include "protocol/dap_types.hpp"

#include <gtest/gtest.h>

namespace vouch::protocol {
namespace {

class DapMessages : public testing::Test {
protected:
  DapMessages()
      : connection_(std::make_unique<DapFormat>(),
                    {[this](const std::string& body) { sent_.push_back(*parse_json(body)); },
                     [this](const std::string& text) { complaints_.push_back(text); },
                     [](const std::string&) { return std::nullopt; }}) {
    connection_.on_request<dap::VariablesArguments, Json>("variables", [](const dap::VariablesArguments& arguments) {
      return Outcome<Json>(Json{{"reference", arguments.variables_reference}, {"start", arguments.start}});
    });
    connection_.on_request<NoParams, NoAnswer>("configurationDone", [](NoParams) { return NoAnswer(); });
  }

  Json answer(const std::string& body) {
    connection_.receive(body);
    return sent_.empty() ? Json() : sent_.back();
  }

  std::vector<Json> sent_;
  std::vector<std::string> complaints_;
  Connection connection_;
};

TEST_F(DapMessages, ResponsesRepeatTheRequest) {
  const Json json = answer(
      R"({"seq": 7, "type": "request", "command": "variables", "arguments": {"variablesReference": 3, "start": 2}})");
  EXPECT_EQ(json["type"], "response");
  EXPECT_EQ(json["request_seq"], 7);
  EXPECT_EQ(json["command"], "variables");
  EXPECT_EQ(json["success"], true);
  EXPECT_EQ(json["body"], (Json{{"reference", 3}, {"start", 2}}));
}

TEST_F(DapMessages, CountTheirOwnSequence) {
  answer(R"({"seq": 70, "type": "request", "command": "configurationDone"})");
  connection_.notify("stopped", Json{{"reason", "step"}});
  ASSERT_EQ(sent_.size(), 2);
  EXPECT_EQ(sent_[0]["seq"], 1);
  EXPECT_FALSE(sent_[0].contains("body"));
  EXPECT_EQ(sent_[1], (Json{{"seq", 2}, {"type", "event"}, {"event", "stopped"}, {"body", {{"reason", "step"}}}}));
}

TEST_F(DapMessages, ErrorsSayWhyTwice) {
  const Json json = answer(R"({"seq": 7, "type": "request", "command": "disassemble"})");
  EXPECT_EQ(json["success"], false);
  EXPECT_EQ(json["message"], "unknown method disassemble");
  EXPECT_EQ(json["body"]["error"]["variables"]["reason"], json["message"]);
}

TEST_F(DapMessages, WrongArgumentsAreAnErrorOfTheRequest) {
  const Json json =
      answer(R"({"seq": 7, "type": "request", "command": "variables", "arguments": {"variablesReference": "x"}})");
  EXPECT_EQ(json["success"], false);
  EXPECT_EQ(json["message"], "`variablesReference` must be an integer in range");
}

TEST_F(DapMessages, MalformedOnesAreAnswered) {
  for (const char* body :
       {"x", "[]", "{}", R"({"type": "request"})", R"({"type": "request", "seq": 1.5, "command": "next"})",
        R"({"type": "request", "seq": 1})", R"({"type": 3, "seq": 1})"}) {
    EXPECT_EQ(answer(body)["success"], false) << body;
  }
  EXPECT_EQ(sent_.size(), 7);
}

TEST_F(DapMessages, EventsAndResponsesOfClientsAreNotAnswered) {
  answer(R"({"type": "event", "seq": 1, "event": "surprise"})");
  answer(R"({"type": "response", "seq": 2, "request_seq": 9, "success": true, "command": "runInTerminal"})");
  EXPECT_TRUE(sent_.empty());
  EXPECT_EQ(complaints_.size(), 2);
}

} // namespace
} // namespace vouch::protocol
