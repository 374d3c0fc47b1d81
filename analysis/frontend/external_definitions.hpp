#pragma once

#include "analysis/frontend/dialect.hpp"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <map>
#include <string>

namespace vouch::frontend {

/// Of two definitions of a name a linker takes the strong one; two strong ones are an error.
enum class Strength {
  Strong,
  Common, ///< a variable without an initialiser, where the compiler leaves its definition to the linker
  Weak,
};

struct ExternalDefinition {
  const clang::DeclaratorDecl* declaration = nullptr;
  Strength strength = Strength::Strong;
};

/// What a translation unit defines with external linkage, functions and variables, by name. C's inline definitions are
/// none of these.
using ExternalDefinitions = std::map<std::string, ExternalDefinition>;
ExternalDefinitions external_definitions(const clang::ASTContext& context, const Dialect& dialect);

/// Changes the tree: what was a definition is a declaration, as if the code of the function, or the value of the
/// variable, were in another file.
void give_way(const clang::DeclaratorDecl* definition);

} // namespace vouch::frontend
