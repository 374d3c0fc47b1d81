#include "analysis/frontend/parameter_uses.hpp"

#include "analysis/frontend/character_table.hpp"
#include "analysis/frontend/clang_ast.hpp"
#include "analysis/frontend/library_arguments.hpp"
#include "analysis/frontend/statement_walk.hpp"

#include <algorithm>
#include <clang/AST/ASTContext.h>
#include <clang/AST/Expr.h>
#include <optional>
#include <vector>

namespace vouch::frontend {
namespace {

bool is_name_of(const clang::Expr* expression, const clang::ParmVarDecl* parameter) {
  const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(expression);
  return name != nullptr && name->getDecl() == parameter;
}

/// Whether `uses(statement, is_parameter)` holds for some statement of the function; the second tells operands that are the
/// parameter.
template <class Uses>
bool some_statement(const clang::FunctionDecl* definition, const clang::ParmVarDecl* parameter, const Uses& uses) {
  const auto is_parameter = [&](const clang::Expr* operand) {
    return is_name_of(operand->IgnoreParenImpCasts(), parameter);
  };
  bool result = false;
  for_each_statement(definition->getBody(),
                     [&](const clang::Stmt* statement) { result = result || uses(statement, is_parameter); });
  return result;
}

/// What a function takes the pointees of a parameter for, each once.
std::vector<clang::QualType> pointees_of_conversions(const clang::FunctionDecl* definition,
                                                     const clang::ParmVarDecl* parameter) {
  std::vector<clang::QualType> result;
  for_each_statement(definition->getBody(), [&](const clang::Stmt* statement) {
    const auto* cast = llvm::dyn_cast<clang::CastExpr>(statement);
    if (cast == nullptr || !is_name_of(cast->getSubExpr()->IgnoreParenImpCasts(), parameter) ||
        !cast->getType()->isPointerType()) {
      return;
    }
    const clang::QualType pointee = cast->getType()->getPointeeType().getCanonicalType().getUnqualifiedType();
    if (!pointee->isVoidType() && std::ranges::find(result, pointee) == result.end()) {
      result.push_back(pointee);
    }
  });
  return result;
}

bool passes_as_string(const clang::CallExpr* call, const clang::ParmVarDecl* parameter) {
  const clang::FunctionDecl* callee = call->getDirectCallee();
  for (unsigned i = 0; callee != nullptr && i < std::min(call->getNumArgs(), callee->getNumParams()); ++i) {
    const clang::QualType type = callee->getParamDecl(i)->getType();
    if (is_name_of(call->getArg(i)->IgnoreParenCasts(), parameter) && type->isPointerType() &&
        is_string_type(type->getPointeeType())) {
      return true;
    }
  }
  return false;
}

/// Pointers that are a parameter, or that a function computes from it.
class PointersInto {
public:
  PointersInto(const clang::FunctionDecl* definition, const clang::ParmVarDecl* parameter) : pointers_{parameter} {
    for (std::size_t known = 0; known != pointers_.size();) {
      known = pointers_.size();
      for_each_statement(definition->getBody(), [this](const clang::Stmt* statement) { note(statement); });
    }
  }

  /// `p`, `p++`, `p + 1`.
  [[nodiscard]] bool contain(const clang::Expr* expression) const {
    expression = expression->IgnoreParenCasts();
    if (const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(expression)) {
      return std::ranges::find(pointers_, name->getDecl()) != pointers_.end();
    }
    if (const auto* step = llvm::dyn_cast<clang::UnaryOperator>(expression)) {
      return step->isIncrementDecrementOp() && contain(step->getSubExpr());
    }
    const auto* sum = llvm::dyn_cast<clang::BinaryOperator>(expression);
    return sum != nullptr && sum->isAdditiveOp() && sum->getType()->isPointerType() &&
           (contain(sum->getLHS()) || contain(sum->getRHS()));
  }

private:
  void note(const clang::Stmt* statement) {
    if (const auto* declarations = llvm::dyn_cast<clang::DeclStmt>(statement)) {
      for (const clang::Decl* declaration : declarations->decls()) {
        const auto* variable = llvm::dyn_cast<clang::VarDecl>(declaration);
        if (variable != nullptr && variable->hasInit()) {
          note(variable, variable->getInit());
        }
      }
    }
    const auto* assignment = llvm::dyn_cast<clang::BinaryOperator>(statement);
    if (assignment != nullptr && assignment->getOpcode() == clang::BO_Assign) {
      if (const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(assignment->getLHS()->IgnoreParens())) {
        note(name->getDecl(), assignment->getRHS());
      }
    }
  }

