#include "analysis/frontend/lower_expression.hpp"
#include "analysis/frontend/property_targets.hpp"

#include <utility>

/// Expressions of witnesses, and the violations that a witness tells of: see witness_expressions.hpp.
namespace vouch::frontend {

bool PropertyTargets::checks(cfa::PropertyKind kind) const {
  if (text_of_ == TextOf::Program) {
    return unit_.properties.contains(kind);
  }
  return kind != cfa::PropertyKind::Assertion && kind != cfa::PropertyKind::ErrorCall &&
         kind != cfa::PropertyKind::MemoryLeak;
}

cfa::ExpressionRef PropertyTargets::witness_expression(const clang::CallExpr* expression) {
  const TextOf before = std::exchange(text_of_, TextOf::Witness);
  lowering_.forget_passed();
  cfa::ExpressionRef value = lowering_.expressions().rvalue(expression->getArg(1));
  text_of_ = before;
  lowering_.forget_passed();
  return value;
}

DraftLocation PropertyTargets::violation(cfa::Target target, const SourceRange& range) {
  if (text_of_ == TextOf::Witness) {
    const DraftLocation undefined = lowering_.add_location(range);
    lowering_.draft().add_edge(undefined, lowering_.add_location(),
                               cfa::Unsupported{"in the witness: " + target.message, cfa::Unsupported::Hides::Targets},
                               range, {});
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
