#include "analysis/frontend/lower_size.hpp"

#include "analysis/frontend/clang_ast.hpp"
#include "analysis/frontend/lower_expression.hpp"

#include <clang/AST/RecordLayout.h>

/// Sizes of types and offsets of members, and what of them is known only when the program runs.
namespace vouch::frontend {

void SizeLowering::evaluate_operand(const clang::UnaryExprOrTypeTraitExpr* trait) {
  for (clang::QualType type : evaluated_types(trait)) {
    evaluate_array_sizes(type);
  }
  if (!trait->isArgumentType()) {
    for (const clang::Stmt* operand : evaluated_children(trait)) {
      lowering_.expressions().effects(llvm::cast<clang::Expr>(operand));
    }
  }
}

cfa::ExpressionRef SizeLowering::size_of(clang::QualType type) {
  if (const auto* array = unit_.context.getAsVariableArrayType(type)) {
    if (!array_sizes_.contains(array->getSizeExpr())) {
      evaluate_array_sizes(clang::QualType(array, 0)); // in what is not evaluated: sizeof(sizeof(int[n]))
    }
    cfa::Type size_type = unit_.types.size_type();
    return unit_.expressions.binary(cfa::BinaryOperator::Multiply,
                                    unit_.expressions.read(array_sizes_.at(array->getSizeExpr()), size_type),
                                    size_of(array->getElementType()));
  }
  if (const auto* array = unit_.context.getAsConstantArrayType(type);
      array != nullptr && type->isVariablyModifiedType()) {
    cfa::Integer count = static_cast<cfa::Integer>(array->getSize().getZExtValue());
    return unit_.expressions.binary(cfa::BinaryOperator::Multiply,
                                    unit_.expressions.constant(count, unit_.types.size_type()),
                                    size_of(array->getElementType()));
  }
  std::uint64_t size = type->isVoidType() || type->isFunctionType() ? 1 : unit_.types.size_in_bytes(type);
  return unit_.expressions.constant(static_cast<cfa::Integer>(size), unit_.types.size_type());
}

cfa::ExpressionRef SizeLowering::offset_of(const clang::OffsetOfExpr* expression) {
  auto& build = unit_.expressions;
  cfa::Type size_type = unit_.types.size_type();
  cfa::ExpressionRef offset = build.zero(size_type);
  clang::QualType type = expression->getTypeSourceInfo()->getType();
  for (unsigned index = 0; index < expression->getNumComponents(); ++index) {
    const clang::OffsetOfNode& part = expression->getComponent(index);
    cfa::ExpressionRef distance = nullptr;
    if (part.getKind() == clang::OffsetOfNode::Field) {
      const clang::FieldDecl* field = part.getField();
      const clang::ASTRecordLayout& layout = unit_.context.getASTRecordLayout(field->getParent());
      distance =
          build.constant(static_cast<cfa::Integer>(layout.getFieldOffset(field->getFieldIndex()) / 8), size_type);
      type = field->getType();
    } else if (part.getKind() == clang::OffsetOfNode::Array) {
      type = unit_.context.getAsArrayType(type)->getElementType();
      cfa::ExpressionRef element =
          build.convert(lowering_.expressions().rvalue(expression->getIndexExpr(part.getArrayExprIndex())), size_type);
      distance = build.binary(cfa::BinaryOperator::Multiply, element, size_of(type));
    } else {
      return lowering_.unsupported_value("offsetof", expression);
    }
    offset = build.binary(cfa::BinaryOperator::Add, offset, distance);
  }
  return offset;
}

void SizeLowering::evaluate_array_sizes(clang::QualType type) {
  for (const TypeOperand& operand : type_operands(type)) {
    if (operand.role == TypeOperand::Role::Typeof) {
      lowering_.expressions().effects(operand.expression);
      continue;
    }
    const clang::Expr* size = operand.expression;
    auto known = array_sizes_.find(size);
    cfa::VariableId count =
        known != array_sizes_.end() ? known->second : lowering_.temporary("array size", unit_.types.size_type());
    array_sizes_.insert_or_assign(size, count);
    lowering_.emit(
        cfa::Assign{count, unit_.expressions.convert(lowering_.expressions().rvalue(size), unit_.types.size_type())},
        lowering_.origin_of(size));
  }
}

} // namespace vouch::frontend
