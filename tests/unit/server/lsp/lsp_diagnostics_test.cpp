#include "server/lsp/lsp_diagnostics.hpp"

#include <gtest/gtest.h>

namespace vouch::server {
namespace {

using protocol::Diagnostic;
using protocol::DiagnosticSeverity;
using protocol::Range;
using protocol::Support;

constexpr const char* source_path = "/work space/a.c";
constexpr const char* header_path = "/work space/include/b.h";

class LspDiagnosticsTest : public testing::Test {
protected:
  std::vector<Diagnostic> convert() {
    SourceTexts texts({{source_path, "#include <assert.h>\n# include \"include/b.h\"\nint main(void) { f(); }\n"},
                       {header_path, "static void f(void) {\n  assert(0);\n}\n"}});
    return to_diagnostics(report, target, texts);
  }

  static Place in_source(unsigned line, unsigned column, unsigned end_column) {
    return {source_path, line, column, line, end_column};
  }

  Violation& add_violation(const Place& place) {
    Violation violation;
    violation.message = "assertion `0` fails";
    violation.function = "main";
    violation.place = place;
    violation.confirmed = true;
    violation.trace = {{in_source(3, 18, 21), "main", TraceStepKind::Call, "f()", {}}};
    report.verdict = Verdict::Violated;
    report.violations.push_back(violation);
    return report.violations.back();
  }

  void add_function(const char* name, Verdict verdict, const char* reason) {
    FunctionReport function;
    function.name = name;
    function.place = in_source(3, 5, 9);
    function.verdict = verdict;
    function.reason = reason;
    report.functions.push_back(function);
  }

