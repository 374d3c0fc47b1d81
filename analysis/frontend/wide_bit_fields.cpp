#include "analysis/frontend/wide_bit_fields.hpp"

#include "analysis/frontend/clang_ast.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace vouch::frontend {
namespace {

/// The type in which gcc computes, where that is a bit-field's.
using FieldType = std::optional<cfa::IntegerType>;

Interval range_of(const cfa::IntegerType& type) { return {cfa::minimum_value(type), cfa::maximum_value(type)}; }

bool is_ring_operation(clang::BinaryOperatorKind op) {
  return op == clang::BO_Add || op == clang::BO_Sub || op == clang::BO_Mul || op == clang::BO_And ||
         op == clang::BO_Or || op == clang::BO_Xor;
}

/// Whether signed operands can overflow, which is undefined in the narrow type already.
bool can_overflow(const clang::Expr* expression) {
  if (const auto* operation = llvm::dyn_cast<clang::BinaryOperator>(expression)) {
    return operation->isAdditiveOp() || operation->isMultiplicativeOp() || operation->getOpcode() == clang::BO_Shl;
  }
  const auto* operation = llvm::dyn_cast<clang::UnaryOperator>(expression);
  return operation != nullptr && operation->getOpcode() == clang::UO_Minus;
}

clang::QualType declared_type(const clang::Decl* declaration) {
  if (const auto* alias = llvm::dyn_cast<clang::TypedefNameDecl>(declaration)) {
    return alias->getUnderlyingType();
  }
  const auto* variable = llvm::dyn_cast<clang::VarDecl>(declaration);
  return variable != nullptr ? variable->getType() : clang::QualType();
}

/// `E` of a declaration with `typeof(E)`; null for others.
const clang::Expr* typeof_expression(const clang::Decl* declaration) {
  const clang::QualType type = declared_type(declaration);
  const auto* of = type.isNull() ? nullptr : type->getAs<clang::TypeOfExprType>();
  return of != nullptr ? of->getUnderlyingExpr() : nullptr;
}

class Uses {
public:
  explicit Uses(const clang::ASTContext& context) : context_(context) {}

  bool mentions_one(const clang::Stmt* statement) const {
    if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(statement); member != nullptr && type_of_field(member)) {
      return true;
    }
    if (const auto* declaration = llvm::dyn_cast<clang::DeclStmt>(statement);
        declaration != nullptr && llvm::any_of(declaration->decls(), [&](const clang::Decl* part) {
          const auto* of = typeof_expression(part);
          return of != nullptr && mentions_one(of);
        })) {
      return true;
    }
    return std::ranges::any_of(statement->children(),
                               [&](const clang::Stmt* child) { return child != nullptr && mentions_one(child); });
  }

  void visit(const clang::Stmt* statement) {
    note(statement);
    for (const clang::Stmt* child : evaluated_children(statement)) {
      visit(child);
    }
  }

  WideBitFieldUses take() { return std::move(result_); }

private:
  [[nodiscard]] unsigned width_of(clang::QualType type) const {
    return type->isIntegerType() ? context_.getIntWidth(type) : 0;
  }

  /// Of an lvalue.
  [[nodiscard]] FieldType type_of_field(const clang::Expr* lvalue) const {
    const clang::FieldDecl* field = lvalue->getSourceBitField();
    if (field == nullptr) {
      return std::nullopt;
    }
    const auto width = static_cast<unsigned>(field->getBitWidthValue(context_));
    if (width <= width_of(context_.IntTy) || width >= width_of(field->getType())) {
      return std::nullopt;
    }
    const bool is_signed = field->getType()->isSignedIntegerOrEnumerationType();
    return cfa::IntegerType{width, is_signed ? cfa::Signedness::Signed : cfa::Signedness::Unsigned};
  }

  static const clang::CastExpr* implicit_conversion(const clang::Expr* expression) {
    const auto* cast = llvm::dyn_cast<clang::ImplicitCastExpr>(expression);
    return cast != nullptr && cast->getCastKind() == clang::CK_IntegralCast ? cast : nullptr;
  }

  /// Without what Clang's own rules for arithmetic add.
  static const clang::Expr* unconverted(const clang::Expr* expression) {
    expression = expression->IgnoreParens();
    while (const clang::CastExpr* cast = implicit_conversion(expression)) {
      expression = cast->getSubExpr()->IgnoreParens();
    }
    return expression;
  }

  const FieldType& type_of(const clang::Expr* expression) {
    expression = unconverted(expression);
    if (auto known = types_.find(expression); known != types_.end()) {
      return known->second;
    }
    FieldType type = compute_type_of(expression);
    return types_.emplace(expression, type).first->second;
  }

