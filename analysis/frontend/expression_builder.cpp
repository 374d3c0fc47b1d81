#include "analysis/frontend/expression_builder.hpp"

#include "analysis/cfa/comparison.hpp"
#include "analysis/cfa/float_format.hpp"
#include "analysis/support/overloaded.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace vouch::frontend {
namespace {

using cfa::BinaryOperator;
using cfa::ExpressionRef;
using cfa::Integer;
using cfa::Polarity;
using cfa::UnaryOperator;

constexpr cfa::IntegerType int_type{32, cfa::Signedness::Signed};

Polarity opposite(Polarity polarity) { return polarity == Polarity::Holds ? Polarity::Fails : Polarity::Holds; }

bool is_signed(const cfa::Type& type) {
  const auto* integer = cfa::as_integer(type);
  return integer != nullptr && integer->is_signed();
}

bool fits(Integer value, const cfa::Type& type) {
  return value >= cfa::minimum_value(type) && value <= cfa::maximum_value(type);
}

bool is_boolean(ExpressionRef expression) {
  if (const auto* binary = std::get_if<cfa::Binary>(&expression->node)) {
    return cfa::is_comparison(binary->op) || binary->op == BinaryOperator::LogicalAnd ||
           binary->op == BinaryOperator::LogicalOr;
  }
  return std::holds_alternative<cfa::MemoryCheck>(expression->node);
}

std::optional<Integer> compare(BinaryOperator op, Integer left, Integer right) {
  switch (op) {
  case BinaryOperator::Equal:
    return left == right;
  case BinaryOperator::NotEqual:
    return left != right;
  case BinaryOperator::Less:
    return left < right;
  case BinaryOperator::LessEqual:
    return left <= right;
  case BinaryOperator::Greater:
    return left > right;
  case BinaryOperator::GreaterEqual:
    return left >= right;
  case BinaryOperator::LogicalAnd:
    return left != 0 && right != 0;
  case BinaryOperator::LogicalOr:
    return left != 0 || right != 0;
  default:
    return std::nullopt;
  }
}

/// The exact result; nothing where it is undefined. Operands are at most 64 bits wide.
std::optional<Integer> compute(BinaryOperator op, Integer left, Integer right, const cfa::Type& type) {
  unsigned width = cfa::as_integer(type)->width;
  bool shift_in_range = right >= 0 && right < static_cast<Integer>(width);
  switch (op) {
  case BinaryOperator::Add:
    return left + right;
  case BinaryOperator::Subtract:
    return left - right;
  case BinaryOperator::Multiply: {
    Integer product = 0;
    return __builtin_mul_overflow(left, right, &product) ? std::nullopt : std::optional(product);
  }
  case BinaryOperator::Divide:
    return right == 0 ? std::nullopt : std::optional(left / right);
  case BinaryOperator::Remainder:
    return right == 0 || (right == -1 && left == cfa::minimum_value(type)) ? std::nullopt : std::optional(left % right);
  case BinaryOperator::ShiftLeft: {
    if (!shift_in_range) {
      return std::nullopt;
    }
    Integer result = 0;
    return __builtin_mul_overflow(left, Integer{1} << right, &result) ? std::nullopt : std::optional(result);
  }
  case BinaryOperator::ShiftRight:
    return shift_in_range ? std::optional(left >> right) : std::nullopt;
  case BinaryOperator::BitAnd:
    return left & right;
  case BinaryOperator::BitOr:
    return left | right;
  case BinaryOperator::BitXor:
    return left ^ right;
  default:
    return std::nullopt;
  }
}

/// Nothing: some product is too large to be calculated, as those of unsigned numbers of 64 bits can be.
std::optional<Interval> product(const Interval& left, const Interval& right) {
  std::optional<Interval> result;
  for (const Integer a : {left.low, left.high}) {
    for (const Integer b : {right.low, right.high}) {
      Integer value = 0;
      if (__builtin_mul_overflow(a, b, &value)) {
        return std::nullopt;
      }
      result = result ? Interval{std::min(result->low, value), std::max(result->high, value)} : Interval{value, value};
    }
  }
  return result;
}

} // namespace

