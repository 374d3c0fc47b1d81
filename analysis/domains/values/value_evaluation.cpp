#include "analysis/domains/values/value_evaluation.hpp"

#include "analysis/cfa/shared_literals.hpp"
#include "analysis/support/overloaded.hpp"

#include <algorithm>

namespace vouch::domains {
namespace {

using cfa::BinaryOperator;
using cfa::Integer;
using cfa::MemoryFault;
using cfa::Polarity;

Evaluation truth_value(std::optional<bool> truth) { return truth ? known(*truth ? 1 : 0) : Evaluation(Unknown{}); }

bool is_integer(const Evaluation& evaluation, Integer value) {
  const auto* known_value = std::get_if<ExplicitValue>(&evaluation);
  const Integer* integer = known_value != nullptr ? std::get_if<Integer>(known_value) : nullptr;
  return integer != nullptr && *integer == value;
}

bool is_nonzero_integer(const Evaluation& evaluation) {
  const auto* known_value = std::get_if<ExplicitValue>(&evaluation);
  const Integer* integer = known_value != nullptr ? std::get_if<Integer>(known_value) : nullptr;
  return integer != nullptr && *integer != 0;
}

/// The result where only one of the operands matters.
Evaluation absorbed(BinaryOperator op, const Evaluation& left, const Evaluation& right) {
  switch (op) {
  case BinaryOperator::LogicalAnd:
  case BinaryOperator::BitAnd:
  case BinaryOperator::Multiply:
    return is_integer(left, 0) || is_integer(right, 0) ? known(0) : Evaluation(Unknown{});
  case BinaryOperator::LogicalOr:
    return is_nonzero_integer(left) || is_nonzero_integer(right) ? known(1) : Evaluation(Unknown{});
  default:
    return Unknown{};
  }
}

} // namespace

Evaluation ValueEvaluator::evaluate(cfa::ExpressionRef expression) {
  if (auto found = evaluated_.find(expression); found != evaluated_.end()) {
    return found->second;
  }
  Evaluation result = compute(expression);
  evaluated_.emplace(expression, result);
  return result;
}

std::optional<ExplicitValue> ValueEvaluator::value(cfa::ExpressionRef expression) {
  const Evaluation evaluation = evaluate(expression);
  const auto* known_value = std::get_if<ExplicitValue>(&evaluation);
  return known_value != nullptr ? std::optional(*known_value) : std::nullopt;
}

std::optional<ObjectAddress> ValueEvaluator::address(cfa::ExpressionRef expression) {
  const std::optional<ExplicitValue> found = value(expression);
  const ObjectAddress* address = found ? std::get_if<ObjectAddress>(&*found) : nullptr;
  return address != nullptr ? std::optional(*address) : std::nullopt;
}

std::optional<Integer> ValueEvaluator::integer(cfa::ExpressionRef expression) {
  const std::optional<ExplicitValue> found = value(expression);
  const Integer* integer = found ? std::get_if<Integer>(&*found) : nullptr;
  return integer != nullptr ? std::optional(*integer) : std::nullopt;
}

std::optional<bool> ValueEvaluator::truth(cfa::ExpressionRef expression) {
  const std::optional<ExplicitValue> found = value(expression);
  if (!found) {
    return std::nullopt;
  }
  if (const auto* number = std::get_if<cfa::FloatConstant>(&*found)) {
    return number->value != 0;
  }
  const std::optional<bool> null = is_null(*found);
  return null ? std::optional(!*null) : std::nullopt;
}

Evaluation ValueEvaluator::compute(cfa::ExpressionRef expression) {
  auto operand_then = [&](cfa::ExpressionRef operand, const auto& apply_to) -> Evaluation {
    Evaluation evaluation = evaluate(operand);
    const auto* value = std::get_if<ExplicitValue>(&evaluation);
    return value != nullptr ? apply_to(*value) : evaluation;
  };
  return std::visit(Overloaded{
                        [](const cfa::Constant& node) -> Evaluation { return known(node.value); },
                        [](const cfa::FloatConstant& node) -> Evaluation { return ExplicitValue(node); },
                        [&](const cfa::VariableRead& node) -> Evaluation {
                          const ExplicitValue* value = state_.registers.find(node.variable.index());
                          return value != nullptr ? Evaluation(*value) : Unknown{};
                        },
                        [](const cfa::AddressOf& node) -> Evaluation {
                          return ExplicitValue(ObjectAddress{ObjectId::of(node.variable), 0});
                        },
                        [](const cfa::FunctionAddress& node) -> Evaluation { return ExplicitValue(node); },
                        [&](const cfa::Load& node) { return compute(node, expression->type); },
                        [&](const cfa::Unary& node) {
                          return operand_then(node.operand, [&](const ExplicitValue& value) {
                            if (node.op == cfa::UnaryOperator::LogicalNot && cfa::is_pointer(node.operand->type)) {
                              return truth_value(is_null(value));
                            }
                            return apply(node.op, value, node.operand->type);
                          });
                        },
                        [&](const cfa::Binary& node) { return compute(node, expression->type); },
                        [&](const cfa::Convert& node) {
                          return operand_then(node.operand, [&](const ExplicitValue& value) {
                            return convert(value, node.operand->type, expression->type);
                          });
                        },
                        [&](const cfa::Conditional& node) { return compute(node); },
                        [&](const cfa::MemoryCheck& node) { return compute(node); },
                    },
                    expression->node);
}

Evaluation ValueEvaluator::compute(const cfa::Load& load, const cfa::Type& type) {
  if (std::holds_alternative<Undefined>(evaluate(load.address))) {
    return Undefined{};
  }
  const std::optional<ObjectAddress> place = address(load.address);
  const auto value = place ? memory_.load(state_.memory, *place, load.address, type) : std::nullopt;
  return value ? Evaluation(*value) : Unknown{};
}

Evaluation ValueEvaluator::compute(const cfa::Binary& binary, const cfa::Type& type) {
  const Evaluation left = evaluate(binary.left);
  const Evaluation right = evaluate(binary.right);
  if (std::holds_alternative<Undefined>(left) || std::holds_alternative<Undefined>(right)) {
    return Undefined{};
  }
  const auto* left_value = std::get_if<ExplicitValue>(&left);
  const auto* right_value = std::get_if<ExplicitValue>(&right);
  if (left_value == nullptr || right_value == nullptr) {
    return absorbed(binary.op, left, right);
  }
  const auto* left_address = std::get_if<ObjectAddress>(left_value);
  if (binary.op == BinaryOperator::PointerAdd && left_address != nullptr) {
    const Integer* distance = std::get_if<Integer>(right_value);
    return distance != nullptr
               ? Evaluation(ExplicitValue(ObjectAddress{left_address->object, left_address->offset + *distance}))
               : Unknown{};
  }
  const auto* right_address = std::get_if<ObjectAddress>(right_value);
  if (binary.op == BinaryOperator::PointerDifference) {
    const bool is_known =
        left_address != nullptr && right_address != nullptr && left_address->object == right_address->object;
    return is_known ? known(cfa::wrap(left_address->offset - right_address->offset, type)) : Evaluation(Unknown{});
  }
  if (cfa::is_pointer(binary.left->type) && cfa::is_comparison(binary.op)) {
    return compare(binary.op, *left_value, *right_value);
  }
  return apply(binary.op, *left_value, *right_value, binary.left->type, type);
}

Evaluation ValueEvaluator::compute(const cfa::Conditional& conditional) {
  const Evaluation condition = evaluate(conditional.condition);
  if (std::holds_alternative<Undefined>(condition)) {
    return Undefined{};
  }
  if (const std::optional<bool> chosen = truth(conditional.condition)) {
    return evaluate(*chosen ? conditional.if_true : conditional.if_false);
  }
  Evaluation if_true = evaluate(conditional.if_true);
  return if_true == evaluate(conditional.if_false) ? if_true : Unknown{};
}

Evaluation ValueEvaluator::compare(BinaryOperator op, const ExplicitValue& left, const ExplicitValue& right) {
  if (op == BinaryOperator::Equal || op == BinaryOperator::NotEqual) {
    const std::optional<bool> same = equal(left, right);
    return same ? truth_value(*same == (op == BinaryOperator::Equal)) : Unknown{};
  }
  const auto* a = std::get_if<ObjectAddress>(&left);
  const auto* b = std::get_if<ObjectAddress>(&right);
  const cfa::Type offset_type = cfa::IntegerType{64, cfa::Signedness::Signed};
  if (a != nullptr && b != nullptr) {
    const bool is_ordered =
        a->object == b->object && is_surely_inside(*a, End::Included) && is_surely_inside(*b, End::Included);
    return is_ordered ? apply(op, a->offset, b->offset, offset_type, offset_type) : Unknown{};
  }
  const cfa::Type address_type = cfa::PointerType{cfa_.data_model().pointer_width};
  return apply(op, left, right, address_type, address_type);
}

std::optional<bool> ValueEvaluator::equal(const ExplicitValue& left, const ExplicitValue& right) const {
  const auto* a = std::get_if<ObjectAddress>(&left);
  const auto* b = std::get_if<ObjectAddress>(&right);
  if (a != nullptr && b != nullptr) {
    if (a->object == b->object) {
      return a->offset == b->offset;
    }
    // The end of one object may be the start of another, and two literals one object.
    const bool are_apart =
        is_surely_inside(*a, End::Excluded) && is_surely_inside(*b, End::Excluded) && !may_share_memory(*a, *b);
    return are_apart ? std::optional(false) : std::nullopt;
  }
  if (left.index() == right.index()) { // integers or functions
    return left == right;
  }
  const std::optional<bool> left_null = is_null(left);
  const std::optional<bool> right_null = is_null(right);
  return left_null && right_null && *left_null != *right_null ? std::optional(false) : std::nullopt;
}

bool ValueEvaluator::may_share_memory(const ObjectAddress& a, const ObjectAddress& b) const {
  if (!a.object.is_variable() || !b.object.is_variable()) {
    return false;
  }
  const std::optional<Integer> distance =
      cfa::shared_distance(cfa_.variable(a.object.variable()), cfa_.variable(b.object.variable()));
  return distance && a.offset == b.offset + *distance;
}

std::optional<bool> ValueEvaluator::is_null(const ExplicitValue& value) const {
  return std::visit(Overloaded{[](Integer integer) { return std::optional(integer == 0); },
                               [](const cfa::FloatConstant&) { return std::optional<bool>(); },
                               [&](const ObjectAddress& address) {
                                 return is_surely_inside(address, End::Included) ? std::optional(false) : std::nullopt;
                               },
                               [](const cfa::FunctionAddress&) { return std::optional(false); }},
                    value);
}

bool ValueEvaluator::is_surely_inside(const ObjectAddress& address, End end) const {
  const std::optional<std::uint64_t> size = memory_.size_of(state_.memory, address.object);
  if (end == End::Included && address.offset == 0) {
    return true;
  }
  return size && address.offset >= 0 &&
         (address.offset < static_cast<Integer>(*size) ||
          (end == End::Included && address.offset == static_cast<Integer>(*size)));
}

bool ValueEvaluator::tells_the_object(const ObjectAddress& address) const {
  const bool is_literal = address.object.is_variable() && cfa_.variable(address.object.variable()).literal;
  return address.offset > 0 && is_surely_inside(address, End::Excluded) && !is_literal &&
         memory_.lifetime_of(state_.memory, address.object) == Lifetime::Alive;
}

Evaluation ValueEvaluator::compute(const cfa::MemoryCheck& check) {
  for (cfa::ExpressionRef operand : check.operands) {
    if (std::holds_alternative<Undefined>(evaluate(operand))) {
      return Undefined{};
    }
  }
  if (check.fault == MemoryFault::OutOfBounds) {
    return truth_value(is_out_of_bounds(check));
  }
  if (check.fault == MemoryFault::Leak) {
    return Unknown{};
  }
  const std::optional<ExplicitValue> pointer = value(check.operands.front());
  return pointer ? truth_value(has_fault(check.fault, *pointer)) : Unknown{};
}

std::optional<bool> ValueEvaluator::has_fault(MemoryFault fault, const ExplicitValue& pointer) const {
  if (const auto* number = std::get_if<Integer>(&pointer)) {
    if (*number == 0) {
      return fault == MemoryFault::Null;
    }
    return std::nullopt; // perhaps made from an object's address
  }
  const auto* address = std::get_if<ObjectAddress>(&pointer);
  if (fault == MemoryFault::Null) {
    return false;
  }
  if (address == nullptr) {
    return std::nullopt;
  }
  const Lifetime lifetime = memory_.lifetime_of(state_.memory, address->object);
  switch (fault) {
  case MemoryFault::Dead:
  case MemoryFault::DoubleFree:
    return lifetime == Lifetime::Unknown ? std::nullopt : std::optional(lifetime == Lifetime::Ended);
  case MemoryFault::InvalidFree: {
    if (lifetime == Lifetime::Unknown || address->object.is_variable()) {
      return std::nullopt;
    }
    const auto& allocation = std::get<cfa::Allocate>(cfa_.edge(address->object.allocation()).operation);
    const bool is_start = address->offset == 0 && cfa::is_from_heap(allocation.kind);
    return lifetime == Lifetime::Alive && !is_start;
  }
  default:
    return std::nullopt;
  }
}

std::optional<bool> ValueEvaluator::is_out_of_bounds(const cfa::MemoryCheck& check) {
  const Evaluation pointer = evaluate(check.operands[0]);
  if (is_integer(pointer, 0)) {
    return false; // that is the fault `Null`
  }
  const std::optional<ObjectAddress> base = address(check.operands[0]);
  const std::optional<Integer> distance = integer(check.operands[1]);
  const std::optional<Integer> size = integer(check.operands[2]);
  if (!base || !distance || !size) {
    return std::nullopt;
  }
  const std::optional<std::uint64_t> whole = memory_.size_of(state_.memory, base->object);
  const Lifetime lifetime = memory_.lifetime_of(state_.memory, base->object);
  if (!whole) {
    return std::nullopt;
  }
  const Integer start = base->offset + *distance;
  if (start >= 0 && start + *size <= static_cast<Integer>(*whole)) {
    return false;
  }
  return lifetime == Lifetime::Unknown ? std::nullopt : std::optional(lifetime == Lifetime::Alive);
}

namespace {

ValueState learn(const cfa::Cfa& cfa, const ValueMemory& memory, const ValueState& state, cfa::ExpressionRef expression,
                 const ExplicitValue& value);

/// The same for a sum or a difference of integers of which one side is known: there is one value for the other, if any.
ValueState learn_from_sum(const cfa::Cfa& cfa, const ValueMemory& memory, const ValueState& state,
                          const cfa::Binary& sum, Integer value) {
  const cfa::IntegerType* type = cfa::as_integer(sum.left->type);
  const bool is_sum = sum.op == BinaryOperator::Add;
  if (type == nullptr || cfa::as_integer(sum.right->type) == nullptr ||
      (!is_sum && sum.op != BinaryOperator::Subtract)) {
    return state;
  }
  ValueEvaluator evaluator(cfa, memory, state);
  const std::optional<Integer> left = evaluator.integer(sum.left);
  const std::optional<Integer> right = evaluator.integer(sum.right);
  if (left.has_value() == right.has_value()) {
    return state;
  }
  const Integer other = right ? (is_sum ? value - *right : value + *right) : (is_sum ? value - *left : *left - value);
  const Integer wrapped = cfa::wrap(other, sum.left->type);
  if (type->is_signed() && wrapped != other) {
    return state; // no value: the sum would overflow
  }
  return learn(cfa, memory, state, right ? sum.left : sum.right, wrapped);
}

/// `state`, knowing in addition that `expression` has this value.
ValueState learn(const cfa::Cfa& cfa, const ValueMemory& memory, const ValueState& state, cfa::ExpressionRef expression,
                 const ExplicitValue& value) {
  ValueState result = state;
  if (const auto* read = std::get_if<cfa::VariableRead>(&expression->node)) {
    result.registers = state.registers.with(read->variable.index(), value);
  } else if (const auto* load = std::get_if<cfa::Load>(&expression->node)) {
    ValueEvaluator evaluator(cfa, memory, state);
    if (const std::optional<ObjectAddress> place = evaluator.address(load->address)) {
      result.memory = memory.store(state.memory, *place, load->address, expression->type, value);
    }
  } else if (const auto* conversion = std::get_if<cfa::Convert>(&expression->node)) {
    const cfa::ExpressionRef operand = conversion->operand;
    const auto* number = std::get_if<Integer>(&value);
    const cfa::IntegerType* from = cfa::as_integer(operand->type);
    const cfa::IntegerType* to = cfa::as_integer(expression->type);
    // Not their sizes: a bit-field is a conversion to fewer bits, and says nothing of those around it.
    if (number != nullptr && from != nullptr && to != nullptr && from->width <= to->width) {
      const Integer original = cfa::wrap(*number, operand->type);
      if (cfa::wrap(original, expression->type) == *number) {
        return learn(cfa, memory, state, operand, original);
      }
    }
  } else if (const auto* binary = std::get_if<cfa::Binary>(&expression->node)) {
    if (const auto* number = std::get_if<Integer>(&value)) {
      return learn_from_sum(cfa, memory, state, *binary, *number);
    }
  }
  return result;
}

/// `state`, knowing in addition that `left == right`, floats excepted: zeros of either sign are equal. So are pointers to the end of
/// one object and to the start of another, of which each leads to its own.
ValueState learn_equality(const cfa::Cfa& cfa, const ValueMemory& memory, const ValueState& state,
                          const cfa::Binary& equality) {
  ValueEvaluator evaluator(cfa, memory, state);
  const std::optional<ExplicitValue> left_value = evaluator.value(equality.left);
  const std::optional<ExplicitValue> right_value = evaluator.value(equality.right);
  if (cfa::is_float(equality.left->type) || left_value.has_value() == right_value.has_value()) {
    return state;
  }
  const auto* address = std::get_if<ObjectAddress>(&*(left_value ? left_value : right_value));
  if (address != nullptr && !evaluator.tells_the_object(*address)) {
    return state;
  }
  return left_value ? learn(cfa, memory, state, equality.right, *left_value)
                    : learn(cfa, memory, state, equality.left, *right_value);
}

} // namespace

std::optional<ValueState> assume(const cfa::Cfa& cfa, const ValueMemory& memory, const ValueState& state,
                                 cfa::ExpressionRef condition, Polarity polarity) {
  ValueEvaluator evaluator(cfa, memory, state);
  if (std::holds_alternative<Undefined>(evaluator.evaluate(condition))) {
    return std::nullopt;
  }
  const bool holds = polarity == Polarity::Holds;
  if (const std::optional<bool> truth = evaluator.truth(condition)) {
    return *truth == holds ? std::optional(state) : std::nullopt;
  }
  const Polarity opposite = holds ? Polarity::Fails : Polarity::Holds;
  if (const auto* unary = std::get_if<cfa::Unary>(&condition->node);
      unary != nullptr && unary->op == cfa::UnaryOperator::LogicalNot) {
    return assume(cfa, memory, state, unary->operand, opposite);
  }
  if (const auto* binary = std::get_if<cfa::Binary>(&condition->node)) {
    const bool are_both =
        (binary->op == BinaryOperator::LogicalAnd && holds) || (binary->op == BinaryOperator::LogicalOr && !holds);
    if (are_both) {
      const std::optional<ValueState> first = assume(cfa, memory, state, binary->left, polarity);
      return first ? assume(cfa, memory, *first, binary->right, polarity) : std::nullopt;
    }
    if ((binary->op == BinaryOperator::Equal && holds) || (binary->op == BinaryOperator::NotEqual && !holds)) {
      return learn_equality(cfa, memory, state, *binary);
    }
    return state;
  }
  if (!holds && !cfa::is_float(condition->type)) {
    return learn(cfa, memory, state, condition, Integer{0});
  }
  return state;
}

} // namespace vouch::domains
