#pragma once

#include "analysis/frontend/lowering_context.hpp"

#include <clang/AST/Expr.h>

namespace vouch::frontend {

/// What objects hold first.
class InitialiserLowering {
public:
  explicit InitialiserLowering(LoweringContext& lowering) : lowering_(lowering), unit_(lowering.unit()) {}

  /// Of the object of `type` at `place`.
  void initialise(const Place& place, clang::QualType type, const clang::Expr* initialiser, const Origin& origin);
  /// A long table of numbers in one step. False: it is none, and nothing was done.
  bool initialise_at_once(const StaticObject& object, const Origin& origin);
  void set_to_zero(const Place& place, clang::QualType type, const Origin& origin);

private:
  void initialise_list(const Place& place, clang::QualType type, const clang::InitListExpr* list, const Origin& origin);
  void initialise_array(const MemoryPlace& place, clang::QualType type, const clang::InitListExpr* list,
                        const Origin& origin);
  void initialise_string(const MemoryPlace& place, clang::QualType type, const clang::StringLiteral* literal,
                         const Origin& origin);
  void initialise_elements(const Place& place, clang::QualType type, const clang::Expr* initialiser,
                           const Origin& origin);

  LoweringContext& lowering_;
  Unit& unit_;
};

} // namespace vouch::frontend
