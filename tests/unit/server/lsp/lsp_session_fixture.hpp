#pragma once

#include "tests/support/in_process_server.hpp"
#include "tests/support/toy_verification.hpp"

#include <gtest/gtest.h>

namespace vouch::server {

using vouch::test::InProcessServer;
using vouch::test::Json;
using vouch::test::LspClient;
using vouch::test::services_of;
using vouch::test::ToyVerification;

inline constexpr const char* uri = "file:///tmp/a.c";
inline constexpr const char* header_uri = "file:///tmp/a.h";

/// Conversations with a server in this process that verifies by looking for words.
class LspSessionTest : public ::testing::Test {
protected:
  static LspOptions quick_options() {
    LspOptions options;
    options.change_pause = std::chrono::milliseconds(20);
    options.progress_delay = std::chrono::milliseconds(1);
    return options;
  }

  ~LspSessionTest() override { EXPECT_EQ(client.violations(), std::vector<std::string>()); }

  int error_code(int request) { return client.response(request).at("error").at("code").get<int>(); }

  /// The params of the next `vouch/status` with that state.
  Json status(const char* state) {
    const auto is_wanted = [&](const Json& message) {
      return message.value("method", "") == "vouch/status" && message["params"]["state"] == state;
    };
    return client.next(is_wanted, std::string("status ") + state).value("params", Json::object());
  }

  /// Answers of the server to whatever was sent before have all arrived when this returns.
  void synchronize() { EXPECT_EQ(error_code(client.request("test/nothing", Json::object())), -32601); }

  /// How often the engine was stopped, once that has settled: it notices some time after nobody is interested any more.
  int stops(int expected) {
    const auto end = std::chrono::steady_clock::now() + LspClient::patience;
    while (toy.stopped_early < expected && std::chrono::steady_clock::now() < end) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return toy.stopped_early;
  }

  static Json document(const char* document_uri) { return {{"textDocument", {{"uri", document_uri}}}}; }

  ToyVerification toy;
  InProcessServer server{services_of(toy), quick_options()};
  LspClient& client = server.client();
};

} // namespace vouch::server
