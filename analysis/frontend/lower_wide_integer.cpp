#include "analysis/frontend/lower_wide_integer.hpp"

#include "analysis/frontend/property_targets.hpp"

/// Integers of more than 64 bits, such as `__int128`: objects of these types are bytes, and what is computed from them is
/// any value. Their operands are evaluated for what they do.
namespace vouch::frontend {
namespace {

constexpr unsigned widest_modelled = 64;

} // namespace

bool is_approximated(const LoweringContext& lowering, clang::QualType type) {
  type = plain(type);
  // Their own overflow, divisions and shifts are not followed, and must not go unnoticed where they are asked for.
  return type->isIntegerType() && !type->isEnumeralType() && !lowering.targets().checks_undefined_behaviour() &&
         lowering.unit().context.getIntWidth(type) > widest_modelled;
}

cfa::ExpressionRef approximated(LoweringContext& lowering, const cfa::Type& type, const clang::Expr* expression) {
  Origin origin = lowering.origin_of(expression);
  cfa::VariableId value = lowering.temporary("wide integer", type);
  lowering.emit(cfa::Input{value, cfa::InputKind::Overapproximated, origin.text, {}, cfa::Input::Range::WholeType},
                origin);
  lowering.unit().note(origin.range, "what is computed from integers of more than 64 bits may be any value");
  return lowering.unit().expressions.read(value, type);
}

void approximate(LoweringContext& lowering, const Place& object, clang::QualType type, const Origin& origin) {
  lowering.unconstrained(object, type, cfa::InputKind::Overapproximated, origin.text, origin);
}

} // namespace vouch::frontend
