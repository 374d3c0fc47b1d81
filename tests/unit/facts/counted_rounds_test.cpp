#include "analysis/facts/counted_rounds.hpp"
#include "tests/unit/frontend/snippet.hpp"

#include <gtest/gtest.h>
#include <string>

namespace vouch::facts {
namespace {

bool counts_in_main(const std::string& code) {
  const cfa::Cfa cfa = frontend::cfa_of("int __VERIFIER_nondet_int(void); int main(void) {" + code + "}");
  return counts_up_to_inputs(cfa, cfa.entry_points().front().start);
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
  const cfa::Cfa cfa =
      frontend::cfa_of("static void f(int n) { for (int i = 0; i < n; i++) {} }"
                       "int __VERIFIER_nondet_int(void); int main(void) { f(__VERIFIER_nondet_int()); }");
  EXPECT_TRUE(counts_up_to_inputs(cfa, cfa.entry_points().front().start));
}

TEST(CountedRounds, MayBeAlongAnArrayOfCallers) {
  const cfa::Cfa cfa = frontend::cfa_of("int length(const char *text) { int n = 0; while (text[n]) n++; return n; }");
  EXPECT_TRUE(counts_up_to_inputs(cfa, cfa.entry_points().front().start));
}

} // namespace
} // namespace vouch::facts