  FileReport report;
  DiagnosticsTarget target{"file:///work%20space/a.c", source_path, 1, protocol::PositionEncoding::Utf16, Support::Yes};
};

TEST_F(LspDiagnosticsTest, AConfirmedViolationFromMainIsAnErrorWithItsTrace) {
  add_violation(in_source(3, 18, 21));
  const auto diagnostics = convert();
  ASSERT_EQ(diagnostics.size(), 1U);
  const Diagnostic& diagnostic = diagnostics[0];
  EXPECT_EQ(diagnostic.severity, DiagnosticSeverity::Error);
  EXPECT_EQ(diagnostic.code, "assert");
  EXPECT_EQ(diagnostic.source, "vouch");
  EXPECT_EQ(diagnostic.message, "assertion `0` fails");
  EXPECT_EQ(diagnostic.range, (Range{{2, 17}, {2, 20}}));
  ASSERT_EQ(diagnostic.related_information.size(), 1U);
  EXPECT_EQ(diagnostic.related_information[0].message, "f()");
  EXPECT_EQ(diagnostic.related_information[0].location.uri, target.uri) << "as the client writes it";
}

TEST_F(LspDiagnosticsTest, WhatIsNotCertainIsAWarningThatSaysWhy) {
  add_violation(in_source(3, 18, 21)).confirmed = false;
  add_violation(in_source(3, 18, 21)).trace.front().function = "helper";
  report.violations.back().code = "reach-error";
  report.violations.back().kind = FindingKind::CanHappen;
  const auto diagnostics = convert();
  ASSERT_EQ(diagnostics.size(), 2U);
  EXPECT_EQ(diagnostics[0].severity, DiagnosticSeverity::Warning);
  EXPECT_NE(diagnostics[0].message.find("not confirmed"), std::string::npos);
  EXPECT_EQ(diagnostics[1].severity, DiagnosticSeverity::Warning);
  EXPECT_EQ(diagnostics[1].code, "reach-error");
  EXPECT_NE(diagnostics[1].message.find("`helper`"), std::string::npos);
}

TEST_F(LspDiagnosticsTest, WhatLiesInAHeaderStandsAtItsInclude) {
  add_violation({"include/b.h", 2, 3, 2, 12}); // relative to the source's folder
  const auto diagnostics = convert();
  ASSERT_EQ(diagnostics.size(), 1U);
  EXPECT_EQ(diagnostics[0].range, (Range{{1, 0}, {1, 23}}));
  EXPECT_EQ(diagnostics[0].message, "in include/b.h:2: assertion `0` fails");
  ASSERT_EQ(diagnostics[0].related_information.size(), 2U);
  EXPECT_EQ(diagnostics[0].related_information[0].location,
            (protocol::Location{"file:///work%20space/include/b.h", {{1, 2}, {1, 11}}}));
}

TEST_F(LspDiagnosticsTest, WhatLiesInAnotherSourceStandsWhereTheRunLeftThisOne) {
  Violation& violation = add_violation({"/work space/other.c", 2, 3, 2, 12});
  violation.trace.push_back({{"/work space/other.c", 2, 3, 2, 12}, "f", TraceStepKind::Violation, "0", {}});
  EXPECT_EQ(convert().at(0).range, (Range{{2, 17}, {2, 20}}));
  EXPECT_EQ(convert().at(0).message, "in /work space/other.c:2: assertion `0` fails");
}

TEST_F(LspDiagnosticsTest, AHeaderThatNobodyIncludesByNameStandsInTheFirstLine) {
  add_violation({"/usr/include/other.h", 2, 3, 2, 12}).trace.clear();
  EXPECT_EQ(convert().at(0).range, (Range{{0, 0}, {0, 19}}));
}

TEST_F(LspDiagnosticsTest, LongTracesLoseTheirMiddle) {
  Violation& violation = add_violation(in_source(3, 18, 21));
  violation.trace.clear();
  for (int i = 1; i <= 100; ++i) {
    violation.trace.push_back({in_source(3, 5, 9), "main", TraceStepKind::Assignment, "step " + std::to_string(i), {}});
    violation.trace.push_back({in_source(3, 5, 9), "main", TraceStepKind::Statement, "nothing happens", {}});
  }
  const auto related = convert().at(0).related_information;
  ASSERT_EQ(related.size(), 40U);
  EXPECT_EQ(related[7].message, "step 8");
  EXPECT_EQ(related[8].message, "… steps left out …");
  EXPECT_EQ(related[9].message, "step 70");
  EXPECT_EQ(related.back().message, "step 100");
}

TEST_F(LspDiagnosticsTest, WithoutRelatedInformationTheTraceIsInTheMessage) {
  target.related_information = Support::No;
  add_violation(in_source(3, 18, 21));
  const auto diagnostics = convert();
  EXPECT_TRUE(diagnostics.at(0).related_information.empty());
  EXPECT_EQ(diagnostics.at(0).message, "assertion `0` fails\n  line 3: f()");
}

TEST_F(LspDiagnosticsTest, UndecidedFunctionsShareADiagnosticPerReason) {
  report.verdict = Verdict::Unknown;
  add_function("one", Verdict::Unknown, "timeout");
  add_function("two", Verdict::Safe, "");
  add_function("three", Verdict::Unknown, "timeout");
  add_function("four", Verdict::Unknown, "recursion");
  add_function("five", Verdict::Unknown, "cancelled");
  add_function("six", Verdict::Unknown, not_called_reason);
  const auto diagnostics = convert();
  ASSERT_EQ(diagnostics.size(), 2U);
  EXPECT_EQ(diagnostics[0].severity, DiagnosticSeverity::Information);
  EXPECT_EQ(diagnostics[0].code, "unknown");
  EXPECT_EQ(diagnostics[0].message, "`one` and 1 more not decided: timeout");
  EXPECT_EQ(diagnostics[0].range, (Range{{2, 4}, {2, 8}}));
  EXPECT_EQ(diagnostics[0].related_information.size(), 1U);
  EXPECT_EQ(diagnostics[1].message, "`four` not decided: recursion");
}

TEST_F(LspDiagnosticsTest, AnUndecidedFileWithoutFunctionsSaysSoInTheFirstLine) {
  report.reason = "internal error: crash";
  const auto diagnostics = convert();
  ASSERT_EQ(diagnostics.size(), 1U);
  EXPECT_EQ(diagnostics[0].message, "not decided: internal error: crash");
  EXPECT_EQ(diagnostics[0].range.start, (protocol::Position{0, 0}));
}

TEST_F(LspDiagnosticsTest, SafeFilesHaveNone) {
  report.verdict = Verdict::Safe;
  add_function("main", Verdict::Safe, "");
  EXPECT_TRUE(convert().empty());
}

TEST_F(LspDiagnosticsTest, WhatIsNotUnderstoodIsSaidWhereItStands) {
  report.verdict = Verdict::Safe;
  report.messages = {{MessageSeverity::Information, in_source(3, 1, 4), "annotations are not understood"},
                     {MessageSeverity::Note, in_source(3, 1, 4), "memory allocation is assumed to succeed"}};
  const auto diagnostics = convert();
  ASSERT_EQ(diagnostics.size(), 1U);
  EXPECT_EQ(diagnostics[0].severity, DiagnosticSeverity::Information);
  EXPECT_EQ(diagnostics[0].message, "annotations are not understood");
  EXPECT_EQ(diagnostics[0].range.start.line, 2U);
}

TEST_F(LspDiagnosticsTest, BrokenCShowsClangsErrorsAndNothingElse) {
  add_violation(in_source(3, 18, 21));
  report.compiles = false;
  report.messages = {{MessageSeverity::Warning, in_source(3, 1, 4), "careful"},
                     {MessageSeverity::Error, in_source(3, 1, 4), "expected ';'"},
                     {MessageSeverity::Note, in_source(3, 1, 4), "here"}};
  const auto diagnostics = convert();
  ASSERT_EQ(diagnostics.size(), 1U);
  EXPECT_EQ(diagnostics[0].code, "clang");
  EXPECT_EQ(diagnostics[0].message, "expected ';'");
  report.messages.clear();
  EXPECT_EQ(convert().size(), 1U) << "never empty: that would read as proved";
}

/// Of a run with nothing but this step.
std::string described(TraceStep step) {
  Violation violation;
  violation.trace = {std::move(step)};
  return describe(violation, 0);
}

TEST(Describe, SaysWhatHappensWithValues) {
  EXPECT_EQ(described({{}, "f", TraceStepKind::BranchTaken, "x > 2", {{"x", "3"}, {"y", "0"}}}),
            "x > 2 is true  (x = 3, y = 0)");
  EXPECT_EQ(described({{}, "f", TraceStepKind::Assignment, "a =\n  b", {}}), "a =   b");
}

TEST(Describe, SaysAtTheStepThatFailsThatItFailsHere) {
  Violation violation;
  violation.trace = {{{}, "f", TraceStepKind::Violation, "the assertion fails", {{"x", "0"}}},
                     {{}, "f", TraceStepKind::Violation, "the pointer is null", {}}};
  EXPECT_EQ(describe(violation, 0), "the assertion fails  (x = 0)");
  violation.confirmed = true;
  EXPECT_EQ(describe(violation, 0), "the assertion fails here  (x = 0)");
  EXPECT_EQ(describe(violation, 1), "fails here: the pointer is null");
}

TEST(Describe, CutsLongTextsBehindAWholeCharacter) {
  std::string text;
  for (int i = 0; i < 1000; ++i) {
    text += "é";
  }
  const std::string cut = described({{}, "f", TraceStepKind::Assignment, "x" + text, {}});
  EXPECT_LE(cut.size(), 210U);
  EXPECT_TRUE(cut.ends_with("é…"));
}

} // namespace
} // namespace vouch::server
