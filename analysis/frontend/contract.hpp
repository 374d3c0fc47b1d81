#pragma once

#include <clang/AST/Decl.h>
#include <clang/AST/Stmt.h>
#include <vector>

namespace vouch::frontend {

/// The assertions on parameters with which the body of `function`, a definition, begins: what it expects of its callers.
/// Only declarations without side effects may stand between them. An assertion that has side effects itself, calls something,
/// or reads local variables ends the contract.
std::vector<const clang::Stmt*> contract_of(const clang::FunctionDecl* function);

/// Whether arguments that are made up keep to it.
enum class Contract { Assumed, Ignored };

} // namespace vouch::frontend
