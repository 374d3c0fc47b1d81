#include "analysis/refinement/predicates/string_predicates.hpp"
#include "tests/unit/refinement/predicates/offered_predicates.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace vouch::refinement {
namespace {

std::vector<std::string> string_predicates_of(const std::string& code, smt::Theory theory = smt::Theory::Integers) {
  return offered_predicates(code, theory,
                            [](const cfa::Cfa& cfa, const facts::MemoryRegions& regions, smt::Encoder& encoder) {
                              return string_predicates(cfa, regions, encoder);
                            });
}

const std::string walk = "void f(char *s) { while (*s) s++; }";

TEST(StringPredicates, SpeakOfTheLastByteOfTheObject) {
  EXPECT_THAT(string_predicates_of(walk),
              testing::Contains(testing::AllOf(testing::HasSubstr("<object sizes>"), testing::HasSubstr("memory::"))));
}

TEST(StringPredicates, KeepThePlaceWithinTheObject) {
  EXPECT_THAT(string_predicates_of(walk), testing::Contains("(<= |<base of f::s>| |f::s|)"));
}

TEST(StringPredicates, AreForLoopsThatReadBytes) {
  EXPECT_TRUE(string_predicates_of("void f(char *s) { if (*s) s++; }").empty());
  EXPECT_TRUE(string_predicates_of("void f(int *s) { while (*s) s++; }").empty());
  EXPECT_TRUE(string_predicates_of("int f(int n) { while (n > 3) n--; return n; }").empty());
}

TEST(StringPredicates, KeepApartWhatIsReadAndWhatIsWritten) {
  const std::string copy =
      "void f(char *to, const char *from) { int i = 0; while (from[i]) { to[i] = from[i]; i++; } }";
  EXPECT_THAT(string_predicates_of(copy),
              testing::Contains(testing::AllOf(testing::HasSubstr("f::to"), testing::HasSubstr("f::from"))));
}

TEST(StringPredicates, KeepWhatTheIndexIsComparedWithInTheObject) {
  const auto speaks_of_the_limit = testing::AllOf(testing::HasSubstr("|f::n|"), testing::HasSubstr("<object sizes>"));
  EXPECT_THAT(string_predicates_of("void f(char *s, long n) { for (long i = 0; i < n; i++) if (s[i]) continue; }"),
              testing::Contains(speaks_of_the_limit));
  EXPECT_THAT(string_predicates_of("void f(char *s, long n) { for (long i = 0; s[i]; i++) n++; }"),
              testing::Not(testing::Contains(speaks_of_the_limit)));
}

TEST(StringPredicates, AreIntegers) { EXPECT_TRUE(string_predicates_of(walk, smt::Theory::Bitvectors).empty()); }

} // namespace
} // namespace vouch::refinement
