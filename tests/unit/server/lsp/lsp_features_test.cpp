#include "server/formats/acceptance.hpp"
#include "server/lsp/lsp_code_actions.hpp"
#include "server/lsp/lsp_hover.hpp"
#include "server/lsp/lsp_inlay_hints.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace vouch::server {
namespace {

using protocol::PositionEncoding;
using protocol::Range;
using testing::HasSubstr;
using testing::Not;

constexpr const char* text = R"(int sum(int n) {
  int i = 0;
  while (i < n) {
    i++;
  }
  return i;
}
int main(void) { return sum(3); }
)";

/// A document with a proved function, its loop and a run that fails in `main`.
class LspFeaturesTest : public testing::Test {
protected:
  LspFeaturesTest() {
    document.uri = status.uri = "file:///a.c";
    document.text = text;
    status.state = VerificationState::Finished;
    status.verdict_version = 1;
    VerifiedDocument& verified = status.verified;
    VerifiedFunction sum{"sum", {{0, 4}, {0, 7}}, {{0, 0}, {6, 1}}, Verdict::Safe, "", 412, true, {}, {}, {}};
    sum.summary = {{"n >= 0"}, {"result == n"}, {}, {"flag", "mode"}};
    sum.checks.total = 14;
    verified.functions = {sum,
                          {"main", {{7, 4}, {7, 8}}, {{7, 0}, {7, 33}}, Verdict::Violated, "", 20, false, {}, {}, {}}};
    verified.loops = {{"sum", {{2, 9}, {2, 14}}, "i <= n", {"i", "n"}}};
    verified.assumptions = {"signed arithmetic does not overflow"};
    VerifiedTrace trace;
    trace.id = "1234";
    trace.function = "main";
    trace.range = {{7, 17}, {7, 31}};
    trace.violation.confirmed = true;
    trace.steps = {{{{3, 4}, {3, 7}}, {{"i", "1"}}, 3, TraceStepKind::Assignment},
                   {{{3, 4}, {3, 7}}, {{"i", "2"}}, 5, TraceStepKind::Assignment}};
    verified.traces = {trace};
  }

  std::string hover_at(protocol::Position position) const {
    const auto found = hover(status, document, position, PositionEncoding::Utf16, "1234");
    return found ? found->text : "nothing";
  }

  std::vector<std::string> titles(DebuggerStart debugger) const {
    std::vector<std::string> result;
    for (const protocol::CodeLens& lens : code_lenses(status, debugger)) {
      result.push_back(lens.command.title);
    }
    return result;
  }

  DocumentStatus status;
  Document document;
};

TEST_F(LspFeaturesTest, AFunctionsHoverIsItsStatusItsSummaryAndWhatTheVerdictRestsOn) {
  const std::string hover = hover_at({0, 5});
  EXPECT_THAT(hover, HasSubstr("**`sum`**: proved · 14 checks · 0.4 s · cached"));
  EXPECT_THAT(hover, HasSubstr("requires\n```c\nn >= 0\n```"));
  EXPECT_THAT(hover, HasSubstr("ensures\n```c\nresult == n\n```"));
  EXPECT_THAT(hover, HasSubstr("follows the values of\n```c\nflag\nmode\n```"));
  EXPECT_THAT(hover, HasSubstr("- signed arithmetic does not overflow"));
  EXPECT_EQ(hover_at({7, 25}), hover) << "where it is called";
}

TEST_F(LspFeaturesTest, ALoopsHoverIsItsInvariants) {
  EXPECT_THAT(hover_at({2, 3}), HasSubstr("```c\ni <= n\n```"));
  EXPECT_THAT(hover_at({2, 3}), HasSubstr("in the cache"));
}

TEST_F(LspFeaturesTest, AVariablesHoverIsWhatIsKnownOfIt) {
  EXPECT_THAT(hover_at({3, 4}), HasSubstr("at the loop in line 3\n```c\ni <= n"));
  EXPECT_THAT(hover_at({3, 4}), HasSubstr("in the run that fails: `i = 1, then 2`"));
  EXPECT_EQ(hover_at({1, 3}), "nothing") << "a keyword";
}