const Integer* constant_value(ExpressionRef expression) {
  const auto* node = std::get_if<cfa::Constant>(&expression->node);
  return node != nullptr ? &node->value : nullptr;
}

ExpressionRef ExpressionBuilder::constant(Integer value, const cfa::Type& type) {
  if (const auto* format = std::get_if<cfa::FloatType>(&type)) {
    return floating(static_cast<long double>(value), *format); // exact before it is rounded to the format
  }
  return pool_.constant(cfa::wrap(value, type), type);
}

ExpressionRef ExpressionBuilder::integer(Integer value) { return constant(value, int_type); }

ExpressionRef ExpressionBuilder::zero(const cfa::Type& type) { return constant(0, type); }

ExpressionRef ExpressionBuilder::address_of(cfa::VariableId variable) {
  return pool_.make(cfa::AddressOf{variable}, cfa::PointerType{pointer_width_});
}

ExpressionRef ExpressionBuilder::function_address(cfa::FunctionId function) {
  return pool_.make(cfa::FunctionAddress{function}, cfa::PointerType{pointer_width_});
}

ExpressionRef ExpressionBuilder::floating(long double value, cfa::FloatType type) {
  return pool_.make(cfa::FloatConstant{cfa::float_of_bits(cfa::float_bits(value, type), type)}, type);
}

/// Null if C does not define it.
ExpressionRef ExpressionBuilder::converted_constant(long double value, const cfa::Type& type) {
  if (const auto* format = std::get_if<cfa::FloatType>(&type)) {
    return floating(value, *format);
  }
  long double whole = std::trunc(value);
  bool has_integer = cfa::as_integer(type) != nullptr && whole >= static_cast<long double>(cfa::minimum_value(type)) &&
                     whole <= static_cast<long double>(cfa::maximum_value(type));
  return has_integer ? constant(static_cast<Integer>(whole), type) : nullptr;
}

ExpressionRef ExpressionBuilder::unary(UnaryOperator op, ExpressionRef operand) {
  if (op == UnaryOperator::LogicalNot) {
    Truth truth_of_operand = truth(operand);
    return value_of({truth_of_operand.condition, opposite(truth_of_operand.polarity)});
  }
  if (const Integer* value = constant_value(operand); value != nullptr && cfa::as_integer(operand->type) != nullptr) {
    Integer result = op == UnaryOperator::Negate ? -*value : ~*value;
    if (!is_signed(operand->type) || fits(result, operand->type)) {
      return constant(result, operand->type);
    }
  }
  if (const auto* number = std::get_if<cfa::FloatConstant>(&operand->node);
      number != nullptr && op == UnaryOperator::Negate && !std::isnan(number->value)) {
    return floating(-number->value, std::get<cfa::FloatType>(operand->type));
  }
  return pool_.unary(op, operand);
}

ExpressionRef ExpressionBuilder::binary(BinaryOperator op, ExpressionRef left, ExpressionRef right) {
  if (ExpressionRef folded = fold(op, left, right)) {
    return folded;
  }
  return pool_.binary(op, left, right);
}

ExpressionRef ExpressionBuilder::fold(BinaryOperator op, ExpressionRef left, ExpressionRef right) {
  const Integer* a = constant_value(left);
  const Integer* b = constant_value(right);
  if (op == BinaryOperator::PointerAdd) {
    if (b != nullptr && *b == 0) {
      return left;
    }
    return nullptr;
  }
  bool is_address =
      std::holds_alternative<cfa::FunctionAddress>(left->node) || std::holds_alternative<cfa::AddressOf>(left->node);
  if (is_address && left == right && cfa::is_comparison(op)) {
    return integer(*compare(op, 0, 0));
  }
  if (a == nullptr || b == nullptr) {
    return nullptr;
  }
  if (auto result = compare(op, *a, *b)) {
    return integer(*result);
  }
  if (cfa::as_integer(left->type) == nullptr) {
    return nullptr;
  }
  auto result = compute(op, *a, *b, left->type);
  if (result && (!is_signed(left->type) || fits(*result, left->type))) {
    return constant(*result, left->type);
  }
  return nullptr;
}

