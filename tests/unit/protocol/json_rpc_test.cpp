#include "protocol/json_rpc.hpp"

#include <gtest/gtest.h>

namespace vouch::protocol {
namespace {

IncomingMessage decode(const char* text) { return JsonRpcFormat().decode(Json::parse(text)); }

Json encode(OutgoingMessage message) { return JsonRpcFormat().encode(std::move(message)); }

TEST(Json, DumpReplacesWhatIsNotUtf8) {
  const Json json = {{"text", std::string("a\xff\xc3(")}};
  const std::string text = to_text(json);
  EXPECT_EQ(text, "{\"text\":\"a\xEF\xBF\xBD\xEF\xBF\xBD(\"}");
}

TEST(Json, WhatIsNotJsonGivesNothing) {
  for (const char* text : {"", "{", "nonsense", "{\"a\":}", "{} {}", "\"\xff\"", "1e999999", "{\"a\":\"\n\"}"}) {
    EXPECT_FALSE(parse_json(text)) << text;
  }
}

TEST(Json, DepthIsLimitedButBracketsInStringsAreNot) {
  EXPECT_TRUE(parse_json(std::string(100, '[') + std::string(100, ']')));
  EXPECT_FALSE(parse_json(std::string(1'000'000, '[')));
  EXPECT_FALSE(parse_json(std::string(1000, '[') + std::string(1000, ']')));
  EXPECT_TRUE(parse_json("\"" + std::string(1000, '[') + "\\\"" + std::string(1000, '{') + "\""));
}

TEST(Json, IntegersOutOfRangeAreRefusedInsteadOfWrapped) {
  const Json json =
      Json::parse(R"({"negative":-1,"large":4294967296,"huge":18446744073709551615,"real":1.5,"fine":7})");
  EXPECT_EQ(required_member<std::uint32_t>(json, "fine"), 7U);
  EXPECT_THROW(required_member<std::uint32_t>(json, "negative"), InvalidParams);
  EXPECT_THROW(required_member<std::uint32_t>(json, "large"), InvalidParams);
  EXPECT_THROW(required_member<std::int64_t>(json, "huge"), InvalidParams);
  EXPECT_THROW(required_member<std::int64_t>(json, "real"), InvalidParams);
  EXPECT_THROW(required_member<std::int64_t>(json, "missing"), InvalidParams);
  EXPECT_THROW(required_member<std::int64_t>(Json::array(), "fine"), InvalidParams);
}

TEST(JsonRpc, DecodesRequestsNotificationsAndResponses) {
  const auto request = std::get<Request>(decode(R"({"jsonrpc":"2.0","id":"a","method":"m","params":{"x":1}})"));
  EXPECT_EQ(request.id, RequestId("a"));
  EXPECT_EQ(request.method, "m");
  EXPECT_EQ(request.params, Json({{"x", 1}}));

  const auto notification = std::get<Notification>(decode(R"({"jsonrpc":"2.0","method":"m"})"));
  EXPECT_TRUE(notification.params.is_null());

  const auto response = std::get<Response>(decode(R"({"jsonrpc":"2.0","id":3,"result":null})"));
  EXPECT_EQ(response.id, RequestId(3));
  EXPECT_TRUE(std::holds_alternative<Json>(response.outcome));

  const auto failed = std::get<Response>(decode(R"({"jsonrpc":"2.0","id":3,"error":{"code":-32601,"message":"no"}})"));
  EXPECT_EQ(std::get<ResponseError>(failed.outcome).code, ErrorCode::MethodNotFound);
}

struct InvalidMessage {
  const char* text;
  std::optional<RequestId> id;
};

TEST(JsonRpc, RefusesWhatIsNoMessageWithItsIdIfThereIsOne) {
  const InvalidMessage messages[] = {
      {"[]", {}},
      {"7", {}},
      {R"({"id":1,"method":"m"})", RequestId(1)},
      {R"({"jsonrpc":"1.0","id":1,"method":"m"})", RequestId(1)},
      {R"({"jsonrpc":"2.0","id":1})", RequestId(1)},
      {R"({"jsonrpc":"2.0","id":"x","method":5})", RequestId("x")},
      {R"({"jsonrpc":"2.0","id":null,"method":"m"})", {}},
      {R"({"jsonrpc":"2.0","id":1.5,"method":"m"})", {}},
      {R"({"jsonrpc":"2.0","id":18446744073709551615,"method":"m"})", {}},
      {R"({"jsonrpc":"2.0","id":2,"method":"m","params":"text"})", RequestId(2)},
      {R"({"jsonrpc":"2.0","method":"m","params":5})", {}},
      {R"([{"jsonrpc":"2.0","id":1,"method":"m"}])", {}},
  };
  for (const InvalidMessage& message : messages) {
    const auto decoded = decode(message.text);
    ASSERT_TRUE(std::holds_alternative<MalformedMessage>(decoded)) << message.text;
    EXPECT_EQ(std::get<MalformedMessage>(decoded).error.code, ErrorCode::InvalidRequest) << message.text;
    EXPECT_EQ(std::get<MalformedMessage>(decoded).id, message.id) << message.text;
  }
}

TEST(JsonRpc, AMalformedResponseIsNotSomethingToAnswer) {
  for (const char* text : {R"({"jsonrpc":"2.0","error":7})", R"({"jsonrpc":"2.0","id":null,"result":1})",
                           R"({"error":{"code":"x"}})", R"({"jsonrpc":"2.0","id":[],"error":{"code":1e30}})"}) {
    EXPECT_TRUE(std::holds_alternative<Response>(decode(text))) << text;
  }
}

TEST(JsonRpc, Encodes) {
  EXPECT_EQ(encode(Request{1, "m", Json::array()}),
            Json::parse(R"({"jsonrpc":"2.0","id":1,"method":"m","params":[]})"));
  EXPECT_EQ(encode(Notification{"m", nullptr}), Json::parse(R"({"jsonrpc":"2.0","method":"m"})"));
  EXPECT_EQ(encode(Response{RequestId("a"), "m", Json(nullptr)}),
            Json::parse(R"({"jsonrpc":"2.0","id":"a","result":null})"));
  EXPECT_EQ(encode(Response{std::nullopt, "", ResponseError{ErrorCode::ParseError, "bad"}}),
            Json::parse(R"({"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"bad"}})"));
}

} // namespace
} // namespace vouch::protocol
