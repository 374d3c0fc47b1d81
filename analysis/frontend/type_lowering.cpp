#include "analysis/frontend/type_lowering.hpp"

#include <algorithm>
#include <clang/AST/Attr.h>
#include <clang/AST/Decl.h>
#include <clang/AST/RecordLayout.h>
#include <clang/Basic/TargetInfo.h>

namespace vouch::frontend {
namespace {

/// More parts than this are cheaper to keep in memory.
constexpr std::size_t most_leaves_in_registers = 64;

bool is_big_endian(const clang::RecordDecl* record) {
  return llvm::any_of(record->specific_attrs<clang::AnnotateAttr>(), [](const clang::AnnotateAttr* note) {
    return note->getAnnotation() == "scalar_storage_order big-endian";
  });
}

} // namespace

clang::QualType plain(clang::QualType type) {
  clang::QualType canonical = type.getCanonicalType().getUnqualifiedType();
  if (const auto* atomic = canonical->getAs<clang::AtomicType>()) {
    return plain(atomic->getValueType());
  }
  return canonical;
}

bool is_boolean(clang::QualType type) { return plain(type)->isBooleanType(); }

const clang::RecordDecl* record_of(clang::QualType type) { return plain(type)->getAs<clang::RecordType>()->getDecl(); }

std::optional<cfa::Type> TypeLowering::scalar(clang::QualType type) const {
  type = plain(type);
  if (type->isAnyPointerType() || type->isNullPtrType() || type->isFunctionType() || type->isBlockPointerType()) {
    return pointer();
  }
  if (type->isEnumeralType() || type->isIntegerType()) {
    if (const auto* enumeration = type->getAs<clang::EnumType>()) {
      clang::QualType underlying = enumeration->getDecl()->getIntegerType();
      if (underlying.isNull()) {
        return cfa::IntegerType{32, cfa::Signedness::Unsigned};
      }
      return scalar(underlying);
    }
    auto width = type->isBitIntType() ? context_.getIntWidth(type) : context_.getTypeSize(type);
    if (width > 64) {
      return std::nullopt;
    }
    bool is_signed = type->isSignedIntegerType();
    return cfa::IntegerType{static_cast<unsigned>(width),
                            is_signed ? cfa::Signedness::Signed : cfa::Signedness::Unsigned};
  }
  if (type->isRealFloatingType()) {
    const llvm::fltSemantics& format = context_.getFloatTypeSemantics(type);
    // The engine's 80-bit format takes 16 bytes in memory, as on 64-bit targets.
    if (&format == &llvm::APFloat::x87DoubleExtended()) {
      return size_in_bytes(type) == 16 ? std::optional<cfa::Type>(cfa::FloatType{80}) : std::nullopt;
    }
    if (&format == &llvm::APFloat::IEEEsingle()) {
      return cfa::FloatType{32};
    }
    if (&format == &llvm::APFloat::IEEEdouble()) {
      return cfa::FloatType{64};
    }
  }
  return std::nullopt;
}

cfa::Type TypeLowering::object(clang::QualType type) const {
  if (auto value = scalar(type); value && !plain(type)->isFunctionType()) {
    return *value;
  }
  return cfa::AggregateType{size_in_bytes(type)};
}

std::uint64_t TypeLowering::size_in_bytes(clang::QualType type) const {
  return static_cast<std::uint64_t>(context_.getTypeSizeInChars(type).getQuantity());
}

std::uint64_t TypeLowering::alignment(clang::QualType type) const {
  return static_cast<std::uint64_t>(context_.getTypeAlignInChars(type).getQuantity());
}

std::uint64_t TypeLowering::alignment(const clang::VarDecl* variable) const {
  // Of all declarations, the last one knows the attributes.
  const clang::VarDecl* last = variable->getMostRecentDecl();
  return static_cast<std::uint64_t>(context_.getDeclAlign(last, /*ForAlignof=*/true).getQuantity());
}

cfa::PointerType TypeLowering::pointer() const {
  return {static_cast<unsigned>(context_.getTargetInfo().getPointerWidth(clang::LangAS::Default))};
}

cfa::IntegerType TypeLowering::pointer_difference() const { return {pointer().width, cfa::Signedness::Signed}; }

cfa::IntegerType TypeLowering::size_type() const { return {pointer().width, cfa::Signedness::Unsigned}; }

const RecordLeaves& TypeLowering::leaves(const clang::RecordDecl* record) const {
  record = record->getDefinition();
  auto [entry, is_new] = records_.try_emplace(record);
  if (is_new) {
    RecordLeaves result;
    add_leaves(record, "", 0, result);
    records_[record] = std::move(result);
  }
  return records_[record];
}

void TypeLowering::add_leaves(const clang::RecordDecl* record, const std::string& path, std::uint64_t offset_bits,
                              RecordLeaves& result) const {
  if (record->isUnion()) {
    result.has_union_or_array = true;
    return;
  }
  result.has_unsupported = result.has_unsupported || is_big_endian(record);
  const clang::ASTRecordLayout& layout = context_.getASTRecordLayout(record);
  for (const clang::FieldDecl* field : record->fields()) {
    if (field->isUnnamedBitField()) {
      continue;
    }
    clang::QualType type = field->getType();
    std::uint64_t field_bits = offset_bits + layout.getFieldOffset(field->getFieldIndex());
    std::string field_path = field->getName().empty() ? path : path + "." + field->getNameAsString();
    result.has_volatile = result.has_volatile || type.isVolatileQualified();
    if (const auto* nested = type->getAs<clang::RecordType>()) {
      add_leaves(nested->getDecl()->getDefinition(), field_path, field_bits, result);
    } else if (type->isArrayType()) {
      result.has_union_or_array = true;
    } else if (!scalar(type)) {
      result.has_unsupported = true;
    } else if (field->isBitField()) {
      result.has_bit_field = true;
      result.leaves.push_back(
          {field_path, type, 0, BitField{field_bits, static_cast<unsigned>(field->getBitWidthValue(context_))}});
    } else {
      result.leaves.push_back({field_path, type, field_bits / 8, std::nullopt});
    }
  }
}

bool TypeLowering::is_reversed(const clang::FieldDecl* field) const {
  const clang::QualType scalar = context_.getBaseElementType(field->getType());
  return is_big_endian(field->getParent()) && !scalar->isRecordType() &&
         (field->isBitField() || context_.getTypeSizeInChars(scalar).getQuantity() > 1);
}

bool TypeLowering::is_splittable(clang::QualType type) const {
  const auto* record = plain(type)->getAs<clang::RecordType>();
  if (record == nullptr || record->getDecl()->getDefinition() == nullptr) {
    return false;
  }
  const RecordLeaves& parts = leaves(record->getDecl());
  return !parts.has_union_or_array && !parts.has_volatile && !parts.has_unsupported &&
         parts.leaves.size() <= most_leaves_in_registers;
}

cfa::IntegerType TypeLowering::bit_field_type(clang::QualType declared, unsigned width) const {
  auto type = scalar(declared);
  const auto* integer = type ? cfa::as_integer(*type) : nullptr;
  return {width, integer != nullptr ? integer->signedness : cfa::Signedness::Unsigned};
}

} // namespace vouch::frontend
