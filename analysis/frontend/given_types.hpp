#pragma once

#include "analysis/cfa/cfa.hpp"
#include "analysis/frontend/member_reads.hpp"
#include "analysis/frontend/type_lowering.hpp"

#include <clang/AST/ASTContext.h>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace vouch::frontend {

/// The types of objects that callers make and that pointers in what they pass lead to; see cfa/given_type.hpp and
/// docs/decisions/0208.
class GivenTypes {
public:
  GivenTypes(const clang::ASTContext& context, const TypeLowering& types, cfa::CfaBuilder& builder)
      : context_(context), types_(types), builder_(builder) {}

  /// For what a pointer to `pointee` leads to, where members that are a `void *` lead to `structs`; invalid if no object
  /// can have that type.
  cfa::GivenTypeId of(clang::QualType pointee, const StructsBehindMembers& structs);

  /// For bytes of which nobody says what they are: what a `void *` leads to, if no other pointer leads there.
  cfa::GivenTypeId untyped();
  /// For what the pointers in an object of this type lead to, in unions, too; each once.
  std::vector<cfa::GivenTypeId> behind_pointers_in(clang::QualType type);

private:
  cfa::GivenTypeId of(clang::QualType pointee);
  void add_behind(clang::QualType part, std::vector<cfa::GivenTypeId>& types);
  /// Adds the pointers in a part of the type, `offset` bytes from its start.
  void add_pointers(cfa::GivenTypeId owner, clang::QualType part, cfa::Integer offset, const std::string& name);
  void add_members(cfa::GivenTypeId owner, const clang::RecordDecl* record, cfa::Integer offset);
  void add_alternatives(cfa::GivenTypeId owner, const clang::RecordDecl* record, cfa::Integer offset);
  void add_elements(cfa::GivenTypeId owner, const clang::ArrayType* array, cfa::Integer offset,
                    const std::string& name);

  const clang::ASTContext& context_;
  const TypeLowering& types_;
  cfa::CfaBuilder& builder_;
  using ByType = std::map<const clang::Type*, cfa::GivenTypeId>; ///< by the type of objects
  std::map<StructsBehindMembers, ByType> known_;
  std::map<StructsBehindMembers, ByType>::iterator now_; ///< what `of` was called with last
  cfa::GivenTypeId untyped_;
};

/// The type by which objects that pointers to `pointee` lead to are told from others: C lets one object be accessed as what
/// is signed and as what is unsigned, as any kind of character, and as an enumeration and the integer that it is (6.5p7).
clang::QualType type_of_objects(const clang::ASTContext& context, clang::QualType pointee);

/// Whether objects of this type can be made: not of `void`, functions and what is only declared.
bool is_object_type(clang::QualType type);

} // namespace vouch::frontend
