#include "analysis/refinement/predicates/kept_strings.hpp"
#include "tests/unit/refinement/predicates/offered_predicates.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace vouch::refinement {
namespace {

std::vector<std::string> kept_strings_of(const std::string& code) {
  return offered_predicates(
      code, smt::Theory::Integers, [](const cfa::Cfa& cfa, const facts::MemoryRegions& regions, smt::Encoder& encoder) {
        return kept_string_predicates(StringUses(cfa, regions), regions, encoder, encoder.object_sizes().value());
      });
}

testing::Matcher<std::string> ends_with_zero(const std::string& pointer) {
  return testing::AllOf(testing::HasSubstr("memory::"), testing::HasSubstr(pointer),
                        testing::HasSubstr("<object sizes>"));
}

const std::string two_loops =
    "void f(const char *a, const char *b) { long i = 0; long k = 0; while (a[i]) i++; while (b[k]) k++; }";

TEST(KeptStrings, AreThoseOfTheOtherLoops) {
  const std::vector<std::string> kept = kept_strings_of(two_loops);
  EXPECT_THAT(kept, testing::Contains(ends_with_zero("|f::a|")).Times(1));
  EXPECT_THAT(kept, testing::Contains(ends_with_zero("|f::b|")).Times(1));
}

TEST(KeptStrings, NeedAnotherLoop) {
  EXPECT_TRUE(kept_strings_of("void f(const char *a) { long i = 0; while (a[i]) i++; }").empty());
}

TEST(KeptStrings, AreApartFromWhatIsWritten) {
  EXPECT_THAT(
      kept_strings_of("void f(char *to, const char *a) { long i = 0; long k = 0; while (a[i]) i++; while (a[k]) {\n"
                      "to[k] = a[k]; k++; } }"),
      testing::Contains(testing::AllOf(testing::HasSubstr("|f::to|"), testing::HasSubstr("|f::a|")))
          .Times(testing::Ge(2)));
}

TEST(KeptStrings, LieBelowWhatWillBeAllocated) {
  const std::string below = "(<= (+ |f::a| (select |<object sizes>| |f::a|)) |<heap top>|)";
  EXPECT_THAT(kept_strings_of(two_loops), testing::Not(testing::Contains(below)));
  EXPECT_THAT(
      kept_strings_of("#include <stdlib.h>\n"
                      "void f(const char *a) { long i = 0; long k = 0; while (a[i]) i++; char *p = malloc(i + 1);\n"
                      "while (a[k]) k++; free(p); }"),
      testing::Contains(below));
}

TEST(KeptStrings, AreWhatTheyWerePassedAs) {
  const std::string length = "static long g(const char *t) { long n = 0; while (t[n]) n++; return n; }\n";
  EXPECT_THAT(kept_strings_of(length +
                              "static long h(const char *u) { long k = 0; while (u[k]) k++; return g(u) - k; }\n"
                              "long f(const char *s) { long n = 0; while (s[n]) n++; return h(s) - n; }"),
              testing::Contains("(= |h::u| |f::s|)"));
}

TEST(KeptStrings, AreFew) {
  EXPECT_TRUE(kept_strings_of("void f(const char *a, const char *b, const char *c, const char *d) { long i = 0;\n"
                              "while (a[i]) i++; while (b[i]) i++; while (c[i]) i++; while (d[i]) i++; }")
                  .empty());
}

} // namespace
} // namespace vouch::refinement
