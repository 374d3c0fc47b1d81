#include "analysis/frontend/unordered_operands.hpp"

#include "analysis/frontend/clang_ast.hpp"

#include <algorithm>
#include <clang/AST/ASTContext.h>
#include <compare>
#include <set>

namespace vouch::frontend {
namespace {

using AddressTaken = std::function<bool(const clang::VarDecl*)>;

bool is_in_memory(const clang::VarDecl* variable, const AddressTaken& is_address_taken) {
  return is_static_storage(variable) || is_address_taken(variable);
}

bool reads_through_pointer(const clang::Stmt* statement) {
  if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(statement)) {
    return member->isArrow();
  }
  const auto* operation = llvm::dyn_cast<clang::UnaryOperator>(statement);
  return llvm::isa<clang::ArraySubscriptExpr>(statement) ||
         (operation != nullptr && operation->getOpcode() == clang::UO_Deref);
}

/// Whether something that `effects` may change is mentioned.
bool may_notice(const clang::Stmt* statement, const Effects& effects, const AddressTaken& is_address_taken) {
  bool changes_memory =
      effects.calls || effects.stores || effects.any_variable ||
      std::any_of(effects.variables.begin(), effects.variables.end(),
                  [&](const clang::VarDecl* variable) { return is_in_memory(variable, is_address_taken); });
  if (changes_memory && reads_through_pointer(statement)) {
    return true;
  }
  if (const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(statement)) {
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(reference->getDecl());
    if (variable != nullptr && (effects.any_variable || effects.variables.contains(variable->getCanonicalDecl()) ||
                                (changes_memory && is_in_memory(variable, is_address_taken)))) {
      return true;
    }
  }
  std::vector<const clang::Stmt*> children = evaluated_children(statement);
  return std::any_of(children.begin(), children.end(),
                     [&](const clang::Stmt* child) { return may_notice(child, effects, is_address_taken); });
}

/// Side effects on `variable` that no sequence point separates from the value of `expression`.
bool changes_besides(const clang::Expr* expression, const clang::VarDecl* variable) {
  expression = expression->IgnoreParenImpCasts();
  if (const auto* step = llvm::dyn_cast<clang::UnaryOperator>(expression);
      step != nullptr && step->isIncrementDecrementOp() && base_variable(step->getSubExpr()) == variable) {
    return true;
  }
  if (const auto* operation = llvm::dyn_cast<clang::BinaryOperator>(expression)) {
    bool is_sequenced = operation->isLogicalOp() || operation->isCommaOp();
    return (operation->isAssignmentOp() && base_variable(operation->getLHS()) == variable) ||
           (!is_sequenced && changes_besides(operation->getLHS(), variable)) ||
           changes_besides(operation->getRHS(), variable);
  }
  if (const auto* choice = llvm::dyn_cast<clang::AbstractConditionalOperator>(expression)) {
    return changes_besides(choice->getTrueExpr(), variable) || changes_besides(choice->getFalseExpr(), variable);
  }
  if (llvm::isa<clang::CallExpr, clang::StmtExpr, clang::UnaryExprOrTypeTraitExpr>(expression)) {
    return false; // over before the value is there
  }
  for (const clang::Stmt* child : evaluated_children(expression)) {
    const auto* operand = llvm::dyn_cast<clang::Expr>(child);
    if (operand != nullptr && changes_besides(operand, variable)) {
      return true;
    }
  }
  return false;
}

/// Objects of which class an access reads or writes: two of different classes are two objects (6.5p7). Sizes of integers and
/// what pointers lead to tell as much as code is careful about. A character may be a byte of anything else; but reading one
/// while something else changes the object that it is a byte of, in no order, is as undefined as reading all of it (6.5p2).
struct AccessClass {
  enum class Kind { Character, Integer, Float, Pointer };
  Kind kind = Kind::Integer;
  std::uint64_t width = 0;
  const clang::TagDecl* leads_to = nullptr; ///< of a pointer; null: anything

  friend auto operator<=>(const AccessClass&, const AccessClass&) = default;
};

bool may_be_one_object(const AccessClass& a, const AccessClass& b) {
  if (a.kind != b.kind) {
    return false;
  }
  return a.kind == AccessClass::Kind::Pointer
             ? a.leads_to == b.leads_to || a.leads_to == nullptr || b.leads_to == nullptr
             : a.width == b.width;
}

/// Whether one of `variables` that are not in memory is mentioned: nothing else leads to those.
bool mentions_register(const clang::Stmt* statement, const std::set<const clang::VarDecl*>& variables,
                       const AddressTaken& is_address_taken) {
  const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(statement);
  const auto* variable = reference != nullptr ? llvm::dyn_cast<clang::VarDecl>(reference->getDecl()) : nullptr;
  if (variable != nullptr && variables.contains(variable->getCanonicalDecl())) {
    return !is_in_memory(variable, is_address_taken);
  }
  return std::ranges::any_of(evaluated_children(statement), [&](const clang::Stmt* child) {
    return mentions_register(child, variables, is_address_taken);
  });
}

/// The plain accesses to scalars in memory that happen while an expression is evaluated.
class PlainAccesses {
public:
  PlainAccesses(const clang::Stmt* statement, const AddressTaken& is_address_taken, const clang::ASTContext& context)
      : is_address_taken_(is_address_taken), context_(context) {
    add(statement);
  }

