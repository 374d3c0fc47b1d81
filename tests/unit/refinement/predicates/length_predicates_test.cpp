#include "analysis/refinement/predicates/length_predicates.hpp"
#include "tests/unit/refinement/predicates/offered_predicates.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace vouch::refinement {
namespace {

std::vector<std::string> length_predicates_of(const std::string& code) {
  return offered_predicates(
      code, smt::Theory::Integers, [](const cfa::Cfa& cfa, const facts::MemoryRegions& regions, smt::Encoder& encoder) {
        return length_predicates(StringUses(cfa, regions), regions, encoder, encoder.object_sizes().value());
      });
}

const std::string measure = "static long g(const char *t) { long m = 0; while (t[m]) m++; return m; }\n";
const std::string copy = "void f(char *to, const char *s, long size) { long n = g(s); if (n < size) {\n"
                         "for (long i = 0; s[i]; i++) to[i] = s[i]; } }";

TEST(LengthPredicates, EndLaterLoopsWhereAnotherFoundTheEnd) {
  const std::vector<std::string> offered = length_predicates_of(measure + copy);
  EXPECT_THAT(offered, testing::Contains("(<= (+ |f::s| |f::i|) (+ |f::s| |f::n|))"));
  EXPECT_THAT(offered, testing::Contains("(= (select |memory::<allocated>| (+ |f::s| |f::n|)) 0)"));
}

TEST(LengthPredicates, LeaveRoomForTheRest) {
  EXPECT_THAT(length_predicates_of(measure + copy),
              testing::Contains(testing::AllOf(testing::HasSubstr("|f::to|"), testing::HasSubstr("|f::n|"),
                                               testing::HasSubstr("<object sizes>"), testing::HasSubstr("|f::i|"))));
}

TEST(LengthPredicates, SayWhatTheLengthIsComparedWith) {
  const auto has_room_for = [](const std::string& size) {
    return testing::Contains(
        testing::AllOf(testing::HasSubstr("(<= (+ |f::to| " + size + ")"), testing::HasSubstr("(<= |f::to| 0)")));
  };
  EXPECT_THAT(length_predicates_of(measure + copy), has_room_for("|f::size|"));
  EXPECT_THAT(length_predicates_of(measure + "void f(char *to, const char *s) { if (g(s) < 32) {\n"
                                             "for (long i = 0; s[i]; i++) to[i] = s[i]; } }"),
              has_room_for("32"));
}

TEST(LengthPredicates, SayHowMuchWasAllocated) {
  EXPECT_THAT(
      length_predicates_of("#include <stdlib.h>\n" + measure +
                           "char *f(const char *s) { long n = g(s); char *d = malloc(n + 3); if (!d) return d;\n"
                           "for (long i = 0; s[i]; i++) d[i] = s[i]; return d; }"),
      testing::Contains(testing::AllOf(testing::HasSubstr("|f::d|"), testing::HasSubstr("|f::n| 3"))));
}

TEST(LengthPredicates, AreAboutTheStringThatWasMeasured) {
  EXPECT_TRUE(length_predicates_of(measure + "long f(const char *s, const char *other) { long n = g(s);\n"
                                             "for (long i = 0; other[i]; i++) n++; return n; }")
                  .empty());
  EXPECT_TRUE(length_predicates_of(measure + "long f(const char *s) { return g(s); }").empty());
}

TEST(LengthPredicates, GoOnFromAPlaceThatStaysWhereThePointerMoves) {
  EXPECT_THAT(length_predicates_of(measure + "long f(const char *s) { long n = g(s); while (*s) s++; return n; }"),
              testing::Contains("(<= |f::s| (+ |g::t| |g::m|))"));
}

TEST(LengthPredicates, KnowTheSizesOfVariables) {
  EXPECT_THAT(
      length_predicates_of(measure +
                           "static void h(char *to, const char *u) { for (long i = 0; u[i]; i++) to[i] = u[i]; }\n"
                           "void f(const char *s) { char text[32]; if (g(s) < 30) h(text, s); }"),
      testing::Contains(testing::AllOf(testing::HasSubstr("|h::to|"), testing::HasSubstr("(+ |&f::text| 32)"))));
}

TEST(LengthPredicates, AreForFewEnds) {
  const std::string three = "while (s[i]) i++; while (s[k] > 3) k++; while (s[m] > 4) m++;";
  const std::string begin = "long f(const char *s) { long i = 0; long k = 0; long m = 0;";
  EXPECT_FALSE(length_predicates_of(begin + three + "return i + k + m; }").empty());
  EXPECT_TRUE(length_predicates_of(begin + three +
                                   "long n = i; long o = i; long p = i; long q = i;\n"
                                   "while (s[n]) n++; while (s[o]) o++; while (s[p]) p++; while (s[q]) q++;\n"
                                   "return n + o + p + q; }")
                  .empty());
}

TEST(LengthPredicates, SayNothingWhereOnePointerGoesOn) {
  EXPECT_TRUE(length_predicates_of("void f(const char *s) { while (*s == ' ') s++; while (*s) s++; }").empty());
}

TEST(LengthPredicates, HoldForWhatWasCopied) {
  const std::vector<std::string> offered =
      length_predicates_of(measure + "long f(char *to, const char *s) { long n = g(s); long i = 0; long k = 0;\n"
                                     "for (; s[i]; i++) to[i] = s[i]; to[i] = 0; while (to[k]) k++; return k - n; }");
  EXPECT_THAT(offered, testing::Contains("(<= (+ |f::to| |f::k|) (+ |f::to| |f::i|))"));
  EXPECT_THAT(offered, testing::Contains("(<= (+ |f::s| |f::i|) (+ |f::s| |f::n|))").Times(testing::Ge(2)))
      << "also at the loop that looks for the end of the copy";
}

} // namespace
} // namespace vouch::refinement
