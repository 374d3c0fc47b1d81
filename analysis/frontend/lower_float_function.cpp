#include "analysis/frontend/lower_float_function.hpp"

#include "analysis/cfa/float_format.hpp"
#include "analysis/frontend/clang_ast.hpp"
#include "analysis/frontend/library_use.hpp"
#include "analysis/frontend/lower_expression.hpp"

#include <array>
#include <cmath>

/// Calls of the functions of <math.h> that are exact.
namespace vouch::frontend {
namespace {

using cfa::BinaryOperator;
using cfa::ExpressionRef;
using cfa::FloatType;
using cfa::UnaryOperator;

std::optional<UnaryOperator> operator_of(FloatFunction function) {
  switch (function) {
  case FloatFunction::AbsoluteValue:
    return UnaryOperator::AbsoluteValue;
  case FloatFunction::SquareRoot:
    return UnaryOperator::SquareRoot;
  case FloatFunction::RoundDown:
    return UnaryOperator::RoundDown;
  case FloatFunction::RoundUp:
    return UnaryOperator::RoundUp;
  case FloatFunction::RoundToZero:
    return UnaryOperator::RoundToZero;
  case FloatFunction::RoundToEven:
  case FloatFunction::RoundToEvenInteger:
    return UnaryOperator::RoundToEven;
  case FloatFunction::RoundAway:
  case FloatFunction::RoundAwayInteger:
    return UnaryOperator::RoundAway;
  default:
    return std::nullopt;
  }
}

bool takes_two_numbers(FloatFunction function) {
  switch (function) {
  case FloatFunction::Remainder:
  case FloatFunction::CopySign:
  case FloatFunction::Minimum:
  case FloatFunction::Maximum:
  case FloatFunction::PositiveDifference:
  case FloatFunction::IsLess:
  case FloatFunction::IsLessEqual:
  case FloatFunction::IsGreater:
  case FloatFunction::IsGreaterEqual:
  case FloatFunction::IsLessGreater:
  case FloatFunction::IsUnordered:
    return true;
  default:
    return false;
  }
}

/// Whether there are arguments for which the function has no result: sqrt(-1).
bool may_set_errno(FloatFunction function) {
  switch (function) {
  case FloatFunction::SquareRoot:
  case FloatFunction::Remainder:
  case FloatFunction::PositiveDifference:
  case FloatFunction::RoundToEvenInteger:
  case FloatFunction::RoundAwayInteger:
    return true;
  default:
    return false;
  }
}

/// Truth values about floats, as expressions. Operands must be total.
class FloatPredicates {
public:
  FloatPredicates(ExpressionBuilder& build, FloatType type) : build_(build), type_(type) {}

  ExpressionRef number(long double value) { return build_.floating(value, type_); }
  ExpressionRef compare(BinaryOperator op, ExpressionRef a, ExpressionRef b) { return build_.binary(op, a, b); }
  ExpressionRef either(ExpressionRef a, ExpressionRef b) { return build_.binary(BinaryOperator::LogicalOr, a, b); }

  ExpressionRef is_nan(ExpressionRef x) { return compare(BinaryOperator::NotEqual, x, x); }
  ExpressionRef is_infinite(ExpressionRef x) { return compare(BinaryOperator::Equal, magnitude(x), number(HUGE_VALL)); }
  ExpressionRef is_finite(ExpressionRef x) { return compare(BinaryOperator::Less, magnitude(x), number(HUGE_VALL)); }
  ExpressionRef is_zero(ExpressionRef x) { return compare(BinaryOperator::Equal, x, number(0)); }
  ExpressionRef is_subnormal_or_zero(ExpressionRef x) {
    return compare(BinaryOperator::Less, magnitude(x), number(least_normal()));
  }
  ExpressionRef is_normal(ExpressionRef x) {
    return build_.binary(BinaryOperator::LogicalAnd, is_finite(x),
                         compare(BinaryOperator::GreaterEqual, magnitude(x), number(least_normal())));
  }

private:
  ExpressionRef magnitude(ExpressionRef x) { return build_.unary(UnaryOperator::AbsoluteValue, x); }
  [[nodiscard]] long double least_normal() const {
    int bias = (1 << (cfa::exponent_bits(type_) - 1)) - 1;
    return std::ldexp(1.0L, 1 - bias);
  }

