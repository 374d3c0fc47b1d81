#include "server/support/temporary_folder.hpp"
#include "tests/unit/server/lsp/lsp_session_fixture.hpp"

namespace vouch::server {
namespace {

TEST_F(LspSessionTest, GenerationsGrowAndStatesFollowTheRun) {
  client.initialize();
  client.open(uri, "assert(0)");
  const Json queued = status("queued");
  const Json running = status("running");
  const Json finished = status("finished");
  EXPECT_LT(queued["generation"], running["generation"]);
  EXPECT_LT(running["generation"], finished["generation"]);
  EXPECT_EQ(finished["functions"][0]["state"], "violated");
  client.replace_all(uri, "\n\nassert(0)", 2);
  const Json stale = status("stale");
  EXPECT_LT(finished["generation"], stale["generation"]);
  EXPECT_EQ(stale["verdictVersion"], 1);
  EXPECT_EQ(stale["functions"][0]["state"], "stale");
  EXPECT_EQ(stale["functions"][0]["verdict"], "violated");
  EXPECT_EQ(stale["functions"][0]["range"]["start"]["line"], 2); // moves along
}

TEST_F(LspSessionTest, EditsThatArriveTogetherAreToldOfTogether) {
  client.initialize();
  client.open(uri, "assert(0)");
  status("finished");
  const std::size_t before = client.count("vouch/status");
  std::string edits;
  constexpr int last = 50;
  for (int version = 2; version <= last; ++version) {
    const Json edit = {{"textDocument", {{"uri", uri}, {"version", version}}},
                       {"contentChanges", {{{"text", "assert(" + std::to_string(version) + ")"}}}}};
    const std::string body = Json{{"jsonrpc", "2.0"}, {"method", "textDocument/didChange"}, {"params", edit}}.dump();
    edits += "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
  }
  client.send_bytes(edits);
  while (status("stale")["version"] != last) {
  }
  EXPECT_LE(client.count("vouch/status") - before, 10U); // two, unless a read takes only a part of what is written
}

TEST_F(LspSessionTest, WhatIsDecidedIsShownBeforeTheRunIsOver) {
  client.initialize();
  client.open(uri, "half assert(0)");
  EXPECT_EQ(client.diagnostics(uri, 1).size(), 1U);
  const auto is_partial = [](const Json& message) {
    return message.value("method", "") == "vouch/status" && message["params"]["functions"].size() == 2;
  };
  const Json functions = client.next(is_partial, "a partial status")["params"]["functions"];
  EXPECT_EQ(functions[0]["state"], "violated");
  EXPECT_EQ(functions[1]["state"], "running");
}

TEST_F(LspSessionTest, LensesSayTheStatusAndWhatCanBeDone) {
  client.initialize(LspClient::default_capabilities(), {{"stepThrough", true}});
  const auto titles = [&] {
    std::vector<std::string> result;
    const Json response = client.response(client.request("textDocument/codeLens", document(uri)));
    for (const Json& lens : response["result"]) {
      result.push_back(lens["command"]["title"]);
    }
    return result;
  };
  EXPECT_EQ(titles(), std::vector<std::string>());
  client.open(uri, "slow");
  EXPECT_EQ(status("running")["version"], 1);
  client.replace_all(uri, "", 2);
  client.save(uri);
  EXPECT_EQ(status("finished")["verdict"], "safe");
  EXPECT_EQ(titles(), std::vector<std::string>{"proved · 1 check"});
  client.replace_all(uri, "assert(0)", 3);
  EXPECT_EQ(titles(), std::vector<std::string>{"out of date · was proved"});
}

TEST_F(LspSessionTest, MoreTimeIsThreeTimesAsMuch) {
  client.initialize(LspClient::default_capabilities(), {{"budgetSeconds", 0.02}});
  client.open(uri, "slow");
  EXPECT_EQ(status("finished")["reason"], "timeout");
  const Json lenses = client.response(client.request("textDocument/codeLens", document(uri)))["result"];
  ASSERT_EQ(lenses.size(), 2U);
  EXPECT_EQ(lenses[0]["command"]["title"], "unknown: timeout");
  EXPECT_EQ(lenses[1]["command"]["title"], "give it more time");
  const Json command = lenses[1]["command"];
  client.request("workspace/executeCommand", {{"command", command["command"]}, {"arguments", command["arguments"]}});
  EXPECT_EQ(status("finished")["reason"], "timeout");
  EXPECT_EQ(toy.longest_budget, 60U);
}

TEST_F(LspSessionTest, PulledDiagnosticsWaitForTheVerdict) {
  const Json capabilities = client.initialize(LspClient::default_capabilities(), {{"pullDiagnostics", true}});
  EXPECT_EQ(capabilities["capabilities"]["diagnosticProvider"]["interFileDependencies"], true);
  client.open(uri, "stubborn assert(0)");
  const Json first = client.response(client.request("textDocument/diagnostic", document(uri)))["result"];
  EXPECT_EQ(first["kind"], "full");
  EXPECT_EQ(first["items"].size(), 1U);
  Json again = document(uri);
  again["previousResultId"] = first["resultId"];
  EXPECT_EQ(client.response(client.request("textDocument/diagnostic", again))["result"]["kind"], "unchanged");
}

TEST_F(LspSessionTest, APullThatAnEditOvertakesIsToBeRepeated) {
  client.initialize();
  client.open(uri, "slow");
  const int pull = client.request("textDocument/diagnostic", document(uri));
  EXPECT_EQ(status("running")["version"], 1);
  client.replace_all(uri, "assert(0)", 2);
  const Json error = client.response(pull)["error"];
  EXPECT_EQ(error["code"], -32802);
  EXPECT_EQ(error["data"]["retriggerRequest"], true);
}

TEST_F(LspSessionTest, ActionsOfAViolation) {
  Json capabilities = LspClient::default_capabilities();
  capabilities["textDocument"]["codeAction"]["codeActionLiteralSupport"] = {
      {"codeActionKind", {{"valueSet", {"quickfix"}}}}};
  client.initialize(capabilities);
  client.open(uri, "int main(void) {\n  assert(0);\n}\n");
  const Json diagnostic = client.diagnostics(uri, 1).at(0);
  EXPECT_EQ(diagnostic["data"]["function"], "main");
  Json params = document(uri);
  params["range"] = diagnostic["range"];
  params["context"] = {{"diagnostics", {diagnostic}}, {"only", {"quickfix"}}};
  const Json actions = client.response(client.request("textDocument/codeAction", params))["result"];
  ASSERT_EQ(actions.size(), 1U);
  EXPECT_EQ(actions[0]["title"], "Accept this violation, with a reason");
  EXPECT_EQ(actions[0]["diagnostics"][0], diagnostic);
  const Json edit = actions[0]["edit"]["changes"][uri][0];
  EXPECT_EQ(edit["newText"], "  // vouch: accept(assert): \n");
  EXPECT_EQ(edit["range"]["start"], (Json{{"line", 1}, {"character", 0}}));
}

TEST_F(LspSessionTest, AViolationThatIsAcceptedWithAReasonIsAHint) {
  client.initialize();
  client.open(uri, "int main(void) {\n  assert(0); // vouch: accept(assert): only the simulator\n}\n");
  const Json diagnostic = client.diagnostics(uri, 1).at(0);
  EXPECT_EQ(diagnostic["severity"], 4);
  EXPECT_NE(diagnostic["message"].get<std::string>().find("only the simulator"), std::string::npos);
  EXPECT_EQ(status("finished")["functions"][0]["state"], "assumed");
}

TEST_F(LspSessionTest, LensesAreRefreshedWhenTheClientCan) {
  Json capabilities = LspClient::default_capabilities();
  capabilities["workspace"]["codeLens"]["refreshSupport"] = true;
  client.initialize(capabilities);
  client.open(uri, "");
  const auto is_refresh = [](const Json& message) {
    return message.value("method", "") == "workspace/codeLens/refresh";
  };
  EXPECT_FALSE(client.next(is_refresh, "a refresh").empty());
}

TEST_F(LspSessionTest, TheRunOfAViolationIsATree) {
  const TemporaryFolder folder;
  LspOptions options = quick_options();
  options.traces_folder = folder.path().string();
  InProcessServer keeping(services_of(toy), options);
  LspClient& editor = keeping.client();
  editor.initialize();
  editor.open(uri, "assert(0)");
  const std::string trace = editor.diagnostics(uri, 1).at(0).at("data").at("trace");
  const auto ask = [&](const Json& params) { return editor.response(editor.request("vouch/run", params)); };
  const Json run = ask({{"uri", uri}, {"trace", trace}})["result"];
  EXPECT_EQ(run["trace"], trace);
  ASSERT_EQ(run["nodes"].size(), 3U);
  EXPECT_EQ(run["nodes"][0]["text"], "x = nondet()");
  EXPECT_EQ(run["nodes"][0]["values"], Json::array({{{"name", "x"}, {"value", "3"}}}));
  EXPECT_EQ(run["nodes"][1]["kind"], "branch");
  EXPECT_EQ(run["nodes"][1]["values"], Json::array()) << "told before";
  EXPECT_EQ(run["nodes"][1]["because"], Json::array({{{"name", "x"},
                                                      {"value", "3"},
                                                      {"from", "write"},
                                                      {"step", 1},
                                                      {"text", "x = 3, written by step 1: x = nondet()"}}}));
  EXPECT_FALSE(run["nodes"][0].contains("because"));
  EXPECT_EQ(run["nodes"][2]["kind"], "violation");
  EXPECT_EQ(run["nodes"][2]["uri"], uri);
  const auto table = [&](const Json& params) {
    return editor.response(editor.request("vouch/runTable", params))["result"];
  };
  const Json by_default = table({{"uri", uri}, {"trace", trace}});
  EXPECT_EQ(by_default["variables"], Json::array({"x"}));
  EXPECT_EQ(by_default["columns"], Json::array({"x"}));
  ASSERT_EQ(by_default["rows"].size(), 3U);
  EXPECT_EQ(by_default["rows"][0]["cells"], Json::array({{{"value", "3"}, {"changed", true}}}));
  EXPECT_EQ(by_default["rows"][2]["cells"], Json::array({{{"value", "3"}, {"changed", false}}}));
  EXPECT_EQ(by_default["rows"][1]["kind"], "branch");
  const Json chosen = table({{"uri", uri}, {"trace", trace}, {"variables", {"y"}}});
  EXPECT_EQ(chosen["rows"][0]["cells"], Json::array({nullptr}));
  for (const Json& params : {Json{{"uri", uri}, {"trace", "none"}}, Json{{"uri", uri}},
                             Json{{"uri", "file:///nowhere.c"}, {"trace", trace}}}) {
    EXPECT_EQ(ask(params)["error"]["code"], -32602) << params;
  }
}

} // namespace
} // namespace vouch::server
