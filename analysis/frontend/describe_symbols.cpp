#include "analysis/frontend/describe_symbols.hpp"

#include "analysis/frontend/c_type_description.hpp"
#include "analysis/frontend/clang_ast.hpp"
#include "analysis/support/overloaded.hpp"

#include <clang/AST/Decl.h>
#include <clang/AST/Stmt.h>
#include <clang/Lex/MacroInfo.h>
#include <unordered_map>

namespace vouch::frontend {
namespace {

constexpr std::size_t longest_macro = 32; ///< in tokens; longer ones are no values

class SymbolDescription {
public:
  explicit SymbolDescription(const Unit& unit) : unit_(unit), context_(unit.context), types_(unit, symbols_.types) {}

  cfa::SourceSymbols describe(clang::Preprocessor& preprocessor) {
    add_basic_types();
    for (const clang::Decl* declaration : context_.getTranslationUnitDecl()->decls()) {
      add_declared_type(declaration);
      if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(declaration);
          function != nullptr && function->isThisDeclarationADefinition() && function->hasBody()) {
        find_scopes(function->getBody(), function->getBody());
      }
    }
    for (const NamedPlace& named : unit_.named_places()) {
      add_variable(named);
    }
    add_macros(preprocessor);
    return std::move(symbols_);
  }

private:
  void add_basic_types() {
    for (clang::QualType type :
         {context_.VoidTy, context_.BoolTy, context_.CharTy, context_.SignedCharTy, context_.UnsignedCharTy,
          context_.ShortTy, context_.UnsignedShortTy, context_.IntTy, context_.UnsignedIntTy, context_.LongTy,
          context_.UnsignedLongTy, context_.LongLongTy, context_.UnsignedLongLongTy, context_.FloatTy,
          context_.DoubleTy, context_.LongDoubleTy}) {
      cfa::CTypeId id = types_.id_of(type);
      symbols_.name_type(symbols_.types[id].spelling, id);
    }
    symbols_.name_type("size_t", types_.id_of(context_.getSizeType()));
    symbols_.name_type("ptrdiff_t", types_.id_of(context_.getPointerDiffType()));
    symbols_.name_type("void *", types_.id_of(context_.VoidPtrTy));
  }

  void add_declared_type(const clang::Decl* declaration) {
    if (const auto* alias = llvm::dyn_cast<clang::TypedefNameDecl>(declaration)) {
      symbols_.name_type(alias->getNameAsString(), types_.id_of(context_.getTypedefType(alias)));
    } else if (const auto* tag = llvm::dyn_cast<clang::TagDecl>(declaration)) {
      add_tag(tag);
    }
  }

  void add_tag(const clang::TagDecl* tag) {
    const clang::TagDecl* definition = tag->getDefinition();
    if (definition == nullptr) {
      return;
    }
    cfa::CTypeId id = types_.id_of(context_.getTagDeclType(definition));
    if (!definition->getName().empty()) {
      symbols_.name_type(definition->getKindName().str() + " " + definition->getNameAsString(), id);
    }
    if (const auto* enumeration = llvm::dyn_cast<clang::EnumDecl>(definition)) {
      for (const clang::EnumConstantDecl* constant : enumeration->enumerators()) {
        if (symbols_.enumerators.try_emplace(constant->getNameAsString(), integer_of(constant->getInitVal())).second) {
          symbols_.enumerator_types.emplace(constant->getNameAsString(), types_.id_of(constant->getType()));
        }
      }
    }
  }

  /// Where the variables that `statement` declares can be used: up to the end of `block`.
  void find_scopes(const clang::Stmt* statement, const clang::Stmt* block) {
    if (const auto* declarations = llvm::dyn_cast<clang::DeclStmt>(statement)) {
      for (const clang::Decl* declaration : declarations->decls()) {
        add_declared_type(declaration);
        if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(declaration)) {
          blocks_[variable->getCanonicalDecl()] = block;
        }
      }
    }
    const bool opens_block =
        llvm::isa<clang::CompoundStmt, clang::ForStmt, clang::IfStmt, clang::WhileStmt, clang::SwitchStmt>(statement);
    for (const clang::Stmt* child : statement->children()) {
      if (child != nullptr) {
        find_scopes(child, opens_block ? statement : block);
      }
    }
  }

  void add_variable(const NamedPlace& named) {
    const clang::VarDecl* variable = named.variable;
    if (variable->getName().empty() || context_.getSourceManager().isInSystemHeader(variable->getLocation())) {
      return;
    }
    cfa::SourceVariable result;
    result.name = variable->getNameAsString();
    result.type = types_.id_of(named.type);
    result.kind = llvm::isa<clang::ParmVarDecl>(variable) ? cfa::VariableKind::Parameter
                  : variable->isStaticLocal()             ? cfa::VariableKind::StaticLocal
                  : variable->hasGlobalStorage()          ? cfa::VariableKind::Global
                                                          : cfa::VariableKind::Local;
    result.function = named.function;
    result.declaration = unit_.source.range(clang::SourceRange(variable->getLocation()));
    result.scope = scope_of(variable);
    std::visit(Overloaded{
                   [&](const RegisterPlace& place) { result.parts = {place.variable}; },
                   [&](const LeavesPlace& place) { result.parts = place.leaves; },
                   [&](const MemoryPlace& place) {
                     if (const auto* object = std::get_if<cfa::AddressOf>(&place.address->node)) {
                       result.storage = cfa::SymbolStorage::Memory;
                       result.parts = {object->variable};
                     } else if (const auto* address = std::get_if<cfa::VariableRead>(&place.address->node)) {
                       result.storage = cfa::SymbolStorage::Address;
                       result.parts = {address->variable};
                     }
                   },
                   [](const BitFieldPlace&) {},
               },
               named.place);
    symbols_.variables.push_back(std::move(result));
  }

  SourceRange scope_of(const clang::VarDecl* variable) const {
    if (const auto* parameter = llvm::dyn_cast<clang::ParmVarDecl>(variable)) {
      const auto* function = llvm::dyn_cast<clang::FunctionDecl>(parameter->getDeclContext());
      return function != nullptr ? unit_.source.range(function->getSourceRange()) : SourceRange();
    }
    auto block = blocks_.find(variable->getCanonicalDecl());
    return block != blocks_.end() ? unit_.source.range(block->second->getSourceRange()) : SourceRange();
  }

  void add_macros(clang::Preprocessor& preprocessor) {
    for (const auto& macro : preprocessor.macros()) {
      const clang::MacroInfo* info = preprocessor.getMacroInfo(macro.first);
      if (info == nullptr || !info->isObjectLike() || info->isBuiltinMacro() || info->getNumTokens() == 0 ||
          info->getNumTokens() > longest_macro) {
        continue;
      }
      std::string text;
      for (const clang::Token& token : info->tokens()) {
        text += (text.empty() ? "" : " ") + preprocessor.getSpelling(token);
      }
      symbols_.macros.emplace(macro.first->getName().str(), std::move(text));
    }
  }

  const Unit& unit_;
  const clang::ASTContext& context_;
  cfa::SourceSymbols symbols_;
  CTypeDescription types_;
  std::unordered_map<const clang::VarDecl*, const clang::Stmt*> blocks_;
};

} // namespace

cfa::SourceSymbols describe_symbols(const Unit& unit, clang::Preprocessor& preprocessor) {
  return SymbolDescription(unit).describe(preprocessor);
}

} // namespace vouch::frontend
