#pragma once

#include "analysis/frontend/lowering_context.hpp"

#include <clang/AST/Expr.h>
#include <optional>
#include <string>

namespace vouch::frontend {

/// The value of `__builtin_add_overflow` and its relatives; nothing if `name` is none of them.
std::optional<cfa::ExpressionRef> lower_checked_arithmetic(LoweringContext& lowering, const clang::CallExpr* expression,
                                                           const std::string& name);

} // namespace vouch::frontend