ExpressionRef ExpressionBuilder::convert(ExpressionRef operand, const cfa::Type& type) {
  if (operand->type == type) {
    return operand;
  }
  if (const Integer* value = constant_value(operand)) {
    return constant(*value, type);
  }
  if (const auto* number = std::get_if<cfa::FloatConstant>(&operand->node)) {
    if (ExpressionRef converted = converted_constant(number->value, type)) {
      return converted;
    }
  }
  const auto* inner = std::get_if<cfa::Convert>(&operand->node);
  const auto* target = cfa::as_integer(type);
  const auto* middle = cfa::as_integer(operand->type);
  if (inner != nullptr && target != nullptr && middle != nullptr && cfa::as_integer(inner->operand->type) != nullptr) {
    Interval values = interval(inner->operand);
    bool middle_keeps_value = fits(values.low, operand->type) && fits(values.high, operand->type);
    // The low bits are the same with or without the detour.
    if (middle_keeps_value || target->width <= middle->width) {
      return convert(inner->operand, type);
    }
  }
  return pool_.convert(operand, type);
}

ExpressionRef ExpressionBuilder::conditional(Truth condition, ExpressionRef if_true, ExpressionRef if_false) {
  if (condition.polarity == Polarity::Fails) {
    std::swap(if_true, if_false);
  }
  if (const Integer* value = constant_value(condition.condition)) {
    return *value != 0 ? if_true : if_false;
  }
  if (if_true == if_false) {
    return if_true;
  }
  return pool_.make(cfa::Conditional{condition.condition, if_true, if_false}, if_true->type);
}

ExpressionRef ExpressionBuilder::memory_check(cfa::MemoryFault fault, std::vector<ExpressionRef> operands) {
  return pool_.make(cfa::MemoryCheck{fault, std::move(operands)}, int_type);
}

ExpressionRef ExpressionBuilder::is_outside(ExpressionRef value, Interval bounds) {
  Interval possible = interval(value);
  ExpressionRef is_low =
      possible.low < bounds.low ? binary(BinaryOperator::Less, value, constant(bounds.low, value->type)) : nullptr;
  ExpressionRef is_high = possible.high > bounds.high
                              ? binary(BinaryOperator::Greater, value, constant(bounds.high, value->type))
                              : nullptr;
  if (is_low == nullptr || is_high == nullptr) {
    return is_low != nullptr ? is_low : is_high != nullptr ? is_high : integer(0);
  }
  return binary(BinaryOperator::LogicalOr, is_low, is_high);
}

ExpressionRef ExpressionBuilder::add_bytes(ExpressionRef pointer, Integer bytes) {
  if (const Integer* address = constant_value(pointer)) {
    return constant(*address + bytes, pointer->type);
  }
  if (const auto* sum = std::get_if<cfa::Binary>(&pointer->node);
      sum != nullptr && sum->op == BinaryOperator::PointerAdd && constant_value(sum->right) != nullptr) {
    return add_bytes(sum->left, *constant_value(sum->right) + bytes);
  }
  return binary(BinaryOperator::PointerAdd, pointer,
                constant(bytes, cfa::IntegerType{pointer_width_, cfa::Signedness::Signed}));
}

ExpressionRef ExpressionBuilder::add_elements(ExpressionRef pointer, ExpressionRef index, std::uint64_t element_size) {
  cfa::IntegerType offset_type{pointer_width_, cfa::Signedness::Signed};
  ExpressionRef offset = convert(index, offset_type);
  if (element_size != 1) {
    offset = binary(BinaryOperator::Multiply, offset, constant(static_cast<Integer>(element_size), offset_type));
  }
  if (const Integer* bytes = constant_value(offset)) {
    return add_bytes(pointer, *bytes);
  }
  return binary(BinaryOperator::PointerAdd, pointer, offset);
}

