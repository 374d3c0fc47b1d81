#include "server/engine/report_codec.hpp"
#include "server/formats/relative_paths.hpp"
#include "server/formats/report_to_json.hpp"
#include "server/formats/report_to_text.hpp"
#include "server/formats/violation_from_json.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace vouch::server {
namespace {

using testing::HasSubstr;
using testing::Not;

FileReport file_with(Verdict verdict) {
  FileReport file;
  file.path = "a.c";
  file.verdict = verdict;
  file.reason = verdict == Verdict::Unknown ? "timeout" : "";
  return file;
}

/// A file with something in every field.
FileReport violated_file() {
  auto file = file_with(Verdict::Violated);
  file.functions = {{"main",
                     {"a.c", 3, 5, 3, 9},
                     Verdict::Violated,
                     "",
                     12,
                     true,
                     {"a.c", 3, 1, 9, 2},
                     {{"n > 0"}, {"result >= n"}, {"count"}, {"flag"}}}};
  Violation violation{Property::Assert,     "assert", "assertion \"x > 0\" can fail", "main",
                      {"a.c", 6, 3, 6, 16}, true,     FindingKind::WillHappen,        {}};
  violation.trace = {
      {{"a.c", 4, 7, 4, 9}, "main", TraceStepKind::Input, "x = input()", {{"x", "0"}}},
      {{"a.c", 5, 7, 5, 9}, "main", TraceStepKind::BranchNotTaken, "x == 7", {{"x", "0"}}},
      {{"b.h", 9, 1, 9, 9}, "check", TraceStepKind::Violation, "the assertion fails", {{"x", "0"}}},
  };
  violation.folds = {{1, 1, "... 1 more round of the loop at line 5"}};
  violation.run = {"main", {"0", "-5"}};
  violation.fingerprint = "0123456789abcdef0123456789abcdef";
  file.violations = {violation};
  file.invariants = {{"main", {"a.c", 5, 3, 5, 8}, "x >= 0", {"x"}}};
  file.unreachable = {{"a.c", 8, 3, 8, 10}};
  file.assumptions = {"signed arithmetic does not overflow"};
  file.messages = {{MessageSeverity::Warning, {"a.c", 1, 1, 1, 2}, "careful"}};
  file.graphs = {{"main",
                  "values",
                  {{"program",
                    4,
                    {{4, "main", "a.c", 3, {{"values", "x = 1"}}, {"x > 0"}, true, {5}, 0}},
                    {{4, 5, "x = 1", {6}}}}},
                  7}};
  file.statistics = {3, 40, 50, 6, 7, 11, 8, 9, 10, 250'000'000, {{"value", 10}, {"predicate", 30}}};
  file.seconds = 0.25;
  file.parse_seconds = 0.125;
  return file;
}

CheckReport report_of(std::vector<FileReport> files) {
  return {"vouch 1.2.3", std::move(files), {}, {}, 1.5, std::uint64_t{70} << 20U};
}

FileReport broken_file() {
  auto file = file_with(Verdict::Unknown);
  file.compiles = false;
  return file;
}

TEST(ExitStatus, FollowsTheContract) {
  auto safe = file_with(Verdict::Safe);
  auto violated = file_with(Verdict::Violated);
  auto unknown = file_with(Verdict::Unknown);
  EXPECT_EQ(exit_status(report_of({safe, safe})), 0);
  EXPECT_EQ(exit_status(report_of({safe, unknown, violated})), 1);
  EXPECT_EQ(exit_status(report_of({violated, broken_file()})), 2);
  EXPECT_EQ(exit_status(report_of({safe, unknown})), 3);
}

TEST(OverallVerdict, ABrokenFileIsNeverProved) {
  EXPECT_EQ(overall_verdict(report_of({file_with(Verdict::Safe), broken_file()})), Verdict::Unknown);
  EXPECT_EQ(overall_verdict(report_of({file_with(Verdict::Violated), broken_file()})), Verdict::Violated);
}

TEST(ReportToJson, HasTheFieldsOfTheContract) {
  auto expected = nlohmann::json::parse(R"json({
    "version": "vouch 1.2.3", "verdict": "violated",
    "files": [{
      "path": "a.c", "verdict": "violated",
      "functions": [{"name": "main", "line": 3, "verdict": "violated", "milliseconds": 12, "fromCache": true,
                     "checks": {"total": 3, "open": 1},
                     "summary": {"requires": ["n > 0"], "ensures": ["result >= n"], "changes": ["count"], "follows": ["flag"]}}],
      "violations": [{
        "property": "assert", "code": "assert", "severity": "error", "kind": "will-happen", "message": "assertion \"x > 0\" can fail", "function": "main",
        "file": "a.c", "line": 6, "column": 3, "confirmed": true,
        "fingerprint": "0123456789abcdef0123456789abcdef", "run": {"entry": "main", "inputs": ["0", "-5"]},
        "trace": [
          {"file": "a.c", "line": 4, "column": 7, "function": "main", "kind": "input", "text": "x = input()",
           "values": {"x": "0"}, "relevant": true},
          {"file": "a.c", "line": 5, "column": 7, "function": "main", "kind": "branch-not-taken", "text": "x == 7",
           "values": {"x": "0"}, "relevant": true},
          {"file": "b.h", "line": 9, "column": 1, "function": "check", "kind": "violation", "text": "the assertion fails",
           "values": {"x": "0"}, "relevant": true}]}],
      "hints": [],
      "invariants": [{"function": "main", "line": 5, "text": "x >= 0", "about": "variables"}],
      "unreachable": [{"file": "a.c", "line": 8, "endLine": 8, "column": 3}],
      "assumptions": ["signed arithmetic does not overflow"]}],
    "statistics": {"seconds": 1.5, "peakMemoryMiB": 70, "refinements": 3, "interpolationSeconds": 0.25,
                   "abstractStates": 40, "statesOf": {"predicate": 30, "value": 10}, "solverQueries": 50,
                   "blocks": {"hits": 6, "misses": 7, "checked": 11, "cuts": 8, "readded": 9, "rounds": 10}, "parseSeconds": 0.125}})json");
  auto file = violated_file();
  file.functions.front().checks = {3, 1};
  EXPECT_EQ(nlohmann::json::parse(to_json(report_of({file})).dump()), expected);
}

