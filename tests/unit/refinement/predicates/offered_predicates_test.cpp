#include "analysis/refinement/predicates/offered_predicates.hpp"
#include "tests/unit/refinement/predicates/offered_predicates.hpp"

#include <algorithm>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace vouch::refinement {
namespace {

std::vector<std::string> all_offered_predicates(const std::string& code) {
  return offered_predicates(code, smt::Theory::Integers,
                            [](const cfa::Cfa& cfa, const facts::MemoryRegions& regions, smt::Encoder& encoder) {
                              return offered_predicates(cfa, regions, encoder);
                            });
}

std::ptrdiff_t times_offered(const std::string& predicate, const std::string& code) {
  return std::ranges::count(all_offered_predicates(code), predicate);
}

TEST(OfferedPredicates, AreKeptByTheLoopsInside) {
  EXPECT_EQ(times_offered("(<= |f::c| |f::i|)",
                          "int f(int n, int x) { int c = 0; for (int i = 0; i < n; i++) { x = n; while (x > 3) x /= 2; "
                          "if (x & 1) c++; } return c; }"),
            2);
  EXPECT_EQ(times_offered("(<= |f::c| |f::i|)",
                          "int g(int x) { while (x > 3) x /= 2; return x; }\n"
                          "int f(int n) { int c = 0; for (int i = 0; i < n; i++) if (g(n)) c++; return c; }"),
            2);
}

TEST(OfferedPredicates, SayWhatPointersWerePassedAs) {
  const std::string length = "static long g(const char *t) { long n = 0; while (t[n]) n++; return n; }\n";
  EXPECT_EQ(times_offered("(= |g::t| |f::s|)", length + "long f(const char *s) { return g(s); }"), 1);
  EXPECT_EQ(times_offered("(= |g::t| |f::s|)",
                          length + "long f(const char *s, const char *a, const char *b, const char *c) {\n"
                                   "return g(s) + g(a) + g(b) + g(c); }"),
            0);
}

} // namespace
} // namespace vouch::refinement
