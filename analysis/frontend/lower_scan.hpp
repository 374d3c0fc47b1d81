#pragma once

#include "analysis/frontend/lowering_context.hpp"

#include <clang/AST/Expr.h>
#include <optional>
#include <string>

namespace vouch::frontend {

/// The value of a call of `scanf` or one of its relatives; nothing if it is none, or if its format is not understood.
std::optional<cfa::ExpressionRef> lower_scan(LoweringContext& lowering, const clang::CallExpr* expression,
                                             const std::string& name, cfa::InputKind kind,
                                             const Destination* destination);

} // namespace vouch::frontend