  void note(const clang::ValueDecl* variable, const clang::Expr* value) {
    if (variable->getType()->isPointerType() && contain(value) &&
        std::ranges::find(pointers_, variable) == pointers_.end()) {
      pointers_.push_back(variable);
    }
  }

  std::vector<const clang::ValueDecl*> pointers_;
};

/// The conditions that all have to hold where `condition` does.
void add_conjuncts(const clang::Expr* condition, std::vector<const clang::Expr*>& conjuncts) {
  condition = condition->IgnoreParenImpCasts();
  const auto* both = llvm::dyn_cast<clang::BinaryOperator>(condition);
  if (both != nullptr && both->getOpcode() == clang::BO_LAnd) {
    add_conjuncts(both->getLHS(), conjuncts);
    add_conjuncts(both->getRHS(), conjuncts);
  } else {
    conjuncts.push_back(condition);
  }
}

/// What `condition` asks to be no zero: of `x` and `x != 0` it is x; null: it asks something else.
const clang::Expr* asked_not_to_be_zero(const clang::Expr* condition, const clang::ASTContext& context) {
  const auto* comparison = llvm::dyn_cast<clang::BinaryOperator>(condition);
  if (comparison == nullptr || comparison->getOpcode() != clang::BO_NE) {
    return condition;
  }
  const auto is_zero = [&](const clang::Expr* side) {
    clang::Expr::EvalResult value;
    return side->EvaluateAsInt(value, context) && value.Val.getInt().isZero();
  };
  return is_zero(comparison->getRHS()) ? comparison->getLHS()->IgnoreParenImpCasts() : nullptr;
}

/// The name of a function that the expression calls, if it is only declared; empty otherwise.
llvm::StringRef called_elsewhere(const clang::Stmt* expression) {
  const auto* call = llvm::dyn_cast<clang::CallExpr>(expression);
  const clang::FunctionDecl* callee = call != nullptr ? direct_callee(call) : nullptr;
  const bool is_elsewhere =
      callee != nullptr && callee->getIdentifier() != nullptr && callee->getDefinition() == nullptr;
  return is_elsewhere ? callee->getName() : llvm::StringRef();
}

/// The character of which the condition asks whether it is one of a kind that the zero is none of: of `isspace(c)`, and of what
/// the macro makes of that, `(*__ctype_b_loc())[c] & 8192`. Null: it asks something else.
const clang::Expr* asked_for_kind(const clang::Expr* condition) {
  const auto* call = llvm::dyn_cast<clang::CallExpr>(condition);
  if (call != nullptr && call->getNumArgs() == 1 && asks_for_kind_of_character(called_elsewhere(call))) {
    return call->getArg(0)->IgnoreParenCasts();
  }
  const auto* bits = llvm::dyn_cast<clang::BinaryOperator>(condition);
  const std::optional<CharacterTableEntry> entry =
      bits != nullptr && bits->getOpcode() == clang::BO_And ? character_table_entry(bits->getLHS()) : std::nullopt;
  return entry && entry->function->getName() == "__ctype_b_loc" ? entry->index->IgnoreParenCasts() : nullptr;
}

/// Whether the library is asked for something that it has to look for the end of one of `pointers` for.
bool passes_to_library_as_text(const clang::Stmt* statement, const PointersInto& pointers) {
  const auto* call = llvm::dyn_cast<clang::CallExpr>(statement);
  for (unsigned i = 0; call != nullptr && i < call->getNumArgs(); ++i) {
    if (reads_text(called_elsewhere(call), i) && pointers.contain(call->getArg(i))) {
      return true;
    }
  }
  return false;
}

const clang::Expr* condition_of_loop(const clang::Stmt* statement) {
  if (const auto* loop = llvm::dyn_cast<clang::WhileStmt>(statement)) {
    return loop->getCond();
  }
  if (const auto* loop = llvm::dyn_cast<clang::ForStmt>(statement)) {
    return loop->getCond();
  }
  const auto* loop = llvm::dyn_cast<clang::DoStmt>(statement);
  return loop != nullptr ? loop->getCond() : nullptr;
}

} // namespace

bool is_string_type(clang::QualType pointee) {
  return pointee.isConstQualified() && (pointee->isSpecificBuiltinType(clang::BuiltinType::Char_S) ||
                                        pointee->isSpecificBuiltinType(clang::BuiltinType::Char_U));
}

bool is_searched_for_end(const clang::FunctionDecl* definition, const clang::ParmVarDecl* parameter) {
  const PointersInto pointers(definition, parameter);
  const auto is_element = [&](const clang::Expr* place) {
    const auto* element = llvm::dyn_cast<clang::ArraySubscriptExpr>(place);
    const auto* target = llvm::dyn_cast<clang::UnaryOperator>(place);
    return (element != nullptr && pointers.contain(element->getBase())) ||
           (target != nullptr && target->getOpcode() == clang::UO_Deref && pointers.contain(target->getSubExpr()));
  };
  bool result = false;
  for_each_statement(definition->getBody(), [&](const clang::Stmt* statement) {
    std::vector<const clang::Expr*> conjuncts;
    if (const clang::Expr* condition = condition_of_loop(statement)) {
      add_conjuncts(condition, conjuncts);
    }
    for (const clang::Expr* conjunct : conjuncts) {
      const clang::Expr* place = asked_not_to_be_zero(conjunct, definition->getASTContext());
      const clang::Expr* kind = asked_for_kind(conjunct);
      result = result || (place != nullptr && place->getType()->isAnyCharacterType() && is_element(place)) ||
               (kind != nullptr && is_element(kind));
    }
    result = result || passes_to_library_as_text(statement, pointers);
  });
  return result;
}

/// Whether a function treats a parameter as an array.
bool is_indexed(const clang::FunctionDecl* definition, const clang::ParmVarDecl* parameter) {
  return some_statement(definition, parameter, [](const clang::Stmt* statement, const auto& is_parameter) {
    if (const auto* element = llvm::dyn_cast<clang::ArraySubscriptExpr>(statement)) {
      return is_parameter(element->getBase());
    }
    if (const auto* sum = llvm::dyn_cast<clang::BinaryOperator>(statement)) {
      return sum->isAdditiveOp() && (is_parameter(sum->getLHS()) || is_parameter(sum->getRHS()));
    }
    const auto* step = llvm::dyn_cast<clang::UnaryOperator>(statement);
    return step != nullptr && step->isIncrementDecrementOp() && is_parameter(step->getSubExpr());
  });
}

/// Whether a function looks at the first of what a parameter leads to.
bool is_dereferenced(const clang::FunctionDecl* definition, const clang::ParmVarDecl* parameter) {
  return some_statement(definition, parameter, [](const clang::Stmt* statement, const auto& is_parameter) {
    if (const auto* element = llvm::dyn_cast<clang::ArraySubscriptExpr>(statement)) {
      return llvm::isa<clang::IntegerLiteral>(element->getIdx()->IgnoreParenImpCasts()) &&
             is_parameter(element->getBase());
    }
    if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(statement)) {
      return member->isArrow() && is_parameter(member->getBase());
    }
    const auto* dereference = llvm::dyn_cast<clang::UnaryOperator>(statement);
    return dereference != nullptr && dereference->getOpcode() == clang::UO_Deref &&
           is_parameter(dereference->getSubExpr());
  });
}

