#pragma once

#include "analysis/frontend/addresses_elsewhere.hpp"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <string>
#include <unordered_set>
#include <vector>

namespace vouch::frontend {

/// What a look over everything that the entry functions can reach finds out before anything is lowered.
/// Variables and functions are canonical declarations, except in `functions`.
struct Usage {
  /// Reachable definitions, callers before callees.
  std::vector<const clang::FunctionDecl*> functions;
  /// Referenced variables with static storage.
  std::vector<const clang::VarDecl*> globals;
  /// Functions that a pointer may point to, defined or not.
  std::vector<const clang::FunctionDecl*> address_taken_functions;
  /// Names of functions that are called or pointed to, but not defined.
  std::unordered_set<std::string> undefined_functions;
  /// Their declarations.
  std::vector<const clang::FunctionDecl*> undefined_declarations;
  std::unordered_set<const clang::VarDecl*> address_taken;
  /// Whether some literal could be a format of `printf` that stores numbers (`%n`).
  bool has_format_that_stores = false;
  /// Functions with a `va_start`.
  std::unordered_set<const clang::FunctionDecl*> variable_arguments;
  /// Labels whose address is taken (`&&label`), in all functions.
  std::vector<const clang::LabelDecl*> addressed_labels;
  /// Variables into whose scope a `goto` or a `switch` may jump past their declaration.
  std::vector<const clang::VarDecl*> bypassed;
};

/// `roots` are definitions. `elsewhere`: of what other code than theirs has addresses; nothing where all code is theirs.
Usage collect_usage(const std::vector<const clang::FunctionDecl*>& roots, const AddressesElsewhere& elsewhere);

} // namespace vouch::frontend
