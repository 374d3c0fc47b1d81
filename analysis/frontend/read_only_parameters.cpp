#include "analysis/frontend/read_only_parameters.hpp"

#include "analysis/frontend/clang_ast.hpp"

#include <clang/AST/Attr.h>
#include <clang/AST/Expr.h>
#include <clang/AST/Stmt.h>

namespace vouch::frontend {
namespace {

/// A look over a body. Whatever is not known to be harmless counts as letting others write.
class Uses {
public:
  explicit Uses(const clang::ParmVarDecl* parameter) : parameter_(parameter) {}

  void look_at(const clang::Stmt* statement) {
    if (const auto* expression = llvm::dyn_cast<clang::Expr>(statement)) {
      if (const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(expression)) {
        is_spoilt_ = is_spoilt_ || name->getDecl() == parameter_;
        return;
      }
      if (is_harmless(expression)) {
        return;
      }
    }
    if (const auto* block = llvm::dyn_cast<clang::StmtExpr>(statement)) { // its last value is somebody's
      for (const clang::Stmt* part : block->getSubStmt()->body()) {
        look_at(part);
      }
      return;
    }
    for (const clang::Stmt* child : statement->children()) {
      if (child == nullptr) {
        continue;
      }
      const auto* value = llvm::dyn_cast<clang::Expr>(child);
      const bool is_only_tested = value != nullptr && is_condition_or_unused(statement, value);
      if (is_only_tested && is_derived(value)) {
        look_at_numbers(value);
      } else {
        look_at(child);
      }
    }
  }

  [[nodiscard]] bool are_of_an_array_only_read() const { return !is_spoilt_ && is_array_; }

private:
  /// Whether `expression` is the parameter's value, or what is reached from it by steps.
  [[nodiscard]] bool is_derived(const clang::Expr* expression) const {
    expression = expression->IgnoreParens();
    if (const auto* cast = llvm::dyn_cast<clang::ImplicitCastExpr>(expression)) {
      return cast->getCastKind() == clang::CK_LValueToRValue && is_parameter(cast->getSubExpr());
    }
    if (const auto* step = llvm::dyn_cast<clang::UnaryOperator>(expression)) {
      return step->isIncrementDecrementOp() && is_parameter(step->getSubExpr());
    }
    const auto* operation = llvm::dyn_cast<clang::BinaryOperator>(expression);
    if (operation == nullptr || !expression->getType()->isPointerType()) {
      return false;
    }
    if (operation->isAssignmentOp()) {
      const bool is_step = operation->isCompoundAssignmentOp() || is_derived(operation->getRHS());
      return is_parameter(operation->getLHS()) && is_step;
    }
    return operation->isAdditiveOp() && (is_derived(operation->getLHS()) || is_derived(operation->getRHS()));
  }

  [[nodiscard]] bool is_parameter(const clang::Expr* expression) const {
    const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(expression->IgnoreParens());
    return name != nullptr && name->getDecl() == parameter_;
  }

  /// Of what `is_derived`: the rest, which may be anything.
  void look_at_numbers(const clang::Expr* derived) {
    derived = derived->IgnoreParens();
    if (const auto* step = llvm::dyn_cast<clang::UnaryOperator>(derived)) {
      is_array_ = is_array_ || step->isIncrementDecrementOp();
      return;
    }
    if (const auto* operation = llvm::dyn_cast<clang::BinaryOperator>(derived)) {
      is_array_ = true;
      for (const clang::Expr* operand : {operation->getLHS(), operation->getRHS()}) {
        if (is_derived(operand)) {
          look_at_numbers(operand);
        } else if (!is_parameter(operand)) {
          look_at(operand);
        }
      }
    }
  }

