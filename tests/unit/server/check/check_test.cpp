#include "server/check/check.hpp"
#include "tests/support/temporary_folder.hpp"

#include <csignal>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <thread>
#include <unistd.h>

namespace vouch::server {
namespace {

using testing::HasSubstr;
using namespace std::chrono_literals;

/// What a run of `vouch check` gave, with an engine made for the test.
struct Outcome {
  int status = 0;
  std::string out;
  std::string err;
  std::chrono::milliseconds duration{0};

  [[nodiscard]] nlohmann::json json() const { return nlohmann::json::parse(out); }
};

class Check : public testing::Test {
protected:
  Check() {
    options_.files = {file("a.c")};
    options_.format = ReportFormat::Json;
  }

  std::string file(const std::string& name) { return folder_.write(name, "int main(void) { return 0; }\n"); }

  Outcome run(const Verify& verify) {
    testing::internal::CaptureStdout();
    testing::internal::CaptureStderr();
    auto begin = std::chrono::steady_clock::now();
    Outcome outcome;
    outcome.status = run_check(options_, {verify, {}}, "vouch 1.2.3");
    outcome.duration = std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - begin);
    outcome.out = testing::internal::GetCapturedStdout();
    outcome.err = testing::internal::GetCapturedStderr();
    return outcome;
  }

  CheckOptions options_;
  test::TemporaryFolder folder_;
};

FileReport safe(const SourceInput& input) {
  FileReport report;
  report.path = input.path;
  report.verdict = Verdict::Safe;
  return report;
}

/// An engine that never comes back, whatever it is told.
FileReport hang(const SourceInput&, const Options&, RunContext&) {
  while (true) {
    std::this_thread::sleep_for(10ms);
  }
}

TEST_F(Check, PassesOnWhatTheEngineFound) {
  options_.clang_arguments = {"-DX"};
  options_.build_directory = "build";
  options_.engine.entry = "f";
  auto result = run([](const SourceInput& input, const Options& options, RunContext& context) {
    auto report = safe(input);
    report.assumptions = {input.clang_arguments.at(0), input.build_directory, options.entry};
    context.statistics.refinements = 1;
    report.statistics = context.statistics;
    return report;
  });
  EXPECT_EQ(result.status, 0);
  auto json = result.json();
  EXPECT_EQ(json["version"], "vouch 1.2.3");
  EXPECT_EQ(json["verdict"], "safe");
  EXPECT_EQ(json["files"][0]["path"], options_.files[0]);
  EXPECT_EQ(json["files"][0]["assumptions"], nlohmann::json({"-DX", "build", "f"}));
  EXPECT_EQ(json["statistics"]["refinements"], 1);
  EXPECT_GT(json["statistics"]["peakMemoryMiB"], 0);
}

TEST_F(Check, TakesSeveralFiles) {
  options_.files = {file("a.c"), file("b.c")};
  options_.format = ReportFormat::Text;
  auto result = run([](const SourceInput& input, const Options&, RunContext&) {
    auto report = safe(input);
    report.verdict = input.path.ends_with("b.c") ? Verdict::Violated : Verdict::Safe;
    return report;
  });
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.out, HasSubstr("a.c: safe"));
  EXPECT_THAT(result.out, HasSubstr("b.c: violated"));
}

TEST_F(Check, AMissingFileIsBadUsage) {
  options_.files.push_back(folder_.path() / "missing.c");
  auto result = run([](const SourceInput& input, const Options&, RunContext&) { return safe(input); });
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.out, "");
  EXPECT_THAT(result.err, HasSubstr("missing.c': No such file"));
}

TEST_F(Check, ADatabaseWithoutCFilesIsNoProof) {
  options_.files.clear();
  options_.build_directory = folder_.path();
  for (const char* database : {"[]", R"([{"directory": "/", "file": "/a.cpp", "command": "c++ a.cpp"}])"}) {
    folder_.write("compile_commands.json", database);
    const auto result = run([](const SourceInput& input, const Options&, RunContext&) { return safe(input); });
    EXPECT_EQ(result.status, 2) << database;
    EXPECT_THAT(result.err, HasSubstr("names no C file"));
  }
}

