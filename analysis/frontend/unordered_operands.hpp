#pragma once

#include "analysis/frontend/effects.hpp"

#include <clang/AST/Expr.h>
#include <functional>
#include <vector>

namespace vouch::frontend {

/// The operands of `expression` that C evaluates in any order (6.5p2, p3, 6.5.2.2p10, 6.7.9p23), from left to right:
/// not those of `&&`, `||`, `?:` and the comma. Fewer than two: there is nothing to order.
std::vector<const clang::Expr*> unordered_operands(const clang::Expr* expression);

/// Whether the source alone leaves open that evaluating one of `operands` changes what another one reads or writes. Plain
/// accesses that types keep apart do not.
bool may_depend_on_order(const std::vector<const clang::Expr*>& operands, EffectsOf& effects_of,
                         const std::function<bool(const clang::VarDecl*)>& is_address_taken,
                         const clang::ASTContext& context);

/// Whether the assignment `expression` changes its variable once more while the right side is evaluated, in no order
/// with what the assignment stores: `i = i++`. That is undefined.
bool assigns_again(const clang::BinaryOperator* expression);

} // namespace vouch::frontend
