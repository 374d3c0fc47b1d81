#include "analysis/frontend/parameter_uses.hpp"

#include <algorithm>
#include <clang/AST/ASTContext.h>
#include <clang/AST/RecursiveASTVisitor.h>
#include <vector>

namespace vouch::frontend {
namespace {

/// Whether a function uses a parameter in one of the ways that `Search` notes.
template <class Search>
class ParameterSearch : public clang::RecursiveASTVisitor<Search> {
public:
  explicit ParameterSearch(const clang::ParmVarDecl* parameter) : parameter_(parameter) {}

  [[nodiscard]] bool is_found() const { return is_found_; }

protected:
  bool note(const clang::Expr* operand) {
    const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(operand->IgnoreParenImpCasts());
    is_found_ = is_found_ || (name != nullptr && name->getDecl() == parameter_);
    return true;
  }

private:
  const clang::ParmVarDecl* parameter_;
  bool is_found_ = false;
};

template <class Search>
bool finds(const clang::FunctionDecl* definition, const clang::ParmVarDecl* parameter) {
  Search search(parameter);
  search.TraverseStmt(definition->getBody());
  return search.is_found();
}

/// Whether a function treats a parameter as an array.
class Indexing : public ParameterSearch<Indexing> {
public:
  using ParameterSearch::ParameterSearch;

  bool VisitArraySubscriptExpr(clang::ArraySubscriptExpr* expression) { return note(expression->getBase()); }
  bool VisitBinaryOperator(clang::BinaryOperator* expression) {
    return !expression->isAdditiveOp() || (note(expression->getLHS()) && note(expression->getRHS()));
  }
  bool VisitUnaryOperator(clang::UnaryOperator* expression) {
    return !expression->isIncrementDecrementOp() || note(expression->getSubExpr());
  }
};

/// Whether a function looks at the first of what a parameter leads to.
class Dereferencing : public ParameterSearch<Dereferencing> {
public:
  using ParameterSearch::ParameterSearch;

  bool VisitUnaryOperator(clang::UnaryOperator* expression) {
    return expression->getOpcode() != clang::UO_Deref || note(expression->getSubExpr());
  }
  bool VisitMemberExpr(clang::MemberExpr* expression) { return !expression->isArrow() || note(expression->getBase()); }
  bool VisitArraySubscriptExpr(clang::ArraySubscriptExpr* expression) {
    const auto* index = llvm::dyn_cast<clang::IntegerLiteral>(expression->getIdx()->IgnoreParenImpCasts());
    return index == nullptr || note(expression->getBase());
  }
};

/// Whether a function makes a parameter larger.
class CountingUp : public ParameterSearch<CountingUp> {
public:
  using ParameterSearch::ParameterSearch;

  bool VisitUnaryOperator(clang::UnaryOperator* expression) {
    return !expression->isIncrementOp() || note(expression->getSubExpr());
  }
  bool VisitCompoundAssignOperator(clang::CompoundAssignOperator* expression) {
    return expression->getOpcode() != clang::BO_AddAssign || note(expression->getLHS());
  }
};

/// What a function takes the pointees of a parameter for.
class Conversions : public clang::RecursiveASTVisitor<Conversions> {
public:
  explicit Conversions(const clang::ParmVarDecl* parameter) : parameter_(parameter) {}

  bool VisitCastExpr(clang::CastExpr* expression) {
    const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(expression->getSubExpr()->IgnoreParenImpCasts());
    if (name != nullptr && name->getDecl() == parameter_ && expression->getType()->isPointerType()) {
      const clang::QualType pointee = expression->getType()->getPointeeType().getCanonicalType().getUnqualifiedType();
      if (!pointee->isVoidType() && std::ranges::find(pointees_, pointee) == pointees_.end()) {
        pointees_.push_back(pointee);
      }
    }
    return true;
  }

  bool VisitCallExpr(clang::CallExpr* call) {
    const clang::FunctionDecl* callee = call->getDirectCallee();
    for (unsigned i = 0; callee != nullptr && i < std::min(call->getNumArgs(), callee->getNumParams()); ++i) {
      const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(call->getArg(i)->IgnoreParenCasts());
      const clang::QualType type = callee->getParamDecl(i)->getType();
      is_passed_as_string_ |= name != nullptr && name->getDecl() == parameter_ && type->isPointerType() &&
                              is_string_type(type->getPointeeType());
    }
    return true;
  }

  [[nodiscard]] const std::vector<clang::QualType>& pointees() const { return pointees_; }
  [[nodiscard]] bool is_passed_as_string() const { return is_passed_as_string_; }

private:
  const clang::ParmVarDecl* parameter_;
  std::vector<clang::QualType> pointees_;
  bool is_passed_as_string_ = false;
};

} // namespace

bool is_string_type(clang::QualType pointee) {
  return pointee.isConstQualified() && (pointee->isSpecificBuiltinType(clang::BuiltinType::Char_S) ||
                                        pointee->isSpecificBuiltinType(clang::BuiltinType::Char_U));
}

bool is_indexed(const clang::FunctionDecl* definition, const clang::ParmVarDecl* parameter) {
  return finds<Indexing>(definition, parameter);
}

bool is_dereferenced(const clang::FunctionDecl* definition, const clang::ParmVarDecl* parameter) {
  return finds<Dereferencing>(definition, parameter);
}

bool is_counted_up(const clang::FunctionDecl* definition, const clang::ParmVarDecl* parameter) {
  return finds<CountingUp>(definition, parameter);
}

bool is_passed_on_as_string(const clang::FunctionDecl* definition, const clang::ParmVarDecl* parameter) {
  const clang::QualType pointee = parameter->getType()->getPointeeType();
  if (!pointee.isConstQualified() || !pointee->isAnyCharacterType() ||
      definition->getASTContext().getTypeSize(pointee) != definition->getASTContext().getCharWidth()) {
    return false;
  }
  Conversions conversions(parameter);
  conversions.TraverseStmt(definition->getBody());
  return conversions.is_passed_as_string();
}

clang::QualType converted_pointee(const clang::FunctionDecl* definition, const clang::ParmVarDecl* parameter) {
  if (!parameter->getType()->getPointeeType()->isVoidType()) {
    return {};
  }
  Conversions conversions(parameter);
  conversions.TraverseStmt(definition->getBody());
  if (conversions.pointees().size() != 1) {
    return {};
  }
  const clang::QualType only = conversions.pointees().front();
  const bool is_number = only->isArithmeticType() && !only->isAnyCharacterType();
  const bool is_of_one_kind = only->isStructureType() || only->isPointerType() || is_number;
  return is_of_one_kind && !only->isIncompleteType() ? only : clang::QualType();
}

} // namespace vouch::frontend
