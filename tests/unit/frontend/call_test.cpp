#include "tests/unit/frontend/snippet.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace vouch::frontend {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::UnorderedElementsAre;

std::vector<cfa::Target> targets_of(const cfa::Cfa& cfa) {
  std::vector<cfa::Target> result;
  for (std::size_t index = 0; index < cfa.location_count(); ++index) {
    if (const auto& target = cfa.location(cfa::LocationId(index)).target) {
      result.push_back(*target);
    }
  }
  return result;
}

TEST(Calls, ResultsGoStraightIntoRegisters) {
  EXPECT_THAT(operations_of_f("int h(int a) { return a; } int f(int x) { x = h(x + 1); return h(x); }"),
              ElementsAre("call h(a := (x + 1))", "return x := <result of h>", "call h(a := x)",
                          "return <result of f> := <result of h>"));
}

TEST(Calls, SmallStructsArePassedPartByPart) {
  EXPECT_THAT(operations_of_f("struct P { int x, y; }; struct P h(struct P p) { p.x++; return p; }"
                              "int f(void) { struct P p = {1, 2}; p = h(p); return p.x; }"),
              ElementsAre("p.x := 1", "p.y := 2", "call h(p.x := p.x, p.y := p.y)",
                          "return p.x := <result of h>.x, p.y := <result of h>.y", "<result of f> := p.x"));
}

TEST(Calls, StructsWithArraysArePassedByAddress) {
  std::string code = "struct A { int a[3]; }; struct A h(struct A in) { in.a[0]++; return in; }"
                     "int f(void) { struct A v; v.a[0] = 1; v = h(v); return v.a[0]; }";
  EXPECT_THAT(operations_of_f(code), Contains("call h(<result of h> := &<call>, <argument in> := &v)"));
  cfa::Cfa cfa = cfa_of(code, [] {
    Options options;
    options.entry = "f";
    return options;
  }());
  EXPECT_THAT(operations_of(cfa, "h"), Contains("copy &in, <argument in>, 12"));
}

TEST(Calls, ExtraArgumentsAreEvaluatedAndMissingOnesAreUnknown) {
  EXPECT_THAT(operations_of_f("int h(); int f(int x) { return h(x++, x) + h(); } int h(a) int a; { return a; }"),
              Contains("<missing argument> := input missing argument"));
}

// Points-to analysis has to see it: the address may come back from another call.
TEST(Calls, AddressesPassedToUndefinedFunctionsAreInputsOfThem) {
  std::string code = "void keep(const int* p); int f(int x) { int y = x; keep(&y); return y; }";
  cfa::Cfa cfa = cfa_of(code, [] {
    Options options;
    options.entry = "f";
    return options;
  }());
  bool is_passed = false;
  for (std::size_t index = 0; index < cfa.edge_count(); ++index) {
    const auto* input = std::get_if<cfa::Input>(&cfa.edge(cfa::EdgeId(index)).operation);
    is_passed = is_passed || (input != nullptr && input->origin == "keep" && input->arguments.size() == 1);
  }
  EXPECT_TRUE(is_passed);
}

TEST(Calls, FunctionPointersAreComparedWithCandidates) {
  std::vector<std::string> operations = operations_of_f(
      "int one(void) { return 1; } int two(void) { return 2; } int wrong(int x) { return x; }"
      "int (*keep)(int) = wrong; int f(int x) { int (*p)(void) = x ? one : two; keep = 0; return p(); }");
  EXPECT_THAT(operations, Contains("[(p == &one)]"));
  EXPECT_THAT(operations, Contains("[(p == &two)]"));
  EXPECT_THAT(operations, Not(Contains("[(p == &wrong)]")));
  EXPECT_THAT(operations, Contains("<result of f> := input *p"));
  cfa::Cfa whole_program = cfa_of("int one(void) { return 1; } int two(int x) { return x; } int (*keep)(int) = two;"
                                  "int (*p)(void) = one; int main(void) { keep = 0; return p(); }");
  EXPECT_THAT(operations_of(whole_program, "main"),
              Contains("unsupported call through a pointer to an unknown function"));
}

TEST(Calls, UndefinedFunctionsReturnAnythingAndAreNoted) {
  cfa::Cfa cfa = cfa_of("int h(int *); int main(void) { int x = 1; int y = h(&x); return y + x; }");
  EXPECT_THAT(operations_of(cfa, "main"), ElementsAre("declare x", "*(i32)&x := 1", "havoc &x", "y := input h",
                                                      "<result of main> := (y + *(i32)&x)"));
  ASSERT_EQ(cfa.notes().size(), 1U);
  EXPECT_THAT(cfa.notes()[0].message, HasSubstr("\"h\" has no definition"));
}

TEST(Targets, AssertOfTheCLibrary) {
  Translation translation = translate_snippet("#include <assert.h>\nint main(void) {\n  int x = 3;\n"
                                              "  assert(x ==\n 3);\n  return 0;\n}\n");
  ASSERT_TRUE(translation.cfa);
  std::vector<cfa::Target> targets = targets_of(*translation.cfa);
  ASSERT_EQ(targets.size(), 1U);
  EXPECT_EQ(targets[0].property, cfa::PropertyKind::Assertion);
  EXPECT_EQ(targets[0].message, "assertion \"x == 3\" can fail");
  for (std::size_t index = 0; index < translation.cfa->location_count(); ++index) {
    const cfa::Location& location = translation.cfa->location(cfa::LocationId(index));
    if (location.target) {
      EXPECT_EQ(location.range.begin, (SourcePosition{4, 3}));
      EXPECT_EQ(location.range.end, (SourcePosition{5, 4}));
      EXPECT_THAT(translation.cfa->outgoing(cfa::LocationId(index)), testing::IsEmpty());
    }
  }
}

