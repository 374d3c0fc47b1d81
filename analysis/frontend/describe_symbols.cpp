#include "analysis/frontend/describe_symbols.hpp"

#include "analysis/support/overloaded.hpp"

#include <clang/AST/Decl.h>
#include <clang/AST/RecordLayout.h>
#include <clang/AST/Stmt.h>
#include <clang/Lex/MacroInfo.h>
#include <unordered_map>

namespace vouch::frontend {
namespace {

constexpr std::size_t longest_macro = 32; ///< in tokens; longer ones are no values

cfa::Integer integer_of(const llvm::APSInt& value) {
  return value.isSigned() ? static_cast<cfa::Integer>(value.getExtValue())
                          : static_cast<cfa::Integer>(value.getZExtValue());
}

class SymbolDescription {
public:
  explicit SymbolDescription(const Unit& unit) : unit_(unit), context_(unit.context) {}

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
      cfa::CTypeId id = id_of(type);
      symbols_.name_type(symbols_.type(id).spelling, id);
    }
    symbols_.name_type("size_t", id_of(context_.getSizeType()));
    symbols_.name_type("ptrdiff_t", id_of(context_.getPointerDiffType()));
    symbols_.name_type("void *", id_of(context_.VoidPtrTy));
  }

  void add_declared_type(const clang::Decl* declaration) {
    if (const auto* alias = llvm::dyn_cast<clang::TypedefNameDecl>(declaration)) {
      symbols_.name_type(alias->getNameAsString(), id_of(context_.getTypedefType(alias)));
    } else if (const auto* tag = llvm::dyn_cast<clang::TagDecl>(declaration)) {
      add_tag(tag);
    }
  }

  void add_tag(const clang::TagDecl* tag) {
    const clang::TagDecl* definition = tag->getDefinition();
    if (definition == nullptr) {
      return;
    }
    cfa::CTypeId id = id_of(context_.getTagDeclType(definition));
    if (!definition->getName().empty()) {
      symbols_.name_type(definition->getKindName().str() + " " + definition->getNameAsString(), id);
    }
    if (const auto* enumeration = llvm::dyn_cast<clang::EnumDecl>(definition)) {
      for (const clang::EnumConstantDecl* constant : enumeration->enumerators()) {
        if (symbols_.enumerators.try_emplace(constant->getNameAsString(), integer_of(constant->getInitVal())).second) {
          symbols_.enumerator_types.emplace(constant->getNameAsString(), id_of(constant->getType()));
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
    result.type = id_of(named.type);
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

  cfa::CTypeId id_of(clang::QualType type) {
    if (auto known = ids_.find(type.getAsOpaquePtr()); known != ids_.end()) {
      return known->second;
    }
    cfa::CType made;
    made.spelling = type.getAsString(context_.getPrintingPolicy());
    cfa::CTypeId id = symbols_.add_type(std::move(made));
    ids_.emplace(type.getAsOpaquePtr(), id); // now, because a struct may lead back to itself
    cfa::CType content = content_of(type);
    content.spelling = symbols_.type(id).spelling;
    symbols_.type(id) = std::move(content);
    return id;
  }

  cfa::CType content_of(clang::QualType written) {
    clang::QualType type = written.getUnqualifiedType();
    if (const auto* atomic = type->getAs<clang::AtomicType>()) {
      type = atomic->getValueType();
    }
    cfa::CType result;
    if (!type->isIncompleteType() && !type->isFunctionType() && !type->isVariableArrayType()) {
      result.size_bytes = unit_.types.size_in_bytes(type);
    }
    if (type->isVoidType()) {
      result.kind = cfa::CTypeKind::Void;
    } else if (const auto* array = context_.getAsArrayType(type)) {
      result.kind = cfa::CTypeKind::Array;
      result.element = id_of(array->getElementType());
      if (const auto* constant = llvm::dyn_cast<clang::ConstantArrayType>(array)) {
        result.length = constant->getSize().getZExtValue();
      }
    } else if (const auto* record = type->getAs<clang::RecordType>()) {
      describe_record(record->getDecl()->getDefinition(), type->isUnionType(), result);
    } else if (const auto* function = type->getAs<clang::FunctionType>()) {
      result.kind = cfa::CTypeKind::Function;
      result.element = id_of(function->getReturnType());
    } else if (type->isPointerType()) {
      result.kind = cfa::CTypeKind::Pointer;
      result.element = id_of(type->getPointeeType());
      result.scalar = unit_.types.scalar(type);
    } else {
      describe_arithmetic(type, result);
    }
    return result;
  }

  void describe_record(const clang::RecordDecl* record, bool is_union, cfa::CType& result) {
    result.kind = is_union ? cfa::CTypeKind::Union : cfa::CTypeKind::Struct;
    if (record == nullptr || record->isInvalidDecl()) {
      return;
    }
    const clang::ASTRecordLayout& layout = context_.getASTRecordLayout(record);
    for (const clang::FieldDecl* field : record->fields()) {
      if (field->isUnnamedBitField()) {
        continue;
      }
      const unsigned width = field->isBitField() ? static_cast<unsigned>(field->getBitWidthValue(context_)) : 0;
      result.fields.push_back(
          {field->getNameAsString(), id_of(field->getType()), layout.getFieldOffset(field->getFieldIndex()), width});
    }
  }

  void describe_arithmetic(clang::QualType type, cfa::CType& result) {
    result.scalar = unit_.types.scalar(type);
    if (!result.scalar) {
      return;
    }
    if (const auto* enumeration = type->getAs<clang::EnumType>()) {
      result.kind = cfa::CTypeKind::Enumeration;
      if (const clang::EnumDecl* definition = enumeration->getDecl()->getDefinition()) {
        for (const clang::EnumConstantDecl* constant : definition->enumerators()) {
          result.enumerators.push_back({constant->getNameAsString(), integer_of(constant->getInitVal())});
        }
      }
    } else if (type->isBooleanType()) {
      result.kind = cfa::CTypeKind::Boolean;
    } else if (type->isAnyCharacterType() || type->isCharType()) {
      result.kind = cfa::CTypeKind::Character;
    } else if (type->isRealFloatingType()) {
      result.kind = cfa::CTypeKind::Floating;
    } else if (cfa::as_integer(*result.scalar) != nullptr) {
      result.kind = cfa::CTypeKind::Integral;
    }
    result.rank = rank_of(type);
  }

  cfa::IntegerRank rank_of(clang::QualType type) const {
    const auto is = [&](clang::QualType a, clang::QualType b) {
      return context_.hasSameUnqualifiedType(type, a) || context_.hasSameUnqualifiedType(type, b);
    };
    return type->isBooleanType()                                  ? cfa::IntegerRank::Boolean
           : type->isCharType()                                   ? cfa::IntegerRank::Character
           : is(context_.ShortTy, context_.UnsignedShortTy)       ? cfa::IntegerRank::Short
           : is(context_.LongTy, context_.UnsignedLongTy)         ? cfa::IntegerRank::Long
           : is(context_.LongLongTy, context_.UnsignedLongLongTy) ? cfa::IntegerRank::LongLong
                                                                  : cfa::IntegerRank::Int;
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
  std::unordered_map<void*, cfa::CTypeId> ids_;
  std::unordered_map<const clang::VarDecl*, const clang::Stmt*> blocks_;
};

} // namespace

cfa::SourceSymbols describe_symbols(const Unit& unit, clang::Preprocessor& preprocessor) {
  return SymbolDescription(unit).describe(preprocessor);
}

} // namespace vouch::frontend
