#include "analysis/refinement/predicates/counter_predicates.hpp"
#include "analysis/verifier.hpp"
#include "tests/unit/refinement/predicates/offered_predicates.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace vouch::refinement {
namespace {

std::vector<std::string> counter_predicates_of(const std::string& code, smt::Theory theory = smt::Theory::Integers) {
  return offered_predicates(code, theory, [](const cfa::Cfa& cfa, const facts::MemoryRegions&, smt::Encoder& encoder) {
    return counter_predicates(cfa, encoder);
  });
}

const std::string count = "int f(int n) { int c = 0; for (int i = 0; i < n; i++) if (i & 4) c++; return c; }";

TEST(CounterPredicates, CompareWhatIsCountedWithTheRounds) {
  EXPECT_THAT(counter_predicates_of(count), testing::ElementsAre("(<= |f::c| |f::i|)"));
}

TEST(CounterPredicates, CountFromTheFirstValue) {
  EXPECT_THAT(
      counter_predicates_of("int f(int n) { int c = 5; for (int i = 2; i < n; i++) if (i & 4) c++; return c; }"),
      testing::ElementsAre(testing::AllOf(testing::HasSubstr("5"), testing::HasSubstr("2"))));
}

TEST(CounterPredicates, CompareWithTheWayOfAPointer) {
  EXPECT_THAT(counter_predicates_of("int f(const char *s) { int c = 0; for (; *s; s++) if (*s == 32) c++; return c; }"),
              testing::Contains(testing::HasSubstr("<base of f::s>")));
}

TEST(CounterPredicates, AreForWhatNothingElseLimits) {
  EXPECT_TRUE(counter_predicates_of("int f(int n) { int i = 0; while (i < n) i++; return i; }").empty());
  EXPECT_TRUE(counter_predicates_of("unsigned f(int n) { unsigned c = 0; for (int i = 0; i < n; i++) c++; return c; }")
                  .empty());
  EXPECT_TRUE(counter_predicates_of(count, smt::Theory::Bitvectors).empty());
}

Verdict verdict_of(const std::string& code) {
  SourceInput input;
  input.path = "/snippet/main.c";
  input.unsaved[input.path] = code;
  Options options;
  options.properties = {Property::Bounds, Property::Null, Property::Overflow};
  VerificationContext context;
  context.deadline = std::chrono::steady_clock::now() + std::chrono::seconds(30);
  return verify(input, options, context).verdict;
}

class Counting : public testing::TestWithParam<const char*> {};

TEST_P(Counting, DoesNotOverflow) { EXPECT_EQ(verdict_of(GetParam()), Verdict::Safe); }

INSTANTIATE_TEST_SUITE_P(
    Programs, Counting,
    testing::Values(
        "int f(const int *a, int n) { int c = 0; for (int i = 0; i < n; i++) if (a[i] == 3) c++; return c; }",
        "int f(const int *a, unsigned long n) { int c = 0; for (unsigned long i = 0; i < n; i++) if (a[i] == 3) c++;\n"
        "return c; }",
        "struct item { int kind; int value; };\n"
        "int f(const struct item *a, unsigned n, int kind) { int c = 0; for (unsigned i = 0; i < n; i++)\n"
        "if (a[i].kind == kind) c++; return c; }",
        "int f(const char *s, unsigned long n) { int c = 1; for (unsigned long i = 0; i < n; i++) if (s[i] == ',') "
        "c++;\n"
        "return c; }",
        "int f(const char *s) { int c = 0; for (; *s; s++) if (*s == ' ') c++; return c; }",
        "int f(const char *s) { unsigned long n = 0; while (s[n]) n++; int c = 0;\n"
        "for (unsigned long i = 0; i < n; i++) if (s[i] == ',') c++; return c; }",
        "#include <string.h>\n"
        "int f(const char *s) { int c = 0; for (size_t i = 0; i < strlen(s); i++) if (s[i] == ',') c++; return c; }",
        "#include <string.h>\n"
        "int f(const char *s) { size_t n = strlen(s); int c = 0; for (size_t i = 0; i < n; i++) if (s[i] == ',') c++;\n"
        "return c; }"));

TEST(CountingWithoutALimit, Overflows) {
  EXPECT_EQ(verdict_of("int f(unsigned n) { int c = 2147483600; for (unsigned i = 0; i < n; i++) c++; return c; }"),
            Verdict::Violated);
}

} // namespace
} // namespace vouch::refinement
