#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <unordered_set>
#include <vector>

namespace vouch::frontend {

/// What code that is not looked at may have pointers to, where functions of a file are verified for any caller: what has run
/// before, or runs now, are other functions of the file, and other files.
///
/// Example: `static int a, b; int c; int *get(void) { return &a; } static void done(void) {}`
///          `const struct hooks hooks = {done}; void set(int *p) { b = *p; }`
///   done, a; and c, as some `p` may be its address. Nobody has one of b, which is confined.
struct AddressesElsewhere {
  std::vector<const clang::FunctionDecl*> functions;   ///< canonical
  std::unordered_set<const clang::VarDecl*> variables; ///< canonical, with static storage
  /// Of which nobody else has the address. Of those of files that are linked in it is not known.
  std::unordered_set<const clang::VarDecl*> confined;
};

/// Of the translation unit's functions those of which it takes the address anywhere. Of its variables those whose address gets
/// out, and of those that other files can name the ones to which parameters, variables, or pointers in what these lead to,
/// could lead by their type.
AddressesElsewhere addresses_elsewhere(const clang::ASTContext& context);

} // namespace vouch::frontend