  /// Whether the parameter is used in `expression` only as it may be; looks at what else is in there.
  bool is_harmless(const clang::Expr* expression) {
    if (const auto* cast = llvm::dyn_cast<clang::CastExpr>(expression)) {
      return is_harmless_cast(cast);
    }
    if (const auto* operation = llvm::dyn_cast<clang::BinaryOperator>(expression)) {
      const bool is_difference = operation->getOpcode() == clang::BO_Sub && !operation->getType()->isPointerType();
      if (!operation->isComparisonOp() && !is_difference) {
        return false;
      }
      for (const clang::Expr* operand : {operation->getLHS(), operation->getRHS()}) {
        is_derived(operand) ? look_at_numbers(operand) : look_at(operand);
      }
      return true;
    }
    if (const auto* call = llvm::dyn_cast<clang::CallExpr>(expression)) {
      return is_harmless_call(call);
    }
    return false;
  }

  bool is_harmless_cast(const clang::CastExpr* cast) {
    const clang::Expr* operand = cast->getSubExpr()->IgnoreParens();
    if (cast->getCastKind() == clang::CK_LValueToRValue) {
      if (const auto* element = llvm::dyn_cast<clang::ArraySubscriptExpr>(operand);
          element != nullptr && is_derived(element->getBase())) {
        is_array_ = true;
        look_at_numbers(element->getBase());
        look_at(element->getIdx());
        return true;
      }
      const auto* target = llvm::dyn_cast<clang::UnaryOperator>(operand);
      if (target != nullptr && target->getOpcode() == clang::UO_Deref && is_derived(target->getSubExpr())) {
        look_at_numbers(target->getSubExpr());
        return true;
      }
      return false;
    }
    const bool is_to_constant =
        cast->getType()->isPointerType() && cast->getType()->getPointeeType().isConstQualified();
    const bool is_tested = cast->getCastKind() == clang::CK_PointerToBoolean || cast->getCastKind() == clang::CK_ToVoid;
    if ((is_to_constant || is_tested) && is_derived(operand)) {
      is_array_ = is_array_ || is_to_constant;
      look_at_numbers(operand);
      return true;
    }
    return false;
  }

  /// What is printed is read.
  bool is_harmless_call(const clang::CallExpr* call) {
    const clang::FunctionDecl* callee = direct_callee(call);
    const auto* format = callee != nullptr ? callee->getAttr<clang::FormatAttr>() : nullptr;
    if (format == nullptr || !callee->isVariadic() || format->getType()->getName() != "printf") {
      return false;
    }
    for (unsigned index = 0; index < call->getNumArgs(); ++index) {
      const clang::Expr* argument = call->getArg(index);
      if (index >= callee->getNumParams() && is_derived(argument)) {
        is_array_ = true;
        look_at_numbers(argument);
      } else {
        look_at(argument);
      }
    }
    return true;
  }

  /// Whether nobody gets the value of `child`, but for whether it is null.
  [[nodiscard]] static bool is_condition_or_unused(const clang::Stmt* parent, const clang::Expr* child) {
    if (const auto* operation = llvm::dyn_cast<clang::BinaryOperator>(parent)) {
      return operation->isLogicalOp() || (operation->getOpcode() == clang::BO_Comma && operation->getLHS() == child);
    }
    if (const auto* operation = llvm::dyn_cast<clang::UnaryOperator>(parent)) {
      return operation->getOpcode() == clang::UO_LNot;
    }
    if (const auto* choice = llvm::dyn_cast<clang::ConditionalOperator>(parent)) {
      return choice->getCond() == child;
    }
    return llvm::isa<clang::CompoundStmt, clang::IfStmt, clang::WhileStmt, clang::ForStmt, clang::DoStmt>(parent);
  }

  const clang::ParmVarDecl* parameter_;
  bool is_spoilt_ = false;
  bool is_array_ = false;
};

} // namespace

bool is_array_only_read(const clang::FunctionDecl* definition, const clang::ParmVarDecl* parameter) {
  Uses uses(parameter);
  uses.look_at(definition->getBody());
  return uses.are_of_an_array_only_read();
}

} // namespace vouch::frontend
