#include "analysis/refinement/predicates/string_predicates.hpp"
#include "tests/unit/frontend/snippet.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace vouch::refinement {
namespace {

/// The predicates at the loops of the program, as texts.
std::vector<std::string> predicates_of(const std::string& code, smt::Theory theory = smt::Theory::Integers) {
  Options options;
  options.properties = {Property::Bounds};
  const cfa::Cfa cfa = frontend::cfa_of(code, options);
  const facts::MemoryRegions regions(cfa);
  smt::TermManager terms;
  smt::Encoder encoder(terms, cfa, regions, theory);
  std::vector<std::string> result;
  const domains::PredicatePrecision offered = string_predicates(cfa, regions, encoder);
  for (const auto& [head, predicates] : offered.by_location()) {
    for (const smt::Term& predicate : predicates) {
      result.push_back(predicate.to_string());
    }
  }
  return result;
}

const std::string walk = "void f(char *s) { while (*s) s++; }";

TEST(StringPredicates, SpeakOfTheLastByteOfTheObject) {
  EXPECT_THAT(predicates_of(walk),
              testing::Contains(testing::AllOf(testing::HasSubstr("<object sizes>"), testing::HasSubstr("memory::"))));
}

TEST(StringPredicates, KeepThePlaceWithinTheObject) {
  EXPECT_THAT(predicates_of(walk), testing::Contains("(<= |<base of f::s>| |f::s|)"));
}

TEST(StringPredicates, AreForLoopsThatReadBytes) {
  EXPECT_TRUE(predicates_of("void f(char *s) { if (*s) s++; }").empty());
  EXPECT_TRUE(predicates_of("void f(int *s) { while (*s) s++; }").empty());
  EXPECT_TRUE(predicates_of("int f(int n) { while (n > 3) n--; return n; }").empty());
}

TEST(StringPredicates, KeepApartWhatIsReadAndWhatIsWritten) {
  const std::string copy =
      "void f(char *to, const char *from) { int i = 0; while (from[i]) { to[i] = from[i]; i++; } }";
  EXPECT_THAT(predicates_of(copy),
              testing::Contains(testing::AllOf(testing::HasSubstr("f::to"), testing::HasSubstr("f::from"))));
}

TEST(StringPredicates, KeepWhatTheIndexIsComparedWithInTheObject) {
  const auto speaks_of_the_limit = testing::AllOf(testing::HasSubstr("|f::n|"), testing::HasSubstr("<object sizes>"));
  EXPECT_THAT(predicates_of("void f(char *s, long n) { for (long i = 0; i < n; i++) if (s[i]) continue; }"),
              testing::Contains(speaks_of_the_limit));
  EXPECT_THAT(predicates_of("void f(char *s, long n) { for (long i = 0; s[i]; i++) n++; }"),
              testing::Not(testing::Contains(speaks_of_the_limit)));
}

TEST(StringPredicates, AreIntegers) { EXPECT_TRUE(predicates_of(walk, smt::Theory::Bitvectors).empty()); }

} // namespace
} // namespace vouch::refinement
