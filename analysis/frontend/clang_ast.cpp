#include "analysis/frontend/clang_ast.hpp"

#include "analysis/frontend/library_functions.hpp"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/ExprCXX.h>

namespace vouch::frontend {
namespace {

void add_operands(clang::QualType type, std::vector<const clang::Stmt*>& result) {
  for (const TypeOperand& operand : type_operands(type)) {
    result.push_back(operand.expression);
  }
}

/// What a declaration evaluates: types of several declarators, and initialisers.
std::vector<const clang::Stmt*> declared_children(const clang::DeclStmt* statement) {
  std::vector<const clang::Stmt*> result;
  for (const clang::Decl* declaration : statement->decls()) {
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(declaration);
    const auto* alias = llvm::dyn_cast<clang::TypedefNameDecl>(declaration);
    clang::QualType type = variable != nullptr ? variable->getType() : clang::QualType();
    type = alias != nullptr ? alias->getUnderlyingType() : type;
    if (!type.isNull()) {
      add_operands(type, result);
    }
    if (variable != nullptr && variable->getInit() != nullptr) {
      result.push_back(variable->getInit());
    }
  }
  return result;
}

/// The operand of `sizeof` is evaluated if it is an array of variable size.
bool is_evaluated_operand(const clang::UnaryExprOrTypeTraitExpr* trait) {
  return trait->getKind() == clang::UETT_SizeOf && has_variable_size(trait->getArgumentExpr()->getType());
}

} // namespace

std::vector<TypeOperand> type_operands(clang::QualType type) {
  std::vector<TypeOperand> result;
  while (type->isVariablyModifiedType()) {
    const clang::Type* written = type.getTypePtr();
    if (llvm::isa<clang::TypedefType>(written)) {
      break;
    }
    if (const auto* of_expression = llvm::dyn_cast<clang::TypeOfExprType>(written)) {
      result.push_back({TypeOperand::Role::Typeof, of_expression->getUnderlyingExpr()});
      break;
    }
    if (const auto* array = llvm::dyn_cast<clang::ArrayType>(written)) {
      const auto* variable_array = llvm::dyn_cast<clang::VariableArrayType>(array);
      if (variable_array != nullptr && variable_array->getSizeExpr() != nullptr) {
        result.push_back({TypeOperand::Role::Size, variable_array->getSizeExpr()});
      }
      type = array->getElementType();
    } else if (const auto* pointer = llvm::dyn_cast<clang::PointerType>(written)) {
      type = pointer->getPointeeType();
    } else if (const auto* function = llvm::dyn_cast<clang::FunctionType>(written)) {
      type = function->getReturnType();
    } else {
      clang::QualType simpler = written->getLocallyUnqualifiedSingleStepDesugaredType();
      if (simpler.getTypePtr() == written) {
        break;
      }
      type = simpler;
    }
  }
  return result;
}

std::vector<clang::QualType> evaluated_types(const clang::Stmt* statement) {
  if (const auto* trait = llvm::dyn_cast<clang::UnaryExprOrTypeTraitExpr>(statement)) {
    bool is_evaluated = trait->getKind() == clang::UETT_SizeOf && trait->isArgumentType();
    return is_evaluated ? std::vector{trait->getArgumentType()} : std::vector<clang::QualType>();
  }
  if (const auto* cast = llvm::dyn_cast<clang::ExplicitCastExpr>(statement)) {
    return {cast->getTypeAsWritten()};
  }
  if (const auto* argument = llvm::dyn_cast<clang::VAArgExpr>(statement)) {
    return {argument->getWrittenTypeInfo()->getType()};
  }
  return {};
}

bool has_variable_size(clang::QualType type) {
  for (const clang::ArrayType* array = type->getAsArrayTypeUnsafe(); array != nullptr;
       array = array->getElementType()->getAsArrayTypeUnsafe()) {
    if (llvm::isa<clang::VariableArrayType>(array)) {
      return true;
    }
  }
  return false;
}

std::vector<const clang::Stmt*> evaluated_children(const clang::Stmt* statement) {
  if (const auto* selection = llvm::dyn_cast<clang::GenericSelectionExpr>(statement)) {
    return {selection->getResultExpr()};
  }
  if (const auto* choice = llvm::dyn_cast<clang::ChooseExpr>(statement)) {
    return {choice->getChosenSubExpr()};
  }
  if (const auto* declaration = llvm::dyn_cast<clang::DeclStmt>(statement)) {
    return declared_children(declaration);
  }
  std::vector<const clang::Stmt*> result;
  for (clang::QualType type : evaluated_types(statement)) {
    add_operands(type, result);
  }
  if (const auto* trait = llvm::dyn_cast<clang::UnaryExprOrTypeTraitExpr>(statement)) {
    if (!trait->isArgumentType() && is_evaluated_operand(trait)) {
      result.push_back(trait->getArgumentExpr());
    }
    return result;
  }
  for (const clang::Stmt* child : statement->children()) {
    if (child != nullptr) {
      result.push_back(child);
    }
  }
  return result;
}

const clang::Expr* skip_wrappers(const clang::Expr* expression) {
  while (true) {
    const clang::Expr* inner = expression->IgnoreParens();
    if (const auto* constant = llvm::dyn_cast<clang::ConstantExpr>(inner)) {
      inner = constant->getSubExpr();
    } else if (const auto* cast = llvm::dyn_cast<clang::CastExpr>(inner);
               cast != nullptr && cast->getCastKind() == clang::CK_NoOp) {
      inner = cast->getSubExpr();
    }
    if (inner == expression) {
      return expression;
    }
    expression = inner;
  }
}

const clang::VarDecl* base_variable(const clang::Expr* expression) {
  while (true) {
    expression = skip_wrappers(expression);
    if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(expression); member != nullptr && !member->isArrow()) {
      expression = member->getBase();
      continue;
    }
    if (const auto* operation = llvm::dyn_cast<clang::UnaryOperator>(expression);
        operation != nullptr &&
        (operation->getOpcode() == clang::UO_Real || operation->getOpcode() == clang::UO_Imag)) {
      expression = operation->getSubExpr();
      continue;
    }
    const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(expression);
    return reference != nullptr ? llvm::dyn_cast<clang::VarDecl>(reference->getDecl()) : nullptr;
  }
}