  FieldType compute_type_of(const clang::Expr* expression) {
    if (const auto* operation = llvm::dyn_cast<clang::BinaryOperator>(expression)) {
      if (operation->isAssignmentOp()) {
        return type_of_field(operation->getLHS());
      }
      if (operation->getOpcode() == clang::BO_Comma) {
        return type_of(operation->getRHS());
      }
      if (operation->isShiftOp()) {
        return type_of(operation->getLHS());
      }
      const bool is_arithmetic = is_ring_operation(operation->getOpcode()) || operation->isMultiplicativeOp();
      return is_arithmetic ? common_type(operation->getLHS(), operation->getRHS()) : std::nullopt;
    }
    if (const auto* operation = llvm::dyn_cast<clang::UnaryOperator>(expression)) {
      if (operation->isIncrementDecrementOp()) {
        return type_of_field(operation->getSubExpr());
      }
      const clang::UnaryOperatorKind op = operation->getOpcode();
      const bool keeps_it = op == clang::UO_Plus || op == clang::UO_Minus || op == clang::UO_Not;
      return keeps_it ? type_of(operation->getSubExpr()) : std::nullopt;
    }
    if (const auto* choice = llvm::dyn_cast<clang::AbstractConditionalOperator>(expression)) {
      return common_type(choice->getTrueExpr(), choice->getFalseExpr());
    }
    if (const auto* opaque = llvm::dyn_cast<clang::OpaqueValueExpr>(expression)) {
      return opaque->getSourceExpr() != nullptr ? type_of(opaque->getSourceExpr()) : std::nullopt;
    }
    if (const auto* constant = llvm::dyn_cast<clang::ConstantExpr>(expression)) {
      return type_of(constant->getSubExpr());
    }
    if (const auto* block = llvm::dyn_cast<clang::StmtExpr>(expression)) {
      const clang::CompoundStmt* body = block->getSubStmt();
      const auto* last = body->body_empty() ? nullptr : llvm::dyn_cast<clang::Expr>(body->body_back());
      return last != nullptr ? type_of(last) : std::nullopt;
    }
    const auto* cast = llvm::dyn_cast<clang::ImplicitCastExpr>(expression);
    return cast != nullptr && cast->getCastKind() == clang::CK_LValueToRValue ? type_of_field(cast->getSubExpr())
                                                                              : std::nullopt;
  }

  /// The usual arithmetic conversions, among the types of C and those of bit-fields. `left` may be an lvalue.
  FieldType common_type(const clang::Expr* left, const clang::Expr* right) {
    const FieldType a = left->isLValue() ? type_of_field(left) : type_of(left);
    const FieldType b = type_of(right);
    if (a && b && a->width == b->width) {
      return a->is_signed() ? b : a;
    }
    if (a && b) {
      return a->width > b->width ? a : b;
    }
    if (!a && !b) {
      return std::nullopt;
    }
    const clang::QualType other = a ? unconverted(right)->getType() : unconverted(left)->getType();
    const FieldType& own = a ? a : b;
    return other->isIntegerType() && width_of(other) < own->width ? own : std::nullopt;
  }

  /// Whether the value is in the range of its type in any case: it was read, or stored.
  bool is_exact(const clang::Expr* expression) {
    if (const auto* operation = llvm::dyn_cast<clang::BinaryOperator>(expression)) {
      return operation->isAssignmentOp();
    }
    if (const auto* operation = llvm::dyn_cast<clang::UnaryOperator>(expression)) {
      return operation->isIncrementDecrementOp();
    }
    return llvm::isa<clang::ImplicitCastExpr, clang::AbstractConditionalOperator>(expression); // arms are asked for
  }

  /// The value of `operand` is used, or only its lower `bits`, if not zero.
  void use(const clang::Expr* operand, unsigned bits = 0) {
    const clang::Expr* expression = operand->IgnoreParens();
    while (const clang::CastExpr* cast = implicit_conversion(expression)) {
      const unsigned width = width_of(cast->getType());
      bits = bits == 0 ? width : std::min(bits, width);
      expression = cast->getSubExpr()->IgnoreParens();
    }
    const FieldType& type = type_of(expression);
    if (!type || is_exact(expression)) {
      return;
    }
    const bool is_undefined_beyond = type->is_signed() && can_overflow(expression);
    if (bits == 0 || bits > type->width || is_undefined_beyond) {
      demand(expression, range_of(*type));
    }
  }

  void demand(const clang::Expr* operand, const Interval& values) {
    result_.values.insert_or_assign(operand->IgnoreParens(), values);
  }