TEST_F(LspFeaturesTest, WhatIsKnownOfAnOlderVersionSaysSo) {
  EXPECT_THAT(hover_at({2, 3}), Not(HasSubstr("has changed")));
  status.state = VerificationState::Stale;
  EXPECT_THAT(hover_at({2, 3}), HasSubstr("has changed"));
}

TEST_F(LspFeaturesTest, LensesOfEveryState) {
  EXPECT_EQ(titles(DebuggerStart::ByClient),
            (std::vector<std::string>{"proved · 14 checks · 0.4 s · cached", "can fail", "step through", "make test"}));
  EXPECT_EQ(titles(DebuggerStart::No),
            (std::vector<std::string>{"proved · 14 checks · 0.4 s · cached", "can fail", "make test"}));
  status.state = VerificationState::Running;
  EXPECT_EQ(titles(DebuggerStart::No), (std::vector<std::string>{"verifying…", "verifying…"}));
  status.state = VerificationState::Stale;
  EXPECT_EQ(titles(DebuggerStart::No),
            (std::vector<std::string>{"out of date · was proved", "out of date · could fail"}));
  status.state = VerificationState::Finished;
  status.verified.functions[0].verdict = Verdict::Unknown;
  status.verified.functions[0].reason = "timeout";
  status.verified.traces[0].accepted_because = "only in tests";
  EXPECT_EQ(titles(DebuggerStart::No), (std::vector<std::string>{"unknown: timeout", "give it more time",
                                                                 "can fail, accepted: only in tests", "make test"}));
}

TEST_F(LspFeaturesTest, ARunThatFailsIsShownWhateverElseIsNotKnown) {
  status.verified.functions[1].verdict = Verdict::Unknown;
  status.verified.functions[1].reason = "timeout";
  EXPECT_EQ(titles(DebuggerStart::ByClient),
            (std::vector<std::string>{"proved · 14 checks · 0.4 s · cached", "can fail", "step through", "make test"}));
}

TEST_F(LspFeaturesTest, WhatAnEditDoesNotTouchKeepsItsVerdict) {
  status.outdated = {"main"};
  for (const VerificationState state :
       {VerificationState::Stale, VerificationState::Queued, VerificationState::Running}) {
    status.state = state;
    EXPECT_EQ(state_of(status, status.verified.functions[0]), FunctionState::Proved);
    EXPECT_NE(state_of(status, status.verified.functions[1]), FunctionState::Violated);
  }
  status.state = VerificationState::DoesNotCompile;
  EXPECT_EQ(state_of(status, status.verified.functions[0]), FunctionState::Stale);
}

TEST_F(LspFeaturesTest, WhatIsUndecidedIsBeingVerifiedInARun) {
  status.outdated.emplace();
  status.state = VerificationState::Running;
  status.verified.functions[0].verdict = Verdict::Unknown;
  EXPECT_EQ(state_of(status, status.verified.functions[0]), FunctionState::Running);
  EXPECT_EQ(state_of(status, status.verified.functions[1]), FunctionState::Violated);
}

TEST_F(LspFeaturesTest, ALensTellsWhatIsLeftToCallersFromWhatIsNotKnown) {
  VerifiedFunction& function = status.verified.functions[0];
  function.verdict = Verdict::Unknown;
  function.reason = "depends on a precondition that is not stated";
  function.checks = {14, 1};
  function.is_left_to_callers = true;
  EXPECT_EQ(titles(DebuggerStart::No).front(),
            "proved but for what callers decide: depends on a precondition that is not "
            "stated (1 of 14 checks open)");
}

TEST_F(LspFeaturesTest, ALensCountsWhatAProofLeavesToCallers) {
  VerifiedFunction& function = status.verified.functions[0];
  function.checks.left_to_callers = 2;
  function.preconditions = {"\"a[i]\" is never out of bounds in line 3"};
  EXPECT_EQ(titles(DebuggerStart::No).front(),
            "proved · 14 checks, 2 left to callers · if \"a[i]\" is never out of bounds "
            "in line 3 · 0.4 s · cached");
}

