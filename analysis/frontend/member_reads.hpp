#pragma once

#include "analysis/frontend/usage.hpp"

#include <clang/AST/Decl.h>
#include <map>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace vouch::frontend {

/// By member that is a `void *`: the struct, complete and as a canonical type, that it is taken for; null: for several
/// things, or for what is no struct.
using StructsBehindMembers = std::map<const clang::FieldDecl*, const clang::Type*>;

/// Null: it may lead to anything.
const clang::Type* struct_behind(const StructsBehindMembers& structs, const clang::FieldDecl* field);

/// Which members of structs a function may look at, it and everything that can run behind it: what others hold when it is
/// called takes no part. A member that is only assigned to is not looked at. And what it takes members for that are a
/// `void *`: in `struct rtu *rtu = context->backend_data;` a pointer to a `struct rtu`.
///
/// Made from member accesses in the source. Who reads a member otherwise, by its bytes or as one of another struct, finds
/// what nobody has said anything about; so a member that is missing here costs an answer, and never a right one.
class MemberReads {
public:
  struct Members {
    std::unordered_set<const clang::FieldDecl*> read;
    StructsBehindMembers converted;

    [[nodiscard]] bool is_read(const clang::FieldDecl* field) const { return read.contains(field->getCanonicalDecl()); }
  };

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
