#include "analysis/frontend/c_type_description.hpp"

#include "analysis/frontend/clang_ast.hpp"

#include <clang/AST/Decl.h>
#include <clang/AST/RecordLayout.h>
#include <utility>

namespace vouch::frontend {

cfa::CTypeId CTypeDescription::id_of(clang::QualType type) {
  if (auto known = ids_.find(type.getAsOpaquePtr()); known != ids_.end()) {
    return known->second;
  }
  const cfa::CTypeId id = table_.add({});
  ids_.emplace(type.getAsOpaquePtr(), id); // now, because a struct may lead back to itself
  table_[id].spelling = type.getAsString(context_.getPrintingPolicy());
  cfa::CType content = content_of(type);
  content.spelling = table_[id].spelling;
  content.name = name_of(type);
  content.is_constant = type.isConstQualified();
  table_[id] = std::move(content);
  return id;
}

std::string CTypeDescription::name_of(clang::QualType type) const {
  const std::string name = type.getUnqualifiedType().getAsString(context_.getPrintingPolicy());
  const bool has_none = name.find("(unnamed") != std::string::npos || name.find("(anonymous") != std::string::npos;
  return has_none ? std::string() : name;
}

cfa::CType CTypeDescription::content_of(clang::QualType written) {
  clang::QualType type = written.getUnqualifiedType();
  if (const auto* atomic = type->getAs<clang::AtomicType>()) {
    type = atomic->getValueType();
  }
  cfa::CType result;
  if (!type->isIncompleteType() && !type->isFunctionType() && !type->isVariableArrayType()) {
    result.size_bytes = unit_.types.size_in_bytes(type);
  }
  if (type->isVoidType()) {
    result.kind = cfa::CTypeKind::Void;
  } else if (const auto* array = context_.getAsArrayType(type)) {
    result.kind = cfa::CTypeKind::Array;
    result.element = id_of(array->getElementType());
    if (const auto* constant = llvm::dyn_cast<clang::ConstantArrayType>(array)) {
      result.length = constant->getSize().getZExtValue();
    }
  } else if (const auto* record = type->getAs<clang::RecordType>()) {
    describe_record(record->getDecl()->getDefinition(),
                    type->isUnionType() ? cfa::CTypeKind::Union : cfa::CTypeKind::Struct, result);
  } else if (const auto* function = type->getAs<clang::FunctionType>()) {
    result.kind = cfa::CTypeKind::Function;
    result.element = id_of(function->getReturnType());
  } else if (type->isPointerType()) {
    result.kind = cfa::CTypeKind::Pointer;
    result.element = id_of(type->getPointeeType());
    result.scalar = unit_.types.scalar(type);
  } else {
    describe_arithmetic(type, result);
  }
  return result;
}

void CTypeDescription::describe_record(const clang::RecordDecl* record, cfa::CTypeKind kind, cfa::CType& result) {
  result.kind = kind;
  if (record == nullptr || record->isInvalidDecl()) {
    return;
  }
  const clang::ASTRecordLayout& layout = context_.getASTRecordLayout(record);
  for (const clang::FieldDecl* field : record->fields()) {
    if (field->isUnnamedBitField()) {
      continue;
    }
    const unsigned width = field->isBitField() ? static_cast<unsigned>(field->getBitWidthValue(context_)) : 0;
    result.fields.push_back(
        {field->getNameAsString(), id_of(field->getType()), layout.getFieldOffset(field->getFieldIndex()), width});
  }
}

void CTypeDescription::describe_arithmetic(clang::QualType type, cfa::CType& result) const {
  result.scalar = unit_.types.scalar(type);
  if (!result.scalar) {
    return;
  }
  if (const auto* enumeration = type->getAs<clang::EnumType>()) {
    result.kind = cfa::CTypeKind::Enumeration;
    if (const clang::EnumDecl* definition = enumeration->getDecl()->getDefinition()) {
      for (const clang::EnumConstantDecl* constant : definition->enumerators()) {
        result.enumerators.push_back({constant->getNameAsString(), integer_of(constant->getInitVal())});
      }
    }
  } else if (type->isBooleanType()) {
    result.kind = cfa::CTypeKind::Boolean;
  } else if (type->isAnyCharacterType() || type->isCharType()) {
    result.kind = cfa::CTypeKind::Character;
  } else if (type->isRealFloatingType()) {
    result.kind = cfa::CTypeKind::Floating;
  } else if (cfa::as_integer(*result.scalar) != nullptr) {
    result.kind = cfa::CTypeKind::Integral;
  }
  result.rank = rank_of(type);
}

cfa::IntegerRank CTypeDescription::rank_of(clang::QualType type) const {
  const auto is = [&](clang::QualType a, clang::QualType b) {
    return context_.hasSameUnqualifiedType(type, a) || context_.hasSameUnqualifiedType(type, b);
  };
  return type->isBooleanType()                                  ? cfa::IntegerRank::Boolean
         : type->isCharType()                                   ? cfa::IntegerRank::Character
         : is(context_.ShortTy, context_.UnsignedShortTy)       ? cfa::IntegerRank::Short
         : is(context_.LongTy, context_.UnsignedLongTy)         ? cfa::IntegerRank::Long
         : is(context_.LongLongTy, context_.UnsignedLongLongTy) ? cfa::IntegerRank::LongLong
                                                                : cfa::IntegerRank::Int;
}

} // namespace vouch::frontend
