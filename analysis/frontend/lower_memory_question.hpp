#pragma once

#include "analysis/frontend/library_functions.hpp"
#include "analysis/frontend/lowering_context.hpp"

#include <clang/AST/Expr.h>
#include <optional>

namespace vouch::frontend {

/// The answer, 1 or 0, to what a call of `function` asks about memory (`is_question_about_memory`). Nothing: the call has
/// not the arguments of such a question.
std::optional<cfa::ExpressionRef> lower_memory_question(LoweringContext& lowering, const clang::CallExpr* expression,
                                                        LibraryFunction function);

} // namespace vouch::frontend