TEST_F(LspFeaturesTest, HintsAtLineEndsAreInvariantsAndLastValues) {
  const Range everything{{0, 0}, {8, 0}};
  const auto hints = [&](HintSettings settings, const Range& range) {
    std::vector<std::string> labels;
    for (const protocol::InlayHint& hint :
         inlay_hints(status, document, range, PositionEncoding::Utf16, settings, "1234")) {
      labels.push_back(std::to_string(hint.position.line) + ":" + std::to_string(hint.position.character) + " " +
                       hint.label);
    }
    return labels;
  };
  EXPECT_EQ(hints({}, everything), (std::vector<std::string>{"2:17 holds: i <= n", "3:8 5. i = 2"}));
  EXPECT_EQ(hints({}, {{3, 0}, {8, 0}}), std::vector<std::string>{"3:8 5. i = 2"});
  EXPECT_EQ(hints({HintsShown::No, HintsShown::Yes}, everything), std::vector<std::string>{"2:17 holds: i <= n"});
  EXPECT_EQ(hints({HintsShown::No, HintsShown::No}, everything), std::vector<std::string>());
  std::vector<VerifiedStep>& steps = status.verified.traces[0].steps;
  steps = {{{{7, 17}, {7, 31}}, {{"r", "2"}}, 6, TraceStepKind::BranchNotTaken},
           {{{7, 17}, {7, 31}}, {}, 7, TraceStepKind::Violation}};
  EXPECT_EQ(hints({}, {{7, 0}, {8, 0}}), std::vector<std::string>{"7:33 6–7. r = 2, fails here"});
  status.verified.traces[0].violation.confirmed = false;
  EXPECT_EQ(hints({}, {{7, 0}, {8, 0}}), std::vector<std::string>{"7:33 6–7. r = 2"});
  status.state = VerificationState::Stale;
  EXPECT_EQ(hints({}, everything), std::vector<std::string>());
}

TEST_F(LspFeaturesTest, ActionsAreAboutWhatIsThere) {
  const auto titles_at = [&](protocol::Position position) {
    protocol::CodeActionParams params;
    params.range = {position, position};
    std::vector<std::string> result;
    for (const protocol::CodeAction& action :
         code_actions(status, document, params, DebuggerStart::ByClient, protocol::PositionEncoding::Utf16)) {
      result.push_back(action.title);
    }
    return result;
  };
  EXPECT_EQ(titles_at({7, 20}),
            (std::vector<std::string>{"Step through the run that fails", "Save the run that fails as a test",
                                      "Show the values of the run that fails", "Accept this violation, with a reason",
                                      "Verify the callers of `main`"}));
  EXPECT_EQ(titles_at({1, 0}), std::vector<std::string>{"Verify the callers of `sum`"});
  EXPECT_EQ(titles_at({2, 4}),
            (std::vector<std::string>{"Insert `i <= n` as an assertion", "Verify the callers of `sum`"}));
  status.verified.traces[0].violation.kind = FindingKind::CanHappen;
  EXPECT_EQ(titles_at({7, 20})[2], "Add the missing precondition of `main`");
}

TEST(Acceptance, NeedsItsCodeAndAReason) {
  constexpr const char* source = "a(); // vouch: accept(assert): tested by hand\n"
                                 "// vouch: accept(null-dereference): never null /* really */\n"
                                 "b();\n"
                                 "c(); /* vouch: accept(assert): an old one */\r\n"
                                 "d(); // vouch: accept(assert):\n";
  EXPECT_EQ(acceptance(source, 1, "assert"), "tested by hand");
  EXPECT_EQ(acceptance(source, 1, "null-dereference"), std::nullopt);
  EXPECT_EQ(acceptance(source, 3, "null-dereference"), "never null /* really");
  EXPECT_EQ(acceptance(source, 4, "assert"), "an old one");
  EXPECT_EQ(acceptance(source, 7, "assert"), std::nullopt);
  EXPECT_EQ(acceptance("// vouch: accept(assert): \nd();", 2, "assert"), std::nullopt);
  EXPECT_EQ(acceptance("x();\n", 99, "assert"), std::nullopt);
}

} // namespace
} // namespace vouch::server
