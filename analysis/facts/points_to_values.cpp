#include "analysis/facts/points_to.hpp"
#include "analysis/support/overloaded.hpp"

#include <algorithm>

/// What expressions evaluate to in the points-to analysis.
namespace vouch::facts {
namespace {

/// No object lies in the first or the last page of the address space.
constexpr cfa::Integer page = 4096;

bool is_never_an_address(const Congruence& number, const cfa::Type& type) {
  return number.is_exact() &&
         (wrap(number.residue, type) < page || wrap(number.residue, type) > cfa::maximum_value(type) - page);
}

} // namespace

AbstractPointer PointsTo::joined(const AbstractPointer& a, const AbstractPointer& b) {
  if (!a.target.is_valid() || !b.target.is_valid()) {
    return a.target.is_valid() ? a : b;
  }
  unify(a.target, b.target);
  return {a.target, join(a.offsets, b.offsets)};
}

void PointsTo::list_expressions() {
  for (std::size_t index = 0; index < cfa_.edge_count(); ++index) {
    first_evaluated_.push_back(evaluated_.size());
    for (const cfa::ExpressionRef expression : cfa::expressions_of(cfa_.edge(cfa::EdgeId(index)).operation)) {
      if (values_.contains(expression)) {
        continue;
      }
      cfa::for_each_subexpression(expression, [this](cfa::ExpressionRef part) {
        if (const auto [known, is_new] = values_.try_emplace(part); is_new) {
          evaluated_.push_back({part, &known->second});
        }
      });
    }
  }
  first_evaluated_.push_back(evaluated_.size());
}

/// Requires that the operands have been evaluated. Values that carry no address have an invalid class.
PointsTo::AbstractValue PointsTo::value_of(cfa::ExpressionRef expression) {
  return std::visit(
      Overloaded{
          [&](const cfa::Constant& n) {
            AbstractValue value{{}, Congruence::exactly(n.value)};
            if (cfa::is_pointer(expression->type) && !is_never_an_address(value.number, expression->type)) {
              value.pointer = {unknown_, Offsets::of_unknown_origin()};
            }
            return value;
          },
          [&](const cfa::VariableRead& n) { return AbstractValue{registers_[n.variable.index()], {}}; },
          [&](const cfa::AddressOf& n) {
            const std::uint64_t alignment = cfa_.variable(n.variable).alignment;
            return AbstractValue{{objects_[n.variable.index()],
                                  Offsets::of_start(static_cast<cfa::Integer>(std::max<std::uint64_t>(alignment, 1)))},
                                 {}};
          },
          [&](const cfa::Load& n) { return value_of_load(n, expression->type); },
          [&](const cfa::Unary& n) {
            const Congruence& operand = values_.at(n.operand).number;
            bool negates = n.op == cfa::UnaryOperator::Negate && cfa::as_integer(expression->type) != nullptr;
            return AbstractValue{{},
                                 negates ? wrap(subtract(Congruence::exactly(0), operand), expression->type)
                                         : Congruence::anything()};
          },
          [&](const cfa::Binary& n) { return value_of_binary(n, expression->type); },
          [&](const cfa::Convert& n) { return value_of_convert(n, expression->type); },
          [&](const cfa::Conditional& n) {
            AbstractValue a = values_.at(n.if_true);
            AbstractValue b = values_.at(n.if_false);
            return AbstractValue{joined(a.pointer, b.pointer), join(a.number, b.number)};
          },
          [](const cfa::FloatConstant&) { return AbstractValue(); },
          [&](const cfa::FunctionAddress&) {
            takes_functions_addresses_ = true;
            return AbstractValue();
          },
          [&](const cfa::MemoryCheck&) {
            memory_checks_.insert(expression);
            return AbstractValue();
          },
      },
      expression->node);
}

PointsTo::AbstractValue PointsTo::value_of_load(const cfa::Load& load, const cfa::Type& type) {
  const AbstractPointer address = values_.at(load.address).pointer;
  if (!cfa::is_pointer(type) || !address.target.is_valid() || address.offsets.is_empty()) {
    return {};
  }
  const Contents& contents = contents_of(address.target, address.offsets);
  return {{representative(contents.target), contents.offsets}, {}};
}

PointsTo::AbstractValue PointsTo::value_of_binary(const cfa::Binary& binary, const cfa::Type& type) {
  const AbstractValue& left = values_.at(binary.left);
  const AbstractValue& right = values_.at(binary.right);
  if (cfa::is_pointer(type)) {
    AbstractPointer result = left.pointer;
    if (binary.op != cfa::BinaryOperator::PointerAdd) {
      result = joined(left.pointer, right.pointer);
      result.offsets.known = result.offsets.known ? std::optional(Congruence::anything()) : std::nullopt;
      result.offsets.address = Congruence::anything();
    } else {
      result.offsets.known =
          result.offsets.known ? std::optional(add(*result.offsets.known, right.number)) : std::nullopt;
      result.offsets.address = add(result.offsets.address, right.number);
    }
    return {result, {}};
  }
  const cfa::IntegerType* integer = cfa::as_integer(type);
  if (integer == nullptr) {
    return {};
  }
  // Signed operations do not overflow in runs that matter, and `wrap` of a sum that does not overflow is exact only
  // for the powers of two in its modulus.
  auto reduced = [&](const Congruence& number) { return integer->is_signed() ? number : wrap(number, type); };
  switch (binary.op) {
  case cfa::BinaryOperator::Add:
    return {{}, reduced(add(left.number, right.number))};
  case cfa::BinaryOperator::Subtract:
    return {{}, reduced(subtract(left.number, right.number))};
  case cfa::BinaryOperator::Multiply:
    return {{}, reduced(multiply(left.number, right.number))};
  case cfa::BinaryOperator::ShiftLeft:
    if (right.number.is_exact() && right.number.residue >= 0 && right.number.residue < integer->width) {
      Congruence factor = Congruence::exactly(cfa::Integer{1} << static_cast<unsigned>(right.number.residue));
      return {{}, reduced(multiply(left.number, factor))};
    }
    return {};
  default:
    return {};
  }
}

PointsTo::AbstractValue PointsTo::value_of_convert(const cfa::Convert& convert, const cfa::Type& type) {
  const AbstractValue& operand = values_.at(convert.operand);
  if (cfa::is_pointer(convert.operand->type) && !cfa::is_pointer(type)) {
    escape(operand.pointer);
    converts_addresses_ = true;
    return {};
  }
  if (cfa::is_pointer(type)) {
    bool is_address = cfa::is_pointer(convert.operand->type);
    if (is_address || is_never_an_address(operand.number, type)) {
      return operand;
    }
    return {{unknown_, Offsets::of_unknown_origin()}, {}};
  }
  bool are_integers = cfa::as_integer(type) != nullptr && cfa::as_integer(convert.operand->type) != nullptr;
  if (!are_integers) {
    return {};
  }
  bool keeps_value = cfa::minimum_value(type) <= cfa::minimum_value(convert.operand->type) &&
                     cfa::maximum_value(convert.operand->type) <= cfa::maximum_value(type);
  return {{}, keeps_value ? operand.number : wrap(operand.number, type)};
}

} // namespace vouch::facts
