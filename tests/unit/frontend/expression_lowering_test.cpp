#include "tests/unit/frontend/snippet.hpp"

#include <algorithm>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace vouch::frontend {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::UnorderedElementsAre;

TEST(Expressions, ConversionsAreExplicit) {
  EXPECT_THAT(operations_of_f("unsigned char f(unsigned char c, long l) { return c + l; }"),
              ElementsAre("<result of f> := (u8)((i64)c + l)"));
}

TEST(Expressions, ConstantsAreFolded) {
  EXPECT_THAT(operations_of_f("enum { N = 4 }; long f(void) { return sizeof(int[N]) + (N << 2) - ~0; }"),
              ElementsAre("<result of f> := 33"));
}

TEST(Expressions, UndefinedConstantExpressionsAreNotFolded) {
  EXPECT_THAT(operations_of_f("int f(void) { return 2147483647 + 1; }"),
              ElementsAre("<result of f> := (2147483647 + 1)"));
}

TEST(Expressions, PostfixIncrementKeepsTheOldValueOnlyIfItIsNeeded) {
  EXPECT_THAT(operations_of_f("int f(int x) { x++; return x++; }"),
              ElementsAre("x := (x + 1)", "<value> := x", "x := (x + 1)", "<result of f> := <value>"));
}

TEST(Expressions, OperandsAreSavedFromLaterSideEffects) {
  EXPECT_THAT(operations_of_f("int g; int h(void) { return g++; } int f(void) { return g + h(); }"),
              ElementsAre("unsupported order of evaluation", "<value> := g", "call h()",
                          "return <call h> := <result of h>", "<result of f> := (<value> + <call h>)"));
  EXPECT_THAT(operations_of_f("int h(void) { return 1; } int f(int x) { return x + h(); }"),
              ElementsAre("call h()", "return <call h> := <result of h>", "<result of f> := (x + <call h>)"));
}

TEST(Expressions, TotalOperandsOfLogicalOperatorsNeedNoControlFlow) {
  EXPECT_THAT(operations_of_f("int f(int x, int y) { return x > 0 && y < x; }"),
              ElementsAre("<result of f> := ((x > 0) && (y < x))"));
}

TEST(Expressions, OperandsThatMayBeUndefinedAreEvaluatedOnlyIfCDoes) {
  EXPECT_THAT(
      operations_of_f("int f(int x, int y) { return x && y / x > 1; }"),
      UnorderedElementsAre("[(x != 0)]", "[!(x != 0)]", "<result of f> := ((y / x) > 1)", "<result of f> := 0"));
  EXPECT_THAT(operations_of_f("int f(int *p, int x) { return x ? *p : 3; }"),
              UnorderedElementsAre("[(x != 0)]", "[!(x != 0)]", "<result of f> := *(i32)p", "<result of f> := 3"));
}

TEST(Expressions, TotalConditionalsAreExpressions) {
  EXPECT_THAT(operations_of_f("int f(int x, int y) { return x < y ? x : y; }"),
              ElementsAre("<result of f> := ((x < y) ? x : y)"));
}

TEST(Expressions, GnuConditionalEvaluatesItsOperandOnce) {
  EXPECT_THAT(
      operations_of_f("int h(void) { return 2; } int f(int x) { return h() ?: x; }"),
      ElementsAre("call h()", "return <call h> := <result of h>", "<result of f> := ((<call h> != 0) ? <call h> : x)"));
}

TEST(Expressions, BooleansAreZeroOrOne) {
  EXPECT_THAT(operations_of_f("_Bool f(int x) { _Bool b = x; return b; }"),
              ElementsAre("b := (u8)(x != 0)", "<result of f> := b"));
}

TEST(Expressions, PointerArithmeticIsInBytes) {
  EXPECT_THAT(operations_of_f("long f(int *p, int *q, unsigned i) { q = p + i - 2; return &q[3] - p; }"),
              ElementsAre("q := ((p +p ((i64)i * 4)) +p -8)", "<result of f> := (((q +p 12) -p p) / 4)"));
}

TEST(Expressions, CompoundAssignmentComputesInTheCommonType) {
  EXPECT_THAT(operations_of_f("void f(unsigned char c) { c += 300; }"), ElementsAre("c := (u8)((i32)c + 300)"));
}

TEST(Expressions, StatementExpressionsHaveTheirLastValue) {
  EXPECT_THAT(operations_of_f("int f(int x) { return ({ int y = x; y + 1; }); }"),
              ElementsAre("y := x", "<result of f> := (y + 1)"));
}

TEST(Expressions, VolatileReadsMayGiveAnything) {
  EXPECT_THAT(operations_of_f("int f(void) { volatile int v = 1; return v; }"),
              ElementsAre("v := 1", "<volatile> := input volatile v", "<result of f> := <volatile>"));
}

TEST(Expressions, HugeExpressionsDoNotExhaustTheStack) {
  std::string sum = "x";
  for (int index = 0; index < 20000; ++index) {
    sum += " + x";
  }
  cfa::Cfa cfa = cfa_of("int main(void) { int x = 1; return " + sum + "; }");
  EXPECT_EQ(edges_of(cfa, "main").size(), 2U);
}

