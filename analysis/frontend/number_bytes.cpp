#include "analysis/frontend/number_bytes.hpp"

#include <algorithm>
#include <clang/AST/APValue.h>
#include <clang/AST/RecordLayout.h>

namespace vouch::frontend {
namespace {

constexpr std::uint64_t bits_per_byte = 8;

class NumberWriter {
public:
  NumberWriter(const clang::ASTContext& context, std::uint64_t bits) : context_(context), bits_(bits), is_set_(bits) {}

  /// False: there is something else than numbers. `offset` in bits.
  bool write(const clang::APValue& value, clang::QualType type, std::uint64_t offset) {
    switch (value.getKind()) {
    case clang::APValue::Int:
      return type->isIntegralOrEnumerationType() && !type->isBitIntType() &&
             put(value.getInt(), offset, context_.getTypeSize(type));
    case clang::APValue::Float:
      return has_no_padding(type) && put(value.getFloat().bitcastToAPInt(), offset, context_.getTypeSize(type));
    case clang::APValue::Array:
      return write_array(value, type, offset);
    case clang::APValue::Struct:
      return write_struct(value, type, offset);
    case clang::APValue::Union:
      return value.getUnionField() != nullptr && !value.getUnionField()->isBitField() &&
             write(value.getUnionValue(), value.getUnionField()->getType(), offset);
    default:
      return false;
    }
  }

  [[nodiscard]] NumberBytes result() const {
    NumberBytes result;
    result.bytes.resize(bits_.size() / bits_per_byte);
    for (std::size_t bit = 0; bit < bits_.size(); ++bit) {
      result.bytes[bit / bits_per_byte] |= static_cast<std::uint8_t>((bits_[bit] ? 1U : 0U) << (bit % bits_per_byte));
    }
    result.has_gaps = std::ranges::find(is_set_, false) != is_set_.end();
    return result;
  }

private:
  [[nodiscard]] static bool has_no_padding(clang::QualType type) {
    return type->isSpecificBuiltinType(clang::BuiltinType::Float) ||
           type->isSpecificBuiltinType(clang::BuiltinType::Double);
  }

  bool put(const llvm::APInt& number, std::uint64_t offset, std::uint64_t width) {
    const bool is_truth_value = number.getBitWidth() == 1; // of _Bool, in a byte
    if (offset + width > bits_.size() || (number.getBitWidth() < width && !is_truth_value)) {
      return false;
    }
    for (std::uint64_t bit = 0; bit < width; ++bit) {
      bits_[offset + bit] = bit < number.getBitWidth() && number[static_cast<unsigned>(bit)];
      is_set_[offset + bit] = true;
    }
    return true;
  }

  bool write_array(const clang::APValue& value, clang::QualType type, std::uint64_t offset) {
    const clang::ArrayType* array = context_.getAsArrayType(type);
    if (array == nullptr) {
      return false;
    }
    const clang::QualType element = array->getElementType();
    const std::uint64_t width = context_.getTypeSize(element);
    const unsigned written = value.getArrayInitializedElts();
    for (unsigned index = 0; index < value.getArraySize(); ++index) {
      const bool is_written = index < written;
      if (!is_written && !value.hasArrayFiller()) {
        return false;
      }
      if (!write(is_written ? value.getArrayInitializedElt(index) : value.getArrayFiller(), element,
                 offset + index * width)) {
        return false;
      }
    }
    return true;
  }

  bool write_struct(const clang::APValue& value, clang::QualType type, std::uint64_t offset) {
    const clang::RecordDecl* record = type->getAsRecordDecl();
    if (record == nullptr) {
      return false;
    }
    const clang::ASTRecordLayout& layout = context_.getASTRecordLayout(record);
    return std::ranges::all_of(record->fields(), [&](const clang::FieldDecl* field) {
      const std::uint64_t place = offset + layout.getFieldOffset(field->getFieldIndex());
      if (field->isUnnamedBitField()) {
        return true;
      }
      const clang::APValue& part = value.getStructField(field->getFieldIndex());
      return field->isBitField() ? part.isInt() && put(part.getInt(), place, field->getBitWidthValue(context_))
                                 : write(part, field->getType(), place);
    });
  }

  const clang::ASTContext& context_;
  std::vector<bool> bits_;
  std::vector<bool> is_set_;
};

} // namespace

std::optional<NumberBytes> bytes_of_numbers(const clang::ASTContext& context, const clang::VarDecl* variable) {
  const clang::VarDecl* definition = variable->getDefinition();
  if (definition == nullptr || definition->getInit() == nullptr) {
    return std::nullopt;
  }
  const clang::APValue* value = definition->evaluateValue();
  NumberWriter writer(context, context.getTypeSize(definition->getType()));
  return value != nullptr && writer.write(*value, definition->getType(), 0) ? std::optional(writer.result())
                                                                            : std::nullopt;
}

} // namespace vouch::frontend
