#pragma once

#include "analysis/frontend/lowering_context.hpp"

#include <clang/AST/Expr.h>
#include <string>

namespace vouch::frontend {

/// Which properties are looked at, and edges to where one is violated.
class PropertyTargets {
public:
  explicit PropertyTargets(LoweringContext& lowering) : lowering_(lowering), unit_(lowering.unit()) {}

  /// Whether what is undefined in this way is to be found here: in the program what was asked for, in expressions of
  /// a witness everything.
  [[nodiscard]] bool checks(cfa::PropertyKind kind) const;
  /// Whether sums, products and the like are not to overflow.
  [[nodiscard]] bool checks_overflow() const;
  /// Whether sums, products and the like of numbers without a sign are not to wrap around, and conversions that nobody
  /// has written are not to change a number: in annotations, which speak of mathematical integers.
  [[nodiscard]] bool checks_wrapping() const { return text_of_ == TextOf::Annotation; }
  /// Whether uses of memory through addresses are looked at.
  [[nodiscard]] bool checks_accesses() const;
  /// Whether any of it is a property, so that values count which nobody uses.
  [[nodiscard]] bool checks_undefined_behaviour() const;

  Failure failure(cfa::PropertyKind property, std::string message, const clang::Expr* whole);
  Failure failure(cfa::PropertyKind property, std::string message, const Origin& origin);
  /// Where `condition` holds, `failure` happens; otherwise control goes on.
  void fail_if(cfa::ExpressionRef condition, const Failure& failure);
  /// The same if `property` is checked and `condition` is not known to fail.
  void fail_if_checked(cfa::PropertyKind property, cfa::ExpressionRef condition, const std::string& message,
                       const Origin& origin);
  /// Control ends here, in a violation if the program is asked about `property`.
  void fail(cfa::PropertyKind property, const std::string& message, const SourceRange& range);
  /// No run goes on here, and none ends here either, as it does where `exit` is called.
  void cut_off(const SourceRange& range);

  /// The value of the expression of a witness that is passed to `expression`.
  cfa::ExpressionRef witness_expression(const clang::CallExpr* expression);

  /// Goes to `holds` or `fails`, as an annotation means the condition: among the mathematical integers. Where C's are
  /// others, or something in it is undefined, the verdict is unknown.
  void annotated_condition(const clang::Expr* condition, DraftLocation holds, DraftLocation fails);
  /// That the number stays what it is, if that is asked for here.
  void check_conversion(cfa::ExpressionRef value, const cfa::Type& to, const clang::Expr* whole);

private:
  enum class TextOf { Program, Witness, Annotation };
  template <class Lower>
  void in_text_of(TextOf text, const Lower& lower);

  /// Where control goes that violates a property.
  DraftLocation violation(cfa::Target target, const SourceRange& range);

  LoweringContext& lowering_;
  Unit& unit_;
  TextOf text_of_ = TextOf::Program; ///< that is being lowered
};

} // namespace vouch::frontend