TEST_F(Check, ADirectoryIsBadUsage) {
  options_.files = {folder_.path()};
  auto result = run([](const SourceInput& input, const Options&, RunContext&) { return safe(input); });
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.err, HasSubstr("Is a directory"));
}

TEST_F(Check, CompilerMessagesGoToStderr) {
  auto result = run([](const SourceInput& input, const Options&, RunContext&) {
    auto report = safe(input);
    report.compiles = false;
    report.verdict = Verdict::Unknown;
    report.messages = {{MessageSeverity::Error, {"a.c", 1, 2, 0, 0}, "expected ';'"}};
    return report;
  });
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.err, "a.c:1:2: error: expected ';'\n");
  EXPECT_EQ(result.json()["verdict"], "unknown");
}

TEST_F(Check, TheEngineIsToldItsDeadline) {
  options_.timeout = 1500ms;
  auto result = run([](const SourceInput& input, const Options&, RunContext& context) {
    auto report = safe(input);
    report.verdict = Verdict::Unknown;
    while (!context.interruption()) {
      std::this_thread::sleep_for(1ms);
    }
    report.reason = context.interruption() == Interruption::Timeout ? "noticed the timeout" : "other";
    return report;
  });
  EXPECT_EQ(result.status, 3);
  EXPECT_EQ(result.json()["files"][0]["reason"], "noticed the timeout");
}

TEST_F(Check, AnEngineThatMissesItsDeadlineIsEnded) {
  options_.timeout = 2000ms;
  options_.files = {file("a.c"), file("b.c")};
  auto result = run(hang);
  EXPECT_EQ(result.status, 3);
  EXPECT_GE(result.duration, 2000ms);
  EXPECT_LE(result.duration, 2200ms);
  EXPECT_EQ(result.json()["files"][0]["reason"], "timeout");
  EXPECT_EQ(result.json()["files"][1]["reason"], "timeout");
}

TEST_F(Check, WhatAnEngineHasCountedIsKnownAlsoWhereItIsEnded) {
  options_.timeout = 500ms;
  auto result = run([](const SourceInput& input, const Options& options, VerificationContext& context) {
    FileReport report;
    report.path = input.path;
    report.reason = not_finished_reason;
    report.statistics.abstract_states = 12345;
    report.statistics.states_by_analysis = {{"values", 12345}};
    context.on_partial_report(report);
    return hang(input, options, context);
  });
  EXPECT_EQ(result.status, 3);
  const auto json = result.json();
  EXPECT_EQ(json["files"][0]["reason"], "timeout");
  EXPECT_EQ(json["statistics"]["abstractStates"], 12345);
  EXPECT_EQ(json["statistics"]["statesOf"]["values"], 12345);
}

TEST_F(Check, AnEngineThatTakesTooMuchMemoryIsEnded) {
  options_.memory_limit_bytes = std::uint64_t{200} << 20U;
  auto result = run([](const SourceInput& input, const Options&, RunContext&) {
    std::vector<std::string> blocks;
    for (int count = 0; count < 1000; ++count) {
      blocks.emplace_back(10'000'000, 'x');
      std::this_thread::sleep_for(2ms);
    }
    return safe(input);
  });
  EXPECT_EQ(result.status, 3);
  EXPECT_EQ(result.json()["files"][0]["reason"], "memory");
  EXPECT_LT(result.json()["statistics"]["peakMemoryMiB"], 500);
}

TEST_F(Check, AnEngineThatCannotAllocateIsOutOfMemory) {
  auto result = run([](const SourceInput&, const Options&, RunContext&) -> FileReport { throw std::bad_alloc(); });
  EXPECT_EQ(result.status, 3);
  EXPECT_EQ(result.json()["files"][0]["reason"], "memory");
}

