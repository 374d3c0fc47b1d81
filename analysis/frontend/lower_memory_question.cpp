#include "analysis/frontend/lower_memory_question.hpp"

#include "analysis/frontend/check_memory.hpp"
#include "analysis/frontend/library_use.hpp"
#include "analysis/frontend/lower_expression.hpp"

#include <algorithm>

/// What a program may ask about memory: `VOUCH_READABLE(p, n)`, `__CPROVER_r_ok(p, bytes)`, `VOUCH_STRING(p)`. The answer is
/// exact, or anything where formulas do not know the object; it never is undefined.
namespace vouch::frontend {
namespace {

using cfa::BinaryOperator;
using cfa::ExpressionRef;

/// `value`, which is computed once.
ExpressionRef once(LoweringContext& lowering, ExpressionRef value, const clang::Stmt* origin) {
  const bool is_plain = lowering.unit().expressions.is_total(value);
  return is_plain ? value : lowering.saved(value, "asked", {lowering.origin_of(origin).range, {}});
}

std::optional<ExpressionRef> readable(LoweringContext& lowering, const clang::CallExpr* expression) {
  Unit& unit = lowering.unit();
  auto& build = unit.expressions;
  const unsigned count = expression->getNumArgs();
  if (count == 0 || count > 3 || !expression->getArg(0)->getType()->isPointerType()) {
    return std::nullopt;
  }
  const cfa::Type size_type = unit.types.size_type();
  const clang::Expr* start = expression->getArg(0);
  const clang::QualType pointee = start->IgnoreParenImpCasts()->getType()->getPointeeType();
  if (count == 1 && (pointee.isNull() || pointee->isIncompleteType())) {
    return std::nullopt;
  }
  std::vector<ExpressionRef> values = {build.convert(lowering.expressions().rvalue(start), unit.types.pointer())};
  for (unsigned index = 1; index < count; ++index) {
    const clang::Expr* number = expression->getArg(index);
    for (ExpressionRef& earlier : values) {
      earlier = lowering.stabilised(earlier, number, start);
    }
    values.push_back(build.convert(lowering.expressions().rvalue(number), size_type));
  }
  for (ExpressionRef& value : values) {
    value = once(lowering, value, expression);
  }
  if (count == 1) { // as many bytes as what is pointed to has
    const auto size = static_cast<cfa::Integer>(unit.types.size_in_bytes(pointee));
    return MemoryChecks(lowering).is_usable(values[0], build.constant(size, size_type));
  }
  if (count == 2) {
    return MemoryChecks(lowering).is_usable(values[0], values[1]);
  }
  if (constant_value(values[2]) == nullptr) {
    return std::nullopt; // the size of an array of variable length
  }
  const cfa::Integer element = std::max(*constant_value(values[2]), cfa::Integer{1});
  // No object has more bytes, and with more the product could wrap around.
  const cfa::Integer most = cfa::maximum_value(unit.types.pointer_difference()) / element;
  const ExpressionRef is_possible = build.binary(BinaryOperator::LessEqual, values[1], build.constant(most, size_type));
  return build.binary(
      BinaryOperator::LogicalAnd, is_possible,
      MemoryChecks(lowering).is_usable(values[0], build.binary(BinaryOperator::Multiply, values[1], values[2])));
}

std::optional<ExpressionRef> is_string(LoweringContext& lowering, const clang::CallExpr* expression) {
  Unit& unit = lowering.unit();
  auto& build = unit.expressions;
  if (expression->getNumArgs() != 1 || !expression->getArg(0)->getType()->isPointerType()) {
    return std::nullopt;
  }
  const clang::Expr* argument = expression->getArg(0);
  const ExpressionRef pointer = build.convert(lowering.expressions().rvalue(argument), unit.types.pointer());
  const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(argument->IgnoreParenCasts());
  if (name != nullptr && lowering.is_made_as_string(name->getDecl())) {
    return build.binary(BinaryOperator::NotEqual, pointer, build.zero(pointer->type));
  }
  const Origin origin = lowering.origin_of(expression);
  const ExpressionRef answer = LibraryUse(lowering).ask_model("__vouch_is_string", {pointer}, origin);
  return answer != nullptr ? answer : build.integer(0); // the run has ended as not understood
}

} // namespace

std::optional<cfa::ExpressionRef> lower_memory_question(LoweringContext& lowering, const clang::CallExpr* expression,
                                                        LibraryFunction function) {
  return function == LibraryFunction::IsString ? is_string(lowering, expression) : readable(lowering, expression);
}

} // namespace vouch::frontend
