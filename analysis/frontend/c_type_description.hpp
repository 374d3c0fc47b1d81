#pragma once

#include "analysis/cfa/c_types.hpp"
#include "analysis/frontend/unit.hpp"

#include <unordered_map>

namespace vouch::frontend {

/// Describes Clang's types in a table, each once.
class CTypeDescription {
public:
  /// Both must outlive this.
  CTypeDescription(const Unit& unit, cfa::CTypeTable& table) : unit_(unit), context_(unit.context), table_(table) {}

  cfa::CTypeId id_of(clang::QualType type);

private:
  [[nodiscard]] std::string name_of(clang::QualType type) const;
  cfa::CType content_of(clang::QualType written);
  void describe_record(const clang::RecordDecl* record, cfa::CTypeKind kind, cfa::CType& result);
  void describe_arithmetic(clang::QualType type, cfa::CType& result) const;
  [[nodiscard]] cfa::IntegerRank rank_of(clang::QualType type) const;

  const Unit& unit_;
  const clang::ASTContext& context_;
  cfa::CTypeTable& table_;
  std::unordered_map<void*, cfa::CTypeId> ids_;
};

} // namespace vouch::frontend
