#include "tests/unit/server/lsp/lsp_session_fixture.hpp"

namespace vouch::server {
namespace {

TEST_F(LspSessionTest, LifeCycle) {
  EXPECT_EQ(error_code(client.request("textDocument/hover", document(uri))), -32002);
  client.open(uri, "assert(0)"); // dropped: not initialized
  const Json result = client.initialize();
  EXPECT_EQ(result["serverInfo"]["version"], "test");
  EXPECT_EQ(result["capabilities"]["positionEncoding"], "utf-16");
  EXPECT_EQ(error_code(client.request("initialize", {{"capabilities", Json::object()}})), -32600);
  EXPECT_TRUE(client.response(client.request("shutdown", nullptr)).at("result").is_null());
  EXPECT_EQ(error_code(client.request("textDocument/hover", document(uri))), -32600);
  client.notify("exit", nullptr);
  EXPECT_EQ(server.exit_status(), 0);
  EXPECT_EQ(client.count("textDocument/publishDiagnostics"), 0U);
}

TEST_F(LspSessionTest, ExitWithoutShutdownIsStatusOne) {
  client.initialize();
  client.notify("exit", nullptr);
  EXPECT_EQ(server.exit_status(), 1);
}

TEST_F(LspSessionTest, ExitBeforeInitializeIsStatusOne) {
  client.notify("exit", nullptr);
  EXPECT_EQ(server.exit_status(), 1);
}

TEST_F(LspSessionTest, EndOfInputEndsTheSessionEvenInTheMiddleOfARun) {
  client.initialize();
  client.open(uri, "slow");
  status("running");
  client.close_input();
  EXPECT_EQ(server.exit_status(), 1);
  EXPECT_EQ(toy.stopped_early, 1);
}

TEST_F(LspSessionTest, AnInitializeThatIsRefusedCanBeRepeated) {
  EXPECT_EQ(error_code(client.request("initialize", Json::object())), -32602);
  EXPECT_TRUE(client.initialize().contains("capabilities"));
}

TEST_F(LspSessionTest, OpeningShowsTheViolationWithItsTrace) {
  client.initialize();
  client.open(uri, "int main(void) {\n  assert(0);\n}\n", 7);
  const Json diagnostics = client.diagnostics(uri, 7);
  ASSERT_EQ(diagnostics.size(), 1U);
  EXPECT_EQ(diagnostics[0]["severity"], 1);
  EXPECT_EQ(diagnostics[0]["code"], "assert");
  EXPECT_EQ(diagnostics[0]["source"], "vouch");
  EXPECT_EQ(diagnostics[0]["range"]["start"], Json({{"line", 1}, {"character", 2}}));
  EXPECT_EQ(diagnostics[0]["range"]["end"], Json({{"line", 1}, {"character", 11}}));
  EXPECT_EQ(diagnostics[0]["relatedInformation"].size(), 3U);
}

TEST_F(LspSessionTest, FixingAndSavingMakesItVanish) {
  client.initialize();
  client.open(uri, "assert(0)");
  EXPECT_EQ(client.diagnostics(uri, 1).size(), 1U);
  client.notify(
      "textDocument/didChange",
      {{"textDocument", {{"uri", uri}, {"version", 2}}},
       {"contentChanges",
        Json::array({{{"range", {{"start", {{"line", 0}, {"character", 7}}}, {"end", {{"line", 0}, {"character", 8}}}}},
                      {"text", "1"}}})}});
  client.save(uri);
  EXPECT_EQ(client.diagnostics(uri, 2), Json::array());
}

TEST_F(LspSessionTest, WithoutSavingNothingIsVerified) {
  client.initialize();
  client.open(uri, "");
  client.diagnostics(uri, 1);
  client.replace_all(uri, "assert(0)", 2);
  status("stale");
  std::this_thread::sleep_for(std::chrono::milliseconds(60));
  synchronize();
  EXPECT_EQ(client.count("textDocument/publishDiagnostics"), 1U);
}

TEST_F(LspSessionTest, OnChangeVerifiesAfterAPauseAndOnlyTheLastText) {
  client.initialize(LspClient::default_capabilities(), {{"verifyOn", "change"}});
  client.open(uri, "");
  client.diagnostics(uri, 1);
  for (int version = 2; version <= 20; ++version) {
    client.replace_all(uri, version == 20 ? "assert(0)" : "", version);
  }
  EXPECT_EQ(client.diagnostics(uri, 20).size(), 1U);
  EXPECT_LE(toy.started, 3) << "19 edits in a row are one pause, on a slow machine two";
}

TEST_F(LspSessionTest, AnEditStopsTheRunAndItsResultIsNeverPublished) {
  client.initialize();
  client.open(uri, "slow");
  status("running");
  client.replace_all(uri, "assert(0)", 2);
  client.save(uri);
  EXPECT_EQ(client.diagnostics(uri, 2).size(), 1U);
  EXPECT_EQ(client.count("textDocument/publishDiagnostics"), 1U);
  EXPECT_EQ(stops(1), 1);
}

TEST_F(LspSessionTest, ARunThatDoesNotListenIsStaleAllTheSame) {
  client.initialize();
  client.open(uri, "stubborn assert(0)");
  status("running");
  client.replace_all(uri, "", 2);
  client.save(uri);
  EXPECT_EQ(client.diagnostics(uri, 2), Json::array());
  EXPECT_EQ(client.count("textDocument/publishDiagnostics"), 1U);
}

TEST_F(LspSessionTest, RequestsAreAnsweredWhileVerifying) {
  client.initialize();
  client.open(uri, "stubborn");
  status("running");
  const auto begin = std::chrono::steady_clock::now();
  synchronize();
  EXPECT_LT(std::chrono::steady_clock::now() - begin, ToyVerification::stubborn_time);
  EXPECT_EQ(client.count("textDocument/publishDiagnostics"), 0U) << "the run had not ended";
}

TEST_F(LspSessionTest, BrokenCShowsClangsErrorsInsteadOfVerdicts) {
  client.initialize();
  client.open(uri, "assert(0)");
  EXPECT_EQ(client.diagnostics(uri, 1).at(0).at("code"), "assert");
  client.replace_all(uri, "assert(0) broken", 2);
  client.save(uri);
  const Json diagnostics = client.diagnostics(uri, 2);
  ASSERT_EQ(diagnostics.size(), 1U);
  EXPECT_EQ(diagnostics[0]["code"], "clang");
  EXPECT_EQ(diagnostics[0]["range"]["start"]["character"], 10);
  const Json broken = status("doesNotCompile");
  EXPECT_FALSE(broken.contains("verdict"));
  EXPECT_EQ(broken["functions"][0]["state"], "stale"); // as it was last known
}

TEST_F(LspSessionTest, UndecidedIsInformation) {
  client.initialize();
  client.open(uri, "undecided");
  const Json diagnostics = client.diagnostics(uri, 1);
  ASSERT_EQ(diagnostics.size(), 1U);
  EXPECT_EQ(diagnostics[0]["severity"], 3);
  EXPECT_EQ(diagnostics[0]["message"], "`main` not decided: refinement stuck");
}

TEST_F(LspSessionTest, TheBudgetIsASetting) {
  client.initialize(LspClient::default_capabilities(), {{"budgetSeconds", 0.05}});
  client.open(uri, "slow");
  EXPECT_EQ(client.diagnostics(uri, 1).at(0).at("message"), "`main` not decided: timeout");
}

TEST_F(LspSessionTest, ClosingClearsAndStops) {
  client.initialize();
  client.open(uri, "assert(0)");
  client.diagnostics(uri, 1);
  client.close(uri);
  EXPECT_EQ(client.diagnostics(uri, std::nullopt), Json::array());
  client.open(uri, "slow", 1);
  status("running");
  client.close(uri);
  EXPECT_EQ(client.diagnostics(uri, std::nullopt), Json::array());
  client.save(uri);
  client.replace_all(uri, "", 3);
  client.close(uri);
  synchronize();
  EXPECT_EQ(client.count("textDocument/publishDiagnostics"), 3U);
}

TEST_F(LspSessionTest, EncodingsAreNegotiated) {
  const std::pair<const char*, int> expected[] = {{"utf-8", 10}, {"utf-16", 8}, {"utf-32", 7}};
  for (const auto& [encoding, column] : expected) {
    InProcessServer other(services_of(toy), quick_options());
    Json capabilities = LspClient::default_capabilities();
    capabilities["general"]["positionEncodings"] = {"utf-7", encoding, "utf-16"};
    EXPECT_EQ(other.client().initialize(capabilities)["capabilities"]["positionEncoding"], encoding);
    other.client().open(uri, "/* 😀 */assert(0)");
    EXPECT_EQ(other.client().diagnostics(uri, 1).at(0)["range"]["start"]["character"], column) << encoding;
  }
}

TEST_F(LspSessionTest, MalformedInputIsAnsweredAndSurvived) {
  client.initialize();
  for (const char* body :
       {"{", "", "nonsense", "\xff", "{\"a\":1}", "[]", "[[[[", "null", "{\"jsonrpc\":\"2.0\",\"id\":{}}"}) {
    client.send_body(body);
  }
  client.notify("textDocument/didOpen", {{"textDocument", 7}});
  client.notify("textDocument/didChange", Json::array());
  client.notify("no/such/notification", Json::object());
  client.notify("$/setTrace", {{"value", "off"}});
  EXPECT_EQ(error_code(client.request("workspace/executeCommand", {{"command", 1}})), -32602);
  client.open(uri, "assert(0)");
  EXPECT_EQ(client.diagnostics(uri, 1).size(), 1U);
  std::size_t errors = 0;
  for (const Json& message : client.received()) {
    errors += message.contains("error") && message["id"].is_null() ? 1 : 0;
  }
  EXPECT_EQ(errors, 9U);
}

TEST_F(LspSessionTest, ABrokenHeaderEndsTheSessionWithAnError) {
  client.initialize();
  client.send_bytes("Content-Length: many\r\n\r\n{}");
  EXPECT_EQ(server.exit_status(), 1);
  EXPECT_EQ(client.received().back()["error"]["code"], -32700);
}

TEST_F(LspSessionTest, EveryByteOnItsOwn) {
  client.chunk = 1;
  client.initialize();
  client.open(uri, "/* é😀 */assert(0)");
  EXPECT_EQ(client.diagnostics(uri, 1).size(), 1U);
}

TEST_F(LspSessionTest, ProgressForLongRunsOnlyAndWithCancel) {
  Json capabilities = LspClient::default_capabilities();
  capabilities["window"]["workDoneProgress"] = true;
  client.initialize(capabilities);
  client.open(uri, "slow");
  const Json begin = client.notification("$/progress");
  EXPECT_EQ(begin["value"]["kind"], "begin");
  EXPECT_EQ(begin["value"]["title"], "Verifying a.c");
  EXPECT_EQ(begin["value"]["cancellable"], true);
  EXPECT_EQ(client.notification("$/progress")["value"]["kind"], "report");
  client.notify("window/workDoneProgress/cancel", {{"token", begin["token"]}});
  status("cancelled");
  const auto is_end = [](const Json& message) {
    return message.value("method", "") == "$/progress" && message["params"]["value"]["kind"] == "end";
  };
  EXPECT_EQ(client.next(is_end, "the end of the progress")["params"]["token"], begin["token"]);
  synchronize();
  EXPECT_EQ(client.count("textDocument/publishDiagnostics"), 0U);
  EXPECT_EQ(client.count("window/workDoneProgress/create"), 1U);
}

TEST_F(LspSessionTest, ProgressNeedsTheClientsSupport) {
  client.initialize();
  client.open(uri, "stubborn");
  client.diagnostics(uri, 1);
  EXPECT_EQ(client.count("window/workDoneProgress/create"), 0U);
  EXPECT_EQ(client.count("$/progress"), 0U);
}

TEST_F(LspSessionTest, VerifyOnRequestAndItsCancellation) {
  client.initialize(LspClient::default_capabilities(), {{"verifyOn", "manual"}});
  client.open(uri, "assert(0)");
  synchronize();
  EXPECT_EQ(toy.started, 0);
  const Json result = client.response(client.request("vouch/verify", document(uri))).at("result");
  EXPECT_EQ(result["state"], "finished");
  EXPECT_EQ(result["verdict"], "violated");
  EXPECT_EQ(result["verdictVersion"], 1);
  EXPECT_EQ(result["functions"][0]["name"], "main");

  client.replace_all(uri, "slow", 2);
  const int cancelled = client.request("vouch/verify", document(uri));
  status("running");
  client.notify("$/cancelRequest", {{"id", cancelled}});
  EXPECT_EQ(error_code(cancelled), -32800);
  status("cancelled");

  const int overtaken = client.request("vouch/verify", document(uri));
  client.replace_all(uri, "", 3);
  EXPECT_EQ(error_code(overtaken), -32801);

  EXPECT_EQ(error_code(client.request("vouch/verify", document("file:///tmp/other.c"))), -32602);
}

TEST_F(LspSessionTest, TwoWhoWaitGetTheSameRun) {
  client.initialize(LspClient::default_capabilities(), {{"verifyOn", "manual"}});
  client.open(uri, "stubborn");
  const int first = client.request("vouch/verify", document(uri));
  const int second = client.request("vouch/verify", document(uri));
  client.notify("$/cancelRequest", {{"id", first}});
  EXPECT_EQ(error_code(first), -32800);
  EXPECT_EQ(client.response(second)["result"]["verdict"], "safe");
  EXPECT_EQ(toy.started, 1);
}

TEST_F(LspSessionTest, ShutdownEndsWhatIsUnderWay) {
  client.initialize(LspClient::default_capabilities(), {{"verifyOn", "manual"}});
  client.open(uri, "slow");
  const int waiting = client.request("vouch/verify", document(uri));
  client.response(client.request("shutdown", nullptr));
  EXPECT_EQ(error_code(waiting), -32800);
  client.notify("exit", nullptr);
  EXPECT_EQ(server.exit_status(), 0);
}

TEST_F(LspSessionTest, Commands) {
  client.initialize(LspClient::default_capabilities(), {{"verifyOn", "manual"}});
  client.open(uri, "slow");
  const auto command = [](const char* name, const Json& arguments) {
    return Json{{"command", name}, {"arguments", arguments}};
  };
  EXPECT_TRUE(client.response(client.request("workspace/executeCommand", command("vouch.verify", Json::array({uri}))))
                  .contains("result"));
  status("running");
  client.response(client.request("workspace/executeCommand", command("vouch.cancel", Json::array({"file:///x.c"}))));
  EXPECT_TRUE(
      client.response(client.request("workspace/executeCommand", {{"command", "vouch.cancel"}})).contains("result"));
  status("cancelled");
  EXPECT_EQ(error_code(client.request("workspace/executeCommand", {{"command", "rm"}})), -32602);
}

TEST_F(LspSessionTest, SettingsCanChangeAndAreAskedFor) {
  Json capabilities = LspClient::default_capabilities();
  capabilities["workspace"] = {{"configuration", true}, {"didChangeConfiguration", {{"dynamicRegistration", true}}}};
  client.answers["workspace/configuration"] = Json::array({{{"verifyOn", "manual"}}});
  client.initialize(capabilities);
  const auto is_registration = [](const Json& message) {
    return message.value("method", "") == "client/registerCapability";
  };
  EXPECT_EQ(client.next(is_registration, "a registration")["params"]["registrations"][0]["method"],
            "workspace/didChangeConfiguration");
  const auto is_question = [](const Json& message) { return message.value("method", "") == "workspace/configuration"; };
  client.next(is_question, "a question for the settings");
  synchronize(); // so the answer has arrived
  client.open(uri, "assert(0)");
  synchronize();
  EXPECT_EQ(toy.started, 0);
  client.notify("workspace/didChangeConfiguration", {{"settings", {{"vouch", {{"verifyOn", "save"}}}}}});
  EXPECT_EQ(client.diagnostics(uri, 1).size(), 1U);
  client.notify("workspace/didChangeConfiguration", {{"settings", {{"vouch", {{"verifyOn", "sometimes"}}}}}});
  EXPECT_NE(client.notification("window/showMessage")["message"].get<std::string>().find("verifyOn"),
            std::string::npos);
  client.notify("workspace/didChangeConfiguration", {{"settings", {{"vouch", {{"budgetSeconds", 7}}}}}});
  EXPECT_EQ(client.diagnostics(uri, 1).size(), 1U) << "another budget may give another verdict";
}

TEST_F(LspSessionTest, HeadersBelongToTheSourcesThatMayIncludeThem) {
  client.initialize();
  client.open(header_uri, "assert(0)");
  client.open(uri, "slow");
  status("running");
  client.replace_all(header_uri, "assert(1)", 2);
  status("stale");
  client.replace_all(uri, "assert(0)", 2);
  client.save(header_uri);
  EXPECT_EQ(client.diagnostics(uri, 2).size(), 1U);
  synchronize();
  EXPECT_EQ(stops(1), 1) << "an unsaved header ends the run that has read it";
  EXPECT_EQ(client.count("textDocument/publishDiagnostics"), 1U) << "headers have no diagnostics of their own";
}

TEST_F(LspSessionTest, SeveralDocuments) {
  client.initialize();
  client.open("file:///tmp/1.c", "slow");
  status("running");
  client.open("file:///tmp/2.c", "assert(0)");
  client.open("file:///tmp/3.c", "");
  client.close("file:///tmp/1.c");
  EXPECT_EQ(client.diagnostics("file:///tmp/2.c", 1).size(), 1U);
  EXPECT_EQ(client.diagnostics("file:///tmp/3.c", 1).size(), 0U);
}

TEST_F(LspSessionTest, OnlyCFilesAreVerified) {
  client.initialize();
  client.open("untitled:1", "assert(0)");
  client.notify(
      "textDocument/didOpen",
      {{"textDocument", {{"uri", "file:///tmp/a.cpp"}, {"languageId", "cpp"}, {"version", 1}, {"text", ""}}}});
  client.open(uri, "");
  client.diagnostics(uri, 1);
  EXPECT_EQ(toy.started, 1);
}

TEST_F(LspSessionTest, TextThatCannotBeUtf8ComesBackAsUtf8) {
  client.initialize();
  const int request = client.request("no/\xc3\xa9/such", Json::object());
  EXPECT_EQ(error_code(request), -32601);
  client.open("file:///tmp/%FF.c", "assert(0)"); // a path that is not UTF-8
  EXPECT_EQ(client.diagnostics("file:///tmp/%FF.c", 1).size(), 1U);
}

TEST_F(LspSessionTest, AnEngineThatFailsIsToldToTheUserAndTheSessionGoesOn) {
  client.initialize();
  client.open(uri, "throws");
  EXPECT_EQ(client.diagnostics(uri, 1).at(0).at("message"), "not decided: internal error: the toy is broken");
  client.replace_all(uri, "", 2);
  client.save(uri);
  EXPECT_EQ(client.diagnostics(uri, 2).size(), 0U);
}

} // namespace
} // namespace vouch::server