Truth ExpressionBuilder::truth(ExpressionRef value) {
  Truth result{value, Polarity::Holds};
  while (true) {
    ExpressionRef expression = result.condition;
    if (const auto* node = std::get_if<cfa::Unary>(&expression->node);
        node != nullptr && node->op == UnaryOperator::LogicalNot) {
      result = {node->operand, opposite(result.polarity)};
      continue;
    }
    if (const auto* node = std::get_if<cfa::Convert>(&expression->node);
        node != nullptr && cfa::as_integer(expression->type) != nullptr &&
        cfa::as_integer(node->operand->type) != nullptr) {
      Interval values = interval(node->operand);
      if (fits(values.low, expression->type) && fits(values.high, expression->type)) {
        result.condition = node->operand;
        continue;
      }
    }
    if (const auto* node = std::get_if<cfa::Binary>(&expression->node);
        node != nullptr && (node->op == BinaryOperator::Equal || node->op == BinaryOperator::NotEqual)) {
      const Integer* right = constant_value(node->right);
      ExpressionRef left = node->left;
      if (const auto* conversion = std::get_if<cfa::Convert>(&left->node);
          conversion != nullptr && is_boolean(conversion->operand) && cfa::as_integer(left->type) != nullptr) {
        left = conversion->operand;
      }
      if (right != nullptr && *right == 0 && is_boolean(left)) {
        result = {left, node->op == BinaryOperator::Equal ? opposite(result.polarity) : result.polarity};
        continue;
      }
    }
    break;
  }
  if (!is_boolean(result.condition) && constant_value(result.condition) == nullptr) {
    result.condition = binary(BinaryOperator::NotEqual, result.condition, zero(result.condition->type));
  }
  return result;
}

ExpressionRef ExpressionBuilder::value_of(Truth truth) {
  if (const Integer* value = constant_value(truth.condition)) {
    return integer((*value != 0) == (truth.polarity == Polarity::Holds) ? 1 : 0);
  }
  if (truth.polarity == Polarity::Holds) {
    return truth.condition;
  }
  const auto& node = std::get<cfa::Binary>(truth.condition->node);
  if (cfa::is_comparison(node.op) && !cfa::is_float(node.left->type)) {
    return pool_.binary(cfa::negated(node.op), node.left, node.right);
  }
  return pool_.unary(UnaryOperator::LogicalNot, truth.condition);
}

bool ExpressionBuilder::is_total(ExpressionRef expression) {
  if (auto known = totals_.find(expression); known != totals_.end()) {
    return known->second;
  }
  bool result = compute_is_total(expression);
  totals_.emplace(expression, result);
  return result;
}

bool ExpressionBuilder::compute_is_total(ExpressionRef expression) {
  for (ExpressionRef operand : cfa::operands(expression)) {
    if (!is_total(operand)) {
      return false;
    }
  }
  return std::visit(Overloaded{
                        [](const cfa::Load&) { return false; },
                        [&](const cfa::Unary& node) {
                          return node.op != UnaryOperator::Negate || !is_signed(expression->type) ||
                                 interval(node.operand).low > cfa::minimum_value(expression->type);
                        },
                        [&](const cfa::Binary& node) { return is_operation_total(node); },
                        [&](const cfa::Convert& node) { // the integer type may not have the value
                          return !cfa::is_float(node.operand->type) || cfa::is_float(expression->type);
                        },
                        [](const auto&) { return true; },
                    },
                    expression->node);
}

