#include "analysis/cfa/comparison.hpp"

namespace vouch::cfa {

BinaryOperator negated(BinaryOperator op) {
  switch (op) {
  case BinaryOperator::Equal:
    return BinaryOperator::NotEqual;
  case BinaryOperator::NotEqual:
    return BinaryOperator::Equal;
  case BinaryOperator::Less:
    return BinaryOperator::GreaterEqual;
  case BinaryOperator::LessEqual:
    return BinaryOperator::Greater;
  case BinaryOperator::Greater:
    return BinaryOperator::LessEqual;
  default:
    return BinaryOperator::Less;
  }
}

BinaryOperator mirrored(BinaryOperator op) {
  switch (op) {
  case BinaryOperator::Less:
    return BinaryOperator::Greater;
  case BinaryOperator::LessEqual:
    return BinaryOperator::GreaterEqual;
  case BinaryOperator::Greater:
    return BinaryOperator::Less;
  case BinaryOperator::GreaterEqual:
    return BinaryOperator::LessEqual;
  default:
    return op;
  }
}

} // namespace vouch::cfa
