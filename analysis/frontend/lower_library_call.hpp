#pragma once

#include "analysis/frontend/call_arguments.hpp"
#include "analysis/frontend/library_functions.hpp"
#include "analysis/frontend/lowering_context.hpp"

#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <optional>

namespace vouch::frontend {

/// Calls of functions that are understood by name.
class LibraryCallLowering {
public:
  explicit LibraryCallLowering(LoweringContext& lowering) : lowering_(lowering), unit_(lowering.unit()) {}

  /// Returns the value, null if there is none or nobody needs it. Nothing: it is an ordinary call after all.
  std::optional<cfa::ExpressionRef> library_call(const clang::CallExpr* expression, const clang::FunctionDecl* callee,
                                                 LibraryFunction function, const Destination* destination,
                                                 ResultUse use);

private:
  void assertion_failure(const clang::CallExpr* expression);
  void checked_assertion(const clang::CallExpr* expression);
  void annotated_assertion(const clang::CallExpr* expression);
  cfa::ExpressionRef nondeterministic(const clang::CallExpr* expression, const clang::FunctionDecl* callee,
                                      const Destination* destination);
  cfa::ExpressionRef absolute_value(const clang::CallExpr* expression, const Destination* destination);
  cfa::ExpressionRef unknown_library_result(const clang::CallExpr* expression, LibraryFunction function,
                                            const Destination* destination, ResultUse use);
  /// Any value of the call's type; null if it has none.
  cfa::ExpressionRef any_result(const clang::CallExpr* expression, const Destination* destination, ResultUse use);

  LoweringContext& lowering_;
  Unit& unit_;
};

} // namespace vouch::frontend
