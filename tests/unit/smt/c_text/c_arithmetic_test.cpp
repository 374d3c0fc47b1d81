#include "analysis/smt/c_text/c_arithmetic.hpp"

#include <gtest/gtest.h>

namespace vouch::smt {
namespace {

using cfa::BinaryOperator;
using cfa::IntegerType;
using cfa::Signedness;

constexpr IntegerType int_type{32, Signedness::Signed};
constexpr IntegerType unsigned_type{32, Signedness::Unsigned};
constexpr IntegerType long_type{64, Signedness::Signed};
constexpr IntegerType char_type{8, Signedness::Signed};

/// The variable of this letter.
CNumber variable(char letter, const IntegerType& type) {
  return *c_place({cfa::VariableId(static_cast<std::size_t>(letter - 'a'))}, type);
}

std::string text_of(const std::optional<CText>& text) {
  if (!text) {
    return "nothing";
  }
  std::string result = text->text.pieces.front();
  for (std::size_t i = 0; i < text->text.places.size(); ++i) {
    result += static_cast<char>('a' + text->text.places[i].variable.index());
    result += text->text.pieces[i + 1];
  }
  return result;
}

std::string at_most_zero(const std::vector<CSummand>& summands, cfa::Integer constant) {
  return text_of(c_linear(BinaryOperator::LessEqual, summands, constant, Truth::Known));
}

TEST(CArithmetic, PutsWhatIsSubtractedOnTheOtherSide) {
  EXPECT_EQ(at_most_zero({{1, variable('i', int_type)}, {-1, variable('n', int_type)}}, 0), "i <= n");
  EXPECT_EQ(at_most_zero({{1, variable('i', int_type)}, {-1, variable('n', int_type)}}, 1), "i < n");
  EXPECT_EQ(at_most_zero({{1, variable('i', int_type)}}, -7), "i <= 7");
  EXPECT_EQ(at_most_zero({{-1, variable('i', int_type)}}, 0), "i >= 0");
}

TEST(CArithmetic, CastsWhereASumCouldOverflow) {
  EXPECT_EQ(
      at_most_zero({{1, variable('i', int_type)}, {1, variable('j', int_type)}, {-1, variable('n', int_type)}}, 0),
      "(long long)i + j <= n");
  EXPECT_EQ(at_most_zero({{3, variable('i', int_type)}, {-1, variable('n', int_type)}}, 0), "3 * (long long)i <= n");
  EXPECT_EQ(at_most_zero({{1, variable('x', long_type)}, {1, variable('y', long_type)}}, -5), "(__int128)x + y <= 5");
}

TEST(CArithmetic, NeedsNoCastForNumbersOfSmallTypes) {
  EXPECT_EQ(at_most_zero({{2, variable('c', char_type)}, {1, variable('d', char_type)}}, -9), "2 * c + d <= 9");
}

TEST(CArithmetic, ComparesSignedWithUnsignedAsNumbers) {
  EXPECT_EQ(at_most_zero({{1, variable('i', int_type)}, {-1, variable('n', unsigned_type)}}, 0), "(long long)i <= n");
  EXPECT_EQ(at_most_zero({{1, variable('u', unsigned_type)}, {-1, variable('n', unsigned_type)}}, 0), "u <= n");
  EXPECT_EQ(at_most_zero({{1, variable('c', char_type)}, {-1, variable('n', int_type)}}, 0), "c <= n");
}

TEST(CArithmetic, KnowsWhatUnsignedNumbersAreAtLeast) {
  EXPECT_EQ(at_most_zero({{1, variable('n', unsigned_type)}}, 0), "n == 0");
}

TEST(CArithmetic, LeavesCastsOutOfEquationsThatHold) {
  const std::vector<CSummand> sum = {{1, variable('y', int_type)}, {-2, variable('x', int_type)}};
  EXPECT_EQ(text_of(c_linear(BinaryOperator::Equal, sum, 0, Truth::Known)), "y == 2 * x");
  EXPECT_EQ(text_of(c_linear(BinaryOperator::Equal, sum, 0, Truth::Open)), "y == 2 * (long long)x");
  EXPECT_EQ(text_of(c_linear(BinaryOperator::NotEqual, sum, 0, Truth::Known)), "y != 2 * (long long)x");
  const std::vector<CSummand> of_unsigned = {{1, variable('y', unsigned_type)}, {-2, variable('x', unsigned_type)}};
  EXPECT_EQ(text_of(c_linear(BinaryOperator::Equal, of_unsigned, 0, Truth::Known)), "y == 2 * (long long)x");
}

TEST(CArithmetic, WritesTheSmallestNumbersWithoutOverflow) {
  EXPECT_EQ(text_of(c_literal(cfa::minimum_value(long_type))->text), "-9223372036854775807 - 1");
  EXPECT_FALSE(c_literal(cfa::Integer(1) << 70U));
}

} // namespace
} // namespace vouch::smt