/// Whether a function makes a parameter larger.
bool is_counted_up(const clang::FunctionDecl* definition, const clang::ParmVarDecl* parameter) {
  return some_statement(definition, parameter, [](const clang::Stmt* statement, const auto& is_parameter) {
    if (const auto* assignment = llvm::dyn_cast<clang::CompoundAssignOperator>(statement)) {
      return assignment->getOpcode() == clang::BO_AddAssign && is_parameter(assignment->getLHS());
    }
    const auto* step = llvm::dyn_cast<clang::UnaryOperator>(statement);
    return step != nullptr && step->isIncrementOp() && is_parameter(step->getSubExpr());
  });
}

bool is_passed_on_as_string(const clang::FunctionDecl* definition, const clang::ParmVarDecl* parameter) {
  const clang::QualType pointee = parameter->getType()->getPointeeType();
  if (!pointee.isConstQualified() || !pointee->isAnyCharacterType() ||
      definition->getASTContext().getTypeSize(pointee) != definition->getASTContext().getCharWidth()) {
    return false;
  }
  return some_statement(definition, parameter, [&](const clang::Stmt* statement, const auto& /*is_parameter*/) {
    const auto* call = llvm::dyn_cast<clang::CallExpr>(statement);
    return call != nullptr && passes_as_string(call, parameter);
  });
}

clang::QualType converted_pointee(const clang::FunctionDecl* definition, const clang::ParmVarDecl* parameter) {
  if (!parameter->getType()->getPointeeType()->isVoidType()) {
    return {};
  }
  const std::vector<clang::QualType> pointees = pointees_of_conversions(definition, parameter);
  if (pointees.size() != 1) {
    return {};
  }
  const clang::QualType only = pointees.front();
  const bool is_number = only->isArithmeticType() && !only->isAnyCharacterType();
  const bool is_of_one_kind = only->isStructureType() || only->isPointerType() || is_number;
  return is_of_one_kind && !only->isIncompleteType() ? only : clang::QualType();
}

} // namespace vouch::frontend
