#include "analysis/frontend/lower_checked_arithmetic.hpp"

#include "analysis/frontend/lower_expression.hpp"
#include "analysis/frontend/lower_place.hpp"

/// `__builtin_add_overflow` and its relatives: the exact result, wrapped into an object, and whether that changed it.
namespace vouch::frontend {
namespace {

std::optional<cfa::BinaryOperator> checked_operator(const std::string& name) {
  if (!name.starts_with("__builtin_") || !name.ends_with("_overflow")) {
    return std::nullopt;
  }
  if (name.find("add") != std::string::npos) {
    return cfa::BinaryOperator::Add;
  }
  if (name.find("sub") != std::string::npos) {
    return cfa::BinaryOperator::Subtract;
  }
  return name.find("mul") != std::string::npos ? std::optional(cfa::BinaryOperator::Multiply) : std::nullopt;
}

bool fits(cfa::Integer value, const cfa::Type& type) {
  return value >= cfa::minimum_value(type) && value <= cfa::maximum_value(type);
}

struct CheckedResult {
  cfa::ExpressionRef wrapped = nullptr;
  cfa::ExpressionRef overflows = nullptr;
};

/// Operands that are so narrow that 64 bits hold the exact result.
std::optional<CheckedResult> exact_in_64_bits(ExpressionBuilder& build, cfa::BinaryOperator op, cfa::ExpressionRef left,
                                              cfa::ExpressionRef right, const cfa::Type& type) {
  cfa::IntegerType wide{64, cfa::Signedness::Signed};
  Interval a = build.interval(left);
  Interval b = build.interval(right);
  if (!fits(a.low, wide) || !fits(a.high, wide) || !fits(b.low, wide) || !fits(b.high, wide)) {
    return std::nullopt;
  }
  cfa::ExpressionRef exact = build.binary(op, build.convert(left, wide), build.convert(right, wide));
  if (!build.is_total(exact)) {
    return std::nullopt;
  }
  bool may_be_too_large = cfa::maximum_value(type) > cfa::maximum_value(wide);
  cfa::ExpressionRef wrapped = build.convert(exact, type);
  cfa::ExpressionRef overflows = may_be_too_large
                                     ? build.binary(cfa::BinaryOperator::Less, exact, build.zero(wide))
                                     : build.binary(cfa::BinaryOperator::NotEqual, build.convert(wrapped, wide), exact);
  return CheckedResult{wrapped, overflows};
}

/// Sums and differences of 64-bit operands of the result's type.
std::optional<CheckedResult> same_type(ExpressionBuilder& build, cfa::BinaryOperator op, cfa::ExpressionRef left,
                                       cfa::ExpressionRef right, const cfa::IntegerType& type) {
  if (left->type != cfa::Type(type) || right->type != cfa::Type(type) || op == cfa::BinaryOperator::Multiply) {
    return std::nullopt;
  }
  cfa::IntegerType unsigned_type{type.width, cfa::Signedness::Unsigned};
  cfa::ExpressionRef wrapped =
      build.convert(build.binary(op, build.convert(left, unsigned_type), build.convert(right, unsigned_type)), type);
  bool is_sum = op == cfa::BinaryOperator::Add;
  auto less = [&](cfa::ExpressionRef a, cfa::ExpressionRef b) { return build.binary(cfa::BinaryOperator::Less, a, b); };
  if (!type.is_signed()) {
    return CheckedResult{wrapped, is_sum ? less(wrapped, left) : less(left, right)};
  }
  // It overflows exactly if the result is on the wrong side of `left`.
  cfa::ExpressionRef went_up = less(left, wrapped);
  cfa::ExpressionRef went_down = less(wrapped, left);
  cfa::ExpressionRef negative = less(right, build.zero(type));
  cfa::ExpressionRef positive = less(build.zero(type), right);
  auto both = [&](cfa::ExpressionRef a, cfa::ExpressionRef b) {
    return build.binary(cfa::BinaryOperator::LogicalAnd, a, b);
  };
  cfa::ExpressionRef overflows =
      build.binary(cfa::BinaryOperator::LogicalOr, both(is_sum ? negative : positive, went_up),
                   both(is_sum ? positive : negative, went_down));
  return CheckedResult{wrapped, overflows};
}

} // namespace

std::optional<cfa::ExpressionRef> lower_checked_arithmetic(LoweringContext& lowering, const clang::CallExpr* expression,
                                                           const std::string& name) {
  auto op = checked_operator(name);
  if (!op || expression->getNumArgs() != 3 || !expression->getArg(2)->getType()->isPointerType()) {
    return std::nullopt;
  }
  auto type = lowering.unit().types.scalar(expression->getArg(2)->getType()->getPointeeType());
  auto left_type = lowering.unit().types.scalar(expression->getArg(0)->getType());
  auto right_type = lowering.unit().types.scalar(expression->getArg(1)->getType());
  bool are_integers = type && left_type && right_type && cfa::as_integer(*type) != nullptr &&
                      cfa::as_integer(*left_type) != nullptr && cfa::as_integer(*right_type) != nullptr;
  if (!are_integers) {
    return std::nullopt;
  }
  auto& build = lowering.unit().expressions;
  Origin origin = lowering.origin_of(expression);
  cfa::ExpressionRef left = lowering.saved(lowering.expressions().rvalue(expression->getArg(0)), "left", origin);
  cfa::ExpressionRef right = lowering.saved(lowering.expressions().rvalue(expression->getArg(1)), "right", origin);
  cfa::ExpressionRef target = lowering.expressions().rvalue(expression->getArg(2));
  auto result = exact_in_64_bits(build, *op, left, right, *type);
  if (!result) {
    result = same_type(build, *op, left, right, *cfa::as_integer(*type));
  }
  if (!result) {
    return std::nullopt;
  }
  lowering.places().write(MemoryPlace{target}, result->wrapped, origin);
  return build.convert(result->overflows, *lowering.unit().types.scalar(expression->getType()));
}

} // namespace vouch::frontend
