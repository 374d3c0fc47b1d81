#pragma once

#include "analysis/frontend/call_arguments.hpp"
#include "analysis/frontend/lowering_context.hpp"

#include <clang/AST/Expr.h>
#include <optional>
#include <string>

namespace vouch::frontend {

/// The value of a call of `printf` or one of its relatives, null if there is none or nobody needs it; nothing if it
/// is no such call, or nothing in its format matters.
std::optional<cfa::ExpressionRef> lower_print(LoweringContext& lowering, const clang::CallExpr* expression,
                                              const std::string& name, const Destination* destination, ResultUse use);

} // namespace vouch::frontend
