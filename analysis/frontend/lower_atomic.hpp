#pragma once

#include "analysis/frontend/lowering_context.hpp"

#include <clang/AST/Expr.h>
#include <optional>
#include <string>

namespace vouch::frontend {

/// Atomic operations.
class AtomicLowering {
public:
  explicit AtomicLowering(LoweringContext& lowering) : lowering_(lowering), unit_(lowering.unit()) {}

  /// Returns the value; null if there is none.
  cfa::ExpressionRef atomic(const clang::AtomicExpr* expression);
  /// The same for `__sync_fetch_and_add` and its relatives; nothing for calls of all else.
  std::optional<cfa::ExpressionRef> sync_builtin(const clang::CallExpr* expression, const std::string& full_name);

private:
  /// The old value. Where it differs from `expected` it also goes to `seen`.
  cfa::ExpressionRef compare_exchange(const MemoryPlace& object, cfa::ExpressionRef expected,
                                      cfa::ExpressionRef desired, const std::optional<MemoryPlace>& seen,
                                      const Origin& origin);

  LoweringContext& lowering_;
  Unit& unit_;
};

} // namespace vouch::frontend