TEST(ReportToJson, UnknownHasItsReason) {
  auto file = file_with(Verdict::Unknown);
  file.functions = {{"f", {"a.c", 1, 1, 1, 2}, Verdict::Unknown, "recursion", 0, false}};
  auto json = to_json(file);
  EXPECT_EQ(json["reason"], "timeout");
  EXPECT_EQ(json["functions"][0]["reason"], "recursion");
  EXPECT_FALSE(to_json(file_with(Verdict::Safe)).contains("reason"));
}

TEST(ReportToText, AViolationReadsLikeACompilersMessageWithItsTrace) {
  auto file = violated_file();
  file.violations[0].folds.clear();
  EXPECT_EQ(to_text(file, Colours::Off), "a.c:6:3: error: assertion \"x > 0\" can fail [assert]\n"
                                         "  this run leads there, confirmed by executing it:\n"
                                         "    in main\n"
                                         "      1  4:7      x = input()          x = 0\n"
                                         "      2  5:7      x == 7 is false\n"
                                         "    in check\n"
                                         "      3  b.h:9:1  the assertion fails  x = 0\n"
                                         "a.c: violated, 1 violation (0.25 s)\n");
}

TEST(ReportToText, StatisticsSayWhatEachAnalysisDidAndWhatWasFollowed) {
  const CheckReport report = report_of({violated_file(), violated_file()});
  const std::string text = to_text(report, Colours::Off, StatisticsTable::Print);
  EXPECT_THAT(text, HasSubstr("a.c:3:5: 'main' follows the value of flag\n"));
  EXPECT_THAT(text, HasSubstr("  refinements           6\n"
                              "  interpolation seconds 0.500\n"
                              "  abstract states       80\n"
                              "  states of             predicate 60\n"
                              "  states of             value 20\n"
                              "  solver queries        100\n"));
  EXPECT_THAT(to_text(report, Colours::Off, StatisticsTable::Leave), Not(HasSubstr("follows")));
}

