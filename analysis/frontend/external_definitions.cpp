#include "analysis/frontend/external_definitions.hpp"

#include <clang/AST/Attr.h>

namespace vouch::frontend {
namespace {

const clang::DeclaratorDecl* external_definition(const clang::Decl* declaration) {
  const auto* declared = llvm::dyn_cast<clang::DeclaratorDecl>(declaration);
  if (declared == nullptr || declared->getIdentifier() == nullptr || declared->hasAttr<clang::AsmLabelAttr>() ||
      !declared->isExternallyVisible()) {
    return nullptr;
  }
  if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(declared)) {
    const bool is_definition = function->isThisDeclarationADefinition() || function->hasAttr<clang::AliasAttr>() ||
                               function->hasAttr<clang::IFuncAttr>();
    const bool is_inline_definition = function->isThisDeclarationADefinition() && function->isInlined() &&
                                      !function->isInlineDefinitionExternallyVisible();
    return is_definition && !is_inline_definition ? declared : nullptr;
  }
  const auto* variable = llvm::dyn_cast<clang::VarDecl>(declared);
  const bool is_definition =
      variable != nullptr && variable->isThisDeclarationADefinition() != clang::VarDecl::DeclarationOnly;
  return is_definition ? declared : nullptr;
}

Strength strength_of(const clang::DeclaratorDecl* definition, const Dialect& dialect) {
  const bool is_weak = llvm::any_of(
      definition->redecls(), [](const clang::Decl* declaration) { return declaration->hasAttr<clang::WeakAttr>(); });
  if (is_weak) {
    return Strength::Weak;
  }
  const auto* variable = llvm::dyn_cast<clang::VarDecl>(definition);
  const bool may_be_common = variable != nullptr && variable->hasDefinition() == clang::VarDecl::TentativeDefinition &&
                             !variable->hasAttr<clang::NoCommonAttr>() && !variable->hasAttr<clang::SectionAttr>();
  const bool is_asked_for = !dialect.common_definitions.empty() || definition->hasAttr<clang::CommonAttr>();
  return may_be_common && is_asked_for ? Strength::Common : Strength::Strong;
}

} // namespace

ExternalDefinitions external_definitions(const clang::ASTContext& context, const Dialect& dialect) {
  ExternalDefinitions result;
  for (const clang::Decl* declaration : context.getTranslationUnitDecl()->decls()) {
    if (const clang::DeclaratorDecl* definition = external_definition(declaration)) {
      result.insert_or_assign(definition->getNameAsString(),
                              ExternalDefinition{definition, strength_of(definition, dialect)});
    }
  }
  return result;
}

void give_way(const clang::DeclaratorDecl* definition) {
  for (const clang::Decl* redeclaration : definition->redecls()) {
    auto* declaration = const_cast<clang::Decl*>(redeclaration);
    declaration->dropAttr<clang::AliasAttr>();
    declaration->dropAttr<clang::IFuncAttr>();
    if (auto* function = llvm::dyn_cast<clang::FunctionDecl>(declaration)) {
      function->setBody(nullptr);
    } else if (auto* variable = llvm::dyn_cast<clang::VarDecl>(declaration)) {
      variable->setInit(nullptr);
      variable->setStorageClass(clang::SC_Extern);
    }
  }
}

} // namespace vouch::frontend
