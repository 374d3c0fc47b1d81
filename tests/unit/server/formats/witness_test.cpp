#include "server/check/witness_instrumentation.hpp"
#include "server/formats/witness.hpp"
#include "server/support/source_scan.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace vouch::server {
namespace {

using testing::HasSubstr;

std::string woven(const std::string& text, const WitnessContent& witness) {
  const auto edited = std::visit([&](const auto& content) { return instrumented(text, content, "LP64"); }, witness);
  return edited ? edited->text() : "problem: " + edited.error().message;
}

WitnessContent loop_invariant(unsigned line, unsigned column, const std::string& value) {
  return CorrectnessWitness{{{WitnessInvariant::Kind::Loop, {"a.c", line, column, "f"}, value}}};
}

TEST(WitnessInstrumentation, PutsInvariantsInFrontOfConditions) {
  EXPECT_THAT(
      woven("void f(int n) { while (n > 0) n--; }", loop_invariant(1, 17, "n >= 0")),
      HasSubstr("while (__vouch_assert(vouch_invariant_0 && __vouch_witness(6, (n >= 0) ? 1 : 0), \"\"), n > 0) n--;"));
  EXPECT_THAT(woven("void f() { for (int i = 0; i < 3; i++) {} }", loop_invariant(1, 12, "i < 4")),
              HasSubstr("for (int i = 0; __vouch_assert(vouch_invariant_0 && __vouch_witness(5, (i < 4) ? 1 : 0), "
                        "\"\"), i < 3; i++)"));
  EXPECT_THAT(woven("void f() { for (;;) {} }", loop_invariant(1, 12, "1")),
              HasSubstr("__vouch_assert(vouch_invariant_0 && __vouch_witness(1, (1) ? 1 : 0), \"\"), 1;)"));
  EXPECT_THAT(woven("void f() { do { g(); } while (h()); }", loop_invariant(1, 12, "1")),
              HasSubstr("do { __vouch_assert(vouch_invariant_0 && __vouch_witness(1, (1) ? 1 : 0), \"\"); g(); }"));
}

TEST(WitnessInstrumentation, IsNotDeceivedByCommentsAndLiterals) {
  const std::string text = "void f(int n) { /* while (0) */ puts(\"while (\"); while (n /* ) */ > 0) n--; }";
  EXPECT_THAT(woven(text, loop_invariant(1, 0, "1")), HasSubstr("puts(\"while (\"); while (__vouch_assert("));
  EXPECT_THAT(woven(text, loop_invariant(1, static_cast<unsigned>(text.find("while (n")) + 1, "1")),
              HasSubstr("\"\"), n /* ) */ > 0) n--;"));
}

TEST(WitnessInstrumentation, PutsStatementsIntoBodiesWithoutBraces) {
  const ViolationWitness witness{{{{WaypointType::Assumption, WaypointAction::Follow, {"a.c", 1, 23, ""}, "n > 3"}},
                                  {{WaypointType::Target, WaypointAction::Follow, {"a.c", 1, 23, ""}, ""}}}};
  const std::string text = woven("void f(int n) { if (n) reach_error(); }", witness);
  EXPECT_THAT(text, HasSubstr("if (n) { vouch_segment = ((vouch_segment == 0 && (__vouch_witness(5, (n > 3) ? 1 : 0))))"
                              " ? vouch_segment + 1 : vouch_segment; reach_error(); } }"));
  // In the edited text, whose first line is added.
  EXPECT_THAT(text, HasSubstr("enum { __vouch_target_line = 2, __vouch_target_segment = 1 };"));
}

TEST(WitnessInstrumentation, HasNoPlaceForDirectives) {
  EXPECT_THAT(woven("void f(int n) { while (n > 0) n--; }", loop_invariant(1, 17, "1\n#undef assert\n")),
              HasSubstr("(1 #undef assert ) ? 1 : 0)"));
}

TEST(WitnessInstrumentation, CompilesOnlyInItsDataModel) {
  EXPECT_THAT(woven("void f(int n) { while (n > 0) n--; }", loop_invariant(1, 17, "1")),
              HasSubstr("_Static_assert(sizeof(void *) == 8,"));
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
  const auto& segments = std::get<ViolationWitness>(read->content).segments;
  ASSERT_EQ(segments.size(), 2U);
  EXPECT_EQ(segments[0][0].constraint, "x == \"y\"[0]");
  EXPECT_EQ(segments[0][0].action, WaypointAction::Avoid);
  EXPECT_EQ(segments[0][1].location.line, 5U);
  EXPECT_EQ(segments[1][0].type, WaypointType::Target);
  EXPECT_EQ(read->task.data_model, "LP64");
  // As sha256sum has it.
  EXPECT_EQ(read->task.hashes.at("a.c"), "e13e332bd08e13cbe2aee094e130ed23878b3b554be5b9a665a83e63caa987ae");
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
