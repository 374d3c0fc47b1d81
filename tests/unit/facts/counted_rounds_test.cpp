#include "analysis/facts/counted_rounds.hpp"
#include "tests/unit/frontend/snippet.hpp"

#include <gtest/gtest.h>
#include <string>

namespace vouch::facts {
namespace {

bool counts(const std::string& code) {
  const cfa::Cfa cfa = frontend::cfa_of("int __VERIFIER_nondet_int(void); void reach_error(void);" + code);
  return counts_up_to_inputs(cfa, cfa.entry_points().front().start);
}

bool counts_in_main(const std::string& code) {
  return counts("int main(void) {" + code + "if (__VERIFIER_nondet_int()) reach_error(); }");
}

TEST(CountedRounds, EndWhereAnInputSays) {
  EXPECT_TRUE(counts_in_main("int n = __VERIFIER_nondet_int(), i; for (i = 0; i < n; i++) {}"));
  EXPECT_TRUE(counts_in_main("int n = __VERIFIER_nondet_int(), m = 2 * n, i = 0; while (i != m) i += 2;"));
}

TEST(CountedRounds, AreNoneIfTheProgramKnowsHowMany) {
  EXPECT_FALSE(counts_in_main("int i; for (i = 0; i < 9; i++) {}"));
  EXPECT_FALSE(counts_in_main("int a[9]; a[0] = 1; for (int i = 0; i < 9 && __VERIFIER_nondet_int(); i++) {}"));
}

TEST(CountedRounds, AreNoneIfNothingIsKnownThatChanges) {
  EXPECT_FALSE(counts_in_main("int n = __VERIFIER_nondet_int(); while (n > 0) n--;"));
  EXPECT_FALSE(
      counts_in_main("int state = 0; while (__VERIFIER_nondet_int()) state = 1 - (__VERIFIER_nondet_int() != 0);"));
}

TEST(CountedRounds, AreInWhatIsCalled) {
  EXPECT_TRUE(counts("static void f(int n) { for (int i = 0; i < n; i++) {} }"
                     "int main(void) { f(__VERIFIER_nondet_int()); reach_error(); }"));
}

TEST(CountedRounds, AreNoneWhereNothingIsLeftToVerify) {
  EXPECT_FALSE(counts("static void f(int n) { for (int i = 0; i < n; i++) {} }"
                      "int main(void) { if (__VERIFIER_nondet_int()) reach_error(); f(__VERIFIER_nondet_int()); }"));
}

TEST(CountedRounds, MayBeAlongAnArrayOfCallers) {
  EXPECT_TRUE(
      counts("int length(const char *text) { int n = 0; while (text[n]) n++; if (n == 7) reach_error(); return n; }"));
}

} // namespace
} // namespace vouch::facts
