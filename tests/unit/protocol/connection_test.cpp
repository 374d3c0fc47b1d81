#include "protocol/connection.hpp"
#include "protocol/json_rpc.hpp"
#include "protocol/lsp_text.hpp"

#include <gtest/gtest.h>

namespace vouch::protocol {
namespace {

class ConnectionTest : public testing::Test {
protected:
  ConnectionTest()
      : connection(std::make_unique<JsonRpcFormat>(),
                   {[this](const std::string& body) { sent.push_back(Json::parse(body)); },
                    [this](const std::string& complaint) { complaints.push_back(complaint); },
                    [this](const std::string&) { return refusal; }}) {
    connection.on_request<Position, std::string>("double", [](const Position& position) -> Outcome<std::string> {
      if (position.line == 13) {
        return ResponseError{ErrorCode::RequestFailed, "unlucky"};
      }
      return std::to_string(2 * position.line);
    });
    connection.on_deferred_request<NoParams, std::string>("later", [this](NoParams, Responder<std::string> responder) {
      responder.on_cancel([this] { ++cancellations; });
      deferred.push_back(std::move(responder));
    });
    connection.on_notification<Position>("note", [this](const Position& position) { noted.push_back(position); });
  }

  void receive(const char* method, Json params, std::optional<int> id = std::nullopt) {
    Json message = {{"jsonrpc", "2.0"}, {"method", method}, {"params", std::move(params)}};
    if (id) {
      message["id"] = *id;
    }
    connection.receive(to_text(message));
  }

  int error_code(std::size_t index) { return sent.at(index).at("error").at("code").get<int>(); }

