#pragma once

#include "analysis/frontend/lowering_context.hpp"

#include <clang/AST/Expr.h>

namespace vouch::frontend {

/// `malloc` and its relatives.
class AllocationLowering {
public:
  explicit AllocationLowering(LoweringContext& lowering) : lowering_(lowering), unit_(lowering.unit()) {}

  /// Returns the address, or null, as a value of the call's type.
  cfa::ExpressionRef allocate(const clang::CallExpr* expression, cfa::AllocationKind kind,
                              const Destination* destination);
  /// Who gives an object. Code: a function that is not seen, which may rather end the program than return null. System: one
  /// that returns null where `malloc` does, as those that applications set.
  struct Allocator {
    std::string name;
    cfa::Author author;
  };
  /// `target` becomes the address of a new object of `bytes`, or null where there may be too little memory.
  void give(cfa::VariableId target, cfa::ExpressionRef bytes, cfa::AllocationFailure failure,
            const Allocator& allocator, const Origin& origin);
  void free_memory(cfa::ExpressionRef pointer, const Origin& origin);

private:
  struct AllocationSize {
    cfa::ExpressionRef bytes = nullptr;
    cfa::ExpressionRef is_too_large = nullptr; ///< null: it is never too large
    cfa::ExpressionRef has_quotient = nullptr; ///< if not null: `is_too_large` divides, and may be evaluated only then
  };
  AllocationSize allocation_size(const clang::CallExpr* expression, cfa::AllocationKind kind);
  /// Null: it never is.
  cfa::ExpressionRef is_above(cfa::ExpressionRef value, cfa::Integer bound);
  AllocationSize size_of(cfa::ExpressionRef bytes);
  [[nodiscard]] cfa::AllocationFailure failure_of(cfa::AllocationKind kind) const;
  void give(cfa::VariableId target, const AllocationSize& size, const cfa::Allocate& object, const Allocator& allocator,
            const Origin& origin);
  /// Null: that of every allocation.
  cfa::ExpressionRef allocation_alignment(const clang::CallExpr* expression, cfa::AllocationKind kind);

  LoweringContext& lowering_;
  Unit& unit_;
};

} // namespace vouch::frontend
