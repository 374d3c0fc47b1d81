#pragma once

#include "analysis/frontend/lowering_context.hpp"

#include <clang/AST/Expr.h>
#include <cstddef>
#include <optional>
#include <vector>

/// The order of evaluation: what transformation/evaluation_order.hpp asks to be marked.
namespace vouch::frontend {

/// The expressions that are lowered right now and whose operands may disturb each other.
class EvaluationOrder {
private:
  friend class EvaluationScope;

  struct OpenMark {
    const clang::Expr* whole;
    std::size_t edge;                         ///< of the mark, in the draft
    std::vector<const clang::Expr*> operands; ///< without parentheses
    std::vector<cfa::UnorderedPart> parts;    ///< by operand
  };

  std::vector<OpenMark> open_marks_; ///< the innermost last
  std::size_t evaluations_ = 0;      ///< so far, for `cfa::Edge::evaluation`
};

/// Wherever the lowering of an expression begins, by kind or from one kind to another: puts a mark in front of it if
/// its operands may disturb each other, and notes what it is that is evaluated if it is itself such an operand.
class EvaluationScope {
public:
  /// `expression` has no parentheses around it.
  EvaluationScope(LoweringContext& lowering, const clang::Expr* expression);
  EvaluationScope(const EvaluationScope&) = delete;
  EvaluationScope& operator=(const EvaluationScope&) = delete;
  ~EvaluationScope();
  /// What the surrounding expression uses, and so reads. Returned as it is.
  cfa::ExpressionRef used(cfa::ExpressionRef value);
  Place used(Place place);
  Place used_whole(Place record, clang::QualType type);

private:
  using OpenMark = EvaluationOrder::OpenMark;

  void enter_part(std::size_t index);
  void begin_mark(const clang::Expr* expression);

  LoweringContext& lowering_;
  std::size_t outer_;               ///< evaluation
  std::size_t mark_of_part_;        ///< index of the mark that `part_` belongs to
  std::optional<std::size_t> part_; ///< that `expression` is
  bool has_mark_ = false;           ///< of its own
};

/// `i = i++` is undefined.
void require_one_assignment(LoweringContext& lowering, const clang::BinaryOperator* expression);

} // namespace vouch::frontend
