#include "protocol/lsp_diagnostic.hpp"
#include "protocol/lsp_lifecycle.hpp"
#include "protocol/lsp_window.hpp"

#include <gtest/gtest.h>

namespace vouch::protocol {
namespace {

TEST(LspTypes, InitializeParamsFromARealClient) {
  const Json json = Json::parse(R"({
    "processId": 42, "clientInfo": {"name": "Neovim", "version": "0.7.2"}, "rootUri": null,
    "initializationOptions": {"budgetSeconds": 5},
    "capabilities": {
      "general": {"positionEncodings": ["utf-8", "utf-16"]},
      "workspace": {"configuration": true, "didChangeConfiguration": {"dynamicRegistration": false}},
      "window": {"workDoneProgress": true},
      "textDocument": {"publishDiagnostics": {"relatedInformation": true, "tagSupport": {"valueSet": [1, 2]}}}}})");
  const auto params = json.get<InitializeParams>();
  EXPECT_EQ(params.process_id, 42);
  EXPECT_EQ(params.client_name, "Neovim");
  EXPECT_EQ(params.capabilities.position_encodings, (std::vector<std::string>{"utf-8", "utf-16"}));
  EXPECT_EQ(params.capabilities.configuration, Support::Yes);
  EXPECT_EQ(params.capabilities.configuration_registration, Support::No);
  EXPECT_EQ(params.capabilities.work_done_progress, Support::Yes);
  EXPECT_EQ(params.capabilities.related_information, Support::Yes);
  EXPECT_EQ(params.initialization_options.at("budgetSeconds"), 5);
}

TEST(LspTypes, CapabilitiesOfTheWrongTypeAreAbsentOnes) {
  const Json json =
      Json::parse(R"({"processId": null, "capabilities": {"general": 7, "window": {"workDoneProgress": "yes"},
    "textDocument": null, "workspace": []}})");
  const auto params = json.get<InitializeParams>();
  EXPECT_FALSE(params.process_id);
  EXPECT_TRUE(params.capabilities.position_encodings.empty());
  EXPECT_EQ(params.capabilities.work_done_progress, Support::No);
  EXPECT_TRUE(params.initialization_options.is_null());
}

TEST(LspTypes, InitializeNeedsCapabilities) { EXPECT_THROW(Json::object().get<InitializeParams>(), InvalidParams); }

TEST(LspTypes, InitializeResult) {
  const Json json = InitializeResult{{PositionEncoding::Utf8, TextDocumentSyncKind::Incremental, {"a"}}, "vouch", "1"};
  EXPECT_EQ(json, Json::parse(R"({
    "capabilities": {"positionEncoding": "utf-8", "textDocumentSync": {"openClose": true, "change": 2, "save": {"includeText": true}},
                     "executeCommandProvider": {"commands": ["a"]}, "hoverProvider": true,
                     "codeLensProvider": {"resolveProvider": false}, "inlayHintProvider": true,
                     "codeActionProvider": {"codeActionKinds": ["quickfix", "refactor.rewrite", "source"]},
                     "workspace": {"workspaceFolders": {"supported": true, "changeNotifications": true}}},
    "serverInfo": {"name": "vouch", "version": "1"}})"));
}

TEST(LspTypes, ChangesWithAndWithoutRange) {
  const auto params = Json::parse(R"({"textDocument": {"uri": "file:///a.c", "version": 3}, "contentChanges": [
      {"range": {"start": {"line": 1, "character": 2}, "end": {"line": 3, "character": 4}}, "rangeLength": 9, "text": "x"},
      {"text": "all"}]})")
                          .get<DidChangeTextDocumentParams>();
  EXPECT_EQ(params.uri, "file:///a.c");
  EXPECT_EQ(params.version, 3);
  ASSERT_EQ(params.content_changes.size(), 2U);
  EXPECT_EQ(params.content_changes[0].range, (Range{{1, 2}, {3, 4}}));
  EXPECT_FALSE(params.content_changes[1].range);
}

TEST(LspTypes, ChangesMustBeAnArray) {
  EXPECT_THROW(Json::parse(R"({"textDocument": {"uri": "u", "version": 3}, "contentChanges": {"text": "x"}})")
                   .get<DidChangeTextDocumentParams>(),
               InvalidParams);
}

TEST(LspTypes, Diagnostics) {
  Diagnostic plain{{{0, 1}, {0, 2}}, DiagnosticSeverity::Hint, "", "vouch", "text", {}};
  EXPECT_EQ(Json(plain),
            Json::parse(R"({"range": {"start": {"line": 0, "character": 1}, "end": {"line": 0, "character": 2}},
    "severity": 4, "source": "vouch", "message": "text"})"));
  Diagnostic full = plain;
  full.code = "assert";
  full.related_information.push_back({{"file:///a.c", {}}, "here"});
  const Json params = PublishDiagnosticsParams{"file:///a.c", 7, {full}};
  EXPECT_EQ(params.at("version"), 7);
  EXPECT_EQ(params.at("diagnostics").at(0).at("code"), "assert");
  EXPECT_EQ(params.at("diagnostics").at(0).at("relatedInformation").at(0).at("message"), "here");
  EXPECT_FALSE(Json(PublishDiagnosticsParams{"file:///a.c", {}, {}}).contains("version"));
}

TEST(LspTypes, Progress) {
  EXPECT_EQ(Json(WorkDoneProgressCreateParams{"t"}), Json::parse(R"({"token": "t"})"));
  EXPECT_EQ(Json(WorkDoneProgressBegin{"t", "a", "b"}), Json::parse(R"({"token": "t", "value":
    {"kind": "begin", "title": "a", "cancellable": true, "message": "b"}})"));
  EXPECT_EQ(Json(WorkDoneProgressEnd{"t", "b"}),
            Json::parse(R"({"token": "t", "value": {"kind": "end", "message": "b"}})"));
}

} // namespace
} // namespace vouch::protocol
