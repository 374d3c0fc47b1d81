#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <unordered_set>
#include <utility>
#include <vector>

namespace vouch::frontend {

/// What code that is not looked at may have pointers to, where functions of a file are verified for any caller: what has run
/// before, or runs now, are other functions of the file, and other files.
///
/// Example: `static int a, b, d; int c; int *get(void) { return &a; } static void done(void) {} static int *kept = &d;`
///          `const struct hooks hooks = {done}; void set(int *p) { b = *p; }`
///   done, a; d, behind `kept`; and c, as some `p` may be its address. b is confined, as nobody has its address, and so is d, which
///   nobody passes.
struct AddressesElsewhere {
  std::vector<const clang::FunctionDecl*> functions;   ///< canonical
  std::unordered_set<const clang::VarDecl*> variables; ///< canonical, with static storage
  /// Of which nobody outside of their file has the address.
  std::unordered_set<const clang::VarDecl*> confined;
};

/// What the translation unit takes the address of anywhere, and of the variables that other files can name the ones to which
/// parameters, variables, or pointers in what these lead to, could lead by their type.
AddressesElsewhere addresses_elsewhere(const clang::ASTContext& context);

/// Variables with static storage of a file that was linked in, with their copies.
struct LinkedVariables {
  const clang::ASTContext* context = nullptr; ///< of all that the file has, copied or not
  std::vector<std::pair<const clang::VarDecl*, const clang::VarDecl*>> copies; ///< there and here
};

/// Adds the variables that were linked in to `addresses`, which were those of `context` before: what parameters here, or there,
/// could lead to, and what functions of their files hand out, whether they were linked in, too, or not.
void add_linked_variables(AddressesElsewhere& addresses, const clang::ASTContext& context,
                          const std::vector<LinkedVariables>& files);

} // namespace vouch::frontend