  ExpressionBuilder& build_;
  FloatType type_;
};

/// `results` are for NaN, infinite, normal, subnormal and zero.
ExpressionRef classification(ExpressionBuilder& build, FloatPredicates& predicates, ExpressionRef x,
                             const std::array<ExpressionRef, 5>& results) {
  auto choose = [&](ExpressionRef condition, ExpressionRef yes, ExpressionRef no) {
    return build.conditional(build.truth(condition), yes, no);
  };
  ExpressionRef small = choose(predicates.is_zero(x), results[4], results[3]);
  ExpressionRef finite = choose(predicates.is_subnormal_or_zero(x), small, results[2]);
  return choose(predicates.is_nan(x), results[0], choose(predicates.is_infinite(x), results[1], finite));
}

} // namespace

std::optional<ExpressionRef> FloatFunctionLowering::float_call(const clang::CallExpr* expression,
                                                               const std::string& name,
                                                               const Destination* destination) {
  std::optional<FloatFunction> function = float_function(name);
  auto type = unit_.types.scalar(expression->getType());
  if (!function || !type || expression->getType()->isVoidType()) {
    return std::nullopt;
  }
  unsigned first = *function == FloatFunction::Classify ? 5 : 0;
  unsigned count = takes_two_numbers(*function) ? 2 : 1;
  bool has_shape = expression->getNumArgs() == first + count;
  for (unsigned index = first; has_shape && index < first + count; ++index) {
    auto argument = unit_.types.scalar(expression->getArg(index)->getType());
    has_shape =
        argument && cfa::is_float(*argument) && argument == unit_.types.scalar(expression->getArg(first)->getType());
  }
  if (!has_shape) {
    return std::nullopt; // somebody else's function
  }
  Origin origin = destination != nullptr ? destination->origin : lowering_.origin_of(expression);
  std::vector<ExpressionRef> values;
  for (unsigned index = 0; index < first + count; ++index) {
    ExpressionRef value = lowering_.expressions().rvalue(expression->getArg(index));
    values.push_back(unit_.expressions.is_total(value) ? value
                                                       : lowering_.saved(value, "argument", {origin.range, {}}));
    for (unsigned later = index + 1; later < first + count; ++later) {
      values.back() = lowering_.stabilised(values.back(), expression->getArg(later), expression->getArg(index));
    }
  }
  if (may_set_errno(*function)) {
    LibraryUse(lowering_).change_errno("__vouch_may_have_failed", origin);
  }
  std::optional<ExpressionRef> result = float_result(*function, values, *type, origin);
  return result ? std::optional(unit_.expressions.convert(*result, *type)) : std::nullopt;
}

std::optional<ExpressionRef> FloatFunctionLowering::float_result(FloatFunction function,
                                                                 const std::vector<ExpressionRef>& values,
                                                                 const cfa::Type& type, const Origin& origin) {
  auto& build = unit_.expressions;
  ExpressionRef x = function == FloatFunction::Classify ? values[5] : values[0];
  ExpressionRef y = values.size() == 2 ? values[1] : x;
  FloatPredicates predicates(build, std::get<FloatType>(x->type));
  auto choose = [&](ExpressionRef condition, ExpressionRef yes, ExpressionRef no) {
    return build.conditional(build.truth(condition), yes, no);
  };
  switch (function) {
  case FloatFunction::AbsoluteValue:
  case FloatFunction::SquareRoot:
  case FloatFunction::RoundDown:
  case FloatFunction::RoundUp:
  case FloatFunction::RoundToZero:
  case FloatFunction::RoundToEven:
  case FloatFunction::RoundAway:
    return build.unary(*operator_of(function), x);
  case FloatFunction::RoundToEvenInteger:
  case FloatFunction::RoundAwayInteger:
    return rounded_to_integer(build.unary(*operator_of(function), x), type, origin);
  case FloatFunction::Remainder:
    return build.binary(BinaryOperator::Remainder, x, y);
  case FloatFunction::CopySign:
    return build.binary(BinaryOperator::CopySign, x, y);
  case FloatFunction::Minimum:
  case FloatFunction::Maximum:
    return smaller_or_larger(function, x, y, origin);
  case FloatFunction::PositiveDifference:
    return choose(predicates.compare(BinaryOperator::LessEqual, x, y), predicates.number(0),
                  build.binary(BinaryOperator::Subtract, x, y));
  case FloatFunction::IsNan:
    return predicates.is_nan(x);
  case FloatFunction::IsInfinite:
    return predicates.is_infinite(x);
  case FloatFunction::InfinitySign: {
    ExpressionRef is_positive = predicates.compare(BinaryOperator::Greater, x, predicates.number(0));
    return choose(predicates.is_infinite(x), choose(is_positive, build.integer(1), build.integer(-1)),
                  build.integer(0));
  }
  case FloatFunction::IsFinite:
    return predicates.is_finite(x);
  case FloatFunction::IsNormal:
    return predicates.is_normal(x);
  case FloatFunction::SignBit:
    return nonzero_if(build.unary(UnaryOperator::SignBit, x), origin);
  case FloatFunction::Classify:
    return classification(build, predicates, x, {values[0], values[1], values[2], values[3], values[4]});
  case FloatFunction::ClassifyAsGlibc:
    return classification(build, predicates, x,
                          {build.integer(0), build.integer(1), build.integer(4), build.integer(3), build.integer(2)});
  case FloatFunction::IsLess:
    return predicates.compare(BinaryOperator::Less, x, y);
  case FloatFunction::IsLessEqual:
    return predicates.compare(BinaryOperator::LessEqual, x, y);
  case FloatFunction::IsGreater:
    return predicates.compare(BinaryOperator::Greater, x, y);
  case FloatFunction::IsGreaterEqual:
    return predicates.compare(BinaryOperator::GreaterEqual, x, y);
  case FloatFunction::IsLessGreater:
    return predicates.either(predicates.compare(BinaryOperator::Less, x, y),
                             predicates.compare(BinaryOperator::Greater, x, y));
  case FloatFunction::IsUnordered:
    return predicates.either(predicates.is_nan(x), predicates.is_nan(y));
  }
  return std::nullopt;
}

/// Which of two zeros fmin and fmax give is not specified, nor is the payload of a NaN.
ExpressionRef FloatFunctionLowering::smaller_or_larger(FloatFunction function, ExpressionRef x, ExpressionRef y,
                                                       const Origin& origin) {
  auto& build = unit_.expressions;
  FloatPredicates predicates(build, std::get<FloatType>(x->type));
  auto preferred = function == FloatFunction::Minimum ? BinaryOperator::Less : BinaryOperator::Greater;
  ExpressionRef takes_x = predicates.either(predicates.compare(preferred, x, y), predicates.is_nan(y));
  cfa::VariableId result = lowering_.temporary("extremum", x->type);
  lowering_.emit(cfa::Assign{result, build.conditional(build.truth(takes_x), x, y)}, {origin.range, {}});
  ExpressionRef signs_differ = build.binary(BinaryOperator::NotEqual, build.unary(UnaryOperator::SignBit, x),
                                            build.unary(UnaryOperator::SignBit, y));
  ExpressionRef are_zeros = build.binary(
      BinaryOperator::LogicalAnd,
      build.binary(BinaryOperator::LogicalAnd, predicates.is_zero(x), predicates.is_zero(y)), signs_differ);
  DraftLocation zeros = lowering_.add_location();
  DraftLocation after = lowering_.add_location();
  lowering_.branch(are_zeros, zeros, after, {origin.range, {}});
  lowering_.start_at(zeros);
  cfa::VariableId negative = lowering_.temporary("zero is negative", cfa::IntegerType{});
  lowering_.emit(cfa::Input{negative, cfa::InputKind::Overapproximated, "fmin or fmax", {}, cfa::Input::Range::Boolean},
                 {origin.range, {}});
  ExpressionRef chosen = build.conditional(build.truth(build.read(negative, cfa::IntegerType{})), x, y);
  lowering_.emit(cfa::Assign{result, chosen}, {origin.range, {}});
  lowering_.go_to(after);
  lowering_.start_at(after);
  return build.read(result, x->type);
}

/// Where the integer type does not have the value, the result is not specified, but there is one.
ExpressionRef FloatFunctionLowering::rounded_to_integer(ExpressionRef rounded, const cfa::Type& type,
                                                        const Origin& origin) {
  auto& build = unit_.expressions;
  FloatPredicates predicates(build, std::get<FloatType>(rounded->type));
  auto low = static_cast<long double>(cfa::minimum_value(type)); // a power of two
  ExpressionRef is_in_range = build.binary(
      BinaryOperator::LogicalAnd, predicates.compare(BinaryOperator::GreaterEqual, rounded, predicates.number(low)),
      predicates.compare(BinaryOperator::Less, rounded, predicates.number(-low)));
  cfa::VariableId result = lowering_.temporary("rounded", type);
  DraftLocation inside = lowering_.add_location();
  DraftLocation outside = lowering_.add_location();
  DraftLocation after = lowering_.add_location();
  lowering_.branch(is_in_range, inside, outside, {origin.range, {}});
  lowering_.start_at(inside);
  lowering_.emit(cfa::Assign{result, build.convert(rounded, type)}, {origin.range, {}});
  lowering_.go_to(after);
  lowering_.start_at(outside);
  lowering_.input(result, cfa::InputKind::Overapproximated, "rounding to an integer", {origin.range, {}});
  lowering_.go_to(after);
  lowering_.start_at(after);
  return build.read(result, type);
}

/// Some number that is not zero if `condition` holds, otherwise zero: all that C says of signbit. Compilers differ.
ExpressionRef FloatFunctionLowering::nonzero_if(ExpressionRef condition, const Origin& origin) {
  auto& build = unit_.expressions;
  cfa::Type int_type = condition->type;
  cfa::VariableId result = lowering_.temporary("sign bit", int_type);
  DraftLocation holds = lowering_.add_location();
  DraftLocation fails = lowering_.add_location();
  DraftLocation after = lowering_.add_location();
  lowering_.branch(condition, holds, fails, {origin.range, {}});
  lowering_.start_at(holds);
  lowering_.input(result, cfa::InputKind::Overapproximated, "signbit", {origin.range, {}});
  DraftLocation nonzero = lowering_.add_location();
  lowering_.branch(build.read(result, int_type), nonzero, lowering_.add_location(), {origin.range, {}});
  lowering_.start_at(nonzero);
  lowering_.go_to(after);
  lowering_.start_at(fails);
  lowering_.emit(cfa::Assign{result, build.zero(int_type)}, {origin.range, {}});
  lowering_.go_to(after);
  lowering_.start_at(after);
  return build.read(result, int_type);
}

std::optional<ExpressionRef> FloatFunctionLowering::sign_bit(const clang::Expr* expression) {
  const auto* call = llvm::dyn_cast<clang::CallExpr>(expression);
  const clang::FunctionDecl* callee = call != nullptr ? direct_callee(call) : nullptr;
  bool is_sign_bit = callee != nullptr && callee->getIdentifier() != nullptr && callee->getDefinition() == nullptr &&
                     float_function(callee->getName()) == FloatFunction::SignBit && call->getNumArgs() == 1;
  auto type = is_sign_bit ? unit_.types.scalar(call->getArg(0)->getType()) : std::nullopt;
  if (!type || !cfa::is_float(*type)) {
    return std::nullopt;
  }
  return unit_.expressions.unary(UnaryOperator::SignBit, lowering_.expressions().rvalue(call->getArg(0)));
}

} // namespace vouch::frontend
