#include "analysis/smt/encoding/expression_encoder.hpp"

#include "analysis/cfa/float_format.hpp"
#include "analysis/smt/encoding/address_overlap.hpp"
#include "analysis/smt/encoding/memory_encoder.hpp"
#include "analysis/smt/encoding/object_table.hpp"
#include "analysis/support/overloaded.hpp"

#include <array>

namespace vouch::smt {
namespace {

using cfa::BinaryOperator;
using cfa::ExpressionRef;
using cfa::Type;

/// In bytes; that objects are aligned to more is not known where the program computes the alignment.
constexpr cfa::Integer largest_alignment = 4096;

} // namespace

const cfa::AddressOf* base_object(ExpressionRef address) {
  while (const auto* sum = std::get_if<cfa::Binary>(&address->node)) {
    if (sum->op != BinaryOperator::PointerAdd) {
      return nullptr;
    }
    address = sum->left;
  }
  return std::get_if<cfa::AddressOf>(&address->node);
}

Value ExpressionEncoder::evaluate(ExpressionRef expression) {
  if (auto known = values_.find(expression); known != values_.end()) {
    return known->second;
  }
  if (context_.checks_bounds) {
    cfa::for_each_subexpression(expression, [this](ExpressionRef part) {
      if (const auto* load = std::get_if<cfa::Load>(&part->node)) {
        expect_access(load->address);
      }
    });
  }
  cfa::for_each_subexpression(expression, [this](ExpressionRef part) {
    if (!values_.contains(part)) {
      Value value = value_of(part);
      values_.emplace(part, std::move(value));
    }
  });
  return values_.at(expression);
}

Term ExpressionEncoder::number(ExpressionRef expression) {
  return context_.scalars->number(evaluate(expression), expression->type);
}

Term ExpressionEncoder::condition(ExpressionRef expression) {
  return condition(evaluate(expression), expression->type);
}

Term ExpressionEncoder::condition(const Value& value, const Type& type) {
  if (is_truth(value)) {
    return value.term;
  }
  if (const auto* format = std::get_if<cfa::FloatType>(&type)) {
    return context_.floats->is_nonzero(value.term, *format);
  }
  if (!value.range.contains(cfa::Integer{0})) {
    return context_.terms.boolean(true);
  }
  return context_.terms.logical_not(context_.terms.equal(value.term, context_.scalars->constant(0, type).term));
}

Value ExpressionEncoder::arbitrary(const Type& type) {
  step_.over_approximate();
  Term value = step_.choose(context_.sort_of(type));
  step_.require(context_.in_range(value, type));
  return {value, cfa::is_float(type) ? Interval{} : Interval::of(type)};
}

/// Requires that the operands have been evaluated.
Value ExpressionEncoder::value_of(ExpressionRef expression) {
  const Type& type = expression->type;
  return std::visit(
      Overloaded{
          [&](const cfa::Constant& n) { return context_.scalars->constant(cfa::wrap(n.value, type), type); },
          [&](const cfa::FloatConstant& n) {
            auto format = std::get<cfa::FloatType>(type);
            return Value{context_.floats->constant(cfa::float_bits(n.value, format), format), Interval{}};
          },
          [&](const cfa::VariableRead& n) {
            Term value = context_.read(context_.symbol_of(n.variable), step_);
            return Value{value, cfa::is_float(type) ? Interval{} : Interval::of(type)};
          },
          [&](const cfa::AddressOf& n) { return context_.addresses.address(n.variable); },
          [&](const cfa::FunctionAddress& n) { return context_.addresses.address(n.function); },
          [&](const cfa::Load& n) { return value_of(n, expression); },
          [&](const cfa::Binary& n) { return value_of(n, expression); },
          [&](const auto& n) { return value_of(n, type); },
      },
      expression->node);
}

Value ExpressionEncoder::value_of(const cfa::Load& load, ExpressionRef expression) {
  const Type& type = expression->type;
  require_access(load.address, cfa::size_in_bytes(type));
  facts::RegionId region = context_.regions.region_of(load.address, type);
  Value value = MemoryEncoder(context_, step_).load(region, values_.at(load.address).term, type);
  require_found_in_table(expression, value);
  loads_.emplace_back(expression, value.term);
  ObjectTable(context_, step_).assume_found(expression, value.term);
  return value;
}

void ExpressionEncoder::require_found_in_table(ExpressionRef load, const Value& value) {
  const auto range = context_.tables != nullptr ? context_.tables->range_of(load) : std::nullopt;
  if (!range) {
    return;
  }
  const auto is_at_most = [&](const Value& left, const Value& right) {
    return context_.scalars->compare(cfa::BinaryOperator::LessEqual, left, right, load->type);
  };
  const auto between = [&](cfa::Integer low, cfa::Integer high) {
    return context_.terms.logical_and(is_at_most(context_.scalars->constant(low, load->type), value),
                                      is_at_most(value, context_.scalars->constant(high, load->type)));
  };
  const bool has_gap = range->above - range->below > 1;
  step_.require(
      has_gap ? context_.terms.logical_or(between(range->least, range->below), between(range->above, range->largest))
              : between(range->least, range->largest));
}

Value ExpressionEncoder::value_of(const cfa::Unary& unary, const Type& type) {
  const Value& operand = values_.at(unary.operand);
  if (unary.op == cfa::UnaryOperator::LogicalNot) {
    return truth(context_.terms.logical_not(condition(operand, unary.operand->type)));
  }
  if (const auto* format = std::get_if<cfa::FloatType>(&unary.operand->type)) {
    return unary.op == cfa::UnaryOperator::SignBit
               ? truth(context_.floats->is_signed(operand.term, *format, step_))
               : Value{context_.floats->unary(unary.op, operand.term, *format, step_), Interval{}};
  }
  return unary.op == cfa::UnaryOperator::Negate ? context_.scalars->negate(operand, type, step_)
                                                : context_.scalars->complement(operand, type);
}

void ExpressionEncoder::expect_access(ExpressionRef address) {
  while (accessed_.insert(address).second) {
    const auto* sum = std::get_if<cfa::Binary>(&address->node);
    if (sum == nullptr || sum->op != BinaryOperator::PointerAdd) {
      return;
    }
    address = sum->left;
  }
}

ScalarTheory::WrapAround ExpressionEncoder::wrap_around(ExpressionRef sum) const {
  if (context_.checks_bounds && !accessed_.contains(sum)) {
    return ScalarTheory::WrapAround::Modular;
  }
  // Within a variable, `require_access` says more.
  return base_object(sum) != nullptr ? ScalarTheory::WrapAround::Ignored : ScalarTheory::WrapAround::Excluded;
}

Value ExpressionEncoder::value_of(const cfa::MemoryCheck& check, const Type&) {
  std::vector<Value> operands;
  for (ExpressionRef operand : check.operands) {
    operands.push_back(values_.at(operand));
  }
  std::optional<Term> base;
  if (facts::asks_for_carried_base(check, context_.regions) ||
      (check.fault == cfa::MemoryFault::Null && carries_base(check.operands.front()))) {
    base = base_of(check.operands.front());
  }
  return truth(ObjectTable(context_, step_).holds(check, operands, base));
}

void ExpressionEncoder::assume_congruent(ExpressionRef pointer, const Value& value) {
  if (carries_base(pointer)) {
    ObjectTable(context_, step_).assume_congruent(pointer, value.term, base_of(pointer));
  }
}

bool ExpressionEncoder::carries_base(ExpressionRef pointer) const {
  if (context_.regions.points_nowhere(pointer) || context_.regions.distance_from_start(pointer)) {
    return false;
  }
  const auto* read = std::get_if<cfa::VariableRead>(&pointer->node);
  const auto* load = std::get_if<cfa::Load>(&pointer->node);
  return read != nullptr
             ? context_.base_symbol_of(read->variable).has_value()
             : load != nullptr && context_.base_symbol_of(context_.regions.region_of(load->address, pointer->type));
}

Term ExpressionEncoder::base_of(ExpressionRef pointer) {
  const Type& type = context_.addresses.pointer_type();
  return std::visit(
      Overloaded{
          [&](const cfa::VariableRead& n) {
            const std::optional<SymbolId> symbol = context_.base_symbol_of(n.variable);
            return symbol ? context_.read(*symbol, step_) : arbitrary(type).term;
          },
          [&](const cfa::Load& n) { return base_of(n, pointer); },
          [&](const cfa::Binary& n) { return cfa::is_pointer(n.left->type) ? base_of(n.left) : arbitrary(type).term; },
          [&](const cfa::Convert& n) {
            return cfa::is_pointer(n.operand->type) ? base_of(n.operand) : arbitrary(type).term;
          },
          [&](const cfa::Conditional& n) {
            return context_.terms.if_then_else(condition(n.condition), base_of(n.if_true), base_of(n.if_false));
          },
          [&](const auto&) { return number(pointer); }, // variables, functions and constants begin where they are
      },
      pointer->node);
}

Term ExpressionEncoder::base_of(const cfa::Load& load, ExpressionRef expression) {
  const Type& type = context_.addresses.pointer_type();
  if (const std::optional<cfa::Integer> distance = context_.regions.distance_from_start(expression)) {
    return context_.scalars->plus(number(expression), context_.scalars->constant(-*distance, type).term);
  }
  const facts::RegionId region = context_.regions.region_of(load.address, expression->type);
  return context_.base_symbol_of(region) ? MemoryEncoder(context_, step_).load_base(region, number(load.address))
                                         : arbitrary(type).term;
}

Value ExpressionEncoder::value_of(const cfa::Binary& binary, ExpressionRef expression) {
  const Type& type = expression->type;
  const Value& left = values_.at(binary.left);
  const Value& right = values_.at(binary.right);
  const Type& operand_type = binary.left->type;
  if (binary.op == BinaryOperator::LogicalAnd || binary.op == BinaryOperator::LogicalOr) {
    Term a = condition(left, operand_type);
    Term b = condition(right, binary.right->type);
    return truth(binary.op == BinaryOperator::LogicalAnd ? context_.terms.logical_and(a, b)
                                                         : context_.terms.logical_or(a, b));
  }
  if (cfa::is_comparison(binary.op)) {
    return comparison(binary, left, right);
  }
  if (const auto* format = std::get_if<cfa::FloatType>(&type)) {
    return {context_.floats->binary(binary.op, left.term, right.term, *format, step_), Interval{}};
  }
  if (binary.op == BinaryOperator::PointerDifference) {
    return context_.scalars->pointer_difference(left, right, type, step_);
  }
  if (binary.op == BinaryOperator::PointerAdd) {
    Type offset_type = cfa::IntegerType{std::get<cfa::PointerType>(type).width, cfa::Signedness::Signed};
    Value offset = context_.scalars->convert(right, binary.right->type, offset_type);
    offset.term = context_.scalars->number(offset, offset_type);
    return context_.scalars->add_offset(left, offset, type, wrap_around(expression), step_);
  }
  if (std::optional<Value> result = truth_operation(binary.op, left, right)) {
    return *result;
  }
  return context_.scalars->binary(binary.op, left, right, type, binary.right->type, step_);
}

/// Bit operations on truth values are connectives.
std::optional<Value> ExpressionEncoder::truth_operation(BinaryOperator op, const Value& left, const Value& right) {
  if (!is_truth(left) || !is_truth(right)) {
    return std::nullopt;
  }
  switch (op) {
  case BinaryOperator::BitAnd:
    return truth(context_.terms.logical_and(left.term, right.term));
  case BinaryOperator::BitOr:
    return truth(context_.terms.logical_or(left.term, right.term));
  case BinaryOperator::BitXor:
    return truth(context_.terms.logical_not(context_.terms.equal(left.term, right.term)));
  default:
    return std::nullopt;
  }
}

Value ExpressionEncoder::comparison(const cfa::Binary& binary, const Value& left, const Value& right) {
  const Type& type = binary.left->type;
  if (const auto* format = std::get_if<cfa::FloatType>(&type)) {
    return truth(context_.floats->compare(binary.op, left.term, right.term, *format));
  }
  bool is_equality = binary.op == BinaryOperator::Equal || binary.op == BinaryOperator::NotEqual;
  const Value& truth_side = is_truth(left) ? left : right;
  const Value& other = is_truth(left) ? right : left;
  std::optional<Term> equal;
  if (is_equality && is_truth(left) && is_truth(right)) {
    equal = context_.terms.equal(left.term, right.term);
  } else if (is_equality && is_truth(truth_side) && other.range.is_point()) {
    bool is_binary_digit = other.range.low == 0 || other.range.low == 1;
    Term same = other.range.low == 1 ? truth_side.term : context_.terms.logical_not(truth_side.term);
    equal = is_binary_digit ? same : context_.terms.boolean(false);
  }
  if (equal) {
    return truth(binary.op == BinaryOperator::Equal ? *equal : context_.terms.logical_not(*equal));
  }
  Term result = context_.scalars->compare(binary.op, left, right, type);
  if (facts::compares_places(binary)) {
    assume_congruent(binary.left, left);
    assume_congruent(binary.right, right);
  }
  if (!is_equality || !cfa::is_pointer(type) || binary.left == binary.right) {
    return truth(result);
  }
  const Term may_be_equal = AddressOverlap(context_).may_be_equal({binary.left, left.term}, {binary.right, right.term});
  if (may_be_equal.is_false()) {
    return truth(result);
  }
  step_.over_approximate(); // of what a compiler does with the two objects, which is for each pair one or the other
  Term are_one = context_.terms.logical_and(may_be_equal, step_.choose(Sort::boolean()));
  return truth(binary.op == BinaryOperator::Equal
                   ? context_.terms.logical_or(result, are_one)
                   : context_.terms.logical_and(result, context_.terms.logical_not(are_one)));
}

Value ExpressionEncoder::value_of(const cfa::Convert& convert, const Type& type) {
  const Value& operand = values_.at(convert.operand);
  const Type& from = convert.operand->type;
  if (cfa::is_float(from) || cfa::is_float(type)) {
    return converted_float(operand, from, type);
  }
  if (cfa::is_pointer(from) && !cfa::is_pointer(type)) {
    return number_of_pointer(operand, convert.operand, type);
  }
  if (!cfa::is_pointer(from) && cfa::is_pointer(type)) {
    return pointer_of_number(operand, from, type);
  }
  return context_.scalars->convert(operand, from, type);
}

Value ExpressionEncoder::converted_float(const Value& operand, const Type& from, const Type& to) {
  const auto* source = std::get_if<cfa::FloatType>(&from);
  const auto* target = std::get_if<cfa::FloatType>(&to);
  const cfa::IntegerType* source_integer = cfa::as_integer(from);
  const cfa::IntegerType* target_integer = cfa::as_integer(to);
  if (source != nullptr && target != nullptr) {
    return {context_.floats->convert(operand.term, *source, *target, step_), Interval{}};
  }
  if (source_integer != nullptr && target != nullptr) {
    Value number{context_.scalars->number(operand, from), operand.range};
    return {context_.floats->from_integer(number, *source_integer, *target, step_), Interval{}};
  }
  if (source != nullptr && target_integer != nullptr) {
    return context_.floats->to_integer(operand.term, *source, *target_integer, step_);
  }
  return arbitrary(to); // C has no conversion between floats and pointers
}

Term ExpressionEncoder::number_of_address(const Term& address) {
  step_.over_approximate();
  Type whole = cfa::IntegerType{context_.addresses.pointer_width(), cfa::Signedness::Unsigned};
  const std::array arguments{address};
  Term number = context_.terms.apply("number_of_pointer", arguments, context_.scalars->sort_of(whole));
  step_.require(context_.scalars->in_range(number, whole));
  Term zero = context_.scalars->constant(0, whole).term;
  step_.require(context_.terms.equal(context_.terms.equal(number, zero), context_.terms.equal(address, zero)));
  return number;
}

Term ExpressionEncoder::is_congruent(const Term& number, const facts::Congruence& congruence) {
  Type whole = cfa::IntegerType{context_.addresses.pointer_width(), cfa::Signedness::Unsigned};
  Value residue = context_.scalars->binary(BinaryOperator::Remainder, {number, Interval::of(whole)},
                                           context_.scalars->constant(congruence.modulus, whole), whole, whole, step_);
  return context_.terms.equal(residue.term, context_.scalars->constant(congruence.residue, whole).term);
}

void ExpressionEncoder::require_alignment(const Term& address, ExpressionRef alignment) {
  Term bytes = number(alignment);
  Term converted = number_of_address(address);
  for (cfa::Integer power = 2; power <= largest_alignment; power *= 2) {
    Term is_this = context_.terms.equal(bytes, context_.scalars->constant(power, alignment->type).term);
    step_.require(context_.terms.logical_or(context_.terms.logical_not(is_this),
                                            is_congruent(converted, facts::Congruence::of(0, power))));
  }
}

/// What is known of the number that the pointer converts to, from the alignment of what it may point to.
void ExpressionEncoder::require_alignment_of_target(const Value& pointer, ExpressionRef expression,
                                                    const Term& number) {
  const facts::PointsTo& points_to = context_.regions.points_to();
  const facts::AbstractPointer target = points_to.pointer(expression);
  const facts::Congruence& address = target.offsets.address;
  if (!target.target.is_valid() || target.offsets.is_empty() || address.modulus < 2) {
    return;
  }
  Term is_object =
      points_to.takes_functions_addresses()
          ? context_.scalars->at_most(context_.addresses.lowest_object(), pointer.term)
          : context_.scalars->at_most(context_.scalars->constant(context_.addresses.lowest(), expression->type).term,
                                      pointer.term);
  step_.require(context_.terms.logical_or(context_.terms.logical_not(is_object), is_congruent(number, address)));
}

Value ExpressionEncoder::number_of_pointer(const Value& pointer, ExpressionRef expression, const Type& type) {
  Type whole = cfa::IntegerType{context_.addresses.pointer_width(), cfa::Signedness::Unsigned};
  bool is_known = pointer.range.is_point() && pointer.range.low < context_.addresses.lowest();
  if (is_known) {
    return context_.scalars->convert(pointer, whole, type);
  }
  Term number = number_of_address(pointer.term);
  require_alignment_of_target(pointer, expression, number);
  return context_.scalars->convert({number, Interval::of(whole)}, whole, type);
}

Value ExpressionEncoder::pointer_of_number(const Value& value, const Type& number_type, const Type& type) {
  Type whole = cfa::IntegerType{std::get<cfa::PointerType>(type).width, cfa::Signedness::Unsigned};
  Value number = context_.scalars->convert(value, number_type, whole);
  number.term = context_.scalars->number(number, whole);
  if (number.range.is_point()) {
    return number;
  }
  Value pointer = arbitrary(type);
  Term zero = context_.scalars->constant(0, whole).term;
  const std::array arguments{pointer.term};
  Term back = context_.terms.apply("number_of_pointer", arguments, context_.scalars->sort_of(whole));
  step_.require(context_.terms.equal(back, number.term));
  step_.require(
      context_.terms.equal(context_.terms.equal(number.term, zero), context_.terms.equal(pointer.term, zero)));
  return pointer;
}

Value ExpressionEncoder::value_of(const cfa::Conditional& conditional, const Type& type) {
  Value a = values_.at(conditional.if_true);
  Value b = values_.at(conditional.if_false);
  Term choice = condition(values_.at(conditional.condition), conditional.condition->type);
  if (is_truth(a) != is_truth(b)) {
    a.term = context_.scalars->number(a, type);
    b.term = context_.scalars->number(b, type);
  }
  return {context_.terms.if_then_else(choice, a.term, b.term), hull(a.range, b.range)};
}

void ExpressionEncoder::require_access(ExpressionRef address, std::uint64_t size) {
  const Type& type = context_.addresses.pointer_type();
  Value pointer = evaluate(address);
  const cfa::AddressOf* object = base_object(address);
  auto bound = [&](cfa::Integer value) { return context_.scalars->constant(value, type).term; };
  if (object == nullptr) {
    if (pointer.range.low < context_.addresses.lowest()) {
      step_.require_defined(context_.scalars->at_most(bound(context_.addresses.lowest()), pointer.term));
    }
    return;
  }
  auto object_size = static_cast<cfa::Integer>(cfa::size_in_bytes(context_.cfa.variable(object->variable).type));
  auto access_size = static_cast<cfa::Integer>(size);
  Value base = context_.addresses.address(object->variable);
  bool is_inside =
      pointer.range.low >= base.range.low && pointer.range.high <= base.range.high + object_size - access_size;
  if (is_inside && pointer.range.count() == base.range.count()) {
    return; // the base and a constant
  }
  Term last = context_.scalars->plus(base.term, bound(object_size - access_size));
  step_.require_defined(context_.terms.logical_and(context_.scalars->at_most(base.term, pointer.term),
                                                   context_.scalars->at_most(pointer.term, last)));
}

} // namespace vouch::smt
