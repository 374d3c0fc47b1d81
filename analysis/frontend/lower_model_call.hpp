#pragma once

#include "analysis/frontend/call_arguments.hpp"
#include "analysis/frontend/lowering_context.hpp"

#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <optional>
#include <string>

namespace vouch::frontend {

/// Calls of functions that have no definition in the user's file, but a model (library_models.hpp).
class ModelCallLowering {
public:
  explicit ModelCallLowering(LoweringContext& lowering) : lowering_(lowering), unit_(lowering.unit()) {}

  /// Whether a function without a definition is the one that its name is known for.
  [[nodiscard]] bool may_be_librarys(const clang::FunctionDecl* function) const;
  /// The model of a function without a definition, if `expression` can be a call of it; else null.
  const clang::FunctionDecl* model_for(const clang::CallExpr* expression, const clang::FunctionDecl* callee);
  void call_model(const clang::CallExpr* expression, const clang::FunctionDecl* model, const CallResult& result,
                  const Origin& origin);
  /// `(*__ctype_b_loc())[c]` and its relatives, which the macros of <ctype.h> become; nothing for all else.
  std::optional<cfa::ExpressionRef> character_table_entry(const clang::Expr* lvalue, const cfa::Type& type);
  /// The body of a function without a definition that has a model. False: it has none, and nothing was done.
  bool lower_as_model(const FunctionInterface& interface, const std::string& name, const Origin& origin);

private:
  LoweringContext& lowering_;
  Unit& unit_;
};

} // namespace vouch::frontend