TEST(ReportToText, StepsThatDoNotMatterAreLeftOutAndCount) {
  auto file = violated_file();
  file.violations[0].folds.clear();
  file.violations[0].trace[1].is_relevant = false;
  EXPECT_THAT(to_text(file, Colours::Off), HasSubstr("      1  4:7      x = input()          x = 0\n"
                                                     "    in check\n"
                                                     "      3  b.h:9:1  the assertion fails  x = 0\n"));
  EXPECT_FALSE(violation_from_json(to_json(file)["violations"][0]).trace[1].is_relevant);
}

TEST(ReportToText, FoldedStepsAreOneLine) {
  auto file = violated_file();
  file.violations[0].trace.insert(file.violations[0].trace.begin() + 1, file.violations[0].trace[0]);
  file.violations[0].folds = {{1, 2, "... 2 more rounds of the loop at line 5"}};
  EXPECT_THAT(to_text(file, Colours::Off), HasSubstr("    in main\n"
                                                     "      1  4:7      x = input()          x = 0\n"
                                                     "         ... 2 more rounds of the loop at line 5\n"
                                                     "    in check\n"
                                                     "      4  b.h:9:1  the assertion fails  x = 0\n"));
}

TEST(ReportToText, WhatIsKnownIsNotToldAgain) {
  auto file = violated_file();
  const Place place{"a.c", 4, 7, 4, 9};
  file.violations[0].folds.clear();
  file.violations[0].trace = {
      {place, "main", TraceStepKind::Assignment, "x = 1", {{"x", "1"}}},
      {place, "main", TraceStepKind::BranchTaken, "x < y", {{"x", "1"}, {"y", "2"}}},
      {place, "main", TraceStepKind::Call, "f(3)", {{"z", "3"}}},
      {place, "f", TraceStepKind::BranchTaken, "x > z", {{"x", "1"}, {"z", "3"}}},
      {place, "main", TraceStepKind::BranchTaken, "y", {{"y", "2"}}},
      {place, "main", TraceStepKind::BranchNotTaken, "y == x + 1", {{"y", "3"}, {"x", "1"}}},
      {place, "main", TraceStepKind::Violation, "the assertion fails", {{"y", "3"}, {"z", "0"}}},
  };
  EXPECT_THAT(to_text(file, Colours::Off), HasSubstr("    in main\n"
                                                     "      1  4:7  x = 1                x = 1\n"
                                                     "      2  4:7  x < y is true        y = 2\n"
                                                     "      3  4:7  f(3)                 z = 3\n"
                                                     "    in f\n"
                                                     "      4  4:7  x > z is true        x = 1\n"
                                                     "    in main\n"
                                                     "      5  4:7  y is true\n"
                                                     "      6  4:7  y == x + 1 is false  y = 3, x = 1\n"
                                                     "      7  4:7  the assertion fails  z = 0\n"));
}

TEST(ReportToText, FilesBelowTheWorkingDirectoryHaveShortNames) {
  auto file = violated_file();
  file.path = "/home/project/a.c";
  file.violations[0].place.file = "/home/project/sub/b.h";
  file.violations[0].trace[0].place.file = "/home/project/a.c";
  file.violations[0].trace[1].place.file = "/home/project/./sub/b.h";
  file.violations[0].trace[2].place.file = "/usr/include/c.h";
  file.functions[0].place.file = "/home/project/a.c";
  file.messages[0].place.file = "/home/projects/a.c";
  const FileReport shown = with_relative_paths(file, "/home/project");
  EXPECT_EQ(shown.path, "/home/project/a.c") << "as the user said it";
  EXPECT_EQ(shown.functions[0].place.file, "/home/project/a.c");
  EXPECT_EQ(shown.violations[0].place.file, "sub/b.h");
  EXPECT_EQ(shown.violations[0].trace[0].place.file, "/home/project/a.c");
  EXPECT_EQ(shown.violations[0].trace[1].place.file, "sub/b.h");
  EXPECT_EQ(shown.violations[0].trace[2].place.file, "/usr/include/c.h");
  EXPECT_EQ(shown.messages[0].place.file, "/home/projects/a.c");
}

