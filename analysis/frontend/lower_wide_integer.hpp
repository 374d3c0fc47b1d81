#pragma once

#include "analysis/frontend/lowering_context.hpp"

#include <clang/AST/Expr.h>

/// Integers of more than 64 bits.
namespace vouch::frontend {

/// Whether values of the type are over-approximated. Not where that would hide undefined behaviour.
bool is_approximated(const LoweringContext& lowering, clang::QualType type);

/// Any value of `type`, in place of one that `expression` computes from operands that were evaluated.
cfa::ExpressionRef approximated(LoweringContext& lowering, const cfa::Type& type, const clang::Expr* expression);

/// `object` gets some value.
void approximate(LoweringContext& lowering, const Place& object, clang::QualType type, const Origin& origin);

} // namespace vouch::frontend
