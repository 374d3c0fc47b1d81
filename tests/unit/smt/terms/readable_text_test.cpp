#include "analysis/smt/terms/readable_text.hpp"

#include <gtest/gtest.h>

namespace vouch::smt {
namespace {

class ReadableText : public testing::Test {
protected:
  static std::string text(const Term& term) { return readable_text(term, 1000); }

  TermManager terms_;
  Term x_ = terms_.constant("f::x", Sort::integer());
  Term y_ = terms_.constant("y<entry>", Sort::integer());
  Term zero_ = terms_.integer(0);
};

TEST_F(ReadableText, HasOperatorsAndNamesAsInC) {
  EXPECT_EQ(text(terms_.less_equal(x_, y_)), "f::x <= y<entry>");
  EXPECT_EQ(text(terms_.equal(terms_.add(x_, terms_.integer(-1)), y_)), "f::x + -1 == y<entry>");
  EXPECT_EQ(text(terms_.boolean(true)), "true");
}

TEST_F(ReadableText, NegatesComparisons) {
  EXPECT_EQ(text(terms_.logical_not(terms_.equal(x_, y_))), "f::x != y<entry>");
  EXPECT_EQ(text(terms_.logical_not(terms_.less_equal(x_, zero_))), "f::x > 0");
}

TEST_F(ReadableText, HasBracketsWhereTheyAreNeeded) {
  const Term is_zero = terms_.equal(x_, zero_);
  const Term is_small = terms_.less_equal(x_, y_);
  const Term both = terms_.logical_and(is_zero, is_small);
  EXPECT_EQ(text(both), "f::x == 0 && f::x <= y<entry>");
  EXPECT_EQ(text(terms_.logical_or(both, is_zero)), "(f::x == 0 && f::x <= y<entry>) || f::x == 0");
  EXPECT_EQ(text(terms_.logical_not(both)), "!(f::x == 0 && f::x <= y<entry>)");
}

TEST_F(ReadableText, WritesOtherOperationsLikeCalls) {
  const Term memory = terms_.constant("memory", Sort::array(Sort::integer(), Sort::integer()));
  EXPECT_EQ(text(terms_.select(memory, x_)), "select(memory, f::x)");
}

TEST_F(ReadableText, EndsWhereItBecomesTooLong) {
  Term sum = x_;
  for (int i = 0; i < 60; ++i) {
    sum = terms_.if_then_else(terms_.less_equal(sum, y_), sum, zero_); // 2^60 characters
  }
  const std::string cut = readable_text(sum, 100);
  EXPECT_EQ(cut.size(), 103U);
  EXPECT_TRUE(cut.ends_with("..."));
}

} // namespace
} // namespace vouch::smt
