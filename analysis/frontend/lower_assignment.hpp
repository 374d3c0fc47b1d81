#pragma once

#include "analysis/frontend/lowering_context.hpp"

#include <clang/AST/Expr.h>

namespace vouch::frontend {

enum class ValueUse { Needed, Discarded };

/// Assignments, `++` and `--`. Those that give a value give null where nobody needs it.
class AssignmentLowering {
public:
  explicit AssignmentLowering(LoweringContext& lowering) : lowering_(lowering), unit_(lowering.unit()) {}

  /// Returns the value of the assignment; null for structs, and where nobody needs it.
  cfa::ExpressionRef assignment(const clang::BinaryOperator* expression, ValueUse use);
  /// Returns the object that was written.
  Place record_assignment(const clang::BinaryOperator* expression, ValueUse use);
  cfa::ExpressionRef compound_assignment(const clang::CompoundAssignOperator* expression, ValueUse use);
  cfa::ExpressionRef increment(const clang::UnaryOperator* expression, ValueUse use);
  /// Evaluates `value` into `target`.
  void assign_scalar(const Place& target, const clang::Expr* value, const Origin& origin);

private:
  /// Writes `value`, which has the type of what `target` holds. Returns what was stored: not what the place designates
  /// afterwards, since the store may change where that is, as in `a->p->p = b`.
  cfa::ExpressionRef stored(const Place& target, cfa::ExpressionRef value, const Origin& origin, ValueUse use);

  LoweringContext& lowering_;
  Unit& unit_;
};

} // namespace vouch::frontend
