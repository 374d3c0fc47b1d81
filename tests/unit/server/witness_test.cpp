#include "server/source_scan.hpp"
#include "server/witness.hpp"
#include "server/witness_instrumentation.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace vouch::server {
namespace {

using testing::HasSubstr;

std::string woven(const std::string& text, const WitnessContent& witness) {
  const auto edited = std::visit([&](const auto& content) { return instrumented(text, content); }, witness);
  return edited ? edited->text() : "problem: " + edited.error().message;
}

WitnessContent loop_invariant(unsigned line, unsigned column, const std::string& value) {
  return CorrectnessWitness{{{WitnessInvariant::Kind::Loop, {"a.c", line, column, "f"}, value}}};
}

TEST(WitnessInstrumentation, PutsInvariantsInFrontOfConditions) {
  EXPECT_THAT(woven("void f(int n) { while (n > 0) n--; }", loop_invariant(1, 17, "n >= 0")),
              HasSubstr("while (__ESBMC_assert(vouch_invariant_0 && (n >= 0), \"\"), n > 0) n--;"));
  EXPECT_THAT(woven("void f() { for (int i = 0; i < 3; i++) {} }", loop_invariant(1, 12, "i < 4")),
              HasSubstr("for (int i = 0; __ESBMC_assert(vouch_invariant_0 && (i < 4), \"\"), i < 3; i++)"));
  EXPECT_THAT(woven("void f() { for (;;) {} }", loop_invariant(1, 12, "1")),
              HasSubstr("__ESBMC_assert(vouch_invariant_0 && (1), \"\"), 1;)"));
  EXPECT_THAT(woven("void f() { do { g(); } while (h()); }", loop_invariant(1, 12, "1")),
              HasSubstr("do { __ESBMC_assert(vouch_invariant_0 && (1), \"\"); g(); }"));
}

TEST(WitnessInstrumentation, IsNotDeceivedByCommentsAndLiterals) {
  const std::string text = "void f(int n) { /* while (0) */ puts(\"while (\"); while (n /* ) */ > 0) n--; }";
  EXPECT_THAT(woven(text, loop_invariant(1, 0, "1")), HasSubstr("puts(\"while (\"); while (__ESBMC_assert("));
  EXPECT_THAT(woven(text, loop_invariant(1, static_cast<unsigned>(text.find("while (n")) + 1, "1")),
              HasSubstr("\"\"), n /* ) */ > 0) n--;"));
}

TEST(WitnessInstrumentation, PutsStatementsIntoBodiesWithoutBraces) {
  const ViolationWitness witness{{{{WaypointType::Target, WaypointAction::Follow, {"a.c", 1, 23, ""}, ""}}}};
  EXPECT_THAT(woven("void f(int n) { if (n) reach_error(); }", witness),
              HasSubstr("if (n) { __ESBMC_assume(vouch_segment == 0); reach_error(); } }"));
}

TEST(WitnessInstrumentation, NestsWhatBeginsAndEndsAtOnePlace) {
  const ViolationWitness witness{
      {{{WaypointType::FunctionReturn, WaypointAction::Follow, {"a.c", 1, 18, ""}, "\\result == 1"}},
       {{WaypointType::Branching, WaypointAction::Follow, {"a.c", 1, 12, ""}, "true"}},
       {{WaypointType::Target, WaypointAction::Follow, {"a.c", 1, 23, ""}, ""}}}};
  EXPECT_THAT(woven("void f() { if (g()) { h(); } }", witness),
              HasSubstr("if ((vouch_value = (({ __typeof__(g()) vouch_result = g(); vouch_segment = "));
}

TEST(WitnessInstrumentation, LeadsPlacesBack) {
  EditedText edited("int x;\nint y;\n");
  edited.insert(0, "line;\n");
  edited.insert(7, "more ");
  EXPECT_EQ(edited.text(), "line;\nint x;\nmore int y;\n");
  const Place back = edited.original_place({"a.c", 3, 10, 3, 11});
  EXPECT_EQ(back.line, 2U);
  EXPECT_EQ(back.column, 5U);
}

TEST(WitnessYaml, IsReadAsItWasWritten) {
  const ViolationWitness witness{
      {{{WaypointType::Assumption, WaypointAction::Avoid, {"a.c", 3, 4, "f"}, "x == \"y\"[0]"},
        {WaypointType::Branching, WaypointAction::Follow, {"a.c", 5, 0, ""}, "false"}},
       {{WaypointType::Target, WaypointAction::Follow, {"a.c", 9, 1, "f"}, ""}}}};
  const std::string text =
      to_yaml(witness, {"1.0", "a.c", "int x;", "CHECK( init(main()), LTL(G ! overflow) )", "LP64"});
  const auto read = witness_of_yaml(text);
  ASSERT_TRUE(read.has_value()) << read.error().message << text;
  const auto& segments = std::get<ViolationWitness>(*read).segments;
  ASSERT_EQ(segments.size(), 2U);
  EXPECT_EQ(segments[0][0].constraint, "x == \"y\"[0]");
  EXPECT_EQ(segments[0][0].action, WaypointAction::Avoid);
  EXPECT_EQ(segments[0][1].location.line, 5U);
  EXPECT_EQ(segments[1][0].type, WaypointType::Target);
  // SHA-256 of "int x;"
  EXPECT_THAT(text, testing::ContainsRegex("[0-9a-f]{64}"));
}

TEST(WitnessYaml, RefusesWhatItDoesNotKnow) {
  const auto read = [](const std::string& text) { return witness_of_yaml(text).has_value(); };
  EXPECT_FALSE(read(""));
  EXPECT_FALSE(read("- entry_type: violation_sequence\n  metadata: {format_version: '1.0'}\n  content: []\n"));
  EXPECT_FALSE(read("- entry_type: ghost_instrumentation\n  metadata: {format_version: '2.1'}\n  content: []\n"));
  EXPECT_FALSE(read("- entry_type: violation_sequence\n  metadata: {format_version: '2.0'}\n  content: []\n"));
}

} // namespace
} // namespace vouch::server
