#include "server/engine/native_confirmation.hpp"
#include "server/formats/report_to_json.hpp"
#include "server/formats/report_to_text.hpp"
#include "server/formats/violation_from_json.hpp"
#include "server/lsp/verified_document.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace vouch::server {
namespace {

using testing::HasSubstr;

Violation violation_in(const char* function, unsigned line) {
  Violation violation;
  violation.message = "assertion \"x\" can fail";
  violation.function = function;
  violation.place = {"a.c", line, 3, line, 9};
  violation.confirmed = true;
  violation.trace = {{violation.place, function, TraceStepKind::Violation, "x", {}}};
  violation.fingerprint = function;
  return violation;
}

/// Two functions with a violation each.
CheckReport report_of_two() {
  CheckReport report;
  FileReport file;
  file.path = "a.c";
  file.verdict = Verdict::Violated;
  file.functions = {{"f", {"a.c", 1, 5, 1, 6}, Verdict::Violated, ""},
                    {"g", {"a.c", 5, 5, 5, 6}, Verdict::Violated, ""}};
  file.violations = {violation_in("f", 2), violation_in("g", 6)};
  report.files = {file};
  return report;
}

const TriedTest failed = {.file = "f_fails.c", .outcome = TestOutcome::Failed};
const TriedTest ran = {.outcome = TestOutcome::RanOtherwise, .reason = "it ran without failing"};
const TriedTest not_made = {.reason = "the run depends on what \"fgets\" writes"};

TEST(NativeConfirmation, WhatTheCompiledProgramDoesIsConfirmedByIt) {
  CheckReport report = report_of_two();
  report.failing_tests = {{failed, failed}};
  confirm_natively(report);
  EXPECT_EQ(report.files[0].verdict, Verdict::Violated);
  EXPECT_EQ(to_json(report)["files"][0]["violations"][0]["confirmed"], "native");
  EXPECT_THAT(to_text(report.files[0], Colours::Off),
              HasSubstr("confirmed by executing the compiled program (native)"));
  EXPECT_FALSE(to_json(report)["files"][0].contains("refuted"));
}

TEST(NativeConfirmation, WhatItDoesNotDoIsUnknown) {
  CheckReport report = report_of_two();
  report.failing_tests = {{ran, ran}};
  confirm_natively(report);
  const FileReport& file = report.files[0];
  EXPECT_TRUE(file.violations.empty());
  EXPECT_EQ(file.verdict, Verdict::Unknown);
  EXPECT_EQ(file.reason,
            "the compiled program does not do this: assertion \"x\" can fail (line 2): it ran without failing");
  EXPECT_EQ(file.functions[1].verdict, Verdict::Unknown);
  EXPECT_THAT(file.functions[1].reason, HasSubstr("(line 6)"));
  EXPECT_EQ(exit_status(report), 3);
  const auto refuted = to_json(report)["files"][0]["refuted"];
  ASSERT_EQ(refuted.size(), 2U);
  EXPECT_EQ(refuted[1]["line"], 6);
  EXPECT_EQ(refuted[1]["difference"], "it ran without failing");
}

TEST(NativeConfirmation, OtherViolationsStay) {
  CheckReport report = report_of_two();
  report.failing_tests = {{ran, failed}};
  confirm_natively(report);
  const FileReport& file = report.files[0];
  EXPECT_EQ(file.verdict, Verdict::Violated);
  ASSERT_EQ(file.violations.size(), 1U);
  EXPECT_EQ(file.violations[0].function, "g");
  EXPECT_EQ(file.functions[0].verdict, Verdict::Unknown);
  EXPECT_EQ(file.functions[1].verdict, Verdict::Violated);
  ASSERT_EQ(report.failing_tests[0].size(), 1U);
  EXPECT_EQ(report.failing_tests[0][0].file, "f_fails.c");
}

TEST(NativeConfirmation, WhereNoTestCanBeMadeTheViolationStaysWithTheReason) {
  CheckReport report = report_of_two();
  report.failing_tests = {{not_made, ran}};
  confirm_natively(report);
  const auto violations = to_json(report)["files"][0]["violations"];
  ASSERT_EQ(violations.size(), 1U);
  EXPECT_EQ(violations[0]["confirmed"], true);
  EXPECT_EQ(violations[0]["nativeObstacle"], not_made.reason);
  EXPECT_THAT(to_text(report.files[0], Colours::Off),
              HasSubstr("confirmed by executing it (not natively: " + not_made.reason + ")"));
}

TEST(NativeConfirmation, IsReadBackFromReports) {
  Violation violation = violation_in("f", 2);
  for (const NativeConfirmation native : {NativeConfirmation::NotTried, NativeConfirmation::Confirmed}) {
    violation.native = native;
    const Violation read = violation_from_json(protocol::Json::parse(to_json(violation).dump()));
    EXPECT_TRUE(read.confirmed);
    EXPECT_EQ(read.native, native);
  }
}

/// As an editor sees the two functions.
VerifiedDocument document_of_two() {
  SourceTexts texts({{"/a.c", "int f(void) {\n  x();\n}\n\nint g(void) {\n  x();\n}\n"}});
  DiagnosticsTarget target;
  target.uri = "file:///a.c";
  target.path = "/a.c";
  return to_verified_document(report_of_two().files[0], target, texts,
                              [](const Violation& violation) { return "run of " + violation.function; });
}

TEST(NativeConfirmation, IsAddedToTheDiagnostic) {
  const VerifiedDocument document = confirmed_natively(document_of_two(), "run of g");
  EXPECT_THAT(document.diagnostics[1].message, HasSubstr("(confirmed: native)"));
  EXPECT_EQ(document.diagnostics[0], document_of_two().diagnostics[0]);
  EXPECT_EQ(confirmed_natively(document, "run of g").diagnostics, document.diagnostics);
}

TEST(NativeConfirmation, ARefutedRunIsNoErrorInTheEditor) {
  VerifiedDocument document = refuted_natively(document_of_two(), "run of g", "it ran without failing");
  EXPECT_EQ(document.diagnostics[1].severity, protocol::DiagnosticSeverity::Information);
  EXPECT_EQ(document.diagnostics[1].code, "unknown");
  EXPECT_THAT(document.diagnostics[1].message, HasSubstr("`g` not decided: the compiled program does not do this"));
  EXPECT_EQ(document.traces.size(), 1U);
  EXPECT_EQ(document.functions[1].verdict, Verdict::Unknown);
  EXPECT_EQ(document.functions[0].verdict, Verdict::Violated);
  EXPECT_EQ(document.verdict, Verdict::Violated);
  document = refuted_natively(document, "run of f", "it ran without failing");
  EXPECT_EQ(document.verdict, Verdict::Unknown);
  EXPECT_EQ(refuted_natively(document, "run of nothing", "").diagnostics, document.diagnostics);
}

} // namespace
} // namespace vouch::server
