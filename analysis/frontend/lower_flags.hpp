#pragma once

#include "analysis/frontend/lowering_context.hpp"

#include <clang/AST/Expr.h>
#include <clang/AST/Stmt.h>

/// What compiler flags make of the program that the engine does not compute (dialect.hpp).
namespace vouch::frontend {

/// In front of a statement: whether it computes with floats by rules that are not known.
void note_floats(LoweringContext& lowering, const clang::Stmt* statement);

/// In front of an operation with an operand of `type`: the same for the order of pointers.
void note_pointer_comparison(LoweringContext& lowering, clang::BinaryOperatorKind op, clang::QualType type,
                             const clang::Expr* whole);

} // namespace vouch::frontend
