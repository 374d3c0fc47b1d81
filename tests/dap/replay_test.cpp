#include "tests/dap/recorded_program.hpp"
#include "tests/support/temporary_folder.hpp"

#include <algorithm>
#include <gmock/gmock.h>

namespace vouch::test {
namespace {

/// What a user sees of a step.
std::string state(DapClient& client) {
  const Json frame = client.top_frame();
  std::string text = frame["name"].get<std::string>() + ":" + frame["line"].dump() + ":" + frame["column"].dump();
  for (const char* scope : {"Locals", "Arguments", "Globals"}) {
    for (const Json& variable : client.scope(scope)) {
      text += " " + variable["name"].get<std::string>() + "=" + variable["value"].get<std::string>();
    }
  }
  return text;
}

TEST(Replay, StatesAreTheSameInBothDirections) {
  const RecordedProgram program(R"(#include <assert.h>
#include <stdlib.h>
struct cell { struct cell *next; unsigned key : 5; int values[2]; };
static int depth(int n) { int here[1] = {n}; return n == 0 ? 0 : here[0] + depth(n - 1); }
int main(void) {
  struct cell *first = 0;
  for (unsigned i = 0; i < 4; i++) {
    struct cell *cell = malloc(sizeof *cell);
    if (!cell) return 0;
    cell->key = i * 9;
    cell->values[i % 2] = depth((int)i);
    cell->next = first;
    first = cell;
  }
  int kept = first->values[1];
  free(first);
  assert(kept != 6);
  return 0;
}
)");
  DapProcess process;
  DapClient& client = process.client();
  client.start(program.launch());
  std::vector<std::string> forwards = {state(client)};
  while (client.move("stepIn")["reason"] != "exception") {
    forwards.push_back(state(client));
  }
  forwards.push_back(state(client));
  EXPECT_GT(forwards.size(), 40);
  std::vector<std::string> backwards = {state(client)};
  while (client.move("stepBack", {{"threadId", 1}, {"granularity", "instruction"}})["reason"] != "entry") {
    backwards.push_back(state(client));
  }
  backwards.push_back(state(client));
  std::ranges::reverse(backwards);
  EXPECT_EQ(forwards, backwards);
}

/// All requests together, in milliseconds.
template <class Action>
double milliseconds(Action action) {
  const auto begin = std::chrono::steady_clock::now();
  action();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
}

TEST(Replay, AnswersFastInARunOf100000Steps) {
  const RecordedProgram program(R"(#include <assert.h>
int data[1000];
unsigned sum;
int main(void) {
  for (int round = 0; round < 34; round++) {
    for (int i = 0; i < 1000; i++) {
      data[i] = i * round;
      sum += (unsigned)data[i];
    }
  }
  assert(sum == 0);
  return 0;
}
)");
  DapProcess process;
  DapClient& client = process.client();
  client.start({{"report", program.report()}, {"stopAt", "violation"}});
  EXPECT_GT(std::stoi(client.event("output")["output"].get<std::string>().substr(std::string("The run has ").size())),
            100'000);
  std::vector<double> times;
  const auto measure = [&](const std::string& command, const Json& arguments) {
    times.push_back(milliseconds([&] { client.move(command, arguments); }));
    times.push_back(milliseconds([&] { state(client); }));
  };
  const Json thread = {{"threadId", 1}};
  for (int i = 0; i < 20; ++i) {
    measure("stepBack", thread);
  }
  const auto ask = [&](const std::string& command, const Json& arguments) {
    Json answer;
    times.push_back(milliseconds([&] { answer = client.ask(command, arguments); }));
    return answer;
  };
  const auto break_at = [&](const Json& breakpoints) {
    ask("setBreakpoints", {{"source", {{"path", program.source()}}}, {"breakpoints", breakpoints}});
  };
  break_at({{{"line", 5}}, {{"line", 6}}, {{"line", 8}}, {{"line", 9}}});
  break_at({{{"line", 7}, {"condition", "round == 17 && i == 500"}}});
  measure("reverseContinue", thread);
  EXPECT_EQ(client.value("i + round * 1000"), "17500");
  break_at({{{"line", 7}, {"condition", "data[i] < 0"}}, {{"line", 8}, {"condition", "unknown == 1"}}});
  measure("reverseContinue", thread);
  EXPECT_EQ(client.line(), 5);
  measure("continue", thread);
  break_at({{{"line", 7}, {"hitCondition", "17501"}}});
  measure("reverseContinue", thread);
  EXPECT_EQ(client.value("i + round * 1000"), "17500");
  const Json info = ask("dataBreakpointInfo", {{"frameId", 1}, {"name", "data[499]"}});
  break_at(Json::array());
  ask("setDataBreakpoints", {{"breakpoints", Json::array({{{"dataId", info["dataId"]}}})}});
  measure("reverseContinue", thread);
  EXPECT_EQ(client.value("i + round * 1000"), "17499");
  measure("continue", thread);
  client.ask("setDataBreakpoints", {{"breakpoints", Json::array()}});
  measure("continue", thread);
  measure("reverseContinue", thread);
  measure("next", thread);
  std::ranges::sort(times);
  // The promise is 50 ms on an idle machine; tests run beside others and under sanitizers.
  RecordProperty("median", std::to_string(times[times.size() / 2]));
  RecordProperty("largest", std::to_string(times.back()));
  std::printf("median %.2f ms, largest %.2f ms\n", times[times.size() / 2], times.back());
  EXPECT_LT(times[times.size() / 2], 50);
  EXPECT_LT(times.back(), 2'000);
}

/// The values of `i` at all stops of a movement that is repeated to the end of the run.
std::vector<std::string> stops(DapClient& client, const std::string& movement) {
  std::vector<std::string> result;
  while (client.move(movement)["reason"] == "breakpoint") {
    result.push_back(client.value("i"));
  }
  return result;
}

TEST(Replay, BreakpointsAreTheSameInBothDirections) {
  const RecordedProgram program(R"(#include <assert.h>
int main(void) {
  int sum = 0;
  for (int i = 0; i < 10000; i++) {
    sum += i % 7;
  }
  assert(sum == 0);
  return 0;
}
)");
  const std::vector<std::pair<Json, std::vector<std::string>>> cases = {
      {{{"condition", "i % 3000 == 2999"}}, {"2999", "5999", "8999"}},
      {{{"condition", "i % 3 == 0"}, {"hitCondition", "% 1500"}}, {"4497", "8997"}},
      {{{"hitCondition", "6000"}}, {"5999"}},
      {{{"condition", "998 / (i - 2000) == 998"}}, {"2001"}}, // undefined one iteration earlier
      {{{"condition", "i == 7 || nothing"}}, {"7"}},
  };
  for (auto [rule, expected] : cases) {
    rule["line"] = 5;
    for (const char* from : {"start", "violation"}) {
      DapProcess process;
      DapClient& client = process.client();
      client.start({{"report", program.report()}, {"stopAt", from}});
      client.ask("setBreakpoints", {{"source", {{"path", program.source()}}}, {"breakpoints", Json::array({rule})}});
      const bool is_at_start = std::string_view(from) == "start";
      std::vector<std::string> first = stops(client, is_at_start ? "continue" : "reverseContinue");
      std::vector<std::string> second = stops(client, is_at_start ? "reverseContinue" : "continue");
      std::ranges::reverse(is_at_start ? second : first);
      EXPECT_EQ(first, expected) << rule << " from the " << from;
      EXPECT_EQ(second, expected) << rule << " from the " << from;
    }
  }
}

TEST(Replay, ViolatingProgramsCanBeSteppedThrough) {
  namespace fs = std::filesystem;
  std::vector<fs::path> programs;
  for (const auto& entry : fs::directory_iterator(VOUCH_PROGRAMS)) {
    if (entry.path().string().ends_with("_violated.c")) {
      programs.push_back(entry.path());
    }
  }
  std::ranges::sort(programs);
  ASSERT_GT(programs.size(), 50);
  const TemporaryFolder folder;
  std::size_t replayed = 0;
  for (std::size_t i = 0; i < programs.size(); i += 4) { // a sample: each costs a verification
    const auto result = testkit::run_process(
        {VOUCH_BINARY, "check", "--format", "json", "--timeout", "5", "--property",
         "assert,reach-error,overflow,div-by-zero,null,bounds,use-after-free,memory", programs[i]});
    const fs::path report = folder.write("report.json", result.out);
    const Json json = Json::parse(result.out);
    const Json& violations = json["files"][0]["violations"];
    for (std::size_t index = 0; index < violations.size(); ++index) {
      if (violations[index]["run"]["entry"] == "") {
        continue;
      }
      DapProcess process;
      process.client().ask("initialize");
      const Json launched =
          process.client().request("launch", {{"report", report}, {"violation", index}, {"stopAt", "violation"}});
      ASSERT_TRUE(launched["success"]) << programs[i] << ": " << launched.value("message", "");
      process.client().ask("configurationDone");
      const std::string text = process.client().event("stopped")["text"];
      const std::string message = violations[index]["message"];
      EXPECT_TRUE(text.starts_with(message.substr(0, message.rfind(" can ")))) << programs[i] << ": " << text;
      EXPECT_TRUE(text.ends_with(" here")) << programs[i] << ": " << text;
      EXPECT_GT(process.client().top_frame()["line"], 0) << programs[i];
      state(process.client());
      process.client().move("stepBack");
      state(process.client());
      ++replayed;
    }
  }
  EXPECT_GT(replayed, programs.size() / 8);
}

} // namespace
} // namespace vouch::test