TEST(ReportToText, WhatDependsOnACallerIsAWarning) {
  auto file = violated_file();
  file.violations.front().kind = FindingKind::CanHappen;
  EXPECT_TRUE(to_text(file, Colours::Off)
                  .starts_with("a.c:6:3: warning: assertion \"x > 0\" can fail for some caller [assert]\n"));
  EXPECT_EQ(to_json(file)["violations"][0]["severity"], "warning");
}

TEST(ReportToText, SafeListsWhatItRestsOn) {
  auto file = file_with(Verdict::Safe);
  file.assumptions = {"signed arithmetic does not overflow"};
  EXPECT_EQ(to_text(file, Colours::Off), "a.c: note: assumed: signed arithmetic does not overflow\n"
                                         "a.c: safe, nothing to check (0.00 s)\n");
  file.functions = {{"f", {"a.c", 1, 5, 1, 6}, Verdict::Safe, "", 0, false}};
  file.functions.front().checks.total = 14;
  EXPECT_THAT(to_text(file, Colours::Off), HasSubstr("a.c: safe, 14 checks (0.00 s)\n"));
  file.functions.front().checks.left_to_callers = 2;
  EXPECT_THAT(to_text(file, Colours::Off), HasSubstr("a.c: safe, 14 checks, 2 left to callers (0.00 s)\n"));
}

TEST(ReportToJson, SaysWhatIsLeftToCallers) {
  FunctionReport function{.name = "f", .reason = "depends on a precondition"};
  EXPECT_FALSE(to_json(function).contains("leftToCallers"));
  function.is_left_to_callers = true;
  EXPECT_EQ(to_json(function)["leftToCallers"], true);
  EXPECT_FALSE(to_json(function)["checks"].contains("leftToCallers"));
  function.checks.left_to_callers = 3;
  EXPECT_EQ(to_json(function)["checks"]["leftToCallers"], 3);
}

TEST(ReportToText, HintsAreCountedUnlessSomebodyAsks) {
  auto file = file_with(Verdict::Safe);
  file.hints = violated_file().violations;
  file.hints.front().kind = FindingKind::OnlyIfCaller;
  EXPECT_THAT(to_text(file, Colours::Off), HasSubstr("a precondition that callers keep to and nobody states"));
  EXPECT_THAT(to_text(file, Colours::Off), Not(HasSubstr("a.c:6:3")));
  EXPECT_THAT(to_text(file, Colours::Off, HintsPrinted::All),
              HasSubstr("a.c:6:3: hint: assertion \"x > 0\" can fail [assert]\n"));
}

TEST(ReportToText, UndecidedFunctionsAreNamedOnceForEachReason) {
  auto file = file_with(Verdict::Unknown);
  file.functions = {{"f", {"a.c", 1, 5, 1, 6}, Verdict::Safe, "", 0, false},
                    {"g", {"a.c", 9, 5, 9, 6}, Verdict::Unknown, "recursion", 0, false},
                    {"h", {"a.c", 12, 5, 12, 6}, Verdict::Unknown, "recursion", 0, false},
                    {"i", {"a.c", 15, 5, 15, 6}, Verdict::Unknown, "timeout", 0, false}};
  file.functions.front().checks = {3, 0};
  file.functions.back().checks = {2, 1};
  EXPECT_EQ(to_text(file, Colours::Off),
            "a.c:9:5: note: undecided: 'g', 'h': recursion\n"
            "a.c:15:5: note: undecided: 'i': timeout\n"
            "a.c: unknown: timeout, 1 of 4 functions proved, 1 of 5 checks open (0.00 s)\n");
}