const clang::FunctionDecl* direct_callee(const clang::CallExpr* call) {
  const clang::Expr* callee = call->getCallee()->IgnoreParenImpCasts();
  while (const auto* operation = llvm::dyn_cast<clang::UnaryOperator>(callee)) {
    if (operation->getOpcode() != clang::UO_Deref && operation->getOpcode() != clang::UO_AddrOf) {
      return nullptr;
    }
    callee = operation->getSubExpr()->IgnoreParenImpCasts();
  }
  const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(callee);
  return reference != nullptr ? llvm::dyn_cast<clang::FunctionDecl>(reference->getDecl()) : nullptr;
}

const clang::Expr* assigned_place(const clang::Stmt* statement) {
  if (const auto* operation = llvm::dyn_cast<clang::BinaryOperator>(statement)) {
    return operation->isAssignmentOp() ? operation->getLHS() : nullptr;
  }
  const auto* step = llvm::dyn_cast<clang::UnaryOperator>(statement);
  return step != nullptr && step->isIncrementDecrementOp() ? step->getSubExpr() : nullptr;
}

bool is_function_pointer(clang::QualType type) { return type->isFunctionPointerType() || type->isBlockPointerType(); }

bool is_renamed(const clang::FunctionDecl* function) {
  if (function->hasAttr<clang::AliasAttr>() || function->hasAttr<clang::IFuncAttr>() ||
      function->hasAttr<clang::WeakRefAttr>()) {
    return true;
  }
  const auto* label = function->getAttr<clang::AsmLabelAttr>();
  if (label == nullptr || function->getDefinition() != nullptr || function->getIdentifier() == nullptr ||
      label->getLabel() == function->getName()) {
    return false;
  }
  // The headers of the system choose between variants of a function so; which one does not matter.
  clang::ASTContext& context = function->getASTContext();
  const auto others = context.getTranslationUnitDecl()->lookup(&context.Idents.get(label->getLabel()));
  return llvm::any_of(others, [](const clang::NamedDecl* other) {
    const auto* named = llvm::dyn_cast<clang::FunctionDecl>(other);
    return named != nullptr &&
           (named->getDefinition() != nullptr || is_error_function(std::string_view(named->getName())));
  });
}

bool may_be_absent(const clang::DeclaratorDecl* symbol) {
  const auto* function = llvm::dyn_cast<clang::FunctionDecl>(symbol);
  const auto* variable = llvm::dyn_cast<clang::VarDecl>(symbol);
  const bool is_defined = function != nullptr ? function->getDefinition() != nullptr
                                              : variable == nullptr || !variable->hasGlobalStorage() ||
                                                    variable->hasDefinition() != clang::VarDecl::DeclarationOnly;
  return !is_defined && llvm::any_of(symbol->redecls(), [](const clang::Decl* declaration) {
    return declaration->hasAttr<clang::WeakAttr>() || declaration->hasAttr<clang::WeakRefAttr>();
  });
}

bool is_static_storage(const clang::VarDecl* variable) { return variable->hasGlobalStorage(); }

bool is_of_system(const clang::Decl* declaration) {
  return declaration->getASTContext().getSourceManager().isInSystemHeader(declaration->getLocation());
}

cfa::Integer integer_of(const llvm::APSInt& value) {
  return value.isSigned() ? cfa::Integer{value.getSExtValue()} : cfa::Integer{value.getZExtValue()};
}

bool is_found_by_others(const clang::Decl* declaration) {
  return declaration->hasAttr<clang::ConstructorAttr>() || declaration->hasAttr<clang::DestructorAttr>() ||
         declaration->hasAttr<clang::UsedAttr>() || declaration->hasAttr<clang::RetainAttr>() ||
         declaration->hasAttr<clang::SectionAttr>();
}

const clang::FunctionDecl* aliased_function(const clang::FunctionDecl* declaration) {
  const auto* alias = declaration->getAttr<clang::AliasAttr>();
  const auto* resolver = declaration->getAttr<clang::IFuncAttr>();
  if (alias == nullptr && resolver == nullptr) {
    return nullptr;
  }
  clang::ASTContext& context = declaration->getASTContext();
  const llvm::StringRef name = alias != nullptr ? alias->getAliasee() : resolver->getResolver();
  for (const clang::NamedDecl* named : context.getTranslationUnitDecl()->lookup(&context.Idents.get(name))) {
    if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(named)) {
      return function;
    }
  }
  return nullptr;
}

} // namespace vouch::frontend
