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

bool is_zero(ExpressionRef expression) {
  const auto* number = std::get_if<Constant>(&expression->node);
  return number != nullptr && number->value == 0;
}

ExpressionRef without_conversions(ExpressionRef expression) {
  while (const auto* convert = std::get_if<Convert>(&expression->node)) {
    expression = convert->operand;
  }
  return expression;
}

std::optional<VariableId> register_read(ExpressionRef expression) {
  const auto* read = std::get_if<VariableRead>(&without_conversions(expression)->node);
  return read != nullptr ? std::optional(read->variable) : std::nullopt;
}

ExpressionRef base_of(ExpressionRef pointer) {
  while (true) {
    const auto* sum = std::get_if<Binary>(&pointer->node);
    const auto* conversion = std::get_if<Convert>(&pointer->node);
    if (sum != nullptr && sum->op == BinaryOperator::PointerAdd) {
      pointer = sum->left;
    } else if (conversion != nullptr && is_pointer(conversion->operand->type)) {
      pointer = conversion->operand;
    } else {
      return pointer;
    }
  }
}

ExpressionRef compared_with_null(ExpressionRef condition) {
  const auto* comparison = std::get_if<Binary>(&condition->node);
  const bool is_equality =
      comparison != nullptr && (comparison->op == BinaryOperator::Equal || comparison->op == BinaryOperator::NotEqual);
  return is_equality && is_pointer(comparison->left->type) && is_zero(comparison->right) ? comparison->left : nullptr;
}

} // namespace vouch::cfa
