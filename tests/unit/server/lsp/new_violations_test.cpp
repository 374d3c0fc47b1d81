#include "server/lsp/new_violations.hpp"

#include <gtest/gtest.h>
#include <utility>

namespace vouch::server {
namespace {

using Names = std::set<std::string>;

VerifiedFunction function_with(const std::string& name, Verdict verdict, std::uint64_t open_checks = 0) {
  VerifiedFunction function;
  function.name = name;
  function.verdict = verdict;
  function.checks = {3, open_checks};
  return function;
}

VerifiedTrace violation_in(const std::string& function, const std::string& fingerprint) {
  VerifiedTrace trace;
  trace.id = "run of " + fingerprint;
  trace.function = function;
  trace.violation.fingerprint = fingerprint;
  return trace;
}

VerifiedDocument document_of(std::vector<VerifiedFunction> functions, std::vector<VerifiedTrace> traces) {
  VerifiedDocument document;
  document.functions = std::move(functions);
  document.traces = std::move(traces);
  for (const VerifiedTrace& trace : document.traces) {
    protocol::Diagnostic diagnostic;
    diagnostic.message = "it can fail\n  line 1";
    diagnostic.data = {trace.id, trace.function, trace.violation.fingerprint};
    document.diagnostics.push_back(std::move(diagnostic));
  }
  return document;
}

Names found_after(const VerifiedDocument& before, std::vector<VerifiedTrace> traces) {
  return new_violations(last_verdicts(before), document_of({}, std::move(traces)));
}

TEST(NewViolationsOfADocument, AreOfFunctionsThatWereProved) {
  const VerifiedDocument before =
      document_of({function_with("f", Verdict::Safe), function_with("g", Verdict::Unknown)}, {});
  EXPECT_EQ(found_after(before, {violation_in("f", "1"), violation_in("g", "2"), violation_in("h", "3")}), Names{"1"});
}

TEST(NewViolationsOfADocument, AreNoneWhereSomethingElseWasOpen) {
  const auto before = [](std::uint64_t open_checks) {
    return document_of({function_with("f", Verdict::Violated, open_checks)}, {violation_in("f", "1")});
  };
  EXPECT_EQ(found_after(before(0), {violation_in("f", "1"), violation_in("f", "2")}), Names{"2"});
  EXPECT_EQ(found_after(before(1), {violation_in("f", "1"), violation_in("f", "2")}), Names{});
}

TEST(NewViolationsOfADocument, AreNoneWhereAnEarlierOneIsGone) {
  const VerifiedDocument before = document_of({function_with("f", Verdict::Violated)}, {violation_in("f", "1")});
  EXPECT_EQ(found_after(before, {violation_in("f", "2")}), Names{})
      << "it may be the same, of a variable with another name";
  VerifiedTrace other = violation_in("f", "2");
  other.violation.code = "signed-overflow";
  EXPECT_EQ(found_after(before, {other}), Names{"2"});
}

TEST(NewViolationsOfADocument, AreNeitherHintsNorAccepted) {
  const VerifiedDocument before = document_of({function_with("f", Verdict::Safe)}, {});
  VerifiedTrace hint = violation_in("f", "1");
  hint.violation.kind = FindingKind::OnlyIfCaller;
  VerifiedTrace accepted = violation_in("f", "2");
  accepted.accepted_because = "only in tests";
  EXPECT_EQ(found_after(before, {hint, accepted}), Names{});
}

TEST(NewViolationsOfADocument, SaySoOnce) {
  const VerifiedDocument document = document_of({}, {violation_in("f", "1"), violation_in("f", "2")});
  const VerifiedDocument marked = since_edit(since_edit(document, {"2"}), {"2"});
  EXPECT_FALSE(marked.traces[0].is_since_edit);
  EXPECT_TRUE(marked.traces[1].is_since_edit);
  EXPECT_EQ(marked.diagnostics[0], document.diagnostics[0]);
  EXPECT_EQ(marked.diagnostics[1].message, "it can fail (since this edit)\n  line 1");
  EXPECT_EQ(marked.diagnostics[1].data->since, "edit");
}

} // namespace
} // namespace vouch::server
