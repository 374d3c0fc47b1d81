#include "tests/unit/frontend/snippet.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace vouch::frontend {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::UnorderedElementsAre;

TEST(Statements, IfMakesTwoAssumptions) {
  EXPECT_THAT(operations_of_f("int f(int x) { if (x > 0) x = 1; else x = 2; return x; }"),
              UnorderedElementsAre("[(x > 0)]", "[!(x > 0)]", "x := 1", "x := 2", "<result of f> := x"));
}

TEST(Statements, ConjunctionsBranchOperandByOperand) {
  EXPECT_THAT(operations_of_f("int f(int x, int y) { if (x && !(y < 3)) return 1; return 0; }"),
              UnorderedElementsAre("[(x != 0)]", "[!(x != 0)]", "[(y < 3)]", "[!(y < 3)]", "<result of f> := 1",
                                   "<result of f> := 0"));
}

TEST(Statements, WhileHasItsHeadWhereTheConditionIsTested) {
  cfa::Cfa cfa =
      cfa_of("void f(int n) {\n  int i = 0;\n  while (i < n)\n    i++;\n}\nint main(void) { f(3); return 0; }");
  std::vector<unsigned> head_lines;
  for (cfa::EdgeId id : edges_of(cfa, "f")) {
    if (cfa.location(cfa.edge(id).source).is_loop_head) {
      head_lines.push_back(cfa.location(cfa.edge(id).source).range.begin.line);
      EXPECT_EQ(cfa.edge(id).text, "i < n");
    }
  }
  EXPECT_THAT(head_lines, ElementsAre(3U, 3U));
  EXPECT_THAT(operations_of(cfa, "f"), UnorderedElementsAre("i := 0", "[(i < n)]", "[!(i < n)]", "i := (i + 1)"));
}

TEST(Statements, DoWhileZeroIsNoLoop) {
  cfa::Cfa cfa = cfa_of("int main(void) { int x = 1; do { x = 2; } while (0); return x; }");
  EXPECT_THAT(operations_of(cfa, "main"), ElementsAre("x := 1", "x := 2", "<result of main> := x"));
}

TEST(Statements, SwitchFallsThroughAndTestsCasesInOrder) {
  EXPECT_THAT(operations_of_f("int f(int x) { switch (x) { case 1: x = 10; case 2 ... 4: x = 20; break;"
                              " default: x = 30; } return x; }"),
              UnorderedElementsAre("[(x == 1)]", "[!(x == 1)]", "[((x >= 2) && (x <= 4))]", "[!((x >= 2) && (x <= 4))]",
                                   "x := 10", "x := 20", "x := 30", "<result of f> := x"));
}

TEST(Statements, GotoMayJumpIntoALoop) {
  cfa::Cfa cfa = cfa_of("int main(void) { int i = 5; goto inside; while (i < 3) { i = 1; inside: i = 2; } return i; }");
  EXPECT_THAT(operations_of(cfa, "main"),
              UnorderedElementsAre("i := 5", "[(i < 3)]", "[!(i < 3)]", "i := 1", "i := 2", "<result of main> := i"));
}

TEST(Statements, JumpsPastADeclarationStillStartItsLifetime) {
  cfa::Cfa cfa = cfa_of("int g(int *);\n"
                        "int main(void) { switch (g(0)) { int x; case 1: x = 3; return g(&x); } return 0; }");
  EXPECT_THAT(operations_of(cfa, "main"), Contains("declare x"));
}

TEST(Statements, UnreachableCodeLeavesNothingBehind) {
  EXPECT_THAT(operations_of_f("int f(void) { return 1; int x = 3; return x; }"), ElementsAre("<result of f> := 1"));
}

TEST(Statements, UninitialisedVariablesAreInputsOnlyWhereTheyAreRead) {
  EXPECT_THAT(operations_of_f("int f(void) { int read, overwritten; overwritten = 1; return read + overwritten; }"),
              ElementsAre("read := input read", "overwritten := 1", "<result of f> := (read + overwritten)"));
}

TEST(Statements, EmptyLoopsStay) {
  EXPECT_THAT(operations_of_f("void f(void) { while (1) {} }"), ElementsAre("skip", "skip"));
}

TEST(Statements, RangesAndTextAreThoseOfTheSource) {
  cfa::Cfa cfa = cfa_of("int main(void) {\n  int x = 3 +\n    4;\n  return x;\n}");
  const cfa::Edge& edge = cfa.edge(edges_of(cfa, "main").front());
  EXPECT_EQ(edge.text, "int x = 3 + 4");
  EXPECT_EQ(edge.range.path(), "/snippet/main.c");
  EXPECT_EQ(edge.range.begin, (SourcePosition{2, 3}));
  EXPECT_EQ(edge.range.end, (SourcePosition{3, 6}));
}

} // namespace
} // namespace vouch::frontend
