#include "analysis/smt/terms/circuit_size.hpp"

#include <gtest/gtest.h>

namespace vouch::smt {
namespace {

using Operator = TermManager::BitvectorOperator;

struct Circuits : testing::Test {
  TermManager terms;
  Term x = terms.constant("x", Sort::bitvector(64));
  Term y = terms.constant("y", Sort::bitvector(64));
  std::uint64_t size_of(Operator op, const Term& a, const Term& b) {
    return circuit_size(terms.bitvector_binary(op, a, b));
  }
};

TEST_F(Circuits, OfProductsAndQuotientsGrowWithTheSquare) {
  const std::uint64_t sum = size_of(Operator::Add, x, y);
  EXPECT_GT(size_of(Operator::Multiply, x, y), 50 * sum);
  EXPECT_GT(size_of(Operator::UnsignedRemainder, x, y), size_of(Operator::Multiply, x, y));
  const Term low_x = terms.bitvector_extract(x, 7, 0);
  const Term low_y = terms.bitvector_extract(y, 7, 0);
  EXPECT_LT(size_of(Operator::UnsignedRemainder, low_x, low_y), 2 * sum);
}

TEST_F(Circuits, CountWhatIsSharedOnce) {
  const Term product = terms.bitvector_binary(Operator::Multiply, x, y);
  const std::uint64_t once = circuit_size(terms.equal(product, x));
  const std::uint64_t twice = circuit_size(terms.logical_and(terms.equal(product, x), terms.equal(product, y)));
  EXPECT_LT(twice, once + once / 2);
}

} // namespace
} // namespace vouch::smt