  /// Whether nothing that one of them writes can be what the other one reads or writes.
  friend bool are_apart(const PlainAccesses& a, const PlainAccesses& b) {
    const auto leaves_alone = [](const std::set<AccessClass>& written, const std::set<AccessClass>& other) {
      return std::ranges::none_of(written, [&](const AccessClass& one) {
        return std::ranges::any_of(other, [&](const AccessClass& two) { return may_be_one_object(one, two); });
      });
    };
    return !a.are_more_ && !b.are_more_ && leaves_alone(a.written_, b.written_) && leaves_alone(a.written_, b.read_) &&
           leaves_alone(b.written_, a.read_);
  }

private:
  void add(const clang::Stmt* statement) {
    if (const clang::Expr* place = assigned_place(statement)) {
      add_access(place, written_);
    } else if (const auto* cast = llvm::dyn_cast<clang::ImplicitCastExpr>(statement);
               cast != nullptr && cast->getCastKind() == clang::CK_LValueToRValue) {
      add_access(cast->getSubExpr(), read_);
    } else if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(statement)) {
      const auto* field = llvm::dyn_cast<clang::FieldDecl>(member->getMemberDecl());
      are_more_ = are_more_ || field == nullptr || field->getParent()->isUnion();
    } else if (llvm::isa<clang::CallExpr, clang::AtomicExpr, clang::AsmStmt, clang::StmtExpr, clang::VAArgExpr>(
                   statement)) {
      are_more_ = true;
    }
    for (const clang::Stmt* child : evaluated_children(statement)) {
      add(child);
    }
  }

  void add_access(const clang::Expr* place, std::set<AccessClass>& classes) {
    const clang::VarDecl* variable = base_variable(place);
    if (variable != nullptr && !is_in_memory(variable, is_address_taken_)) {
      return;
    }
    const clang::QualType type = place->getType().getCanonicalType();
    if (!(type->isArithmeticType() || type->isPointerType()) || type->isAnyComplexType() || type->isAtomicType()) {
      are_more_ = true;
      return;
    }
    const auto kind = type->isPointerType()        ? AccessClass::Kind::Pointer
                      : type->isFloatingType()     ? AccessClass::Kind::Float
                      : type->isAnyCharacterType() ? AccessClass::Kind::Character
                                                   : AccessClass::Kind::Integer;
    const clang::TagDecl* record = type->isPointerType() ? type->getPointeeType()->getAsRecordDecl() : nullptr;
    record = record != nullptr ? record->getCanonicalDecl() : nullptr;
    classes.insert({kind, context_.getTypeSize(type), record});
  }

  const AddressTaken& is_address_taken_;
  const clang::ASTContext& context_;
  std::set<AccessClass> read_;
  std::set<AccessClass> written_;
  bool are_more_ = false;
};

} // namespace

std::vector<const clang::Expr*> unordered_operands(const clang::Expr* expression) {
  if (const auto* operation = llvm::dyn_cast<clang::BinaryOperator>(expression)) {
    bool is_ordered = operation->isLogicalOp() || operation->isCommaOp();
    return is_ordered ? std::vector<const clang::Expr*>()
                      : std::vector<const clang::Expr*>{operation->getLHS(), operation->getRHS()};
  }
  if (const auto* subscript = llvm::dyn_cast<clang::ArraySubscriptExpr>(expression)) {
    return {subscript->getLHS(), subscript->getRHS()};
  }
  std::vector<const clang::Expr*> result;
  if (const auto* call = llvm::dyn_cast<clang::CallExpr>(expression)) {
    if (direct_callee(call) == nullptr) {
      result.push_back(call->getCallee());
    }
    result.insert(result.end(), call->arg_begin(), call->arg_end());
  } else if (llvm::isa<clang::InitListExpr, clang::AtomicExpr>(expression)) {
    for (const clang::Stmt* child : evaluated_children(expression)) {
      result.push_back(llvm::cast<clang::Expr>(child));
    }
  }
  return result;
}

bool may_depend_on_order(const std::vector<const clang::Expr*>& operands, EffectsOf& effects_of,
                         const AddressTaken& is_address_taken, const clang::ASTContext& context) {
  for (const clang::Expr* changing : operands) {
    const Effects& effects = effects_of(changing);
    if (effects.is_empty()) {
      continue;
    }
    for (const clang::Expr* other : operands) {
      if (other == changing || (effects_of(other).is_empty() && !may_notice(other, effects, is_address_taken))) {
        continue;
      }
      const auto accesses_of = [&](const clang::Expr* operand) {
        return PlainAccesses(operand, is_address_taken, context);
      };
      if (effects.any_variable || mentions_register(other, effects.variables, is_address_taken) ||
          !are_apart(accesses_of(changing), accesses_of(other))) {
        return true;
      }
    }
  }
  return false;
}

bool assigns_again(const clang::BinaryOperator* expression) {
  const clang::VarDecl* variable = base_variable(expression->getLHS());
  if (variable == nullptr || !expression->getLHS()->getType()->isScalarType()) {
    return false;
  }
  const clang::Expr* value = expression->getRHS()->IgnoreParenImpCasts();
  // `i = ++i` and `i = i = 1` store the same twice.
  const auto* step = llvm::dyn_cast<clang::UnaryOperator>(value);
  const auto* assignment = llvm::dyn_cast<clang::BinaryOperator>(value);
  bool is_same_value = expression->getOpcode() == clang::BO_Assign &&
                       ((step != nullptr && step->isIncrementDecrementOp() && step->isPrefix()) ||
                        (assignment != nullptr && assignment->isAssignmentOp()));
  if (is_same_value) {
    return assignment != nullptr && assigns_again(assignment);
  }
  return changes_besides(value, variable);
}

} // namespace vouch::frontend