bool ExpressionBuilder::is_operation_total(const cfa::Binary& node) {
  const cfa::Type& type = node.left->type;
  if (cfa::as_integer(type) == nullptr) {
    return true;
  }
  Interval left = interval(node.left);
  Interval right = interval(node.right);
  switch (node.op) {
  case BinaryOperator::Add:
    return !is_signed(type) || (fits(left.low + right.low, type) && fits(left.high + right.high, type));
  case BinaryOperator::Subtract:
    return !is_signed(type) || (fits(left.low - right.high, type) && fits(left.high - right.low, type));
  case BinaryOperator::Multiply:
    return !is_signed(type) || (fits(left.low * right.low, type) && fits(left.low * right.high, type) &&
                                fits(left.high * right.low, type) && fits(left.high * right.high, type));
  case BinaryOperator::Divide:
  case BinaryOperator::Remainder: {
    bool may_be_zero = right.low <= 0 && right.high >= 0;
    bool may_overflow = is_signed(type) && right.low <= -1 && right.high >= -1 && left.low == cfa::minimum_value(type);
    return !may_be_zero && !may_overflow;
  }
  case BinaryOperator::ShiftLeft:
  case BinaryOperator::ShiftRight: {
    Integer width = cfa::as_integer(type)->width;
    if (right.low < 0 || right.high >= width) {
      return false;
    }
    return node.op == BinaryOperator::ShiftRight || !is_signed(type) ||
           (left.low >= 0 && left.high <= (cfa::maximum_value(type) >> right.high));
  }
  default:
    return true;
  }
}

Interval ExpressionBuilder::interval(ExpressionRef expression) {
  if (auto known = intervals_.find(expression); known != intervals_.end()) {
    return known->second;
  }
  Interval result = compute_interval(expression);
  intervals_.emplace(expression, result);
  return result;
}

Interval ExpressionBuilder::compute_interval(ExpressionRef expression) {
  const cfa::Type& type = expression->type;
  Interval whole{cfa::minimum_value(type), cfa::maximum_value(type)};
  if (const Integer* value = constant_value(expression)) {
    return {*value, *value};
  }
  if (const auto* node = std::get_if<cfa::Convert>(&expression->node);
      node != nullptr && cfa::as_integer(node->operand->type) != nullptr) {
    Interval values = interval(node->operand);
    return fits(values.low, type) && fits(values.high, type) ? values : whole;
  }
  if (const auto* node = std::get_if<cfa::Unary>(&expression->node);
      node != nullptr && (node->op == UnaryOperator::LogicalNot || node->op == UnaryOperator::SignBit)) {
    return {0, 1};
  }
  if (const auto* node = std::get_if<cfa::Binary>(&expression->node)) {
    return is_boolean(expression) ? Interval{0, 1} : compute_interval(*node, type);
  }
  if (const auto* node = std::get_if<cfa::Conditional>(&expression->node)) {
    Interval a = interval(node->if_true);
    Interval b = interval(node->if_false);
    return {std::min(a.low, b.low), std::max(a.high, b.high)};
  }
  return whole;
}

Interval ExpressionBuilder::compute_interval(const cfa::Binary& node, const cfa::Type& type) {
  Interval whole{cfa::minimum_value(type), cfa::maximum_value(type)};
  if (cfa::as_integer(node.left->type) == nullptr || cfa::as_integer(node.right->type) == nullptr) {
    return whole;
  }
  Interval left = interval(node.left);
  Interval right = interval(node.right);
  Interval result = whole;
  switch (node.op) {
  case BinaryOperator::Add:
    result = {left.low + right.low, left.high + right.high};
    break;
  case BinaryOperator::Subtract:
    result = {left.low - right.high, left.high - right.low};
    break;
  case BinaryOperator::Multiply: {
    result = product(left, right).value_or(whole);
    break;
  }
  case BinaryOperator::ShiftLeft:
  case BinaryOperator::ShiftRight: {
    bool is_known = right.low == right.high && right.low >= 0 && right.low < 32;
    Integer factor = Integer{1} << (is_known ? static_cast<unsigned>(right.low) : 0U);
    bool goes_left = node.op == BinaryOperator::ShiftLeft;
    if (is_known) {
      result = goes_left ? Interval{left.low * factor, left.high * factor}
                         : Interval{left.low >> right.low, left.high >> right.low};
    }
    break;
  }
  case BinaryOperator::BitAnd:
    if (left.low >= 0 && right.low >= 0) {
      result = {0, std::min(left.high, right.high)};
    }
    break;
  case BinaryOperator::Remainder:
    if (left.low >= 0 && right.low > 0) {
      result = {0, right.high - 1};
    }
    break;
  default:
    break;
  }
  return fits(result.low, type) && fits(result.high, type) ? result : whole;
}

} // namespace vouch::frontend
