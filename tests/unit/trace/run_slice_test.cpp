#include "analysis/trace/render_trace.hpp"
#include "analysis/trace/run_slice.hpp"
#include "tests/support/interpreted_program.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace vouch::trace {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;
using Inputs = std::vector<cfa::Integer>;

class Slices : public testing::Test {
protected:
  [[nodiscard]] RenderedTrace trace_of(const std::string& text, const Inputs& inputs = {},
                                       std::size_t longest = 200) const {
    const testkit::InterpretedProgram program("#include <assert.h>\n#include <stdlib.h>\n#include <string.h>\n"
                                              "extern int __VERIFIER_nondet_int(void);\n" +
                                                  text,
                                              folder_.path() / "program.c");
    return render_trace(program.interpreter(), program.start(), inputs, {}, longest);
  }

  /// The steps that the end of the run depends on.
  [[nodiscard]] std::vector<std::string> relevant(const std::string& text, const Inputs& inputs = {}) const {
    std::vector<std::string> texts;
    for (const TraceStep& step : trace_of(text, inputs).steps) {
      if (step.is_relevant) {
        texts.push_back(step.text);
      }
    }
    return texts;
  }

  [[nodiscard]] const std::filesystem::path& folder() const { return folder_.path(); }

private:
  test::TemporaryFolder folder_;
};

TEST_F(Slices, ValuesThatNobodyReadsDoNotMatter) {
  EXPECT_THAT(relevant("int main(void) { int a = 1; int b = 2; int c = a; a = 3; b = 4; assert(c == 2); }"),
              ElementsAre("int a = 1", "int c = a", "c == 2", "the assertion fails"));
}

TEST_F(Slices, ABranchMattersForWhatItDecides) {
  const std::string program =
      "int main(void) {\n  int x = __VERIFIER_nondet_int();\n  int y = __VERIFIER_nondet_int();\n"
      "  int z = 0, log = 0;\n  if (y > 0) log = 1;\n  if (x > 5) z = 1;\n  assert(z == 0);\n}\n";
  EXPECT_THAT(relevant(program, {6, 1}),
              ElementsAre("int x = __VERIFIER_nondet_int()", "x > 5", "z = 1", "z == 0", "the assertion fails"));
}

/// Nor does it matter that an assignment was not made: that is a fact about the other way.
TEST_F(Slices, WhoLeavesEarlyDecidesAllThatFollows) {
  const std::string program = "int f(int x) { if (x < 3) return 0; int y = 1; assert(y == 0); return y; }\n"
                              "int main(void) { f(__VERIFIER_nondet_int()); }\n";
  EXPECT_THAT(relevant(program, {4}), ElementsAre("__VERIFIER_nondet_int()", "f(__VERIFIER_nondet_int())", "x < 3",
                                                  "int y = 1", "y == 0", "the assertion fails"));
}

TEST_F(Slices, ChecksThatPassAndExitsDecideNothing) {
  EXPECT_THAT(relevant("int main(void) { int x = __VERIFIER_nondet_int(); if (x < 3) exit(1); assert(x != 3);\n"
                       "  int y = 1; assert(y == 0); }",
                       {4}),
              ElementsAre("int y = 1", "y == 0", "the assertion fails"));
}

TEST_F(Slices, CallsMatterForWhatTheyReturnOrDo) {
  const std::string functions =
      "int g; int twice(int n) { return 2 * n; } void set(int n) { g = n; } void log(int n) {\n"
      "  int last = n; (void)last; }\n";
  EXPECT_THAT(
      relevant(functions + "int main(void) { log(1); set(3); int y = twice(g); set(y + 1); log(y); assert(y == 5); }"),
      ElementsAre("set(3)", "g = n", "int y = twice(g)", "return 2 * n", "y == 5", "the assertion fails"));
}

TEST_F(Slices, ACallMattersForWhatIsDoneInside) {
  EXPECT_THAT(relevant("int g; void set(void) { g = 3; } void reset(void) { g = 0; }\n"
                       "int main(void) { reset(); set(); assert(g == 0); }"),
              ElementsAre("set()", "g = 3", "g == 0", "the assertion fails"));
}

/// Registers of the outer activation are others than those of the inner one, though they have the same names.
TEST_F(Slices, ActivationsHaveValuesOfTheirOwn) {
  const std::string functions =
      "int f(int n) { int mine = n; int theirs = n > 0 ? f(n - 1) : 0; (void)theirs; return mine; }\n";
  const std::vector<std::string> steps = relevant(functions + "int main(void) { int x = f(2); assert(x == 3); }");
  EXPECT_THAT(steps, ElementsAre("int x = f(2)", "int mine = n", "return mine", "x == 3", "the assertion fails"));
}

