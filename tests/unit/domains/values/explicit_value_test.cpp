#include "analysis/domains/values/explicit_value.hpp"
#include "tests/support/program.hpp"
#include "tests/support/reference_evaluator.hpp"

#include <cmath>
#include <gtest/gtest.h>

namespace vouch::domains {
namespace {

using namespace cfa;
using namespace vouch::test;

const std::vector<Type> all_types = {i8, u8, i16, u16, i32, u32, i64, u64};

std::vector<Integer> corner_values(const Type& type) {
  std::vector<Integer> values = {0, 1, 2, 7, 31, 63, maximum_value(type), maximum_value(type) - 1, minimum_value(type)};
  if (minimum_value(type) < 0) {
    values.insert(values.end(), {-1, -2, -7, minimum_value(type) + 1});
  }
  return values;
}

/// No value: undefined behaviour. The value must be known.
std::optional<Integer> result_of(const Evaluation& evaluation) {
  EXPECT_FALSE(std::holds_alternative<Unknown>(evaluation));
  const auto* value = std::get_if<ExplicitValue>(&evaluation);
  return value != nullptr ? std::optional(std::get<Integer>(*value)) : std::nullopt;
}

/// Every integer operator at every width against plain two's complement arithmetic.
TEST(ExplicitValues, OperatorsOnIntegersAreThoseOfTheReference) {
  ExpressionPool pool;
  ReferenceEvaluator reference({});
  for (const Type& type : all_types) {
    for (int number = 0; number <= static_cast<int>(BinaryOperator::LogicalOr); ++number) {
      const auto op = static_cast<BinaryOperator>(number);
      for (Integer left : corner_values(type)) {
        for (Integer right : corner_values(type)) {
          const ExpressionRef expression = pool.binary(op, pool.constant(left, type), pool.constant(right, type));
          EXPECT_EQ(result_of(apply(op, left, right, type, expression->type)), reference.evaluate(expression))
              << to_string(expression, {});
        }
      }
    }
    for (UnaryOperator op : {UnaryOperator::Negate, UnaryOperator::Complement, UnaryOperator::LogicalNot}) {
      for (Integer operand : corner_values(type)) {
        const ExpressionRef expression = pool.unary(op, pool.constant(operand, type));
        EXPECT_EQ(result_of(apply(op, operand, type)), reference.evaluate(expression)) << to_string(expression, {});
      }
    }
    for (const Type& to : all_types) {
      for (Integer operand : corner_values(type)) {
        EXPECT_EQ(result_of(convert(operand, type, to)), wrap(operand, to));
      }
    }
  }
}

ExplicitValue floating(long double value) { return FloatConstant{value}; }
const Type f32 = FloatType{32};
const Type f64 = FloatType{64};

TEST(ExplicitValues, FloatsAreRoundedToTheirOwnFormat) {
  EXPECT_EQ(apply(BinaryOperator::Add, floating(0.1F), floating(0.2F), f32, f32), Evaluation(floating(0.1F + 0.2F)));
  EXPECT_EQ(apply(BinaryOperator::Add, floating(0.1), floating(0.2), f64, f64), Evaluation(floating(0.1 + 0.2)));
  EXPECT_EQ(convert(floating(0.1), f64, f32), Evaluation(floating(0.1F)));
  EXPECT_EQ(convert(ExplicitValue(Integer{16777217}), i32, f32), Evaluation(floating(16777216.0F)));
}

TEST(ExplicitValues, NanEqualsNothingAndZerosAreEqual) {
  const ExplicitValue nan = floating(std::nan(""));
  EXPECT_EQ(apply(BinaryOperator::Equal, nan, nan, f64, i32), Evaluation(ExplicitValue(Integer{0})));
  EXPECT_EQ(apply(BinaryOperator::NotEqual, nan, nan, f64, i32), Evaluation(ExplicitValue(Integer{1})));
  EXPECT_EQ(apply(BinaryOperator::Equal, floating(0.0), floating(-0.0), f64, i32),
            Evaluation(ExplicitValue(Integer{1})));
  EXPECT_FALSE(floating(0.0) == floating(-0.0)); // as values they are two
}

TEST(ExplicitValues, FloatsBeyondTheIntegerTypeAreUndefined) {
  EXPECT_EQ(convert(floating(-1.5), f64, i32), Evaluation(ExplicitValue(Integer{-1})));
  EXPECT_EQ(convert(floating(2147483648.0), f64, i32), Evaluation(Undefined{}));
  EXPECT_EQ(convert(floating(-1.0), f64, u32), Evaluation(Undefined{}));
  EXPECT_EQ(convert(floating(std::nan("")), f64, i32), Evaluation(Undefined{}));
}

} // namespace
} // namespace vouch::domains