  std::vector<Json> sent;
  std::vector<std::string> complaints;
  std::optional<ResponseError> refusal;
  std::vector<Responder<std::string>> deferred;
  std::vector<Position> noted;
  int cancellations = 0;
  Connection connection;
};

TEST_F(ConnectionTest, AnswersRequests) {
  receive("double", {{"line", 4}, {"character", 0}}, 1);
  ASSERT_EQ(sent.size(), 1U);
  EXPECT_EQ(sent[0], Json::parse(R"({"jsonrpc":"2.0","id":1,"result":"8"})"));
  receive("double", {{"line", 13}, {"character", 0}}, 2);
  EXPECT_EQ(error_code(1), -32803);
}

TEST_F(ConnectionTest, WrongParamsAreInvalidParams) {
  receive("double", {{"line", -4}, {"character", 0}}, 1);
  receive("double", {{"line", "4"}, {"character", 0}}, 2);
  receive("double", nullptr, 3);
  receive("double", Json::array({4, 0}), 4);
  ASSERT_EQ(sent.size(), 4U);
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(error_code(i), -32602);
  }
  receive("note", {{"line", 1}});
  EXPECT_EQ(sent.size(), 4U) << "a notification is never answered";
  EXPECT_EQ(complaints.size(), 1U);
  EXPECT_TRUE(noted.empty());
}

TEST_F(ConnectionTest, UnknownMethods) {
  receive("nothing/like/that", Json::object(), 1);
  receive("$/nothing", Json::object(), 2);
  EXPECT_EQ(error_code(0), -32601);
  EXPECT_EQ(error_code(1), -32601);
  receive("$/optional", Json::object());
  EXPECT_TRUE(complaints.empty());
  receive("nothing/like/that", Json::object());
  EXPECT_EQ(complaints.size(), 1U);
  EXPECT_EQ(sent.size(), 2U);
}

TEST_F(ConnectionTest, WhatIsNotJsonIsAParseErrorAndTheNextMessageIsRead) {
  connection.receive("{\"jsonrpc\":");
  connection.receive("\xff\xfe");
  receive("double", {{"line", 1}, {"character", 0}}, 1);
  ASSERT_EQ(sent.size(), 3U);
  EXPECT_EQ(error_code(0), -32700);
  EXPECT_TRUE(sent[0]["id"].is_null());
  EXPECT_EQ(error_code(1), -32700);
  EXPECT_EQ(sent[2]["result"], "2");
}

TEST_F(ConnectionTest, RefusesWhatTheLifeCycleForbids) {
  refusal = ResponseError{ErrorCode::ServerNotInitialized, "not yet"};
  receive("double", {{"line", 1}, {"character", 0}}, 1);
  receive("nothing", {}, 2);
  receive("note", {{"line", 1}, {"character", 0}});
  ASSERT_EQ(sent.size(), 2U);
  EXPECT_EQ(error_code(0), -32002);
  EXPECT_EQ(error_code(1), -32002);
  EXPECT_TRUE(noted.empty());
}

TEST_F(ConnectionTest, DeferredAnswersMayComeInAnyOrder) {
  receive("later", {}, 1);
  receive("later", {}, 2);
  EXPECT_TRUE(sent.empty());
  deferred[1].answer("second");
  deferred[0].answer("first");
  deferred[0].answer("again");
  ASSERT_EQ(sent.size(), 2U);
  EXPECT_EQ(sent[0]["id"], 2);
  EXPECT_EQ(sent[1]["id"], 1);
}

TEST_F(ConnectionTest, CancelEndsARequestOnce) {
  receive("later", {}, 1);
  receive("$/cancelRequest", {{"id", 2}});
  receive("$/cancelRequest", {{"id", "1"}});
  EXPECT_TRUE(sent.empty()) << "other ids";
  receive("$/cancelRequest", {{"id", 1}});
  ASSERT_EQ(sent.size(), 1U);
  EXPECT_EQ(error_code(0), -32800);
  EXPECT_EQ(cancellations, 1);
  deferred[0].answer("too late");
  receive("$/cancelRequest", {{"id", 1}});
  EXPECT_EQ(sent.size(), 1U);
  EXPECT_EQ(cancellations, 1);
}

TEST_F(ConnectionTest, ADroppedRequestIsAnsweredToo) {
  receive("later", {}, 1);
  deferred.clear();
  ASSERT_EQ(sent.size(), 1U);
  EXPECT_EQ(error_code(0), -32603);
}

TEST_F(ConnectionTest, AnIdCannotBeUsedTwiceAtATime) {
  receive("later", {}, 1);
  receive("later", {}, 1);
  ASSERT_EQ(sent.size(), 1U);
  EXPECT_EQ(error_code(0), -32600);
  deferred[0].answer("first");
  receive("later", {}, 1);
  EXPECT_EQ(deferred.size(), 2U);
}

TEST_F(ConnectionTest, GetsAnswersToItsOwnRequests) {
  std::vector<bool> succeeded;
  const auto remember = [&](const Outcome<Json>& outcome) {
    succeeded.push_back(std::holds_alternative<Json>(outcome));
  };
  connection.request("client/first", NoParams{}, remember);
  connection.request("client/second", NoParams{}, remember);
  ASSERT_EQ(sent.size(), 2U);
  const auto respond = [this](const Json& id, const char* key, Json value) {
    connection.receive(to_text(Json{{"jsonrpc", "2.0"}, {"id", id}, {key, std::move(value)}}));
  };
  respond(sent[1]["id"], "error", {{"code", -32601}, {"message", "no"}});
  respond(sent[0]["id"], "result", nullptr);
  EXPECT_EQ(succeeded, (std::vector<bool>{false, true}));
  respond(sent[0]["id"], "result", nullptr);
  respond("nonsense", "result", nullptr);
  EXPECT_EQ(complaints.size(), 2U);
  EXPECT_EQ(sent.size(), 2U) << "responses are never answered";
}

TEST(Responder, MayOutliveItsConnection) {
  std::optional<Responder<std::string>> responder;
  {
    Connection connection(std::make_unique<JsonRpcFormat>(), {[](const std::string&) {}, [](const std::string&) {},
                                                              [](const std::string&) { return std::nullopt; }});
    connection.on_deferred_request<NoParams, std::string>(
        "later", [&](NoParams, Responder<std::string> given) { responder.emplace(std::move(given)); });
    connection.receive(R"({"jsonrpc":"2.0","id":1,"method":"later"})");
  }
  ASSERT_TRUE(responder);
  responder->answer("nobody listens");
}

} // namespace
} // namespace vouch::protocol
