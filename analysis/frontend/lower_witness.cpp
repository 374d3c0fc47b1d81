#include "analysis/frontend/lower_condition.hpp"
#include "analysis/frontend/lower_expression.hpp"
#include "analysis/frontend/property_targets.hpp"

#include <utility>

/// Expressions of witnesses, the violations that a witness tells of, and expressions of annotations: see
/// witness_expressions.hpp and annotated_source.hpp.
namespace vouch::frontend {

bool PropertyTargets::checks(cfa::PropertyKind kind) const {
  if (text_of_ == TextOf::Program) {
    return unit_.properties.contains(kind);
  }
  return !cfa::is_claim(kind) && kind != cfa::PropertyKind::MemoryLeak;
}

/// What holds of the program's own text is asked again in the other one, and the other way round.
template <class Lower>
void PropertyTargets::in_text_of(TextOf text, const Lower& lower) {
  const TextOf before = std::exchange(text_of_, text);
  lowering_.forget_passed();
  lower();
  text_of_ = before;
  lowering_.forget_passed();
}

cfa::ExpressionRef PropertyTargets::witness_expression(const clang::CallExpr* expression) {
  cfa::ExpressionRef value = nullptr;
  in_text_of(TextOf::Witness, [&] { value = lowering_.expressions().rvalue(expression->getArg(1)); });
  return value;
}

void PropertyTargets::annotated_condition(const clang::Expr* condition, DraftLocation holds, DraftLocation fails) {
  in_text_of(TextOf::Annotation, [&] { lowering_.conditions().condition(condition, holds, fails); });
}

void PropertyTargets::check_conversion(cfa::ExpressionRef value, const cfa::Type& to, const clang::Expr* whole) {
  if (!checks_wrapping() || cfa::as_integer(value->type) == nullptr || cfa::as_integer(to) == nullptr) {
    return;
  }
  fail_if(unit_.expressions.is_outside(value, {cfa::minimum_value(to), cfa::maximum_value(to)}),
          failure(cfa::PropertyKind::SignedOverflow,
                  lowering_.quoted(whole) + " can be another number in C than among the integers", whole));
}

DraftLocation PropertyTargets::violation(cfa::Target target, const SourceRange& range) {
  if (text_of_ != TextOf::Program) {
    const std::string where = text_of_ == TextOf::Witness ? "in the witness: " : "in the annotation: ";
    const DraftLocation undefined = lowering_.add_location(range);
    lowering_.draft().add_edge(undefined, lowering_.add_location(),
                               cfa::Unsupported{where + target.message, cfa::Unsupported::Hides::Targets}, range, {});
    return undefined;
  }
  const DraftLocation violated = lowering_.draft().add_target(std::move(target), range);
  const std::optional<WitnessTarget>& told = unit_.told_violation;
  const auto is_told = [&] {
    return range.begin.line == told->line && range.path() == unit_.source.range(told->segment->getLocation()).path();
  };
  if (!told || !is_told()) {
    return violated;
  }
  // Whoever comes here too early has violated something else, and his run is over all the same.
  const DraftLocation comes = lowering_.add_location(range);
  const Place place = unit_.static_variable(told->segment);
  const cfa::VariableId segment = std::get<RegisterPlace>(place).variable;
  auto& build = unit_.expressions;
  const cfa::Type type = unit_.builder.variable(segment).type;
  cfa::ExpressionRef is_passed = build.binary(cfa::BinaryOperator::Equal, build.read(segment, type),
                                              build.constant(cfa::Integer{told->passed}, type));
  lowering_.draft().add_edge(comes, violated, cfa::Assume{is_passed, cfa::Polarity::Holds}, range, {});
  lowering_.draft().add_edge(comes, lowering_.add_location(), cfa::Assume{is_passed, cfa::Polarity::Fails}, range, {});
  return comes;
}

} // namespace vouch::frontend
