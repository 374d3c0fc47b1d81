#pragma once

#include <clang/AST/Decl.h>
#include <clang/AST/Stmt.h>
#include <variant>
#include <vector>

namespace vouch::frontend {

/// An assertion, as a statement.
struct Expectation {
  const clang::Stmt* assertion = nullptr;
};

/// Where this holds the function returns, and nothing that follows in the contract is expected.
struct WayOut {
  const clang::Expr* condition = nullptr;
};

using ContractPart = std::variant<Expectation, WayOut>;

/// What `function`, a definition, expects of its callers: the assertions on parameters with which its body begins, and the
/// conditions for returning before them if others can call it. Other statements without effects may stand between them. An assertion or
/// condition that has side effects itself, calls something, or reads local variables ends the contract, as everything else
/// does. The last part, if there is one, is an expectation.
///
/// Example: `mark_t mark = {0, 0}; if (!list) return 0; do { assert(n > 0); } while (0);` expects that n > 0 unless
/// list is null.
std::vector<ContractPart> contract_of(const clang::FunctionDecl* function);

/// Whether arguments that are made up keep to it.
enum class Contract { Assumed, Ignored };

} // namespace vouch::frontend
