#pragma once

#include "analysis/frontend/call_arguments.hpp"
#include "analysis/frontend/lowering_context.hpp"

#include <clang/AST/Expr.h>
#include <string_view>

namespace vouch::frontend {

/// Variable arguments, of those who pass them and of those who look at them.
class VariableArgumentLowering {
public:
  explicit VariableArgumentLowering(LoweringContext& lowering) : lowering_(lowering), unit_(lowering.unit()) {}

  /// The address of an object with the arguments behind the named ones.
  cfa::ExpressionRef variable_arguments(const FunctionInterface& callee, const CallArguments& arguments,
                                        const Origin& origin);
  /// Whether `name` is one of `va_start`, `va_copy`, `va_end`; lowers it then.
  bool variable_arguments_builtin(const clang::CallExpr* expression, std::string_view name);
  /// Goes on to the argument behind the one that is returned.
  MemoryPlace next_argument(const clang::VAArgExpr* expression);
  /// The same, and gives its value.
  cfa::ExpressionRef variable_argument(const clang::VAArgExpr* expression, const cfa::Type& type);

private:
  /// Where the `va_list` that `list` designates holds its position.
  Place list_place(const clang::Expr* list);

  LoweringContext& lowering_;
  Unit& unit_;
};

} // namespace vouch::frontend