TEST_F(Check, ASignalStopsItWithinASecond) {
  options_.jobs = 1; // the first file is done when the second one is begun
  options_.files = {file("a.c"), file("b.c"), file("c.c")};
  for (int number : {SIGINT, SIGTERM}) {
    auto result = run([number](const SourceInput& input, const Options& options, RunContext& context) {
      if (input.path.ends_with("a.c")) {
        return safe(input);
      }
      kill(getppid(), number);
      return hang(input, options, context);
    });
    EXPECT_EQ(result.status, 3);
    EXPECT_LE(result.duration, 1000ms);
    EXPECT_EQ(result.json()["files"][0]["verdict"], "safe");
    EXPECT_EQ(result.json()["files"][1]["reason"], "cancelled");
    EXPECT_EQ(result.json()["files"][2]["reason"], "cancelled");
  }
}

TEST_F(Check, ACrashCostsOneAnswer) {
  options_.files = {file("a.c"), file("b.c")};
  auto result = run([](const SourceInput& input, const Options&, RunContext&) {
    if (input.path.ends_with("a.c")) {
      std::signal(SIGSEGV, SIG_DFL); // a sanitizer's handler would turn it into an exit
      raise(SIGSEGV);
    }
    return safe(input);
  });
  EXPECT_EQ(result.status, 3);
  EXPECT_THAT(result.json()["files"][0]["reason"], HasSubstr("internal error"));
  EXPECT_EQ(result.json()["files"][1]["verdict"], "safe");
}

TEST_F(Check, WhatWasDecidedBeforeACrashIsKept) {
  auto result = run([](const SourceInput& input, const Options&, VerificationContext& context) -> FileReport {
    FileReport report;
    report.path = input.path;
    report.reason = not_finished_reason;
    report.functions = {{"first", {}, Verdict::Unknown, not_finished_reason},
                        {"second", {}, Verdict::Unknown, not_finished_reason}};
    context.on_partial_report(report);
    report.functions[0].verdict = Verdict::Safe;
    report.functions[0].reason.clear();
    context.on_partial_report(report);
    std::signal(SIGSEGV, SIG_DFL);
    raise(SIGSEGV);
    return report;
  });
  EXPECT_EQ(result.status, 3);
  auto file = result.json()["files"][0];
  EXPECT_THAT(file["reason"], HasSubstr("internal error"));
  EXPECT_EQ(file["functions"][0]["verdict"], "safe");
  EXPECT_EQ(file["functions"][1]["verdict"], "unknown");
  EXPECT_THAT(file["functions"][1]["reason"], HasSubstr("internal error"));
}

TEST_F(Check, AChildThatExitsWithoutAReportIsAnInternalError) {
  auto result = run([](const SourceInput&, const Options&, RunContext&) -> FileReport { _exit(0); });
  EXPECT_EQ(result.status, 3);
  EXPECT_THAT(result.json()["files"][0]["reason"], HasSubstr("internal error"));
}

TEST_F(Check, NothingButTheReportReachesStdout) {
  auto result = run([](const SourceInput& input, const Options&, RunContext&) {
    std::puts("noise of a library");
    std::fflush(stdout);
    return safe(input);
  });
  EXPECT_EQ(result.json()["verdict"], "safe");
  EXPECT_THAT(result.err, HasSubstr("noise"));
}

TEST_F(Check, TheLogGoesToStderrOnRequest) {
  Verify verify = [](const SourceInput& input, const Options&, RunContext& context) {
    context.report("parsing", "a.c");
    return safe(input);
  };
  EXPECT_EQ(run(verify).err, "");
  options_.verbose = true;
  EXPECT_THAT(run(verify).err, HasSubstr("parsing a.c"));
}

TEST_F(Check, DeepRecursionDoesNotEndTheEngine) {
  auto result = run([](const SourceInput& input, const Options&, RunContext&) {
    struct Recursion {
      static std::size_t depth(std::size_t left) {
        std::array<volatile char, 1000> frame;
        frame[left % frame.size()] = 1;
        return left == 0 ? 0 : depth(left - 1) + static_cast<std::size_t>(frame[left % frame.size()]);
      }
    };
    auto report = safe(input);
    report.verdict = Recursion::depth(30'000) == 30'000 ? Verdict::Safe : Verdict::Violated;
    return report;
  });
  EXPECT_EQ(result.status, 0) << result.out;
}

} // namespace
} // namespace vouch::server
