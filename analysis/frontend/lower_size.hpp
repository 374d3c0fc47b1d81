#pragma once

#include "analysis/frontend/lowering_context.hpp"

#include <clang/AST/Expr.h>
#include <unordered_map>

namespace vouch::frontend {

/// `sizeof`, `offsetof`, and the sizes of arrays that are known only when the program runs.
class SizeLowering {
public:
  explicit SizeLowering(LoweringContext& lowering) : lowering_(lowering), unit_(lowering.unit()) {}

  /// In bytes, of the type for sizes.
  cfa::ExpressionRef size_of(clang::QualType type);
  /// What `sizeof` evaluates: sizes in a type, or an operand that is an array of variable size.
  void evaluate_operand(const clang::UnaryExprOrTypeTraitExpr* trait);
  /// With an index that is no constant; the others are compile-time values.
  cfa::ExpressionRef offset_of(const clang::OffsetOfExpr* expression);
  /// Evaluates the sizes in `type`, which are what they are from then on.
  void evaluate_array_sizes(clang::QualType type);

private:
  LoweringContext& lowering_;
  Unit& unit_;
  std::unordered_map<const clang::Expr*, cfa::VariableId> array_sizes_;
};

} // namespace vouch::frontend
