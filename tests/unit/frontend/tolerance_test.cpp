#include "tests/unit/frontend/snippet.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace vouch::frontend {
namespace {

using testing::Contains;

TEST(Tolerance, AttributesWithArgumentsThatClangDoesNotKnow) {
  cfa::Cfa cfa = cfa_of("void done(void *);\nextern int *make(void) __attribute__ ((__malloc__ (done, 1)));\n"
                        "int main(void) {\n  return 3;\n}\n");
  EXPECT_EQ(cfa.edge(edges_of(cfa, "main").front()).range.begin, (SourcePosition{4, 3}));
}

TEST(Tolerance, FunctionsThatReturnVoidMayBeUsedBeforeTheirDefinition) {
  cfa::Cfa cfa =
      cfa_of("typedef struct S { int x; } *P;\nint g;\nint main(void) {\n  struct S s = {4};\n  set(&s, 1);\n"
             "  return g;\n}\nvoid set(P p,\n         int x) { g = p->x; }\n");
  EXPECT_THAT(operations_of(cfa, "main"), Contains("call set(p := &s, x := 1)"));
  EXPECT_EQ(cfa.function(function_named(cfa, "main")).name_range.begin, (SourcePosition{3, 5}));
}

TEST(Tolerance, OtherErrorsStay) {
  Translation translation = translate_snippet("int main(void) { set(); return x; }\nvoid set(void) {}\n");
  EXPECT_FALSE(translation.compiles);
  EXPECT_EQ(translation.messages.front().place.line, 1U);
  translation = translate_snippet("int f(int);\nint f(long x) { return 0; }\n");
  EXPECT_FALSE(translation.compiles);
  EXPECT_EQ(translation.messages.front().text, "conflicting types for 'f'");
}

} // namespace
} // namespace vouch::frontend
