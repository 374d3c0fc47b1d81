#include "server/lsp/verified_document.hpp"

#include <gtest/gtest.h>

namespace vouch::server {
namespace {

using protocol::Range;

constexpr const char* path = "/a.c";

VerifiedDocument convert(const FileReport& report, const std::string& text) {
  SourceTexts texts({{path, text}});
  DiagnosticsTarget target;
  target.uri = "file:///a.c";
  target.path = path;
  return to_verified_document(report, target, texts, [](const Violation&) { return "id"; });
}

FunctionReport function(const char* name, unsigned line, Verdict verdict, const char* reason = "") {
  FunctionReport report;
  report.name = name;
  report.place = {path, line, 5, line, 6};
  report.body = {path, line, 1, line, 20};
  report.verdict = verdict;
  report.reason = reason;
  return report;
}

Violation violation(const char* in, unsigned line) {
  Violation result;
  result.function = in;
  result.place = {path, line, 15, line, 18};
  result.message = "assertion can fail";
  result.fingerprint = in;
  result.run.entry = in;
  return result;
}

constexpr const char* two_functions = "int f(void) { assert(0); }\nint g(void) { assert(0); }\n";

FileReport both_violated() {
  FileReport report;
  report.path = path;
  report.functions = {function("f", 1, Verdict::Violated), function("g", 2, Verdict::Violated)};
  report.violations = {violation("f", 1), violation("g", 2)};
  return report;
}

TEST(VerifiedDocument, DiagnosticsLeadToTheirRuns) {
  const VerifiedDocument document = convert(both_violated(), two_functions);
  ASSERT_EQ(document.traces.size(), 2U);
  EXPECT_EQ(document.traces[1].id, "id");
  EXPECT_EQ(document.traces[1].range, (Range{{1, 14}, {1, 17}}));
  ASSERT_TRUE(document.diagnostics[1].data);
  EXPECT_EQ(*document.diagnostics[1].data, (protocol::DiagnosticData{"id", "g", "g"}));
}

TEST(VerifiedDocument, WhatIsNotDecidedYetStaysAsItWas) {
  const VerifiedDocument before = convert(both_violated(), two_functions);
  FileReport partial;
  partial.path = path;
  partial.functions = {function("f", 1, Verdict::Safe), function("g", 2, Verdict::Unknown, not_finished_reason)};
  const VerifiedDocument now = updated(before, convert(partial, two_functions));
  ASSERT_EQ(now.diagnostics.size(), 1U);
  EXPECT_EQ(now.diagnostics[0].data->function, "g");
  ASSERT_EQ(now.traces.size(), 1U);
  EXPECT_EQ(now.traces[0].function, "g");
}

TEST(VerifiedDocument, AViolationThatIsFoundAgainIsThereOnce) {
  const VerifiedDocument before = convert(both_violated(), two_functions);
  FileReport partial = both_violated();
  partial.functions[1] = function("g", 2, Verdict::Unknown, not_finished_reason);
  const VerifiedDocument now = updated(before, convert(partial, two_functions));
  EXPECT_EQ(now.diagnostics.size(), 2U);
  EXPECT_EQ(now.traces.size(), 2U);
}

TEST(VerifiedDocument, RangesMoveWithEdits) {
  const VerifiedDocument document = convert(both_violated(), two_functions);
  // A line break and two characters in place of the blank behind `int` in line 1.
  const VerifiedDocument edited = moved(document, {{1, 3}, {1, 4}}, {2, 2});
  EXPECT_EQ(edited.functions[0].name_range, document.functions[0].name_range);
  EXPECT_EQ(edited.functions[1].name_range, (Range{{2, 2}, {2, 3}}));
  EXPECT_EQ(edited.functions[1].body.start, document.functions[1].body.start);
  EXPECT_EQ(edited.diagnostics[1].range, (Range{{2, 12}, {2, 15}}));
  // What was in the text that is gone is where that was.
  EXPECT_EQ(moved(document, {{1, 0}, {1, 19}}, {1, 0}).functions[1].name_range, (Range{{1, 0}, {1, 0}}));
}

TEST(VerifiedDocument, WhatLiesInHeadersIsNotTheDocuments) {
  FileReport report = both_violated();
  report.functions[0].place.file = "/b.h";
  report.violations[0].place.file = "/b.h";
  const VerifiedDocument document = convert(report, two_functions);
  EXPECT_EQ(document.functions.size(), 1U);
  EXPECT_EQ(document.traces.size(), 2U); // its diagnostic is here all the same
}

} // namespace
} // namespace vouch::server
