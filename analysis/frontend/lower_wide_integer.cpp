#include "analysis/frontend/function_lowering.hpp"

/// Integers of more than 64 bits, such as `__int128`: objects of these types are bytes, and what is computed from them is
/// any value. Their operands are evaluated for what they do.
namespace vouch::frontend {
namespace {

constexpr unsigned widest_modelled = 64;

} // namespace

bool FunctionLowering::is_approximated(clang::QualType type) const {
  type = plain(type);
  // Their own overflow, divisions and shifts are not followed, and must not go unnoticed where they are asked for.
  return type->isIntegerType() && !type->isEnumeralType() && !checks_undefined_behaviour() &&
         unit_.context.getIntWidth(type) > widest_modelled;
}

cfa::ExpressionRef FunctionLowering::approximated(const cfa::Type& type, const clang::Expr* expression) {
  Origin origin = origin_of(expression);
  cfa::VariableId value = temporary("wide integer", type);
  emit(cfa::Input{value, cfa::InputKind::Overapproximated, origin.text, {}, cfa::Input::Range::WholeType}, origin);
  unit_.note(origin.range, "what is computed from integers of more than 64 bits may be any value");
  return unit_.expressions.read(value, type);
}

void FunctionLowering::approximate(const Place& object, clang::QualType type, const Origin& origin) {
  unconstrained(object, type, cfa::InputKind::Overapproximated, origin.text, origin);
}

} // namespace vouch::frontend
