#include "analysis/cfa/expression.hpp"

#include <gtest/gtest.h>

namespace vouch::cfa {
namespace {

const Type i32 = IntegerType{32, Signedness::Signed};
const Type u8 = IntegerType{8, Signedness::Unsigned};

TEST(ExpressionPool, MakesEqualExpressionsOnce) {
  ExpressionPool pool;
  ExpressionRef x = pool.read(VariableId(0), i32);
  ExpressionRef sum = pool.binary(BinaryOperator::Add, x, pool.constant(1, i32));
  EXPECT_EQ(sum, pool.binary(BinaryOperator::Add, pool.read(VariableId(0), i32), pool.constant(1, i32)));
  EXPECT_NE(sum, pool.binary(BinaryOperator::Add, x, pool.constant(2, i32)));
  EXPECT_NE(pool.constant(1, i32), pool.constant(1, u8));
}

TEST(ExpressionPool, SharedSubexpressionsAreVisitedOnceOperandsFirst) {
  ExpressionPool pool;
  ExpressionRef x = pool.read(VariableId(0), i32);
  ExpressionRef square = pool.binary(BinaryOperator::Multiply, x, x);
  std::vector<ExpressionRef> order;
  for_each_subexpression(square, [&](ExpressionRef e) { order.push_back(e); });
  EXPECT_EQ(order, (std::vector<ExpressionRef>{x, square}));
}

TEST(ExpressionPool, DeepExpressionsDoNotExhaustTheStack) {
  ExpressionPool pool;
  ExpressionRef sum = pool.constant(0, i32);
  for (int i = 0; i < 200000; ++i) {
    sum = pool.binary(BinaryOperator::Add, sum, pool.read(VariableId(0), i32));
  }
  std::size_t count = 0;
  for_each_subexpression(sum, [&](ExpressionRef) { ++count; });
  EXPECT_EQ(count, 200002U);
}

TEST(Type, WrapReducesToTheRangeOfTheType) {
  EXPECT_EQ(wrap(256, u8), 0);
  EXPECT_EQ(wrap(-1, u8), 255);
  EXPECT_EQ(wrap(Integer{1} << 31, i32), -(Integer{1} << 31));
  EXPECT_EQ(wrap(maximum_value(i32), i32), maximum_value(i32));
  EXPECT_EQ(to_string(minimum_value(IntegerType{64, Signedness::Signed})), "-9223372036854775808");
}

} // namespace
} // namespace vouch::cfa