TEST(Objects, StructsWithoutAddressLiveInRegisters) {
  EXPECT_THAT(operations_of_f("struct P { int x; struct { char y; } in; }; int f(void) { struct P p = {1, {2}}, q;"
                              " q = p; q.in.y++; return q.x; }"),
              ElementsAre("p.x := 1", "p.in.y := 2", "q.x := p.x", "q.in.y := p.in.y",
                          "q.in.y := (i8)((i32)q.in.y + 1)", "<result of f> := q.x"));
}

TEST(Objects, BitFieldsInRegistersHaveTheirWidth) {
  EXPECT_THAT(operations_of_f("struct B { unsigned a : 3; int b : 5; }; int f(int x) { struct B s; s.b = x;"
                              " return s.b; }"),
              ElementsAre("s.b := (i5)x", "<result of f> := (i32)s.b"));
}

TEST(Objects, BitFieldsInMemoryShareTheirUnit) {
  EXPECT_THAT(operations_of_f("struct B { unsigned a : 3; int b : 5; }; int f(struct B *p) { p->b = 1; return p->b; }"),
              ElementsAre("*(u32)p := ((*(u32)p & 4294967047) | 8)", "<result of f> := (i32)(i5)(*(u32)p >> 3)"));
}

TEST(Objects, AddressTakenVariablesLiveInMemory) {
  EXPECT_THAT(operations_of_f("int f(void) { int x = 1; int *p = &x; *p = 2; return x; }"),
              ElementsAre("declare x", "*(i32)&x := 1", "p := &x", "*(i32)p := 2", "<result of f> := *(i32)&x"));
}

TEST(Objects, UnionsAreBytes) {
  EXPECT_THAT(operations_of_f("union U { int i; unsigned char c[4]; }; int f(void) { union U u; u.i = 258;"
                              " return u.c[1]; }"),
              ElementsAre("declare u", "*(i32)&u := 258", "<result of f> := (i32)*(u8)(&u +p 1)"));
}

TEST(Objects, InitialisersLeaveTheRestZero) {
  EXPECT_THAT(operations_of_f("int f(void) { int a[5] = {1, [3] = 7}; return a[0]; }"),
              ElementsAre("declare a", "set &a, 0, 20", "*(i32)&a := 1", "*(i32)(&a +p 4) := 0", "*(i32)(&a +p 8) := 0",
                          "*(i32)(&a +p 12) := 7", "<result of f> := *(i32)&a"));
}

TEST(Objects, CopyingAStructOverThePointerToItsSourceIsNotConfused) {
  EXPECT_THAT(operations_of_f("struct L { struct L *next; int v; }; int f(struct L *p) { struct L l = *p; l = *l.next;"
                              " return l.v; }"),
              ElementsAre("l.next := *(ptr)p", "l.v := *(i32)(p +p 8)", "<address> := l.next",
                          "l.next := *(ptr)<address>", "l.v := *(i32)(<address> +p 8)", "<result of f> := l.v"));
}

TEST(Objects, VariableLengthArraysAreAllocated) {
  EXPECT_THAT(operations_of_f("unsigned long f(int n) { int a[n]; a[1] = 2; n = 0; return sizeof a; }"),
              ElementsAre("<array size> := (u64)n", "<array a> := allocate (<array size> * 4) aligned 4",
                          "*(i32)(<array a> +p 4) := 2", "n := 0", "<result of f> := (<array size> * 4)"));
}

TEST(Objects, GlobalsArePlacedBeforeAnyAddressIsTaken) {
  cfa::Cfa cfa = cfa_of("int x; int *p = &x; struct F { int n; int a[]; } f = {1, {2, 3}};"
                        "int main(void) { return *p + f.a[1]; }");
  std::vector<std::string> operations = operations_of(cfa, "<start of main>");
  auto position = [&](const std::string& operation) {
    return std::find(operations.begin(), operations.end(), operation) - operations.begin();
  };
  EXPECT_LT(position("declare x"), position("p := &x"));
  EXPECT_LT(position("p := &x"), static_cast<std::ptrdiff_t>(operations.size()));
  for (std::size_t index = 0; index < cfa.variable_count(); ++index) {
    if (cfa.variable(cfa::VariableId(index)).name == "f") {
      EXPECT_EQ(cfa::size_in_bytes(cfa.variable(cfa::VariableId(index)).type), 12U);
    }
  }
}

TEST(Objects, TentativeDefinitionsAreZero) {
  EXPECT_THAT(operations_of(cfa_of("extern int x; int x; int main(void) { return x; }"), "<start of main>"),
              Contains("x := 0"));
}

TEST(Objects, GlobalsAreInitialisedBeforeMain) {
  cfa::Cfa cfa = cfa_of("int g, h = 3; char *s = \"a\"; int main(void) { static long n = 4; return g + h + n + *s; }");
  ASSERT_EQ(cfa.entry_points().size(), 1U);
  EXPECT_EQ(cfa.function(cfa.entry_points()[0].function).name, "main");
  std::vector<std::string> operations = operations_of(cfa, "<start of main>");
  EXPECT_THAT(operations, Contains("g := 0"));
  EXPECT_THAT(operations, Contains("h := 3"));
  EXPECT_THAT(operations, Contains("n := 4"));
  EXPECT_THAT(operations, Contains("s := &\"a\""));
  EXPECT_THAT(operations, Contains("*(i8)&\"a\" := 97"));
  EXPECT_THAT(operations, Contains("call main()"));
}

} // namespace
} // namespace vouch::frontend
