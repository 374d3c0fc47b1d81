#include "analysis/cfa/compared_place.hpp"

#include <gtest/gtest.h>

namespace vouch::cfa {
namespace {

const Type int_type = IntegerType{};
const Type pointer_type = PointerType{64};

TEST(ComparedPlace, IsARegisterOrAWholeVariableInMemory) {
  ExpressionPool pool;
  const VariableId variable(3);
  const ExpressionRef in_register = pool.read(variable, int_type);
  const ExpressionRef in_memory = pool.load(pool.make(AddressOf{variable}, pointer_type), int_type);
  for (ExpressionRef place : {in_register, in_memory}) {
    const auto compared = compared_place(pool.binary(BinaryOperator::LessEqual, place, pool.constant(7, int_type)));
    ASSERT_TRUE(compared);
    EXPECT_EQ(compared->place, place);
    EXPECT_EQ(compared->variable, variable);
    EXPECT_EQ(compared->op, BinaryOperator::LessEqual);
    EXPECT_EQ(compared->constant, 7);
  }
}

TEST(ComparedPlace, IsNothingElse) {
  ExpressionPool pool;
  const ExpressionRef one = pool.constant(1, int_type);
  const ExpressionRef x = pool.read(VariableId(0), int_type);
  const ExpressionRef p = pool.read(VariableId(1), pointer_type);
  EXPECT_FALSE(compared_place(x));
  EXPECT_FALSE(compared_place(pool.binary(BinaryOperator::Add, x, one)));
  EXPECT_FALSE(compared_place(pool.binary(BinaryOperator::Less, one, x)));
  EXPECT_FALSE(compared_place(pool.binary(BinaryOperator::Less, x, x)));
  EXPECT_FALSE(compared_place(pool.binary(BinaryOperator::Equal, p, pool.constant(0, pointer_type))));
  EXPECT_FALSE(compared_place(pool.binary(BinaryOperator::Equal, pool.load(p, int_type), one)));
}

} // namespace
} // namespace vouch::cfa
