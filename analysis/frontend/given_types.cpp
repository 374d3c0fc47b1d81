#include "analysis/frontend/given_types.hpp"

#include <algorithm>
#include <clang/AST/RecordLayout.h>
#include <vector>

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

clang::QualType type_of_objects(const clang::ASTContext& context, clang::QualType pointee) {
  clang::QualType type = pointee.getCanonicalType().getUnqualifiedType();
  if (const auto* enumeration = type->getAs<clang::EnumType>();
      enumeration != nullptr && !enumeration->getDecl()->getIntegerType().isNull()) {
    type = enumeration->getDecl()->getIntegerType().getCanonicalType().getUnqualifiedType();
  }
  if (type->isCharType()) {
    return context.CharTy;
  }
  const bool has_signed_version =
      type->isUnsignedIntegerType() && !type->isBooleanType() && !type->isAnyCharacterType();
  return has_signed_version ? context.getCorrespondingSignedType(type) : type;
}

cfa::GivenTypeId GivenTypes::of(clang::QualType pointee, const StructsBehindMembers& structs) {
  StructsBehindMembers known = structs;
  std::erase_if(known, [](const auto& entry) { return entry.second == nullptr; });
  now_ = known_.try_emplace(std::move(known)).first;
  return of(pointee);
}

cfa::GivenTypeId GivenTypes::of(clang::QualType pointee) {
  if (!is_object_type(pointee)) {
    return {};
  }
  const clang::QualType type = type_of_objects(context_, pointee);
  const auto [position, is_new] = now_->second.try_emplace(type.getTypePtr());
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

cfa::GivenTypeId GivenTypes::untyped() {
  if (!untyped_.is_valid()) {
    untyped_ = builder_.add_given_type({.name = "void"});
  }
  return untyped_;
}

std::vector<cfa::GivenTypeId> GivenTypes::behind_pointers_in(clang::QualType type) {
  now_ = known_.try_emplace(StructsBehindMembers()).first;
  std::vector<cfa::GivenTypeId> result;
  add_behind(type, result);
  return result;
}

void GivenTypes::add_behind(clang::QualType part, std::vector<cfa::GivenTypeId>& types) {
  if (part->isPointerType()) {
    const cfa::GivenTypeId type = part->isVoidPointerType() ? untyped() : of(part->getPointeeType());
    if (type.is_valid() && std::ranges::find(types, type) == types.end()) {
      types.push_back(type);
    }
  } else if (const clang::ArrayType* array = part->getAsArrayTypeUnsafe()) {
    add_behind(array->getElementType(), types);
  } else if (const clang::RecordDecl* record = part->getAsRecordDecl()) {
    for (const clang::FieldDecl* field : record->fields()) {
      add_behind(field->getType(), types);
    }
  }
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
    add_alternatives(owner, record, offset);
    return;
  }
  const clang::ASTRecordLayout& layout = context_.getASTRecordLayout(record);
  for (const clang::FieldDecl* field : record->fields()) {
    const auto distance = static_cast<cfa::Integer>(layout.getFieldOffset(field->getFieldIndex()) / bits_per_byte);
    const clang::Type* behind = field->getType()->isVoidPointerType() ? struct_behind(now_->first, field) : nullptr;
    if (behind != nullptr) {
      const cfa::GivenTypeId leads_to = of(clang::QualType(behind, 0));
      builder_.given_type(owner).pointers.push_back({offset + distance, field->getNameAsString(), leads_to});
    } else {
      add_pointers(owner, field->getType(), offset + distance, field->getNameAsString());
    }
  }
}

/// It is known where a pointer leads if all members that have one there have the same: whoever reads it as one means that
/// member. A member that has something else there is not meant then.
void GivenTypes::add_alternatives(cfa::GivenTypeId owner, const clang::RecordDecl* record, cfa::Integer offset) {
  const std::size_t before = builder_.given_type(owner).pointers.size();
  for (const clang::FieldDecl* field : record->fields()) {
    add_pointers(owner, field->getType(), offset, field->getNameAsString());
  }
  std::vector<cfa::GivenType::Pointer>& pointers = builder_.given_type(owner).pointers;
  const auto pointer_size = static_cast<cfa::Integer>(types_.pointer().width / bits_per_byte);
  const auto contradict = [&](const cfa::GivenType::Pointer& left, const cfa::GivenType::Pointer& right) {
    const cfa::Integer distance = left.offset < right.offset ? right.offset - left.offset : left.offset - right.offset;
    return distance < pointer_size && (distance != 0 || left.leads_to != right.leads_to);
  };
  const auto listed = pointers.begin() + static_cast<std::ptrdiff_t>(before);
  const std::vector<cfa::GivenType::Pointer> all(listed, pointers.end());
  pointers.erase(listed, pointers.end());
  for (const cfa::GivenType::Pointer& pointer : all) {
    const bool is_clear =
        std::ranges::none_of(all, [&](const cfa::GivenType::Pointer& other) { return contradict(pointer, other); });
    if (!is_clear && pointer.leads_to.is_valid()) {
      builder_.given_type(owner).others_lead_to.push_back(pointer.leads_to);
    }
    const bool is_new = std::ranges::find(pointers, pointer.offset, &cfa::GivenType::Pointer::offset) == pointers.end();
    if (is_new) {
      pointers.push_back({pointer.offset, pointer.name, is_clear ? pointer.leads_to : cfa::GivenTypeId()});
    }
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
    std::vector<cfa::GivenTypeId> behind;
    add_behind(element, behind);
    builder_.given_type(owner).has_other_pointers = true;
    builder_.given_type(owner).others_lead_to = std::move(behind);
    return;
  }
  const auto size = static_cast<cfa::Integer>(types_.size_in_bytes(element));
  for (cfa::Integer index = 0; index < count; ++index) {
    add_pointers(owner, element, offset + index * size, name + "[" + cfa::to_string(index) + "]");
  }
}

} // namespace vouch::frontend
