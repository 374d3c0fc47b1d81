#include "analysis/frontend/function_lowering.hpp"

#include <algorithm>

/// Which properties are looked at, and how control comes to where one is violated.
namespace vouch::frontend {

/// Division is another matter: machines trap where compilers were told to wrap.
bool FunctionLowering::checks_overflow() const {
  return checks(cfa::PropertyKind::SignedOverflow) && !unit_.linkage.signed_arithmetic_wraps();
}

bool FunctionLowering::checks_accesses() const {
  return checks(cfa::PropertyKind::NullDereference) || checks(cfa::PropertyKind::OutOfBounds) ||
         checks(cfa::PropertyKind::UseAfterFree);
}

bool FunctionLowering::checks_undefined_behaviour() const {
  return std::ranges::any_of(cfa::all_property_kinds, [this](cfa::PropertyKind kind) {
    return kind != cfa::PropertyKind::Assertion && kind != cfa::PropertyKind::ErrorCall && checks(kind);
  });
}

Failure FunctionLowering::failure(cfa::PropertyKind property, std::string message, const clang::Expr* whole) {
  SourceRange range = range_of(whole->getSourceRange());
  return {violation({property, std::move(message), {}}, range), range};
}

Failure FunctionLowering::failure(cfa::PropertyKind property, std::string message, const Origin& origin) {
  return {violation({property, std::move(message), {}}, origin.range), origin.range};
}

void FunctionLowering::fail_if(cfa::ExpressionRef condition, const Failure& failure) {
  if (const cfa::Integer* known = constant_value(condition); known != nullptr && *known == 0) {
    return;
  }
  DraftLocation passes = draft_.add_location();
  branch(condition, failure.target, passes, {failure.range, {}});
  current_ = passes;
}

void FunctionLowering::fail_if_checked(cfa::PropertyKind property, cfa::ExpressionRef condition,
                                       const std::string& message, const Origin& origin) {
  if (checks(property) && !passed_checks_.contains(condition)) {
    fail_if(condition, failure(property, message, origin));
    passed_checks_.insert(condition);
  }
}

void FunctionLowering::fail(cfa::PropertyKind property, const std::string& message, const SourceRange& range) {
  bool is_assumed = property == cfa::PropertyKind::Assertion && assertions_ == Assertions::Assumed;
  if (unit_.properties.contains(property) && !is_assumed) {
    cfa::Target target{property, message, {}};
    if (property == cfa::PropertyKind::Assertion && assertions_ == Assertions::OfContract) {
      target.contract_of = unit_.builder.function(function_).name;
    }
    go_to(violation(std::move(target), range));
  } else if (is_assumed) {
    cut_off(range);
  }
  continue_unreachable();
}

/// No run goes on here, and none ends here either, as it does where `exit` is called.
void FunctionLowering::cut_off(const SourceRange& range) {
  emit(cfa::Assume{unit_.expressions.integer(0), cfa::Polarity::Holds}, {range, {}});
}

} // namespace vouch::frontend
