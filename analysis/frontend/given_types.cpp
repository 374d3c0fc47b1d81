#include "analysis/frontend/given_types.hpp"

#include <clang/AST/RecordLayout.h>

/// Follows pointers from type to type. Where they are not one by one the members of a struct or the elements of a short
/// array, nothing is known of them.
namespace vouch::frontend {
namespace {

constexpr cfa::Integer most_elements = 64;
constexpr unsigned bits_per_byte = 8;

bool holds_pointers(clang::QualType type) {
  if (type->isPointerType()) {
    return true;
  }
  if (const clang::ArrayType* array = type->getAsArrayTypeUnsafe()) {
    return holds_pointers(array->getElementType());
  }
  const clang::RecordDecl* record = type->getAsRecordDecl();
  return record != nullptr && std::ranges::any_of(record->fields(), [](const clang::FieldDecl* field) {
           return holds_pointers(field->getType());
         });
}

} // namespace

bool is_object_type(clang::QualType type) {
  return !type->isVoidType() && !type->isFunctionType() && !type->isIncompleteType() && !type->isVariablyModifiedType();
}

cfa::GivenTypeId GivenTypes::of(clang::QualType pointee) {
  if (!is_object_type(pointee)) {
    return {};
  }
  const clang::QualType type = pointee.getCanonicalType().getUnqualifiedType();
  const auto [position, is_new] = known_.try_emplace(type.getTypePtr());
  if (!is_new) {
    return position->second;
  }
  cfa::GivenType described;
  described.name = type.getAsString();
  described.size = static_cast<cfa::Integer>(std::max<std::uint64_t>(types_.size_in_bytes(type), 1));
  described.alignment = static_cast<cfa::Integer>(types_.alignment(type));
  const cfa::GivenTypeId id = builder_.add_given_type(std::move(described));
  position->second = id;
  add_pointers(id, type, 0, "");
  return id;
}

void GivenTypes::add_pointers(cfa::GivenTypeId owner, clang::QualType part, cfa::Integer offset,
                              const std::string& name) {
  if (part->isPointerType()) {
    const cfa::GivenTypeId leads_to = of(part->getPointeeType());
    builder_.given_type(owner).pointers.push_back({offset, name, leads_to});
  } else if (const clang::ArrayType* array = part->getAsArrayTypeUnsafe()) {
    add_elements(owner, array, offset, name);
  } else if (const clang::RecordDecl* record = part->getAsRecordDecl()) {
    add_members(owner, record, offset);
  }
}

void GivenTypes::add_members(cfa::GivenTypeId owner, const clang::RecordDecl* record, cfa::Integer offset) {
  if (record->isUnion()) {
    const bool holds_some = std::ranges::any_of(
        record->fields(), [](const clang::FieldDecl* field) { return holds_pointers(field->getType()); });
    builder_.given_type(owner).has_other_pointers |= holds_some;
    return;
  }
  const clang::ASTRecordLayout& layout = context_.getASTRecordLayout(record);
  for (const clang::FieldDecl* field : record->fields()) {
    const auto distance = static_cast<cfa::Integer>(layout.getFieldOffset(field->getFieldIndex()) / bits_per_byte);
    add_pointers(owner, field->getType(), offset + distance, field->getNameAsString());
  }
}

void GivenTypes::add_elements(cfa::GivenTypeId owner, const clang::ArrayType* array, cfa::Integer offset,
                              const std::string& name) {
  const auto* sized = llvm::dyn_cast<clang::ConstantArrayType>(array);
  const clang::QualType element = array->getElementType();
  if (!holds_pointers(element)) {
    return;
  }
  const auto count = sized != nullptr ? static_cast<cfa::Integer>(sized->getSize().getZExtValue()) : most_elements + 1;
  if (count > most_elements) {
    builder_.given_type(owner).has_other_pointers = true;
    return;
  }
  const auto size = static_cast<cfa::Integer>(types_.size_in_bytes(element));
  for (cfa::Integer index = 0; index < count; ++index) {
    add_pointers(owner, element, offset + index * size, name + "[" + cfa::to_string(index) + "]");
  }
}

} // namespace vouch::frontend
