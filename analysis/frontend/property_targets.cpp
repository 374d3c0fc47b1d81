#include "analysis/frontend/property_targets.hpp"

#include <algorithm>

/// Which properties are looked at, and how control comes to where one is violated.
namespace vouch::frontend {

/// Division is another matter: machines trap where compilers were told to wrap.
bool PropertyTargets::checks_overflow() const {
  return checks_wrapping() || (checks(cfa::PropertyKind::SignedOverflow) && !unit_.linkage.signed_arithmetic_wraps());
}

bool PropertyTargets::checks_accesses() const {
  return checks(cfa::PropertyKind::NullDereference) || checks(cfa::PropertyKind::OutOfBounds) ||
         checks(cfa::PropertyKind::UseAfterFree);
}

bool PropertyTargets::checks_undefined_behaviour() const {
  return std::ranges::any_of(cfa::all_property_kinds,
                             [this](cfa::PropertyKind kind) { return !cfa::is_claim(kind) && checks(kind); });
}

Failure PropertyTargets::failure(cfa::PropertyKind property, std::string message, const clang::Expr* whole) {
  SourceRange range = lowering_.range_of(whole->getSourceRange());
  return {violation({property, std::move(message), {}}, range), range};
}

Failure PropertyTargets::failure(cfa::PropertyKind property, std::string message, const Origin& origin) {
  return {violation({property, std::move(message), {}}, origin.range), origin.range};
}

void PropertyTargets::fail_if(cfa::ExpressionRef condition, const Failure& failure) {
  if (const cfa::Integer* known = constant_value(condition); known != nullptr && *known == 0) {
    return;
  }
  DraftLocation passes = lowering_.add_location();
  lowering_.branch(condition, failure.target, passes, {failure.range, {}});
  lowering_.go_on_at(passes);
}

void PropertyTargets::fail_if_checked(cfa::PropertyKind property, cfa::ExpressionRef condition,
                                      const std::string& message, const Origin& origin) {
  if (checks(property) && !lowering_.has_passed(condition)) {
    fail_if(condition, failure(property, message, origin));
    lowering_.note_passed(condition);
  }
}

void PropertyTargets::fail(cfa::PropertyKind property, const std::string& message, const SourceRange& range) {
  bool is_assumed = property == cfa::PropertyKind::Assertion && lowering_.assertions() == Assertions::Assumed;
  if (unit_.properties.contains(property) && !is_assumed) {
    cfa::Target target{property, message, {}};
    if (property == cfa::PropertyKind::Assertion && lowering_.assertions() == Assertions::OfContract) {
      target.contract_of = unit_.builder.function(lowering_.function()).name;
      target.contract_exemption = lowering_.contract_exemption();
    }
    lowering_.go_to(violation(std::move(target), range));
  } else if (is_assumed) {
    cut_off(range);
  }
  lowering_.continue_unreachable();
}

void PropertyTargets::cut_off(const SourceRange& range) {
  lowering_.emit(cfa::Assume{unit_.expressions.integer(0), cfa::Polarity::Holds}, {range, {}});
}

} // namespace vouch::frontend