TEST(ReportToText, OneReasonForTheWholeFileIsSaidOnce) {
  auto file = file_with(Verdict::Unknown);
  file.functions = {{"f", {"a.c", 1, 5, 1, 6}, Verdict::Unknown, "timeout", 0, false},
                    {"g", {"a.c", 9, 5, 9, 6}, Verdict::Unknown, "timeout", 0, false}};
  EXPECT_EQ(to_text(file, Colours::Off), "a.c: unknown: timeout, 0 of 2 functions proved (0.00 s)\n");
}

TEST(ReportToText, ABrokenFileHasNoVerdict) {
  EXPECT_EQ(to_text(broken_file(), Colours::Off), "a.c: does not compile (0.00 s)\n");
}

TEST(ReportToText, NothingIsLeftOutOfWhatTheEngineTells) {
  auto file = violated_file();
  file.violations[0].trace.assign(202, file.violations[0].trace[0]);
  file.violations[0].folds.clear();
  const auto text = to_text(file, Colours::Off);
  EXPECT_THAT(text, HasSubstr("\n    101  4:7"));
  EXPECT_THAT(text, HasSubstr("\n    202  4:7"));
  EXPECT_THAT(text, Not(HasSubstr("left out")));
}

TEST(ReportToText, ColoursOnlyWhereAskedFor) {
  EXPECT_THAT(to_text(violated_file(), Colours::On), HasSubstr("\033[1;31merror:\033[0m"));
  EXPECT_THAT(to_text(violated_file(), Colours::Off), Not(HasSubstr("\033")));
}

TEST(ReportToText, StatisticsOnRequest) {
  auto report = report_of({violated_file(), violated_file()});
  EXPECT_THAT(to_text(report, Colours::Off, StatisticsTable::Print), HasSubstr("solver queries        100\n"));
  EXPECT_THAT(to_text(report, Colours::Off, StatisticsTable::Leave), Not(HasSubstr("solver queries")));
}

TEST(ReportToText, MessagesReadLikeACompilers) {
  EXPECT_EQ(to_text(Message{MessageSeverity::Error, {"a.c", 1, 2, 0, 0}, "expected ';'"}, Colours::Off),
            "a.c:1:2: error: expected ';'\n");
  EXPECT_EQ(to_text(Message{MessageSeverity::Note, {}, "no database"}, Colours::Off), "note: no database\n");
}

TEST(ReportCodec, GivesBackEveryField) {
  for (const auto& file : {violated_file(), file_with(Verdict::Unknown), broken_file()}) {
    auto text = encode_report(file);
    auto decoded = decode_report(text);
    ASSERT_TRUE(decoded.has_value());
    EXPECT_EQ(encode_report(*decoded), text);
    EXPECT_EQ(to_json(*decoded), to_json(file));
    EXPECT_EQ(to_text(*decoded, Colours::Off), to_text(file, Colours::Off));
    EXPECT_EQ(decoded->compiles, file.compiles);
    EXPECT_EQ(decoded->messages.size(), file.messages.size());
    EXPECT_EQ(decoded->graphs, file.graphs);
    EXPECT_EQ(decoded->statistics.solver_queries, file.statistics.solver_queries);
  }
}

TEST(ReportCodec, RejectsWhatIsNotAWholeReport) {
  auto text = encode_report(violated_file());
  EXPECT_FALSE(decode_report("").has_value());
  EXPECT_FALSE(decode_report(std::string_view(text).substr(0, text.size() - 1)).has_value());
  EXPECT_FALSE(decode_report("{}").has_value());
  EXPECT_FALSE(decode_report("[1]").has_value());
}

TEST(ReportCodec, SurvivesTextThatIsNotUtf8) {
  auto file = violated_file();
  file.violations[0].message = "assertion \"\xff\" can fail";
  auto decoded = decode_report(encode_report(file));
  ASSERT_TRUE(decoded.has_value());
  EXPECT_EQ(decoded->violations[0].message, "assertion \"\xef\xbf\xbd\" can fail");
}

} // namespace
} // namespace vouch::server
