#include "tests/dap/conversation.hpp"

#include <gmock/gmock.h>

namespace vouch::test {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

TEST_F(Conversation, StopsAtTheFirstStatementAndAtTheViolation) {
  EXPECT_EQ(start()["reason"], "entry");
  EXPECT_EQ(client().line(), 24);
  const Json end = client().move("continue");
  EXPECT_EQ(end["reason"], "exception");
  EXPECT_THAT(end["text"].get<std::string>(), HasSubstr("total != 20"));
  EXPECT_EQ(client().line(), line_of_the_violation);
  const Json info = client().ask("exceptionInfo", {{"threadId", 1}});
  EXPECT_EQ(info["exceptionId"], "assert");
  EXPECT_THAT(info["details"]["message"].get<std::string>(), HasSubstr("assert.md"));
  EXPECT_EQ(client().value("total"), "20");
}

TEST_F(Conversation, CanBeginAtTheViolationOrRunToIt) {
  EXPECT_EQ(start({{"stopAt", "violation"}})["reason"], "exception");
  EXPECT_EQ(client().line(), line_of_the_violation);
  DapProcess other;
  Json launch = program().launch();
  launch["stopOnEntry"] = false;
  EXPECT_EQ(other.client().start(launch)["reason"], "exception");
}

TEST_F(Conversation, StepsOverIntoAndOutOfCalls) {
  start();
  run_to(35);
  client().move("stepIn"); // the call itself is a step
  EXPECT_EQ(client().line(), 12);
  EXPECT_EQ(client().top_frame()["name"], "twice");
  client().move("stepOut");
  EXPECT_EQ(client().top_frame()["name"], "main");
  EXPECT_EQ(named(client().scope("Return value"), "twice()")["value"], "14");
  client().move("next");
  client().move("next");
  EXPECT_EQ(client().line(), 36);
  EXPECT_EQ(client().value("total"), "20");
  EXPECT_EQ(named(client().scope("Changed in this step"), "total")["value"], "20");
  client().move("next");
  EXPECT_EQ(client().line(), 37);
  EXPECT_EQ(client().value("f"), "6");
}

TEST_F(Conversation, StepsByLines) {
  start();
  run_to(39);
  client().move("next", {{"threadId", 1}, {"granularity", "line"}});
  EXPECT_EQ(client().line(), 40);
  client().move("stepBack", {{"threadId", 1}, {"granularity", "line"}});
  EXPECT_EQ(client().line(), 39);
  EXPECT_EQ(client().value("table[1]"), "2");
}

TEST_F(Conversation, GoesBackOverCallsAndToTheBeginning) {
  start();
  run_to(36);
  client().move("next");
  EXPECT_EQ(client().value("f"), "6");
  client().move("stepBack");
  EXPECT_EQ(client().line(), 36);
  EXPECT_THAT(client().value("f"), StartsWith("error: \"f\""));
  EXPECT_EQ(client().move("reverseContinue")["reason"], "entry");
  EXPECT_EQ(client().line(), 24);
  EXPECT_EQ(client().move("stepBack")["reason"], "entry");
}

TEST_F(Conversation, ShowsVariablesAsTheyAreDeclared) {
  start();
  run_to(39);
  const Json locals = client().scope("Locals");
  EXPECT_EQ(named(locals, "n")["value"], "7");
  EXPECT_EQ(named(locals, "n")["type"], "int");
  EXPECT_EQ(named(locals, "c")["value"], "GREEN");
  EXPECT_EQ(named(locals, "c")["type"], "enum colour");
  EXPECT_EQ(named(locals, "half")["value"], "10.0");
  EXPECT_EQ(named(locals, "text")["value"], "\"héy\"");
  EXPECT_EQ(named(locals, "p")["value"], "{x = 7, y = 2}");
  EXPECT_TRUE(named(locals, "fresh").is_null()) << "its block is left";
  const Json fields = client().children(named(locals, "p"));
  EXPECT_EQ(named(fields, "x")["value"], "7");
  EXPECT_EQ(named(fields, "x")["evaluateName"], "p.x");
}

TEST_F(Conversation, FollowsListsAndSplitsArrays) {
  start();
  run_to(39);
  Json list = named(client().scope("Locals"), "list");
  EXPECT_EQ(list["type"], "node_t *");
  for (const char* value : {"20", "10", "0"}) {
    const Json fields = client().children(list);
    EXPECT_EQ(named(fields, "value")["value"], value);
    list = named(fields, "next");
  }
  EXPECT_EQ(list["value"], "NULL");
  EXPECT_EQ(list["variablesReference"], 0);
  const Json table = named(client().scope("Globals"), "table");
  EXPECT_EQ(table["indexedVariables"], 300);
  const Json some = client().ask(
      "variables",
      {{"variablesReference", table["variablesReference"]}, {"filter", "indexed"}, {"start", 2}, {"count", 2}});
  ASSERT_EQ(some["variables"].size(), 2);
  EXPECT_EQ(some["variables"][0]["name"], "[2]");
  EXPECT_EQ(some["variables"][0]["value"], "3");
}

TEST_F(Conversation, WhatIsOverIsAnsweredWithNothing) {
  start();
  run_to(21);
  EXPECT_EQ(client().move("continue")["reason"], "breakpoint"); // in the second activation
  const Json frames = client().ask("stackTrace", {{"threadId", 1}})["stackFrames"];
  const Json innermost = {{"frameId", frames.front()["id"]}};
  const Json kept = named(client().scope("Locals"), "kept");
  ASSERT_NE(kept["variablesReference"], 0);
  client().move("reverseContinue");
  client().move("reverseContinue");
  const Json over = {{"variablesReference", kept["variablesReference"]}};
  EXPECT_EQ(client().ask("variables", over)["variables"], Json::array());
  EXPECT_NE(named(client().scope("Locals"), "list")["variablesReference"], kept["variablesReference"]);
  EXPECT_EQ(client().ask("scopes", {{"frameId", frames.back()["id"]}})["scopes"], Json::array());
  const Json refused = client().request("evaluate", {{"expression", "n"}, {"frameId", frames.back()["id"]}});
  EXPECT_EQ(refused["success"], false);
  EXPECT_EQ(refused["body"]["error"]["showUser"], false);
}

TEST_F(Conversation, KeepsActivationsOfARecursiveFunctionApart) {
  start();
  client().ask("setFunctionBreakpoints", {{"breakpoints", Json::array({{{"name", "fact"}, {"condition", "n == 1"}}})}});
  EXPECT_EQ(client().move("continue")["reason"], "function breakpoint");
  client().move("next"); // its array begins to exist
  client().move("next");
  const Json frames = client().ask("stackTrace", {{"threadId", 1}})["stackFrames"];
  ASSERT_EQ(frames.size(), 4);
  EXPECT_EQ(frames[3]["name"], "main");
  for (int depth = 0; depth < 3; ++depth) {
    const Json frame = frames[static_cast<std::size_t>(depth)]["id"];
    EXPECT_EQ(client().ask("evaluate", {{"expression", "n"}, {"frameId", frame}})["result"], std::to_string(depth + 1));
    EXPECT_EQ(client().ask("evaluate", {{"expression", "kept[0]"}, {"frameId", frame}})["result"],
              std::to_string(depth + 1));
  }
  client().ask("restartFrame", {{"frameId", frames[2]["id"]}});
  EXPECT_EQ(client().event("stopped")["reason"], "restart");
  EXPECT_EQ(client().value("n"), "3");
}

TEST_F(Conversation, EvaluatesExpressions) {
  start();
  run_to(39);
  for (const auto& [expression, value] : std::vector<std::pair<const char*, const char*>>{
           {"n * 3 % 4 + LIMIT", "13"},
           {"(unsigned char)(n + 250)", "1"},
           {"-1 < 0u", "0"},
           {"list->next->value == 10 && p.y", "1"},
           {"sizeof(struct node)", "16"},
           {"sizeof table / sizeof *table", "300"},
           {"((node_t *)list)->value", "20"},
           {"&table[3] - table", "3"},
           {"c == GREEN ? 'a' : \"no\"[0]", "97"},
           {"half / 4", "2.5"},
           {"BLUE << 2 | 1", "25"},
           {"*&total", "20"},
           {"!list", "0"},
       }) {
    EXPECT_EQ(client().value(expression), value) << expression;
  }
}

TEST_F(Conversation, RefusesWhatHasNoValue) {
  start();
  run_to(27);
  for (const auto& [expression, why] : std::vector<std::pair<const char*, const char*>>{
           {"n = 3", "side effects"},
           {"n++", "side effects"},
           {"twice(2)", "functions are not called"},
           {"n / (p.y - 2)", "division by zero"},
           {"2147483647 + p.y", "does not fit"},
           {"nothing", "nothing"},
           {"table[300]", "outside of the array"},
           {"p.z", "no field"},
           {"n +", "not complete"},
           {"", "no expression"},
           {"p + 1", "no number"},
           {"*(int *)0", "null"},
       }) {
    EXPECT_THAT(client().value(expression), testing::AllOf(StartsWith("error: "), HasSubstr(why))) << expression;
  }
}

TEST_F(Conversation, StopsAtConditionsAndCounts) {
  start();
  EXPECT_EQ(break_at({{"line", 33}, {"condition", "i == 1"}})["verified"], true);
  client().move("continue");
  EXPECT_EQ(client().value("i"), "1");
  EXPECT_EQ(client().move("continue")["reason"], "exception");
  EXPECT_EQ(client().move("reverseContinue")["reason"], "breakpoint");
  EXPECT_EQ(client().value("i"), "1");
  break_at({{"line", 33}, {"hitCondition", "3"}});
  client().move("reverseContinue");
  client().move("continue");
  EXPECT_EQ(client().value("i"), "2");
  EXPECT_EQ(break_at({{"line", 33}, {"hitCondition", "often"}})["verified"], false);
}

TEST_F(Conversation, LogPointsTellAndGoOn) {
  start();
  break_at({{"line", 33}, {"logMessage", "round {i} of {3 + 0}"}});
  client().event("output");
  EXPECT_EQ(client().move("continue")["reason"], "exception");
  for (const char* line : {"round 0 of 3\n", "round 1 of 3\n", "round 2 of 3\n"}) {
    EXPECT_EQ(client().event("output")["output"], line);
  }
}

TEST_F(Conversation, BreakpointsMoveToTheNextStatement) {
  start();
  const Json moved = break_at({{"line", 22}});
  EXPECT_EQ(moved["verified"], true);
  EXPECT_EQ(moved["line"], 24);
  EXPECT_EQ(break_at({{"line", 500}})["verified"], false);
  EXPECT_EQ(break_at({{"line", 43}})["message"], "the run never comes here");
  const Json places =
      client().ask("breakpointLocations", {{"source", source()}, {"line", 30}, {"endLine", 31}})["breakpoints"];
  EXPECT_GE(places.size(), 2);
}

TEST_F(Conversation, TellsWhoWroteAVariableLast) {
  start({{"stopAt", "violation"}});
  const Json globals = client().scope("Globals");
  const Json scopes = client().ask("scopes", {{"frameId", 1}})["scopes"];
  const Json info = client().ask("dataBreakpointInfo",
                                 {{"variablesReference", scopes.back()["variablesReference"]}, {"name", "total"}});
  ASSERT_TRUE(info["dataId"].is_string()) << info;
  const Json made = client().ask(
      "setDataBreakpoints", {{"breakpoints", Json::array({{{"dataId", info["dataId"]}, {"accessType", "write"}}})}});
  EXPECT_EQ(made["breakpoints"][0]["verified"], true);
  EXPECT_EQ(client().move("reverseContinue")["reason"], "data breakpoint");
  EXPECT_EQ(client().line(), 35);
  EXPECT_EQ(client().value("total"), "3");
  EXPECT_EQ(client().move("reverseContinue")["reason"], "entry");
  EXPECT_EQ(client().move("continue")["reason"], "data breakpoint");
  EXPECT_EQ(client().line(), 36);
  EXPECT_EQ(client().value("total"), "20");
}

TEST_F(Conversation, WatchesFieldsElementsAndLocals) {
  start({{"stopAt", "violation"}});
  for (const auto& [name, line] :
       std::vector<std::pair<const char*, int>>{{"p.x", 39}, {"table[1]", 39}, {"list->value", 31}, {"f", 21}}) {
    const Json info = client().ask("dataBreakpointInfo", {{"frameId", 1}, {"name", name}});
    client().ask("setDataBreakpoints", {{"breakpoints", Json::array({{{"dataId", info["dataId"]}}})}});
    EXPECT_EQ(client().move("reverseContinue")["reason"], "data breakpoint") << name;
    EXPECT_EQ(client().line(), line) << name;
    client().ask("setDataBreakpoints", {{"breakpoints", Json::array()}});
    client().move("continue");
  }
  EXPECT_TRUE(client().ask("dataBreakpointInfo", {{"frameId", 1}, {"name", "f + 1"}})["dataId"].is_null());
}

TEST_F(Conversation, JumpsToAnyStepOfALine) {
  start();
  const Json targets = client().ask("gotoTargets", {{"source", source()}, {"line", 31}})["targets"];
  ASSERT_EQ(targets.size(), 3);
  client().ask("goto", {{"threadId", 1}, {"targetId", targets[2]["id"]}});
  EXPECT_EQ(client().event("stopped")["reason"], "goto");
  EXPECT_EQ(client().value("i"), "2");
  EXPECT_EQ(client().move("restart", Json::object())["reason"], "entry");
  EXPECT_EQ(client().request("goto", {{"threadId", 1}, {"targetId", 100000}})["success"], false);
}

TEST_F(Conversation, CompletesNames) {
  start();
  run_to(39);
  const auto labels = [&](const std::string& text) {
    std::vector<std::string> result;
    const Json body = client().ask("completions", {{"frameId", 1}, {"text", text}, {"column", text.size() + 1}});
    for (const Json& target : body["targets"]) {
      result.push_back(target["label"]);
    }
    return result;
  };
  EXPECT_THAT(labels("1 + ta"), testing::ElementsAre("table"));
  EXPECT_THAT(labels("list->"), testing::ElementsAre("value", "next"));
}

TEST_F(Conversation, CountsColumnsInUtf16) {
  start();
  run_to(39);
  EXPECT_EQ(client().top_frame()["column"], 13) << "the face is two units";
}

TEST_F(Conversation, CountsFromZeroForClientsThatDo) {
  DapProcess other;
  other.client().start(program().launch(), {{"linesStartAt1", false}, {"columnsStartAt1", false}});
  const Json frame = other.client().top_frame();
  EXPECT_EQ(frame["line"], 23);
  EXPECT_EQ(frame["column"], 2);
  const Json made =
      other.client().ask("setBreakpoints", {{"source", source()}, {"breakpoints", Json::array({{{"line", 38}}})}});
  EXPECT_EQ(made["breakpoints"][0]["line"], 38);
  other.client().move("continue");
  EXPECT_EQ(other.client().top_frame()["line"], 38);
}

TEST_F(Conversation, WritesOfLibraryFunctionsBelongToTheirCall) {
  const RecordedProgram copying(R"(#include <assert.h>
#include <string.h>
int main(void) {
  char word[4] = "abc";
  char copy[4];
  memset(copy, 0, sizeof copy);
  memcpy(copy, word, 4);
  assert(copy[1] != 'b');
  return 0;
}
)");
  client().start({{"report", copying.report()}, {"stopAt", "violation"}});
  const Json info = client().ask("dataBreakpointInfo", {{"frameId", 1}, {"name", "copy[1]"}});
  client().ask("setDataBreakpoints", {{"breakpoints", Json::array({{{"dataId", info["dataId"]}}})}});
  client().move("reverseContinue");
  EXPECT_EQ(client().line(), 7);
  client().move("reverseContinue");
  EXPECT_EQ(client().line(), 6);
}

TEST(MemoryOfCallers, IsAQuestionMarkUntilTheRunReadsIt) {
  const RecordedProgram program("#include <assert.h>\nstruct pair { int first, second; };\nint f(struct pair *p) {\n"
                                "  int x = p->first;\n  assert(x != 7);\n  return x;\n}\n",
                                {"--callers", "any"});
  DapProcess process;
  DapClient& client = process.client();
  client.start(program.launch());
  client.move("next");
  const std::vector<Json> arguments = client.scope("Arguments");
  const Json pointer = *std::ranges::find_if(arguments, [](const Json& one) { return one["name"] == "p"; });
  const Json target = client.children(pointer);
  EXPECT_THAT(target.dump(), testing::HasSubstr("\"?\"")) << target;
  EXPECT_THAT(target.dump(),
              testing::HasSubstr("int: the memory there can hold anything: the run has not read it yet"));
}

} // namespace
} // namespace vouch::test
