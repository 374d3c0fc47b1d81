#pragma once

#include "analysis/frontend/lowering_context.hpp"
#include "analysis/frontend/wide_bit_fields.hpp"

#include <clang/AST/Expr.h>
#include <optional>

namespace vouch::frontend {

/// Values of expressions that are scalars, and what evaluating any expression does.
class ExpressionLowering {
public:
  explicit ExpressionLowering(LoweringContext& lowering) : lowering_(lowering), unit_(lowering.unit()) {}

  /// Finds in the function's body where compilers differ, before its expressions are lowered.
  void find_wide_bit_fields();
  /// Evaluates, and gives the value as an expression that has no side effects.
  cfa::ExpressionRef rvalue(const clang::Expr* expression, const Destination* destination = nullptr);
  /// Evaluates for side effects only.
  void effects(const clang::Expr* expression);
  /// Of a name that is no object: a function's, an enumerator's.
  cfa::ExpressionRef declaration_value(const clang::DeclRefExpr* reference, const cfa::Type& type);

private:
  cfa::ExpressionRef rvalue_by_kind(const clang::Expr* expression, const cfa::Type& type,
                                    const Destination* destination);
  /// What the compilers agree about of an expression that is in `wide_bit_fields_`, as its value.
  cfa::ExpressionRef value_in_bit_field(const clang::Expr* expression);
  std::optional<cfa::ExpressionRef> compile_time_value(const clang::Expr* expression, const cfa::Type& type);
  cfa::ExpressionRef literal(const clang::Expr* expression, const cfa::Type& type);
  cfa::ExpressionRef cast(const clang::CastExpr* expression, const cfa::Type& type, const Destination* destination);
  cfa::ExpressionRef bit_cast(const clang::CastExpr* expression, const cfa::Type& type);
  cfa::ExpressionRef statement_expression(const clang::StmtExpr* expression, const Destination* destination);
  cfa::ExpressionRef value_of_statements(const clang::StmtExpr* expression, const Destination* destination);
  void effects_by_kind(const clang::Expr* expression);
  void conditional_effects(const clang::Expr* condition, const clang::Expr* if_true, const clang::Expr* if_false);

  LoweringContext& lowering_;
  Unit& unit_;
  WideBitFieldUses wide_bit_fields_; ///< that are still to be asked about
};

} // namespace vouch::frontend