  void note(const clang::Stmt* statement) {
    if (const auto* operation = llvm::dyn_cast<clang::BinaryOperator>(statement)) {
      return note_binary(operation);
    }
    if (const auto* operation = llvm::dyn_cast<clang::UnaryOperator>(statement)) {
      const FieldType& type = type_of(operation);
      return type && !operation->isIncrementDecrementOp() ? use(operation->getSubExpr(), type->width)
                                                          : use(operation->getSubExpr());
    }
    if (const auto* choice = llvm::dyn_cast<clang::AbstractConditionalOperator>(statement)) {
      return note_choice(choice);
    }
    if (const auto* cast = llvm::dyn_cast<clang::CastExpr>(statement)) {
      const bool is_conversion = cast->getCastKind() == clang::CK_IntegralCast && !cast->getType()->isBooleanType();
      if (!implicit_conversion(cast)) { // who uses the result of the others
        use(cast->getSubExpr(), is_conversion ? width_of(cast->getType()) : 0);
      }
      return;
    }
    if (const auto* declaration = llvm::dyn_cast<clang::DeclStmt>(statement)) {
      note_types(declaration);
    }
    if (const auto* selection = llvm::dyn_cast<clang::GenericSelectionExpr>(statement)) {
      const clang::Expr* chooser = selection->isExprPredicate() ? selection->getControllingExpr() : nullptr;
      result_.has_types = result_.has_types || (chooser != nullptr && type_of(chooser));
      return;
    }
    if (!llvm::isa<clang::ParenExpr, clang::ConstantExpr, clang::ChooseExpr>(statement)) {
      for (const clang::Stmt* child : evaluated_children(statement)) {
        if (const auto* operand = llvm::dyn_cast<clang::Expr>(child)) {
          use(operand);
        }
      }
    }
  }

  void note_binary(const clang::BinaryOperator* operation) {
    const clang::BinaryOperatorKind op = operation->getOpcode();
    const clang::Expr* left = operation->getLHS();
    const clang::Expr* right = operation->getRHS();
    if (op == clang::BO_Comma) {
      return;
    }
    if (op == clang::BO_Assign) {
      const clang::FieldDecl* field = left->getSourceBitField();
      const unsigned stored =
          field != nullptr ? static_cast<unsigned>(field->getBitWidthValue(context_)) : width_of(left->getType());
      return use(right, left->getType()->isBooleanType() ? 0 : stored);
    }
    const bool assigns = operation->isCompoundAssignmentOp();
    const clang::BinaryOperatorKind computed = assigns ? clang::BinaryOperator::getOpForCompoundAssignment(op) : op;
    if (clang::BinaryOperator::isShiftOp(computed)) {
      return note_shift(computed, left, right, assigns);
    }
    const FieldType type = common_type(left, right);
    if (!type || clang::BinaryOperator::isLogicalOp(computed)) {
      if (!assigns) {
        use(left);
      }
      return use(right);
    }
    if (is_ring_operation(computed)) {
      if (!assigns) {
        use(left, type->width);
      }
      return use(right, type->width);
    }
    demand(right, range_of(*type)); // as they are compared or divided
    if (!assigns) {
      demand(left, range_of(*type));
    } else if (!type_of_field(left)) {
      demand(right, {0, -1}); // what the left side has become is nowhere in the tree
    }
  }

  void note_shift(clang::BinaryOperatorKind op, const clang::Expr* left, const clang::Expr* right, bool assigns) {
    const FieldType type = left->isLValue() ? type_of_field(left) : type_of(left);
    if (!type) {
      if (!assigns) {
        use(left);
      }
      return use(right);
    }
    if (!assigns) {
      use(left, op == clang::BO_Shl ? type->width : 0);
    }
    use(right);
    demand(right, {0, static_cast<cfa::Integer>(type->width) - 1});
  }

  void note_choice(const clang::AbstractConditionalOperator* choice) {
    use(choice->getCond());
    const FieldType type = common_type(choice->getTrueExpr(), choice->getFalseExpr());
    for (const clang::Expr* arm : {choice->getTrueExpr(), choice->getFalseExpr()}) {
      if (type) {
        demand(arm, range_of(*type));
      } else {
        use(arm);
      }
    }
  }

  void note_types(const clang::DeclStmt* statement) {
    for (const clang::Decl* declaration : statement->decls()) {
      const auto* variable = llvm::dyn_cast<clang::VarDecl>(declaration);
      const bool is_deduced = variable != nullptr && variable->getInit() != nullptr &&
                              variable->getType()->getContainedAutoType() != nullptr && type_of(variable->getInit());
      const clang::Expr* of = typeof_expression(declaration);
      const bool is_typeof = of != nullptr && of->isPRValue() && type_of(of);
      result_.has_types = result_.has_types || is_deduced || is_typeof;
    }
  }

  const clang::ASTContext& context_;
  std::unordered_map<const clang::Expr*, FieldType> types_;
  WideBitFieldUses result_;
};

} // namespace

WideBitFieldUses wide_bit_field_uses(const clang::Stmt* body, const clang::ASTContext& context) {
  Uses uses(context);
  if (uses.mentions_one(body)) {
    uses.visit(body);
  }
  return uses.take();
}

} // namespace vouch::frontend
