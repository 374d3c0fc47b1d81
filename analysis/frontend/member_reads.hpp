#pragma once

#include "analysis/frontend/usage.hpp"

#include <clang/AST/Decl.h>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace vouch::frontend {

/// Which members of structs a function may look at, it and everything that can run behind it: what others hold when it is
/// called takes no part. A member that is only assigned to is not looked at.
///
/// Made from member accesses in the source. Who reads a member otherwise, by its bytes or as one of another struct, finds
/// what nobody has said anything about; so a member that is missing here costs an answer, and never a right one.
class MemberReads {
public:
  using Members = std::unordered_set<const clang::FieldDecl*>;

  /// `usage` must outlive the object.
  explicit MemberReads(const Usage& usage) : usage_(usage) {}

  /// `function` is a definition.
  Members behind(const clang::FunctionDecl* function);

private:
  struct OfFunction {
    Members members;
    std::vector<const clang::FunctionDecl*> mentioned; ///< definitions
    bool calls_through_pointer = false;
  };
  const OfFunction& of(const clang::FunctionDecl* function);
  static void look_at(const clang::Stmt* statement, OfFunction& found);

  const Usage& usage_;
  std::unordered_map<const clang::FunctionDecl*, OfFunction> functions_;
};

} // namespace vouch::frontend
