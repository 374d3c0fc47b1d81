#pragma once

#include "analysis/frontend/float_functions.hpp"
#include "analysis/frontend/lowering_context.hpp"

#include <clang/AST/Expr.h>
#include <optional>
#include <string>
#include <vector>

namespace vouch::frontend {

/// Calls of the functions of <math.h> that are exact.
class FloatFunctionLowering {
public:
  explicit FloatFunctionLowering(LoweringContext& lowering) : lowering_(lowering), unit_(lowering.unit()) {}

  /// The value; nothing if it is no such call.
  std::optional<cfa::ExpressionRef> float_call(const clang::CallExpr* expression, const std::string& name,
                                               const Destination* destination);
  /// The sign as 0 or 1 if `expression` calls signbit: where only zero or not matters.
  std::optional<cfa::ExpressionRef> sign_bit(const clang::Expr* expression);

private:
  std::optional<cfa::ExpressionRef> float_result(FloatFunction function, const std::vector<cfa::ExpressionRef>& values,
                                                 const cfa::Type& type, const Origin& origin);
  cfa::ExpressionRef smaller_or_larger(FloatFunction function, cfa::ExpressionRef x, cfa::ExpressionRef y,
                                       const Origin& origin);
  cfa::ExpressionRef rounded_to_integer(cfa::ExpressionRef rounded, const cfa::Type& type, const Origin& origin);
  cfa::ExpressionRef nonzero_if(cfa::ExpressionRef condition, const Origin& origin);

  LoweringContext& lowering_;
  Unit& unit_;
};

} // namespace vouch::frontend