TEST_F(Slices, MemoryIsReadToTheByte) {
  EXPECT_THAT(
      relevant(
          "int main(void) { int a[3]; int *p = a; int *q = a + 1; p[0] = 1; q[0] = 2; q[1] = 3; assert(*q == 1); }"),
      ElementsAre("int *q = a + 1", "q[0] = 2", "*q == 1", "the assertion fails"));
  EXPECT_THAT(relevant("int main(void) { int a[2]; int b[2]; a[0] = 1; a[1] = 2; b[0] = 9; memcpy(b, a, sizeof a);\n"
                       "  assert(b[1] == 1); }"),
              ElementsAre("a[1] = 2", "memcpy(b, a, sizeof a)", "b[1] == 1", "the assertion fails"));
}

/// The pointer is read before it is written.
TEST_F(Slices, APointerThatMovesOnHasReadThroughItself) {
  EXPECT_THAT(
      relevant("struct node { struct node *next; int value; };\n"
               "int main(void) { struct node b; struct node a; a.next = &b; a.value = 1; b.next = 0; b.value = 2;\n"
               "  struct node *p = &a; p = p->next; assert(p->value == 1); }"),
      ElementsAre("a.next = &b", "b.value = 2", "struct node *p = &a", "p = p->next", "p->value == 1",
                  "the assertion fails"));
}

TEST_F(Slices, ALoopWithoutAnEndIsLeftByItsHead) {
  const std::string program = "int main(void) { int n = 0, other = 0; for (;;) { int x = __VERIFIER_nondet_int();\n"
                              "  if (x == 1) n++; else other++; assert(n < 2); } }";
  const std::vector<std::string> steps = relevant(program, {0, 1, 0, 1});
  EXPECT_THAT(steps, Contains("n++").Times(2));
  EXPECT_THAT(steps, Contains("int x = __VERIFIER_nondet_int()").Times(2));
  EXPECT_THAT(steps, Not(Contains("other++")));
}

/// The law behind all of this, where no other input makes the run leave earlier or not end.
TEST_F(Slices, InputsThatDoNotMatterMayBeAnything) {
  const std::string head =
      "extern int __VERIFIER_nondet_int(void);\n#define in __VERIFIER_nondet_int()\n#include <assert.h>\n";
  const std::vector<std::pair<std::string, Inputs>> runs = {
      {"int main(void) { int a = in; int b = in; int c = in; if (b > a) c = 1; else b = 2; if (a == 4) assert(c < 0 || "
       "a != 4); }",
       {4, 7, 2}},
      {"int g[4]; void put(int i, int v) { g[i & 3] = v; }\n"
       "int main(void) { for (int i = 0; i < 4; i++) { int v = in; int log = in; put(i, v); if (log > v) g[0] += 0; }\n"
       "  assert(g[2] != 9); }",
       {1, 2, 3, 4, 9, 6, 7, 8}},
      {"int f(int n) { int x = in; return n < 1 ? x : f(n - 1); }\n"
       "int main(void) { int y = in; int z = f(2); assert(z != 5 || y < 3); }",
       {6, 1, 2, 5}},
  };
  for (const auto& [text, inputs] : runs) {
    const testkit::InterpretedProgram program(head + text, folder() / "law.c");
    std::vector<bool> matters;
    for (const TraceStep& step : render_trace(program.interpreter(), program.start(), inputs).steps) {
      if (step.kind == TraceStepKind::Input) {
        matters.push_back(step.is_relevant);
      }
    }
    ASSERT_EQ(matters.size(), inputs.size()) << text;
    EXPECT_THAT(matters, Contains(false)) << text;
    EXPECT_THAT(matters, Contains(true)) << text;
    for (std::size_t index = 0; index < inputs.size(); ++index) {
      bool always_fails = true;
      for (const cfa::Integer value : {-100, -1, 0, 1, 3, 5, 9, 100}) {
        Inputs changed = inputs;
        changed[index] = value;
        ListedInputs source(changed);
        const RunResult run = program.interpreter().run(program.start(), source, {});
        always_fails = always_fails && std::holds_alternative<ReachedTarget>(run.outcome);
      }
      EXPECT_TRUE(always_fails || matters[index]) << text << ", input " << index;
    }
  }
}

TEST_F(Slices, OfLongRunsOnlyWhatMattersIsKept) {
  const std::string program = "int main(void) { int n = 0; int log = 0; int x = 5;\n"
                              "  for (int i = 0; i < 300; i++) log += i;\n  n = x + 1; assert(n == 5); }";
  const RenderedTrace trace = trace_of(program);
  EXPECT_THAT(trace.steps, SizeIs(4));
  EXPECT_THAT(trace.folds, IsEmpty());
}

} // namespace
} // namespace vouch::trace
