#pragma once

#include "analysis/frontend/call_arguments.hpp"
#include "analysis/frontend/lowering_context.hpp"

#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>

namespace vouch::frontend {

/// Calls through pointers, and the bodies of functions without a definition that pointers lead to.
class PointerCallLowering {
public:
  explicit PointerCallLowering(LoweringContext& lowering) : lowering_(lowering), unit_(lowering.unit()) {}

  void call_pointer(const clang::CallExpr* expression, const CallResult& result, const Origin& origin);
  /// The body of a function without a definition.
  void lower_undefined(const FunctionInterface& interface);

private:
  /// A call of `function` that conventions give a meaning, whatever its body: an error function, a check or an
  /// assumption. False: it is an ordinary one, and nothing was done.
  bool call_by_convention(const clang::FunctionDecl* function, const CallArguments& arguments, const Origin& origin);

  LoweringContext& lowering_;
  Unit& unit_;
};

} // namespace vouch::frontend
