#include "analysis/reuse/stored_results.hpp"

#include <gtest/gtest.h>

namespace vouch::reuse {
namespace {

constexpr cfa::Integer large = static_cast<cfa::Integer>(1) << 80U;

VerificationHints some_hints() {
  KeptProof proof;
  proof.theory = smt::Theory::Bitvectors;
  proof.stamp = "4567";
  proof.predicates = {"(<= |variable f::i| 9)", "|\"\\\n|"};
  proof.program = {{"loop 1 of main", {"call 1 of f in main"}, {{0, 1}, {}}}};
  proof.blocks = {{"entry of f", "0123", {1}, {{"exit of f", {}, {{0}}}}, false}};
  proof.tracked = {{"loop 1 of main", {0, 1}}};
  return {{{-large, 0, large}, {}}, "predicates over bit-vectors", proof};
}

TEST(StoredResultsTest, ComeBackAsTheyWere) {
  const VerificationHints hints = some_hints();
  EXPECT_EQ(hints_of(to_text(hints)), hints);
  EXPECT_EQ(hints_of(to_text(VerificationHints())), VerificationHints());
  const StoredVerdict verdict{{{{-large, 0, large}, {findings::RunInputs{1, large}, true}}, {{}, {}}}};
  EXPECT_EQ(verdict_of(to_text(verdict)), verdict);
  EXPECT_EQ(verdict_of(to_text(StoredVerdict())), StoredVerdict());
}

TEST(StoredResultsTest, AttemptsComeBackAsTheyWere) {
  const StoredAttempt attempt{std::chrono::milliseconds(300),
                              std::chrono::milliseconds(299),
                              AttemptEnd::OutOfTime,
                              {{{"at ", " or ", ""}, {{"f", 3}, {"a.c:g", 0, 1}}}},
                              std::vector<StoredPlace>{{"f", 2}},
                              {{{large, -1}, {std::nullopt, true}}}};
  EXPECT_EQ(attempt_of(to_text(attempt)), attempt);
  EXPECT_EQ(attempt_of(to_text(StoredAttempt())), StoredAttempt());
}

TEST(StoredResultsTest, NoPartOfATextIsOne) {
  const std::string text = to_text(some_hints());
  for (std::size_t length = 0; length < text.size(); ++length) {
    EXPECT_FALSE(hints_of(text.substr(0, length))) << length;
  }
}

TEST(StoredResultsTest, OtherTextsAreNone) {
  for (const char* text :
       {"safe", "{}", "[]", "{\"violations\": 3}", "{\"violations\": [[3]]}", "{\"violations\": [[\"x\"]]}"}) {
    EXPECT_FALSE(verdict_of(text)) << text;
    EXPECT_FALSE(hints_of(text)) << text;
    EXPECT_FALSE(attempt_of(text)) << text;
  }
}

} // namespace
} // namespace vouch::reuse