TEST(Targets, ErrorFunctionsWithAndWithoutBody) {
  std::string with_body = "void reach_error(void) { } int main(void) { reach_error(); return 0; }";
  ASSERT_EQ(targets_of(cfa_of(with_body)).size(), 1U);
  EXPECT_EQ(targets_of(cfa_of(with_body))[0].property, cfa::PropertyKind::ErrorCall);
  EXPECT_EQ(targets_of(cfa_of("int main(void) { __VERIFIER_error(); return 0; }")).size(), 1U);
}

TEST(Targets, OnlySelectedPropertiesHaveTargets) {
  Options options;
  options.properties = {Property::Assert};
  std::string code = "void reach_error(void) { } int main(void) { reach_error(); __VERIFIER_assert(0); return 0; }";
  std::vector<cfa::Target> targets = targets_of(cfa_of(code, options));
  ASSERT_EQ(targets.size(), 1U);
  EXPECT_EQ(targets[0].property, cfa::PropertyKind::Assertion);
}

TEST(Library, AssumeAndNondeterminism) {
  cfa::Cfa cfa = cfa_of("int main(void) { unsigned char c = __VERIFIER_nondet_uchar(); __VERIFIER_assume(c > 3);"
                        " _Bool b = __VERIFIER_nondet_bool(); return b; }");
  EXPECT_THAT(operations_of(cfa, "main"),
              UnorderedElementsAre("<call __VERIFIER_nondet_uchar> := input __VERIFIER_nondet_uchar",
                                   "c := <call __VERIFIER_nondet_uchar>", "[((i32)c > 3)]", "[!((i32)c > 3)]",
                                   "<call __VERIFIER_nondet_bool> := input __VERIFIER_nondet_bool",
                                   "b := (u8)(<call __VERIFIER_nondet_bool> != 0)", "<result of main> := (i32)b",
                                   "[0]"));
}

TEST(Library, FunctionsThatDoNotReturnEndThePath) {
  EXPECT_THAT(operations_of_f("void abort(void); int f(int x) { if (x) abort(); return 1; }"),
              UnorderedElementsAre("[(x != 0)]", "[!(x != 0)]", "<result of f> := 1"));
}

TEST(Library, MemoryFunctionsAreOperations) {
  EXPECT_THAT(
      operations_of_f("#include <stdlib.h>\n#include <string.h>\nvoid f(unsigned n) { int *p = malloc(n * sizeof *p);"
                      " memset(p, 0, 4); memcpy(p + 1, p, 4); free(p); }"),
      ElementsAre("p := allocate ((u64)n * 4)", "set p, 0, 4", "copy (p +p 4), p, 4", "free p"));
}

TEST(Library, AllocationsThatMayBeTooLargeGiveNull) {
  const std::string begin = "#include <stdlib.h>\nvoid *f(unsigned short k, int n) { return ";
  std::vector<std::string> operations = operations_of_f(begin + "malloc(n); }");
  EXPECT_THAT(operations, Contains("[((u64)n > 9223372036854775807)]"));
  EXPECT_THAT(operations, Contains(HasSubstr(":= allocate (u64)n")));
  EXPECT_THAT(operations, Contains(EndsWith(":= 0")));
  EXPECT_THAT(operations_of_f(begin + "calloc(n, 8); }"), Contains("[((u64)n > 1152921504606846975)]"));
  EXPECT_THAT(operations_of_f(begin + "calloc(k, sizeof(int)); }"), Not(Contains(HasSubstr(" > "))));
  EXPECT_THAT(operations_of_f(begin + "malloc(-1); }"), Not(Contains(HasSubstr("allocate"))));
}

TEST(Library, AllocationsMayFail) {
  Options options;
  options.allocation = Allocation::MayFail;
  const std::string code = "#include <stdlib.h>\nvoid *f(void) { return malloc(4); }";
  EXPECT_THAT(operations_of(cfa_of(code, options), "f"), Contains("<allocation fails> := input malloc"));
  EXPECT_TRUE(translate_snippet(code, options).assumptions.empty());
  EXPECT_THAT(sentences_of(translate_snippet(code)), ElementsAre("memory allocation is assumed to succeed"));
}

TEST(Library, OutputIsIgnored) {
  EXPECT_THAT(operations_of_f("#include <stdio.h>\nvoid f(int x) { printf(\"%d\\n\", x); puts(\"x\"); }"),
              ElementsAre("skip"));
}

TEST(Library, WhatIsNotSupportedSaysSo) {
  std::vector<std::string> operations =
      operations_of_f("#include <setjmp.h>\njmp_buf b; int f(int x) { if (x) return 0; return setjmp(b); }");
  EXPECT_THAT(operations, Contains("unsupported _setjmp"));
  EXPECT_THAT(operations, Contains(EndsWith(":= input _setjmp")));
}

} // namespace
} // namespace vouch::frontend
